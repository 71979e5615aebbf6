//! How long games are.

use serde::Serialize;

use super::boards::{OnBoard, on_boards};
use super::played::Pair;

/// The lengths of games in turns, from the positions that they began from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lengths {
    /// How many games.
    pub games: u64,
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub shortest: u64,
    /// The longest.
    pub longest: u64,
    /// How many games have each length, from the shortest to the longest.
    pub counts: Vec<u64>,
}

pub(super) fn lengths(pairs: &[Pair<'_>]) -> Vec<OnBoard<Lengths>> {
    on_boards(pairs, |pairs| {
        let turns: Vec<usize> = pairs
            .iter()
            .flat_map(|pair| pair.entry.games.iter().map(|game| game.turns.len()))
            .collect();
        let shortest = turns.iter().copied().min().unwrap_or_default();
        let longest = turns.iter().copied().max().unwrap_or_default();
        let mut counts = vec![0; longest - shortest + 1];
        for &turns in &turns {
            counts[turns - shortest] += 1;
        }
        Lengths {
            games: turns.len() as u64,
            mean: turns.iter().sum::<usize>() as f64 / turns.len() as f64,
            shortest: shortest as u64,
            longest: longest as u64,
            counts,
        }
    })
}
