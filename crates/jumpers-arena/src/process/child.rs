//! A running engine.

use std::io;
use std::marker::PhantomData;
use std::os::fd::{AsFd, OwnedFd};
use std::process::Child;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process_group};

use super::Interrupt;
use super::end::{End, Line, ReadError};
use super::exit::{self, Exit};
use super::input::Input;
use super::launch::{Launch, StartError};
use super::output::{Errors, Output, Reading};
use super::supervisor::Supervisor;
use super::wait::{Wake, open_pidfd, wait, wait_for_exit};

/// How long a process may live after it has closed a pipe.
const CLOSING: Duration = Duration::from_secs(1);

/// How long to wait for the end of a process that was sent SIGKILL. It takes so long only if the
/// system is stuck.
const DYING: Duration = Duration::from_secs(10);

/// How much is read after the end of a process, of what it or its children have written.
const LEFT_OVER: u64 = 1 << 20;

/// Which are polled: the output, the errors, the input, the end of the process.
pub(super) type Polled = [bool; 4];

/// A running engine: a process group with pipes. Dropping it kills the group at once.
///
/// It stays in the thread that started it: see the [module](super).
#[derive(Debug)]
pub struct Process {
    supervisor: Supervisor,
    child: Child,
    pid: Pid,
    pidfd: Option<OwnedFd>,
    input: Input,
    output: Output,
    errors: Errors,
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
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let unblocked = unblock(&input)
            .and_then(|()| unblock(&output))
            .and_then(|()| unblock(&errors));
        let mut process = Process {
            supervisor: supervisor.clone(),
            pid,
            pidfd: open_pidfd(pid),
            input: Input::new(input),
            output: Output::new(output),
            errors: Errors::new(errors),
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
        unblocked.map_err(|error| StartError::Spawn {
            executable: supervisor.executable().to_owned(),
            error,
        })?;
        supervisor.announce(pid).map_err(StartError::Watcher)?;
        // The shim waits for a byte.
        process.send("");
        process.flush();
        Ok(process)
    }

    /// The number of the process and of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Adds a line to what is to be written. [`Process::flush`], and every [`wait`], writes.
    pub fn send(&mut self, line: &str) {
        self.input.add(line.as_bytes());
        self.input.add(b"\n");
    }

    /// Adds bytes as they are to what is to be written.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.add(bytes);
    }

    /// Closes its standard input when all that was sent is written.
    pub fn close_input(&mut self) {
        self.input.close_when_written();
        self.flush();
    }

    /// Closes the other end of its standard output. Nothing more is read.
    pub fn close_output(&mut self) {
        self.output.close();
    }

    /// Writes as much as the pipe takes now.
    pub fn flush(&mut self) {
        if self.input.flush().is_err() {
            self.close(End::ClosedInput, Instant::now());
        }
    }

    /// Whether lines were sent that the engine has not read, as far as the pipe does not hold them.
    pub fn has_unsent(&self) -> bool {
        self.input.has_unsent()
    }

    /// Takes the next line of output that was read, without LF and CR.
    pub fn next_line(&mut self) -> Option<&[u8]> {
        self.output.lines.next()
    }

    /// Takes the next line of output that was read, without LF but with CR.
    pub fn next_whole_line(&mut self) -> Option<&[u8]> {
        self.output.lines.next_whole()
    }

    /// When output was read last.
    pub fn read_at(&self) -> Instant {
        self.output.read_at
    }

    /// How many bytes of output have been read.
    pub fn received(&self) -> u64 {
        self.output.received
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
            if let Some(line) = self.output.lines.next() {
                return Ok(Line {
                    text: String::from_utf8_lossy(line).into_owned(),
                    at: self.output.read_at,
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
        let before = self.output.received;
        loop {
            while let Some(line) = self.output.lines.next() {
                each(line, self.output.read_at);
            }
            let so_far = self.output.received;
            self.read_output(Instant::now());
            if self.output.received == so_far || self.output.received - before > most {
                break;
            }
        }
        while let Some(line) = self.output.lines.next() {
            each(line, self.output.read_at);
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
        self.errors.tail.lines()
    }

    /// Why there was no program to run, if that is why it ended.
    pub fn start_failure(&self) -> Option<String> {
        if self.exit != Some(Exit::Status(127)) {
            return None;
        }
        let last = self.errors.tail.lines().pop()?;
        Some(last.strip_prefix(super::CANNOT_START)?.to_owned())
    }

    /// Sends `quit`, waits until it has ended, kills it if it has not after `grace`. Returns how it
    /// ended if it did so by itself.
    pub fn quit(&mut self, grace: Duration, interrupt: &Interrupt) -> Option<Exit> {
        let deadline = super::after(Instant::now(), grace);
        self.send("quit");
        while self.end.is_none() && wait(&mut [self], deadline, interrupt) == Wake::Ready {
            while self.output.lines.next().is_some() {}
        }
        let runs_on = matches!(self.end, Some(End::ClosedOutput | End::ClosedInput));
        if runs_on && !interrupt.is_set() {
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
        self.errors.read(LEFT_OVER as usize);
        self.input.close();
        self.output.close();
        self.errors.close();
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
        let before = self.output.received;
        self.read_output(Instant::now());
        let is_drained = self.output.received == before
            || self.output.received - self.received_at_exit > LEFT_OVER;
        if is_drained && self.end.is_none() {
            self.end = Some(End::Exited(exit));
            self.left_open = self.output.is_open();
            self.kill();
        }
        true
    }

    fn see_exit(&mut self) {
        if self.exit.is_none() {
            self.exit = exit::look(self.pid);
            self.received_at_exit = self.output.received;
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

    /// Adds what is to be polled, and tells what that is to [`Process::serve`].
    pub(super) fn add_fds<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Polled {
        if self.end.is_some() {
            return [false; 4];
        }
        let pidfd = self.pidfd.as_ref();
        let all = [
            self.output.poll_fd(),
            self.errors.poll_fd(),
            self.input.poll_fd(),
            pidfd.map(|pidfd| PollFd::new(pidfd, PollFlags::IN)),
        ];
        all.map(|fd| {
            let is_some = fd.is_some();
            fds.extend(fd);
            is_some
        })
    }

    /// Reads and writes what is ready, of that which was polled.
    pub(super) fn serve(
        &mut self,
        polled: Polled,
        ready: &mut impl Iterator<Item = bool>,
        now: Instant,
    ) {
        let [output, errors, input, exited] =
            polled.map(|polled| polled && ready.next() == Some(true));
        if self.end.is_some() {
            return;
        }
        if output {
            self.read_output(now);
        }
        if errors {
            self.errors.read(1);
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
        match self.output.read(now) {
            Reading::Nothing | Reading::Something => {}
            Reading::Closed => self.close(End::ClosedOutput, now),
            Reading::TooLong => self.end = Some(End::LineTooLong),
        }
    }
}

fn unblock(pipe: &Option<impl AsFd>) -> io::Result<()> {
    match pipe {
        Some(pipe) => Ok(ioctl_fionbio(pipe, true)?),
        None => Ok(()),
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
