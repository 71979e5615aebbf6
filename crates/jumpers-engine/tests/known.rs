//! What is built in of the first plies.

mod common;

use std::collections::HashMap;

use common::random_game;
use common::solver::after;
use jumpers_core::{Eight, Position, Setup, Six, Ten};
use jumpers_engine::search::Control;
use jumpers_engine::solve::known::{self, Known, KnownError};
use jumpers_engine::solve::{SolveLimits, Solver, Verdict};
use proptest::prelude::*;

/// The verdict, a first turn, and the positions evaluated.
fn solve(solver: &Solver<Six>, position: &Position<Six>, nodes: u64) -> (Verdict, u64) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let limits = SolveLimits {
        nodes: Some(nodes),
        time: None,
    };
    let pool = pool.expect("a thread");
    let control = Control::new(false);
    let solution = solver.solve(position, limits, &pool, &control, &|_| ());
    if solution.verdict == Verdict::Win {
        let next = after(position, &solution.line[0]);
        let reply = solver.solve(&next, limits, &pool, &control, &|_| ());
        assert_ne!(reply.verdict, Verdict::Win, "{position}");
    }
    (solution.verdict, solution.statistics.nodes)
}

#[test]
fn what_is_built_in_is_of_the_first_plies_and_does_not_contradict_itself() {
    let all = known::built_in::<Six>();
    let values: HashMap<_, _> = (all.iter())
        .map(|known| (known.position.canonical(), known.winning.is_some()))
        .collect();
    assert_eq!(values.len(), all.len(), "each position once");
    let tokens = |position: &Position<Six>| {
        let setup = position.setup();
        setup.reserves.iter().map(|&r| u32::from(r)).sum::<u32>()
    };
    let start = Position::<Six>::start();
    for Known { position, winning } in &all {
        // A turn takes a token from a reserve, unless it captures.
        assert!(tokens(&start) - tokens(position) <= 3, "{position}");
        if let Some(turn) = winning {
            let next = after(position, turn).canonical();
            assert_ne!(values.get(&next), Some(&true), "{position}");
        } else {
            for turn in position.turns() {
                let next = after(position, &turn).canonical();
                assert_ne!(values.get(&next), Some(&false), "{position}");
            }
        }
    }
    assert!(known::built_in::<Eight>().is_empty());
    assert!(known::built_in::<Ten>().is_empty());
}

#[test]
fn the_first_turns_are_as_the_certificate_and_the_searches_say() {
    let values: HashMap<_, _> = (known::built_in::<Six>().iter())
        .map(|known| (known.position.canonical(), known.winning.is_some()))
        .collect();
    let start = Position::<Six>::start();
    assert_eq!(values.get(&start), Some(&true));
    // Teal, to move, loses after the first two.
    for (turn, teal_wins) in [
        ("b1-b3+b4", false),
        ("a1-c1+c2", false),
        ("a1-c1+d1", true),
        ("b1-b3+a3", true),
        ("b1-b3+c3", true),
    ] {
        let turn = start.resolve_text(turn).unwrap();
        let next = after(&start, &turn).canonical();
        assert_eq!(values.get(&next), Some(&teal_wins), "{next}");
    }
}

#[test]
fn what_is_solved_soon_is_worth_what_is_built_in() {
    let fresh = || Solver::<Six>::new(8).expect("memory");
    let told = fresh().with_known();
    let mut soon = 0;
    for Known { position, winning } in known::built_in::<Six>() {
        let expected = match winning {
            Some(_) => Verdict::Win,
            None => Verdict::Loss,
        };
        // Without a search.
        assert_eq!(solve(&told, &position, 100), (expected, 0), "{position}");
        let mirrored = position.mirrored();
        assert_eq!(solve(&told, &mirrored, 100), (expected, 0), "{mirrored}");
        let (found, _) = solve(&fresh(), &position, 20_000);
        if found != Verdict::Unknown {
            assert_eq!(found, expected, "{position}");
            soon += 1;
        }
    }
    assert!(soon > 50, "{soon}");
}

#[test]
fn what_is_known_does_not_change_what_is_found() {
    let told = Solver::<Six>::new(8).expect("memory").with_known();
    let fresh = Solver::<Six>::new(8).expect("memory");
    let mut both = 0;
    for seed in 0..40 {
        let game = random_game(&Position::<Six>::start(), seed);
        for (position, _) in game.iter().skip(4).step_by(6) {
            let verdicts = [&told, &fresh].map(|solver| solve(solver, position, 20_000).0);
            if !verdicts.contains(&Verdict::Unknown) {
                assert_eq!(verdicts[0], verdicts[1], "{position}");
                both += 1;
            }
        }
    }
    assert!(both > 40, "{both}");
}

#[test]
fn lines_that_are_none_are_refused() {
    let start = Position::<Six>::start();
    let read = |line: &str| line.parse::<Known<Six>>();
    assert_eq!(read(""), Err(KnownError::Fields));
    assert_eq!(read(&start.to_string()), Err(KnownError::Fields));
    for line in ["4tt/6 r 1 2\tlost", "x\tlost", "\tlost"] {
        assert!(matches!(read(line), Err(KnownError::Position(_))), "{line}");
    }
    for turn in ["", "won", "a1-a9", "b1-b3", "b1-b3+b4 ", "lost\t1"] {
        let line = format!("{start}\t{turn}");
        assert!(matches!(read(&line), Err(KnownError::Turn(_))), "{line}");
    }
}

proptest! {
    #[test]
    fn lines_are_read_as_they_were_written(seed in any::<u64>(), ply in 0..20usize) {
        let game = random_game(&Position::<Eight>::start(), seed);
        let position = game[ply % game.len()].0;
        let setup = position.setup();
        for winning in std::iter::once(None).chain(position.turns().into_iter().map(Some)) {
            let known = Known { position, winning };
            prop_assert_eq!(known.to_string().parse(), Ok(known));
        }
        prop_assert_eq!(Position::<Eight>::from_setup(&Setup { ..setup }), Ok(position));
    }
}
