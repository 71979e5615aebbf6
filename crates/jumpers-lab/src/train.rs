//! Trains the network of the solver's estimates
//! ([`weights`](jumpers_engine::solve::estimate::weights)) on solved positions.
//!
//! Lost is what [`loss`] says, on the mean of batches of 1024 positions, and [`adam`] makes the steps,
//! shorter and shorter along half a cosine (I. Loshchilov and F. Hutter, "SGDR: stochastic gradient
//! descent with warm restarts", 2017). A tenth of the positions is held out, to see what the network
//! makes of positions that it did not learn from. All is seeded, and sums are made in an order that
//! does not depend on the number of threads, so that neither do the weights.

pub mod adam;
pub mod loss;
pub mod network;
pub mod sample;

use jumpers_engine::players::seeded;
use jumpers_engine::solve::estimate::weights::Weights;
use rand::seq::SliceRandom;
use rayon::ThreadPool;
use rayon::prelude::*;

use adam::Adam;
use loss::Score;
use network::{slices, slices_mut};
use sample::{Sample, Scaling};

/// Positions of a batch.
const BATCH: usize = 1024;
/// The parts of a batch, each summed for itself.
const PARTS: usize = 8;
/// The greatest step for a weight.
const RATE: f64 = 3e-3;

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How often each position is learned from.
    pub epochs: u32,
    /// The seed of the first weights and of the order of the positions.
    pub seed: u64,
}

/// How well the network does after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The epoch, from 1.
    pub epoch: u32,
    /// On the positions that it learned from.
    pub train: Score,
    /// On those held out.
    pub test: Score,
}

/// The positions to learn from, and those held out.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// To learn from.
    pub train: Vec<Sample>,
    /// Held out.
    pub test: Vec<Sample>,
}

/// The weights for boards of `size` × `size` points that were trained on samples, which are scaled
/// for it. `tell` hears of each epoch.
///
/// # Errors
/// What `tell` returns.
pub fn train<E>(
    size: u8,
    mut samples: Samples,
    plan: Plan,
    pool: &ThreadPool,
    mut tell: impl FnMut(Progress) -> Result<(), E>,
) -> Result<Weights, E> {
    let scaling = Scaling::of(&samples.train);
    for sample in samples.train.iter_mut().chain(&mut samples.test) {
        scaling.scale(sample);
    }
    let mut rng = seeded(plan.seed);
    let effort = sample::mean_effort(&samples.train);
    let mut weights = network::random(size, effort, &mut rng);
    let mut gradients = vec![network::zero(size); PARTS];
    let mut adam = Adam::new(&weights);
    let mut order: Vec<_> = (0..samples.train.len()).collect();
    let steps = f64::from(plan.epochs) * order.len().div_ceil(BATCH) as f64;
    let mut step = 0.0;
    for epoch in 1..=plan.epochs {
        order.shuffle(&mut rng);
        for batch in order.chunks(BATCH) {
            let gradient =
                pool.install(|| gradient(&weights, &samples.train, batch, &mut gradients));
            let rate = RATE * 0.5 * (1.0 + (std::f64::consts::PI * step / steps).cos());
            adam.step(&mut weights, gradient, rate);
            step += 1.0;
        }
        let score = |samples: &[Sample]| pool.install(|| Score::of(&weights, samples));
        tell(Progress {
            epoch,
            train: score(&samples.train),
            test: score(&samples.test),
        })?;
    }
    scaling.undo(&mut weights);
    Ok(weights)
}

/// The gradient of a batch's mean loss, in the first of some gradients, one for each part.
fn gradient<'a>(
    weights: &Weights,
    samples: &[Sample],
    batch: &[usize],
    parts: &'a mut [Weights],
) -> &'a Weights {
    let share = 1.0 / batch.len() as f32;
    let size = batch.len().div_ceil(parts.len());
    let work = |(part, gradient): (usize, &mut Weights)| {
        for slice in slices_mut(gradient) {
            slice.fill(0.0);
        }
        let begin = batch.len().min(part * size);
        for &i in &batch[begin..batch.len().min(begin + size)] {
            let Sample { inputs, target } = &samples[i];
            let passed = network::forward(weights, inputs);
            let by_output = loss::loss(passed.output, *target).gradient;
            network::backward(
                weights,
                inputs,
                &passed,
                by_output.map(|d| d * share),
                gradient,
            );
        }
    };
    parts.par_iter_mut().enumerate().for_each(work);
    let (sum, others) = parts.split_first_mut().expect("one part at least");
    for other in others {
        for (sum, other) in slices_mut(sum).into_iter().zip(slices(other)) {
            for (sum, other) in sum.iter_mut().zip(other) {
                *sum += other;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests;
