//! Why there is nothing more to expect of a process.

use std::fmt;
use std::time::Instant;

use super::exit::Exit;
use super::lines::LONGEST_LINE;

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
