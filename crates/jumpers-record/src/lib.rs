//! Game records of Jumpers: who played, each turn with what the engine said of it, how it ended.
//!
//! - [`GameRecord`]: a game, as types and as JSON (serde);
//! - [`Ending`]: why it ended, with [`EndingKind`];
//! - [`Referee`]: a game under the rules, on a board of any size;
//! - [`TurnRecord`]: a turn, with score, depth, nodes, time and clock.

mod ending;
mod game;
mod referee;
mod turn;

pub use ending::{Ending, EndingKind};
pub use game::{GameRecord, PlayerRecord, Winner};
pub use referee::{Referee, RefereeError};
pub use turn::{TurnRecord, TurnRecordError};
