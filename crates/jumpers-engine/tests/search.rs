//! Proved values of the search against an exhaustive search.

mod common;

use common::machine::{Machine, nodes};
use common::solver::{Solver, after, solved};
use jumpers_core::study::{Five, Four, Seven};
use jumpers_core::{Eight, Position, Six, Size};
use jumpers_engine::search::{Limits, Report, plies_to_end};

/// Checks what a search found: whether it proved the value, or what is wrong with the proof.
fn check<S: Size>(
    position: &Position<S>,
    solver: &mut Solver<S>,
    found: &Report<S>,
) -> Result<bool, String> {
    let truth = solver.solve(position).expect("a solved position");
    let mut at = *position;
    for turn in &found.best.turns {
        at = after(&at, turn);
    }
    let Some(plies) = plies_to_end(found.best.value) else {
        return Ok(false);
    };
    // Nobody who does the best is beaten sooner than in so many plies, and those who win make
    // the last turn.
    let is_right = (plies > 0) == (truth > 0)
        && plies.abs() >= truth.abs()
        && (plies % 2 != 0) == (plies > 0)
        && plies.unsigned_abs() <= position.max_turns_left();
    if !is_right {
        return Err(format!("{position}: {plies} plies, not {truth}"));
    }
    match found.best.turns.first() {
        Some(first) if plies > 0 => {
            let next = after(position, first);
            let answer = solver.solve(&next).expect("a solved position");
            if answer > 0 || 1 - answer > plies {
                let text = position.text_of(first);
                return Err(format!("{position}: {text} does not win in {plies}"));
            }
        }
        Some(_) => {}
        None => assert!(!position.has_turn(), "{position}: no turn"),
    }
    Ok(true)
}

/// Searches each position with each limit; of the longest searches so many in 100 prove it.
fn proves<S: Size>(machine: &Machine, positions: Vec<(Position<S>, Solver<S>)>, percent: usize) {
    let count = positions.len();
    let (mut proved, mut wins) = (0, 0);
    let mut wrong = Vec::new();
    for (position, mut solver) in positions {
        // Searches that end early have seen only a part of what their last iteration looks at.
        for limit in [1, 2, 3, 4, 6, 9, 14, 20, 30, 50, 80, 130, 250, 500, 1000] {
            let found = machine.search(&position, &nodes(limit));
            if let Err(error) = check(&position, &mut solver, &found) {
                wrong.push(format!("{limit} nodes: {error}"));
            }
        }
        let found = machine.search(&position, &nodes(100_000));
        match check(&position, &mut solver, &found) {
            Ok(is_proved) => proved += usize::from(is_proved),
            Err(error) => wrong.push(error),
        }
        wins += usize::from(found.best.value > 0);
        // With a table full of what was found before, and to a depth.
        for depth in [1, 2, 3, 5, 8] {
            let limits = Limits {
                depth,
                ..Limits::default()
            };
            let found = machine.go_on(&position, &limits);
            if let Err(error) = check(&position, &mut solver, &found) {
                wrong.push(format!("depth {depth}: {error}"));
            }
        }
    }
    let number = wrong.len();
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{number} wrong, such as {wrong:#?}");
    assert!(proved * 100 >= count * percent, "{proved} of {count}");
    assert!((count / 10..count - count / 10).contains(&wins), "{wins}");
}

#[test]
fn proved_values_are_right_on_6x6() {
    proves(&Machine::new(1), solved::<Six>(250, 0), 90);
}

#[test]
fn proved_values_are_right_on_boards_for_study() {
    proves(&Machine::new(1), solved::<Four>(100, 4000), 90);
    proves(&Machine::new(1), solved::<Five>(100, 5000), 90);
    proves(&Machine::new(1), solved::<Seven>(60, 6000), 90);
}

#[test]
fn proved_values_are_right_on_8x8() {
    proves(&Machine::new(1), solved::<Eight>(60, 1000), 80);
}

#[test]
fn proved_values_are_right_with_two_threads() {
    proves(&Machine::new(2), solved::<Six>(60, 2000), 90);
}

/// The turns to choose from can be those that lose.
#[test]
fn proved_values_are_those_of_the_allowed_turns() {
    let machine = Machine::new(1);
    for (position, mut solver) in solved::<Six>(80, 3000) {
        for turn in position.turns() {
            let truth = -solver.solve(&after(&position, &turn)).expect("solved");
            let limits = Limits {
                root_turns: Some(vec![turn]),
                ..nodes(100_000)
            };
            let found = machine.search(&position, &limits);
            assert_eq!(found.best.turns.first(), Some(&turn));
            if let Some(plies) = plies_to_end(found.best.value) {
                assert_eq!(plies > 0, truth >= 0, "{position}: {turn:?}");
            }
        }
    }
}
