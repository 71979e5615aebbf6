//! What counts of pairs say of the difference between two engines.

use std::fmt;

use serde::{Deserialize, Serialize};
use statrs::function::erf::erfc;

use super::elo::{elo_of_odds, normalized_elo_of_t, score_of_elo};
use super::likelihood::{CHI_SQUARED_95, Cells, Hypothesis};
use super::pairs::PairCounts;
use super::root::root_beyond;
use crate::tournament::EloModel;

/// A quantity with its 95 % interval, of which parts may not exist: a score of 100 % has no finite
/// Elo and no upper end, no games say nothing. All numbers are finite.
///
/// As a text: `+35.2 [+10.1, +60.3]`, `above +120.4` and `below -120.4` at 100 % and 0 %,
/// `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The likeliest value, if it is finite.
    pub value: Option<f64>,
    /// The lower end of the interval, if there is one.
    pub low: Option<f64>,
    /// The upper end of the interval, if there is one.
    pub high: Option<f64>,
}

impl Estimate {
    pub(crate) fn map(self, function: impl Fn(f64) -> f64) -> Estimate {
        Estimate {
            value: self.value.map(&function),
            low: self.low.map(&function),
            high: self.high.map(&function),
        }
    }

    /// Without what is smaller than a thousand-millionth, which is left by calculation, and without
    /// a sign of 0.
    #[must_use]
    pub fn tidy(self) -> Estimate {
        self.map(|x| (x * 1e9).round() / 1e9 + 0.0)
    }

    /// With the sign turned, as the other side sees it.
    pub fn negated(self) -> Estimate {
        let Estimate { value, low, high } = self.map(|x| 0.0 - x);
        Estimate {
            value,
            low: high,
            high: low,
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded here, so that what rounds to 0 has no minus.
        let Estimate { value, low, high } = self.map(|x| (x * 10.0).round() / 10.0 + 0.0);
        match (value, low, high) {
            (Some(value), Some(low), Some(high)) => {
                write!(f, "{value:+.1} [{low:+.1}, {high:+.1}]")
            }
            (Some(value), Some(low), None) => write!(f, "{value:+.1} [{low:+.1}, ...]"),
            (Some(value), None, Some(high)) => write!(f, "{value:+.1} [..., {high:+.1}]"),
            (Some(value), None, None) => write!(f, "{value:+.1} [...]"),
            (None, Some(low), Some(high)) => write!(f, "[{low:+.1}, {high:+.1}]"),
            (None, Some(low), None) => write!(f, "above {low:+.1}"),
            (None, None, Some(high)) => write!(f, "below {high:+.1}"),
            (None, None, None) => f.write_str("unknown"),
        }
    }
}

/// What counts of pairs say of the first engine against the second.
///
/// ```
/// use jumpers_arena::stats::{MatchStatistics, PairCounts};
///
/// let statistics = MatchStatistics::of(&PairCounts { lost: 10, split: 25, won: 15 });
/// assert_eq!(statistics.elo.to_string(), "+34.9 [-33.6, +104.2]");
///
/// let statistics = MatchStatistics::of(&PairCounts { lost: 0, split: 0, won: 20 });
/// assert_eq!(statistics.elo.to_string(), "above +398.6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchStatistics {
    /// The pairs.
    pub counts: PairCounts,
    /// The score of a game, 0 to 1. Its interval always has both ends: 0 and 1 without pairs.
    pub score: Estimate,
    /// The difference in logistic Elo.
    pub elo: Estimate,
    /// The difference in normalised Elo.
    pub normalized_elo: Estimate,
    /// The likelihood of superiority, 0 to 1: Φ of the signed root of the likelihood ratio at a
    /// difference of 0. It is ½ without pairs.
    pub los: f64,
}

impl MatchStatistics {
    /// What these counts say.
    pub fn of(counts: &PairCounts) -> MatchStatistics {
        let elo = estimate(counts, EloModel::Logistic);
        MatchStatistics {
            counts: *counts,
            score: Estimate {
                value: counts.score(),
                low: Some(elo.low.map_or(0.0, score_of_elo)),
                high: Some(elo.high.map_or(1.0, score_of_elo)),
            },
            elo,
            normalized_elo: estimate(counts, EloModel::Normalized),
            los: los(counts),
        }
    }
}

/// The likeliest difference and the interval of all that are not rejected at 5 %: twice the
/// logarithm of the ratio of the likelihoods is at most [`CHI_SQUARED_95`].
fn estimate(counts: &PairCounts, model: EloModel) -> Estimate {
    let Some(observed) = Cells::observed(counts) else {
        return Estimate::default();
    };
    let pairs = counts.as_floats().iter().sum::<f64>();
    if counts.lost == 0 && counts.split == 0 {
        return Estimate {
            value: None,
            low: Some(all_won(pairs, model)),
            high: None,
        };
    }
    if counts.won == 0 && counts.split == 0 {
        return Estimate {
            value: None,
            low: None,
            high: Some(-all_won(pairs, model)),
        };
    }
    let value = match model {
        EloModel::Logistic => elo_of_odds(
            observed.won + observed.split / 2.0,
            observed.lost + observed.split / 2.0,
        ),
        EloModel::Normalized if counts.lost == counts.won => 0.0,
        EloModel::Normalized => {
            let above = (observed.won - observed.lost) / 2.0;
            normalized_elo_of_t(above / observed.variance().sqrt())
        }
    };
    let most = observed.log_likelihood(counts);
    let excess = |elo: f64| {
        2.0 * (most - Hypothesis::new(model, elo).log_likelihood(counts)) - CHI_SQUARED_95
    };
    // About the interval's half width, so that few steps lead out of it.
    let step = 400.0 / pairs.sqrt();
    Estimate {
        value: Some(value),
        low: Some(root_beyond(excess, value, -step)),
        high: Some(root_beyond(excess, value, step)),
    }
}

/// The lower end if all pairs were won. Then a pair is lost or won, and the likelihood is w^N,
/// which is exp(−χ²/2) times the maximum of 1 at w = exp(−χ²/2N).
fn all_won(pairs: f64, model: EloModel) -> f64 {
    let exponent = -CHI_SQUARED_95 / (2.0 * pairs);
    let (won, lost) = (exponent.exp(), -exponent.exp_m1());
    match model {
        EloModel::Logistic => elo_of_odds(won, lost),
        EloModel::Normalized => normalized_elo_of_t((won - lost) / 2.0 / (won * lost).sqrt()),
    }
}

/// Φ of the signed root of the likelihood ratio at a score of ½.
fn los(counts: &PairCounts) -> f64 {
    // Splits are as likely with and without the constraint: what remains is a test of signs.
    let [lost, _, won] = counts.as_floats();
    let decided = lost + won;
    let half = |count: f64| {
        if count == 0.0 {
            0.0
        } else {
            count * (2.0 * count / decided).ln()
        }
    };
    let ratio = (2.0 * (half(lost) + half(won))).max(0.0);
    normal_cdf(ratio.sqrt().copysign(won - lost))
}

/// The distribution function of the standard normal distribution, Φ.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    erfc(-z / std::f64::consts::SQRT_2) / 2.0
}
