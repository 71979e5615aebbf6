//! What `debug on` tells: two lines for a search, in a form that programs can read.

use crate::common::{DIALECTS, Engine};

/// What stands behind `info string debug: search <n> ` in a line, and the number.
fn told(line: &str) -> Option<(u64, &str)> {
    let rest = line.strip_prefix("info string debug: ")?;
    let rest = rest
        .strip_prefix("search ")
        .unwrap_or_else(|| panic!("{line}"));
    let (number, rest) = rest.split_once(' ').unwrap_or_else(|| panic!("{line}"));
    let number = number.parse().unwrap_or_else(|_| panic!("{line}"));
    Some((number, rest))
}

/// Checks the lines of a search and gives its number.
fn check(lines: &[String]) -> u64 {
    let told: Vec<_> = lines.iter().filter_map(|line| told(line)).collect();
    let [(number, begin), (same, end)] = told.as_slice() else {
        panic!("{lines:#?}");
    };
    assert_eq!(number, same, "{lines:#?}");
    let limits = begin.strip_prefix("begins").expect("a beginning");
    assert!(limits.is_empty() || limits.starts_with(", "), "{begin}");
    for of_a_program in ["Some", "None", "{", "}", "(", ")", "Duration", "::", "\""] {
        assert!(!limits.contains(of_a_program), "{begin}");
    }
    let time = end.strip_prefix("ends after ").expect("an end");
    let time = time.strip_suffix(" ms").expect("milliseconds");
    assert!(time.parse::<u64>().is_ok(), "{end}");
    // It begins before it reports anything.
    assert!(lines[0].contains(" begins"), "{lines:#?}");
    *number
}

#[test]
fn a_search_tells_its_beginning_and_its_end() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell("debug on");
        let mut last = 0;
        for go in [
            "go depth 3",
            "go nodes 1",
            "go nodes 18446744073709551615 depth 2",
            "go movetime 1",
            "go movetime -1",
            "go wtime 100 btime 100 winc 1 binc 1 movestogo 3",
            "go mate 1 depth 2",
            "go searchmoves a1-c1+d1 depth 2",
            "go infinite\nstop",
            "go ponder depth 1\nponderhit",
            "go infinite depth 1\nstop",
        ] {
            engine.send(go);
            let mut lines = engine.until_best_move();
            lines.extend(engine.sync());
            let number = check(&lines);
            assert_eq!(number, last + 1, "{go}");
            last = number;
            engine.refuses("go depth x", "bad-number");
            engine.refuses("go searchmoves a1-a1", "illegal-turn");
        }
        // What is not told is counted.
        engine.tell("debug off");
        assert!(engine.go("go depth 2").turn.is_some());
        engine.tell("debug on");
        engine.send("go depth 2");
        let mut lines = engine.until_best_move();
        lines.extend(engine.sync());
        assert_eq!(check(&lines), last + 2);
    }
}

/// It holds from the next `go` on.
#[test]
fn debug_in_a_search_is_for_the_next_one() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.sync();
    engine.send("debug on");
    engine.sync();
    engine.send("stop");
    let lines = engine.until_best_move();
    assert!(lines.iter().all(|line| told(line).is_none()), "{lines:#?}");
    assert_eq!(engine.sync(), [""; 0]);
    engine.send("go infinite");
    engine.send("debug off");
    engine.send("stop");
    let mut lines = engine.until_best_move();
    lines.extend(engine.sync());
    assert_eq!(check(&lines), 2);
    assert!(engine.go("go depth 2").turn.is_some());
}

/// Only searches.
#[test]
fn counts_tell_nothing() {
    let mut engine = Engine::start();
    engine.tell("debug on");
    for (line, last) in [
        ("perft 2", "Nodes searched: 100"),
        ("go perft 1", "Nodes searched: 10"),
        ("genfens 1 plies 1 depth 1", "info string genfens done 1"),
    ] {
        engine.send(line);
        let lines = engine.until(|line| line == last);
        assert!(lines.iter().all(|line| told(line).is_none()), "{lines:#?}");
    }
}
