//! The sequential probability ratio test, generalised to pairs of games.

use serde::{Deserialize, Serialize};

use super::likelihood::{Cells, Hypothesis};
use super::pairs::{PairCounts, PairScore};
use crate::tournament::SprtConfig;

/// The largest Elo difference that a test's bounds may name, in either direction.
pub const MAX_ELO_BOUND: f64 = 4000.0;

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Not decided yet.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A bound is no number, or too large.
    #[error(
        "SPRT: {name} is {value}; it must be a number from -{MAX_ELO_BOUND} to {MAX_ELO_BOUND}"
    )]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// The bounds are equal, or the wrong way round.
    #[error("SPRT: elo0 is {elo0} and elo1 is {elo1}; elo0 must be less than elo1")]
    Order {
        /// The difference of hypothesis 0.
        elo0: f64,
        /// The difference of hypothesis 1.
        elo1: f64,
    },
    /// An error rate that none can be.
    #[error("SPRT: {name} is {value}; it must be more than 0 and less than 0.5")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What it is.
        value: f64,
    },
}

/// A test that takes pairs in order and says after each whether it is decided.
///
/// The log-likelihood ratio (LLR) is that of the two hypotheses' best explanations of all pairs so
/// far. The test ends where it first reaches log(β / (1 − α)) or log((1 − β) / α). Later pairs are
/// not counted, so whatever else was played does not change what it said.
///
/// ```
/// use jumpers_arena::stats::{Decision, PairScore, Sprt};
/// use jumpers_arena::tournament::{EloModel, SprtConfig};
///
/// let mut sprt = Sprt::new(&SprtConfig {
///     elo0: 0.0,
///     elo1: 50.0,
///     alpha: 0.05,
///     beta: 0.05,
///     model: EloModel::Logistic,
/// })?;
/// let mut pairs = 0;
/// while sprt.record(PairScore::Won) == Decision::Continue {
///     pairs += 1;
/// }
/// assert_eq!((pairs, sprt.decision()), (22, Decision::AcceptH1));
/// # Ok::<(), jumpers_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: [Hypothesis; 2],
    lower: f64,
    upper: f64,
    counts: PairCounts,
    decision: Decision,
}

impl Sprt {
    /// The test, before its first pair.
    ///
    /// # Errors
    /// If `elo0` is not less than `elo1`, a bound is no number or beyond ±[`MAX_ELO_BOUND`], or a
    /// rate is not between 0 and ½.
    pub fn new(config: &SprtConfig) -> Result<Sprt, SprtError> {
        let &SprtConfig {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = config;
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            // Not a number is in no range.
            if !(-MAX_ELO_BOUND..=MAX_ELO_BOUND).contains(&value) {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Sprt {
            hypotheses: [elo0, elo1].map(|elo| Hypothesis::new(model, elo)),
            lower: (beta / (1.0 - alpha)).ln(),
            upper: ((1.0 - beta) / alpha).ln(),
            counts: PairCounts::default(),
            decision: Decision::Continue,
        })
    }

    /// Takes the next pair, unless the test is decided, and says what it now says.
    pub fn record(&mut self, score: PairScore) -> Decision {
        if self.decision == Decision::Continue {
            self.counts.record(score);
            self.decision = self.decide(self.llr());
        }
        self.decision
    }

    fn decide(&self, llr: f64) -> Decision {
        if llr >= self.upper {
            Decision::AcceptH1
        } else if llr <= self.lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }

    /// What the test says.
    pub const fn decision(&self) -> Decision {
        self.decision
    }

    /// The pairs that it took: all up to the one that decided it.
    pub const fn counts(&self) -> &PairCounts {
        &self.counts
    }

    /// The LLR of the pairs that it took.
    pub fn llr(&self) -> f64 {
        self.llr_of(&self.counts)
    }

    /// At and below this LLR hypothesis 0 is accepted: log(β / (1 − α)).
    pub const fn lower(&self) -> f64 {
        self.lower
    }

    /// At and above this LLR hypothesis 1 is accepted: log((1 − β) / α).
    pub const fn upper(&self) -> f64 {
        self.upper
    }

    /// The LLR of any counts: the logarithm of the largest likelihood under hypothesis 1, less
    /// that under hypothesis 0; 0 of no pairs. It is always finite.
    pub fn llr_of(&self, counts: &PairCounts) -> f64 {
        let [zero, one] = self.hypotheses.map(|one| one.likeliest(counts).as_array());
        let counts = counts.as_floats();
        (0..3)
            .filter(|&cell| counts[cell] > 0.0)
            .map(|cell| counts[cell] * (one[cell] / zero[cell]).ln())
            // A sum of nothing may be -0.
            .fold(0.0, |sum, part| sum + part)
    }

    /// How many pairs more the test is expected to take, if pairs go on to score as those that it
    /// took did: 0 if it is decided, none if there is nothing to go by.
    ///
    /// The LLR is taken as a Brownian motion with the mean and the variance of a pair's
    /// contribution, from where it is now.
    pub fn expected_pairs_left(&self) -> Option<f64> {
        if self.decision != Decision::Continue {
            return Some(0.0);
        }
        let observed = Cells::observed(&self.counts)?;
        self.expected_pairs(&observed, self.llr())
    }

    /// How many pairs the test takes on average from a given LLR on, if pairs score with these
    /// probabilities; none if the LLR would never move.
    pub fn expected_pairs(&self, cells: &Cells, llr: f64) -> Option<f64> {
        let cells = cells.as_array();
        let [zero, one] = self
            .hypotheses
            .map(|one| one.likeliest_of(cells).as_array());
        let (mut mean, mut square) = (0.0, 0.0);
        for cell in (0..3).filter(|&cell| cells[cell] > 0.0) {
            let step = (one[cell] / zero[cell]).ln();
            mean += cells[cell] * step;
            square += cells[cell] * step * step;
        }
        let (below, above) = ((llr - self.lower).max(0.0), (self.upper - llr).max(0.0));
        expected_steps(mean, (square - mean * mean).max(0.0), below, above)
    }
}

/// How many steps of this mean and variance a Brownian motion takes on average until it has come
/// `below` down or `above` up.
fn expected_steps(mean: f64, variance: f64, below: f64, above: f64) -> Option<f64> {
    let width = below + above;
    if below == 0.0 || above == 0.0 {
        return Some(0.0);
    }
    // Without drift it is below · above / variance; the general formula loses its digits there.
    let pull = 2.0 * mean / variance;
    let steps = if variance > 0.0 && (pull * width).abs() < 1e-6 {
        below * above / variance
    } else {
        let up = if !pull.is_finite() {
            if mean > 0.0 { 1.0 } else { 0.0 }
        } else if mean > 0.0 {
            (-pull * below).exp_m1() / (-pull * width).exp_m1()
        } else {
            // The same from the other end: no exponential overflows.
            1.0 - (pull * above).exp_m1() / (pull * width).exp_m1()
        };
        (width * up - below) / mean
    };
    steps.is_finite().then_some(steps)
}
