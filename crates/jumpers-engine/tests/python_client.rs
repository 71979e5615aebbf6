//! The client in Python, `examples/client.py`: it plays a game on each board.

mod common;

use std::process::Command;

use common::{BINARY, STARTS, open};

const CLIENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/client.py");

/// What the client prints with these arguments.
fn printed(args: &[&str]) -> String {
    let output = Command::new("python3")
        .args([CLIENT, BINARY])
        .args(args)
        .output()
        .expect("these tests run examples/client.py with Python 3, which must be on the path");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let errors = text(output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    assert_eq!(errors, "", "{args:?}");
    text(output.stdout)
}

/// `12. a1-c1+d1 (depth 5, cp 30)`: the number, the turn, the depth, and what it is worth.
fn parts(line: &str) -> Option<(usize, &str, u32, &str, i32)> {
    let (number, rest) = line.split_once(". ")?;
    let (turn, rest) = rest.split_once(" (depth ")?;
    let (depth, score) = rest.strip_suffix(')')?.split_once(", ")?;
    let (kind, value) = score.split_once(' ')?;
    Some((
        number.parse().ok()?,
        turn,
        depth.parse().ok()?,
        kind,
        value.parse().ok()?,
    ))
}

#[test]
fn a_game_on_each_board() {
    for (board, start) in [("6", STARTS[0]), ("8", STARTS[1]), ("10", STARTS[2])] {
        let text = printed(&["--board", board, "--movetime", "5"]);
        let mut lines: Vec<_> = text.lines().collect();
        let result = lines.pop().expect("a result");
        let mut position = open(start).expect("a position");
        for (i, line) in lines.iter().enumerate() {
            let Some((number, turn, depth, kind, _)) = parts(line) else {
                panic!("{line}");
            };
            assert_eq!(number, i + 1);
            assert!(
                (1..=120).contains(&depth) && ["cp", "mate"].contains(&kind),
                "{line}"
            );
            assert_eq!(position.meant(turn).as_deref(), Ok(turn));
            position = position.after(turn).expect("a legal turn");
        }
        assert!(position.is_over(), "{text}");
        let winner = if position.is_first_to_move() {
            "p2win"
        } else {
            "p1win"
        };
        assert_eq!(result, format!("result: {winner}"));
    }
}

#[test]
fn without_arguments_it_plays_on_the_standard_board() {
    let text = printed(&["--movetime", "1"]);
    assert!(
        text.lines()
            .next()
            .is_some_and(|line| line.starts_with("1. ")),
        "{text}"
    );
}
