//! What several test files need: an engine at the other end of a pipe.

#![allow(
    dead_code,
    unused_imports,
    reason = "not every test file uses every helper"
)]

pub mod certificate;
mod engine;
pub mod exhaustive;
pub mod machine;
mod rules;
mod searched;
pub mod solver;

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use jumpers_core::{Position, Size, Turn};
use jumpers_engine::players::{random_turn, seeded};

pub use engine::{DIALECTS, Engine};
pub use rules::{Rules, open, start};
pub use searched::Searched;

/// The engine's binary.
pub const BINARY: &str = env!("CARGO_BIN_EXE_jumpers-engine");

/// Turns a hang into a failure; it says nothing about speed.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// The start of the 6×6 board.
pub const START: &str = "4tt/4tt/6/6/rr4/rr4 r 12 13";
/// The starts of all boards.
pub const STARTS: [&str; 3] = [
    START,
    "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20",
    "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31",
];
/// Red has no turn.
pub const FINISHED: &str = "4tt/6/6/6/6/rr4 r 0 1";
/// Red wins by its only turn, `a1xc1`.
pub const WIN_IN_1: &str = "6/6/6/6/6/rt4 r 0 0";
/// Each side makes a turn, then Red has none.
pub const LOSS_IN_1: &str = "4tt/6/6/6/6/rr4 r 1 1";
/// As the loss, but Red has a turn more.
pub const WIN_IN_2: &str = "4tt/6/6/6/6/rr4 r 2 1";
/// Red has more tokens than at the start.
pub const MADE_UP: &str = "4tt/4tt/6/6/rr4/rr4 r 13 13";
/// Over 300,000 turns; the material is made up.
pub const MANY_TURNS: &str = "t1t1t1t1tr/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/\
     1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/rt1t1t1t1t r 1 1";

/// Waits for a process to end.
pub fn wait(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + DEADLINE;
    loop {
        if let Some(status) = child.try_wait().expect("a process to wait for") {
            return status;
        }
        if Instant::now() >= deadline {
            let _ = child.kill();
            panic!("the engine does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Words with single spaces between them, and nothing else.
pub fn assert_line(line: &str) {
    assert!(!line.is_empty());
    assert_eq!(line, line.trim());
    assert!(!line.contains("  "), "{line:?}");
    assert!(!line.contains(char::is_control), "{line:?}");
}

/// Runs the engine with these arguments and no input.
pub fn run(args: &[&str]) -> Output {
    Command::new(BINARY)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the engine runs")
}

/// Runs the engine until it has written so many lines to standard error, then sends it SIGINT; its
/// exit status and standard output.
#[cfg(unix)]
pub fn interrupt(args: &[&str], lines: usize) -> (Option<i32>, String) {
    use std::io::{BufRead, BufReader};

    use rustix::process::{Pid, Signal, kill_process};

    let mut child = Command::new(BINARY)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine runs");
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    for _ in 0..lines {
        let mut line = String::new();
        errors.read_line(&mut line).expect("a line");
    }
    let pid = Pid::from_raw(child.id() as i32).expect("a process");
    kill_process(pid, Signal::INT).expect("a signal");
    let output = child.stdout.take().expect("a pipe");
    // Both pipes are read, so that neither fills up.
    let rest = std::thread::spawn(move || read_all(errors));
    let output = read_all(output);
    let status = wait(&mut child);
    rest.join().expect("UTF-8");
    (status.code(), output)
}

/// Reads a pipe to its end.
pub fn read_all(mut pipe: impl Read) -> String {
    let mut text = String::new();
    pipe.read_to_string(&mut text).expect("UTF-8");
    text
}

/// A game by chance, the same for the same seed: the positions and the turns made there.
pub fn random_game<S: Size>(from: &Position<S>, seed: u64) -> Vec<(Position<S>, Turn<S>)> {
    let mut chance = seeded(seed);
    let mut position = *from;
    let mut game = Vec::new();
    while let Some(turn) = random_turn(&position, &mut chance) {
        game.push((position, turn));
        position.play_unchecked(&turn);
    }
    game
}
