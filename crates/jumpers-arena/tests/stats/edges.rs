//! No games, 0 %, 100 %, and what is refused.

use jumpers_arena::stats::{
    Cells, Decision, Estimate, MatchStatistics, PairCounts, PairScore, Sprt, SprtError,
    elo_of_score, score_of_elo, wilson,
};
use jumpers_arena::tournament::{EloModel, SprtConfig};

use crate::{assert_near, counts, sprt};

const MODELS: [EloModel; 2] = [EloModel::Logistic, EloModel::Normalized];

#[test]
fn no_pairs_say_nothing() {
    let none = MatchStatistics::of(&PairCounts::default());
    assert_eq!(none.elo, Estimate::default());
    assert_eq!(none.normalized_elo, Estimate::default());
    assert_eq!(none.elo.to_string(), "unknown");
    assert_eq!(none.los, 0.5);
    assert_eq!(none.score.value, None);
    assert_eq!((none.score.low, none.score.high), (Some(0.0), Some(1.0)));
    for model in MODELS {
        let sprt = sprt(model, 0.0, 5.0);
        assert_eq!(sprt.llr(), 0.0);
        assert_eq!(sprt.decision(), Decision::Continue);
        assert_eq!(sprt.expected_pairs_left(), None);
    }
}

/// The lower end at 100 % is where N pairs won have exp(-χ²/2) of the likelihood that they have
/// if all pairs are won.
#[test]
fn all_pairs_won() {
    for pairs in [1u64, 2, 10, 1000, 1_000_000] {
        let found = MatchStatistics::of(&counts(0, 0, pairs));
        let score = (-3.841_458_820_694_124 / 2.0 / pairs as f64).exp();
        assert_eq!((found.elo.value, found.elo.high), (None, None));
        assert_near(
            found.elo.low.unwrap(),
            elo_of_score(score).unwrap(),
            1e-9,
            "low",
        );
        assert_near(found.score.low.unwrap(), score, 1e-12, "score");
        assert_eq!(
            (found.score.value, found.score.high),
            (Some(1.0), Some(1.0))
        );
        assert!(found.normalized_elo.low.is_some() && found.normalized_elo.high.is_none());
        assert!(found.los > 0.8 && found.los <= 1.0);
        let lost = MatchStatistics::of(&counts(pairs, 0, 0));
        assert_eq!(lost.elo, found.elo.negated());
        assert_eq!(lost.normalized_elo, found.normalized_elo.negated());
        assert_eq!(lost.score.value, Some(0.0));
    }
    assert_eq!(
        MatchStatistics::of(&counts(0, 0, 10)).elo.to_string(),
        "above +269.7"
    );
    assert_eq!(
        MatchStatistics::of(&counts(10, 0, 0)).elo.to_string(),
        "below -269.7"
    );
}

/// Ten splits: the likelihood at a score μ is (2 min(μ, 1 - μ))^10.
#[test]
fn all_pairs_split() {
    let found = MatchStatistics::of(&counts(0, 10, 0));
    let half = (1.0 - (-3.841_458_820_694_124f64 / 20.0).exp()) / 2.0;
    assert_eq!(found.elo.value, Some(0.0));
    assert_near(found.score.high.unwrap(), 0.5 + half, 1e-12, "high");
    assert_near(found.score.low.unwrap(), 0.5 - half, 1e-12, "low");
    assert_eq!(found.normalized_elo.value, Some(0.0));
    assert_eq!(found.los, 0.5);
}

#[test]
fn estimates_as_text() {
    let estimate = |value, low, high| Estimate { value, low, high }.to_string();
    assert_eq!(
        estimate(Some(1.25), Some(-3.0), Some(7.06)),
        "+1.3 [-3.0, +7.1]"
    );
    assert_eq!(estimate(Some(1.0), Some(-3.0), None), "+1.0 [-3.0, ...]");
    assert_eq!(estimate(Some(1.0), None, Some(3.0)), "+1.0 [..., +3.0]");
    assert_eq!(estimate(Some(-0.04), None, None), "+0.0 [...]");
    assert_eq!(estimate(None, Some(1.0), Some(2.0)), "[+1.0, +2.0]");
}

#[test]
fn pairs_are_counted() {
    for (games, score) in [
        ([false, false], PairScore::Lost),
        ([false, true], PairScore::Split),
        ([true, false], PairScore::Split),
        ([true, true], PairScore::Won),
    ] {
        assert_eq!(PairScore::of_games(games), score);
        assert_eq!(PairScore::of_games(games.map(|won| !won)), score.swapped());
    }
    let all: PairCounts = PairScore::ALL.into_iter().chain([PairScore::Won]).collect();
    assert_eq!(all, counts(1, 1, 2));
    assert_eq!(all + all.swapped(), counts(3, 2, 3));
    assert_eq!(
        [all, all, all].into_iter().sum::<PairCounts>(),
        counts(3, 3, 6)
    );
    assert_eq!((all.pairs(), all.games()), (4, 8));
    assert_eq!(all.score(), Some(0.625));
    // (0 - 5/8)², (1/2 - 5/8)² and twice (1 - 5/8)², by 4.
    assert_eq!(all.variance(), Some((25.0 + 1.0 + 9.0 + 9.0) / 64.0 / 4.0));
}

