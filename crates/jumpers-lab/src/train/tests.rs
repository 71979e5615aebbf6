use jumpers_benches::random_position;
use jumpers_core::Six;
use jumpers_engine::players::Rng;
use jumpers_engine::solve::Verdict;
use jumpers_engine::solve::estimate::weights::{
    HIDDEN, Inputs, LineIndex, MOST_HIDDEN, OUTPUTS, Output, SECOND,
};
use rand::RngExt;

use super::loss::Target;
use super::network::{KINDS, forward};
use super::*;
use crate::labelled::Labelled;

fn pool(threads: usize) -> ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap()
}

/// The loss of a position, worked out slowly, the weights by their kinds.
fn plain_loss(weights: &[Vec<f64>; KINDS], inputs: &Inputs, target: Target) -> f64 {
    let [lines, scalars, second, second_bias, output, direct] = weights;
    let scalar = |i: usize| f64::from(inputs.scalars[i]);
    let hidden: Vec<_> = (0..HIDDEN)
        .map(|j| {
            let of_lines = inputs
                .lines
                .iter()
                .map(|&row| lines[usize::from(row) * HIDDEN + j]);
            let of_scalars = (0..9).map(|i| scalar(i) * scalars[i * HIDDEN + j]);
            let sum: f64 = of_lines.chain(of_scalars).sum();
            sum.max(0.0).min(MOST_HIDDEN.into())
        })
        .collect();
    let units: Vec<_> = (0..SECOND)
        .map(|k| {
            let products = (0..HIDDEN).map(|j| hidden[j] * second[j * SECOND + k]);
            (second_bias[k] + products.sum::<f64>()).max(0.0)
        })
        .collect();
    let out = |o: usize| {
        let of_units = (0..SECOND).map(|k| units[k] * output[k * OUTPUTS + o]);
        let of_scalars = (0..9).map(|i| scalar(i) * direct[i * OUTPUTS + o]);
        of_units.chain(of_scalars).sum::<f64>()
    };
    let wins = 1.0 / (1.0 + (-out(0)).exp());
    let error = out(1) - f64::from(target.effort);
    match target.verdict {
        Verdict::Win => -wins.ln() + 0.1 * error * error,
        Verdict::Loss => -(1.0 - wins).ln() + 0.1 * error * error,
        Verdict::Unknown if error < 0.0 => 0.1 * error * error,
        Verdict::Unknown => 0.0,
    }
}

/// Weights at which units of all layers are at work, and some are at either bound.
fn busy(rng: &mut Rng) -> Weights {
    let mut weights = network::random(6, 6.0, rng);
    for slice in slices_mut(&mut weights) {
        for weight in slice {
            *weight += rng.random_range(-0.1..0.1);
        }
    }
    // Those have much less to add up than the others.
    for (j, weight) in weights.scalars[0].iter_mut().enumerate() {
        *weight += [-40.0, 0.0, 0.0, 50.0][j % 4];
    }
    weights
}

fn inputs(seed: u64) -> Inputs {
    let position = (seed..).find_map(|seed| random_position::<Six>(seed, 9));
    let setup = position.unwrap().setup();
    Inputs::of(&setup, &LineIndex::new(6))
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let verdicts = [Verdict::Win, Verdict::Loss, Verdict::Unknown];
    for (seed, verdict) in (1..).zip(verdicts) {
        let mut rng = seeded(seed);
        let weights = busy(&mut rng);
        let target = Target {
            verdict,
            effort: 60.0,
        };
        // A scalar of nothing would hide what is wrong with its weights.
        let mut inputs = inputs(seed);
        for scalar in &mut inputs.scalars[1..] {
            *scalar = rng.random_range(0.5..1.5);
        }
        let sample = Sample { inputs, target };
        let mut parts = vec![network::zero(6); 2];
        let gradient = gradient(&weights, std::slice::from_ref(&sample), &[0], &mut parts);
        let mut plain = slices(&weights).map(|slice| {
            let slice = slice.iter().copied().map(f64::from);
            slice.collect::<Vec<_>>()
        });
        const STEP: f64 = 1e-5;
        for (kind, by_kind) in slices(gradient).into_iter().enumerate() {
            let mut not_nothing = 0;
            for (i, &found) in by_kind.iter().enumerate() {
                let weight = plain[kind][i];
                let [above, below] = [STEP, -STEP].map(|step| {
                    plain[kind][i] = weight + step;
                    plain_loss(&plain, &sample.inputs, target)
                });
                plain[kind][i] = weight;
                let expected = (above - below) / (2.0 * STEP);
                let found = f64::from(found);
                assert!(
                    (expected - found).abs() <= 1e-3 * (1.0 + expected.abs()),
                    "{verdict}, kind {kind}, weight {i}: {found}, not {expected}"
                );
                not_nothing += usize::from(expected.abs() > 1e-2);
            }
            assert!(not_nothing > 0, "{verdict}, kind {kind}");
            // Units at a bound pass nothing on.
            if kind == 1 {
                assert!(not_nothing < by_kind.len(), "{verdict}");
            }
        }
    }
}

