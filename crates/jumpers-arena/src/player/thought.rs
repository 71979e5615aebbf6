//! What a player thinks of a position.

use jumpers_core::{Color, Position, Size, Turn};
use jumpers_protocol::{Dialect, Score};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Hundredths of a token.
    Tokens(i32),
    /// The side to move wins in so many turns of both sides, or loses if negative. At 0 it has lost.
    End(i32),
}

impl Worth {
    /// The score in a dialect: UCI counts the turns of the winner, UGI those of both sides.
    pub fn score(self, dialect: Dialect) -> Score {
        match (self, dialect) {
            (Worth::Tokens(value), _) => Score::centipawns(value),
            (Worth::End(plies), Dialect::Ugi) => Score::mate(plies),
            (Worth::End(plies), Dialect::Uci) => Score::mate(if plies > 0 {
                (plies + 1) / 2
            } else {
                plies / 2
            }),
        }
    }
}

/// What came of thinking.
#[derive(Clone, Debug)]
pub(super) struct Thought<S: Size> {
    /// Turns that were looked ahead.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// What the position is worth.
    pub worth: Worth,
    /// The turn that was chosen, and what is expected then.
    pub line: Vec<Turn<S>>,
}

/// A side's tokens on and beside the board, less the other's.
pub(super) fn tokens_ahead<S: Size>(position: &Position<S>, color: Color) -> i32 {
    let count = |color| position.tokens(color).len() as i32 + i32::from(position.reserve(color));
    count(color) - count(!color)
}

/// The position after a legal turn.
pub(super) fn after<S: Size>(position: &Position<S>, turn: &Turn<S>) -> Position<S> {
    let mut position = *position;
    position.play_unchecked(turn);
    position
}
