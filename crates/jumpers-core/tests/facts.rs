//! Facts that follow from the rules, and that the generator or its users rely on.

mod common;

use std::collections::BTreeSet;

use common::{Chance, check, made_up_strategy, on_every_size, playout, position, set, square};
use jumpers_core::{Bitboard, Color, Position, Setup, Six, Size, Square, Ten};

on_every_size!(
    jumps_keep_parity,
    turns_are_told_apart_by_their_positions,
    only_pure_captures_return,
    material_never_grows,
    no_capture_is_longer_than_proved,
);

/// Visits the first turns of made-up positions and of games.
fn for_positions<S: Size>(property: impl Fn(&Position<S>)) {
    check(1_000, made_up_strategy::<S>(), |position| {
        property(&position);
    });
    let mut chance = Chance::from_seed(51);
    for _ in 0..10 {
        playout(&mut chance).iter().for_each(&property);
    }
}

/// A jumping token keeps the parities of its file and its rank; captured points and the spawn
/// have the other parity of file plus rank.
fn jumps_keep_parity<S: Size>() {
    let odd = |square: Square<S>| (square.file() + square.rank()) % 2;
    for_positions::<S>(|position| {
        for turn in &position.turns() {
            assert_eq!(turn.from.file() % 2, turn.to.file() % 2);
            assert_eq!(turn.from.rank() % 2, turn.to.rank() % 2);
            for other in turn.captured.into_iter().chain(turn.spawn) {
                assert_ne!(odd(other), odd(turn.from), "{position} {turn:?}");
            }
        }
    });
}

/// Two different turns never give the same position.
fn turns_are_told_apart_by_their_positions<S: Size>() {
    for_positions::<S>(|position| {
        let turns = position.turns();
        let successors: BTreeSet<String> = turns
            .iter()
            .take(2_000)
            .map(|turn| {
                let mut next = *position;
                next.play_unchecked(turn);
                next.to_string()
            })
            .collect();
        assert_eq!(successors.len(), turns.len().min(2_000), "{position}");
    });
}

/// A turn that hops first never ends on its start; one that captures at once can.
fn only_pure_captures_return<S: Size>() {
    for_positions::<S>(|position| {
        for turn in &position.turns() {
            if turn.from == turn.to {
                assert!(position.must_capture(), "{position} {turn:?}");
                assert!(turn.captured.len() >= 4 && turn.captured.len() % 2 == 0);
            }
        }
    });
}

/// Each turn lowers the reserve of its side by one or takes enemy tokens, never both, and
/// changes no other number.
fn material_never_grows<S: Size>() {
    for_positions::<S>(|position| {
        let (own, enemy) = (position.side_to_move(), !position.side_to_move());
        for turn in position.turns().iter().take(500) {
            let mut next = *position;
            next.play(turn).expect("a legal turn");
            let spawned = u32::from(turn.spawn.is_some());
            assert_eq!(turn.captured.is_empty(), spawned == 1);
            assert_eq!(next.tokens(own).len(), position.tokens(own).len() + spawned);
            assert_eq!(
                u32::from(next.reserve(own)) + spawned,
                u32::from(position.reserve(own))
            );
            assert_eq!(
                next.tokens(enemy),
                position.tokens(enemy) - turn.captured,
                "{position} {turn:?}"
            );
            assert_eq!(next.reserve(enemy), position.reserve(enemy));
            assert_eq!(next.side_to_move(), enemy);
        }
    });
}

/// The points between two landing points of a token on a1.
fn all_edges<S: Size>() -> Bitboard<S> {
    // The last file and the last rank where it can land: on a board with an even number of points
    // along an edge the last but one.
    let last = (S::N - 1) / 2 * 2;
    Square::all()
        .filter(|square| (square.file() + square.rank()) % 2 == 1)
        .filter(|square| square.file() <= last && square.rank() <= last)
        .collect()
}

/// With an enemy token on every point that a token can ever jump over, the longest capture
/// takes 10, 21 or 34 tokens on the boards of the game, wherever it starts. All captures of other positions, and of
/// tokens in the other corners, are made of parts of this grid. On a board with an odd number of
/// points along an edge this grid has as many points as on the next larger board.
fn no_capture_is_longer_than_proved<S: Size>() {
    let mut longest = 0;
    let corner = (0..S::N).step_by(2);
    for from in corner
        .clone()
        .flat_map(|file| corner.clone().map(move |rank| (file, rank)))
    {
        // By the mirror symmetry one half will do.
        if from.0 < from.1 {
            continue;
        }
        let setup = Setup {
            tokens: [
                Square::new(from.0, from.1).into_iter().collect(),
                all_edges(),
            ],
            reserves: [0, 0],
            side_to_move: Color::Red,
        };
        let position = Position::<S>::from_setup(&setup).expect("no point has two tokens");
        let _ = position.for_each_turn(|turn| {
            longest = longest.max(turn.captured.len());
            std::ops::ControlFlow::<()>::Continue(())
        });
    }
    let proved = match S::N {
        4 => 4,
        5 | 6 => 10,
        7 | 8 => 21,
        _ => 34,
    };
    assert_eq!(longest, proved);
}

/// A capture of 34 tokens in one turn: after it Teal has nothing left.
#[test]
fn the_longest_capture_can_be_played() {
    let text = "10/1t3t1t2/t1t1t1t1t1/1t1t1t1tr1/2t1t1t1t1/1t1t1t1t2/t1t1t1t3/1t1t1t1t2/\
                2t1t1t1t1/3t3t2 r 0 0";
    let mut position = position::<Ten>(text);
    let turns = position.turns();
    let longest = turns.iter().max_by_key(|turn| turn.captured.len());
    let longest = longest.expect("a capture");
    assert_eq!(longest.captured.len(), 34);
    let text = position.text_of(longest).to_string();
    assert_eq!(text.matches('x').count(), 34);
    assert_eq!(position.resolve_text(&text).as_ref(), Ok(longest));
    position.play(longest).expect("a legal turn");
    assert_eq!(position.tokens(Color::Teal), Bitboard::EMPTY);
    assert_eq!(position.outcome().map(|end| end.winner), Some(Color::Red));
}

/// Every game ends within the bound that the material sets, and each turn brings the end nearer.
#[test]
fn games_end() {
    let mut chance = Chance::from_seed(52);
    for _ in 0..20 {
        let game = playout::<Ten>(&mut chance);
        assert!(game.len() as u32 - 1 <= game[0].max_turns_left());
        for two in game.windows(2) {
            assert!(two[1].max_turns_left() < two[0].max_turns_left());
        }
    }
}

/// Two turns with the same captured tokens and different ends are two turns.
#[test]
fn the_captured_tokens_alone_do_not_identify_a_turn() {
    // b3 takes b2 southwards, a2 eastwards.
    let position = position::<Six>("6/6/6/1r4/rt4/6 r 0 0");
    let turns = position.turns();
    assert!(turns.iter().all(|turn| turn.captured == set("b2")));
    let ends: BTreeSet<Square<Six>> = turns.iter().map(|turn| turn.to).collect();
    assert_eq!(ends, BTreeSet::from([square("c2"), square("b1")]));
}
