//! The arena's statistics.

mod edges;
mod properties;
mod published;
mod ratings;
mod reference;
mod simulation;

use jumpers_arena::stats::{PairCounts, Sprt};
use jumpers_arena::tournament::{EloModel, SprtConfig};

fn counts(lost: u64, split: u64, won: u64) -> PairCounts {
    PairCounts { lost, split, won }
}

/// A test with error rates of 5 %.
fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
    let config = SprtConfig {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    };
    Sprt::new(&config).unwrap()
}

/// That two numbers differ by no more than `tolerance`, or that part of the larger if it is above 1.
#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64, what: &str) {
    let scale = found.abs().max(expected.abs()).max(1.0);
    assert!(
        (found - expected).abs() <= tolerance * scale,
        "{what}: {found}, not {expected}"
    );
}
