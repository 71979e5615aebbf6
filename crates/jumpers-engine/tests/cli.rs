//! The command line.

mod common;

use std::process::Command;

use common::{BINARY, Engine, LOSS_IN_1, MADE_UP, START, assert_line, run};

/// The lines of a run that succeeds.
fn lines(args: &[&str]) -> Vec<String> {
    let output = run(args);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{args:?}: {text}");
    text.lines().map(str::to_owned).collect()
}

/// The count that a perft comes to, which it prints last.
fn count(args: &[&str]) -> u64 {
    let lines = lines(args);
    let last = lines.last().expect("a line");
    let count = last.strip_prefix("Nodes searched: ");
    count.and_then(|n| n.parse().ok()).expect("a count")
}

/// A run that fails: with code 2, one error, and nothing else.
fn fails(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}{error}");
    assert_eq!(text, "", "{args:?}");
    assert!(!error.trim().is_empty(), "{args:?}");
    assert!(!error.contains("panic"), "{args:?}: {error}");
    let errors = error.matches("error:").count() + error.matches("jumpers-engine:").count();
    assert_eq!(errors, 1, "{args:?}: {error}");
    error
}

#[test]
fn perft_counts() {
    for (args, expected) in [
        (&["perft", "--depth", "0"][..], 1),
        (&["perft", "--depth", "4"], 12_036),
        (&["perft", "--depth", "5"], 134_536),
        (&["perft", "--depth", "5", "--paths"], 135_532),
        (
            &["perft", "--depth=6", "--threads", "2", "--hash", "16"],
            1_338_914,
        ),
        (
            &["perft", "--depth", "6", "--threads", "2", "--paths"],
            1_360_666,
        ),
        (
            &["perft", "--depth", "5", "--hash", "1", "--paths"],
            135_532,
        ),
        (&["perft", "--depth", "5", "--threads", "0"], 134_536),
        (&["perft"], 1_338_914),
        (&["perft", "--depth", "4", "--board", "6"], 12_036),
        (&["perft", "--depth", "5", "--board", "8"], 205_656),
        (&["perft", "--depth", "5", "--board", "10"], 205_792),
        (&["perft", "--depth", "3", "--position", START], 1158),
        (&["perft", "--depth", "2", "--position", LOSS_IN_1], 4),
        (&["perft", "--depth", "3", "--position", LOSS_IN_1], 0),
        (
            &["perft", "--depth", "4294967295", "--position", LOSS_IN_1],
            0,
        ),
    ] {
        assert_eq!(count(args), expected, "{args:?}");
    }
}

#[test]
fn a_divide_adds_up() {
    for flags in [
        &["--depth", "5"][..],
        &["--depth", "5", "--paths", "--hash", "4"],
    ] {
        let args = [&["perft", "--divide"], flags].concat();
        let mut lines = lines(&args);
        assert_eq!(lines.len(), 11);
        let total = lines.pop().expect("a line");
        assert!(lines.is_sorted());
        let sum: u64 = lines
            .iter()
            .map(|line| line.split(": ").nth(1).expect("a count"))
            .map(|count| count.parse::<u64>().expect("a number"))
            .sum();
        assert_eq!(total, format!("Nodes searched: {sum}"));
    }
}

#[test]
fn a_made_up_position_has_its_notice_once() {
    for args in [
        &["perft", "--depth", "3", "--position", MADE_UP][..],
        &["go", "--position", MADE_UP, "depth", "2"],
    ] {
        let lines = lines(args);
        let notices = lines
            .iter()
            .filter(|line| line.starts_with("info string notice: a made-up position: "));
        assert_eq!(notices.count(), 1, "{args:?}: {lines:#?}");
        assert!(lines[0].starts_with("info string notice: "));
        let last = lines.last().expect("a line");
        assert!(last == "Nodes searched: 1158" || last.starts_with("bestmove "));
    }
}

#[test]
fn go_thinks_once() {
    for (args, last_info) in [
        (&["go", "depth", "3"][..], "info depth 3 "),
        (&["go", "--board", "8", "depth", "2"], "info depth 2 "),
        (&["go", "--position", LOSS_IN_1], "info depth "),
        (&["go", "movetime", "-1"], "info depth "),
        (&["go", "nodes", "100"], "info depth "),
        (&["go", "depth 2 searchmoves a1-c1+d1"], "info depth 2 "),
    ] {
        let lines = lines(args);
        lines.iter().for_each(|line| assert_line(line));
        let [.., info, best] = lines.as_slice() else {
            panic!("{args:?}: {lines:#?}");
        };
        assert!(info.starts_with(last_info), "{args:?}: {lines:#?}");
        assert!(best.starts_with("bestmove "), "{args:?}: {lines:#?}");
    }
    let lines = lines(&["go", "perft", "2"]);
    assert_eq!(
        lines.last().map(String::as_str),
        Some("Nodes searched: 100")
    );
}

