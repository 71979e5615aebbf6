//! Random openings: what they are, and why there may be none.

mod common;

use std::collections::HashSet;

use common::machine::Machine;
use jumpers_core::{BoardSize, Position, Six, Size, SizeVisitor};
use jumpers_engine::openings::{
    MOST_AHEAD, MOST_FAILURES, OpeningsConfig, OpeningsError, WIDEST_BALANCE, generate,
};
use jumpers_engine::search::{Control, Limits, is_proved};
use proptest::prelude::*;

/// What there is, and how it ended.
fn run(config: &OpeningsConfig) -> (Vec<String>, Result<(), OpeningsError>) {
    let mut found = Vec::new();
    let result = generate(config, &Control::new(false), &mut |text| {
        found.push(text.to_owned());
    });
    (found, result)
}

/// So many openings as are wanted, or all that were found where narrow bounds leave only a few.
fn openings(config: &OpeningsConfig) -> Vec<String> {
    let (found, result) = run(config);
    match result {
        Ok(()) => assert_eq!(found.len(), config.count as usize),
        Err(OpeningsError::TooFew { found: told, .. }) if config.balance < MOST_AHEAD => {
            assert_eq!(found.len(), told as usize);
        }
        Err(error) => panic!("{config:?}: {error}"),
    }
    found
}

/// Every position so many turns from the start in which the game goes on.
fn reachable<S: Size>(plies: u32) -> HashSet<Position<S>> {
    let mut found = HashSet::from([Position::start()]);
    for _ in 0..plies {
        found = found
            .iter()
            .flat_map(|position| {
                let after = |turn| {
                    let mut next = *position;
                    next.play(&turn).expect("a legal turn");
                    next
                };
                position.turns().into_iter().map(after).collect::<Vec<_>>()
            })
            .collect();
    }
    found.retain(Position::has_turn);
    found
}

/// Checks openings against all that there could be, and against a search of their own.
struct Check<'a> {
    config: OpeningsConfig,
    found: &'a [String],
}

impl SizeVisitor for Check<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let reachable = reachable::<S>(self.config.plies);
        let machine = Machine::new(1);
        let mut known = HashSet::new();
        for text in self.found {
            let opening: Position<S> = text.parse().expect("a position");
            assert_eq!(opening.to_string(), *text);
            assert!(reachable.contains(&opening), "{text}");
            assert!(known.insert(opening.canonical()), "{text} twice");
            let limits = Limits {
                depth: self.config.depth,
                ..Limits::default()
            };
            // The size of the table makes no difference to so short a search.
            let value = machine.search(&opening, &limits).best.value;
            let balance = self.config.balance;
            assert!(value.unsigned_abs() <= balance, "{text}: {value}");
        }
    }
}

