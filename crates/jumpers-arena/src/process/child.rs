//! A running engine.

use std::fmt;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process_group};

use super::Interrupt;
use super::exit::{self, Exit};
use super::launch::{Launch, StartError};
use super::lines::{LONGEST_LINE, Lines};
use super::supervisor::Supervisor;
use super::tail::Tail;
use super::wait::{Wake, open_pidfd, wait, wait_for_exit};

/// How long a process may live after it has closed a pipe.
const CLOSING: Duration = Duration::from_secs(1);

/// How long to wait for the end of a process that was sent SIGKILL. It takes so long only if the
/// system is stuck.
const DYING: Duration = Duration::from_secs(10);

/// How much is read after the end of a process, of what it or its children have written.
const LEFT_OVER: u64 = 1 << 20;

/// Why there is nothing more to expect of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has ended.
    Exited(Exit),
    /// It runs on, but has closed its standard output.
    ClosedOutput,
    /// It runs on, but has closed its standard input.
    ClosedInput,
    /// It has written a line of more than [`LONGEST_LINE`] bytes.
    LineTooLong,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(exit) => write!(f, "{exit}"),
            End::ClosedOutput => f.write_str("it closed its standard output"),
            End::ClosedInput => f.write_str("it closed its standard input"),
            End::LineTooLong => write!(f, "a line of more than {LONGEST_LINE} bytes"),
        }
    }
}

/// A line of output, for callers that take one at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its end; bytes that are not UTF-8 are U+FFFD.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// None came in time.
    #[error("no line in time")]
    Deadline,
    /// None will come.
    #[error("{0}")]
    Ended(End),
    /// The runner is to stop.
    #[error("interrupted")]
    Interrupted,
}

/// A running engine: a process group with pipes. Dropping it kills the group at once.
///
/// It stays in the thread that started it: see the [module](super).
#[derive(Debug)]
pub struct Process {
    supervisor: Supervisor,
    child: Child,
    pid: Pid,
    pidfd: Option<OwnedFd>,
    input: Option<ChildStdin>,
    unsent: Vec<u8>,
    /// The input is closed once all is written.
    closes_input: bool,
    output: Option<ChildStdout>,
    lines: Lines,
    read_at: Instant,
    received: u64,
    errors: Option<ChildStderr>,
    tail: Tail,
    exit: Option<Exit>,
    /// How much had been read when the exit was seen.
    received_at_exit: u64,
    /// Which pipe was closed first, and when.
    closing: Option<(End, Instant)>,
    end: Option<End>,
    left_open: bool,
    reaped: bool,
    stays: PhantomData<*const ()>,
}

impl Process {
    /// Starts an engine.
    ///
    /// That it cannot be executed is found out later: then it [ends](Process::end) with status 127,
    /// and [`Process::start_failure`] has the reason.
    ///
    /// # Errors
    /// If the system does not start anything.
    pub fn start(supervisor: &Supervisor, launch: &Launch) -> Result<Self, StartError> {
        let mut child = launch.spawn(supervisor)?;
        let pid = Pid::from_child(&child);
        let mut process = Process {
            supervisor: supervisor.clone(),
            pid,
            pidfd: open_pidfd(pid),
            input: child.stdin.take(),
            unsent: Vec::new(),
            closes_input: false,
            output: child.stdout.take(),
            lines: Lines::new(),
            read_at: Instant::now(),
            received: 0,
            errors: child.stderr.take(),
            tail: Tail::default(),
            exit: None,
            received_at_exit: 0,
            closing: None,
            end: None,
            left_open: false,
            reaped: false,
            stays: PhantomData,
            child,
        };
        // From here on dropping it kills it.
        supervisor.announce(pid).map_err(StartError::Watcher)?;
        process
            .make_non_blocking()
            .map_err(|error| StartError::Spawn {
                executable: supervisor.executable().to_owned(),
                error,
            })?;
        // The shim waits for a byte.
        process.send("");
        process.flush();
        Ok(process)
    }

    fn make_non_blocking(&self) -> io::Result<()> {
        fn set(pipe: &Option<impl AsFd>) -> io::Result<()> {
            match pipe {
                Some(pipe) => Ok(ioctl_fionbio(pipe, true)?),
                None => Ok(()),
            }
        }
        set(&self.input)?;
        set(&self.output)?;
        set(&self.errors)
    }

    /// The number of the process and of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Adds a line to what is to be written. [`Process::flush`], and every [`wait`], writes.
    pub fn send(&mut self, line: &str) {
        if self.input.is_some() {
            self.unsent.extend_from_slice(line.as_bytes());
            self.unsent.push(b'\n');
        }
    }

