//! An engine that is looked at: everything has a deadline, and a failure knows what was sent.

use std::time::{Duration, Instant};

use jumpers_protocol::{Dialect, OptionDeclaration, Reply};

use super::bench::Bench;
use super::failure::{Broken, Failure, Verdict, shown, shown_lines};
use crate::process::{End, Exit, Process, Wake, after, wait};

/// So many of the lines sent last are kept for a failure.
const KEPT: usize = 4;
/// More lines for one command are too many.
const MOST_LINES: usize = 100_000;

/// A running engine.
pub(super) struct Subject<'a> {
    bench: &'a Bench<'a>,
    process: Process,
    sent: Vec<String>,
    options: Vec<OptionDeclaration>,
}

/// The word of a handshake.
pub(super) fn hello(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci => "uci",
        Dialect::Ugi => "ugi",
    }
}

/// The last line of a handshake.
pub(super) fn hello_end(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci => "uciok",
        Dialect::Ugi => "ugiok",
    }
}

impl<'a> Subject<'a> {
    pub fn new(bench: &'a Bench<'a>, process: Process) -> Self {
        Subject {
            bench,
            process,
            sent: Vec::new(),
            options: Vec::new(),
        }
    }

    /// What the rule works with.
    pub fn bench(&self) -> &'a Bench<'a> {
        self.bench
    }

    /// The options that were declared in the handshake.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// How long an answer may take.
    pub fn deadline(&self) -> Duration {
        self.bench.settings.deadline
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.note(line);
        self.process.send(line);
        self.process.flush();
    }

