//! What several test files need: an engine at the other end of a pipe.

#![allow(dead_code, reason = "not every test file uses every helper")]

pub mod machine;
pub mod solver;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use jumpers_core::{Position, Size, Turn};
use jumpers_engine::players::{random_turn, seeded};
use jumpers_protocol::{Info, Reply};

/// The engine's binary.
pub const BINARY: &str = env!("CARGO_BIN_EXE_jumpers-engine");

/// Turns a hang into a failure; it says nothing about speed.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// The start of the 6×6 board.
pub const START: &str = "4tt/4tt/6/6/rr4/rr4 r 12 13";
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

/// A running engine. It is killed when it is dropped.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
}

impl Engine {
    /// An engine in a session.
    pub fn start() -> Self {
        Self::start_as(&mut Command::new(BINARY))
    }

    /// A session that may use about so many MiB of memory.
    #[cfg(unix)]
    pub fn start_with_memory(mib: usize) -> Self {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -v {}; exec \"$0\"", mib << 10);
        Self::start_as(shell.args(["-c", &script, BINARY]))
    }

    /// A session that a command starts.
    pub fn start_as(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let stdout = child.stdout.take().expect("its output is a pipe");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        Engine {
            input: child.stdin.take(),
            child,
            output,
        }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line, or `None` if the output ends.
    pub fn next_line(&mut self) -> Option<String> {
        match self.output.recv_timeout(DEADLINE) {
            Ok(line) => Some(checked(line)),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine says nothing"),
        }
    }

    /// The lines up to the first that meets a condition, which is the last of them.
    pub fn until(&mut self, condition: impl Fn(&str) -> bool) -> Vec<String> {
        let deadline = Instant::now() + DEADLINE;
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.next_line() else {
                panic!("the output ends after {lines:#?}");
            };
            let found = condition(&line);
            lines.push(line);
            if found {
                return lines;
            }
            assert!(Instant::now() < deadline, "not in {lines:#?}");
        }
    }

    /// The lines up to one that begins like this.
    pub fn until_prefix(&mut self, prefix: &str) -> Vec<String> {
        self.until(|line| line.starts_with(prefix))
    }

    /// The lines up to `bestmove`.
    pub fn until_best_move(&mut self) -> Vec<String> {
        self.until_prefix("bestmove ")
    }

    /// The lines that come before the engine is ready.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line and gives what comes before the engine is ready.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// Sends a line to which there is no answer.
    pub fn tell(&mut self, line: &str) {
        assert_eq!(self.ask(line), [""; 0], "{line}");
    }

    /// Sends a line that is answered with one error, and gives it without what errors have in
    /// common.
    pub fn error(&mut self, line: &str) -> String {
        let lines = self.ask(line);
        let [only] = lines.as_slice() else {
            panic!("{line}: {lines:#?}");
        };
        let error = only.strip_prefix("info string error ");
        error.unwrap_or_else(|| panic!("{line}: {only}")).to_owned()
    }

    /// Sends a `go` and gives the replies up to its `bestmove`.
    pub fn go(&mut self, line: &str) -> Searched {
        self.send(line);
        self.searched()
    }

    /// The rest of a search.
    pub fn searched(&mut self) -> Searched {
        Searched::new(self.until_best_move())
    }

    /// The position, as `d` has it.
    pub fn position(&mut self) -> String {
        let lines = self.ask("d");
        let last = lines.last().expect("d says something");
        let fen = last.strip_prefix("info string fen ");
        fen.unwrap_or_else(|| panic!("{lines:#?}")).to_owned()
    }

    /// For a moment no `bestmove` comes, and the engine still answers.
    pub fn assert_searching(&mut self) {
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(100));
            let lines = self.sync();
            assert!(
                !lines.iter().any(|line| line.starts_with("bestmove")),
                "{lines:#?}"
            );
        }
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The lines up to the end of the output, and how the process ends.
    pub fn end(&mut self) -> (Vec<String>, ExitStatus) {
        let lines = std::iter::from_fn(|| self.next_line()).collect();
        (lines, wait(&mut self.child))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

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

/// Every line of the engine has this form.
fn checked(line: Vec<u8>) -> String {
    let mut line = String::from_utf8(line).expect("UTF-8");
    assert_eq!(line.pop(), Some('\n'), "{line:?} is cut off");
    assert_line(&line);
    line
}

/// Words with single spaces between them, and nothing else.
pub fn assert_line(line: &str) {
    assert!(!line.is_empty());
    assert_eq!(line, line.trim());
    assert!(!line.contains("  "), "{line:?}");
    assert!(!line.contains(char::is_control), "{line:?}");
}

/// What a search says.
#[derive(Debug)]
pub struct Searched {
    /// The `info` lines with a score.
    pub infos: Vec<Info>,
    /// The turn to play.
    pub turn: Option<String>,
    /// The answer that is expected.
    pub ponder: Option<String>,
}

impl Searched {
    /// Takes lines apart of which the last is the `bestmove`.
    pub fn new(lines: Vec<String>) -> Self {
        let mut infos = Vec::new();
        for line in lines {
            match line.parse() {
                Ok(Reply::Info(info)) if info.currmove.is_some() => {}
                Ok(Reply::Info(info)) => {
                    assert!(info.score.is_some(), "{line}");
                    infos.push(info);
                }
                Ok(Reply::BestMove { turn, ponder }) => {
                    assert!(!infos.is_empty(), "a bestmove without a score");
                    return Searched {
                        infos,
                        turn,
                        ponder,
                    };
                }
                other => panic!("{line}: {other:?}"),
            }
        }
        panic!("no bestmove");
    }

    /// The last `info`.
    pub fn last(&self) -> &Info {
        self.infos.last().expect("an info")
    }

    /// Checks the turn and every line against the rules, and gives the turn.
    pub fn check<S: Size>(&self, position: &Position<S>) -> Option<Turn<S>> {
        for info in &self.infos {
            let mut at = *position;
            for text in &info.pv {
                let turn = legal(&at, text);
                at.play_unchecked(&turn);
            }
        }
        let Some(text) = &self.turn else {
            assert!(!position.has_turn(), "{position}: no turn");
            return None;
        };
        let turn = legal(position, text);
        assert_eq!(self.last().pv.first(), Some(text), "{position}");
        if let Some(answer) = &self.ponder {
            let mut next = *position;
            next.play_unchecked(&turn);
            legal(&next, answer);
        }
        Some(turn)
    }
}

/// The turn of a text that must be its canonical one.
fn legal<S: Size>(position: &Position<S>, text: &str) -> Turn<S> {
    let turn = position
        .resolve_text(text)
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(position.text_of(&turn).to_string(), text);
    turn
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
