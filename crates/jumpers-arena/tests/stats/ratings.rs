//! Ratings of simulated tournaments, and of those that have no finite maximum.

use jumpers_arena::stats::ratings::{Anchor, RatedPair, Ratings};
use jumpers_arena::stats::{Estimate, RedShare};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Everybody against everybody, on boards in turn. With a chance of `together` one throw of the
/// dice decides both games of a pair, so that Red tends to win both or none.
fn round_robin(
    truth: &[f64],
    red: f64,
    pairs: usize,
    together: f64,
    random: &mut Xoshiro256PlusPlus,
) -> Vec<RatedPair> {
    let mut games = Vec::new();
    for first in 0..truth.len() {
        for second in 0..first {
            for pair in 0..pairs {
                let mut throws: [f64; 2] = random.random();
                if random.random::<f64>() < together {
                    throws[1] = throws[0];
                }
                let difference = truth[first] - truth[second];
                let wins = |throw: f64, elo: f64| throw < 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
                games.push(RatedPair {
                    first,
                    second,
                    size: [6, 8, 10][pair % 3],
                    red_won: [
                        wins(throws[0], red + difference),
                        wins(throws[1], red - difference),
                    ],
                });
            }
        }
    }
    games
}

/// Ratings `step` apart, with mean 0.
fn ladder(engines: usize, step: f64) -> Vec<f64> {
    let middle = (engines - 1) as f64 / 2.0;
    (0..engines)
        .map(|engine| step * (engine as f64 - middle))
        .collect()
}

fn pair(first: usize, second: usize, size: u8, red_won: [bool; 2]) -> RatedPair {
    RatedPair {
        first,
        second,
        size,
        red_won,
    }
}

/// Half the width of an interval.
fn error(estimate: &Estimate) -> f64 {
    (estimate.high.unwrap() - estimate.low.unwrap()) / 2.0
}

#[test]
fn true_ratings_are_found() {
    let truth = ladder(8, 60.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let pairs = round_robin(&truth, 35.0, 600, 0.5, &mut random);
    let found = Ratings::of(8, &pairs, None).unwrap();
    assert_eq!(found.groups, 1);
    assert_eq!(found.ranking(), [7, 6, 5, 4, 3, 2, 1, 0]);
    for (rating, truth) in found.engines.iter().zip(&truth) {
        let off = rating.elo.value.unwrap() - truth;
        assert!(error(&rating.elo) < 12.0, "{rating:?}");
        assert!(off.abs() < 1.5 * error(&rating.elo), "{rating:?} {truth}");
        assert_eq!(rating.games, 7 * 600 * 2);
    }
    assert_eq!(
        found
            .advantages
            .iter()
            .map(|of| of.size)
            .collect::<Vec<_>>(),
        [6, 8, 10]
    );
    for advantage in &found.advantages {
        let off = advantage.elo.value.unwrap() - 35.0;
        assert!(error(&advantage.elo) < 10.0, "{advantage:?}");
        assert!(off.abs() < 1.5 * error(&advantage.elo), "{advantage:?}");
    }
    assert!(found.los(7, 6).unwrap() > 0.999);
    assert!(found.los(6, 7).unwrap() < 0.001);
}

/// 94 to 96 of 100 intervals hold the truth, also with few games, and though the games of a pair
/// depend on each other.
#[test]
fn coverage_of_intervals() {
    for (engines, step, pairs, together) in [
        (2, 0.0, 100, 0.6),
        (5, 100.0, 5, 0.5),
        (5, 200.0, 20, 0.0),
        (10, 30.0, 4, 0.6),
    ] {
        let truth = ladder(engines, step);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut held, mut all) = (0, 0);
        for _ in 0..600 {
            let games = round_robin(&truth, 50.0, pairs, together, &mut random);
            let found = Ratings::of(engines, &games, None).unwrap();
            for (rating, truth) in found.engines.iter().zip(&truth) {
                let Estimate { low, high, .. } = rating.elo;
                let low = low.is_none_or(|low| low <= *truth);
                let high = high.is_none_or(|high| *truth <= high);
                held += u32::from(low && high);
                all += 1;
            }
        }
        let part = f64::from(held) / f64::from(all);
        assert!(
            (0.935..0.965).contains(&part),
            "{engines} {step} {pairs} {together}: {part}"
        );
    }
}

/// If one throw decides most pairs, engines that are as strong nearly always split, and the interval
/// is narrow. Games that are taken as independent would not show it.
#[test]
fn pairs_that_split_say_more() {
    let truth = [0.0; 4];
    let widths = [0.0, 0.9].map(|together| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let games = round_robin(&truth, 0.0, 200, together, &mut random);
        let found = Ratings::of(4, &games, None).unwrap();
        found
            .engines
            .iter()
            .map(|rating| error(&rating.elo))
            .sum::<f64>()
    });
    let ratio = widths[1] / widths[0];
    // A tenth of the pairs has two throws.
    assert!((0.25..0.4).contains(&ratio), "{widths:?}");
}

