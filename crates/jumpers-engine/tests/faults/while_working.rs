//! What comes while the engine works.

use crate::common::{DIALECTS, Engine, MADE_UP, START, STARTS};

/// Work that ends only when it is stopped, how it shows that it goes on, and its last line.
const WORK: [(&str, &str); 7] = [
    ("go infinite", "bestmove "),
    ("go solve infinite", "bestmove "),
    ("go ponder p1time 1 p2time 1", "bestmove "),
    ("perft 30", "info string error perft: "),
    ("divide 30 paths", "info string error perft: "),
    ("bench 100", ""),
    ("genfens 1000000 plies 8", "info string error openings: "),
];

/// Is this the last line of such work?
fn ends(line: &str, last: &str) -> bool {
    if last.is_empty() {
        line.ends_with(" nps")
    } else {
        line.starts_with(last)
    }
}

/// An engine that works.
fn working(dialect: &str, work: &str) -> Engine {
    let mut engine = Engine::start_speaking(dialect);
    engine.send(work);
    if work == "go infinite" {
        engine.until_prefix("info depth 2 ");
    }
    engine.sync();
    engine
}

/// Of the lines only those that are not the work's.
fn without_reports(mut lines: Vec<String>) -> Vec<String> {
    const REPORTS: [&str; 5] = [
        "info depth ",
        "info nodes ",
        "info string debug: ",
        "info string genfens ",
        "position ",
    ];
    lines.retain(|line| !REPORTS.iter().any(|start| line.starts_with(start)));
    lines
}

#[test]
fn these_are_answered_at_once_and_leave_the_work_alone() {
    for (work, last) in WORK {
        for dialect in DIALECTS {
            let mut engine = working(dialect, work);
            let list: Vec<_> = crate::common::open(START).expect("a position").turns();
            for (line, answer) in [
                ("uci", "uciok"),
                ("ugi", "ugiok"),
                ("isready", "readyok"),
                ("d", &format!("info string fen {START}")),
                ("print", &format!("info string fen {START}")),
                ("eval", "info string evaluation "),
                ("query gameover", "response false"),
                ("query p1turn", "response true"),
                ("query result", "response none"),
                ("query fen", &format!("response {START}")),
                ("query board", "response 6"),
                ("query islegal a1-c1+d1", "response true"),
                ("query islegal a1-c1+e1", "response false"),
                ("query movelist", &format!("response {}", list.join(" "))),
                ("movelist", &format!("response {}", list.join(" "))),
                ("query", "response unsupported"),
                ("query the time", "response unsupported"),
                ("nothing", "info string error unknown-command: "),
                ("position here", "info string error unknown-position: "),
                ("position fen here", "info string error bad-position: "),
                (
                    "position startpos moves a1-a3",
                    "info string error ambiguous-turn: ",
                ),
                (
                    "moves a1-c1+d1 a1-c1+d1",
                    "info string error illegal-turn: ",
                ),
                ("undo", "info string error nothing-to-undo: "),
                ("go depth", "info string error missing-value: "),
                ("go searchmoves a1-a1", "info string error illegal-turn: "),
                ("perft x", "info string error bad-number: "),
                ("bench x", "info string error bad-number: "),
                ("genfens x", "info string error bad-number: "),
                (
                    "setoption name Hash value 0",
                    "info string error bad-option-value: ",
                ),
                (
                    "setoption name Threads value 0",
                    "info string error bad-option-value: ",
                ),
                (
                    "setoption name Board value 7",
                    "info string error bad-option-value: ",
                ),
                (
                    "setoption name Contempt value 7",
                    "info string error unknown-option: ",
                ),
            ] {
                engine.send(line);
                let lines = engine.until(|line| line.starts_with(answer));
                assert!(
                    !lines.iter().any(|line| ends(line, last)),
                    "{work}, {line}: {lines:#?}"
                );
            }
            for line in [
                "debug on",
                "debug off",
                "setoption name Move Overhead value 5",
                "setoption name Ponder value true",
                "",
            ] {
                engine.send(line);
                assert_eq!(without_reports(engine.sync()), [""; 0], "{work}, {line}");
            }
            engine.send("stop");
            engine.until(|line| ends(line, last));
            engine.tell("stop");
            assert_eq!(engine.query("fen"), START);
        }
    }
}

