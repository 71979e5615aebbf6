//! Values that `tests/data/statistics.py` computed with scipy by general optimisers.

use jumpers_arena::stats::ratings::{Anchor, RatedPair, Ratings};
use jumpers_arena::stats::{Estimate, Hypothesis, MatchStatistics, PairCounts, wilson};
use jumpers_arena::tournament::EloModel;
use serde::Deserialize;

use crate::{assert_near, sprt};

#[derive(Deserialize)]
struct Data {
    matches: Vec<Match>,
    llrs: Vec<Llr>,
    ratings: Vec<Rated>,
    wilson: Vec<(u64, u64, f64, f64)>,
}

#[derive(Deserialize)]
struct Match {
    counts: [u64; 3],
    elo: Estimate,
    normalized_elo: Estimate,
    los: f64,
}

#[derive(Deserialize)]
struct Llr {
    model: EloModel,
    counts: [u64; 3],
    elo0: f64,
    elo1: f64,
    cells: [[f64; 3]; 2],
    llr: f64,
}

#[derive(Deserialize)]
struct Rated {
    name: String,
    engines: usize,
    anchor: Option<(usize, f64)>,
    pairs: Vec<(usize, usize, u8, u8, u8)>,
    ratings: Vec<[f64; 3]>,
    advantages: Vec<(u8, f64, f64, f64)>,
    difference: Option<[f64; 3]>,
}

fn data() -> Data {
    serde_json::from_str(include_str!("../data/statistics.json")).unwrap()
}

fn counts([lost, split, won]: [u64; 3]) -> PairCounts {
    PairCounts { lost, split, won }
}

/// Each part that is there, against the expected one; parts that there are not on both sides.
#[track_caller]
fn assert_estimate(found: Estimate, expected: Estimate, tolerance: f64, what: &str) {
    for (part, found, expected) in [
        ("value", found.value, expected.value),
        ("low", found.low, expected.low),
        ("high", found.high, expected.high),
    ] {
        let what = format!("{what} {part}");
        assert_eq!(found.is_some(), expected.is_some(), "{what}");
        if let (Some(found), Some(expected)) = (found, expected) {
            assert_near(found, expected, tolerance, &what);
        }
    }
}

#[test]
fn matches() {
    let data = data();
    assert!(data.matches.len() >= 20);
    for case in data.matches {
        let found = MatchStatistics::of(&counts(case.counts));
        let what = |field| format!("{:?} {field}", case.counts);
        // Elo of millions of pairs: the likelihood itself has no more digits.
        assert_estimate(found.elo, case.elo, 1e-6, &what("elo"));
        assert_estimate(
            found.normalized_elo,
            case.normalized_elo,
            1e-6,
            &what("nelo"),
        );
        // A square root: of a ratio next to 1 half of the digits are left.
        assert_near(found.los, case.los, 1e-6, &what("los"));
    }
}

#[test]
fn llrs() {
    let data = data();
    assert!(data.llrs.len() >= 90);
    for case in data.llrs {
        let what = format!(
            "{:?} [{}, {}] {:?}",
            case.model, case.elo0, case.elo1, case.counts
        );
        let pairs = counts(case.counts);
        let found = sprt(case.model, case.elo0, case.elo1).llr_of(&pairs);
        assert_near(found, case.llr, 1e-9, &what);
        for (elo, expected) in [case.elo0, case.elo1].into_iter().zip(case.cells) {
            let cells = Hypothesis::new(case.model, elo).likeliest(&pairs);
            for (found, expected) in [cells.lost, cells.split, cells.won]
                .into_iter()
                .zip(expected)
            {
                // Near a maximum a search sees the square of its error.
                assert_near(found, expected, 1e-6, &what);
            }
        }
    }
}

#[test]
fn ratings() {
    let data = data();
    assert!(data.ratings.len() >= 10);
    for case in data.ratings {
        let pairs: Vec<RatedPair> = case
            .pairs
            .iter()
            .map(|&(first, second, size, red, other)| RatedPair {
                first,
                second,
                size,
                red_won: [red == 1, other == 1],
            })
            .collect();
        let anchor = case
            .anchor
            .map(|(engine, rating)| Anchor { engine, rating });
        let found = Ratings::of(case.engines, &pairs, anchor).unwrap();
        let what = |part: String| format!("{}, {part}", case.name);
        let check = |found: Estimate, expected: &[f64], part: String| {
            let parts = [found.value, found.low, found.high];
            assert!(found.value.is_some());
            for (found, expected) in parts.iter().zip(expected) {
                if let Some(found) = found {
                    assert_near(*found, *expected, 1e-6, &what(part.clone()));
                }
            }
        };
        assert_eq!(found.engines.len(), case.ratings.len());
        for (place, expected) in case.ratings.iter().enumerate() {
            check(
                found.engines[place].elo,
                expected,
                format!("engine {place}"),
            );
        }
        assert_eq!(found.advantages.len(), case.advantages.len());
        for (found, &(size, value, low, high)) in found.advantages.iter().zip(&case.advantages) {
            assert_eq!(found.size, size);
            check(found.elo, &[value, low, high], format!("size {size}"));
        }
        let difference = found.difference(0, 1);
        assert_eq!(difference.is_some(), case.difference.is_some());
        if let (Some(found), Some(expected)) = (difference, case.difference) {
            check(found, &expected, "difference".to_owned());
        }
    }
}

#[test]
fn wilson_intervals() {
    let data = data();
    assert!(data.wilson.len() >= 8);
    for (successes, trials, low, high) in data.wilson {
        let found = wilson(successes, trials);
        assert_near(found[0], low, 1e-12, &format!("{successes} of {trials}"));
        assert_near(found[1], high, 1e-12, &format!("{successes} of {trials}"));
    }
}