/// The maximum is where each engine's wins, with half a win and half a loss against the mean, are
/// as many as expected, but for the same number for all; and so Red's on each size.
#[test]
fn wins_are_as_expected() {
    let truth = ladder(200, 4.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let pairs = round_robin(&truth, 20.0, 1, 0.4, &mut random);
    let found = Ratings::of(200, &pairs, None).unwrap();
    let chance = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let rating = |engine: usize| found.engines[engine].elo.value.unwrap();
    let mut surplus: Vec<f64> = (0..200)
        .map(|engine| 0.5 - chance(rating(engine)))
        .collect();
    let red = found.advantages[0].elo.value.unwrap();
    let mut surplus_of_red = 0.5 - chance(red);
    assert_eq!(found.advantages.len(), 1);
    for pair in &pairs {
        for (red_engine, teal, won) in [
            (pair.first, pair.second, pair.red_won[0]),
            (pair.second, pair.first, pair.red_won[1]),
        ] {
            let off = f64::from(won) - chance(rating(red_engine) - rating(teal) + red);
            surplus[red_engine] += off;
            surplus[teal] -= off;
            surplus_of_red += off;
        }
    }
    assert!(surplus_of_red.abs() < 1e-8, "{surplus_of_red}");
    for surplus_of_engine in &surplus {
        assert!((surplus_of_engine - surplus[0]).abs() < 1e-8, "{surplus:?}");
    }
    let sum: f64 = (0..200).map(rating).sum();
    assert!(sum.abs() < 1e-6, "{sum}");
    assert!(found.engines.iter().all(|rating| error(&rating.elo) < 60.0));
}

#[test]
fn all_games_won() {
    let mut before = 0.0;
    for pairs in [1, 10, 1000, 100_000] {
        let games = vec![pair(0, 1, 6, [true, false]); pairs];
        let found = Ratings::of(2, &games, None).unwrap();
        let [winner, loser] = [found.engines[0].elo, found.engines[1].elo];
        let (value, low) = (winner.value.unwrap(), winner.low.unwrap());
        assert!(
            low < value && value.is_finite() && winner.high.is_none(),
            "{winner:?}"
        );
        assert_eq!(
            (winner.negated().low, winner.negated().high),
            (loser.low, loser.high)
        );
        assert!(value > before, "{value}");
        before = value;
        // Half a win and half a loss more: the odds are nearly (2 N + 1/2) to 1/2.
        if pairs >= 10 {
            let expected = 400.0 * (4.0 * pairs as f64 + 1.0).log10();
            assert!((2.0 * value - expected).abs() < 0.1 * expected, "{value}");
        }
        let difference = found.difference(0, 1).unwrap();
        assert!((difference.value.unwrap() - 2.0 * value).abs() < 1e-6);
        assert_eq!(difference.high, None);
        assert!(found.los(0, 1).unwrap() > 0.5);
        // Red won as often as not.
        assert!(found.advantages[0].elo.value.unwrap().abs() < 1e-6);
    }
}

/// Red won all: nothing is known of the engines' difference, and Red's advantage has no upper end.
#[test]
fn all_games_won_by_red() {
    let games = [pair(0, 1, 8, [true, true]); 20];
    let found = Ratings::of(2, &games, None).unwrap();
    let advantage = found.advantages[0];
    assert!(advantage.elo.value.unwrap() > 400.0 && advantage.elo.high.is_none());
    assert!(advantage.elo.low.unwrap() > 100.0);
    assert_eq!((advantage.games, advantage.red_wins), (40, 40));
    assert!(found.engines[0].elo.value.unwrap().abs() < 1e-6);
    assert!((found.los(0, 1).unwrap() - 0.5).abs() < 1e-6);

    let shares = RedShare::by_size(&games);
    assert_eq!(
        (shares.len(), shares[0].size, shares[0].pairs.won),
        (1, 8, 20)
    );
    assert_eq!(
        (shares[0].share.value, shares[0].share.high),
        (Some(1.0), Some(1.0))
    );
    // Twenty pairs say less than forty games.
    assert!(shares[0].share.low.unwrap() < 0.92 && shares[0].wilson[0] < 0.92);
}

#[test]
fn groups_have_their_own_means() {
    let games = [
        pair(0, 3, 6, [true, false]),
        pair(3, 0, 6, [true, true]),
        pair(1, 4, 8, [false, true]),
        pair(4, 1, 8, [true, true]),
    ];
    let anchor = Anchor {
        engine: 4,
        rating: 1500.0,
    };
    for anchor in [None, Some(anchor)] {
        let found = Ratings::of(5, &games, anchor).unwrap();
        assert_eq!(found.groups, 3);
        assert_eq!(
            found.engines.iter().map(|of| of.group).collect::<Vec<_>>(),
            [0, 1, 2, 0, 1]
        );
        let value = |engine: usize| found.engines[engine].elo.value.unwrap();
        assert!((value(0) + value(3)).abs() < 1e-9 && value(0) > 0.0);
        assert!(value(4) > value(1));
        if anchor.is_some() {
            let elo = found.engines[4].elo;
            assert_eq!(
                (elo.value, elo.low, elo.high),
                (Some(1500.0), Some(1500.0), Some(1500.0))
            );
        } else {
            assert!((value(1) + value(4)).abs() < 1e-9);
        }
        // No games: the mean of a group of one, and nothing known.
        assert_eq!(found.engines[2].elo.low, None);
        assert_eq!(found.engines[2].elo.high, None);
        assert_eq!(value(2), 0.0);
        assert_eq!(found.ranking(), [0, 3, 4, 1, 2]);
        assert_eq!((found.difference(0, 1), found.los(0, 2)), (None, None));
        assert_eq!((found.difference(0, 9), found.los(9, 9)), (None, None));
    }
}

/// An anchor moves all by the same, and leaves their differences.
#[test]
fn an_anchor_leaves_differences() {
    let truth = ladder(4, 100.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let games = round_robin(&truth, 0.0, 10, 0.2, &mut random);
    let free = Ratings::of(4, &games, None).unwrap();
    let anchor = Anchor {
        engine: 1,
        rating: -77.0,
    };
    let held = Ratings::of(4, &games, Some(anchor)).unwrap();
    for engine in 0..4 {
        let expected = free.difference(engine, 1).unwrap();
        let found = held.engines[engine].elo;
        for (found, expected) in [
            (found.value, expected.value),
            (found.low, expected.low),
            (found.high, expected.high),
        ] {
            assert!((found.unwrap() + 77.0 - expected.unwrap()).abs() < 1e-9);
        }
        assert_eq!(free.difference(engine, 2), held.difference(engine, 2));
    }
}

/// Which engine is named first in a pair, and in which order pairs come, is all the same.
#[test]
fn order_does_not_matter() {
    let truth = ladder(5, 50.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let games = round_robin(&truth, 30.0, 6, 0.3, &mut random);
    let turned: Vec<RatedPair> = games
        .iter()
        .rev()
        .map(|of| pair(of.second, of.first, of.size, [of.red_won[1], of.red_won[0]]))
        .collect();
    assert_eq!(Ratings::of(5, &games, None), Ratings::of(5, &turned, None));
}

#[test]
fn nothing_to_rate() {
    let none = Ratings::of(0, &[], None).unwrap();
    assert!(none.engines.is_empty() && none.advantages.is_empty() && none.groups == 0);
    let alone = Ratings::of(1, &[], None).unwrap();
    assert_eq!(alone.engines[0].elo.value, Some(0.0));
    assert_eq!(alone.engines[0].elo.low, None);
    assert_eq!((alone.engines[0].games, alone.groups), (0, 1));
}

#[test]
fn ratings_that_are_refused() {
    let good = pair(0, 1, 6, [true, true]);
    let error = |engines, pairs: &[RatedPair], anchor: Option<(usize, f64)>| {
        let anchor = anchor.map(|(engine, rating)| Anchor { engine, rating });
        Ratings::of(engines, pairs, anchor).unwrap_err().to_string()
    };
    assert_eq!(
        error(2, &[good, pair(0, 2, 6, [true, true])], None),
        "pair 1: engine 2 of 2"
    );
    assert_eq!(
        error(2, &[pair(1, 1, 6, [true, true])], None),
        "pair 0: engine 1 plays itself"
    );
    assert_eq!(error(2, &[good], Some((5, 0.0))), "anchor: engine 5 of 2");
    assert_eq!(
        error(2, &[good], Some((0, f64::NAN))),
        "anchor: rating NaN is not a finite number"
    );
}

/// What is written is numbers: no infinity, which JSON writes as `null`, but where an end is none.
#[test]
fn json() {
    let mut games = vec![pair(0, 1, 6, [true, false]); 30];
    games.push(pair(1, 2, 6, [false, true]));
    games.push(pair(2, 1, 6, [false, true]));
    let found = Ratings::of(3, &games, None).unwrap();
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["groups"], 1);
    for (engine, low, high) in [(0, true, false), (1, true, true), (2, true, true)] {
        let elo = &json["engines"][engine]["elo"];
        assert!(elo["value"].is_f64(), "{elo}");
        assert_eq!(
            (elo["low"].is_f64(), elo["high"].is_f64()),
            (low, high),
            "{elo}"
        );
    }
    assert!(json["advantages"][0]["elo"]["value"].is_f64());
}
