//! An engine at the other end of two pipes, with a watchdog.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// An engine that does not answer for so long is killed, which ends its output.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often the watchdog looks.
const WATCH_INTERVAL: Duration = Duration::from_millis(500);

/// Why a measurement cannot go on.
pub type Error = String;

/// A running engine. It is killed when it is dropped.
pub struct Engine {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
    watched: Arc<Mutex<Watched>>,
}

struct Watched {
    child: Child,
    /// When the answer has to be there, while one is awaited.
    deadline: Option<Instant>,
    timed_out: bool,
}

/// What an engine answered to `go`.
pub struct Thought {
    /// The word after `bestmove`.
    pub turn: String,
    /// From just before `go` was written to just after `bestmove` was read.
    pub elapsed: Duration,
    /// The time in the last `info`.
    pub claimed: Duration,
}

impl Engine {
    /// Starts the binary of this package.
    pub fn start() -> Result<Engine, Error> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jumpers-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the engine does not start: {error}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or("the engine has no pipes")?;
        let watched = Arc::new(Mutex::new(Watched {
            child,
            deadline: None,
            timed_out: false,
        }));
        let watch = Arc::downgrade(&watched);
        std::thread::spawn(move || watch_over(&watch));
        let mut engine = Engine {
            input,
            output: BufReader::new(output),
            line: String::new(),
            watched,
        };
        engine.send("uci")?;
        engine.await_line(|line| line == "uciok")?;
        Ok(engine)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Error> {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.input
            .write_all(bytes)
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the engine does not read: {error}"))
    }

    /// Sends lines and waits until the engine has done what they say.
    pub fn prepare(&mut self, lines: &[&str]) -> Result<(), Error> {
        for line in lines {
            self.send(line)?;
        }
        self.send("isready")?;
        self.await_line(|line| line == "readyok")
    }

    /// Sends a `go` and waits for its `bestmove`.
    pub fn go(&mut self, line: &str) -> Result<Thought, Error> {
        let line = format!("{line}\n");
        let mut claimed = Duration::ZERO;
        let start = Instant::now();
        self.send_bytes(line.as_bytes())?;
        let mut elapsed = Duration::ZERO;
        self.await_line(|line| {
            elapsed = start.elapsed();
            if line.starts_with("info ")
                && let Some(millis) = word_after(line, "time")
            {
                claimed = Duration::from_millis(millis.parse().unwrap_or(0));
            }
            line.starts_with("bestmove ")
        })?;
        let turn = word_after(&self.line, "bestmove").unwrap_or_default();
        Ok(Thought {
            turn: turn.to_owned(),
            elapsed,
            claimed,
        })
    }

    /// Reads up to a line that is wanted, which is then `self.line`.
    fn await_line(&mut self, mut is_wanted: impl FnMut(&str) -> bool) -> Result<(), Error> {
        lock(&self.watched).deadline = Some(Instant::now() + PATIENCE);
        let found = loop {
            self.line.clear();
            let read = self.output.read_line(&mut self.line);
            match read {
                Ok(0) => break Err("the engine has ended".to_owned()),
                Ok(_) if is_wanted(self.line.trim_end()) => break Ok(()),
                Ok(_) if self.line.starts_with("info string error") => {
                    break Err(format!("the engine says: {}", self.line.trim_end()));
                }
                Ok(_) => {}
                Err(error) => break Err(format!("the engine's output: {error}")),
            }
        };
        let mut watched = lock(&self.watched);
        watched.deadline = None;
        if watched.timed_out {
            return Err(format!("no answer within {} s", PATIENCE.as_secs()));
        }
        found
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let mut watched = lock(&self.watched);
        let _ = watched.child.kill();
        let _ = watched.child.wait();
    }
}

fn watch_over(watched: &Weak<Mutex<Watched>>) {
    while let Some(watched) = watched.upgrade() {
        let mut watched = lock(&watched);
        if watched.deadline.is_some_and(|end| Instant::now() >= end) {
            watched.timed_out = true;
            let _ = watched.child.kill();
            return;
        }
        drop(watched);
        std::thread::sleep(WATCH_INTERVAL);
    }
}

fn lock(watched: &Mutex<Watched>) -> std::sync::MutexGuard<'_, Watched> {
    watched.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The word after the first one that is `key`.
fn word_after<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut words = line.split_ascii_whitespace();
    words.find(|&word| word == key)?;
    words.next()
}
