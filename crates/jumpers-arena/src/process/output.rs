//! The runner's ends of an engine's standard output and standard error.

use std::io::Read;
use std::process::{ChildStderr, ChildStdout};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags};

use super::is_transient;
use super::lines::Lines;
use super::tail::Tail;

/// What came of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// There was nothing, or there is no room for it.
    Nothing,
    /// There was something.
    Something,
    /// It was closed.
    Closed,
    /// A line is too long; nothing more is read.
    TooLong,
}

/// Standard output, as lines.
#[derive(Debug)]
pub(super) struct Output {
    pipe: Option<ChildStdout>,
    pub(super) lines: Lines,
    pub(super) read_at: Instant,
    pub(super) received: u64,
}

impl Output {
    pub(super) fn new(pipe: Option<ChildStdout>) -> Self {
        Output {
            pipe,
            lines: Lines::new(),
            read_at: Instant::now(),
            received: 0,
        }
    }

    pub(super) fn close(&mut self) {
        self.pipe = None;
    }

    pub(super) fn is_open(&self) -> bool {
        self.pipe.is_some()
    }

    /// Reads a piece, if there is one.
    pub(super) fn read(&mut self, now: Instant) -> Reading {
        let Some(pipe) = &mut self.pipe else {
            return Reading::Nothing;
        };
        let space = self.lines.space();
        if space.is_empty() {
            return Reading::Nothing;
        }
        match pipe.read(space) {
            Err(error) if is_transient(&error) => Reading::Nothing,
            Ok(0) | Err(_) => {
                self.pipe = None;
                Reading::Closed
            }
            Ok(count) => {
                self.lines.filled(count);
                self.read_at = now;
                self.received += count as u64;
                if self.lines.is_too_long() {
                    self.pipe = None;
                    return Reading::TooLong;
                }
                Reading::Something
            }
        }
    }

    /// What is to be polled, if there is room for more.
    pub(super) fn poll_fd(&self) -> Option<PollFd<'_>> {
        let pipe = self.pipe.as_ref().filter(|_| self.lines.has_space())?;
        Some(PollFd::new(pipe, PollFlags::IN))
    }
}

/// Standard error, of which the last lines are kept.
#[derive(Debug)]
pub(super) struct Errors {
    pipe: Option<ChildStderr>,
    pub(super) tail: Tail,
}

impl Errors {
    pub(super) fn new(pipe: Option<ChildStderr>) -> Self {
        Errors {
            pipe,
            tail: Tail::default(),
        }
    }

    pub(super) fn close(&mut self) {
        self.pipe = None;
    }

    /// Reads until there is no more now, or `enough` bytes were read.
    pub(super) fn read(&mut self, enough: usize) {
        let mut buffer = [0; 4096];
        let mut count = 0;
        while let Some(pipe) = &mut self.pipe
            && count < enough
        {
            match pipe.read(&mut buffer) {
                Err(error) if is_transient(&error) => return,
                Ok(0) | Err(_) => self.pipe = None,
                Ok(read) => {
                    self.tail.add(&buffer[..read]);
                    count += read;
                }
            }
        }
    }

    /// What is to be polled.
    pub(super) fn poll_fd(&self) -> Option<PollFd<'_>> {
        let pipe = self.pipe.as_ref()?;
        Some(PollFd::new(pipe, PollFlags::IN))
    }
}
