//! The runner's end of an engine's standard input.

use std::io::{self, Write};
use std::process::ChildStdin;

use rustix::event::{PollFd, PollFlags};

use super::is_transient;

/// A pipe, and what is still to be written to it.
#[derive(Debug)]
pub(super) struct Input {
    pipe: Option<ChildStdin>,
    unsent: Vec<u8>,
    /// It is closed once all is written.
    closes: bool,
}

impl Input {
    pub(super) fn new(pipe: Option<ChildStdin>) -> Self {
        Input {
            pipe,
            unsent: Vec::new(),
            closes: false,
        }
    }

    /// Adds to what is to be written.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        if self.pipe.is_some() {
            self.unsent.extend_from_slice(bytes);
        }
    }

    pub(super) fn close_when_written(&mut self) {
        self.closes = true;
    }

    pub(super) fn close(&mut self) {
        self.pipe = None;
        self.unsent = Vec::new();
    }

    pub(super) fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Writes as much as the pipe takes now.
    ///
    /// # Errors
    /// If nobody will read it.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let Some(pipe) = &mut self.pipe else {
            return Ok(());
        };
        let mut sent = 0;
        while sent < self.unsent.len() {
            match pipe.write(&self.unsent[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_transient(&error) => break,
                Err(error) => {
                    self.close();
                    return Err(error);
                }
            }
        }
        self.unsent.drain(..sent);
        if self.closes && self.unsent.is_empty() {
            self.pipe = None;
        }
        Ok(())
    }

    /// What is to be polled, if something waits for room in the pipe.
    pub(super) fn poll_fd(&self) -> Option<PollFd<'_>> {
        let pipe = self.pipe.as_ref().filter(|_| self.has_unsent())?;
        Some(PollFd::new(pipe, PollFlags::OUT))
    }
}
