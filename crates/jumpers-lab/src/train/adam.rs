//! Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015) with a decay of the
//! weights that does not go through its means (I. Loshchilov and F. Hutter, "Decoupled weight decay
//! regularization", 2019).

use jumpers_engine::solve::estimate::weights::Weights;

use super::network::{slices, slices_mut, zero};

/// How slowly the means of gradients and of their squares change.
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// What keeps a division from one by nothing.
const LEAST: f32 = 1e-8;
/// The part of a weight that goes, for a step of one.
const WEIGHT_DECAY: f32 = 0.05;

/// The running means of gradients.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Weights,
    square: Weights,
    /// The weights that the first gradient has in each.
    mean_left: f64,
    square_left: f64,
}

impl Adam {
    /// For the training of these weights.
    pub fn new(weights: &Weights) -> Self {
        Adam {
            mean: zero(weights.size),
            square: zero(weights.size),
            mean_left: 1.0,
            square_left: 1.0,
        }
    }

    /// A step down the gradient. About `rate` is how far a weight goes.
    pub fn step(&mut self, weights: &mut Weights, gradient: &Weights, rate: f64) {
        self.mean_left *= f64::from(MEAN_DECAY);
        self.square_left *= f64::from(SQUARE_DECAY);
        // The means start at nothing; these make up for it.
        let mean_factor = (1.0 / (1.0 - self.mean_left)) as f32;
        let square_factor = (1.0 / (1.0 - self.square_left)) as f32;
        let rate = rate as f32;
        let all = slices_mut(weights)
            .into_iter()
            .zip(slices(gradient))
            .zip(slices_mut(&mut self.mean))
            .zip(slices_mut(&mut self.square));
        for (((weights, gradient), mean), square) in all {
            let all = weights.iter_mut().zip(gradient).zip(mean).zip(square);
            for (((weight, &gradient), mean), square) in all {
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * gradient * gradient;
                let step = *mean * mean_factor / ((*square * square_factor).sqrt() + LEAST);
                *weight -= rate * (step + WEIGHT_DECAY * *weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_steps_are_as_long_as_the_rate_whatever_the_gradient() {
        let mut weights = zero(4);
        weights.second_bias[1] = 1.0;
        let mut gradient = zero(4);
        gradient.second_bias[0] = 1e-3;
        gradient.second_bias[1] = -50.0;
        let mut adam = Adam::new(&weights);
        for step in 1..=3u8 {
            adam.step(&mut weights, &gradient, 0.01);
            let moved = 0.01 * f32::from(step);
            assert!((weights.second_bias[0] + moved).abs() < 1e-3 * moved);
            // The decay of a weight of one is 0.05 times the rate.
            let expected = 1.0 + moved * (1.0 - WEIGHT_DECAY);
            assert!((weights.second_bias[1] - expected).abs() < 1e-4);
            assert_eq!(weights.second_bias[2], 0.0);
        }
    }
}
