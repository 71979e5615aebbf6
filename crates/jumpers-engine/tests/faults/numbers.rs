//! Numbers that are none, and numbers at their bounds.

use jumpers_core::{Position, Six};

use crate::common::{DIALECTS, Engine, START};

/// No whole numbers, of any kind.
const NO_NUMBERS: [&str; 28] = [
    "x",
    "12x",
    "x12",
    "1.5",
    "1.",
    ".5",
    "1e3",
    "0x10",
    "--1",
    "-",
    "+",
    "+0",
    "+1",
    "+100",
    "++1",
    "+-1",
    "1,000",
    "1_000",
    "5:00",
    "1/2",
    "\u{663}",
    "\u{ff11}",
    "\u{b2}",
    "nan",
    "inf",
    "true",
    "99999999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999999",
];

/// What is too small or too large for a number that is not negative.
const TOO_SMALL: [&str; 2] = ["-1", "-18446744073709551615"];

/// Parameters of `go` with a number: those below zero, and those not.
const TIMES: [&str; 9] = [
    "wtime", "btime", "winc", "binc", "p1time", "p2time", "p1inc", "p2inc", "movetime",
];
const COUNTS: [&str; 5] = ["movestogo", "depth", "nodes", "mate", "perft"];

#[test]
fn numbers_that_are_none_are_errors() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        let mut refused = |before: &str, number: &str| {
            engine.refuses(&format!("{before} {number}"), "bad-number");
            engine.refuses(&format!("{before} {number} "), "bad-number");
        };
        for number in NO_NUMBERS {
            for name in TIMES.iter().chain(&COUNTS) {
                refused(&format!("go {name}"), number);
                refused(&format!("go depth 2 infinite {name}"), number);
            }
        }
        for number in NO_NUMBERS.iter().chain(&TOO_SMALL) {
            for name in COUNTS {
                refused(&format!("go {name}"), number);
            }
            for command in ["perft", "divide", "undo", "bench", "genfens"] {
                refused(command, number);
            }
            for name in ["seed", "plies", "depth"] {
                refused(&format!("genfens 1 {name}"), number);
            }
        }
        for name in ["movestogo", "depth", "mate", "perft"] {
            refused(&format!("go {name}"), "4294967296");
        }
        for command in [
            "perft",
            "divide",
            "undo",
            "bench",
            "genfens",
            "genfens 1 plies",
        ] {
            refused(command, "4294967296");
        }
        refused("go nodes", "18446744073709551616");
        refused("genfens 1 seed", "18446744073709551616");
        for name in TIMES {
            refused(&format!("go {name}"), "9223372036854775808");
            refused(&format!("go {name}"), "-9223372036854775809");
        }
        // None of it was begun, and nothing is left of it.
        assert_eq!(engine.go("go depth 2").last().depth, Some(2));
        assert_eq!(engine.query("fen"), START);
    }
}

#[test]
fn numbers_that_are_not_there_are_errors() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for name in TIMES.iter().chain(&COUNTS) {
            engine.refuses(&format!("go {name}"), "missing-value");
            engine.refuses(&format!("go infinite {name}\t"), "missing-value");
            engine.refuses(&format!("go {name} depth 3"), "missing-value");
            engine.refuses(&format!("go {name} {name} 3"), "missing-value");
            engine.refuses(&format!("go {name} infinite"), "missing-value");
        }
        engine.refuses("go wtime btime 50000", "missing-value");
        engine.refuses("go searchmoves", "missing-value");
        engine.refuses("go searchmoves depth 1", "missing-value");
        for command in [
            "perft",
            "divide",
            "genfens",
            "genfens 1 seed",
            "genfens 1 plies",
            "genfens 1 depth",
            "genfens 1 seed plies 2",
            "genfens seed 1",
        ] {
            engine.refuses(command, "missing-value");
        }
        assert_eq!(engine.go("go depth 2").last().depth, Some(2));
    }
}

