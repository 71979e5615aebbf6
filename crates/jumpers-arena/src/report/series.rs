//! How a score developed.

use serde::Serialize;

use super::played::Pair;
use super::thin::thin;
use crate::stats::{MatchStatistics, PairCounts, PairScore};

/// At most so many points are kept of the only series, and of each of several.
const POINTS: [usize; 2] = [200, 60];

/// How the score of an engine developed in the order of the schedule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreSeries {
    /// The engine.
    pub engine: String,
    /// At most 200 points, or 60 if there are several series, evenly spread, the first and the last pair among them.
    pub points: Vec<ScorePoint>,
}

/// The score after some of an engine's pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScorePoint {
    /// After so many pairs of the engine.
    pub pairs: u64,
    /// The share of games won, from 0 to 1.
    pub score: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The series of each engine; only that of the first if there are no more than two.
pub(super) fn score_series(names: &[String], pairs: &[Pair<'_>]) -> Vec<ScoreSeries> {
    let (shown, most) = match names.len() {
        0..=2 => (1, POINTS[0]),
        engines => (engines, POINTS[1]),
    };
    names
        .iter()
        .enumerate()
        .take(shown)
        .map(|(engine, name)| {
            let scores: Vec<PairScore> = pairs
                .iter()
                .filter(|pair| pair.has(engine))
                .map(|pair| pair.score_of(engine))
                .collect();
            let mut counts = PairCounts::default();
            let mut counted = 0;
            let points = thin(scores.len(), most)
                .filter_map(|last| {
                    counts = counts + scores[counted..=last].iter().copied().collect();
                    counted = last + 1;
                    let score = MatchStatistics::of(&counts).score;
                    Some(ScorePoint {
                        pairs: counted as u64,
                        score: score.value?,
                        low: score.low?,
                        high: score.high?,
                    })
                })
                .collect();
            ScoreSeries {
                engine: name.clone(),
                points,
            }
        })
        .collect()
}
