//! What the lines of a journal say.

use std::fmt;
use std::str::FromStr;

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

/// A text that is no share of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no shard: expected i/n with i from 1 to n, such as 2/3")]
pub struct ShardError(String);

impl Shard {
    /// Whether the pair at this place in the schedule belongs to it.
    pub fn contains(self, index: u64) -> bool {
        index % self.count.max(1) == self.number.saturating_sub(1)
    }

    /// How many of a schedule's pairs belong to it.
    pub fn share_of(self, pairs: u64) -> u64 {
        let before = self.number.saturating_sub(1);
        if pairs <= before {
            return 0;
        }
        (pairs - before - 1) / self.count.max(1) + 1
    }

    /// Whether there is such a share.
    pub fn is_valid(self) -> bool {
        (1..=self.count).contains(&self.number)
    }
}

/// As `2/3`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        text.split_once('/')
            .and_then(|(i, n)| {
                Some(Shard {
                    number: number(i)?,
                    count: number(n)?,
                })
            })
            .filter(|shard| shard.is_valid())
            .ok_or_else(|| ShardError(text.to_owned()))
    }
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

impl Header {
    /// What differs between this journal and one that would be begun with another header, the
    /// first thing that does. The values are this one's first.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let shard = |header: &Header| {
            let shard = header.shard.map(|shard| shard.to_string());
            shard.unwrap_or_else(|| "none".to_owned())
        };
        self.tournament.difference(&other.tournament).or_else(|| {
            let (ours, theirs) = (shard(self), shard(other));
            (ours != theirs).then(|| format!("shard: {ours}, not {theirs}"))
        })
    }
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
    /// What was wrong with an engine without losing a game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<EngineWarnings>,
}

/// What was wrong with an engine in the games of a pair, without losing one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineWarnings {
    /// The engine, by its place in the tournament, from 0.
    pub engine: usize,
    /// How often.
    pub count: u64,
    /// What it was the first time that this happened to it, a line: `no option 'Hsah'`.
    pub text: String,
}

/// The runner was stopped by a signal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interrupt {
    /// The signal's name: `SIGINT`.
    pub signal: String,
    /// The pairs that had begun and were not finished.
    pub unfinished: Vec<u64>,
    /// When, UTC, as in RFC 3339.
    pub at: String,
}

/// What a game is called: `12.1` and `12.2` are the games of the twelfth pair, whose index is 11.
/// `game` is 0 or 1.
pub fn round_text(index: u64, game: usize) -> String {
    format!("{}.{}", u128::from(index) + 1, game + 1)
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// The first line.
    Header(Header),
    /// A finished pair.
    Pair(Box<PairEntry>),
    /// The runner was stopped.
    Interrupt(Interrupt),
}