    /// Adds bytes as they are to what is to be written.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if self.input.is_some() {
            self.unsent.extend_from_slice(bytes);
        }
    }

    /// Closes its standard input when all that was sent is written.
    pub fn close_input(&mut self) {
        self.closes_input = true;
        self.flush();
    }

    /// Closes the other end of its standard output. Nothing more is read.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Writes as much as the pipe takes now.
    pub fn flush(&mut self) {
        let Some(input) = &mut self.input else { return };
        let mut sent = 0;
        while sent < self.unsent.len() {
            match input.write(&self.unsent[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => {
                    self.input = None;
                    self.unsent = Vec::new();
                    self.close(End::ClosedInput, Instant::now());
                    return;
                }
            }
        }
        self.unsent.drain(..sent);
        if self.closes_input && self.unsent.is_empty() {
            self.input = None;
        }
    }

    /// Whether lines were sent that the engine has not read, as far as the pipe does not hold them.
    pub fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Takes the next line of output that was read, without LF and CR.
    pub fn next_line(&mut self) -> Option<&[u8]> {
        self.lines.next()
    }

    /// Takes the next line of output that was read, without LF but with CR.
    pub fn next_whole_line(&mut self) -> Option<&[u8]> {
        self.lines.next_whole()
    }

    /// When output was read last.
    pub fn read_at(&self) -> Instant {
        self.read_at
    }

    /// How many bytes of output have been read.
    pub fn received(&self) -> u64 {
        self.received
    }

    /// Waits for a line of output and takes it.
    ///
    /// # Errors
    /// If there is none in time, or no more, or the runner is to stop.
    pub fn read_line(
        &mut self,
        deadline: Instant,
        interrupt: &Interrupt,
    ) -> Result<Line, ReadError> {
        let mut wake = Wake::Ready;
        loop {
            if let Some(line) = self.lines.next() {
                return Ok(Line {
                    text: String::from_utf8_lossy(line).into_owned(),
                    at: self.read_at,
                });
            }
            if let Some(end) = self.end {
                return Err(ReadError::Ended(end));
            }
            match wake {
                Wake::Ready => wake = wait(&mut [self], deadline, interrupt),
                Wake::Deadline => return Err(ReadError::Deadline),
                Wake::Interrupted => return Err(ReadError::Interrupted),
            }
        }
    }

    /// Reads what is there now, up to `most` bytes, and hands each line over.
    pub fn drain(&mut self, most: u64, mut each: impl FnMut(&[u8], Instant)) {
        let before = self.received;
        loop {
            while let Some(line) = self.lines.next() {
                each(line, self.read_at);
            }
            let so_far = self.received;
            self.read_output(Instant::now());
            if self.received == so_far || self.received - before > most {
                break;
            }
        }
        while let Some(line) = self.lines.next() {
            each(line, self.read_at);
        }
    }

    /// Why there is nothing more to expect, if so. What it had written before comes first.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// How it ended by itself, if it did.
    pub fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Whether, when it had ended by itself, another process still had its standard output open.
    pub fn left_output_open(&self) -> bool {
        self.left_open
    }

    /// The last lines of its standard error, [`STDERR_LINES`](super::STDERR_LINES) at most.
    pub fn stderr(&self) -> Vec<String> {
        self.tail.lines()
    }

    /// Why there was no program to run, if that is why it ended.
    pub fn start_failure(&self) -> Option<String> {
        if self.exit != Some(Exit::Status(127)) {
            return None;
        }
        let last = self.tail.lines().pop()?;
        Some(last.strip_prefix(super::CANNOT_START)?.to_owned())
    }

    /// Sends `quit`, waits until it has ended, kills it if it has not after `grace`. Returns how it
    /// ended if it did so by itself.
    pub fn quit(&mut self, grace: Duration, interrupt: &Interrupt) -> Option<Exit> {
        let deadline = super::after(Instant::now(), grace);
        self.send("quit");
        while self.end.is_none() && wait(&mut [self], deadline, interrupt) == Wake::Ready {
            while self.lines.next().is_some() {}
        }
        if matches!(self.end, Some(End::ClosedOutput | End::ClosedInput)) {
            self.exit = wait_for_exit(self.pid, self.pidfd.as_ref(), deadline);
        }
        self.kill();
        self.exit
    }

    /// Kills the group, and waits until its leader has ended.
    pub fn kill(&mut self) {
        if self.reaped {
            return;
        }
        self.exit = self.exit.or_else(|| exit::look(self.pid));
        let _ = kill_process_group(self.pid, Signal::KILL);
        // In case it is not in its group any more.
        let _ = self.child.kill();
        let died = wait_for_exit(self.pid, self.pidfd.as_ref(), Instant::now() + DYING);
        self.read_errors(LEFT_OVER);
        (self.input, self.output, self.errors) = (None, None, None);
        self.unsent = Vec::new();
        if let Some(exit) = died {
            self.end.get_or_insert(End::Exited(exit));
            self.supervisor.withdraw(self.pid);
            let _ = self.child.wait();
            self.reaped = true;
        }
    }

    /// Looks whether the process has just ended.
    pub(super) fn look_at_end(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        if let Some((end, since)) = self.closing {
            self.see_exit();
            if self.exit.is_none() && since.elapsed() >= CLOSING {
                self.end = Some(end);
                return true;
            }
        }
        let Some(exit) = self.exit else { return false };
        let before = self.received;
        self.read_output(Instant::now());
        let is_drained =
            self.received == before || self.received - self.received_at_exit > LEFT_OVER;
        if is_drained && self.end.is_none() {
            self.end = Some(End::Exited(exit));
            self.left_open = self.output.is_some();
            self.kill();
        }
        true
    }

    fn see_exit(&mut self) {
        if self.exit.is_none() {
            self.exit = exit::look(self.pid);
            self.received_at_exit = self.received;
        }
    }

    /// When to look again, whatever happens.
    pub(super) fn patience(&self) -> Option<Instant> {
        /// How often is looked whether it has ended, when it is about to.
        const SOON: Duration = Duration::from_millis(10);
        /// How often is looked whether it has ended, where the system does not tell.
        const AT_TIMES: Duration = Duration::from_millis(500);

        match (self.end, self.closing, &self.pidfd) {
            (Some(_), ..) => None,
            (None, Some(_), _) => Some(Instant::now() + SOON),
            (None, None, None) => Some(Instant::now() + AT_TIMES),
            (None, None, Some(_)) => None,
        }
    }

    fn close(&mut self, end: End, now: Instant) {
        self.closing.get_or_insert((end, now));
    }

    /// Adds what is to be polled; [`Process::serve`] takes the results in the same order.
    pub(super) fn add_fds<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        if self.end.is_some() {
            return;
        }
        if let Some(output) = &self.output
            && self.lines.has_space()
        {
            fds.push(PollFd::new(output, PollFlags::IN));
        }
        if let Some(errors) = &self.errors {
            fds.push(PollFd::new(errors, PollFlags::IN));
        }
        if let Some(input) = &self.input
            && self.has_unsent()
        {
            fds.push(PollFd::new(input, PollFlags::OUT));
        }
        if let Some(pidfd) = &self.pidfd {
            fds.push(PollFd::new(pidfd, PollFlags::IN));
        }
    }

    /// Reads and writes what is ready.
    pub(super) fn serve(&mut self, ready: &mut impl Iterator<Item = bool>, now: Instant) {
        if self.end.is_some() {
            return;
        }
        let mut is_ready = |polled: bool| polled && ready.next() == Some(true);
        let output = is_ready(self.output.is_some() && self.lines.has_space());
        let errors = is_ready(self.errors.is_some());
        let input = is_ready(self.input.is_some() && self.has_unsent());
        let exited = is_ready(self.pidfd.is_some());
        if output {
            self.read_output(now);
        }
        if errors {
            self.read_errors(1);
        }
        if input {
            self.flush();
        }
        if exited || self.pidfd.is_none() {
            self.see_exit();
        }
    }

    /// Reads a piece of the output, if there is one.
    fn read_output(&mut self, now: Instant) {
        let Some(output) = &mut self.output else {
            return;
        };
        let space = self.lines.space();
        if space.is_empty() {
            return;
        }
        match output.read(space) {
            Ok(0) => {
                self.output = None;
                self.close(End::ClosedOutput, now);
            }
            Ok(count) => {
                self.lines.filled(count);
                self.read_at = now;
                self.received += count as u64;
                if self.lines.is_too_long() {
                    self.output = None;
                    self.end = Some(End::LineTooLong);
                }
            }
            Err(error) if is_transient(&error) => {}
            Err(_) => {
                self.output = None;
                self.close(End::ClosedOutput, now);
            }
        }
    }

    /// Reads standard error until there is no more now, or `enough` bytes were read.
    fn read_errors(&mut self, enough: u64) {
        let mut buffer = [0; 4096];
        let mut count = 0;
        while let Some(errors) = &mut self.errors
            && count < enough
        {
            match errors.read(&mut buffer) {
                Ok(0) => self.errors = None,
                Ok(read) => {
                    self.tail.add(&buffer[..read]);
                    count += read as u64;
                }
                Err(error) if is_transient(&error) => return,
                Err(_) => self.errors = None,
            }
        }
    }
}

fn is_transient(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    )
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