#[test]
fn these_end_the_work_first_and_then_take_effect() {
    for (work, last) in WORK {
        for (line, position) in [
            (
                "position startpos moves a1-c1+d1",
                "4tt/4tt/6/6/rr4/1rrr2 t 11 13",
            ),
            (
                "position fen 8/8/8/8/8/8/8/rt6 r 1 1",
                "8/8/8/8/8/8/8/rt6 r 1 1",
            ),
            ("moves a1-c1+d1", "4tt/4tt/6/6/rr4/1rrr2 t 11 13"),
            ("ucinewgame", START),
            ("uginewgame", START),
            ("setoption name Hash value 2", START),
            ("setoption name Threads value 2", START),
            ("setoption name Clear Hash", START),
            ("setoption name Board value 8", STARTS[1]),
        ] {
            let mut engine = working("ugi", work);
            engine.send(line);
            engine.send("query fen");
            let lines = engine.until_prefix("response ");
            let [.., end, response] = lines.as_slice() else {
                panic!("{work}, {line}: {lines:#?}");
            };
            assert!(ends(end, last), "{work}, {line}: {lines:#?}");
            assert_eq!(*response, format!("response {position}"), "{work}, {line}");
            assert_eq!(engine.sync(), [""; 0], "{work}, {line}");
            assert!(engine.go("go depth 2").turn.is_some());
        }
    }
}

#[test]
fn the_notice_of_a_made_up_position_comes_after_the_end_of_the_work() {
    for (work, last) in WORK {
        let mut engine = working("uci", work);
        engine.send(&format!("position fen {MADE_UP}"));
        let lines = engine.until_prefix("info string notice: ");
        let end = &lines[lines.len() - 2];
        assert!(ends(end, last), "{work}: {lines:#?}");
        assert_eq!(engine.sync(), [""; 0]);
        assert_eq!(engine.position(), MADE_UP);
    }
}

#[test]
fn a_turn_is_taken_back_while_the_engine_works() {
    for (work, last) in WORK {
        let mut engine = Engine::start_speaking("ugi");
        engine.tell("position startpos");
        engine.tell("moves a1-c1+d1");
        engine.send(work);
        engine.sync();
        engine.send("undo 2");
        let lines = engine.until_prefix("info string error ");
        assert!(
            !lines.iter().any(|line| ends(line, last)),
            "{work}: {lines:#?}"
        );
        engine.send("undo");
        engine.send("query fen");
        let lines = engine.until_prefix("response ");
        assert!(ends(&lines[lines.len() - 2], last), "{work}: {lines:#?}");
        assert_eq!(lines[lines.len() - 1], format!("response {START}"));
    }
}

#[test]
fn other_work_ends_the_work_first() {
    let end = |line: &str| WORK.iter().any(|(_, last)| ends(line, last));
    let short = [
        ("go depth 1", "bestmove "),
        ("perft 2", "Nodes searched: 100"),
        ("divide 1", "Nodes searched: 10"),
        ("go perft 1", "Nodes searched: 10"),
        ("genfens 0", "info string genfens done 0"),
        ("bench 1", ""),
    ];
    for (work, last) in WORK {
        let mut engine = Engine::start();
        for (line, its_last) in short {
            engine.send(work);
            engine.send(line);
            let lines = engine.until(end);
            assert!(
                ends(&lines[lines.len() - 1], last),
                "{work}, {line}: {lines:#?}"
            );
            engine.until(|line| ends(line, its_last));
            assert_eq!(engine.sync(), [""; 0], "{work}, {line}");
        }
        for (other, its_last) in WORK {
            engine.send(work);
            engine.send(other);
            engine.until(|line| ends(line, last));
            engine.send("stop");
            engine.until(|line| ends(line, its_last));
            assert_eq!(engine.sync(), [""; 0], "{work}, {other}");
        }
    }
}

/// What a command changes is not read by a search that began before it.
#[test]
fn a_search_answers_for_the_position_that_it_began_with() {
    let mut engine = Engine::start();
    for (next, board) in [("8", "6"), ("10", "8"), ("6", "10")] {
        let position = engine.query("fen");
        assert_eq!(engine.query("board"), board);
        let position = crate::common::open(&position).expect("a position");
        engine.send_bytes(
            format!("go infinite\nsetoption name Board value {next}\ngo depth 1\n").as_bytes(),
        );
        let turn = engine.searched().turn.expect("a turn");
        assert!(position.turns().contains(&turn), "{turn}");
        let turn = engine.searched().turn.expect("a turn");
        assert_eq!(engine.query(&format!("islegal {turn}")), "true");
    }
}
