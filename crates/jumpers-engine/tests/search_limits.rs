//! The search as a library: its limits, and what it finds at once.

mod common;

use std::time::Duration;

use common::machine::{Machine, nodes, parse};
use common::{FINISHED, LOSS_IN_1, MANY_TURNS, WIN_IN_1, WIN_IN_2, random_game};
use jumpers_core::{Eight, Position, Six, Size, Ten};
use jumpers_engine::search::{
    Control, Limits, MAX_DEPTH, Resources, TimeBudget, evaluate, is_proved, plies_to_end, search,
};

#[test]
fn ends_in_one_are_found() {
    let machine = Machine::new(1);
    for (text, plies) in [(FINISHED, 0), (WIN_IN_1, 1), (LOSS_IN_1, -2), (WIN_IN_2, 3)] {
        let position = parse::<Six>(text);
        let found = machine.search(&position, &Limits::default());
        assert_eq!(plies_to_end(found.best.value), Some(plies), "{text}");
        // Once it is proved to the end there is nothing more to look at.
        assert!(i32::from(found.best.depth) <= plies.abs() + 1, "{text}");
        assert_eq!(found.best.turns.len() as i32, plies.abs(), "{text}");
        assert!(!is_proved(evaluate(&position)));
    }
}

#[test]
fn one_thread_finds_the_same_each_time() {
    fn same<S: Size>(machine: &Machine) {
        for (position, _) in random_game(&Position::<S>::start(), 5).iter().step_by(4) {
            for limits in [
                nodes(20_000),
                Limits {
                    depth: 4,
                    ..Limits::default()
                },
            ] {
                let results = [0, 1].map(|_| {
                    let found = machine.search(position, &limits);
                    let (depth, deepest) = (found.best.depth, found.best.selective_depth);
                    (
                        found.nodes,
                        found.best.value,
                        found.best.turns,
                        depth,
                        deepest,
                    )
                });
                assert_eq!(results[0], results[1], "{position}");
            }
        }
    }
    let machine = Machine::new(1);
    same::<Six>(&machine);
    same::<Eight>(&machine);
    same::<Ten>(&machine);
}

#[test]
fn limits_are_kept() {
    fn kept<S: Size>() {
        let [one, two, eight] = [1, 2, 8].map(Machine::new);
        for (position, _) in random_game(&Position::<S>::start(), 9).iter().step_by(6) {
            for limit in [1, 2, 17, 255, 256, 257, 3000] {
                let found = one.search(position, &nodes(limit));
                // Fewer only if all there is was looked at.
                assert!(found.nodes == limit || found.nodes < limit && is_proved(found.best.value));
                assert!(position.is_legal(&found.best.turns[0]));
                let found = two.search(position, &nodes(limit));
                assert!(position.is_legal(&found.best.turns[0]));
            }
            for depth in [0, 1, 2, 3] {
                let limits = Limits {
                    depth,
                    ..Limits::default()
                };
                for machine in [&one, &two, &eight] {
                    let found = machine.search(position, &limits);
                    assert!(
                        found.best.depth == depth.max(1) || is_proved(found.best.value),
                        "{position}: depth {} of {depth} with {} threads",
                        found.best.depth,
                        machine.pool.current_num_threads()
                    );
                    assert!(position.is_legal(&found.best.turns[0]));
                }
            }
        }
    }
    kept::<Six>();
    kept::<Eight>();
    kept::<Ten>();
}

#[test]
fn depths_without_end_end() {
    let position = parse::<Six>(WIN_IN_2);
    for depth in [MAX_DEPTH, u8::MAX] {
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let found = Machine::new(2).search(&position, &limits);
        assert_eq!(plies_to_end(found.best.value), Some(3));
    }
}

#[test]
fn without_time_there_is_still_a_turn() {
    fn still_a_turn<S: Size>(position: &Position<S>) {
        for threads in [1, 2] {
            let machine = Machine::new(threads);
            let zero = Limits {
                time: Some(TimeBudget {
                    soft: Duration::ZERO,
                    hard: Duration::ZERO,
                }),
                ..Limits::default()
            };
            let found = machine.search(position, &zero);
            assert!(position.is_legal(&found.best.turns[0]), "{position}");
            // Stopped before it begins.
            let control = Control::new(false);
            control.stop();
            let resources = Resources {
                table: &machine.table,
                pool: &machine.pool,
                control: &control,
            };
            let found = search(position, &Limits::default(), &resources, &|_| ());
            assert!(position.is_legal(&found.best.turns[0]), "{position}");
            // A clock that does not run, until it is stopped.
            let control = Control::new(true);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(50));
                    control.ponder_hit(std::time::Instant::now());
                });
                let resources = Resources {
                    control: &control,
                    ..resources
                };
                let found = search(position, &zero, &resources, &|_| ());
                assert!(position.is_legal(&found.best.turns[0]), "{position}");
            });
        }
    }
    still_a_turn(&Position::<Six>::start());
    still_a_turn(&Position::<Eight>::start());
    still_a_turn(&parse::<Ten>(MANY_TURNS));
}
