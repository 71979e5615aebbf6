//! What every command does when nothing is wrong.

mod common;

use std::collections::HashSet;

use common::{
    DIALECTS, Engine, FINISHED, LOSS_IN_1, MADE_UP, START, STARTS, WIN_IN_1, WIN_IN_2, open,
};
use jumpers_core::{Position, Ten};
use jumpers_protocol::Score;

#[test]
fn a_handshake() {
    for dialect in DIALECTS {
        let mut engine = Engine::start();
        engine.send(dialect);
        let lines = engine.until(|line| line == format!("{dialect}ok"));
        assert!(lines[0].starts_with("id name Jumpers "), "{lines:#?}");
        assert!(lines[1].starts_with("id author "), "{lines:#?}");
        let options = &lines[2..lines.len() - 1];
        assert!(options.iter().all(|line| line.starts_with("option name ")));
        engine.tell("setoption name hash value 16");
        engine.tell(&format!("{dialect}newgame"));
        engine.tell("position startpos");
        let searched = engine.go("go movetime 50");
        assert_eq!(searched.turn.as_ref(), searched.last().pv.first());
        engine.send("quit");
        let (lines, status) = engine.end();
        assert_eq!(lines, [""; 0]);
        assert!(status.success());
    }
}

/// Before any handshake, before any position, and in both dialects.
#[test]
fn questions_have_one_answer_each() {
    let turns = open(START).expect("a position").turns().join(" ");
    for dialect in ["", "uci", "ugi"] {
        let mut engine = Engine::start();
        engine.send(dialect);
        engine.sync();
        for (question, answer) in [
            ("gameover", "false"),
            ("p1turn", "true"),
            ("result", "none"),
            ("fen", START),
            ("board", "6"),
            ("movelist", &turns),
            ("islegal a1-c1+d1", "true"),
            ("islegal a1-c1+e1", "false"),
            ("islegal a1-c1", "false"),
            ("islegal f6-d6+c6", "false"),
            ("islegal e2e4", "false"),
            ("islegal (none)", "false"),
            ("islegal \u{1f3b2}", "false"),
            ("islegal", "unsupported"),
            ("", "unsupported"),
            ("GameOver", "unsupported"),
            ("gameover now", "unsupported"),
            ("p2turn", "unsupported"),
            ("moves", "unsupported"),
            ("gameover\r", "false"),
            ("  p1turn  ", "true"),
        ] {
            assert_eq!(engine.query(question), answer, "{question}");
        }
        assert_eq!(engine.response("movelist"), turns);
    }
}

/// Worked out by hand.
#[test]
fn questions_about_ended_games() {
    let mut engine = Engine::start_speaking("ugi");
    for (text, first, result, turns) in [
        (FINISHED, "true", "p2win", "(none)"),
        ("4tt/6/6/6/6/rr4 t 1 0", "false", "p1win", "(none)"),
        ("6/6/6/6/6/6 r 3 3", "true", "p2win", "(none)"),
        ("8/8/8/8/8/8/8/8 t 3 3", "false", "p1win", "(none)"),
        (WIN_IN_1, "true", "none", "a1xc1"),
        (LOSS_IN_1, "true", "none", "a1-c1+c2 a1-c1+d1"),
    ] {
        engine.tell(&format!("position fen {text}"));
        assert_eq!(engine.query("p1turn"), first, "{text}");
        assert_eq!(engine.query("result"), result, "{text}");
        assert_eq!(engine.query("gameover"), (result != "none").to_string());
        assert_eq!(engine.query("movelist"), turns, "{text}");
    }
    engine.tell(&format!("position fen {WIN_IN_1} moves a1xc1"));
    assert_eq!(engine.query("fen"), "6/6/6/6/6/2r3 t 0 0");
    assert_eq!(engine.query("result"), "p1win");
}

#[test]
fn turns_are_played_on_and_taken_back() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for start in STARTS {
            engine.tell(&format!("position fen {start}"));
            engine.refuses("undo", "nothing-to-undo");
            engine.tell("undo 0");
            let mut position = open(start).expect("a position");
            let mut texts = vec![start.to_owned()];
            for _ in 0..4 {
                let turn = &position.turns()[0];
                engine.tell(&format!("moves {turn}"));
                position = position.after(turn).expect("a legal turn");
                texts.push(position.text());
                assert_eq!(engine.query("fen"), position.text());
            }
            engine.refuses("undo 5", "nothing-to-undo");
            assert_eq!(engine.query("fen"), texts[4]);
            engine.tell("undo 0");
            engine.tell("undo");
            assert_eq!(engine.query("fen"), texts[3]);
            engine.tell("undo 2");
            assert_eq!(engine.query("fen"), texts[1]);
            engine.tell(&format!("{dialect}newgame"));
            engine.tell("undo 1");
            assert_eq!(engine.query("fen"), texts[0]);
            engine.refuses("undo", "nothing-to-undo");
            engine.tell("moves");
            assert_eq!(engine.query("fen"), texts[0]);
            assert!(engine.go("go depth 2").turn.is_some());
        }
    }
}

