//! How games ended, and what went wrong.

use jumpers_record::{EndingKind, Winner};
use serde::Serialize;

use super::played::Pair;

/// How the games ended that an engine lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Losses {
    /// The engine.
    pub engine: String,
    /// Games lost.
    pub lost: u64,
    /// How many of them ended in each way; all kinds are there that a finished game may have.
    pub kinds: Vec<EndingCount>,
}

/// How many games ended in a way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingCount {
    /// The way.
    pub kind: EndingKind,
    /// How many.
    pub games: u64,
}

/// A game that ended otherwise than by the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// Which game it was, as its record says.
    pub round: String,
    /// The index of its pair in the schedule, from 0.
    pub pair: u64,
    /// 1 or 2.
    pub game: u8,
    /// Points along the board's edge.
    pub board: u8,
    /// The engine at fault, which lost.
    pub engine: String,
    /// The side that it played.
    pub side: Winner,
    /// Who won.
    pub opponent: String,
    /// Turns played before.
    pub turns: u64,
    /// What kind of fault.
    pub kind: EndingKind,
    /// What happened, a line of text; may be empty.
    pub detail: String,
    /// How the engine's process ended, if it did.
    pub exit: Option<String>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
}

pub(super) fn losses(names: &[String], pairs: &[Pair<'_>]) -> Vec<Losses> {
    let mut losses: Vec<Losses> = names
        .iter()
        .map(|name| Losses {
            engine: name.clone(),
            lost: 0,
            kinds: EndingKind::ALL
                .into_iter()
                .filter(|&kind| kind != EndingKind::Interrupt)
                .map(|kind| EndingCount { kind, games: 0 })
                .collect(),
        })
        .collect();
    for pair in pairs {
        for game in 0..2 {
            let [_, loser] = pair.won_and_lost(game);
            let losses = &mut losses[loser];
            losses.lost += 1;
            let kind = pair.entry.games[game].ending.kind;
            if let Some(count) = losses.kinds.iter_mut().find(|count| count.kind == kind) {
                count.games += 1;
            }
        }
    }
    losses
}

pub(super) fn faults(names: &[String], pairs: &[Pair<'_>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pair in pairs {
        for game in pair.faults() {
            let record = &pair.entry.games[game];
            let [winner, loser] = pair.won_and_lost(game);
            faults.push(Fault {
                round: pair.round(game),
                pair: pair.entry.index,
                game: game as u8 + 1,
                board: pair.board.points(),
                engine: names[loser].clone(),
                side: if pair.red_won(game) {
                    Winner::Teal
                } else {
                    Winner::Red
                },
                opponent: names[winner].clone(),
                turns: record.turns.len() as u64,
                kind: record.ending.kind,
                detail: record.ending.detail.clone(),
                exit: record.ending.exit.clone(),
                stderr: record.ending.stderr.clone(),
            });
        }
    }
    faults
}
