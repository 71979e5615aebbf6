//! An engine at the other end of a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::{BINARY, DEADLINE, Searched, assert_line, wait};

/// Both dialects, as their handshakes.
pub const DIALECTS: [&str; 2] = ["uci", "ugi"];

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

    /// A session in a dialect that its handshake has chosen.
    pub fn start_speaking(dialect: &str) -> Self {
        let mut engine = Self::start();
        engine.send(dialect);
        engine.until(|line| line == format!("{dialect}ok"));
        engine
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

    /// Sends bytes in a write each.
    pub fn send_byte_by_byte(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.send_bytes(&[*byte]);
        }
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

    /// Sends a line that is answered with one error of this kind.
    pub fn refuses(&mut self, line: &str, code: &str) {
        let error = self.error(line);
        assert!(error.starts_with(&format!("{code}: ")), "{line}: {error}");
        assert!(error.len() < 400, "{error}");
    }

    /// The answer to a line that has one `response`.
    pub fn response(&mut self, line: &str) -> String {
        let lines = self.ask(line);
        let [only] = lines.as_slice() else {
            panic!("{line}: {lines:#?}");
        };
        let response = only.strip_prefix("response ");
        response
            .unwrap_or_else(|| panic!("{line}: {only}"))
            .to_owned()
    }

    /// The answer to a question about the position.
    pub fn query(&mut self, question: &str) -> String {
        self.response(&format!("query {question}"))
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

/// Every line of the engine has this form.
fn checked(line: Vec<u8>) -> String {
    let mut line = String::from_utf8(line).expect("UTF-8");
    assert_eq!(line.pop(), Some('\n'), "{line:?} is cut off");
    assert_line(&line);
    line
}