/// In moves of the winner, or in plies.
#[test]
fn proved_ends_are_counted_as_the_dialect_counts_them() {
    for (text, uci, ugi) in [(WIN_IN_1, 1, 1), (LOSS_IN_1, -1, -2), (WIN_IN_2, 2, 3)] {
        for (dialect, mate) in [("uci", uci), ("ugi", ugi)] {
            let mut engine = Engine::start_speaking(dialect);
            engine.tell(&format!("position fen {text}"));
            let mut lines = vec!["go depth 20".to_owned()];
            // A loss is not what it looks for.
            if mate > 0 {
                lines.push(format!("go mate {mate}"));
                lines.push(format!("go mate {} depth 20", mate + 3));
            }
            for line in lines {
                let score = engine.go(&line).last().score;
                assert_eq!(score, Some(Score::mate(mate)), "{dialect}, {line}: {text}");
            }
        }
    }
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell(&format!("position fen {FINISHED}"));
        assert_eq!(engine.go("go").last().score, Some(Score::mate(0)));
    }
}

/// A mate that is looked for and is not there ends the search at the iteration that shows it.
#[test]
fn a_win_that_is_not_there_is_not_looked_for_for_ever() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for start in STARTS {
            engine.tell(&format!("position fen {start}"));
            for mate in 1..3 {
                let plies = if dialect == "uci" { 2 * mate - 1 } else { mate };
                let searched = engine.go(&format!("go mate {mate}"));
                assert!(searched.turn.is_some());
                assert!(searched.last().depth <= Some(plies), "{dialect}, {mate}");
            }
        }
        engine.tell(&format!("position fen {WIN_IN_2}"));
        let too_few = engine.go("go mate 1");
        assert!(too_few.turn.is_some());
    }
}

#[test]
fn counts() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for (board, turns, paths) in [
            ("6", 134_536, 135_532),
            ("8", 205_656, 206_836),
            ("10", 205_792, 206_972),
        ] {
            engine.tell(&format!("setoption name Board value {board}"));
            for (line, count) in [
                ("perft 5", turns),
                ("perft 5 paths", paths),
                ("perft 1", 10),
                ("perft 1 paths", 10),
            ] {
                engine.send(line);
                let lines = engine.until_prefix("Nodes searched: ");
                assert_eq!(
                    lines,
                    [format!("Nodes searched: {count}")],
                    "{board}, {line}"
                );
            }
            for (line, count) in [
                ("divide 5", turns),
                ("go perft 5", turns),
                ("divide 5 paths", paths),
            ] {
                engine.send(line);
                let mut lines = engine.until_prefix("Nodes searched: ");
                assert_eq!(
                    lines.pop(),
                    Some(format!("Nodes searched: {count}")),
                    "{board}, {line}"
                );
                assert!(lines.is_sorted());
                let parts = lines
                    .iter()
                    .map(|line| line.split_once(": ").expect("a count"));
                let (texts, counts): (Vec<_>, Vec<_>) = parts.unzip();
                assert_eq!(texts.join(" "), engine.query("movelist"));
                let sum: u64 = counts
                    .iter()
                    .map(|count| count.parse::<u64>().expect("a number"))
                    .sum();
                assert_eq!(sum, count);
            }
        }
    }
}

