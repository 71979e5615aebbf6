//! What is wrong with a text that should be a game record.

use jumpers_protocol::Excerpt;

use crate::text::{FIRST_LINE, LAST_LINE, TURNS_LINE};
use crate::{EndingKind, EscapeError, TurnRecordError};

/// A longer line is refused.
pub(crate) const MOST_LINE_BYTES: usize = 8 << 20;

/// Where a text is no game record, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct RecordError {
    /// The number of the line, from 1. If something is missing at the end of the text, it is that
    /// of the line after the last one.
    pub line: u64,
    /// What is wrong there.
    pub cause: RecordCause,
}

/// Why a text is no game record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordCause {
    /// The text could not be read on.
    #[error("cannot read on: {0}")]
    Read(String),
    /// Bytes that are no text.
    #[error("not UTF-8")]
    NotUtf8,
    /// A very long line.
    #[error("a line of more than {MOST_LINE_BYTES} bytes")]
    LineTooLong,
    /// The text ends within a line.
    #[error("the text ends without a line end: the game is cut off")]
    NoLineEnd,
    /// The text ends within a game.
    #[error("the text ends before '{LAST_LINE}': the game is cut off")]
    NoEnd,
    /// A game begins within another one.
    #[error("a game begins before the '{LAST_LINE}' of the one before")]
    NewGame,
    /// There is no game in the text.
    #[error("no game")]
    NoGame,
    /// There is something after the only game that the text should have.
    #[error("'{0}' after the end of the game")]
    Trailing(Excerpt),
    /// Something else where a game should begin.
    #[error("a game begins with '{FIRST_LINE}', not with '{0}'")]
    FirstLine(Excerpt),
    /// A version of the format that is not known.
    #[error("version '{0}' of the format is not known: this is version 1")]
    Version(Excerpt),
    /// Something else where a header or the turns should be.
    #[error("'{0}' is no header ('key: value') and not '{TURNS_LINE}'")]
    NotAHeader(Excerpt),
    /// A header that there is not.
    #[error("unknown header '{0}'")]
    UnknownHeader(Excerpt),
    /// A header for the second time.
    #[error("header '{0}' for the second time")]
    RepeatedHeader(&'static str),
    /// A header that every game has is not there before the turns.
    #[error("no header '{0}' before '{TURNS_LINE}'")]
    MissingHeader(&'static str),
    /// A value with characters that must be escaped, or with bad escapes.
    #[error("header '{key}': {reason}")]
    Value {
        /// The header.
        key: &'static str,
        /// What is wrong with its value.
        reason: EscapeError,
    },
    /// A winner that there is not.
    #[error("winner '{0}': expected red, teal or none")]
    Winner(Excerpt),
    /// An ending that there is not.
    #[error("ending '{found}': expected one of {known}", known = EndingKind::ALL.map(EndingKind::name).join(", "))]
    Ending {
        /// What stands there.
        found: Excerpt,
    },
    /// A turn that cannot be read.
    #[error("turn {ply}: {reason}")]
    Turn {
        /// The number of the turn in the game, from 1.
        ply: usize,
        /// What is wrong with it.
        reason: TurnRecordError,
    },
}
