//! What is wrong with a position or a turn.

use jumpers_core::{PositionTextError, ResolveError};

/// Why there is no such position, or no such turn in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The position text is wrong.
    #[error("position: {0}")]
    Text(#[from] PositionTextError),
    /// One of the turns after `moves` is wrong.
    #[error("{command}: turn {number} of {total}: {reason}")]
    Turn {
        /// The command.
        command: &'static str,
        /// Its place, from 1.
        number: usize,
        /// How many there are.
        total: usize,
        /// What is wrong with it.
        reason: ResolveError,
    },
    /// One of the turns after `searchmoves` is wrong.
    #[error("go: searchmoves: {0}")]
    SearchTurn(ResolveError),
    /// More turns are to be taken back than were played.
    #[error("undo: {wanted} turns to take back, {played} played since the position was set")]
    Undo {
        /// How many were to be taken back.
        wanted: u32,
        /// How many there are.
        played: usize,
    },
}

impl BoardError {
    /// The code of the error reply.
    pub fn code(&self) -> &'static str {
        let reason = match self {
            BoardError::Text(_) => return "bad-position",
            BoardError::Undo { .. } => return "nothing-to-undo",
            BoardError::Turn { reason, .. } | BoardError::SearchTurn(reason) => reason,
        };
        match reason {
            ResolveError::Text(_) => "bad-turn",
            ResolveError::Ambiguous { .. } => "ambiguous-turn",
            _ => "illegal-turn",
        }
    }
}
