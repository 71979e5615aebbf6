//! The solver against search that looks at every line.

mod common;

use common::exhaustive::Exhaustive;
use common::solver::{after, solved};
use common::{MANY_TURNS, START, random_game};
use jumpers_core::study::{Five, Four};
use jumpers_core::{Eight, Position, Setup, Six, Size, Ten};
use jumpers_engine::search::Control;
use jumpers_engine::solve::{Estimates, SolveLimits, Solver, Verdict};
use rayon::{ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("threads")
}

fn verdict<S: Size>(solver: &Solver<S>, pool: &ThreadPool, position: &Position<S>) -> Verdict {
    let control = Control::new(false);
    let solution = solver.solve(position, SolveLimits::default(), pool, &control, &|_| ());
    solution.verdict
}

fn expected(wins: bool) -> Verdict {
    if wins { Verdict::Win } else { Verdict::Loss }
}

/// All reserves up to `most` at the start of a board.
fn starts<S: Size>(most: u8) -> impl Iterator<Item = Position<S>> {
    (0..=most).flat_map(move |red| {
        (0..=most).map(move |teal| {
            let setup = Setup {
                reserves: [red, teal],
                ..Position::<S>::start().setup()
            };
            Position::from_setup(&setup).expect("no overlap")
        })
    })
}

#[test]
fn all_reserves_of_the_small_boards_are_solved_as_by_exhaustive_search() {
    fn check<S: Size>(most: u8, pool: &ThreadPool) {
        let mut exhaustive = Exhaustive::<S>::new(10_000_000);
        // One solver for all, which goes on from what it knows, and one that knows nothing.
        let solver = Solver::<S>::new(1).expect("memory");
        let mut fresh = Solver::<S>::new(1).expect("memory");
        for position in starts::<S>(most) {
            let wins = exhaustive.wins(&position).expect("a small game");
            let verdicts = [&solver, &fresh].map(|solver| verdict(solver, pool, &position));
            assert_eq!(verdicts, [expected(wins); 2], "{position}");
            fresh.clear();
        }
    }

    for threads in [1, 2] {
        check::<Four>(9, &pool(threads));
        check::<Five>(4, &pool(threads));
        check::<Six>(2, &pool(threads));
    }
}

#[test]
fn late_positions_of_games_are_solved_as_by_exhaustive_search() {
    fn check<S: Size>(count: usize) {
        let pools = [pool(1), pool(3)];
        for (position, mut exact) in solved::<S>(count, 500) {
            let solver = Solver::<S>::new(1).expect("memory");
            let mut positions = vec![position];
            positions.extend(position.turns().iter().map(|turn| after(&position, turn)));
            for (i, position) in positions.iter().enumerate() {
                let value = exact.solve(position).expect("solved before");
                let found = verdict(&solver, &pools[i % 2], position);
                assert_eq!(found, expected(value > 0), "{position}");
            }
        }
    }

    check::<Four>(60);
    check::<Five>(60);
    check::<Six>(60);
    check::<Eight>(40);
    check::<Ten>(20);
}

#[test]
fn a_table_that_is_much_too_small_is_freed_and_gives_the_same_verdict() {
    let position: Position<Six> = "4tt/4tt/6/6/rr4/rr4 r 5 5".parse().unwrap();
    let pool = pool(2);
    let large = Solver::<Six>::new(64).expect("memory");
    let small = Solver::<Six>::new(1).expect("memory");
    let control = Control::new(false);
    let solve = |solver: &Solver<Six>| {
        solver.solve(&position, SolveLimits::default(), &pool, &control, &|_| ())
    };
    let (large, small) = (solve(&large), solve(&small));
    assert_eq!(large.verdict, small.verdict);
    assert_ne!(small.verdict, Verdict::Unknown);
    assert_eq!(large.statistics.collections, 0);
    assert!(small.statistics.collections > 0, "{:?}", small.statistics);
}

#[test]
fn a_limit_of_nodes_ends_it_and_it_goes_on_from_there() {
    let position: Position<Six> = START.parse().unwrap();
    let pool = pool(2);
    let solver = Solver::<Six>::new(16).expect("memory");
    let limits = SolveLimits {
        nodes: Some(50_000),
        time: None,
    };
    let control = Control::new(false);
    let first = solver.solve(&position, limits, &pool, &control, &|_| ());
    assert_eq!(first.verdict, Verdict::Unknown);
    let nodes = first.statistics.nodes;
    assert!((50_000..200_000).contains(&nodes), "{nodes}");
    let again = solver.solve(&position, limits, &pool, &control, &|_| ());
    let effort = |statistics: &jumpers_engine::solve::Statistics| statistics.root.disproof;
    assert!(effort(&again.statistics) > effort(&first.statistics));
}

#[test]
fn a_stop_ends_it_wherever_it_is() {
    let pool = pool(2);
    let control = Control::new(false);
    control.stop();
    let start: Position<Six> = START.parse().unwrap();
    let solver = Solver::<Six>::new(1).expect("memory");
    let solution = solver.solve(&start, SolveLimits::default(), &pool, &control, &|_| ());
    assert_eq!(solution.verdict, Verdict::Unknown);
    let many: Position<Ten> = MANY_TURNS.parse().unwrap();
    let solver = Solver::<Ten>::new(1).expect("memory");
    let solution = solver.solve(&many, SolveLimits::default(), &pool, &control, &|_| ());
    // One look at all turns may be enough for a win, but not for a loss.
    assert_ne!(solution.verdict, Verdict::Loss);
}

#[test]
fn mirror_images_have_the_same_verdict() {
    let pool = pool(1);
    let solver = Solver::<Six>::new(16).expect("memory");
    for seed in 0..20 {
        let game = random_game(&Position::<Six>::start(), seed);
        let Some((position, _)) = game.get(16) else {
            continue;
        };
        let verdicts = [*position, position.mirrored()].map(|p| verdict(&solver, &pool, &p));
        assert_eq!(verdicts[0], verdicts[1], "{position}");
        assert_ne!(verdicts[0], Verdict::Unknown);
    }
}

#[test]
fn the_verdict_does_not_depend_on_the_estimates() {
    // With one thread a search takes the same positions each time.
    let pool = pool(1);
    let learned = Solver::<Six>::new(16).expect("memory");
    let by_hand = Solver::<Six>::new(16)
        .expect("memory")
        .with_estimates(Estimates::ByHand);
    let mut nodes = [0; 2];
    for seed in 0..24 {
        let game = random_game(&Position::<Six>::start(), seed);
        let Some((position, _)) = game.get(18) else {
            continue;
        };
        let control = Control::new(false);
        let solutions = [&learned, &by_hand]
            .map(|solver| solver.solve(position, SolveLimits::default(), &pool, &control, &|_| ()));
        let verdicts = solutions.each_ref().map(|solution| solution.verdict);
        assert_eq!(verdicts[0], verdicts[1], "{position}");
        assert_ne!(verdicts[0], Verdict::Unknown, "{position}");
        for (sum, solution) in nodes.iter_mut().zip(&solutions) {
            *sum += solution.statistics.nodes;
        }
    }
    // The others are used where they are asked for.
    assert_ne!(nodes[0], nodes[1]);
}
