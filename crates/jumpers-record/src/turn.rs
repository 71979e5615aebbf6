//! A turn, with what the engine said of it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use jumpers_protocol::Score;
use serde::{Deserialize, Serialize};

/// A turn and what is known of it. As a text, and so in JSON, it is a line:
///
/// ```text
/// a1-c1+d1 score cp 35 depth 12 nodes 123456 time 99.871 clock 5901.003
/// ```
///
/// Times are in milliseconds with up to three decimals. All but the turn may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TurnRecord {
    /// The turn, in the canonical text of the rules.
    pub turn: String,
    /// The engine's score, from the side that made the turn; mates in moves of the winner.
    pub score: Option<Score>,
    /// The engine's depth.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time used, as the runner measured it; whole microseconds.
    pub time: Option<Duration>,
    /// What the clock had left after the turn, the increment added; whole microseconds.
    pub clock: Option<Duration>,
}

/// A line that is no turn of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TurnRecordError(pub String);

impl fmt::Display for TurnRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.turn)?;
        if let Some(score) = &self.score {
            write!(f, " score {score}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        for (key, time) in [("time", self.time), ("clock", self.clock)] {
            if let Some(time) = time {
                let micros = time.as_micros();
                write!(f, " {key} {}.{:03}", micros / 1000, micros % 1000)?;
            }
        }
        Ok(())
    }
}

impl From<TurnRecord> for String {
    fn from(turn: TurnRecord) -> String {
        turn.to_string()
    }
}

impl TryFrom<String> for TurnRecord {
    type Error = TurnRecordError;

    fn try_from(line: String) -> Result<Self, TurnRecordError> {
        line.parse()
    }
}

impl FromStr for TurnRecord {
    type Err = TurnRecordError;

    fn from_str(line: &str) -> Result<Self, TurnRecordError> {
        let turn = line
            .split_whitespace()
            .next()
            .ok_or_else(|| TurnRecordError("no turn".to_owned()))?;
        // Being written: the other fields are read here, too.
        Ok(TurnRecord {
            turn: turn.to_owned(),
            ..TurnRecord::default()
        })
    }
}
