//! Stops and hits that are meant for one search and no other.

use std::time::{Duration, Instant};

use jumpers_core::{Position, Six};

use crate::common::{DIALECTS, Engine, FINISHED, LOSS_IN_1, WIN_IN_1};

fn start() -> Position<Six> {
    Position::start()
}

#[test]
fn a_stale_stop_does_not_end_the_next_search() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        // Without a search there is nothing to say, and the next search does not hear of it.
        engine.tell("stop");
        engine.send_bytes(b"stop\nstop\ngo infinite\n");
        engine.assert_searching();
        engine.send("stop");
        assert!(engine.searched().turn.is_some());
        // After one that has ended by itself, also if the stop comes late or too late.
        for go in [
            "go depth 1",
            "go nodes 1",
            "go movetime 1",
            "go ponder\nponderhit\n",
        ] {
            engine.send_bytes(format!("{go}\nstop\nstop\ngo infinite\n").as_bytes());
            assert!(engine.searched().turn.is_some());
            engine.assert_searching();
            engine.send_bytes(b"stop\ngo depth 3\nisready\n");
            assert!(engine.searched().turn.is_some());
            let lines = engine.until_best_move();
            assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")));
        }
        engine.sync();
        engine.tell("stop");
    }
}

#[test]
fn a_stop_however_early_ends_the_search_before_it() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.send_bytes(b"go infinite\nstop\n");
        assert!(engine.searched().check(&start()).is_some());
        engine.send_bytes(b"go ponder\nstop\n");
        assert!(engine.searched().check(&start()).is_some());
    }
    for other in [
        "perft 30\nstop\n",
        "divide 30\nstop\n",
        "go perft 30\nstop\n",
    ] {
        for _ in 0..10 {
            engine.send_bytes(other.as_bytes());
            engine.until_prefix("info string error perft: ");
        }
    }
    engine.tell("stop");
}

/// All sequences of three of these, in one write; each `go` has its one answer, whoever ends it.
#[test]
fn every_interleaving_has_one_answer_for_each_go() {
    const LINES: [&str; 8] = [
        "go infinite",
        "go solve infinite",
        "go ponder",
        "go ponder depth 1",
        "go nodes 30",
        "stop",
        "ponderhit",
        "isready",
    ];
    let mut engine = Engine::start();
    for (i, first) in LINES.iter().enumerate() {
        for (k, second) in LINES.iter().enumerate() {
            for (m, third) in LINES.iter().enumerate() {
                let lines = [*first, *second, *third];
                let bytes = format!("{first}\n{second}\n{third}\n");
                if (i + k + m) % 4 == 0 {
                    engine.send_byte_by_byte(bytes.as_bytes());
                } else {
                    engine.send_bytes(bytes.as_bytes());
                }
                // The last of them may go on for ever; a new position ends it, and waits.
                engine.send("position startpos");
                let said = engine.sync();
                let count =
                    |start: &str| said.iter().filter(|line| line.starts_with(start)).count();
                let gos = lines.iter().filter(|line| line.starts_with("go ")).count();
                let asked = lines.iter().filter(|line| **line == "isready").count();
                // The last `readyok` is taken; an earlier one ends the reading.
                let said = if asked > 0 {
                    let mut rest = said.clone();
                    for _ in 0..asked {
                        rest.extend(engine.until(|line| line == "readyok"));
                    }
                    rest.iter()
                        .filter(|line| line.starts_with("bestmove "))
                        .count()
                } else {
                    count("bestmove ")
                };
                assert_eq!(said, gos, "{lines:?}");
            }
        }
    }
}

#[test]
fn each_go_has_one_answer() {
    let mut engine = Engine::start();
    for line in [
        "go depth 1",
        "go nodes 20",
        "go movetime 1",
        "go infinite",
        "go ponder",
        "go solve infinite",
    ] {
        for _ in 0..5 {
            engine.send(line);
        }
    }
    engine.send("stop");
    for _ in 0..30 {
        assert!(engine.searched().check(&start()).is_some());
    }
    assert_eq!(engine.sync(), [""; 0]);
}

