//! Strategies and their certificates, checked turn by turn.

mod common;

use std::io::{self, Write};
use std::time::Duration;

use common::certificate::{Checked, check};
use common::solver::solved;
use common::{FINISHED, STARTS, WIN_IN_1};
use jumpers_core::{Eight, Position, Six, Size, Ten};
use jumpers_engine::search::Control;
use jumpers_engine::solve::{Effort, Objective, Solver, Strategy, StrategyError};
use rayon::{ThreadPool, ThreadPoolBuilder};

const SIZE: Effort = Effort {
    objective: Objective::Size,
    nodes: 20_000,
};
const LENGTH: Effort = Effort {
    objective: Objective::Length,
    nodes: 20_000,
};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("threads")
}

fn bytes_of<S: Size>(strategy: &Strategy<S>) -> Vec<u8> {
    let mut bytes = Vec::new();
    strategy
        .write(&mut bytes)
        .expect("a writer that never fails");
    bytes
}

/// Checks the strategy and its certificate against the rules.
fn checked<S: Size>(strategy: &Strategy<S>) -> Checked {
    let found =
        check::<S>(&bytes_of(strategy)).unwrap_or_else(|e| panic!("{}: {e}", strategy.root()));
    let told = Checked {
        root: strategy.root().to_string(),
        winner: strategy.winner(),
        winner_nodes: strategy.winner_nodes() as u64,
        longest_line: u64::from(strategy.longest_line()),
        loser_nodes: strategy.loser_nodes(),
    };
    assert_eq!(found, told);
    found
}

/// Makes strategies for late positions of random games and compares them with the truth. How many
/// were won by Red, and by how many positions they got smaller.
fn compare<S: Size>(count: usize, threads: usize) -> ([usize; 2], u64) {
    let pool = pool(threads);
    let control = Control::new(false);
    let mut wins = [0; 2];
    let mut saved = 0;
    for (position, mut truth) in solved::<S>(count, 1) {
        let value = truth.solve(&position).expect("a solved position");
        let extract = |effort| {
            let solver = Solver::new(1).expect("memory");
            let strategy = Strategy::extract(&solver, &position, &pool, &control, effort);
            checked(&strategy.expect("a strategy"))
        };
        let first = extract(Effort::default());
        let small = extract(SIZE);
        let short = extract(LENGTH);
        for found in [&first, &small, &short] {
            let is_own = found.winner == position.side_to_move();
            assert_eq!(is_own, value > 0, "{position}");
            // Nobody wins sooner than the best do.
            assert!(
                found.longest_line >= u64::from(value.unsigned_abs()),
                "{position}"
            );
        }
        if threads == 1 {
            assert!(small.winner_nodes <= first.winner_nodes, "{position}");
            assert!(short.longest_line <= first.longest_line, "{position}");
            assert!(short.longest_line <= small.longest_line, "{position}");
        }
        saved += first.winner_nodes.saturating_sub(small.winner_nodes);
        wins[first.winner as usize] += 1;
    }
    (wins, saved)
}

#[test]
fn strategies_win_on_all_boards() {
    let six = compare::<Six>(150, 1);
    let eight = compare::<Eight>(60, 1);
    let ten = compare::<Ten>(40, 1);
    for (wins, saved) in [six, eight, ten] {
        assert!(wins.iter().all(|&count| count > 5), "{wins:?}");
        assert!(saved > 0);
    }
}

#[test]
fn strategies_win_with_several_threads() {
    compare::<Six>(60, 3);
}

#[test]
fn lost_entries_are_searched_again() {
    let pool = pool(1);
    let control = Control::new(false);
    for (position, _) in solved::<Six>(60, 1000) {
        let mut solver = Solver::new(1).expect("memory");
        let solved = Strategy::extract(&solver, &position, &pool, &control, SIZE);
        let winner = solved.expect("a strategy").winner();
        solver.clear();
        let again = Strategy::extract(&solver, &position, &pool, &control, SIZE);
        let again = again.expect("a strategy");
        checked(&again);
        assert_eq!(again.winner(), winner);
    }
}

