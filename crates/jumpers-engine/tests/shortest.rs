//! The shortest win against search that looks at every line.

mod common;

use common::solver::{Solver as Truth, after, solved};
use common::{FINISHED, LOSS_IN_1, START, WIN_IN_1, WIN_IN_2};
use jumpers_core::study::{Five, Four};
use jumpers_core::{Eight, Position, Setup, Six, Size, Ten};
use jumpers_engine::search::Control;
use jumpers_engine::solve::{Prover, Shortest, SolveLimits, Solver, Verdict};
use rayon::{ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("threads")
}

const NO_LIMITS: SolveLimits = SolveLimits {
    nodes: None,
    time: None,
};

/// Solves a position and looks for its shortest win.
fn shortest<S: Size>(prover: &Prover<'_, S>, position: &Position<S>) -> (bool, Shortest<S>) {
    let solution = prover.solve(position, NO_LIMITS, &|_| ());
    assert_ne!(solution.verdict, Verdict::Unknown, "{position}");
    let is_win = solution.verdict == Verdict::Win;
    let at_most = prover.most_plies(position, is_win, &solution.line, None);
    let shortest = prover.shortest_win(position, is_win, at_most, NO_LIMITS, &|_| ());
    (is_win, shortest)
}

/// The plies are those of best play, and so is each turn of the line.
fn check<S: Size>(prover: &Prover<'_, S>, position: &Position<S>, truth: &mut Truth<S>) -> i32 {
    let value = truth.solve(position).expect("solved before");
    let (is_win, shortest) = shortest(prover, position);
    assert_eq!(is_win, value > 0, "{position}");
    let plies = value.unsigned_abs();
    let bounds = shortest.bounds;
    assert_eq!(
        (bounds.at_least, bounds.at_most),
        (plies, plies),
        "{position}"
    );
    assert_eq!(shortest.line.len(), plies as usize, "{position}");
    let mut at = *position;
    let mut left = value;
    for turn in &shortest.line {
        at = after(&at, turn);
        left = if left > 0 { 1 - left } else { -left - 1 };
        assert_eq!(truth.solve(&at), Some(left), "{position}: {turn:?}");
    }
    assert!(!at.has_turn(), "{position}");
    value
}

#[test]
fn starts_of_the_small_boards_are_won_as_fast_as_by_exhaustive_search() {
    fn check_all<S: Size>(most: u8, threads: usize) -> u32 {
        let pool = pool(threads);
        let control = Control::new(false);
        let mut truth = Truth::<S>::new(4_000_000);
        // One table for all, so that each finds what the others left.
        let solver = Solver::<S>::new(4).expect("memory");
        let prover = solver.prover(&pool, &control);
        let mut longest = 0;
        for red in 0..=most {
            for teal in 0..=most {
                let setup = Setup {
                    reserves: [red, teal],
                    ..Position::<S>::start().setup()
                };
                let position = Position::from_setup(&setup).expect("no overlap");
                if truth.solve(&position).is_some() {
                    let value = check(&prover, &position, &mut truth);
                    longest = longest.max(value.unsigned_abs());
                }
            }
        }
        longest
    }

    for threads in [1, 2] {
        let longest = [
            check_all::<Four>(5, threads),
            check_all::<Five>(3, threads),
            check_all::<Six>(2, threads),
        ];
        // They are games, not only ends of games.
        assert!(longest.iter().sum::<u32>() > 20, "{longest:?}");
    }
}

#[test]
fn late_positions_are_won_as_fast_as_by_exhaustive_search() {
    fn check_late<S: Size>(count: usize, threads: usize, seed: u64) {
        let pool = pool(threads);
        let control = Control::new(false);
        let solver = Solver::<S>::new(1).expect("memory");
        let prover = solver.prover(&pool, &control);
        let mut lost = 0;
        for (position, mut truth) in solved::<S>(count, seed) {
            let value = check(&prover, &position, &mut truth);
            lost += usize::from(value <= 0);
        }
        assert!(lost > count / 10, "{lost}");
    }

    check_late::<Four>(100, 1, 20);
    check_late::<Five>(100, 2, 21);
    check_late::<Six>(150, 1, 22);
    check_late::<Six>(50, 2, 4_000);
    check_late::<Eight>(80, 1, 23);
    check_late::<Eight>(40, 2, 5_000);
    check_late::<Ten>(60, 1, 24);
    check_late::<Ten>(30, 2, 6_000);
}

