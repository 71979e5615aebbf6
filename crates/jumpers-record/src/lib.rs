//! Game records of Jumpers: who played, each turn with what the engine said of it, how it ended.
//!
//! - [`GameRecord`]: a game, as types, as text (`Display`, `FromStr`) and as JSON (serde);
//!   [`GameRecord::replay`] checks it with the rules;
//! - [`read_records`]: the games of a file, one after another;
//! - [`Ending`]: why it ended, with [`EndingKind`];
//! - [`TurnRecord`]: a turn, with score, depth, nodes, time and clock;
//! - [`Referee`]: a game under the rules, on a board of any size.
//!
//! The text is described in the section "Game records" of `protocol.md`. Reading is strict, and
//! what is written reads as the same value, whatever the texts in it, as long as its turns are
//! turns and no line has more than 8 MiB.
//!
//! ```
//! use jumpers_record::GameRecord;
//!
//! let text = "\
//! jumpers-game 1
//! red: Alpha
//! teal: Beta
//! position: 6/6/6/6/6/rt4 r 0 0
//! winner: red
//! ending: rules
//! turns:
//! a1xc1 score mate 1 depth 2 time 0.512
//! end
//! ";
//! let record: GameRecord = text.parse()?;
//! assert_eq!(record.turns[0].depth, Some(2));
//! assert_eq!(record.to_string(), text);
//! assert_eq!(record.replay()?.game.turns(), ["a1xc1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod escape;
mod game;
mod headers;
mod reader;
mod record_error;
mod referee;
mod replay;
mod summary;
mod text;
mod turn;

pub use ending::{Ending, EndingKind};
pub use escape::{EscapeError, Escaped};
pub use game::{GameRecord, PlayerRecord, Winner};
pub use reader::{Records, read_records};
pub use record_error::{RecordCause, RecordError};
pub use referee::{Referee, RefereeError};
pub use replay::{Replay, ReplayError};
pub use turn::{TurnRecord, TurnRecordError};
