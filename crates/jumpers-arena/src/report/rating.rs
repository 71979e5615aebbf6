//! Ratings of all engines, and who won how often against whom.

use serde::Serialize;

use super::ReportError;
use super::played::Pair;
use crate::stats::Estimate;
use crate::stats::ratings::{RatedPair, Ratings};

/// An engine's rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedEngine {
    /// Its place by rating, from 1.
    pub rank: u64,
    /// The engine.
    pub engine: String,
    /// Its rating in logistic Elo, relative to the mean of its group, with its 95 % interval;
    /// nothing without games. It has a value also where all games were won or lost, but lacks one
    /// end then.
    pub rating: Estimate,
    /// Its group, from 1: engines are of one group if games connect them. Ratings of different
    /// groups cannot be compared.
    pub group: u64,
    /// Games.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// The share of games won, from 0 to 1; none without games.
    pub score: Option<f64>,
}

/// An engine's row of the crosstable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrosstableRow {
    /// The engine.
    pub engine: String,
    /// Its games against each engine, in the order of the rows; none where they did not meet.
    pub cells: Vec<Option<Games>>,
}

/// Games won and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Games {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
}

/// The engines by their ratings.
pub(super) fn ranking(
    names: &[String],
    pairs: &[Pair<'_>],
) -> Result<(Vec<RankedEngine>, Ratings), ReportError> {
    let rated: Vec<RatedPair> = pairs.iter().map(Pair::rated).collect();
    let ratings = Ratings::of(names.len(), &rated, None)?;
    let ranked = (1..)
        .zip(ratings.ranking())
        .map(|(rank, engine)| {
            let rating = &ratings.engines[engine];
            RankedEngine {
                rank,
                engine: names[engine].clone(),
                rating: match rating.games {
                    0 => Estimate::default(),
                    _ => rating.elo.tidy(),
                },
                group: rating.group as u64 + 1,
                games: rating.games,
                won: rating.wins,
                lost: rating.games - rating.wins,
                score: (rating.games > 0).then(|| rating.wins as f64 / rating.games as f64),
            }
        })
        .collect();
    Ok((ranked, ratings))
}

/// The crosstable, its rows in this order.
pub(super) fn crosstable(
    names: &[String],
    order: &[usize],
    pairs: &[Pair<'_>],
) -> Vec<CrosstableRow> {
    let mut won = vec![vec![0; names.len()]; names.len()];
    for pair in pairs {
        for game in 0..2 {
            let [winner, loser] = pair.won_and_lost(game);
            won[winner][loser] += 1;
        }
    }
    order
        .iter()
        .map(|&engine| CrosstableRow {
            engine: names[engine].clone(),
            cells: order
                .iter()
                .map(|&opponent| {
                    let [won, lost] = [won[engine][opponent], won[opponent][engine]];
                    (won + lost > 0).then_some(Games { won, lost })
                })
                .collect(),
        })
        .collect()
}
