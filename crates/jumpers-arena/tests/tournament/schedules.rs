//! Schedules.

use std::collections::{BTreeMap, BTreeSet};

use jumpers_arena::journal::Shard;
use jumpers_arena::openings::Openings;
use jumpers_arena::schedule::{Schedule, ScheduledPair};
use jumpers_arena::tournament::{Format, Tournament};
use proptest::prelude::*;

use crate::simulation::{contestant, openings, tournament};

fn any_tournament() -> impl Strategy<Value = Tournament> {
    let format = prop_oneof![
        Just(Format::Match),
        Just(Format::RoundRobin),
        Just(Format::Gauntlet)
    ];
    (format, 2..9_usize, 1..12_u64, 1..6_usize, any::<u64>()).prop_map(
        |(format, engines, rounds, count, seed)| {
            let mut tournament = tournament(format, 2, rounds, &openings(count));
            if format != Format::Match {
                tournament.engines = (0..engines)
                    .map(|number| contestant(&format!("engine {number}")))
                    .collect();
            }
            tournament.seed = seed;
            tournament
        },
    )
}

fn meeting(pair: &ScheduledPair) -> (usize, usize) {
    (pair.first.min(pair.second), pair.first.max(pair.second))
}

proptest! {
    #[test]
    fn each_pairing_has_a_pair_in_each_round(tournament in any_tournament()) {
        prop_assert_eq!(tournament.check(), Ok(()));
        let schedule = Schedule::new(&tournament);
        let pairs: Vec<ScheduledPair> = schedule.iter().collect();
        prop_assert_eq!(pairs.len() as u64, tournament.pairs());
        let engines = tournament.engines.len();
        let expected: BTreeSet<(usize, usize)> = (0..engines)
            .flat_map(|one| (one + 1..engines).map(move |other| (one, other)))
            .filter(|&(one, _)| tournament.format == Format::RoundRobin || one == 0)
            .collect();
        for (round, pairs) in pairs.chunks(expected.len()).enumerate() {
            let met: BTreeSet<_> = pairs.iter().map(meeting).collect();
            prop_assert_eq!(&met, &expected);
            prop_assert!(pairs.iter().all(|pair| pair.round == round as u64));
            // All play the same opening.
            prop_assert!(pairs.iter().all(|pair| pair.opening == pairs[0].opening));
        }
        for (index, pair) in pairs.iter().enumerate() {
            prop_assert_eq!(pair.index, index as u64);
            prop_assert_eq!(schedule.pair(pair.index), Some(*pair));
        }
        prop_assert_eq!(schedule.pair(schedule.len()), None);
        prop_assert_eq!(schedule.pair(u64::MAX), None);
    }

    #[test]
    fn openings_are_all_taken_before_one_is_taken_again(tournament in any_tournament()) {
        let mut taken = Vec::new();
        for pair in Schedule::new(&tournament).iter().step_by(tournament.pairings() as usize) {
            taken.push(pair.opening);
        }
        let count = tournament.openings.count as usize;
        for (round, &opening) in taken.iter().enumerate() {
            prop_assert!(opening < count as u64);
            let earlier = &taken[round.saturating_sub(count - 1)..round];
            prop_assert!(!earlier.contains(&opening));
            if round >= count {
                prop_assert_eq!(opening, taken[round - count]);
            }
        }
    }

    #[test]
    fn first_is_fair(tournament in any_tournament()) {
        let mut balance: BTreeMap<(usize, usize), i64> = BTreeMap::new();
        for pair in Schedule::new(&tournament).iter() {
            let change = if pair.first < pair.second { 1 } else { -1 };
            let balance = balance.entry(meeting(&pair)).or_default();
            *balance += change;
            prop_assert!(balance.abs() <= 1);
        }
    }

    #[test]
    fn the_same_tournament_has_the_same_schedule(tournament in any_tournament()) {
        let again: Tournament =
            serde_json::from_str(&serde_json::to_string(&tournament).unwrap()).unwrap();
        prop_assert_eq!(&again, &tournament);
        let pairs = |tournament| Schedule::new(tournament).iter().collect::<Vec<_>>();
        prop_assert_eq!(pairs(&again), pairs(&tournament));
    }

    #[test]
    fn shards_partition_the_schedule(pairs in 0..200_u64, count in 1..12_u64) {
        for index in 0..pairs {
            let shards = (1..=count).filter(|&number| Shard { number, count }.contains(index));
            prop_assert_eq!(shards.count(), 1);
        }
        for number in 1..=count {
            let shard = Shard { number, count };
            let share = (0..pairs).filter(|&index| shard.contains(index)).count();
            prop_assert_eq!(shard.share_of(pairs), share as u64);
        }
    }
}

