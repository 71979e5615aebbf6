//! Best play from proofs, against the truth about small positions.

mod common;

use common::solver::{after, solved};
use jumpers_core::{Eight, Position, Six, Size, Ten, Turn};
use jumpers_engine::search::Control;
use jumpers_engine::solve::{SolveLimits, Solver, Verdict};
use rayon::{ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("threads")
}

/// Every turn is legal, and the texts stand for the same turns in the real position.
fn check_legal<S: Size>(position: &Position<S>, line: &[Turn<S>]) {
    let mut at = *position;
    for turn in line {
        assert!(at.is_legal(turn), "{position}: {turn:?} at {at}");
        at.play_unchecked(turn);
    }
}

fn check<S: Size>(threads: usize, count: usize, seed: u64) {
    let pool = pool(threads);
    let control = Control::new(false);
    // One table for all of them, so that it gets full.
    let solver = Solver::<S>::new(1).expect("a MiB");
    let prover = solver.prover(&pool, &control);
    let mut wins = 0;
    for (original, mut truth) in solved::<S>(count, seed) {
        // The mirror image has the same entry in the table and other turns.
        for position in [original, original.mirrored()] {
            let is_mirrored = position != original;
            let mut value_of = |position: &Position<S>| {
                let original = if is_mirrored {
                    position.mirrored()
                } else {
                    *position
                };
                truth.solve(&original).expect("a solution")
            };
            let solution = prover.solve(&position, SolveLimits::default(), &|_| ());
            let value = value_of(&position);
            let is_win = value > 0;
            let expected = if is_win { Verdict::Win } else { Verdict::Loss };
            assert_eq!(solution.verdict, expected, "{position}");
            check_legal(&position, &solution.line);
            assert_eq!(solution.line.is_empty(), !position.has_turn(), "{position}");
            let plies = prover.most_plies(&position, is_win, &solution.line, None);
            assert_eq!(plies % 2 == 1, is_win, "{position}: {plies}");
            assert!(
                plies >= value.unsigned_abs(),
                "{position}: {plies}, {value}"
            );
            assert!(plies <= position.max_turns_left(), "{position}: {plies}");
            // After each turn of the line who wins is the same.
            let mut at = position;
            let mut mover_wins = is_win;
            for turn in &solution.line {
                at = after(&at, turn);
                mover_wins = !mover_wins;
                assert_eq!(value_of(&at) > 0, mover_wins, "{position}: {turn:?}");
            }
            wins += usize::from(is_win);
        }
    }
    assert!(
        wins > count / 4 && wins < 2 * count,
        "{wins} of {count} twice"
    );
}

#[test]
fn a_win_begins_with_a_winning_turn_on_6x6() {
    check::<Six>(1, 200, 1);
    check::<Six>(2, 60, 5_000);
}

#[test]
fn a_win_begins_with_a_winning_turn_on_8x8() {
    check::<Eight>(1, 120, 2);
    check::<Eight>(2, 50, 6_000);
}

#[test]
fn a_win_begins_with_a_winning_turn_on_10x10() {
    check::<Ten>(1, 120, 3);
    check::<Ten>(2, 50, 7_000);
}

/// Each first turn has the verdict that it has by itself.
fn check_turns<S: Size>(count: usize, seed: u64) {
    let pool = pool(1);
    let control = Control::new(false);
    let solver = Solver::<S>::new(1).expect("a MiB");
    let prover = solver.prover(&pool, &control);
    for (position, mut truth) in solved::<S>(count, seed) {
        let turns = position.turns();
        let solved = prover.solve_turns(&position, &turns, false, SolveLimits::default(), &|_| ());
        let mut nodes = 0;
        for (turn, solved) in turns.iter().zip(&solved.turns) {
            assert_eq!(solved.turn, *turn);
            let value = truth.solve(&after(&position, turn)).expect("a solution");
            let expected = if value > 0 {
                Verdict::Loss
            } else {
                Verdict::Win
            };
            assert_eq!(solved.verdict, expected, "{position}: {turn:?}");
            nodes += solved.nodes;
        }
        assert_eq!(nodes, solved.statistics.nodes);
        let value = truth.solve(&position).expect("a solution");
        let expected = if value > 0 {
            Verdict::Win
        } else {
            Verdict::Loss
        };
        assert_eq!(solved.verdict, expected, "{position}");
        check_legal(&position, &solved.line);
        if let Some(first) = solved.line.first() {
            let next = truth.solve(&after(&position, first)).expect("a solution");
            assert_eq!(next > 0, value <= 0, "{position}: {first:?}");
        }
    }
}

#[test]
fn every_first_turn_is_solved() {
    check_turns::<Six>(100, 11);
    check_turns::<Eight>(50, 12);
    check_turns::<Ten>(50, 13);
}

#[test]
fn mirrored_first_turns_are_twins() {
    let pool = pool(1);
    let control = Control::new(false);
    let solver = Solver::<Six>::new(1).expect("a MiB");
    let prover = solver.prover(&pool, &control);
    // It is its own mirror image.
    let position: Position<Six> = "6/6/3t2/2t3/rr4/rr4 r 1 1".parse().expect("a position");
    assert_eq!(position.mirrored(), position);
    let turns = position.turns();
    let limits = SolveLimits::default();
    let solved = prover.solve_turns(&position, &turns, false, limits, &|_| ());
    let twins = solved
        .turns
        .iter()
        .filter_map(|turn| turn.twin_of.map(|twin| (turn, twin)));
    let mut count = 0;
    for (solved, twin) in twins {
        assert_eq!(solved.nodes, 0);
        let images = [solved.turn, twin].map(|turn| after(&position, &turn).canonical());
        assert_eq!(images[0], images[1]);
        count += 1;
    }
    assert_eq!(count, turns.len() / 2);
}

#[test]
fn without_a_proof_there_is_still_a_turn() {
    let pool = pool(1);
    let control = Control::new(false);
    let solver = Solver::<Ten>::new(1).expect("a MiB");
    let position = Position::<Ten>::start();
    control.stop();
    let limits = SolveLimits::default();
    let solution = solver.solve(&position, limits, &pool, &control, &|_| ());
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!(!solution.line.is_empty());
    check_legal(&position, &solution.line);
}
