//! What an engine may use for a turn.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A limit. Several may hold at once, but a clock and a movetime exclude each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// A clock for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Time for each turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<Duration>,
    /// Nodes for each turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth for each turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// Time for a game, and more with each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// What the clock shows at first.
    pub time: Duration,
    /// What is added after each turn.
    pub increment: Duration,
}

/// As in game records: `10+0.1` (seconds), `movetime 100` (milliseconds), `nodes 1000`, `depth 8`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(Clock { time, increment }) = self.clock {
            parts.push(format!(
                "{}+{}",
                time.as_secs_f64(),
                increment.as_secs_f64()
            ));
        }
        if let Some(time) = self.movetime {
            parts.push(format!("movetime {}", time.as_secs_f64() * 1000.0));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("nodes {nodes}"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        f.write_str(&parts.join(" "))
    }
}