#[test]
fn bad_arguments_are_one_error() {
    for (args, part) in [
        (&["perft", "--depth", "x"][..], "--depth"),
        (&["perft", "--depth", "-1"], "-1"),
        (&["perft", "--depth", "4294967296"], "--depth"),
        (&["perft", "--depth"], "--depth"),
        (&["perft", "--depht", "3"], "--depht"),
        (&["perft", "3"], "3"),
        (&["perft", "--board", "7"], "--board"),
        (&["perft", "--board", "6", "--position", START], "--board"),
        (&["perft", "--position", "nonsense"], "position"),
        (&["perft", "--position", ""], "position"),
        (&["perft", "--position", "6/6 r 1 1"], "2 ranks"),
        (&["perft", "--threads", "-2"], "-2"),
        (&["perft", "--hash", "lots"], "--hash"),
        (
            &["perft", "--depth", "2", "--hash", "999999999999"],
            "memory",
        ),
        (
            &["perft", "--depth", "2", "--hash", "18446744073709551615"],
            "memory",
        ),
        (&["bench", "0"], "0"),
        (&["bench", "deep"], "deep"),
        (&["bench", "3", "4"], "4"),
        (&["go", "depth", "12x"], "12x"),
        (&["go", "depth"], "depth"),
        (&["go", "deep", "3"], "deep"),
        (&["go", "infinite"], "infinite"),
        (&["go", "ponder", "movetime", "10"], "ponder"),
        (&["go", "--position", "nonsense", "depth", "1"], "position"),
        (&["go", "--board", "9", "depth", "1"], "--board"),
        (&["go", "depth", "1", "searchmoves", "a1-a5+b5"], "a1-a5+b5"),
        (&["go", "depth", "1", "searchmoves", "a1-c1"], "ambiguous"),
        (&["go", "depth", "1", "searchmoves", "hello"], "hello"),
    ] {
        let error = fails(args);
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn bench_ends_with_its_signature() {
    let signature = |args: &[&str]| {
        let lines = lines(args);
        let last: Vec<_> = lines.last().expect("a line").split(' ').collect();
        let [nodes, "nodes", nps, "nps"] = last[..] else {
            panic!("{lines:#?}");
        };
        assert!(nps.parse::<u64>().is_ok());
        nodes.parse::<u64>().expect("a number")
    };
    let first = signature(&["bench", "3"]);
    assert!(first > 0);
    assert_eq!(signature(&["bench", "3"]), first);
    let mut engine = Engine::start();
    engine.send("bench 3");
    let lines = engine.until(|line| line.ends_with(" nps"));
    let last = lines.last().expect("a line");
    assert!(last.starts_with(&format!("{first} nodes ")), "{last}");
}

#[test]
fn help_and_version() {
    let version = concat!("jumpers-engine ", env!("CARGO_PKG_VERSION"));
    for flag in ["--version", "-V"] {
        assert_eq!(lines(&[flag]), [version]);
    }
    for args in [&["--help"][..], &["-h"], &["help"]] {
        let text = lines(args).join("\n");
        for part in [
            "Usage: jumpers-engine",
            "perft",
            "bench",
            "go",
            "genfens",
            "replay",
            "book",
            "--version",
        ] {
            assert!(text.contains(part), "{args:?}: {text}");
        }
    }
    for (args, parts) in [
        (
            ["perft", "--help"],
            &[
                "--depth",
                "--paths",
                "--divide",
                "--threads",
                "--hash",
                "--position",
                "--board",
            ][..],
        ),
        (["go", "--help"], &["--position", "--board"]),
        (
            ["genfens", "--help"],
            &["<N>", "--board", "--seed", "--plies", "--depth"],
        ),
        (["replay", "--help"], &["<FILE>", "--game", "--ply"]),
        (["book", "--help"], &["--nodes", "--threads"]),
        (["help", "bench"], &["[DEPTH]"]),
    ] {
        let text = lines(&args).join("\n");
        for part in parts {
            assert!(text.contains(part), "{args:?}: {text}");
        }
    }
}

#[test]
fn other_arguments_make_a_session() {
    for args in [
        &["--game", "jumpers"][..],
        &["--uci"],
        &["uci"],
        &["jumpers"],
        &["--"],
        &[""],
        &["-x", "perft"],
    ] {
        let mut engine = Engine::start_as(Command::new(BINARY).args(args));
        engine.send("uci");
        engine.until(|line| line == "uciok");
        assert!(engine.go("go depth 1").turn.is_some());
        engine.send("quit");
        assert!(engine.end().1.success());
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let arg = std::ffi::OsStr::from_bytes(b"\xff\xfe");
        let mut engine = Engine::start_as(Command::new(BINARY).arg(arg));
        engine.tell("position startpos");
    }
}