#[test]
fn a_gauntlets_first_engine_begins_half_of_its_pairs() {
    let tournament = tournament(Format::Gauntlet, 5, 1, &openings(1));
    let schedule = Schedule::new(&tournament);
    let begun = schedule.iter().filter(|pair| pair.first == 0);
    assert_eq!(begun.count(), 2);
}

#[test]
fn shards_are_read_and_written() {
    for text in ["1/1", "2/3", "18446744073709551615/18446744073709551615"] {
        assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
    }
    for text in [
        "", "1", "0/3", "4/3", "1/0", "1/2/3", "+1/2", "1/-2", "a/b", "1/ 2",
    ] {
        let error = text.parse::<Shard>().unwrap_err().to_string();
        assert!(error.contains("expected i/n"), "{error}");
    }
}

#[test]
fn tournaments_that_cannot_be_are_refused() {
    type Change = fn(&mut Tournament);
    let cases: [(Change, &str); 16] = [
        (
            |t| t.engines.truncate(1),
            "match needs two engines, and there is one",
        ),
        (|t| t.engines.clear(), "there are none"),
        (
            |t| t.engines.push(contestant("gamma")),
            "match needs two engines, and there are 3",
        ),
        (
            |t| t.engines[1].name = "alpha".to_owned(),
            "engines 1 and 2 have the same name, 'alpha'",
        ),
        (
            |t| t.engines[0].name = "a\nb".to_owned(),
            "name of engine 1: \"a\\nb\" is not",
        ),
        (|t| t.engines[0].name = " a".to_owned(), "name of engine 1"),
        (
            |t| t.engines[1].name = String::new(),
            "name of engine 2: \"\" is not",
        ),
        (
            |t| t.event = "x\u{7}".to_owned(),
            "event: \"x\\u{7}\" is not",
        ),
        (
            |t| t.engines[0].limit = Default::default(),
            "engine 'alpha' has no limit: give it tc, movetime, nodes or depth",
        ),
        (|t| t.rounds = 0, "rounds: there must be at least 1"),
        (|t| t.rounds = u64::MAX, "pairs, more than 1000000000"),
        (|t| t.openings.count = 0, "openings: there are 0"),
        (
            |t| t.openings.count = u64::MAX,
            "openings: there are 18446744073709551615",
        ),
        (
            |t| {
                t.engines[1].ponder = true;
                t.engines[1].protocol = jumpers_arena::contestant::Protocol::Ugi;
            },
            "ponder=on needs proto=uci",
        ),
        (
            |t| t.engines[0].margin = std::time::Duration::MAX,
            "engine 'alpha': its margin is not from 0 to 100 days",
        ),
        (
            |t| t.engines[0].deadline = std::time::Duration::ZERO,
            "engine 'alpha': its deadline is not from 1 ms to 100 days",
        ),
    ];
    for (change, part) in cases {
        let mut tournament = tournament(Format::Match, 2, 3, &openings(2));
        assert_eq!(tournament.check(), Ok(()));
        change(&mut tournament);
        let error = tournament.check().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn differences_name_the_field() {
    type Change = fn(&mut Tournament);
    let cases: [(Change, &str); 10] = [
        (|t| t.seed = 6, "seed: 5, not 6"),
        (|t| t.rounds = 4, "rounds: 3, not 4"),
        (|t| t.event.clear(), "event: \"test\", not \"\""),
        (
            |t| t.format = Format::Gauntlet,
            "format: \"match\", not \"gauntlet\"",
        ),
        (
            |t| t.engines[1].limit = "1+0.1".parse().unwrap(),
            "engine 2 limit: \"movetime 100\", not \"1+0.1\"",
        ),
        (
            |t| t.engines[0].digest = Some("00".to_owned()),
            "engine 1 digest: none, not \"00\"",
        ),
        (
            |t| {
                t.engines[0]
                    .options
                    .push(("Hash".to_owned(), Some("1".to_owned())))
            },
            "engine 1 options: none, not [[\"Hash\",\"1\"]]",
        ),
        (
            |t| t.engines.push(contestant("gamma")),
            "number of engines: 2, not 3",
        ),
        (
            |t| t.openings.digest = "00".to_owned(),
            "openings digest: \"",
        ),
        (
            |t| t.engines[1].restart = true,
            "engine 2 restart: false, not true",
        ),
    ];
    for (change, expected) in cases {
        let one = tournament(Format::Match, 2, 3, &openings(2));
        assert_eq!(one.difference(&one), None);
        let mut other = one.clone();
        change(&mut other);
        let difference = one.difference(&other).unwrap();
        assert!(difference.starts_with(expected), "{difference}");
    }
}

#[test]
fn other_openings_have_another_digest() {
    let one = Openings::read("test", "startpos\n".as_bytes()).unwrap();
    let other = Openings::read("test", "startpos 8\n".as_bytes()).unwrap();
    assert_ne!(one.summary().digest, other.summary().digest);
}
