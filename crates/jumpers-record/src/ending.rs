//! Why a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kinds of endings. All but [`Interrupt`](EndingKind::Interrupt) have a winner, and all but
/// that and [`Rules`](EndingKind::Rules) are a fault of the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingKind {
    /// The loser had no turn.
    Rules,
    /// The loser's clock ran out, or its time for the turn.
    Time,
    /// The loser did not answer within the time that any answer may take.
    Stall,
    /// The loser's process ended, or could not be started.
    Crash,
    /// The loser's turn was not legal.
    IllegalTurn,
    /// The loser said something that is not in the protocol, or nothing where it asks for a reply.
    ProtocolError,
    /// The runner was stopped.
    Interrupt,
}

impl EndingKind {
    /// All kinds.
    pub const ALL: [EndingKind; 7] = [
        EndingKind::Rules,
        EndingKind::Time,
        EndingKind::Stall,
        EndingKind::Crash,
        EndingKind::IllegalTurn,
        EndingKind::ProtocolError,
        EndingKind::Interrupt,
    ];

    /// The word in texts: `rules`, `time`, `stall`, `crash`, `illegal-turn`, `protocol-error`,
    /// `interrupt`.
    pub const fn name(self) -> &'static str {
        match self {
            EndingKind::Rules => "rules",
            EndingKind::Time => "time",
            EndingKind::Stall => "stall",
            EndingKind::Crash => "crash",
            EndingKind::IllegalTurn => "illegal-turn",
            EndingKind::ProtocolError => "protocol-error",
            EndingKind::Interrupt => "interrupt",
        }
    }

    /// The kind with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for EndingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a game ended, and what is known of the cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The kind.
    pub kind: EndingKind,
    /// What happened, a line of text: `no turn`, `bestmove a1-a9: no such point`; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// How the loser's process ended, if it did: `exit status 1`, `signal 11`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<String>,
    /// The last lines of the loser's standard error, for faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

impl Ending {
    /// An ending of which no more is known.
    pub fn new(kind: EndingKind, detail: impl Into<String>) -> Self {
        Ending {
            kind,
            detail: detail.into(),
            exit: None,
            stderr: Vec::new(),
        }
    }
}
