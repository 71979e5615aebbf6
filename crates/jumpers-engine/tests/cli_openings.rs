//! The commands that print openings and the opening book.

mod common;

use std::process::{Command, Stdio};

use common::{BINARY, run};
use jumpers_core::{BoardSize, Position, Six};
use jumpers_engine::openings::{OpeningsConfig, generate};
use jumpers_engine::search::Control;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

/// What a run that succeeds prints; it says nothing on standard error.
fn printed(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(text(output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    text(output.stdout)
}

#[test]
fn genfens_prints_the_openings_and_nothing_else() {
    for (args, config) in [
        (&["genfens", "4"][..], OpeningsConfig::default()),
        (
            &[
                "genfens", "4", "--board", "8", "--seed", "7", "--plies", "3", "--depth", "2",
            ],
            OpeningsConfig {
                board: BoardSize::Eight,
                seed: 7,
                plies: 3,
                depth: 2,
                ..OpeningsConfig::default()
            },
        ),
        (
            &[
                "genfens",
                "--board=10",
                "--depth=1",
                "--seed=18446744073709551615",
                "--balance=90",
                "4",
            ],
            OpeningsConfig {
                board: BoardSize::Ten,
                seed: u64::MAX,
                depth: 1,
                balance: 90,
                ..OpeningsConfig::default()
            },
        ),
    ] {
        let config = OpeningsConfig { count: 4, ..config };
        let mut expected = String::new();
        generate(&config, &Control::new(false), &mut |opening| {
            expected += opening;
            expected.push('\n');
        })
        .expect("openings");
        assert_eq!(printed(args), expected, "{args:?}");
    }
    assert_eq!(printed(&["genfens", "0"]), "");
}

#[test]
fn genfens_says_how_many_there_are() {
    let output = run(&["genfens", "2", "--plies", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(output.stdout),
        format!("{}\n", Position::<Six>::start())
    );
    assert_eq!(
        text(output.stderr),
        "jumpers-engine: genfens: found 1 of 2: of the last 10000 random games 10000 repeated an \
         opening, 0 were over, 0 were unbalanced\n"
    );
}

#[test]
fn arguments_that_are_wrong() {
    for args in [
        &["genfens"][..],
        &["genfens", "x"],
        &["genfens", "-1"],
        &["genfens", "4294967296"],
        &["genfens", "1", "2"],
        &["genfens", "1", "--board", "7"],
        &["genfens", "1", "--seed", "-1"],
        &["genfens", "1", "--depth", "0"],
        &["genfens", "1", "--depth", "121"],
        &["genfens", "1", "--plies"],
        &["genfens", "1", "--balance", "-1"],
        &["genfens", "1", "--balance", "20001"],
        &["book", "--nodes", "0"],
        &["book", "--threads", "0"],
        &["book", "1"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(output.stdout), "", "{args:?}");
        assert!(text(output.stderr).contains("error:"), "{args:?}");
    }
}

#[test]
fn book_prints_a_book() {
    let book = printed(&["book", "--nodes", "50"]);
    assert_eq!(book, printed(&["book", "--nodes", "50", "--threads", "1"]));
    assert!(book.starts_with("# jumpers-engine book --nodes 50\n4tt/4tt/6/6/rr4/rr4 r 12 13; "));
}

/// As `head` does: what is not read any more is not worked out.
#[test]
fn a_closed_output_ends_the_commands() {
    for args in [
        &["genfens", "4294967295", "--board", "10", "--depth", "1"][..],
        &["book", "--nodes", "20000", "--threads", "1"],
    ] {
        let mut child = Command::new(BINARY)
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert!(output.status.success(), "{args:?}");
        assert_eq!(text(output.stderr), "", "{args:?}");
    }
}

#[test]
fn arguments_can_be_the_lines_of_a_session() {
    let openings = printed(&["genfens", "3", "--seed", "42"]);
    let expected: String = openings
        .lines()
        .map(|opening| format!("info string genfens {opening}\n"))
        .collect();
    let found = printed(&["genfens 3 seed 42 book None", "quit", "isready"]);
    assert_eq!(found, expected + "info string genfens done 3\n");
    // Each line runs to its end before the next begins.
    let found = printed(&["genfens 1 plies 0", "genfens\t1 seed 0", ""]);
    assert_eq!(found.lines().count(), 4, "{found}");
    for (lines, error) in [
        (["genfens 1", "go infinite"], "only genfens and quit"),
        (["genfens 1", "go ponder"], "only genfens and quit"),
        (["genfens 1", "isready"], "only genfens and quit"),
        (["genfens 1", "nothing"], "unknown command"),
        (["genfens x", "quit"], "bad value for count"),
        (["genfens 2 plies 0", "quit"], "found 1 of 2"),
    ] {
        let output = run(&lines);
        assert_eq!(output.status.code(), Some(2), "{lines:?}");
        let message = text(output.stderr);
        assert!(message.contains(error), "{lines:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}
