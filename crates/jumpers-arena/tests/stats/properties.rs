//! What holds for all counts.

use jumpers_arena::stats::{
    Cells, Estimate, Hypothesis, MatchStatistics, PairCounts, RedShare, wilson,
};
use jumpers_arena::tournament::EloModel;
use proptest::prelude::*;

use crate::{counts, sprt};

/// A count of any magnitude up to a million; often 0.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..5u64, 0..100u64, 0..=1_000_000u64]
}

fn any_counts() -> impl Strategy<Value = PairCounts> {
    (count(), count(), count()).prop_map(|(lost, split, won)| counts(lost, split, won))
}

fn any_model() -> impl Strategy<Value = EloModel> {
    prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalized)]
}

/// Bounds of a test: the lower one, and how far up the other is.
fn any_bounds() -> impl Strategy<Value = (f64, f64)> {
    let elo0 = prop_oneof![-20.0..20.0, -2000.0..1900.0];
    (elo0, prop_oneof![0.5..20.0, 20.0..2000.0]).prop_map(|(low, width)| (low, low + width))
}

fn parts(estimate: &Estimate) -> [Option<f64>; 3] {
    [estimate.low, estimate.value, estimate.high]
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}

/// Whether each part of the second is as large as that of the first, up to rounding; a part that is
/// not there is beyond all others.
fn rises(first: &Estimate, second: &Estimate) -> bool {
    let [a, b] = [first, second].map(|of| {
        let unknown = of.value.is_none() && of.low.is_none() && of.high.is_none();
        let below = of.low.is_none() && !unknown;
        [
            of.low.unwrap_or(f64::NEG_INFINITY),
            of.value.unwrap_or(if below {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            }),
            of.high.unwrap_or(f64::INFINITY),
        ]
    });
    a.iter().zip(b).all(|(&a, b)| a <= b || near(a, b, 1e-6))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn all_is_finite_and_in_order(counts in any_counts()) {
        let found = MatchStatistics::of(&counts);
        for estimate in [found.score, found.elo, found.normalized_elo] {
            let there: Vec<f64> = parts(&estimate).into_iter().flatten().collect();
            prop_assert!(there.iter().all(|x| x.is_finite()), "{estimate:?}");
            prop_assert!(there.is_sorted(), "{estimate:?}");
            if estimate != found.score {
                // An end is lacking only beyond 0 % and 100 %.
                let decided = counts.split > 0 || counts.lost > 0 && counts.won > 0;
                prop_assert_eq!(there.len() == 3, decided);
            }
        }
        prop_assert!((0.0..=1.0).contains(&found.score.low.unwrap()));
        prop_assert!((0.0..=1.0).contains(&found.score.high.unwrap()));
        prop_assert!((0.0..=1.0).contains(&found.los));
        // The LOS and the interval come from one likelihood: they agree on which side 0 is.
        if found.los > 0.9751 {
            prop_assert!(found.elo.low.unwrap() > 0.0 && found.normalized_elo.low.unwrap() > 0.0);
        } else if found.los > 0.5 && found.los < 0.9749 {
            prop_assert!(found.elo.low.unwrap() < 0.0 && found.normalized_elo.low.unwrap() < 0.0);
        }
    }

    #[test]
    fn json_has_the_same_numbers(counts in any_counts()) {
        let found = MatchStatistics::of(&counts);
        let text = serde_json::to_string(&found).unwrap();
        let back: MatchStatistics = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(found.counts, back.counts);
        for (a, b) in [
            (found.score, back.score),
            (found.elo, back.elo),
            (found.normalized_elo, back.normalized_elo),
        ] {
            for (a, b) in parts(&a).into_iter().zip(parts(&b)) {
                prop_assert_eq!(a.is_some(), b.is_some());
                prop_assert!(near(a.unwrap_or(0.0), b.unwrap_or(0.0), 1e-15));
            }
        }
    }

    #[test]
    fn the_other_engine_sees_the_opposite(counts in any_counts()) {
        let (found, other) = (MatchStatistics::of(&counts), MatchStatistics::of(&counts.swapped()));
        prop_assert!(near(found.los, 1.0 - other.los, 1e-12));
        for (a, b) in [
            (found.elo, other.elo.negated()),
            (found.normalized_elo, other.normalized_elo.negated()),
        ] {
            for (a, b) in parts(&a).into_iter().zip(parts(&b)) {
                prop_assert_eq!(a.is_some(), b.is_some());
                prop_assert!(near(a.unwrap_or(0.0), b.unwrap_or(0.0), 1e-8), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_better_result_gives_more(counts in any_counts(), moved in 1..1000u64) {
        let found = MatchStatistics::of(&counts);
        let better = [
            (counts.split >= moved, (counts.lost, counts.split.saturating_sub(moved), counts.won + moved)),
            (counts.lost >= moved, (counts.lost.saturating_sub(moved), counts.split + moved, counts.won)),
            (counts.lost >= moved, (counts.lost.saturating_sub(moved), counts.split, counts.won + moved)),
        ];
        for (possible, (lost, split, won)) in better {
            if possible {
                let more = MatchStatistics::of(&crate::counts(lost, split, won));
                prop_assert!(rises(&found.score, &more.score), "{found:?} {more:?}");
                prop_assert!(rises(&found.elo, &more.elo), "{found:?} {more:?}");
                prop_assert!(rises(&found.normalized_elo, &more.normalized_elo), "{found:?} {more:?}");
                prop_assert!(more.los >= found.los - 1e-12);
            }
        }
    }

    #[test]
    fn the_llr_is_finite_and_rises_with_wins(
        counts in any_counts(),
        model in any_model(),
        (elo0, elo1) in any_bounds(),
        more in 1..1000u64,
    ) {
        let test = sprt(model, elo0, elo1);
        let llr = test.llr_of(&counts);
        prop_assert!(llr.is_finite());
        let slack = 1e-11 * (counts.pairs() + more) as f64;
        let won = test.llr_of(&(counts + crate::counts(0, 0, more)));
        let lost = test.llr_of(&(counts + crate::counts(more, 0, 0)));
        prop_assert!(lost - slack <= llr && llr <= won + slack, "{lost} {llr} {won}");
        // The other engine tests the opposite.
        let other = sprt(model, -elo1, -elo0).llr_of(&counts.swapped());
        prop_assert!((llr + other).abs() <= slack, "{llr} {other}");
        // Hypotheses in a row: their ratios multiply.
        let middle = f64::midpoint(elo0, elo1);
        let parts = sprt(model, elo0, middle).llr_of(&counts) + sprt(model, middle, elo1).llr_of(&counts);
        prop_assert!((llr - parts).abs() <= slack, "{llr} {parts}");
        if let Some(left) = test.expected_pairs(&Cells { lost: 0.3, split: 0.3, won: 0.4 }, 0.0) {
            prop_assert!(left.is_finite() && left > 0.0);
        }
    }

    /// The maximum is one: it meets the hypothesis, and any step along it makes it no better.
    #[test]
    fn maxima_meet_their_hypotheses(
        counts in any_counts(),
        model in any_model(),
        elo in -1500.0..1500.0,
        direction in -1.0..1.0,
    ) {
        let hypothesis = Hypothesis::new(model, elo);
        let cells = hypothesis.likeliest(&counts);
        let all = [cells.lost, cells.split, cells.won];
        prop_assert!(all.iter().all(|cell| (0.0..=1.0).contains(cell)), "{cells:?}");
        prop_assert!(near(all.iter().sum(), 1.0, 1e-12), "{cells:?}");
        let score = cells.score();
        match model {
            EloModel::Logistic => {
                prop_assert!(near(score, 1.0 / (1.0 + 10f64.powf(-elo / 400.0)), 1e-12));
                // Splits for wins and losses, half each, keep the score.
                let step = direction * 1e-3 * cells.lost.min(cells.won).min(cells.split / 2.0);
                let other = Cells {
                    lost: cells.lost + step,
                    split: cells.split - 2.0 * step,
                    won: cells.won + step,
                };
                let gain = other.log_likelihood(&counts) - cells.log_likelihood(&counts);
                prop_assert!(gain <= 1e-12 * counts.pairs() as f64, "{gain}");
            }
            EloModel::Normalized => {
                let t = elo * 10f64.ln() / 800.0 * 2f64.sqrt();
                let found = (score - 0.5) - t * cells.variance().sqrt();
                prop_assert!(found.abs() < 1e-9, "{found} {cells:?}");
                // Decided pairs r², and won less lost pairs τ r, keep t for any r from |τ| to 1.
                let tau = t / t.hypot(1.0);
                let r = (cells.lost + cells.won).sqrt();
                let r = r + direction * 1e-3 * (r - tau.abs()).min(1.0 - r).max(0.0);
                let other = Cells {
                    lost: r * (r - tau) / 2.0,
                    split: (1.0 - r) * (1.0 + r),
                    won: r * (r + tau) / 2.0,
                };
                let gain = other.log_likelihood(&counts) - cells.log_likelihood(&counts);
                prop_assert!(gain <= 1e-8 * counts.pairs() as f64, "{gain} {cells:?} {other:?}");
            }
        }
    }

    #[test]
    fn wilson_holds_the_share(trials in 1..1_000_000u64, part in 0.0..=1.0) {
        let successes = (trials as f64 * part) as u64;
        let [low, high] = wilson(successes, trials);
        let share = successes as f64 / trials as f64;
        prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
    }
}

/// Even the largest counts that there can be give numbers.
#[test]
fn counts_without_end() {
    for counts in [
        counts(u64::MAX, u64::MAX, u64::MAX),
        counts(0, u64::MAX, 1),
        counts(1, 0, u64::MAX),
        counts(0, 0, u64::MAX),
    ] {
        let found = MatchStatistics::of(&counts);
        for estimate in [found.score, found.elo, found.normalized_elo] {
            let mut there = parts(&estimate).into_iter().flatten();
            assert!(there.all(f64::is_finite), "{estimate:?}");
        }
        for model in [EloModel::Logistic, EloModel::Normalized] {
            assert!(sprt(model, -4000.0, 4000.0).llr_of(&counts).is_finite());
        }
    }
    assert_eq!(RedShare::by_size(&[]), []);
}
