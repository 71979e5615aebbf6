//! What can be wrong with openings.

use std::io;

use jumpers_core::{BoardSizeError, MaterialError, PositionTextError};

use super::random::RandomOpeningsError;
use super::read::MOST_BYTES_A_LINE;

/// Why a text is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// It is no position text.
    #[error(transparent)]
    Text(#[from] PositionTextError),
    /// A side has too many tokens.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The start of a board that there is not.
    #[error("startpos: {0}")]
    Board(#[from] BoardSizeError),
    /// More than a board after `startpos`.
    #[error("startpos is followed by a board size or by nothing")]
    StartPos,
    /// The side to move has no turn.
    #[error("the game is over: the side to move has no turn")]
    Over,
}

/// Why a line is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The opening is wrong.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// It is no text.
    #[error("not UTF-8")]
    Encoding,
    /// It is too long for an opening.
    #[error("longer than {MOST_BYTES_A_LINE} bytes")]
    TooLong,
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// A file cannot be read.
    #[error("openings {source_name}: {error}")]
    Read {
        /// The file.
        source_name: String,
        /// What the system says.
        error: io::Error,
    },
    /// A line is no opening.
    #[error("openings {source_name}, line {line}: {error}")]
    Line {
        /// The file.
        source_name: String,
        /// The line's number, from 1.
        line: u64,
        /// What is wrong.
        error: LineError,
    },
    /// There is not a single opening.
    #[error("openings {source_name}: there are none")]
    None {
        /// The file.
        source_name: String,
    },
    /// There are not so many random openings.
    #[error("openings random:{0}")]
    Random(#[from] RandomOpeningsError),
}