/// Options of every type with values that are not theirs.
#[test]
fn values_of_options_that_are_none_are_errors() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        let mut refuses = |name: &str, value: &str| {
            engine.refuses(
                &format!("setoption name {name} value {value}"),
                "bad-option-value",
            );
        };
        for name in ["Hash", "Threads", "MultiPV", "Move Overhead"] {
            for value in NO_NUMBERS.iter().chain(&TOO_SMALL) {
                refuses(name, value);
            }
            for value in [
                "",
                "value",
                "1 2",
                "16 MB",
                "<empty>",
                "4294967296",
                "18446744073709551617",
            ] {
                refuses(name, value);
            }
        }
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "1048577"),
            ("Threads", "0"),
            ("Threads", "257"),
            ("MultiPV", "0"),
            ("MultiPV", "501"),
            ("Move Overhead", "10001"),
        ] {
            refuses(name, value);
        }
        for value in [
            "",
            "7",
            "6x6",
            "06",
            "6.0",
            "six",
            "-6",
            "12",
            "6 8",
            "9999999999999999999999",
        ] {
            refuses("Board", value);
        }
        for name in ["Ponder", "OwnBook", "ProofSearch", "UCI_AnalyseMode"] {
            for value in ["", "1", "0", "yes", "on", "tru", "truefalse", "true false"] {
                refuses(name, value);
            }
        }
        for name in ["Hash", "Threads", "MultiPV", "Board", "OwnBook"] {
            engine.refuses(&format!("setoption name {name}"), "bad-option-value");
        }
        let searched = engine.go("go depth 2");
        assert_eq!(
            (searched.last().depth, searched.last_lines().len()),
            (Some(2), 1)
        );
        assert_eq!(engine.query("board"), "6");
    }
}

#[test]
fn every_go_that_is_accepted_has_its_turn() {
    let position = Position::<Six>::start();
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for line in [
            "go",
            "go movetime 30",
            "go movetime 0",
            "go movetime 1",
            "go movetime -100",
            "go movetime -9223372036854775808",
            "go depth 3",
            "go depth 0",
            "go depth 007",
            "go nodes 1",
            "go nodes 0",
            "go nodes 500",
            "go wtime 500 btime 500",
            "go wtime 500 btime 500 winc 10 binc 10 movestogo 7",
            "go p1time 500 p2time 500 p1inc 10 p2inc 10",
            "go wtime 0 btime 0",
            "go wtime 0 btime 0 winc 0 binc 0 movestogo 0",
            "go wtime -5000 btime -5000 winc -5 binc -5",
            "go wtime -9223372036854775808",
            "go wtime 1 btime 1",
            "go wtime 300 movestogo 0",
            "go wtime 300 movestogo 1",
            "go wtime 300 movestogo 4294967295",
            "go wtime 300 winc 9223372036854775807",
            "go wtime 300 winc -9223372036854775808",
            // No limit that applies to the side to move.
            "go btime 50",
            "go winc 100",
            "go movestogo 3",
            // The first limit that is reached ends the search.
            "go depth 100 movetime 30",
            "go depth 2 movetime 1000000",
            "go nodes 18446744073709551615 movetime 30",
            "go depth 4294967295 nodes 300",
            "go mate 1 movetime 30",
            "go mate 0 movetime 30",
            "go mate 4294967295 depth 3",
            "go movetime 1000000 nodes 100",
            "go wtime 1000000000 btime 1000000000 nodes 100",
            "go movetime 9223372036854775807 depth 2",
            // The last value of a parameter that is given twice.
            "go depth 100 depth 2",
            "go wtime 1000000000 wtime 1",
        ] {
            engine.tell("position startpos");
            let searched = engine.go(line);
            assert!(searched.check(&position).is_some(), "{line}");
            assert_eq!(engine.sync(), [""; 0], "{line}");
        }
    }
}

/// The bounds of the other numbers. What takes too long is stopped.
#[test]
fn numbers_at_their_bounds() {
    let mut engine = Engine::start_speaking("ugi");
    engine.tell("undo 0");
    engine.refuses("undo 1", "nothing-to-undo");
    engine.refuses("undo 4294967295", "nothing-to-undo");
    for (line, last) in [
        ("perft 0", "Nodes searched: 1"),
        ("perft 1", "Nodes searched: 10"),
        ("go perft 0", "Nodes searched: 1"),
        ("genfens 0", "info string genfens done 0"),
    ] {
        engine.send(line);
        assert_eq!(engine.until(|line| line == last).len(), 1, "{line}");
        assert_eq!(engine.sync(), [""; 0], "{line}");
    }
    for line in [
        "perft 4294967295",
        "divide 4294967295 paths",
        "go perft 4294967295",
        "genfens 4294967295",
        "genfens 3 plies 4294967295",
        "genfens 3 depth 4294967295",
        "genfens 1 seed 18446744073709551615",
        "genfens 3 plies 0",
        "genfens 1 depth 0",
        "bench 4294967295",
        "bench 0",
    ] {
        engine.send(line);
        engine.sync();
        // This ends it.
        engine.send("position startpos");
        let lines = engine.sync();
        assert!(!lines.iter().any(|line| line.contains("error internal")));
        assert_eq!(engine.query("fen"), START, "{line}");
    }
    let searched = engine.go("go depth 2");
    assert_eq!(searched.last().depth, Some(2));
}