#[test]
fn one_thread_does_the_same_each_time() {
    let pool = pool(1);
    let control = Control::new(false);
    let once = |position: &Position<Six>, effort| {
        let solver = Solver::new(1).expect("memory");
        let strategy = Strategy::extract(&solver, position, &pool, &control, effort);
        bytes_of(&strategy.expect("a strategy"))
    };
    for (position, _) in solved::<Six>(20, 2000) {
        for effort in [SIZE, LENGTH] {
            assert_eq!(
                once(&position, effort),
                once(&position, effort),
                "{position}"
            );
        }
    }
}

#[test]
fn the_end_of_a_game_has_a_strategy() {
    let pool = pool(1);
    let control = Control::new(false);
    for (text, nodes, plies) in [(FINISHED, 0, 0), (WIN_IN_1, 1, 1)] {
        let solver = Solver::<Six>::new(1).expect("memory");
        let position = text.parse().expect("a position");
        let strategy = Strategy::extract(&solver, &position, &pool, &control, SIZE);
        let found = checked(&strategy.expect("a strategy"));
        assert_eq!((found.winner_nodes, found.longest_line), (nodes, plies));
    }
}

#[test]
fn a_stopped_search_has_no_strategy() {
    let control = Control::new(false);
    control.stop();
    let solver = Solver::<Six>::new(1).expect("memory");
    let start = STARTS[0].parse().expect("a position");
    let found = Strategy::extract(&solver, &start, &pool(1), &control, SIZE);
    assert_eq!(found.unwrap_err(), StrategyError::Stopped);
}

#[test]
fn a_stop_while_it_is_made_smaller_leaves_a_whole_strategy() {
    let effort = Effort {
        objective: Objective::Size,
        nodes: u64::MAX,
    };
    let position: Position<Six> = "4tt/4tt/6/6/rr4/rr4 r 5 4".parse().expect("a position");
    let pool = pool(1);
    let solver = Solver::<Six>::new(64).expect("memory");
    // Later and later, until there is a strategy at all; with the first one it is not done yet.
    let mut stops = (0..24).map(|i| Duration::from_micros(500 << i));
    let strategy = stops.find_map(|delay| {
        let control = Control::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(delay);
                control.stop();
            });
            let found = Strategy::extract(&solver, &position, &pool, &control, effort);
            let was_stopped = control.is_stopped();
            control.stop();
            match found {
                Err(error) => {
                    assert_eq!(error, StrategyError::Stopped);
                    None
                }
                Ok(strategy) => {
                    assert!(was_stopped, "nothing was stopped");
                    Some(strategy)
                }
            }
        })
    });
    checked(&strategy.expect("a strategy"));
}

#[test]
fn a_writer_that_fails_is_an_error() {
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 < bytes.len() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0 -= bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let solver = Solver::<Six>::new(1).expect("memory");
    let position = WIN_IN_1.parse().expect("a position");
    let control = Control::new(false);
    let strategy = Strategy::extract(&solver, &position, &pool(1), &control, SIZE);
    let strategy = strategy.expect("a strategy");
    let length = bytes_of(&strategy).len();
    for room in 0..length {
        let error = strategy.write(&mut Full(room)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
    strategy.write(&mut Full(length)).expect("room");
}

#[test]
fn the_check_finds_every_changed_byte() {
    use sha2::{Digest, Sha256};

    let (position, _) = solved::<Six>(40, 1)
        .into_iter()
        .max_by_key(|(position, _)| position.max_turns_left())
        .expect("a position");
    let solver = Solver::new(1).expect("memory");
    let control = Control::new(false);
    let strategy = Strategy::extract(&solver, &position, &pool(1), &control, SIZE);
    let bytes = bytes_of(&strategy.expect("a strategy"));
    let original = check::<Six>(&bytes).expect("a certificate");
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(check::<Six>(&changed).is_err());
        // With a right hash it may be another strategy, but never another claim.
        let end = bytes.len() - 32;
        if at < end {
            let hash = Sha256::digest(&changed[..end]);
            changed[end..].copy_from_slice(&hash);
            if let Ok(found) = check::<Six>(&changed) {
                assert_eq!(found.winner, original.winner);
            }
        }
    }
}
