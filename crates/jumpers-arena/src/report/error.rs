//! Why there is no report.

use jumpers_core::PositionTextError;
use jumpers_record::Winner;

use crate::stats::SprtError;
use crate::stats::ratings::RatingsError;

/// Why there is no report of a journal. Pairs are named by their index, games by 1 and 2.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReportError {
    /// The tournament has not so many engines.
    #[error("pair {pair}: engine {engine} of a tournament of {count}, counted from 0")]
    NoSuchEngine {
        /// The pair.
        pair: u64,
        /// The engine.
        engine: usize,
        /// How many there are.
        count: usize,
    },
    /// An engine plays itself.
    #[error("pair {pair}: engine {engine} plays itself")]
    SameEngine {
        /// The pair.
        pair: u64,
        /// The engine.
        engine: usize,
    },
    /// A name that is not the one of the engine that should play.
    #[error("pair {pair}, game {game}: {found:?} plays {side}, and it should be {expected:?}")]
    Name {
        /// The pair.
        pair: u64,
        /// The game.
        game: usize,
        /// `red` or `teal`.
        side: Winner,
        /// The name in the record.
        found: String,
        /// The name in the tournament.
        expected: String,
    },
    /// A game without a winner.
    #[error("pair {pair}, game {game}: nobody has won")]
    Unfinished {
        /// The pair.
        pair: u64,
        /// The game.
        game: usize,
    },
    /// A position that is on no board.
    #[error("pair {pair}, game {game}: {source}")]
    Board {
        /// The pair.
        pair: u64,
        /// The game.
        game: usize,
        /// What is wrong with it.
        source: PositionTextError,
    },
    /// Games from different openings.
    #[error("pair {pair}: its games begin from different positions")]
    Openings {
        /// The pair.
        pair: u64,
    },
    /// A pair that is there already.
    #[error("pair {pair} is there twice")]
    Twice {
        /// The pair.
        pair: u64,
    },
    /// A sequential test that there is not.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// Pairs that give no ratings.
    #[error(transparent)]
    Ratings(#[from] RatingsError),
}
