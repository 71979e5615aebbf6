//! The hash follows every turn, and tells positions apart.

mod common;

use std::collections::HashMap;

use common::{Chance, after, check, made_up_strategy, on_every_size, playout, position};
use jumpers_core::{Color, Game, Position, Six, Size, Square};

on_every_size!(
    every_turn_updates_the_hash,
    games_have_no_two_positions_with_one_hash,
    every_part_of_a_position_changes_the_hash,
);

/// After any turn the hash is the one worked out anew.
fn every_turn_updates_the_hash<S: Size>() {
    let check_turns = |position: Position<S>| {
        assert_eq!(position.hash(), position.recomputed_hash(), "{position}");
        for turn in position.turns().iter().take(500) {
            let mut next = position;
            next.play(turn).expect("a legal turn");
            assert_eq!(next.hash(), next.recomputed_hash(), "{position} {turn:?}");
            assert_ne!(next.hash(), position.hash());
            let read: Position<S> = common::position(&next.to_string());
            assert_eq!(read.hash(), next.hash());
        }
    };
    check(300, made_up_strategy::<S>(), check_turns);
    let mut chance = Chance::from_seed(31);
    for _ in 0..5 {
        playout(&mut chance).into_iter().for_each(check_turns);
    }
}

/// Among all the positions met in many games and one turn beside them, each hash belongs to one
/// position only.
fn games_have_no_two_positions_with_one_hash<S: Size>() {
    let mut chance = Chance::from_seed(32);
    let mut known: HashMap<u64, Position<S>> = HashMap::new();
    for _ in 0..300 {
        for position in playout::<S>(&mut chance) {
            for turn in position.turns().iter().take(40) {
                let mut next = position;
                next.play(turn).expect("a legal turn");
                let first = *known.entry(next.hash()).or_insert(next);
                assert_eq!(first.to_string(), next.to_string(), "one hash for two");
            }
        }
    }
    // Small boards do not have as many.
    let least = match S::N {
        4 => 2_000,
        5 => 10_000,
        _ => 30_000,
    };
    assert!(known.len() > least, "{} positions", known.len());
}

/// Two positions that differ in one point, in one reserve or in the side to move have different
/// hashes.
fn every_part_of_a_position_changes_the_hash<S: Size>() {
    let start = Position::<S>::start().setup();
    let mut known: HashMap<u64, String> = HashMap::new();
    let mut add = |setup| {
        let position = Position::from_setup(&setup).expect("no point has two tokens");
        let before = known.insert(position.hash(), position.to_string());
        assert_eq!(before, None, "the hash of {position} too");
    };
    for side_to_move in Color::ALL {
        let mut sided = start;
        sided.side_to_move = side_to_move;
        add(sided);
        for color in Color::ALL {
            for reserve in 0..=255 {
                let mut other = sided;
                other.reserves[color] = reserve;
                if other != sided {
                    add(other);
                }
            }
            for square in start.tokens[color] {
                let mut other = sided;
                other.tokens[color] = other.tokens[color] - square.into();
                add(other);
            }
            for square in Square::<S>::all() {
                let mut other = sided;
                other.tokens[!color] = other.tokens[!color] - square.into();
                other.tokens[color] |= square.into();
                if other != sided {
                    add(other);
                }
            }
        }
    }
}

/// A test may rely on the hash in its expected output: it is the same at every run.
#[test]
fn the_hash_does_not_depend_on_the_run() {
    let once = Position::<Six>::start().hash();
    let again = std::thread::spawn(|| Position::<Six>::start().hash());
    assert_eq!(again.join().ok(), Some(once));
    assert_eq!(
        position::<Six>(&Position::<Six>::start().to_string()).hash(),
        once
    );
}

/// Red's two turns in either order, with Teal's the same, lead to one position with one hash.
#[test]
fn a_transposition_has_the_same_hash() {
    let start = Position::<Six>::start();
    let play = |texts: [&str; 4]| {
        texts
            .iter()
            .fold(start, |position, text| after(&position, text))
    };
    // Neither side's two turns need or hinder each other.
    let one = play(["a1-c1+d1", "f6-d6+c6", "a2-c2+c3", "f5-d5+c5"]);
    let other = play(["a2-c2+c3", "f5-d5+c5", "a1-c1+d1", "f6-d6+c6"]);
    assert_eq!(one.to_string(), other.to_string());
    assert_eq!(one, other);
    assert_eq!(one.hash(), other.hash());
    assert_eq!(one.hash(), one.recomputed_hash());
}

/// Playing on and taking back leaves no trace.
#[test]
fn taking_back_restores_the_hash() {
    let mut chance = Chance::from_seed(33);
    let mut game = Game::new(Position::<Six>::start());
    let mut hashes = Vec::new();
    while game.outcome().is_none() {
        hashes.push(game.position().hash());
        let turn = *chance.pick(&game.position().turns());
        game.play(turn).expect("a legal turn");
    }
    while let Some(hash) = hashes.pop() {
        assert!(game.undo().is_some());
        assert_eq!(game.position().hash(), hash);
        assert_eq!(game.turns().len(), hashes.len());
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game.position(), game.start());
}
