//! `genfens` as a line among the arguments: nothing but `genfens` and `quit`, and no session.

use std::process::{Command, Stdio};

use crate::common::{BINARY, Engine, open, run, wait};

/// What a run prints, what it says on standard error, and its exit code.
fn outcome(args: &[&str]) -> (Vec<String>, String, Option<i32>) {
    let output = run(args);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let lines = text(output.stdout).lines().map(str::to_owned).collect();
    (lines, text(output.stderr), output.status.code())
}

/// The lines of a run that succeeds.
fn printed(args: &[&str]) -> Vec<String> {
    let (lines, errors, code) = outcome(args);
    assert_eq!(
        (errors.as_str(), code),
        ("", Some(0)),
        "{args:?}: {lines:#?}"
    );
    lines
}

/// A run that fails says why.
fn fails(args: &[&str]) -> (Vec<String>, String) {
    let (lines, errors, code) = outcome(args);
    assert_eq!(code, Some(2), "{args:?}: {lines:#?}{errors}");
    assert!(!errors.trim().is_empty(), "{args:?}");
    assert!(!errors.contains("panicked"), "{args:?}: {errors}");
    (lines, errors)
}

#[test]
fn the_openings_are_those_of_a_session() {
    for line in [
        "genfens 3 seed 42 book None",
        "genfens 3 seed 42 plies 2 depth 1",
        "genfens 0",
        "genfens 2 depth 1 plies 6 seed 18446744073709551615",
    ] {
        let mut engine = Engine::start();
        engine.send(line);
        let expected = engine.until_prefix("info string genfens done ");
        assert_eq!(printed(&[line, "quit"]), expected, "{line}");
        assert_eq!(printed(&[line]), expected, "{line}");
        for opening in &expected[..expected.len() - 1] {
            let text = opening.strip_prefix("info string genfens ");
            let position = open(text.expect("an opening")).expect("a position");
            assert!(!position.is_over(), "{opening}");
        }
        let twice = [expected.clone(), expected].concat();
        assert_eq!(printed(&[line, line, "quit"]), twice, "{line}");
    }
}

#[test]
fn white_space_of_every_kind_and_words_of_the_frameworks() {
    let expected = printed(&["genfens 2 seed 1 plies 2 depth 1", "quit"]);
    for line in [
        "genfens\t2 seed 1 plies 2 depth 1",
        "genfens  2  seed  1  plies  2  depth  1 ",
        "genfens\n2\nseed 1 plies 2 depth 1\n",
        "genfens\u{a0}2 seed 1 plies 2 depth 1",
        "genfens\r2 seed 1 plies 2 depth 1\r",
        "genfens 2 book None seed 1 plies 2 depth 1",
        "genfens 2 seed 1 book books/a.epd plies 2 depth 1",
    ] {
        assert_eq!(printed(&[line, "quit"]), expected, "{line:?}");
        assert_eq!(printed(&[line, " quit "]), expected, "{line:?}");
    }
}

#[test]
fn nothing_behind_a_quit_counts() {
    let line = "genfens 1 plies 2 depth 1";
    let expected = printed(&[line]);
    assert_eq!(printed(&[line, "quit", line, "quit"]), expected);
}

#[test]
fn other_lines_are_refused() {
    let line = "genfens 1 plies 2 depth 1";
    for other in [
        "uci",
        "isready",
        "perft 3",
        "go depth 1",
        "go infinite",
        "position startpos",
        "setoption name Board value 8",
        "bench 1",
        "stop",
        "nonsense",
        "--version",
    ] {
        let (lines, _) = fails(&[line, other, "quit"]);
        // It may be seen before or when its turn comes, but nothing of it is done.
        let all = printed(&[line]);
        assert!(lines.is_empty() || lines == all, "{other}: {lines:#?}");
    }
}

#[test]
fn a_genfens_that_is_wrong_or_fails() {
    for line in [
        "genfens x",
        "genfens -1",
        "genfens +1",
        "genfens 4294967296",
        "genfens 1 seed",
        "genfens 1 seed +1",
        "genfens 1 plies x",
        "genfens 1 of them",
    ] {
        let (lines, _) = fails(&[line, "quit"]);
        let openings = lines.iter().filter(|line| line.contains(" genfens "));
        assert_eq!(openings.count(), 0, "{line}: {lines:#?}");
    }
    let (lines, _) = fails(&["genfens 2 plies 0", "quit"]);
    assert!(
        !lines.iter().any(|line| line.contains("done")),
        "{lines:#?}"
    );
    // What comes behind is not done.
    let (lines, _) = fails(&["genfens 2 plies 0", "genfens 1 plies 2 depth 1"]);
    assert!(
        !lines.iter().any(|line| line.contains("done")),
        "{lines:#?}"
    );
}

/// Nobody reads it any more.
#[test]
fn a_closed_output_ends_it() {
    let mut child = Command::new(BINARY)
        .args(["genfens 4294967295 plies 30 depth 1", "quit"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    drop(child.stdout.take());
    assert!(wait(&mut child).success());
    let errors = crate::common::read_all(child.stderr.take().expect("a pipe"));
    assert_eq!(errors, "");
}

/// A word alone, or words of their own, are no line.
#[test]
fn the_command_line_of_genfens_is_as_it_was() {
    let bare = printed(&["genfens", "2", "--plies", "2", "--depth", "1"]);
    assert_eq!(bare.len(), 2);
    let lines = printed(&["genfens 2 plies 2 depth 1"]);
    for (bare, line) in bare.iter().zip(&lines) {
        assert_eq!(*line, format!("info string genfens {bare}"));
    }
}
