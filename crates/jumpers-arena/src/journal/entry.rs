//! What the lines of a journal say.

use jumpers_record::GameRecord;
use serde::{Deserialize, Serialize};

use crate::tournament::Tournament;

/// A share of a schedule: the pairs whose index has remainder `number - 1` by `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which share, from 1 to `count`.
    pub number: u64,
    /// How many shares there are.
    pub count: u64,
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// `jumpers-arena`.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// What is played.
    pub tournament: Tournament,
    /// The share of it that this journal is of; all of it if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// When the journal was begun, UTC, as in RFC 3339.
    pub started: String,
}

/// Two finished games from one opening, with colours swapped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairEntry {
    /// The place in the schedule, from 0.
    pub index: u64,
    /// The engine that is Red in the first game, by its place in the tournament, from 0.
    pub first: usize,
    /// The other engine.
    pub second: usize,
    /// The opening, by its place in the source, from 0.
    pub opening: u64,
    /// When the pair was finished, UTC, as in RFC 3339.
    pub finished: String,
    /// The games.
    pub games: [GameRecord; 2],
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// The first line.
    Header(Header),
    /// A finished pair.
    Pair(Box<PairEntry>),
    /// The runner was stopped by a signal; the pairs named were not finished.
    Interrupt {
        /// The signal's name.
        signal: String,
        /// The unfinished pairs.
        unfinished: Vec<u64>,
        /// When, UTC, as in RFC 3339.
        at: String,
    },
}
