//! Options that cannot be had, those that are none, and those that stay.

use crate::common::{DIALECTS, Engine, START, STARTS};

/// Too large for any machine that runs this, or for the bounds.
#[test]
fn a_hash_that_cannot_be_had_leaves_the_old_one() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell("position startpos moves a1-c1+d1");
        engine.tell("setoption name Hash value 3");
        let fen = engine.query("fen");
        let full = engine.go("go depth 6").last().nodes;
        for _ in 0..3 {
            engine.refuses("setoption name Hash value 1048577", "bad-option-value");
            engine.refuses("setoption name Hash value 99999999999", "bad-option-value");
            engine.refuses(
                "setoption name Hash value 18446744073709551615",
                "bad-option-value",
            );
            assert_eq!(engine.query("fen"), fen);
            assert!(engine.go("go depth 3").turn.is_some());
        }
        // A new table of the old size: the same search.
        engine.tell("ucinewgame");
        assert_eq!(engine.go("go depth 6").last().nodes, full);
    }
}

#[cfg(unix)]
#[test]
fn what_the_system_refuses_is_an_error_each_time_and_the_old_stays() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_with_memory(1000);
        engine.send(dialect);
        engine.until(|line| line == format!("{dialect}ok"));
        engine.tell("setoption name Hash value 2");
        engine.tell("position startpos moves a1-c1+d1");
        let fen = engine.query("fen");
        let nodes = engine.go("go depth 6").last().nodes;
        for _ in 0..3 {
            engine.refuses("setoption name Hash value 2000", "no-resources");
            engine.refuses("setoption name Hash value 1048576", "no-resources");
            engine.tell("setoption name Hash value 2");
            assert_eq!(engine.query("fen"), fen);
            assert_eq!(engine.go("go depth 6").last().nodes, nodes);
        }
        // What it can have it has.
        engine.tell("setoption name Hash value 16");
        engine.tell("setoption name Threads value 2");
        assert!(engine.go("go depth 3").turn.is_some());
        // Also while it searches, which goes on.
        engine.send("go infinite");
        engine.send("setoption name Hash value 2000");
        let lines = engine.until_prefix("info string error no-resources: ");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove ")));
        engine.assert_searching();
        engine.send("stop");
        engine.until_best_move();
        assert_eq!(engine.query("fen"), fen);
        engine.send("quit");
        assert!(engine.end().1.success());
    }
}

/// The process has no room for so many stacks, whichever of its allocations fails first.
#[cfg(unix)]
#[test]
fn threads_that_cannot_be_had_leave_the_old_ones() {
    for round in 0..20 {
        let mut engine = Engine::start_with_memory(1000);
        for _ in 0..3 {
            engine.refuses("setoption name Threads value 256", "no-resources");
        }
        assert!(engine.go("go depth 3").turn.is_some(), "{round}");
        engine.tell("setoption name Threads value 2");
        engine.send("perft 30");
        engine.send("setoption name Threads value 256");
        engine.until_prefix("info string error no-resources: ");
        engine.send("stop");
        engine.until_prefix("info string error perft: ");
        assert!(engine.go("go depth 3").turn.is_some(), "{round}");
    }
}

#[test]
fn a_new_game_keeps_the_options_and_the_position() {
    for (dialect, new_game) in [
        ("uci", "ucinewgame"),
        ("ugi", "uginewgame"),
        ("ugi", "ucinewgame"),
    ] {
        let mut engine = Engine::start_speaking(dialect);
        for line in [
            "setoption name Board value 10",
            "setoption name MultiPV value 3",
            "setoption name Threads value 2",
            "setoption name Hash value 2",
            "setoption name Move Overhead value 0",
            "setoption name UCI_AnalyseMode value true",
            "position startpos moves a1-c1+d1",
        ] {
            engine.tell(line);
        }
        let fen = engine.query("fen");
        for _ in 0..2 {
            engine.tell(new_game);
            assert_eq!(engine.query("fen"), fen);
            assert_eq!(engine.go("go depth 2").last_lines().len(), 3);
        }
        engine.tell("position startpos");
        assert_eq!(engine.query("fen"), STARTS[2]);
        engine.tell(new_game);
        assert_eq!(engine.query("fen"), STARTS[2]);
    }
}

#[test]
fn setting_the_board_goes_to_its_start() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell("SETOPTION isready; setoption name BOARD value 8");
        assert_eq!(engine.query("fen"), STARTS[1]);
        engine.tell(&format!("position fen {START}"));
        assert_eq!(engine.query("board"), "6");
        engine.tell("position startpos");
        assert_eq!(engine.query("board"), "8");
        engine.tell("position startpos moves a1-c1+d1");
        engine.tell("setoption name Board value 8");
        assert_eq!(engine.query("fen"), STARTS[1]);
        engine.refuses("undo", "nothing-to-undo");
        for (size, start) in [("6", STARTS[0]), ("10", STARTS[2]), ("8", STARTS[1])] {
            engine.tell(&format!("setoption name Board value {size}"));
            assert_eq!(engine.query("board"), size);
            assert_eq!(engine.query("fen"), start);
            engine.tell("position startpos moves a1-c1+d1");
            engine.refuses("setoption name Board value 7", "bad-option-value");
            assert_eq!(engine.query("p1turn"), "false");
        }
    }
}

