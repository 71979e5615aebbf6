//! Shares: of games that one colour won, by board size.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::estimate::{Estimate, MatchStatistics};
use super::pairs::{PairCounts, PairScore};
use super::ratings::RatedPair;

/// The 97.5 % point of the standard normal distribution.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval (1927) of the share of successes in independent trials: lower and upper
/// end, 0 to 1. Without trials it is from 0 to 1. Successes above the trials count as the trials.
///
/// ```
/// let [low, high] = jumpers_arena::stats::wilson(5, 10);
/// assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let trials_f = trials as f64;
    let share = (successes as f64 / trials_f).min(1.0);
    let part = Z_95 * Z_95 / trials_f;
    let middle = share + part / 2.0;
    let width = (part * (share * (1.0 - share) + part / 4.0)).sqrt();
    // At the border the formula gives it exactly, but for rounding.
    let low = if successes == 0 {
        0.0
    } else {
        (middle - width) / (1.0 + part)
    };
    let high = if successes >= trials {
        1.0
    } else {
        (middle + width) / (1.0 + part)
    };
    [low.clamp(0.0, 1.0), high.clamp(0.0, 1.0)]
}

/// How often Red won on boards of one size, whoever played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RedShare {
    /// The board's width in points.
    pub size: u8,
    /// Pairs by the number of games that Red won: 0, 1, 2.
    pub pairs: PairCounts,
    /// The share of games that Red won, 0 to 1, with an interval that takes pairs as independent,
    /// not their games: games of one opening tend to be won by the same colour.
    pub share: Estimate,
    /// Wilson's interval of the share, as if all games were independent.
    pub wilson: [f64; 2],
}

impl RedShare {
    /// The shares on the sizes that occur, in ascending order.
    pub fn by_size(pairs: &[RatedPair]) -> Vec<RedShare> {
        let mut counts = BTreeMap::<u8, PairCounts>::new();
        for pair in pairs {
            let counts = counts.entry(pair.size).or_default();
            counts.record(PairScore::of_games(pair.red_won));
        }
        let share = |(size, pairs): (u8, PairCounts)| RedShare {
            size,
            pairs,
            share: MatchStatistics::of(&pairs).score,
            wilson: wilson(
                pairs.won.saturating_mul(2).saturating_add(pairs.split),
                pairs.games(),
            ),
        };
        counts.into_iter().map(share).collect()
    }
}