#[test]
fn short_wins() {
    let pool = pool(1);
    let control = Control::new(false);
    let solver = Solver::<Six>::new(1).expect("memory");
    let prover = solver.prover(&pool, &control);
    for (text, plies) in [(WIN_IN_1, 1), (WIN_IN_2, 3), (LOSS_IN_1, 2), (FINISHED, 0)] {
        let position = text.parse().expect("a position");
        let (_, shortest) = shortest(&prover, &position);
        let bounds = shortest.bounds;
        assert_eq!((bounds.at_least, bounds.at_most), (plies, plies), "{text}");
        assert!(bounds.is_exact());
        assert_eq!(shortest.line.len(), plies as usize);
    }
}

/// What limited searches leave in the table does not mislead others, nor the other way round.
#[test]
fn a_table_serves_searches_with_and_without_limits() {
    fn check_mixed<S: Size>(count: usize, threads: usize, seed: u64) {
        let pool = pool(threads);
        let control = Control::new(false);
        let solver = Solver::<S>::new(1).expect("memory");
        let prover = solver.prover(&pool, &control);
        for (position, mut truth) in solved::<S>(count, seed) {
            check(&prover, &position, &mut truth);
            // Positions below, with other plies left than from there.
            let turns = position.turns();
            for turn in turns.iter().take(4) {
                let next = after(&position, turn);
                let value = truth.solve(&next).expect("solved before");
                let solution = prover.solve(&next, NO_LIMITS, &|_| ());
                let expected = if value > 0 {
                    Verdict::Win
                } else {
                    Verdict::Loss
                };
                assert_eq!(solution.verdict, expected, "{next}");
                check(&prover, &next, &mut truth);
            }
            // With more for one side, where limited proofs count, too.
            for side in 0..2 {
                let mut setup = position.setup();
                setup.reserves[side] += 1;
                let richer = Position::from_setup(&setup).expect("no overlap");
                let mut truth = Truth::new(60_000);
                if let Some(value) = truth.solve(&richer) {
                    check(&prover, &richer, &mut truth);
                    let solution = prover.solve(&richer, NO_LIMITS, &|_| ());
                    assert_eq!(solution.verdict == Verdict::Win, value > 0, "{richer}");
                }
            }
        }
    }

    check_mixed::<Four>(60, 1, 30);
    check_mixed::<Five>(60, 1, 31);
    check_mixed::<Six>(60, 1, 32);
    check_mixed::<Six>(30, 2, 7_000);
    check_mixed::<Eight>(40, 1, 33);
    check_mixed::<Ten>(30, 2, 34);
}

/// Red wins, not soon.
const WON: &str = "4tt/4tt/6/6/rr4/rr4 r 5 4";

#[test]
fn limits_end_it_with_bounds_that_hold() {
    let pool = pool(1);
    let control = Control::new(false);
    let position: Position<Six> = WON.parse().expect("a position");
    let solver = Solver::<Six>::new(16).expect("memory");
    let prover = solver.prover(&pool, &control);
    let (is_win, full) = shortest(&prover, &position);
    assert!(is_win && full.bounds.is_exact());
    assert_eq!(full.line.len() as u32, full.bounds.at_most);
    let mut solver = solver;
    // As in every game.
    let at_most = position.max_turns_left() - 1;
    let mut ended = 0;
    for nodes in [1, 5_000, 20_000, 80_000] {
        solver.clear();
        let limits = SolveLimits {
            nodes: Some(nodes),
            time: None,
        };
        let prover = solver.prover(&pool, &control);
        let found = prover.shortest_win(&position, true, at_most, limits, &|_| ());
        let bounds = found.bounds;
        assert!(bounds.at_least <= full.bounds.at_least, "{bounds:?}");
        assert!(bounds.at_most >= full.bounds.at_most, "{bounds:?}");
        assert_eq!(bounds.at_least % 2, 1);
        assert_eq!(bounds.at_most % 2, 1);
        assert!(found.nodes < nodes + 100_000, "{}", found.nodes);
        ended += usize::from(!bounds.is_exact());
        assert!(bounds.is_exact() || found.line.is_empty());
    }
    assert!(ended > 0);
}

#[test]
fn a_stop_ends_it_with_what_was_known() {
    let pool = pool(2);
    let control = Control::new(false);
    control.stop();
    let position: Position<Six> = START.parse().expect("a position");
    let solver = Solver::<Six>::new(1).expect("memory");
    let prover = solver.prover(&pool, &control);
    let found = prover.shortest_win(&position, true, 45, NO_LIMITS, &|_| ());
    let bounds = found.bounds;
    assert_eq!((bounds.at_least, bounds.at_most), (1, 45));
    assert!(found.line.is_empty());
    assert_eq!(found.nodes, 0);
    let limits = SolveLimits {
        nodes: None,
        time: Some(std::time::Duration::ZERO),
    };
    let control = Control::new(false);
    let prover = solver.prover(&pool, &control);
    let found = prover.shortest_win(&position, true, 45, limits, &|_| ());
    assert_eq!((found.bounds.at_least, found.bounds.at_most), (1, 45));
}