#[test]
fn openings() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for (board, start) in [("6", STARTS[0]), ("8", STARTS[1]), ("10", STARTS[2])] {
            engine.tell(&format!("setoption name Board value {board}"));
            let mut make = |line: &str| -> Vec<String> {
                engine.send(line);
                let mut lines = engine.until_prefix("info string genfens done ");
                let count = lines.len() - 1;
                assert_eq!(
                    lines.pop(),
                    Some(format!("info string genfens done {count}"))
                );
                let text =
                    |line: &String| line.strip_prefix("info string genfens ").map(str::to_owned);
                lines
                    .iter()
                    .map(|line| text(line).expect("a position"))
                    .collect()
            };
            for (plies, count) in [(1, 1), (2, 5), (3, 8), (4, 8), (5, 4)] {
                let line = format!("genfens {count} seed 7 plies {plies} depth 2");
                let texts = make(&line);
                assert_eq!(texts.len(), count);
                assert_eq!(
                    make(&format!("{line} book None")),
                    texts,
                    "the same each time"
                );
                let positions: Vec<_> = texts
                    .iter()
                    .map(|text| open(text).expect("a position"))
                    .collect();
                let different: HashSet<_> = positions.iter().map(|p| p.reflected()).collect();
                assert_eq!(different.len(), count, "{texts:#?}");
                for position in &positions {
                    assert!(!position.is_over());
                    assert!(position.has_material_of_a_game());
                    assert_eq!(position.points().to_string(), board);
                    assert_eq!(position.is_first_to_move(), plies % 2 == 0);
                }
            }
            assert_ne!(
                make("genfens 8 seed 1 depth 2"),
                make("genfens 8 seed 2 depth 2")
            );
            assert_eq!(
                make("genfens 2 depth 2"),
                make("genfens 2 seed 0 plies 4 depth 2")
            );
            assert_eq!(make("genfens 0"), [""; 0]);
            assert_eq!(engine.query("fen"), start);
        }
        // There are not so many.
        engine.send("genfens 20 plies 1 depth 1");
        let lines = engine.until_prefix("info string error openings: ");
        assert!(lines.len() <= 10, "{lines:#?}");
        assert_eq!(engine.sync(), [""; 0]);
    }
}

#[test]
fn debug_lines_come_only_when_they_are_wanted() {
    let mut engine = Engine::start();
    let mut said = |line: &str| {
        engine.send(line);
        engine.send("go depth 2");
        let mut lines = engine.until_best_move();
        lines.extend(engine.sync());
        lines
            .iter()
            .filter(|line| line.starts_with("info string debug: "))
            .count()
    };
    assert_eq!(said("debug off"), 0);
    assert!(said("debug on") >= 2);
    assert!(said("") >= 2);
    assert_eq!(said("debug off"), 0);
}

#[test]
fn more_threads_than_processors() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 8");
    let position = Position::<Ten>::start();
    engine.tell("setoption name Board value 10");
    for line in ["go movetime 1", "go depth 4", "go nodes 1000"] {
        assert!(engine.go(line).check(&position).is_some(), "{line}");
    }
    engine.send_bytes(b"go infinite\nisready\n");
    engine.until(|line| line == "readyok");
    engine.send("stop");
    assert!(engine.searched().check(&position).is_some());
}

#[test]
fn a_finished_game() {
    let mut engine = Engine::start();
    engine.tell(&format!("position fen {FINISHED}"));
    for line in ["go", "go depth 3", "go movetime 10", "go nodes 5"] {
        engine.send(line);
        let lines = engine.until_best_move();
        assert_eq!(lines[lines.len() - 1], "bestmove (none)");
        let score = &lines[lines.len() - 2];
        assert!(score.starts_with("info depth 0 "), "{lines:#?}");
        assert!(score.contains(" score mate 0 "), "{lines:#?}");
    }
    assert!(engine.ask("eval")[0].starts_with("info string evaluation "));
    for line in ["perft 1", "divide 1", "go perft 1"] {
        engine.send(line);
        assert_eq!(engine.until_prefix("Nodes "), ["Nodes searched: 0"]);
    }
}

#[test]
fn a_made_up_position_is_noticed_once() {
    let mut engine = Engine::start();
    let is_notice = |line: &String| line.starts_with("info string notice: a made-up position: ");
    for moves in ["", " moves a1-c1+d1 f6-d6+c6"] {
        let made_up = if moves.is_empty() {
            MADE_UP.to_owned()
        } else {
            MADE_UP.replace("13 13", "99 13")
        };
        let lines = engine.ask(&format!("position fen {made_up}{moves}"));
        assert!(lines.len() == 1 && is_notice(&lines[0]), "{lines:#?}");
        for line in ["d", "eval", "ucinewgame", "stop", "query fen", "movelist"] {
            assert!(!engine.ask(line).iter().any(is_notice), "{line}");
        }
        assert!(engine.go("go depth 2").turn.is_some());
    }
    engine.tell(&format!("position fen {START}"));
}

#[test]
fn pictures_and_numbers() {
    let mut engine = Engine::start();
    for (size, ranks) in [("6", 6), ("8", 8), ("10", 10)] {
        engine.tell(&format!("setoption name Board value {size}"));
        let lines = engine.ask("d");
        assert_eq!(lines, engine.ask("print"));
        assert_eq!(lines.len(), ranks + 2);
        assert!(lines[0].starts_with(&format!("info string {size} . ")));
        assert!(lines[ranks - 1].starts_with("info string 1 r r . "));
        let eval = engine.ask("eval");
        let number = eval[0].strip_prefix("info string evaluation ");
        assert!(number.is_some_and(|n| n.parse::<i32>().is_ok()), "{eval:?}");
    }
}