#[test]
fn the_network_is_that_of_the_solver() {
    let weights = busy(&mut seeded(7));
    for seed in 0..100 {
        let inputs = inputs(seed);
        let Output { odds, effort } = weights.evaluate(&inputs);
        let output = forward(&weights, &inputs).output;
        for (found, expected) in output.into_iter().zip([odds, effort]) {
            assert!((found - expected).abs() < 1e-3 * (1.0 + expected.abs()));
        }
    }
}

/// Positions where who has more tokens wins, the sooner the more there are, and some where that was
/// not found out.
fn samples(count: usize) -> Samples {
    let labelled = |(i, position): (usize, jumpers_core::Position<Six>)| {
        let setup = position.setup();
        let own = setup.side_to_move;
        let [ours, theirs] =
            [own, !own].map(|side| setup.tokens[side].len() as u8 + setup.reserves[side]);
        let verdict = match i {
            _ if i.is_multiple_of(9) => Verdict::Unknown,
            _ if ours > theirs => Verdict::Win,
            _ => Verdict::Loss,
        };
        let nodes = 10 * 2u64.pow(setup.reserves[own].into());
        Labelled {
            position,
            verdict,
            nodes,
        }
    };
    let positions = (0..).filter_map(|seed| random_position(seed, 1 + seed as usize % 15));
    let labelled: Vec<_> = positions.take(count).enumerate().map(labelled).collect();
    let mut samples = Samples::default();
    samples.extend(&labelled);
    samples
}

fn trained(samples: Samples, epochs: u32, threads: usize) -> (Weights, Vec<Progress>) {
    let mut told = Vec::new();
    let weights = train(
        6,
        samples,
        Plan { epochs, seed: 1 },
        &pool(threads),
        |progress| {
            told.push(progress);
            Ok::<_, ()>(())
        },
    );
    (weights.unwrap(), told)
}

#[test]
fn training_lowers_the_loss_whatever_the_threads() {
    let samples = samples(3000);
    let test = samples.test.len();
    assert!((200..400).contains(&test), "{test}");
    let (weights, told) = trained(samples.clone(), 30, 1);
    assert_eq!(trained(samples, 30, 2), (weights, told.clone()));
    let (first, last) = (told[0], told[29]);
    assert!(last.train.loss() < 0.5 * first.train.loss(), "{told:?}");
    assert!(last.test.loss() < 0.5 * first.test.loss(), "{told:?}");
    assert!(last.test.accuracy > 0.8, "{told:?}");
}

#[test]
fn what_is_stored_says_the_same() {
    let samples = samples(1000);
    let (weights, told) = trained(samples.clone(), 8, 1);
    // The weights are for samples that are not scaled.
    let score = Score::of(&weights, &samples.train);
    assert!(
        (score.loss() - told[7].train.loss()).abs() < 1e-4,
        "{score:?}, {told:?}"
    );
    let stored = Weights::from_bytes(&weights.to_bytes().unwrap()).unwrap();
    for sample in &samples.test {
        let [before, after] = [&weights, &stored].map(|w| w.evaluate(&sample.inputs));
        assert!(
            (before.odds - after.odds).abs() < 0.05,
            "{before:?}, {after:?}"
        );
        assert!(
            (before.effort - after.effort).abs() < 0.05,
            "{before:?}, {after:?}"
        );
    }
}

#[test]
fn errors_of_the_listener_end_it() {
    let told = train(
        6,
        samples(50),
        Plan { epochs: 3, seed: 1 },
        &pool(1),
        |progress| {
            if progress.epoch == 2 {
                Err(progress.epoch)
            } else {
                Ok(())
            }
        },
    );
    assert_eq!(told, Err(2));
}

#[test]
fn a_position_and_its_reflection_are_both_held_out_or_neither() {
    for seed in 0..200 {
        let Some(position) = random_position::<Six>(seed, 6) else {
            continue;
        };
        let both = [position, position.mirrored()].map(|position| Labelled {
            position,
            verdict: Verdict::Win,
            nodes: 1,
        });
        let mut samples = Samples::default();
        samples.extend(&both);
        let counts = (samples.train.len(), samples.test.len());
        assert!(counts == (2, 0) || counts == (0, 2), "{counts:?}");
    }
}
