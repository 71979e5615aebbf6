//! `arena replay` as a program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const FIRST: &str = "jumpers-game 1
event: Spring
round: 1.1
red: Alpha
teal: Beta
position: 4tt/4tt/6/6/rr4/rr4 r 12 13
winner: red
ending: crash
detail: no bestmove
exit: signal 11
stderr: oh no
turns:
a1-c1+d1 score cp 35 depth 12 nodes 123456 time 99.871 clock 5901.003
f6-d6+c6
end
";

const SECOND: &str = "jumpers-game 1
round: 1.2
red: Beta
teal: Alpha
position: 6/6/6/6/6/rt4 r 0 0
winner: red
ending: rules
turns:
a1xc1
end
";

/// Runs `arena replay` with this standard input.
fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .arg("replay")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("arena runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // It need not read all of it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("arena ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// What a run that succeeds prints.
fn printed(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    text(&output.stdout).to_owned()
}

/// The one line of a run that fails.
fn error(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    error.trim_end().to_owned()
}

#[test]
fn a_game_is_shown_position_by_position() {
    let shown = "game 1: Alpha (Red) against Beta (Teal), Spring, round 1.1
 6 . . . . t t
 5 . . . . t t
 4 . . . . . .
 3 . . . . . .
 2 r r . . . .
 1 r r . . . .
-- a b c d e f
fen 4tt/4tt/6/6/rr4/rr4 r 12 13

1 Red a1-c1+d1 score cp 35 depth 12 nodes 123456 time 99.871 clock 5901.003
 6 . . . . t t
 5 . . . . t t
 4 . . . . . .
 3 . . . . . .
 2 r r . . . .
 1 . r r r . .
-- a b c d e f
fen 4tt/4tt/6/6/rr4/1rrr2 t 11 13

2 Teal f6-d6+c6
 6 . . t t t .
 5 . . . . t t
 4 . . . . . .
 3 . . . . . .
 2 r r . . . .
 1 . r r r . .
-- a b c d e f
fen 2ttt1/4tt/6/6/rr4/1rrr2 r 11 12
Red won: crash: no bestmove (signal 11)
stderr: oh no
";
    assert_eq!(printed(&["-"], FIRST), shown);
    let both = format!("{FIRST}\n{SECOND}");
    for game in ["1.1", "1"] {
        assert_eq!(printed(&["-", "--game", game], &both), shown);
    }
    let plies: Vec<_> = shown.split("\n\n").map(str::trim_end).collect();
    for (ply, expected) in plies.iter().enumerate() {
        let ply = ply.to_string();
        let printed = printed(&["-", "--game", "1", "--ply", &ply], &both);
        assert_eq!(printed.trim_end(), *expected);
    }
}

#[test]
fn several_games_are_listed() {
    let both = format!("{FIRST}\n{SECOND}");
    assert_eq!(
        printed(&["-"], &both),
        "game 1: Alpha (Red) against Beta (Teal), Spring, round 1.1: 2 turns, \
         Red won: crash: no bestmove (signal 11)\n\
         game 2: Beta (Red) against Alpha (Teal), round 1.2: 1 turn, Red won: rules\n"
    );
}

#[test]
fn a_file_is_read() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(SECOND.as_bytes()).expect("written");
    let path = file.path().to_str().expect("UTF-8");
    assert!(printed(&[path, "--ply", "1"], "").starts_with("1 Red a1xc1\n"));
    assert_eq!(
        error(&[path, "--ply", "2"], ""),
        format!("error: {path}: game 1 has no ply 2: the last is 1")
    );
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let both = format!("{FIRST}{SECOND}");
    let cut = &both[..both.len() - 5];
    let illegal = both.replace("f6-d6+c6", "f6-d6+c5");
    for (args, input, message) in [
        (&["-"][..], "", "-: no game"),
        (
            &["-"],
            cut,
            "-: line 24: the text ends without a line end: the game is cut off",
        ),
        (
            &["-", "--game", "1.3"],
            &both,
            "-: no game 1.3: the file has 2",
        ),
        (&["-", "--game", "0"], &both, "-: no game 0: the file has 2"),
        (&["-", "--game", "3"], &both, "-: no game 3: the file has 2"),
        (&["-", "--ply", "1"], &both, "-: 2 games: --game says which"),
        (
            &["-", "--game", "1", "--ply", "3"],
            &both,
            "-: game 1 has no ply 3: the last is 2",
        ),
        (
            &["-", "--game", "1"],
            &illegal,
            "-: game 1: turn 2, by Teal: f6-d6+c5: not a legal turn",
        ),
        (
            &["/no/such/file"],
            "",
            "/no/such/file: No such file or directory (os error 2)",
        ),
    ] {
        assert_eq!(error(args, input), format!("error: {message}"));
    }
}
