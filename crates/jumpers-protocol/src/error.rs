//! Why a line could not be read.

use crate::excerpt::Excerpt;
use crate::go::GoError;
use crate::position::PositionError;
use crate::setoption::SetOptionError;
use crate::value::{ArgumentError, ValueError};

/// Why a line is not a command. Prints as one line of printable ASCII.
///
/// ```
/// use jumpers_protocol::Command;
///
/// let error = "hello".parse::<Command>().unwrap_err();
/// assert_eq!(error.code(), "unknown-command");
/// assert_eq!(error.to_string(), "unknown command 'hello' at word 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no word in the line. Only `FromStr` says so: [`Command::parse`] has `None`.
    ///
    /// [`Command::parse`]: crate::Command::parse
    #[error("empty line")]
    EmptyLine,
    /// No word of the line is a command.
    #[error("unknown command '{text}' at word {word}")]
    UnknownCommand {
        /// The first word of the line.
        text: Excerpt,
        /// Where, in words from 1.
        word: usize,
    },
    /// A `position` that cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A `go` that cannot be read.
    #[error(transparent)]
    Go(#[from] GoError),
    /// A `setoption` that cannot be read.
    #[error(transparent)]
    SetOption(#[from] SetOptionError),
    /// Another command with an argument that cannot be read.
    #[error("{command}: {error}")]
    Argument {
        /// The command.
        command: &'static str,
        /// What is wrong with its arguments.
        error: ArgumentError,
    },
}

impl CommandError {
    /// A stable kebab-case name of the kind of error, for programs to look at.
    pub fn code(&self) -> &'static str {
        match self {
            CommandError::EmptyLine => "empty-line",
            CommandError::UnknownCommand { .. } => "unknown-command",
            CommandError::Position(error) => error.code(),
            CommandError::Go(error) => error.code(),
            CommandError::SetOption(error) => error.code(),
            CommandError::Argument { error, .. } => error.code(),
        }
    }
}

/// Why a line that begins like a reply could not be read. Prints as one line of printable ASCII.
///
/// ```
/// use jumpers_protocol::Reply;
///
/// let error = "info depth many".parse::<Reply>().unwrap_err();
/// assert_eq!(error.code(), "bad-number");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplyError {
    /// A `bestmove` without a turn.
    #[error("bestmove: {0}")]
    BestMove(ValueError),
    /// An `info` with a value that cannot be read.
    #[error("info: {0}")]
    Info(ValueError),
    /// An `option` declaration that cannot be read.
    #[error("option: {0}")]
    Option(ValueError),
}

impl ReplyError {
    /// A stable kebab-case name of the kind of error, for programs to look at.
    pub fn code(&self) -> &'static str {
        match self {
            ReplyError::BestMove(error) | ReplyError::Info(error) | ReplyError::Option(error) => {
                error.code()
            }
        }
    }
}
