//! Everything that a position knows, compared with the reference on games and made-up positions.

mod common;

use std::collections::BTreeSet;

use common::{
    Chance, check, made_up_strategy, on_every_size, outcome, reference, turn_of, turns_of,
};
use jumpers_core::{Color, Position, Size, Turn};
use jumpers_reference::{Outcome, Path};
use proptest::prelude::any;

/// A position with more paths than this is not walked by the reference.
const MOST_PATHS: usize = 5_000;

on_every_size!(
    games_agree,
    made_up_positions_agree,
    visits_every_turn_once_and_stops_when_told,
);

/// Compares a position with the reference, of which all paths are given.
fn agree<S: Size>(position: &Position<S>, paths: &[Path]) {
    let twin = reference(position);
    assert_eq!(position.to_string(), twin.text());
    assert_eq!(twin.text().parse().as_ref(), Ok(position));

    let expected: BTreeSet<Outcome> = paths.iter().map(Path::outcome).collect();
    let turns = position.turns();
    let found: BTreeSet<Outcome> = turns.iter().map(outcome).collect();
    assert_eq!(found, expected, "turns of {position}");
    assert_eq!(
        turns.len(),
        expected.len(),
        "a turn comes twice: {position}"
    );
    assert_eq!(position.count_turns(), expected.len() as u64, "{position}");
    let count = expected.len() as u64;
    for most in [0, 1, 2, count / 2, count, count + 1, u64::MAX] {
        let mobility = position.mobility(position.side_to_move(), most);
        assert_eq!(mobility, count.min(most), "{position} up to {most}");
    }
    assert_eq!(position.count_paths(), paths.len() as u64, "{position}");
    assert_eq!(position.has_turn(), !expected.is_empty(), "{position}");
    let winner = (expected.is_empty()).then_some(!position.side_to_move());
    assert_eq!(position.outcome().map(|end| end.winner), winner);

    // The reference shows what a turn must be in the first step of its paths.
    let must_capture = paths
        .iter()
        .any(|path| matches!(path.steps[0], jumpers_reference::Step::Capture(_)));
    assert_eq!(position.must_capture(), must_capture, "{position}");
    let captures: BTreeSet<Turn<S>> = position.captures().iter().copied().collect();
    if must_capture {
        assert_eq!(captures, turns_of(paths), "captures of {position}");
        assert_eq!(position.captures().len(), captures.len(), "{position}");
    } else {
        assert!(captures.is_empty(), "captures of {position}");
    }

    for expected in &expected {
        let turn = turn_of(expected);
        let mut next = *position;
        assert_eq!(next.play(&turn), Ok(()), "{position} {turn:?}");
        let twin = twin.play(expected);
        assert_eq!(next.to_string(), twin.text(), "{position} {turn:?}");
        assert_eq!(next, common::position(&twin.text()));
        let mut unchecked = *position;
        unchecked.play_unchecked(&turn);
        assert_eq!(unchecked, next);
        assert!(next.max_turns_left() < position.max_turns_left());
    }
}

/// What must hold of a position whatever the number of its turns.
fn agrees_with_itself<S: Size>(position: &Position<S>) {
    let turns = position.turns();
    let distinct: BTreeSet<Turn<S>> = turns.iter().copied().collect();
    assert_eq!(turns.len(), distinct.len(), "{position}");
    assert_eq!(position.count_turns(), turns.len() as u64, "{position}");
    assert!(position.count_paths() >= position.count_turns());
    assert_eq!(position.has_turn(), !turns.is_empty(), "{position}");
    assert_eq!(position.must_capture(), !position.captures().is_empty());
    let own = position.tokens(position.side_to_move());
    let enemy = position.tokens(!position.side_to_move());
    for turn in &turns {
        assert!(position.is_legal(turn), "{position} {turn:?}");
        assert!(own.contains(turn.from) && turn.captured.is_subset(enemy));
        assert_eq!(turn.is_capture(), turn.spawn.is_none());
    }
}

/// At each ply of a game everything is as in the reference, which plays along.
fn games_agree<S: Size>() {
    check(100, any::<u64>(), |seed| {
        let mut chance = Chance::from_seed(seed);
        let mut position = Position::<S>::start();
        let mut twin = reference(&position);
        let mut plies = 0;
        loop {
            assert_eq!(reference(&position), twin);
            match twin.paths_up_to(MOST_PATHS) {
                Some(paths) => agree(&position, &paths),
                None => agrees_with_itself(&position),
            }
            let turns = position.turns();
            if turns.is_empty() {
                break;
            }
            let turn = chance.pick(&turns);
            position.play(turn).expect("a legal turn");
            twin = twin.play(&outcome(turn));
            plies += 1;
        }
        assert!(plies <= Position::<S>::start().max_turns_left());
        assert_eq!(
            position.outcome().map(|end| end.winner),
            Some(!position.side_to_move())
        );
    });
}

/// On boards of all densities, with reserves from none to the most, everything is as in the
/// reference, or at least hangs together where there are too many paths for it.
fn made_up_positions_agree<S: Size>() {
    check(
        4_000,
        made_up_strategy::<S>(),
        |position| match reference(&position).paths_up_to(MOST_PATHS) {
            Some(paths) => agree(&position, &paths),
            None => agrees_with_itself(&position),
        },
    );
}

/// The visitor sees the turns of the list, and no more after it has broken.
fn visits_every_turn_once_and_stops_when_told<S: Size>() {
    use std::ops::ControlFlow;

    for (position, _) in common::sample::<S>(3, 5, 200, MOST_PATHS) {
        let turns = position.turns();
        for stop in [0, 1.min(turns.len()), turns.len() / 2, turns.len()] {
            let mut seen = Vec::new();
            let flow = position.for_each_turn(|turn| {
                if seen.len() == stop {
                    return ControlFlow::Break(turn);
                }
                seen.push(turn);
                ControlFlow::Continue(())
            });
            assert_eq!(seen, turns[..stop]);
            assert_eq!(flow.break_value().as_ref(), turns.get(stop));
        }
        let mut list = position.turns();
        position.append_turns(&mut list);
        assert_eq!(list.len(), 2 * turns.len(), "appending keeps what is there");
        list.clear();
        position.append_turns(&mut list);
        assert_eq!(list[..], turns[..]);
    }
}

/// Both sides have the same rules: with the colours and reserves exchanged, the turns are the
/// same.
#[test]
fn colours_are_interchangeable() {
    check(500, made_up_strategy::<jumpers_core::Eight>(), |position| {
        let mut setup = position.setup();
        setup.tokens.swap(0, 1);
        setup.reserves.swap(0, 1);
        setup.side_to_move = !setup.side_to_move;
        let exchanged = Position::from_setup(&setup).expect("no point has two tokens");
        assert_eq!(exchanged.turns()[..], position.turns()[..]);
        for color in Color::ALL {
            assert_eq!(exchanged.tokens(color), position.tokens(!color));
        }
    });
}