    /// Sends bytes in one write, as far as the pipe takes them.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.note(&String::from_utf8_lossy(
            bytes[..bytes.len().min(400)].trim_ascii_end(),
        ));
        self.process.send_bytes(bytes);
        self.process.flush();
    }

    /// Ends the input when all is written.
    pub fn close_input(&mut self) {
        self.note("(end of the input)");
        self.process.close_input();
    }

    /// Stops to read the output.
    pub fn close_output(&mut self) {
        self.note("(the output is closed)");
        self.process.close_output();
    }

    fn note(&mut self, text: &str) {
        if self.sent.len() == KEPT {
            self.sent.remove(0);
        }
        self.sent.push(shown(text));
    }

    /// A failure after what was sent last.
    pub fn failure<T>(&self, expected: impl Into<String>, found: impl Into<String>) -> Verdict<T> {
        Err(Broken::Failure(Failure {
            sent: self.sent.clone(),
            expected: expected.into(),
            found: found.into(),
        }))
    }

    /// The next line, its words joined by single spaces; `None` if none comes until then.
    ///
    /// # Errors
    /// If the engine has ended. `expected` is for that.
    pub fn next(&mut self, expected: &str, until: Instant) -> Verdict<Option<String>> {
        let mut wake = Wake::Ready;
        loop {
            if let Some(line) = self.take() {
                return Ok(Some(line));
            }
            if let Some(end) = self.process.end() {
                return self.failure(expected, self.text_of(end));
            }
            match wake {
                Wake::Ready => {}
                Wake::Deadline => return Ok(None),
                Wake::Interrupted => return self.failure(expected, "that the table was stopped"),
            }
            wake = wait(&mut [&mut self.process], until, self.bench.interrupt);
        }
    }

    /// A line that was read, if there is one with words.
    fn take(&mut self) -> Option<String> {
        loop {
            let line = self.process.next_whole_line()?;
            if let Some(words) = self.bench.form.borrow_mut().observe(line) {
                return Some(words);
            }
        }
    }

    fn text_of(&self, end: End) -> String {
        let mut text = match end {
            End::Exited(exit) => format!("that the engine ended ({exit})"),
            other => other.to_string(),
        };
        if let Some(reason) = self.process.start_failure() {
            text = format!("that it does not start: {reason}");
        } else if let Some(last) = self.process.stderr().last() {
            text = format!("{text}, its last words being '{}'", shown(last));
        }
        text
    }

    /// The lines up to the first that meets a condition, which is the last of them.
    ///
    /// # Errors
    /// If none comes in time; `expected` says what it should be.
    pub fn until(
        &mut self,
        expected: &str,
        time: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Verdict<Vec<String>> {
        let deadline = after(Instant::now(), time);
        let mut lines = Vec::new();
        while lines.len() < MOST_LINES && (lines.len() % 64 > 0 || Instant::now() <= deadline) {
            let Some(line) = self.next(expected, deadline)? else {
                break;
            };
            let found = is_last(&line);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
        let found = shown_lines(&lines);
        let time = time.as_millis();
        self.failure(expected, format!("{found} within {time} ms"))
    }

    /// Sends `isready` and gives what comes before `readyok`.
    pub fn sync(&mut self) -> Verdict<Vec<String>> {
        self.send("isready");
        let mut lines = self.until("readyok", self.deadline(), |line| line == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Sends a line and gives what comes before the engine is ready.
    pub fn ask(&mut self, line: &str) -> Verdict<Vec<String>> {
        self.send(line);
        self.sync()
    }

    /// What comes in a while in which nothing should be said.
    pub fn listen(&mut self) -> Verdict<Vec<String>> {
        let deadline = after(Instant::now(), self.bench.settings.quiet);
        let mut lines = Vec::new();
        while lines.len() < MOST_LINES
            && let Some(line) = self.next("that the engine goes on", deadline)?
        {
            lines.push(line);
            if Instant::now() > deadline {
                break;
            }
        }
        Ok(lines)
    }

    /// Says hello and waits for the end of the answer, all of which comes back.
    pub fn shake_hands(&mut self, dialect: Dialect) -> Verdict<Vec<String>> {
        self.send(hello(dialect));
        let end = hello_end(dialect);
        let is_end = |line: &str| line == "uciok" || line == "ugiok";
        let lines = self.until(end, self.deadline(), is_end)?;
        match lines.last() {
            Some(last) if last == end => Ok(lines),
            _ => self.failure(end, shown_lines(&lines[lines.len().saturating_sub(1)..])),
        }
    }

    /// Says hello, keeps what options there are, and waits until the engine is ready.
    pub fn get_ready(&mut self) -> Verdict {
        let lines = self.shake_hands(self.bench.dialect)?;
        let replies = lines.iter().filter_map(|line| line.parse().ok());
        self.options = replies
            .filter_map(|reply| match reply {
                Reply::Option(declaration) => Some(declaration),
                _ => None,
            })
            .collect();
        self.sync().map(drop)
    }

    /// The answer to a line that has exactly one `response`, which comes before anything that is
    /// sent later is answered.
    pub fn response(&mut self, line: &str) -> Verdict<String> {
        let lines = self.ask(line)?;
        let responses: Vec<_> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("response "))
            .collect();
        match responses[..] {
            [only] => Ok(only.to_owned()),
            _ => self.failure("exactly one 'response …'", shown_lines(&lines)),
        }
    }

    /// The same, but `None` if the engine does not know the question.
    pub fn known_response(&mut self, line: &str) -> Verdict<Option<String>> {
        let lines = self.ask(line)?;
        let response = lines.iter().find_map(|line| line.strip_prefix("response "));
        Ok(response
            .filter(|text| *text != "unsupported")
            .map(str::to_owned))
    }

    /// The answer should be this one.
    pub fn expect_response(&mut self, line: &str, expected: &str) -> Verdict {
        let found = self.response(line)?;
        if found == expected {
            Ok(())
        } else {
            self.sent.retain(|sent| sent != "isready");
            self.failure(
                format!("'response {}'", shown(expected)),
                format!("'response {}'", shown(&found)),
            )
        }
    }

    /// Waits until the engine ends by itself; what it says before comes too.
    pub fn ended(&mut self) -> Verdict<(Exit, Vec<String>)> {
        let deadline = after(Instant::now(), self.deadline());
        let mut lines = Vec::new();
        loop {
            while let Some(line) = self.take() {
                if lines.len() < MOST_LINES {
                    lines.push(line);
                }
            }
            if let Some(End::Exited(exit)) = self.process.end() {
                return Ok((exit, lines));
            }
            let now = Instant::now();
            let stuck = self.process.end().is_some();
            if now >= deadline || stuck || self.bench.interrupt.is_set() {
                let time = self.deadline().as_millis();
                let found = format!("that it still runs after {time} ms");
                return self.failure("that the engine ends", found);
            }
            wait(&mut [&mut self.process], deadline, self.bench.interrupt);
        }
    }

    /// Whether another process had its output open when it had ended.
    pub fn left_output_open(&self) -> bool {
        self.process.left_output_open()
    }

    /// Why there is no program to run, if so.
    pub fn start_failure(&self) -> Option<String> {
        self.process.start_failure()
    }
}
