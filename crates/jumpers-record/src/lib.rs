//! Game records of Jumpers: who played, each turn with what the engine said of it, how it ended.
//!
//! - [`GameRecord`]: a game, as types and as JSON (serde);
//! - [`Ending`]: why it ended, with [`EndingKind`];
//! - [`TurnRecord`]: a turn, with score, depth, nodes, time and clock.

mod ending;
mod game;
mod turn;

pub use ending::{Ending, EndingKind};
pub use game::{GameRecord, PlayerRecord, Winner};
pub use turn::{TurnRecord, TurnRecordError};