#[test]
fn scores_and_elo() {
    assert_eq!(score_of_elo(0.0), 0.5);
    assert_near(score_of_elo(400.0), 10.0 / 11.0, 1e-15, "400");
    assert_near(elo_of_score(10.0 / 11.0).unwrap(), 400.0, 1e-12, "10 to 1");
    for score in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
        assert_eq!(elo_of_score(score), None);
    }
}

#[test]
fn wilson_without_trials() {
    assert_eq!(wilson(0, 0), [0.0, 1.0]);
    assert_eq!(wilson(0, 10)[0], 0.0);
    assert_eq!(wilson(10, 10)[1], 1.0);
}

#[test]
fn tests_that_are_refused() {
    let good = SprtConfig {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Logistic,
    };
    let error = |config: SprtConfig| Sprt::new(&config).unwrap_err().to_string();
    for (config, message) in [
        (
            SprtConfig { elo0: 5.0, ..good },
            "SPRT: elo0 is 5 and elo1 is 5; elo0 must be less than elo1",
        ),
        (
            SprtConfig {
                elo1: f64::INFINITY,
                ..good
            },
            "SPRT: elo1 is inf; it must be a number from -4000 to 4000",
        ),
        (
            SprtConfig {
                elo0: -4000.5,
                ..good
            },
            "SPRT: elo0 is -4000.5; it must be a number from -4000 to 4000",
        ),
        (
            SprtConfig { alpha: 0.0, ..good },
            "SPRT: alpha is 0; it must be more than 0 and less than 0.5",
        ),
        (
            SprtConfig { beta: 0.5, ..good },
            "SPRT: beta is 0.5; it must be more than 0 and less than 0.5",
        ),
    ] {
        assert_eq!(error(config), message);
    }
    for config in [
        SprtConfig {
            elo0: f64::NAN,
            ..good
        },
        SprtConfig {
            alpha: f64::NAN,
            ..good
        },
    ] {
        assert!(Sprt::new(&config).is_err());
    }
    assert!(matches!(
        Sprt::new(&SprtConfig { elo0: 6.0, ..good }),
        Err(SprtError::Order { .. })
    ));
}

#[test]
fn bounds_of_the_llr() {
    let sprt = Sprt::new(&SprtConfig {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.1,
        model: EloModel::Logistic,
    })
    .unwrap();
    assert_near(sprt.upper(), 18f64.ln(), 1e-15, "upper");
    assert_near(sprt.lower(), (0.1f64 / 0.95).ln(), 1e-15, "lower");
}

/// Pairs behind the deciding one change nothing.
#[test]
fn a_decided_test_takes_no_more_pairs() {
    for (model, score, decision) in [
        (EloModel::Logistic, PairScore::Won, Decision::AcceptH1),
        (EloModel::Logistic, PairScore::Split, Decision::AcceptH0),
        (EloModel::Normalized, PairScore::Won, Decision::AcceptH1),
        (EloModel::Normalized, PairScore::Lost, Decision::AcceptH0),
    ] {
        let mut sprt = sprt(model, 0.0, 20.0);
        while sprt.record(score) == Decision::Continue {
            assert!(sprt.lower() < sprt.llr() && sprt.llr() < sprt.upper());
        }
        let decided = sprt.clone();
        assert_eq!(decided.decision(), decision);
        assert!(decided.llr() <= decided.lower() || decided.upper() <= decided.llr());
        for _ in 0..1000 {
            assert_eq!(sprt.record(score.swapped()), decision);
        }
        assert_eq!(sprt, decided);
        assert_eq!(sprt.expected_pairs_left(), Some(0.0));
    }
}

/// With equal steps the end is where the line of the LLR meets the bound; without drift it is the
/// product of the distances to the bounds, by the variance of a step.
#[test]
fn expected_pairs() {
    let mut winning = sprt(EloModel::Logistic, 0.0, 50.0);
    winning.record(PairScore::Won);
    let left = winning.expected_pairs_left().unwrap();
    assert_near(left, winning.upper() / winning.llr() - 1.0, 1e-9, "winning");

    // Close hypotheses: a step is nearly proportional to the distance from an even score.
    let even = sprt(EloModel::Logistic, -5.0, 5.0);
    let cells = Cells {
        lost: 0.25,
        split: 0.5,
        won: 0.25,
    };
    let step = 0.5 * (score_of_elo(5.0) - score_of_elo(-5.0)) / cells.variance();
    let pairs = even.expected_pairs(&cells, 0.0).unwrap();
    let of_bounds = even.upper() * -even.lower();
    assert_near(pairs, of_bounds / (0.5 * step * step), 1e-3, "even");

    let split = Cells {
        lost: 0.0,
        split: 1.0,
        won: 0.0,
    };
    assert_eq!(even.expected_pairs(&split, 0.0), None);
}
