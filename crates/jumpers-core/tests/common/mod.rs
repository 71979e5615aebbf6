//! What several test files need: positions by chance, and the way between this crate's values
//! and those of the reference.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "not every test file uses every helper"
)]

pub mod records;

use std::collections::BTreeSet;

use jumpers_core::{Bitboard, Color, Position, Setup, Size, Square, Turn};
use jumpers_reference::{Outcome, Path, Point, ReferencePosition, Side};
use proptest::prelude::*;

/// Makes a test for each board size of each function, which is generic over it: the sizes of the
/// game and those for study.
macro_rules! on_every_size {
    ($($test:ident),* $(,)?) => {$(
        mod $test {
            #[test]
            fn four() {
                super::$test::<jumpers_core::study::Four>();
            }

            #[test]
            fn five() {
                super::$test::<jumpers_core::study::Five>();
            }

            #[test]
            fn six() {
                super::$test::<jumpers_core::Six>();
            }

            #[test]
            fn seven() {
                super::$test::<jumpers_core::study::Seven>();
            }

            #[test]
            fn eight() {
                super::$test::<jumpers_core::Eight>();
            }

            #[test]
            fn ten() {
                super::$test::<jumpers_core::Ten>();
            }
        }
    )*};
}
pub(crate) use on_every_size;

