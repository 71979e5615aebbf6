//! What an engine scored, and what that says.

use serde::Serialize;

use super::played::{Pair, count};
use crate::stats::{Estimate, MatchStatistics, PairCounts};

/// What an engine scored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Games.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Pairs of games: both lost, one won, both won.
    pub pairs: PairCounts,
    /// The share of games won, from 0 to 1, with its 95 % interval.
    pub score: Estimate,
    /// The difference in strength, in logistic Elo.
    pub elo: Estimate,
    /// The same in normalised Elo.
    pub normalized_elo: Estimate,
    /// The likelihood of superiority: how sure it is that the engine is the stronger one, from 0
    /// to 1; none without games.
    pub los: Option<f64>,
}

impl Standing {
    pub(super) fn new(pairs: PairCounts) -> Self {
        let statistics = MatchStatistics::of(&pairs);
        Standing {
            games: pairs.games(),
            won: pairs.won * 2 + pairs.split,
            lost: pairs.lost * 2 + pairs.split,
            pairs,
            score: statistics.score,
            elo: statistics.elo,
            normalized_elo: statistics.normalized_elo,
            los: (pairs.pairs() > 0).then_some(statistics.los),
        }
    }

    pub(super) fn of(engine: usize, pairs: &[Pair<'_>]) -> Self {
        Self::new(count(pairs, |pair| pair.score_of(engine)))
    }
}
