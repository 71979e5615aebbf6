//! The network and its gradient. Gradients have the shape of the weights.

use jumpers_engine::players::Rng;
use jumpers_engine::solve::estimate::weights::{
    HIDDEN, Inputs, LineIndex, MOST_HIDDEN, OUTPUTS, SCALARS, SECOND, Weights,
};
use rand::RngExt;

/// The kinds of weights.
pub const KINDS: usize = 6;

/// All weights, by their kinds.
pub fn slices(weights: &Weights) -> [&[f32]; KINDS] {
    [
        weights.lines.as_flattened(),
        weights.scalars.as_flattened(),
        weights.second.as_flattened(),
        &weights.second_bias,
        weights.output.as_flattened(),
        weights.direct.as_flattened(),
    ]
}

/// The same, to be changed.
pub fn slices_mut(weights: &mut Weights) -> [&mut [f32]; KINDS] {
    [
        weights.lines.as_flattened_mut(),
        weights.scalars.as_flattened_mut(),
        weights.second.as_flattened_mut(),
        &mut weights.second_bias,
        weights.output.as_flattened_mut(),
        weights.direct.as_flattened_mut(),
    ]
}

/// The standard deviations of random weights.
const DEVIATIONS: [f32; KINDS] = [0.1, 0.1, 0.2, 0.0, 0.1, 0.0];

/// Weights of nothing.
pub fn zero(size: u8) -> Weights {
    Weights {
        size,
        lines: vec![[0.0; HIDDEN]; LineIndex::new(size).rows()],
        scalars: [[0.0; HIDDEN]; SCALARS],
        direct: [[0.0; OUTPUTS]; SCALARS],
        second: [[0.0; SECOND]; HIDDEN],
        second_bias: [0.0; SECOND],
        output: [[0.0; OUTPUTS]; SECOND],
    }
}

/// What training starts with: small weights, and this effort, or about that, for each position.
pub fn random(size: u8, effort: f32, rng: &mut Rng) -> Weights {
    let mut weights = zero(size);
    for (slice, deviation) in slices_mut(&mut weights).into_iter().zip(DEVIATIONS) {
        // A uniform distribution is by this factor wider than its deviation.
        let most = deviation * 3f32.sqrt();
        for weight in slice {
            *weight = most * rng.random_range(-1.0..1.0);
        }
    }
    weights.direct = [[0.0; OUTPUTS]; SCALARS];
    weights.direct[0][1] = effort;
    weights
}

/// What went through the network.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// What the first layer's units were given.
    hidden: [f32; HIDDEN],
    /// What the second layer's were.
    second: [f32; SECOND],
    /// The odds, the effort.
    pub output: [f32; OUTPUTS],
}

/// What a unit of the first layer gives.
fn clamped(sum: f32) -> f32 {
    sum.clamp(0.0, MOST_HIDDEN)
}

/// `input` times the weights, added to the sums.
fn add<const N: usize>(sums: &mut [f32; N], input: f32, weights: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += input * weight;
    }
}

/// The sum of the products.
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// What the network makes of a position, as
/// [`Weights::evaluate`](jumpers_engine::solve::estimate::weights::Weights::evaluate) does.
pub fn forward(weights: &Weights, inputs: &Inputs) -> Passed {
    let mut hidden = [0.0; HIDDEN];
    for &row in &inputs.lines {
        add(&mut hidden, 1.0, &weights.lines[usize::from(row)]);
    }
    let mut output = [0.0; OUTPUTS];
    for (i, &scalar) in inputs.scalars.iter().enumerate() {
        add(&mut hidden, scalar, &weights.scalars[i]);
        add(&mut output, scalar, &weights.direct[i]);
    }
    let mut second = weights.second_bias;
    for (&sum, to_second) in hidden.iter().zip(&weights.second) {
        add(&mut second, clamped(sum), to_second);
    }
    for (&sum, to_output) in second.iter().zip(&weights.output) {
        add(&mut output, sum.max(0.0), to_output);
    }
    Passed {
        hidden,
        second,
        output,
    }
}

/// Adds to `gradient`, that of the loss by the weights, what it is by this position, for which it is
/// `by_output` by what came out.
pub fn backward(
    weights: &Weights,
    inputs: &Inputs,
    passed: &Passed,
    by_output: [f32; OUTPUTS],
    gradient: &mut Weights,
) {
    let mut by_second = [0.0; SECOND];
    for (i, &sum) in passed.second.iter().enumerate() {
        if sum > 0.0 {
            add(&mut gradient.output[i], sum, &by_output);
            by_second[i] = dot(&weights.output[i], &by_output);
        }
    }
    add(&mut gradient.second_bias, 1.0, &by_second);
    let mut by_hidden = [0.0; HIDDEN];
    for (i, &sum) in passed.hidden.iter().enumerate() {
        if sum > 0.0 {
            add(&mut gradient.second[i], clamped(sum), &by_second);
            if sum < MOST_HIDDEN {
                by_hidden[i] = dot(&weights.second[i], &by_second);
            }
        }
    }
    for (i, &scalar) in inputs.scalars.iter().enumerate() {
        add(&mut gradient.scalars[i], scalar, &by_hidden);
        add(&mut gradient.direct[i], scalar, &by_output);
    }
    for &row in &inputs.lines {
        add(&mut gradient.lines[usize::from(row)], 1.0, &by_hidden);
    }
}