/// Runs a property on values of a strategy, the same ones at every run, and leaves no files.
pub fn check<T: Strategy>(cases: u32, strategy: T, property: impl Fn(T::Value)) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(config, rng);
    let outcome = runner.run(&strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// Chance that comes out the same at every run: Marsaglia's xorshift on 64 bits.
pub struct Chance(u64);

impl Chance {
    /// Chance from any seed.
    pub fn from_seed(seed: u64) -> Self {
        // Odd multiples spread the seeds; the state must not be 0.
        Chance((seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5555_5555_5555_5555).max(1))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The high bits are the better ones.
        ((self.0 >> 32) as usize) % bound
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Some of the points of a set, each with the same chance.
    pub fn subset<S: Size>(&mut self, of: Bitboard<S>) -> Bitboard<S> {
        of.into_iter().filter(|_| self.below(2) == 0).collect()
    }
}

/// A position from a text that is known to be good.
pub fn position<S: Size>(text: &str) -> Position<S> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A point from its name.
pub fn square<S: Size>(name: &str) -> Square<S> {
    name.parse().expect(name)
}

/// A set of points from their names.
pub fn set<S: Size>(names: &str) -> Bitboard<S> {
    names.split_whitespace().map(square).collect()
}

/// The canonical texts of all turns, in the order of their bytes.
pub fn turn_texts<S: Size>(position: &Position<S>) -> Vec<String> {
    let turns = position.turns();
    let mut texts: Vec<String> = turns
        .iter()
        .map(|turn| position.text_of(turn).to_string())
        .collect();
    texts.sort();
    texts
}

/// The turn that a text means, which is known to mean one.
pub fn turn<S: Size>(position: &Position<S>, text: &str) -> Turn<S> {
    position
        .resolve_text(text)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The position after the turn that a text means.
pub fn after<S: Size>(position: &Position<S>, text: &str) -> Position<S> {
    let mut next = *position;
    next.play(&turn(position, text)).expect(text);
    next
}

/// A point as the reference has it.
pub fn point<S: Size>(square: Square<S>) -> Point {
    (square.file().into(), square.rank().into())
}

/// A point of the reference.
pub fn square_of<S: Size>((x, y): Point) -> Square<S> {
    Square::new(x as u8, y as u8).expect("a point of the board")
}

/// A turn as the reference has it.
pub fn outcome<S: Size>(turn: &Turn<S>) -> Outcome {
    Outcome {
        from: point(turn.from),
        to: point(turn.to),
        spawn: turn.spawn.map(point),
        captured: turn.captured.into_iter().map(point).collect(),
    }
}

/// A turn of the reference.
pub fn turn_of<S: Size>(outcome: &Outcome) -> Turn<S> {
    Turn {
        from: square_of(outcome.from),
        to: square_of(outcome.to),
        spawn: outcome.spawn.map(square_of),
        captured: outcome.captured.iter().copied().map(square_of).collect(),
    }
}

/// The distinct turns of some paths of the reference.
pub fn turns_of<S: Size>(paths: &[Path]) -> BTreeSet<Turn<S>> {
    paths.iter().map(|path| turn_of(&path.outcome())).collect()
}

/// The same position in the reference, point by point and not by way of a text.
pub fn reference<S: Size>(position: &Position<S>) -> ReferencePosition {
    let mut twin = ReferencePosition::start(S::N.into());
    for square in Square::<S>::all() {
        let (x, y) = point(square);
        twin.grid[y][x] = position.color_on(square).map(side);
    }
    twin.to_move = side(position.side_to_move());
    twin.reserve = Color::ALL.map(|color| position.reserve(color).into());
    twin
}

/// A side as the reference has it.
pub fn side(color: Color) -> Side {
    match color {
        Color::Red => Side::Red,
        Color::Teal => Side::Teal,
    }
}

/// Plays a game by chance to its end: all its positions.
pub fn playout<S: Size>(chance: &mut Chance) -> Vec<Position<S>> {
    let mut game = vec![Position::<S>::start()];
    loop {
        let mut position = *game.last().expect("a start");
        let turns = position.turns();
        if turns.is_empty() {
            return game;
        }
        position.play(chance.pick(&turns)).expect("a legal turn");
        game.push(position);
    }
}

/// Reserves: empty, the last token, some, and as many as there can be.
const RESERVES: [u8; 6] = [0, 0, 1, 5, 254, 255];

/// A made-up position: how full the board is, with whose tokens, and what the reserves are, is
/// up to chance.
pub fn made_up<S: Size>(chance: &mut Chance) -> Position<S> {
    let tokens_in_100 = chance.below(101);
    let reds_in_100 = chance.below(101);
    let mut tokens = [Bitboard::EMPTY; 2];
    for square in Square::<S>::all() {
        if chance.below(100) < tokens_in_100 {
            tokens[usize::from(chance.below(100) >= reds_in_100)] |= square.into();
        }
    }
    let setup = Setup {
        tokens,
        reserves: [0; 2].map(|_| *chance.pick(&RESERVES)),
        side_to_move: *chance.pick(&Color::ALL),
    };
    Position::from_setup(&setup).expect("no point has two tokens")
}

/// Made-up positions of all densities; those that fail a test shrink to fewer tokens.
pub fn made_up_strategy<S: Size>() -> impl Strategy<Value = Position<S>> {
    let board = (0u32..=100, 0u32..=100).prop_flat_map(|(tokens_in_100, reds_in_100)| {
        let reds = tokens_in_100 * reds_in_100;
        let teals = tokens_in_100 * (100 - reds_in_100);
        let token = prop_oneof![
            (10_000 - reds - teals).max(1) => Just(None),
            reds.max(1) => Just(Some(Color::Red)),
            teals.max(1) => Just(Some(Color::Teal)),
        ];
        proptest::collection::vec(token, Square::<S>::COUNT)
    });
    let reserve = || proptest::sample::select(&RESERVES[..]);
    let color = proptest::sample::select(&Color::ALL[..]);
    (board, reserve(), reserve(), color).prop_map(|(board, red, teal, side_to_move)| {
        let tokens_of = |color| -> Bitboard<S> {
            Square::all()
                .filter(|square| board[square.index()] == Some(color))
                .collect()
        };
        let setup = Setup {
            tokens: Color::ALL.map(tokens_of),
            reserves: [red, teal],
            side_to_move,
        };
        Position::from_setup(&setup).expect("no point has two tokens")
    })
}

/// Positions with all their reference paths: from games by chance, and made up. Those with more
/// paths than `limit` are left out.
pub fn sample<S: Size>(
    seed: u64,
    games: usize,
    made_ups: usize,
    limit: usize,
) -> Vec<(Position<S>, Vec<Path>)> {
    let mut chance = Chance::from_seed(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        positions.extend(playout(&mut chance));
    }
    for _ in 0..made_ups {
        positions.push(made_up(&mut chance));
    }
    positions
        .into_iter()
        .filter_map(|position| Some((position, reference(&position).paths_up_to(limit)?)))
        .collect()
}