#[test]
fn infinite_has_no_answer_before_stop() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for line in [
            "go infinite",
            "go infinite depth 1",
            "go nodes 10 infinite",
            "go infinite movetime 1",
            "go infinite wtime 1 btime 1",
            "go infinite mate 1",
            "go infinite searchmoves a1-c1+d1 depth 1",
            "go infinite ponder",
            "go ponder infinite depth 1",
        ] {
            engine.send(line);
            engine.assert_searching();
            if line.contains("ponder") {
                engine.send("ponderhit");
                engine.assert_searching();
            }
            engine.send("stop");
            assert!(engine.searched().check(&start()).is_some(), "{line}");
            engine.tell("stop");
        }
    }
}

#[test]
fn a_decided_game_has_no_answer_before_stop() {
    let mut engine = Engine::start();
    engine.tell("setoption name OwnBook value true");
    for text in [FINISHED, WIN_IN_1, LOSS_IN_1] {
        engine.tell(&format!("position fen {text}"));
        for (line, end) in [
            ("go infinite", "stop"),
            ("go infinite depth 1", "stop"),
            ("go infinite mate 1", "stop"),
            ("go ponder", "stop"),
            ("go ponder", "ponderhit"),
            ("go ponder movetime 1", "ponderhit"),
        ] {
            engine.send(line);
            engine.assert_searching();
            engine.send(end);
            let turn = engine.searched().turn;
            assert_eq!(turn.is_none(), text == FINISHED, "{text}, {line}");
            engine.tell("stop");
        }
    }
}

#[test]
fn pondering() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell("setoption name Ponder value true");
        engine.tell("ponderhit");
        for line in [
            "go ponder movetime 20",
            "go ponder wtime 100 btime 100",
            "go ponder depth 1",
            "go ponder nodes 10",
            "go ponder mate 1 depth 2",
            "go ponder",
        ] {
            for end in ["ponderhit", "stop"] {
                engine.send(line);
                engine.assert_searching();
                engine.send(end);
                assert!(engine.searched().check(&start()).is_some(), "{line}");
                engine.tell("stop");
                engine.tell("ponderhit");
            }
        }
        // Neither a stop nor a hit is left for the next search.
        engine.send_bytes(b"go ponder movetime 1\nstop\ngo ponder movetime 1\n");
        engine.searched();
        engine.assert_searching();
        engine.send_bytes(b"ponderhit\ngo ponder depth 1\n");
        engine.searched();
        engine.assert_searching();
        engine.send_bytes(b"stop\nponderhit\nponderhit\ngo infinite\nponderhit\n");
        engine.searched();
        engine.assert_searching();
        engine.send("stop");
        engine.searched();
    }
}

/// The clock begins to run once: hits that nobody waits for give no more time.
#[test]
fn a_ponderhit_out_of_place_changes_nothing() {
    let mut engine = Engine::start();
    for line in ["go movetime 1500", "go ponder movetime 1500"] {
        engine.send(line);
        let begin = Instant::now();
        let answered = loop {
            engine.send("ponderhit");
            std::thread::sleep(Duration::from_millis(100));
            let lines = engine.sync();
            if lines.iter().any(|line| line.starts_with("bestmove")) {
                break true;
            }
            if begin.elapsed() > Duration::from_secs(10) {
                break false;
            }
        };
        assert!(answered, "{line}");
    }
}

/// In UGI an answer never has an expected reply behind it, which would be a third word; in UCI it
/// has where the search saw one.
#[test]
fn an_answer_has_two_words_in_ugi() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        // Another handshake is answered and changes nothing.
        for other in DIALECTS {
            engine.send(other);
            engine.until(|line| line == format!("{other}ok"));
        }
        for line in [
            "go depth 4",
            "go nodes 5000",
            "go ponder depth 4\nponderhit",
            "go infinite depth 4\nstop",
        ] {
            engine.send(line);
            let lines = engine.until_best_move();
            let words = lines[lines.len() - 1].split(' ').count();
            let allowed = if dialect == "ugi" { &[2][..] } else { &[2, 4] };
            assert!(allowed.contains(&words), "{dialect}, {line}: {lines:#?}");
        }
        engine.send("go depth 4");
        let lines = engine.until_best_move();
        let is_with_reply = lines[lines.len() - 1].contains(" ponder ");
        assert_eq!(is_with_reply, dialect == "uci", "{lines:#?}");
    }
}