#[test]
fn names_in_any_case_and_buttons() {
    let mut engine = Engine::start_speaking("ugi");
    for line in [
        "setoption name hash value 2",
        "setoption name HASH value 1",
        "setoption name  Hash  value  1 ",
        "setoption name Clear Hash",
        "setoption name clear hash value now",
        "setoption name CLEAR  HASH value",
        "setoption name multipv value 2",
        "setoption name move overhead value 0",
        "setoption name OWNBOOK value true",
        "setoption name ownbook value FALSE",
        "setoption name uci_analysemode value true",
        "setoption name PONDER value true",
        "setoption name Debug Log File value",
        "setoption name Debug Log File value <empty>",
    ] {
        engine.tell(line);
    }
    assert_eq!(engine.go("go depth 1").last_lines().len(), 2);
}

/// As runners send them to every engine.
#[test]
fn options_that_are_none_are_one_error_and_change_nothing() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for name in [
            "Contempt",
            "SyzygyPath",
            "UCI_Chess960",
            "UCI_ShowWDL",
            "UCI_LimitStrength",
            "Skill Level",
            "EvalFile",
            "Book",
            "Hash Size",
            "Has",
            "Clear",
            "ClearHash",
            "Threads2",
            "MultiPV ",
            "Variant",
            "\u{1f3b2}",
        ] {
            let known = name == "MultiPV ";
            for rest in ["", " value", " value 1", " value true", " value <empty>"] {
                if !known {
                    engine.refuses(&format!("setoption name {name}{rest}"), "unknown-option");
                }
            }
        }
        for line in [
            "setoption",
            "setoption name",
            "setoption value 1",
            "setoption name value 1",
            "setoption Hash 1",
        ] {
            engine.refuses(line, "missing-name");
        }
        assert_eq!(engine.query("fen"), START);
        assert_eq!(engine.go("go depth 2").last_lines().len(), 1);
    }
}

/// Every option that is declared takes its default and its bounds.
#[test]
fn declared_options_take_what_they_declare() {
    for dialect in DIALECTS {
        let mut engine = Engine::start();
        engine.send(dialect);
        let lines = engine.until(|line| line == format!("{dialect}ok"));
        let declared: Vec<Vec<_>> = lines
            .iter()
            .filter(|line| line.starts_with("option "))
            .map(|line| line.split(' ').collect())
            .collect();
        let mut names = Vec::new();
        for words in &declared {
            let place = |word| words.iter().position(|w| *w == word);
            let kind = place("type").expect("a type");
            let name = words[2..kind].join(" ");
            let after = |word| place(word).and_then(|at| words.get(at + 1)).copied();
            let values = match words[kind + 1] {
                "spin" => vec![after("min"), after("default")],
                "check" => vec![Some("true"), Some("false"), after("default")],
                "combo" => vec![Some("6"), Some("8"), Some("10"), after("default")],
                "string" => vec![Some(after("default").unwrap_or_default())],
                "button" => vec![Some("")],
                other => panic!("{other}"),
            };
            for value in values {
                let value = value.unwrap_or_else(|| panic!("{words:?}"));
                engine.tell(&format!("setoption name {name} value {value}"));
            }
            names.push(name);
        }
        names.sort();
        let mut expected = [
            "Hash",
            "Clear Hash",
            "Threads",
            "MultiPV",
            "Ponder",
            "Move Overhead",
            "OwnBook",
            "ProofSearch",
            "Board",
            "UCI_AnalyseMode",
            "Debug Log File",
        ];
        expected.sort_unstable();
        assert_eq!(names, expected);
        assert_eq!(engine.query("fen"), START);
        assert!(engine.go("go depth 2").turn.is_some());
    }
}

/// The log has every line of both directions, in order, and what is no file is an error.
#[test]
fn a_log_of_the_session() {
    let file = std::env::temp_dir().join(format!("jumpers-log-of-{}", std::process::id()));
    let path = file.to_str().expect("UTF-8");
    let mut engine = Engine::start_speaking("ugi");
    engine.refuses(
        "setoption name Debug Log File value /no/such/directory/log",
        "log-file",
    );
    engine.tell(&format!("setoption name Debug Log File value {path}"));
    assert_eq!(engine.query("board"), "6");
    engine.refuses("position fen nonsense", "bad-position");
    let best = engine.go("go depth 2").turn.expect("a turn");
    engine.tell("setoption name Debug Log File value");
    assert_eq!(engine.query("board"), "6");
    engine.send("quit");
    assert!(engine.end().1.success());
    let log = std::fs::read_to_string(&file).expect("a log");
    let _ = std::fs::remove_file(&file);
    let mut rest = log.lines();
    for wanted in [
        "query board",
        "response 6",
        "position fen nonsense",
        "info string error bad-position: ",
        "go depth 2",
        "info depth 1 ",
        "info depth 2 ",
        &format!("bestmove {best}"),
    ] {
        assert!(rest.any(|line| line.contains(wanted)), "{wanted}: {log}");
    }
    assert!(!rest.any(|line| line.contains("response ")), "{log}");
}
