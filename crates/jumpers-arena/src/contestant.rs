//! An engine in a tournament: how it is started and what it may use.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::limit::Limit;

/// Which of the two dialects is spoken with an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// UCI.
    #[default]
    Uci,
    /// UGI.
    Ugi,
}

/// An engine in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// Its name, unique in the tournament, one line.
    pub name: String,
    /// The program: a path, a name to be found in `PATH`, or `builtin:<player>`.
    pub command: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Where it runs; here if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Variables added to its environment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<(String, String)>,
    /// The dialect.
    #[serde(default)]
    pub protocol: Protocol,
    /// Options set after the handshake, in this order. A button has no value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, Option<String>)>,
    /// What it may use for a turn.
    pub limit: Limit,
    /// How much later than its time a turn may come without losing.
    pub margin: Duration,
    /// How long any answer may take that has no limit in time.
    pub deadline: Duration,
    /// Whether it thinks in the opponent's time.
    #[serde(default)]
    pub ponder: bool,
    /// Whether it is started anew for each game.
    #[serde(default)]
    pub restart: bool,
}