fn configs() -> impl Strategy<Value = OpeningsConfig> {
    let board = prop::sample::select(&BoardSize::ALL[..]);
    let balance = prop_oneof![Just(MOST_AHEAD), 60..400u32, Just(u32::MAX)];
    let some = (board, 0..5u32, any::<u64>(), 2..4u32, 1..5u8, balance);
    some.prop_map(
        |(board, count, seed, plies, depth, balance)| OpeningsConfig {
            board,
            count,
            seed,
            plies,
            depth,
            balance,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn openings_are_different_reachable_and_balanced(config in configs()) {
        let found = openings(&config);
        config.board.visit(Check { config, found: &found });
    }

    #[test]
    fn a_bound_may_leave_fewer_than_are_wanted(seed in any::<u64>(), count in 0..9u32) {
        // Two turns after the start of 10x10 a search of depth 2 sees few positions so close.
        let config = OpeningsConfig {
            board: BoardSize::Ten,
            count,
            seed,
            plies: 2,
            depth: 2,
            balance: 60,
        };
        let found = openings(&config);
        prop_assert!(found.len() < 9);
        let all: HashSet<_> = openings(&OpeningsConfig { count: 9, ..config }).into_iter().collect();
        prop_assert!(found.iter().all(|text| all.contains(text)));
    }

    #[test]
    fn few_are_the_first_of_many(config in configs(), more in 0..5u32) {
        let many = openings(&OpeningsConfig { count: config.count + more, ..config });
        let few = openings(&config);
        prop_assert_eq!(&many[..many.len().min(config.count as usize)], few);
    }
}

#[test]
fn as_many_as_asked_for_on_every_board() {
    for board in BoardSize::ALL {
        let config = OpeningsConfig {
            board,
            count: 25,
            ..OpeningsConfig::default()
        };
        let found = openings(&config);
        assert_eq!(found.len(), 25);
        let config = OpeningsConfig { depth: 4, ..config };
        let found = openings(&config);
        board.visit(Check {
            config,
            found: &found,
        });
    }
}

/// The generator of random numbers and the search are the same on every machine.
#[test]
fn the_first_openings_are_known() {
    let config = OpeningsConfig {
        count: 3,
        plies: 2,
        ..OpeningsConfig::default()
    };
    assert_eq!(
        openings(&config),
        [
            "5t/4tt/r3t1/r3t1/rr4/1r4 r 11 12",
            "4tt/3tt1/r2t2/r5/rr4/1r4 r 11 12",
            "4tt/3tt1/3t2/rr4/rr4/r5 r 11 12",
        ]
    );
}

/// The widest bound leaves out just the positions with a proved win or loss, which many are after
/// eight plies on 6×6.
#[test]
fn no_opening_is_won_or_lost() {
    let config = OpeningsConfig {
        count: 40,
        plies: 8,
        balance: u32::MAX,
        ..OpeningsConfig::default()
    };
    let machine = Machine::new(1);
    let limits = Limits {
        depth: config.depth,
        ..Limits::default()
    };
    let mut widest = 0;
    for text in openings(&config) {
        let opening: Position<Six> = text.parse().expect("a position");
        let value = machine.search(&opening, &limits).best.value;
        assert!(!is_proved(value), "{text}: {value}");
        widest = widest.max(value.unsigned_abs());
    }
    assert!((MOST_AHEAD..=WIDEST_BALANCE).contains(&widest), "{widest}");
}

/// A narrower bound leaves out openings, and none comes in its place before its turn.
#[test]
fn narrow_bounds_give_some_of_the_openings_of_wide_ones() {
    let wide = OpeningsConfig {
        count: 60,
        ..OpeningsConfig::default()
    };
    let narrow = OpeningsConfig {
        count: 10,
        balance: 30,
        ..wide
    };
    let mut wide = openings(&wide).into_iter();
    for text in openings(&narrow) {
        assert!(wide.any(|other| other == text), "{text}");
    }
}

/// With bound 0 both sides must be level.
#[test]
fn level_openings() {
    let config = OpeningsConfig {
        count: 2,
        balance: 0,
        depth: 2,
        ..OpeningsConfig::default()
    };
    let found = openings(&config);
    config.board.visit(Check {
        config,
        found: &found,
    });
}

#[test]
fn seeds_and_boards_make_a_difference() {
    let config = OpeningsConfig {
        count: 5,
        depth: 1,
        ..OpeningsConfig::default()
    };
    let other_seed = OpeningsConfig { seed: 1, ..config };
    assert_ne!(openings(&config), openings(&other_seed));
    let highest = OpeningsConfig {
        seed: u64::MAX,
        ..config
    };
    assert_eq!(openings(&highest).len(), 5);
    let other_board = OpeningsConfig {
        board: BoardSize::Eight,
        ..config
    };
    for text in openings(&other_board) {
        assert_eq!(BoardSize::of_position_text(&text), Ok(BoardSize::Eight));
    }
}

#[test]
fn none_are_none() {
    let config = OpeningsConfig {
        count: 0,
        plies: u32::MAX,
        ..OpeningsConfig::default()
    };
    assert!(openings(&config).is_empty());
}

/// No turn leads to one opening, the start; one turn to five, since the ten turns are five and
/// their mirror images.
#[test]
fn there_are_only_so_many() {
    for (board, plies, number) in [
        (BoardSize::Six, 0, 1),
        (BoardSize::Six, 1, 5),
        (BoardSize::Eight, 1, 5),
        (BoardSize::Ten, 0, 1),
    ] {
        let config = OpeningsConfig {
            board,
            count: number,
            plies,
            ..OpeningsConfig::default()
        };
        let all = openings(&config);
        let (found, result) = run(&OpeningsConfig {
            count: number + 1,
            ..config
        });
        assert_eq!(found, all);
        let error = result.expect_err("one too many");
        let OpeningsError::TooFew {
            found,
            wanted,
            failures,
        } = error
        else {
            panic!("{error}");
        };
        assert_eq!((found, wanted), (number, number + 1));
        assert_eq!(failures.repeated, MOST_FAILURES);
        assert_eq!(failures.total(), MOST_FAILURES);
        let text = error.to_string();
        assert!(
            text.starts_with(&format!("found {number} of {}: ", number + 1)),
            "{text}"
        );
    }
}

/// No game on 6×6 is so long.
#[test]
fn finished_games_are_no_openings() {
    let (found, result) = run(&OpeningsConfig {
        plies: 100,
        ..OpeningsConfig::default()
    });
    assert!(found.is_empty());
    let Err(OpeningsError::TooFew { failures, .. }) = result else {
        panic!("{result:?}");
    };
    assert_eq!(failures.over, MOST_FAILURES);
}

#[test]
fn it_can_be_stopped() {
    let config = OpeningsConfig {
        count: u32::MAX,
        depth: 1,
        ..OpeningsConfig::default()
    };
    let control = Control::new(false);
    let mut number = 0;
    let result = generate(&config, &control, &mut |_| {
        number += 1;
        if number == 3 {
            control.stop();
        }
    });
    assert_eq!(number, 3);
    assert!(
        matches!(result, Err(OpeningsError::Stopped { found: 3, .. })),
        "{result:?}"
    );
}

/// Also in the middle of a search that would take for ever.
#[test]
fn it_can_be_stopped_while_it_searches() {
    let config = OpeningsConfig {
        board: BoardSize::Ten,
        depth: u8::MAX,
        ..OpeningsConfig::default()
    };
    let control = Control::new(false);
    let result = std::thread::scope(|scope| {
        let work = scope.spawn(|| generate(&config, &control, &mut |_| ()));
        std::thread::sleep(std::time::Duration::from_millis(50));
        control.stop();
        work.join().expect("no panic")
    });
    assert!(
        matches!(result, Err(OpeningsError::Stopped { found: 0, .. })),
        "{result:?}"
    );
}
