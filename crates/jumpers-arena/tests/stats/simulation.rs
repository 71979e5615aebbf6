//! Rates of errors and of intervals that miss, by simulation with fixed seeds and by summing over
//! all results.

use jumpers_arena::stats::{
    Cells, Decision, Estimate, MatchStatistics, PairScore, score_of_elo, t_of_normalized_elo,
};
use jumpers_arena::tournament::EloModel;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{counts, sprt};

/// Probabilities with this Elo difference and share of splits.
fn truth(model: EloModel, elo: f64, split: f64) -> Cells {
    let above = match model {
        EloModel::Logistic => 2.0 * score_of_elo(elo) - 1.0,
        EloModel::Normalized => {
            let t = t_of_normalized_elo(elo);
            t / t.hypot(1.0) * (1.0 - split).sqrt()
        }
    };
    Cells {
        lost: (1.0 - split - above) / 2.0,
        split,
        won: (1.0 - split + above) / 2.0,
    }
}

fn draw(cells: &Cells, random: &mut Xoshiro256PlusPlus) -> PairScore {
    let x: f64 = random.random();
    if x < cells.split {
        PairScore::Split
    } else if x < cells.split + cells.won {
        PairScore::Won
    } else {
        PairScore::Lost
    }
}

/// With α = β = 5 % a test errs 5 times of 100 where one of its hypotheses is true, and takes as
/// many pairs as it says.
#[test]
fn error_rates_of_the_sprt() {
    const RUNS: u32 = 3000;
    // Four standard deviations of the number of errors at 5 %.
    let allowed = 4.0 * (f64::from(RUNS) * 0.05 * 0.95).sqrt();
    for (model, elo0, elo1, splits) in [
        (EloModel::Logistic, 0.0, 20.0, 0.5),
        (EloModel::Logistic, -40.0, 0.0, 0.2),
        (EloModel::Logistic, 0.0, 50.0, 0.8),
        (EloModel::Logistic, 100.0, 150.0, 0.4),
        (EloModel::Normalized, 0.0, 30.0, 0.5),
        (EloModel::Normalized, -50.0, 0.0, 0.8),
    ] {
        let test = sprt(model, elo0, elo1);
        for (seed, elo, right) in [(1, elo0, Decision::AcceptH0), (2, elo1, Decision::AcceptH1)] {
            let cells = truth(model, elo, splits);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut errors, mut pairs) = (0, 0);
            for _ in 0..RUNS {
                let mut test = test.clone();
                while test.decision() == Decision::Continue {
                    test.record(draw(&cells, &mut random));
                }
                errors += u32::from(test.decision() != right);
                pairs += test.counts().pairs();
            }
            let what = format!("{model:?} [{elo0}, {elo1}] at {elo}, {splits}");
            let surplus = f64::from(errors) - f64::from(RUNS) * 0.05;
            assert!(surplus.abs() < allowed, "{what}: {errors} errors");
            let mean = pairs as f64 / f64::from(RUNS);
            let expected = test.expected_pairs(&cells, 0.0).unwrap();
            // The last pair leads beyond the bound, so it takes a little longer.
            let ratio = mean / expected;
            assert!(
                (0.95..1.15).contains(&ratio),
                "{what}: {mean}, not {expected}"
            );
        }
    }
}

/// 93 to 97 of 100 intervals hold the truth where some pairs of each kind are to be expected; each
/// side is missed about as often.
#[test]
fn coverage_of_intervals() {
    let holds = |estimate: &Estimate, truth: f64| {
        let low = estimate.low.is_none_or(|low| low <= truth);
        let high = estimate.high.is_none_or(|high| truth <= high);
        [low, high]
    };
    for (pairs, elo, split) in [
        (30, 0.0, 0.2),
        (60, 0.0, 0.7),
        (60, 60.0, 0.5),
        (120, -150.0, 0.3),
        (120, 0.0, 0.85),
    ] {
        let cells = truth(EloModel::Logistic, elo, split);
        let t = (cells.score() - 0.5) / cells.variance().sqrt();
        let normalized = t / t_of_normalized_elo(1.0);
        let log_factorial = |n: u64| (2..=n).map(|n| (n as f64).ln()).sum::<f64>();
        let mut all = 0.0;
        let mut held = [[0.0; 2]; 3];
        for lost in 0..=pairs {
            for split in 0..=pairs - lost {
                let won = pairs - lost - split;
                let found = MatchStatistics::of(&counts(lost, split, won));
                let ways = log_factorial(pairs)
                    - [lost, split, won].map(log_factorial).iter().sum::<f64>();
                let chance = (ways + cells.log_likelihood(&found.counts)).exp();
                all += chance;
                for (held, holds) in held.iter_mut().zip([
                    holds(&found.score, cells.score()),
                    holds(&found.elo, elo),
                    holds(&found.normalized_elo, normalized),
                ]) {
                    for (held, holds) in held.iter_mut().zip(holds) {
                        *held += chance * f64::from(holds);
                    }
                }
            }
        }
        assert!((all - 1.0f64).abs() < 1e-9);
        for [low, high] in held {
            let what = format!("{pairs} pairs, {elo}, {split}: {low} {high}");
            assert!((0.93..0.97).contains(&(low + high - 1.0)), "{what}");
            assert!(
                (0.96..0.99).contains(&low) && (0.96..0.99).contains(&high),
                "{what}"
            );
        }
    }
}
