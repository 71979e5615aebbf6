//! How far the network is from what was found out.

use jumpers_engine::solve::Verdict;
use jumpers_engine::solve::estimate::weights::{OUTPUTS, Weights};
use rayon::prelude::*;

use super::network;
use super::sample::Sample;

/// A squared error of one of the effort counts as much as so much cross-entropy.
const EFFORT_SHARE: f32 = 0.1;
/// Positions whose losses are summed at once.
const CHUNK: usize = 4096;

/// What was found out of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Who wins.
    pub verdict: Verdict,
    /// The natural logarithm of the positions that it took to find out. If it was not found out, it
    /// takes more.
    pub effort: f32,
}

/// What a position adds to the loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// The cross-entropy of the odds, nothing where the verdict is unknown.
    pub cross_entropy: f32,
    /// The squared error of the effort. Where it is only known to be more, there is none above.
    pub effort: f32,
    /// Of the cross-entropy and a tenth of the squared error, by what came out.
    pub gradient: [f32; OUTPUTS],
}

/// The loss for what came out of the network: the odds, the effort.
pub fn loss([odds, effort]: [f32; OUTPUTS], target: Target) -> Loss {
    // The logarithm of 1 + exp(x), and its derivative.
    let softplus = |x: f32| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let logistic = |x: f32| 1.0 / (1.0 + (-x).exp());
    let (cross_entropy, by_odds) = match target.verdict {
        Verdict::Win => (softplus(-odds), -logistic(-odds)),
        Verdict::Loss => (softplus(odds), logistic(odds)),
        Verdict::Unknown => (0.0, 0.0),
    };
    let error = match target.verdict {
        Verdict::Unknown => (effort - target.effort).min(0.0),
        _ => effort - target.effort,
    };
    Loss {
        cross_entropy,
        effort: error * error,
        gradient: [by_odds, EFFORT_SHARE * 2.0 * error],
    }
}

/// How well a network does on some positions: what is not a share is a mean over all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The cross-entropy, to which positions of unknown verdict add nothing.
    pub cross_entropy: f64,
    /// The share of right guesses of who wins among the positions of known verdict.
    pub accuracy: f64,
    /// The squared error of the effort.
    pub effort: f64,
}

impl Score {
    /// The score of a network that was trained on inputs as they are in these samples. With no
    /// positions it is zero.
    pub fn of(weights: &Weights, samples: &[Sample]) -> Self {
        let sums: Vec<_> = samples
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut sum = [0.0; 4];
                for Sample { inputs, target } in chunk {
                    let output = network::forward(weights, inputs).output;
                    let loss = loss(output, *target);
                    let guess = if output[0] > 0.0 {
                        Verdict::Win
                    } else {
                        Verdict::Loss
                    };
                    sum[0] += f64::from(loss.cross_entropy);
                    sum[1] += f64::from(loss.effort);
                    sum[2] += f64::from(u8::from(target.verdict == guess));
                    sum[3] += f64::from(u8::from(target.verdict != Verdict::Unknown));
                }
                sum
            })
            .collect();
        let total = |i: usize| sums.iter().fold(0.0, |total, sum| total + sum[i]);
        let all = (samples.len() as f64).max(1.0);
        Score {
            cross_entropy: total(0) / all,
            accuracy: total(2) / total(3).max(1.0),
            effort: total(1) / all,
        }
    }

    /// What is made small.
    pub fn loss(&self) -> f64 {
        self.cross_entropy + f64::from(EFFORT_SHARE) * self.effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(verdict: Verdict, output: [f32; 2]) -> Loss {
        let effort = 5.0;
        loss(output, Target { verdict, effort })
    }

    #[test]
    fn what_is_right_costs_little() {
        let even = of(Verdict::Win, [0.0, 5.0]);
        assert!((even.cross_entropy - std::f32::consts::LN_2).abs() < 1e-6);
        assert_eq!(even.effort, 0.0);
        assert!(of(Verdict::Win, [9.0, 5.0]).cross_entropy < 1e-3);
        assert!(of(Verdict::Loss, [9.0, 5.0]).cross_entropy > 8.9);
        assert_eq!(of(Verdict::Loss, [9.0, 3.0]).effort, 4.0);
        // More is not wrong if it is not known how much it is.
        assert_eq!(of(Verdict::Unknown, [9.0, 7.0]).gradient, [0.0, 0.0]);
        assert_eq!(of(Verdict::Unknown, [9.0, 3.0]).effort, 4.0);
        assert_eq!(of(Verdict::Unknown, [9.0, 3.0]).cross_entropy, 0.0);
        // However large the odds are.
        assert_eq!(of(Verdict::Loss, [1e9, 5.0]).gradient[0], 1.0);
        assert_eq!(of(Verdict::Loss, [-1e9, 5.0]).gradient[0], 0.0);
    }
}
