//! The journal: what was played, a line for each pair of games.

mod entry;

pub use entry::{Entry, Header, PairEntry, Shard};
