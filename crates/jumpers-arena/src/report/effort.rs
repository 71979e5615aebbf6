//! What engines used for their turns.

use std::time::Duration;

use jumpers_record::TurnRecord;
use serde::Serialize;

use super::played::Pair;
use crate::journal::{Header, PairEntry};

/// What an engine used for a turn. Means are over the turns that say so.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effort {
    /// The engine.
    pub engine: String,
    /// Its turns.
    pub turns: u64,
    /// The mean depth.
    pub depth: Option<f64>,
    /// The mean number of nodes.
    pub nodes: Option<f64>,
}

/// What another run of the same games would not repeat: dates, and times used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Times {
    /// When the journal was begun, UTC, as in RFC 3339.
    pub started: String,
    /// When the last of its pairs was finished.
    pub finished: Option<String>,
    /// The times of each engine.
    pub engines: Vec<EngineTimes>,
}

/// The times of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineTimes {
    /// The engine.
    pub engine: String,
    /// Its mean time for a turn, in milliseconds.
    pub mean_ms: Option<f64>,
    /// Its longest time for a turn, in milliseconds.
    pub longest_ms: Option<f64>,
    /// Nodes in a second, over the turns that have both.
    pub nodes_per_second: Option<f64>,
}

/// The turns that an engine made in a game.
pub(super) fn turns_of<'a>(
    engine: usize,
    pair: &Pair<'a>,
    game: usize,
) -> impl Iterator<Item = &'a TurnRecord> {
    let sides = pair.sides(game);
    let begins = usize::from(pair.teal_begins(game));
    pair.entry.games[game]
        .turns
        .iter()
        .enumerate()
        .filter(move |(place, _)| sides[(place + begins) % 2] == engine)
        .map(|(_, turn)| turn)
}

/// The turns that each engine made.
fn turns<'a>(engines: usize, pairs: &[Pair<'a>]) -> Vec<Vec<&'a TurnRecord>> {
    let mut turns = vec![Vec::new(); engines];
    for pair in pairs {
        for game in 0..2 {
            for engine in pair.engines {
                turns[engine].extend(turns_of(engine, pair, game));
            }
        }
    }
    turns
}

/// The mean of what some of the turns have.
fn mean(turns: &[&TurnRecord], of: impl Fn(&TurnRecord) -> Option<f64>) -> Option<f64> {
    let (count, sum) = turns
        .iter()
        .filter_map(|turn| of(turn))
        .fold((0u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

pub(super) fn efforts(names: &[String], pairs: &[Pair<'_>]) -> Vec<Effort> {
    names
        .iter()
        .zip(turns(names.len(), pairs))
        .map(|(name, turns)| Effort {
            engine: name.clone(),
            turns: turns.len() as u64,
            depth: mean(&turns, |turn| turn.depth.map(f64::from)),
            nodes: mean(&turns, |turn| turn.nodes.map(|nodes| nodes as f64)),
        })
        .collect()
}

pub(super) fn times(
    header: &Header,
    entries: &[PairEntry],
    names: &[String],
    pairs: &[Pair<'_>],
) -> Times {
    Times {
        started: header.started.clone(),
        // Texts of the same form: the last is the greatest.
        finished: entries.iter().map(|entry| entry.finished.clone()).max(),
        engines: names
            .iter()
            .zip(turns(names.len(), pairs))
            .map(|(name, turns)| EngineTimes::new(name, &turns))
            .collect(),
    }
}

impl EngineTimes {
    fn new(engine: &str, turns: &[&TurnRecord]) -> Self {
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let (nodes, time) = turns
            .iter()
            .filter_map(|turn| Some((turn.nodes? as f64, turn.time?.as_secs_f64())))
            .fold((0.0, 0.0), |(nodes, time), (n, t)| (nodes + n, time + t));
        EngineTimes {
            engine: engine.to_owned(),
            mean_ms: mean(turns, |turn| turn.time.map(millis)),
            longest_ms: turns.iter().filter_map(|turn| turn.time).max().map(millis),
            nodes_per_second: (time > 0.0).then(|| nodes / time),
        }
    }
}
