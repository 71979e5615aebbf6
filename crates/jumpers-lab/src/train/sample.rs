//! Solved positions as the network sees them.

use jumpers_core::Size;
use jumpers_engine::solve::estimate::weights::{Inputs, LineIndex, SCALARS, Weights};

use super::Samples;
use super::loss::Target;
use crate::labelled::Labelled;

/// One of so many positions is held out.
const HELD_OUT: u64 = 10;

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the network sees.
    pub inputs: Inputs,
    /// What it should say.
    pub target: Target,
}

impl Sample {
    /// A position as it is seen.
    pub fn of<S: Size>(labelled: &Labelled<S>, index: &LineIndex) -> Self {
        Sample {
            inputs: Inputs::of(&labelled.position.setup(), index),
            target: Target {
                verdict: labelled.verdict,
                effort: (labelled.nodes.max(1) as f32).ln(),
            },
        }
    }
}

impl Samples {
    /// Adds positions, each to those that it belongs to by a hash: the same position, or its
    /// reflection, always to the same.
    pub fn extend<S: Size>(&mut self, labelled: &[Labelled<S>]) {
        let index = LineIndex::new(S::N);
        for labelled in labelled {
            let hash = labelled.position.canonical().hash();
            let samples = if hash.is_multiple_of(HELD_OUT) {
                &mut self.test
            } else {
                &mut self.train
            };
            samples.push(Sample::of(labelled, &index));
        }
    }
}

/// The mean effort of some samples.
pub fn mean_effort(samples: &[Sample]) -> f32 {
    let sum: f64 = samples
        .iter()
        .map(|sample| f64::from(sample.target.effort))
        .sum();
    (sum / samples.len().max(1) as f64) as f32
}

/// Scalars that vary less than this are left as wide as they are.
const LEAST_DEVIATION: f64 = 1e-3;

/// What makes scalars have a mean of zero and a deviation of one. The first, which is one, stays.
#[derive(Clone, Debug)]
pub struct Scaling {
    means: [f32; SCALARS],
    deviations: [f32; SCALARS],
}

impl Scaling {
    /// For these samples.
    pub fn of(samples: &[Sample]) -> Self {
        let count = samples.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / count;
        let mut scaling = Scaling {
            means: [0.0; SCALARS],
            deviations: [1.0; SCALARS],
        };
        for i in 1..SCALARS {
            let scalar = |sample: &Sample| f64::from(sample.inputs.scalars[i]);
            let middle = mean(&scalar);
            let deviation = mean(&|sample| (scalar(sample) - middle).powi(2)).sqrt();
            scaling.means[i] = middle as f32;
            if deviation >= LEAST_DEVIATION {
                scaling.deviations[i] = deviation as f32;
            }
        }
        scaling
    }

    /// Scales a sample.
    pub fn scale(&self, sample: &mut Sample) {
        for (i, scalar) in sample.inputs.scalars.iter_mut().enumerate() {
            *scalar = (*scalar - self.means[i]) / self.deviations[i];
        }
    }

    /// Turns weights for scaled samples into those that make the same of the samples as they were.
    pub fn undo(&self, weights: &mut Weights) {
        fn undo<const N: usize>(scaling: &Scaling, weights: &mut [[f32; N]; SCALARS]) {
            let [one, others @ ..] = weights;
            let moments = scaling.means.iter().zip(&scaling.deviations).skip(1);
            for (weights, (mean, deviation)) in others.iter_mut().zip(moments) {
                for (weight, one) in weights.iter_mut().zip(&mut *one) {
                    *weight /= deviation;
                    *one -= mean * *weight;
                }
            }
        }
        undo(self, &mut weights.scalars);
        undo(self, &mut weights.direct);
    }
}
