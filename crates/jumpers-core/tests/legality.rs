//! `is_legal` against the reference, over every combination of a turn's parts.

mod common;

use std::collections::BTreeSet;

use common::{Chance, on_every_size, sample, turns_of};
use jumpers_core::{Bitboard, IllegalTurn, Position, Size, Square, Turn};

on_every_size!(
    legal_means_generated_in_games,
    legal_means_generated_in_made_up_positions,
    an_illegal_turn_changes_nothing,
);

/// The captured sets to try in a position: those of its turns and others close to them, sets
/// of enemy tokens, and sets with points that hold no enemy token.
fn captured_sets<S: Size>(
    position: &Position<S>,
    legal: &BTreeSet<Turn<S>>,
    chance: &mut Chance,
) -> BTreeSet<Bitboard<S>> {
    let enemy = position.tokens(!position.side_to_move());
    let mut sets = BTreeSet::from([Bitboard::EMPTY, enemy]);
    let singles: Vec<Bitboard<S>> = Square::all().map(Bitboard::from).collect();
    // Every single point, be it empty, own or an enemy's.
    sets.extend(&singles);
    let turns: Vec<&Turn<S>> = legal.iter().filter(|turn| turn.is_capture()).collect();
    for _ in 0..turns.len().min(12) {
        let captured = chance.pick(&turns).captured;
        sets.insert(captured);
        // One more point of any kind, one token less, and two sets taken together.
        for _ in 0..3 {
            sets.insert(captured ^ *chance.pick(&singles));
        }
        let less: Vec<Square<S>> = captured.into_iter().collect();
        sets.insert(captured - (*chance.pick(&less)).into());
        for more in enemy {
            if chance.below(3) == 0 {
                sets.insert(captured | more.into());
            }
        }
        sets.insert(captured | chance.pick(&turns).captured);
        sets.insert(captured ^ chance.pick(&turns).captured);
    }
    for _ in 0..6 {
        let some = chance.subset(enemy);
        sets.insert(some);
        sets.insert(chance.subset(some));
        sets.insert(thin_set(chance));
    }
    sets
}

/// A quarter of all points, of any kind.
fn thin_set<S: Size>(chance: &mut Chance) -> Bitboard<S> {
    let half = chance.subset(Bitboard::ALL);
    chance.subset(half)
}

/// Tries every start, end and spawn with each of the captured sets.
fn check_all<S: Size>(position: &Position<S>, legal: &BTreeSet<Turn<S>>, chance: &mut Chance) {
    let squares: Vec<Square<S>> = Square::all().collect();
    let spawns: Vec<Option<Square<S>>> = std::iter::once(None)
        .chain(squares.iter().copied().map(Some))
        .collect();
    let own = position.tokens(position.side_to_move());
    let mut accepted = 0;
    for captured in captured_sets(position, legal, chance) {
        for &from in &squares {
            for &to in &squares {
                // All spawn points where there can be a spawn; some of them elsewhere.
                let all_spawns = captured.is_empty() && own.contains(from);
                let few = [spawns[0], *chance.pick(&spawns[1..])];
                for &spawn in if all_spawns { &spawns[..] } else { &few[..] } {
                    let turn = Turn {
                        from,
                        to,
                        spawn,
                        captured,
                    };
                    let expected = legal.contains(&turn);
                    assert_eq!(position.is_legal(&turn), expected, "{position} {turn:?}");
                    accepted += usize::from(expected);
                }
            }
        }
    }
    let sets: BTreeSet<Bitboard<S>> = legal.iter().map(|turn| turn.captured).collect();
    if sets.len() <= 1 {
        assert_eq!(accepted, legal.len(), "{position}");
    }
}

fn legal_means_generated_in_games<S: Size>() {
    let mut chance = Chance::from_seed(41);
    let games = sample::<S>(42, 4, 0, 2_000);
    let few = (200_000 / (Square::<S>::COUNT * Square::<S>::COUNT)).min(games.len());
    for _ in 0..few {
        let (position, paths) = chance.pick(&games);
        check_all(position, &turns_of(paths), &mut chance);
    }
}

fn legal_means_generated_in_made_up_positions<S: Size>() {
    let mut chance = Chance::from_seed(43);
    let few = 600_000 / (Square::<S>::COUNT * Square::<S>::COUNT);
    for (position, paths) in sample::<S>(44, 0, few, 2_000) {
        check_all(&position, &turns_of(&paths), &mut chance);
    }
}

/// Near misses only, on many more positions: each legal turn with one of its parts changed.
fn near_misses<S: Size>(
    position: &Position<S>,
    legal: &BTreeSet<Turn<S>>,
    chance: &mut Chance,
) -> Vec<Turn<S>> {
    let squares: Vec<Square<S>> = Square::all().collect();
    let sets: Vec<Bitboard<S>> = captured_sets(position, legal, chance).into_iter().collect();
    let mut misses = Vec::new();
    for turn in legal.iter().take(50) {
        for _ in 0..4 {
            let mut miss = *turn;
            match chance.below(4) {
                0 => miss.from = *chance.pick(&squares),
                1 => miss.to = *chance.pick(&squares),
                2 => miss.spawn = turn.spawn.xor(Some(*chance.pick(&squares))),
                _ => miss.captured = *chance.pick(&sets),
            }
            misses.push(miss);
        }
    }
    misses
}

/// A near miss is told from a legal turn, and playing it fails and leaves the position as it is.
fn an_illegal_turn_changes_nothing<S: Size>() {
    let mut chance = Chance::from_seed(45);
    let mut refused = 0;
    for (position, paths) in sample::<S>(46, 3, 1_000, 1_000) {
        let legal = turns_of(&paths);
        for turn in near_misses(&position, &legal, &mut chance) {
            let expected = legal.contains(&turn);
            assert_eq!(position.is_legal(&turn), expected, "{position} {turn:?}");
            if !expected {
                let mut same = position;
                assert_eq!(same.play(&turn), Err(IllegalTurn));
                assert_eq!(same, position);
                refused += 1;
            }
        }
    }
    assert!(refused > 1_000, "{refused} turns refused");
}
