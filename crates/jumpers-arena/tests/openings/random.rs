use std::collections::HashSet;

use jumpers_arena::openings::{Openings, OpeningsError, RandomOpenings, RandomOpeningsError};
use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use proptest::prelude::*;

use super::{START, load, texts};

fn made(config: &RandomOpenings) -> Vec<String> {
    let openings = config.generate().expect("openings");
    openings.iter().map(|o| o.text().to_owned()).collect()
}

/// Is this position so many legal turns from the start? Looks for it among all of them.
fn reachable<S: Size>(plies: u32) -> HashSet<Position<S>> {
    let mut found = HashSet::from([Position::start()]);
    for _ in 0..plies {
        let mut next = HashSet::new();
        for position in &found {
            for turn in position.turns() {
                let mut after = *position;
                after.play(&turn).expect("a legal turn");
                next.insert(after);
            }
        }
        found = next;
    }
    found
}

struct Check<'a> {
    found: &'a [&'a str],
    plies: u32,
}

impl SizeVisitor for Check<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let reachable = reachable::<S>(self.plies);
        let mut known = HashSet::new();
        for text in self.found {
            let position: Position<S> = text.parse().expect("a position");
            assert!(reachable.contains(&position), "{text}");
            assert!(position.has_turn(), "{text}");
            assert!(known.insert(position.canonical()), "{text} twice");
        }
    }
}

#[test]
fn they_are_different_and_reachable() {
    for board in BoardSize::ALL {
        for plies in 0..=3 {
            let count = [1, 5, 40, 200][plies as usize];
            let source = format!("random:board={board},plies={plies},count={count}");
            let openings = load(&source, 11).expect("openings");
            let found = texts(&openings);
            assert_eq!(found.len(), count);
            board.visit(Check {
                found: &found,
                plies,
            });
        }
    }
}

/// Journals are resumed by later versions: these must never change.
#[test]
fn known_openings() {
    let openings = load("random:board=6/8/10,plies=3,count=7,seed=1", 0).expect("openings");
    assert_eq!(
        texts(&openings),
        [
            "3tt1/3ttt/6/6/r1rrr1/1rr3 t 10 12",
            "5ttt/5tt1/8/8/8/rr6/rr6/1r1r4 t 18 19",
            "8tt/6ttt1/10/10/10/10/2r7/1rr7/rr8/r9 t 28 30",
            "4t1/4tt/4tt/3r2/2rr2/rrr3 t 10 12",
            "4ttt1/6tt/8/8/8/1r6/rrr5/1rr5 t 18 19",
            "7ttt/7tt1/10/10/10/10/10/rr8/1rr7/1rr7 t 28 30",
            "3ttt/3tt1/r5/6/rrr3/1rr3 t 10 12",
        ]
    );
    let summary = load("random:plies=6,count=300", 5)
        .expect("openings")
        .summary();
    assert_eq!(
        (summary.source.as_str(), summary.digest.as_str()),
        (
            "random:board=6,plies=6,count=300,seed=5",
            "cc536d5f89f23318ef20e9dbf98773bea429c44ae29f665f39564f7c387877c4"
        )
    );
}

#[test]
fn boards_take_turns() {
    let openings = load("random:board=10/6,count=5,plies=2", 0).expect("openings");
    let boards: Vec<u8> = openings.iter().map(|o| o.board().points()).collect();
    assert_eq!(boards, [10, 6, 10, 6, 10]);
    let openings = load("random:board=6/8/10,count=2,plies=2", 0).expect("openings");
    let boards: Vec<u8> = openings.iter().map(|o| o.board().points()).collect();
    assert_eq!(boards, [6, 8]);
}

#[test]
fn the_seed_of_the_source_comes_first() {
    let with = |source, seed| load(source, seed).expect("openings");
    assert_eq!(with("random:seed=3", 4), with("random:seed=3", 5));
    assert_eq!(with("random:seed=3", 4), with("random:", 3));
    assert_ne!(with("random:", 3), with("random:", 4));
    let summary = with("random:", 3).summary();
    assert_eq!(
        with(&summary.source, 0).summary(),
        summary,
        "the summary's source leads to the same openings"
    );
}

/// After no turn there is the start; after one the ten turns are five and their mirror images.
#[test]
fn there_are_only_so_many() {
    for (plies, number) in [(0, 1), (1, 5)] {
        let config = RandomOpenings {
            plies,
            count: number,
            ..RandomOpenings::default()
        };
        assert_eq!(made(&config).len() as u64, number);
        let error = load(&format!("random:plies={plies},count={}", number + 1), 0);
        let error = error
            .map(|openings| openings.len())
            .expect_err("one too many");
        assert_eq!(
            error.to_string(),
            format!(
                "openings random:board=6,plies={plies},count={},seed=0: found {number} of {} on \
                 the 6×6 board; 10000 random games in a row came to nothing new, 0 of them were \
                 over",
                number + 1,
                number + 1
            )
        );
    }
    assert_eq!(
        texts(&load("random:plies=0,count=1", 8).expect("one")),
        [START]
    );
}

/// No game on 6×6 is so long.
#[test]
fn finished_games_are_no_openings() {
    for plies in ["100", "4294967295"] {
        let result = load(&format!("random:plies={plies},count=1"), 0);
        let Err(OpeningsError::Random(RandomOpeningsError::TooFew { found, over, .. })) = result
        else {
            panic!("{result:?}");
        };
        assert_eq!((found, over), (0, 10_000));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn few_are_the_first_of_many(
        seed: u64,
        boards in prop::sample::subsequence(BoardSize::ALL.to_vec(), 1..=3).prop_shuffle(),
        plies in 2..6u32,
        count in 1..20u64,
        more in 0..20u64,
    ) {
        let few = RandomOpenings { boards, plies, count, seed: Some(seed) };
        let many = RandomOpenings { count: count + more, ..few.clone() };
        prop_assert_eq!(&made(&many)[..count as usize], made(&few));
        let text = few.to_string();
        prop_assert_eq!(text.parse::<RandomOpenings>(), Ok(few));
    }

    /// Whatever the bytes are, they are openings or one line of an error.
    #[test]
    fn any_bytes_are_openings_or_an_error(
        lines in prop::collection::vec(
            prop_oneof![
                "[0-9rt/ #]{0,40}",
                Just(START.to_owned()),
                "startpos ?[0-9]{0,2}",
                ".{0,20}",
            ],
            0..5,
        ),
        tail in prop::collection::vec(any::<u8>(), 0..10),
    ) {
        let mut bytes = lines.join("\n").into_bytes();
        bytes.extend(tail);
        match Openings::read("set", bytes.as_slice()) {
            Ok(openings) => prop_assert!(openings.len() >= 1),
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
        }
    }
}
