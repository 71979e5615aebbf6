//! The journal: what was played, a line for each pair of games.
//!
//! A journal is a text of lines in JSON, each with a checksum. The first is the [`Header`] with the
//! whole tournament, each other one a finished pair of games ([`PairEntry`]) or the note that the
//! runner was stopped. Lines are only ever added; a pair is synced to the disk before it counts. So
//! whatever happens to the runner or the machine, the journal is a tournament as far as it was
//! played, save for a torn line at its end, which is cut off when the tournament goes on. Anything
//! else that is not as it should be is refused, with the number of the line.

mod check;
mod entry;
mod error;
mod line;
mod merge;
mod read;
mod write;

pub use check::Checker;
pub use entry::{
    EngineWarnings, Entry, Header, Interrupt, PairEntry, Shard, ShardError, round_text,
};
pub use error::{JournalError, LineError};
pub use line::{decode, encode};
pub use merge::{MergeError, Merged, merge};
pub use read::Journal;
pub use write::JournalWriter;

/// The name of the format, in the header.
pub const FORMAT: &str = "jumpers-arena";

/// The version of the format, in the header.
pub const VERSION: u32 = 1;
