//! What is played, and who plays.

use serde::Serialize;

use crate::contestant::{Contestant, Protocol};
use crate::journal::{Header, Shard};
use crate::tournament::{Format, OpeningsSummary};

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// The tournament's name; may be empty.
    pub event: String,
    /// Who plays whom.
    pub format: Format,
    /// Pairs of games of each two engines that meet.
    pub rounds: u64,
    /// The seed of the order of the openings.
    pub seed: u64,
    /// The openings.
    pub openings: OpeningsSummary,
    /// The share of the schedule that the journal is of, if it is not of all.
    pub shard: Option<Shard>,
}

impl Setting {
    pub(super) fn new(header: &Header) -> Self {
        let tournament = &header.tournament;
        Setting {
            event: tournament.event.clone(),
            format: tournament.format,
            rounds: tournament.rounds,
            seed: tournament.seed,
            openings: tournament.openings.clone(),
            shard: header.shard,
        }
    }
}

/// An engine in the tournament. Its environment is not told, as reports are for showing around.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// SHA-256 of the program's file, in hexadecimal; none for a built-in player.
    pub digest: Option<String>,
    /// The dialect of the protocol.
    pub protocol: Protocol,
    /// The options that were set, `Hash=16`; a button is its name.
    pub options: Vec<String>,
    /// What it may use for a turn: `10+0.1`, `movetime 100`, `nodes 1000`, `depth 8`.
    pub limit: String,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
}

impl Entrant {
    pub(super) fn new(contestant: &Contestant) -> Self {
        Entrant {
            name: contestant.name.clone(),
            command: contestant.command.clone(),
            args: contestant.args.clone(),
            digest: contestant.digest.clone(),
            protocol: contestant.protocol,
            options: contestant
                .options
                .iter()
                .map(|(name, value)| match value {
                    Some(value) => format!("{name}={value}"),
                    None => name.clone(),
                })
                .collect(),
            limit: contestant.limit.to_string(),
            ponder: contestant.ponder,
        }
    }
}
