//! Several lines, and wins within a number of plies, against an exhaustive search.

mod common;

use std::sync::Mutex;

use common::machine::{Machine, nodes, parse};
use common::solver::{after, solved};
use common::{MANY_TURNS, random_game};
use jumpers_core::{Eight, Position, Six, Size, Ten};
use jumpers_engine::search::{
    Bound, Control, Limits, Progress, Report, Resources, plies_to_end, search,
};

/// Checks that lines are legal, different and in order.
fn check_lines<S: Size>(position: &Position<S>, report: &Report<S>, most: usize) {
    let lines: Vec<_> = report.lines().collect();
    assert!(lines.len() <= most, "{position}: {report:?}");
    for pair in lines.windows(2) {
        assert!(pair[0].value >= pair[1].value, "{position}: {report:?}");
        assert!(pair[0].depth >= pair[1].depth, "{position}: {report:?}");
    }
    for (place, line) in lines.iter().enumerate() {
        let mut at = *position;
        for turn in &line.turns {
            at = after(&at, turn);
        }
        let same = |other: &&&_| lines_begin_alike(line, other);
        assert_eq!(lines[..place].iter().filter(same).count(), 0, "{report:?}");
    }
}

fn lines_begin_alike<S: Size>(
    one: &jumpers_engine::search::Line<S>,
    other: &jumpers_engine::search::Line<S>,
) -> bool {
    one.turns.first() == other.turns.first()
}

/// Searches, checks all reports, and gives the last.
fn checked<S: Size>(machine: &Machine, position: &Position<S>, limits: &Limits<S>) -> Report<S> {
    let most = limits.lines.clamp(1, position.turns().len().max(1));
    machine.table.clear();
    let complete = Mutex::new(0);
    let report = |progress: Progress<'_, S>| {
        if let Progress::Report(report) = progress {
            check_lines(position, report, most);
            if report.best.bound == Bound::Exact {
                assert_eq!(report.lines().count(), most, "{position}");
                *complete.lock().unwrap() += 1;
            }
        }
    };
    let resources = Resources {
        table: &machine.table,
        pool: &machine.pool,
        control: &Control::new(false),
    };
    let last = search(position, limits, &resources, &report);
    check_lines(position, &last, most);
    if *complete.lock().unwrap() > 0 {
        assert_eq!(last.lines().count(), most, "{position}");
    }
    last
}

fn lines_are_in_order<S: Size>() {
    for threads in [1, 3] {
        let machine = Machine::new(threads);
        for seed in 0..6 {
            let game = random_game(&Position::<S>::start(), seed);
            for (position, _) in game.iter().step_by(5) {
                for (lines, limit) in [(0, 50), (2, 777), (3, 5_000), (500, 3_000)] {
                    let limits = Limits {
                        lines,
                        ..nodes(limit)
                    };
                    let last = checked(&machine, position, &limits);
                    if threads == 1 && plies_to_end(last.best.value).is_none() {
                        assert_eq!(last.nodes, limit, "{position}: {lines} lines");
                    }
                }
            }
        }
    }
}

#[test]
fn lines_are_different_legal_and_in_order_on_every_board() {
    lines_are_in_order::<Six>();
    lines_are_in_order::<Eight>();
    lines_are_in_order::<Ten>();
}

#[test]
fn one_line_of_several_is_that_of_a_search_for_one() {
    // The first line is searched as if it were the only one, as long as nothing is left in the
    // table that helps: to depth 1.
    let machine = Machine::new(1);
    for seed in 0..20 {
        for (position, _) in random_game(&Position::<Six>::start(), seed)
            .iter()
            .step_by(3)
        {
            let depth_1 = |lines| Limits {
                depth: 1,
                lines,
                ..Limits::default()
            };
            let one = machine.search(position, &depth_1(1)).best;
            let best = machine.search(position, &depth_1(4)).best;
            assert_eq!(
                (one.value, one.turns),
                (best.value, best.turns),
                "{position}"
            );
        }
    }
}

#[test]
fn all_lines_of_solved_positions_have_the_right_result() {
    let machine = Machine::new(1);
    let mut proved = 0;
    for (position, mut solver) in solved::<Six>(60, 1).into_iter().chain(solved(60, 5000)) {
        let limits = Limits {
            lines: 500,
            ..nodes(200_000)
        };
        let last = checked(&machine, &position, &limits);
        for line in last.lines() {
            let (Some(plies), Some(turn)) = (plies_to_end(line.value), line.turns.first()) else {
                continue;
            };
            let truth = solver.solve(&after(&position, turn)).expect("solved");
            assert_eq!(plies > 0, truth <= 0, "{position}: {line:?}");
            proved += 1;
        }
    }
    assert!(proved > 300, "{proved} lines");
}

#[test]
fn a_win_within_so_many_plies_is_found_if_there_is_one_and_only_then() {
    let machine = Machine::new(1);
    let (mut wins, mut others) = (0, 0);
    for (position, mut solver) in solved::<Six>(150, 100) {
        let truth = solver.solve(&position).expect("solved");
        if !position.has_turn() {
            continue;
        }
        // What searches with reductions left in the table must not matter.
        machine.search(&position, &nodes(2_000));
        for within in 1..=9 {
            let limits = Limits {
                win_within: Some(within),
                ..Limits::default()
            };
            let found = machine.go_on(&position, &limits);
            let is_found =
                plies_to_end(found.best.value).is_some_and(|p| p > 0 && p as u32 <= within);
            let is_there = truth > 0 && truth as u32 <= within;
            assert_eq!(is_found, is_there, "{position}: {within} plies, {truth}");
            assert!(u32::from(found.best.depth) <= within, "{position}");
            wins += usize::from(is_there);
            others += usize::from(!is_there);
        }
    }
    assert!(wins > 100 && others > 100, "{wins} wins, {others} others");
}

#[test]
fn an_exhaustive_search_goes_on_when_the_result_is_proved() {
    let machine = Machine::new(1);
    for (position, mut solver) in solved::<Six>(30, 900) {
        if !position.has_turn() {
            continue;
        }
        let limits = Limits {
            exhaustive: true,
            depth: 60,
            ..Limits::default()
        };
        let found = machine.search(&position, &limits);
        assert_eq!(found.best.depth, 60, "{position}");
        let truth = solver.solve(&position).expect("solved");
        let plies = plies_to_end(found.best.value).expect("proved");
        assert_eq!(plies > 0, truth > 0, "{position}");
    }
}

#[test]
fn a_search_of_very_many_turns_looks_at_the_clock() {
    // With a limit of nodes, and none of them has few turns: that it ends at all is the point.
    let machine = Machine::new(1);
    let position = parse::<Ten>(MANY_TURNS);
    for lines in [1, 500] {
        let limits = Limits {
            lines,
            ..nodes(300)
        };
        let found = machine.search(&position, &limits);
        assert!(position.is_legal(&found.best.turns[0]));
        assert_eq!(found.nodes, 300);
    }
}
