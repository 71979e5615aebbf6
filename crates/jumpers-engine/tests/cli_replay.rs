//! The command that shows games of a file of records.

mod common;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use common::{BINARY, Engine, STARTS, assert_line, random_game, run};
use jumpers_core::{BoardSize, Color, Position, Size, SizeVisitor};
use jumpers_record::{Ending, EndingKind, GameRecord, PlayerRecord, TurnRecord};

const FIRST: &str = "jumpers-game 1
event: Spring
round: 12.1
red: Alpha
teal: Beta
red-limit: 10+0.1
position: 4tt/4tt/6/6/rr4/rr4 r 12 13
winner: teal
ending: time
detail: 10.2 s used
stderr: \\u{1b}[31mlate
turns:
a1-c1+d1 score cp 35 depth 12 nodes 123456 time 99.871 clock 5901.003
f6-d6+c6
end
";

const SECOND: &str = "jumpers-game 1
red: Beta
teal: Alpha
position: 6/6/t5/6/t5/rt4 r 5 5
winner: red
ending: rules
turns:
a1xa5
end
";

/// Runs with a record as standard input, which the argument `-` stands for.
fn run_on(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(BINARY)
        .arg("replay")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // It need not read all of it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the engine ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// What a run that succeeds prints.
fn printed(args: &[&str], input: &str) -> String {
    let output = run_on(args, input);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    text(&output.stdout).to_owned()
}

/// The one line of a run that fails.
fn error(args: &[&str], input: &str) -> String {
    let output = run_on(args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    error.trim_end().to_owned()
}

#[test]
fn games_are_shown_a_turn_a_line() {
    let first = "game 1: Alpha (Red, 10+0.1) against Beta (Teal), Spring, round 12.1
position 4tt/4tt/6/6/rr4/rr4 r 12 13
1 Red  a1-c1+d1 score cp 35 depth 12 nodes 123456 time 99.871 clock 5901.003
2 Teal f6-d6+c6
Teal won: time: 10.2 s used
stderr: \\u{1b}[31mlate
";
    let second = "game 2: Beta (Red) against Alpha (Teal)
position 6/6/t5/6/t5/rt4 r 5 5
1 Red  a1xa5
Red won: rules
";
    let both = format!("{FIRST}\n{SECOND}");
    assert_eq!(printed(&["-"], FIRST), first);
    assert_eq!(printed(&["-"], &both), format!("{first}\n{second}"));
    assert_eq!(printed(&["-", "--game", "1"], &both), first);
    assert_eq!(printed(&["--game", "2", "-"], &both), second);
    // Nothing behind the game that is asked for matters.
    let broken = format!("{FIRST}nothing\n");
    assert_eq!(printed(&["-", "--game", "1"], &broken), first);
}

#[test]
fn a_position_is_drawn_with_the_line_for_a_session() {
    let both = format!("{FIRST}{SECOND}");
    let args = |ply| ["-", "--game", "1", "--ply", ply];
    assert_eq!(
        printed(&args("1"), &both),
        " 6 . . . . t t
 5 . . . . t t
 4 . . . . . .
 3 . . . . . .
 2 r r . . . .
 1 . r r r . .
-- a b c d e f
fen 4tt/4tt/6/6/rr4/1rrr2 t 11 13
position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 moves a1-c1+d1
"
    );
    let start = printed(&args("0"), &both);
    let line = "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13\n";
    assert!(start.ends_with(line), "{start}");
    // The line has the canonical texts, whatever the record has.
    let end = printed(&["-", "--ply", "1"], SECOND);
    let line = "position fen 6/6/t5/6/t5/rt4 r 5 5 moves a1xa3xa5\n";
    assert!(end.ends_with(line), "{end}");
}

/// The record of a game by chance.
struct Record(u64);

impl SizeVisitor for Record {
    type Output = GameRecord;

    fn visit<S: Size>(self) -> GameRecord {
        let game = random_game(&Position::<S>::start(), self.0);
        let turn = |(position, turn): &(Position<S>, _)| {
            TurnRecord::new(position.text_of(turn).to_string())
        };
        let turns: Vec<_> = game.iter().map(turn).collect();
        let last = [Color::Teal, Color::Red][turns.len() % 2];
        GameRecord {
            event: String::new(),
            round: String::new(),
            date: String::new(),
            red: PlayerRecord::default(),
            teal: PlayerRecord::default(),
            position: Position::<S>::start().to_string(),
            turns,
            winner: last.into(),
            ending: Ending::new(EndingKind::Rules, ""),
        }
    }
}

/// What is printed goes into a session, which then has the same position and draws it the same.
#[test]
fn a_session_takes_what_is_printed() {
    let mut engine = Engine::start();
    for (board, start) in BoardSize::ALL.into_iter().zip(STARTS) {
        let record = board.visit(Record(5));
        assert_eq!(record.position, start);
        let input = record.to_string();
        let plies = record.turns.len();
        for ply in [0, 1, plies / 2, plies] {
            let shown = printed(&["-", "--ply", &ply.to_string()], &input);
            let mut lines: Vec<_> = shown.lines().collect();
            engine.tell(lines.pop().expect("a line"));
            engine.send("d");
            let drawn = engine.until_prefix("info string fen ");
            let expected: Vec<_> = lines
                .into_iter()
                .map(|line| format!("info string {}", line.trim_start()))
                .collect();
            assert_eq!(drawn, expected);
        }
        let shown = printed(&["-"], &input);
        assert_eq!(shown.lines().count(), plies + 3);
    }
}

#[test]
fn the_engine_thinks_about_a_position() {
    for (args, first_info) in [
        (&["-", "--ply", "0", "depth", "1"][..], "info depth 1 "),
        (&["-", "depth 2"], "info depth 1 "),
        (&["-", "--ply=1", "nodes", "50"], "info depth 1 "),
        (
            &["-", "--ply", "0", "depth", "1", "searchmoves", "a2-c2+c3"],
            "info depth 1 ",
        ),
    ] {
        let lines = printed(args, FIRST);
        lines.lines().for_each(assert_line);
        assert!(lines.starts_with(first_info), "{lines}");
        let best = lines.lines().last().expect("a line");
        assert!(best.starts_with("bestmove "), "{lines}");
        assert!(!args.contains(&"searchmoves") || best.starts_with("bestmove a2-c2+c3"));
    }
    let lines = printed(&["-", "--ply", "0", "depth", "1"], SECOND);
    let best = lines.lines().last().expect("a line");
    assert!(
        ["bestmove a1xa3xa5", "bestmove a1xc1"].contains(&best),
        "{lines}"
    );
    let lines = printed(&["-", "depth", "1"], SECOND);
    assert!(lines.ends_with("bestmove (none)\n"), "{lines}");
    let lines = printed(&["-", "--ply", "0", "perft", "2"], FIRST);
    assert!(lines.ends_with("\nNodes searched: 100\n"), "{lines}");
}

/// A file of this test run, which is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let name = format!("jumpers-replay-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut file = File::create(&path).expect("a file");
        file.write_all(bytes).expect("written");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn files_are_read() {
    let both = format!("{FIRST}\n{SECOND}");
    let file = Scratch::new("both", both.as_bytes());
    let path = file.0.to_str().expect("UTF-8");
    let output = run(&["replay", path]);
    assert_eq!(text(&output.stdout), printed(&["-"], &both));
    let file = Scratch::new("bytes", b"jumpers-game 1\nevent: \xff\n");
    let path = file.0.to_str().expect("UTF-8");
    assert_eq!(
        error(&[path], ""),
        format!("jumpers-engine: replay: {path}: line 2: not UTF-8")
    );
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let both = format!("{FIRST}{SECOND}");
    let wrong_winner = both.replace("winner: red", "winner: teal");
    for (args, input, message) in [
        (&["-"][..], "", "replay: -: no game"),
        (
            &["-", "--game", "1"],
            "",
            "replay: -: no game 1: the file has 0",
        ),
        (
            &["-", "--game", "3"],
            &both,
            "replay: -: no game 3: the file has 2",
        ),
        (
            &["-"],
            "hello\n",
            "replay: -: line 1: a game begins with 'jumpers-game 1', not with 'hello'",
        ),
        (
            &["-"],
            &FIRST[..FIRST.len() - 4],
            "replay: -: line 15: the text ends before 'end': the game is cut off",
        ),
        (
            &["-"],
            &wrong_winner,
            "replay: -: game 2: the winner is teal, but the ending is rules, so it is red",
        ),
        (
            &["-", "--ply", "0"],
            &both,
            "replay: -: 2 games: --game says which",
        ),
        (
            &["-", "depth", "2"],
            &both,
            "replay: -: 2 games: --game says which",
        ),
        (
            &["-", "--ply", "3"],
            FIRST,
            "replay: -: game 1 has no ply 3: the last is 2",
        ),
        (
            &["-", "--game", "2", "--ply", "2"],
            &both,
            "replay: -: game 2 has no ply 2: the last is 1",
        ),
        (
            &["-", "infinite"],
            FIRST,
            "go: infinite and ponder have no end here",
        ),
        (
            &["-", "depth", "1", "searchmoves", "a1-c1+d1"],
            FIRST,
            "go: searchmoves: a1-c1+d1: no token of the side to move on a1",
        ),
        (
            &["/no/such\nfile"],
            "",
            "replay: /no/such\\nfile: No such file or directory (os error 2)",
        ),
    ] {
        assert_eq!(error(args, input), format!("jumpers-engine: {message}"));
    }
    for args in [
        &["replay"][..],
        &["replay", "-", "--game", "0"],
        &["replay", "-", "--game", "1.2"],
        &["replay", "-", "--ply", "-1"],
        &["replay", "-", "--ply", "x"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
    }
}
