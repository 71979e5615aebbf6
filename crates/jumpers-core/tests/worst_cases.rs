//! Made-up positions with as many turns or paths as could be found, and boards with as few or
//! as many tokens as there can be. Everything must come out right, and in seconds.

mod common;

use std::collections::HashSet;

use common::{Chance, on_every_size, position};
use jumpers_core::{Bitboard, Color, Position, ResolveError, Setup, Size, Square, Ten, Turn};

on_every_size!(
    full_and_empty_boards_have_no_turns,
    single_tokens_and_single_gaps
);

/// Red captures all over the board with the token on a1, or on other points with that on j10.
const MANY_CAPTURES: &str = "t1t1t1t1tr/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/\
     t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/rt1t1t1t1t r 1 1";

/// Red hops into the open and captures from there.
const MANY_HOP_CAPTURES: &str = "2t1t1rr2/1t1t1t1rr1/t1t1t1t1rr/1t1t1t1t1r/t1t1t1t1t1/1t1t1t1t1t/\
     t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t r 1 1";

/// Red hops through a board full of its own tokens: few turns, but many paths.
const MANY_HOPS: &str = "t3r1r3/2r1r1r1r1/1r1r1r1r1r/2r1r1r1r1/1r1r1r1r1r/2r1r1r1r1/\
     rr1r1r1r1r/2r1r1r1r1/rr1r1r1r1r/2r1r1r1rr r 1 1";

/// As with many captures, but from starts with more paths and somewhat fewer turns.
const MANY_PATHS: &str = "t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/1trt1t1t1t/t1t1t1t1t1/1t1t1t1t1t/\
     t1t1t1trt1/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t r 1 1";

/// Counts the turns in all ways there are, and tries some of them and their texts.
fn check_turns(text: &str, expected: usize) -> Vec<Turn<Ten>> {
    let position: Position<Ten> = position(text);
    assert!(position.has_turn());
    assert_eq!(position.count_turns(), expected as u64);
    let turns = position.turns();
    assert_eq!(turns.len(), expected);
    let distinct: HashSet<&Turn<Ten>> = turns.iter().collect();
    assert_eq!(distinct.len(), expected);

    let mut chance = Chance::from_seed(81);
    let sample: Vec<Turn<Ten>> = (0..1_000).map(|_| *chance.pick(&turns)).collect();
    for turn in &sample {
        assert!(position.is_legal(turn));
        let text = position.text_of(turn).to_string();
        assert_eq!(position.resolve_text(&text).as_ref(), Ok(turn), "{text}");
        // One captured token more or less is another turn, if any.
        let mut other = *turn;
        other.captured ^= Bitboard::from(*chance.pick(&squares()));
        assert_eq!(position.is_legal(&other), distinct.contains(&other));
    }
    sample
}

fn squares() -> Vec<Square<Ten>> {
    Square::all().collect()
}

/// Abbreviations must be searched, but not through all paths.
fn check_abbreviations(text: &str, sample: &[Turn<Ten>]) {
    let position: Position<Ten> = position(text);
    for turn in &sample[..5] {
        let mut short = position.text_of(turn);
        let last = short.steps.len() - 1;
        short.steps.drain(..last);
        short.spawn = None;
        match position.resolve(&short) {
            Ok(turn) => assert!(position.is_legal(&turn)),
            Err(error) => assert!(matches!(error, ResolveError::Ambiguous { .. }), "{error}"),
        }
    }
}

#[test]
fn over_three_hundred_thousand_captures() {
    let sample = check_turns(MANY_CAPTURES, 303_300);
    assert!(sample.iter().all(|turn| turn.is_capture()));
    let position: Position<Ten> = position(MANY_CAPTURES);
    assert!(position.must_capture());
    assert_eq!(position.captures().len(), 303_300);
    check_abbreviations(MANY_CAPTURES, &sample);
}

#[test]
fn nearly_two_hundred_thousand_captures_after_hops() {
    let sample = check_turns(MANY_HOP_CAPTURES, 192_236);
    assert!(sample.iter().any(|turn| turn.is_capture()));
    let position: Position<Ten> = position(MANY_HOP_CAPTURES);
    assert!(!position.must_capture());
    assert!(position.captures().is_empty());
    check_abbreviations(MANY_HOP_CAPTURES, &sample);
}

#[test]
fn tens_of_thousands_of_hop_paths() {
    let sample = check_turns(MANY_HOPS, 42);
    assert!(sample.iter().all(|turn| turn.spawn.is_some()));
    let position: Position<Ten> = position(MANY_HOPS);
    assert_eq!(position.count_paths(), 77_116);
    assert_eq!(walk_all_paths(&position), 77_116);
    check_abbreviations(MANY_HOPS, &sample);
}

/// There are many more paths than turns, which must not be found by walking.
#[test]
fn millions_of_paths_are_counted() {
    for (text, paths) in [
        (MANY_CAPTURES, 6_992_268),
        (MANY_HOP_CAPTURES, 4_298_256),
        (MANY_PATHS, 11_248_216),
    ] {
        let position: Position<Ten> = position(text);
        assert_eq!(position.count_paths(), paths);
        assert_eq!(position.count_turns(), position.turns().len() as u64);
    }
    assert_eq!(walk_all_paths(&position(MANY_HOP_CAPTURES)), 4_298_256);
}

#[test]
#[ignore = "walks eighteen million paths"]
fn millions_of_paths_are_those_of_a_walk() {
    assert_eq!(walk_all_paths(&position(MANY_CAPTURES)), 6_992_268);
    assert_eq!(walk_all_paths(&position(MANY_PATHS)), 11_248_216);
}

/// A walk along every path by the rules, with nothing remembered but the path itself.
struct Walk {
    own: Bitboard<Ten>,
    enemy: Bitboard<Ten>,
    has_reserve: bool,
    visited: Bitboard<Ten>,
    paths: u64,
}

/// The points at a distance along the four lines from a point.
fn along_lines(from: Square<Ten>, distance: i8) -> [Option<Square<Ten>>; 4] {
    [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| {
        let file = from.file().checked_add_signed(dx * distance)?;
        Square::new(file, from.rank().checked_add_signed(dy * distance)?)
    })
}

impl Walk {
    fn is_empty(&self, point: Square<Ten>) -> bool {
        !(self.own | self.enemy).contains(point)
    }

    /// The jumps from a point over tokens of a set: over which, onto which empty point.
    fn jumps(
        &self,
        from: Square<Ten>,
        over: Bitboard<Ten>,
    ) -> impl Iterator<Item = (Square<Ten>, Square<Ten>)> + use<> {
        let occupied = self.own | self.enemy;
        along_lines(from, 1)
            .into_iter()
            .zip(along_lines(from, 2))
            .filter_map(move |(next, onto)| {
                next.zip(onto)
                    .filter(|&(next, onto)| over.contains(next) && !occupied.contains(onto))
            })
    }

    fn can_capture(&self, from: Square<Ten>) -> bool {
        self.jumps(from, self.enemy).next().is_some()
    }

    fn captures(&mut self, at: Square<Ten>) {
        let mut ends = true;
        for (over, onto) in self.jumps(at, self.enemy) {
            ends = false;
            self.enemy ^= over.into();
            self.captures(onto);
            self.enemy ^= over.into();
        }
        self.paths += u64::from(ends);
    }

    fn hops(&mut self, at: Square<Ten>) {
        for (_, onto) in self.jumps(at, self.own) {
            if self.visited.contains(onto) {
                continue;
            }
            if self.can_capture(onto) {
                self.captures(onto);
                continue;
            }
            if self.has_reserve {
                let spawns = along_lines(onto, 1).into_iter().flatten();
                self.paths += spawns.filter(|&spawn| self.is_empty(spawn)).count() as u64;
            }
            self.visited |= onto.into();
            self.hops(onto);
            self.visited ^= onto.into();
        }
    }
}

/// Counts the paths by walking each of them.
fn walk_all_paths(position: &Position<Ten>) -> u64 {
    let color = position.side_to_move();
    let mut walk = Walk {
        own: position.tokens(color),
        enemy: position.tokens(!color),
        has_reserve: position.reserve(color) > 0,
        visited: Bitboard::EMPTY,
        paths: 0,
    };
    let own = walk.own;
    let must_capture = own.into_iter().any(|from| walk.can_capture(from));
    for from in own {
        walk.own = own - from.into();
        walk.visited = from.into();
        if !must_capture {
            walk.hops(from);
        } else if walk.can_capture(from) {
            walk.captures(from);
        }
    }
    walk.paths
}

fn full_and_empty_boards_have_no_turns<S: Size>() {
    let mut chance = Chance::from_seed(82);
    let some = chance.subset(Bitboard::<S>::ALL);
    for red in [Bitboard::EMPTY, Bitboard::ALL, some] {
        for teal in [Bitboard::EMPTY, Bitboard::ALL - red] {
            let is_lost = (red | teal) == Bitboard::ALL || (red | teal).is_empty();
            for (side_to_move, reserve) in [(Color::Red, 0), (Color::Teal, 255)] {
                let setup = Setup {
                    tokens: [red, teal],
                    reserves: [reserve; 2],
                    side_to_move,
                };
                let position = Position::<S>::from_setup(&setup).expect("no overlap");
                if is_lost {
                    assert!(!position.has_turn() && position.turns().is_empty());
                    assert_eq!((position.count_turns(), position.count_paths()), (0, 0));
                    assert_eq!(
                        position.outcome().map(|end| end.winner),
                        Some(!side_to_move)
                    );
                }
                assert_eq!(position.to_string().parse(), Ok(position));
            }
        }
    }
}

/// A token alone has no turn, wherever it is, and on a board with a single gap the only hops
/// and captures are those onto the gap.
fn single_tokens_and_single_gaps<S: Size>() {
    for square in Square::<S>::all() {
        let mut setup = Setup {
            tokens: [square.into(), Bitboard::EMPTY],
            reserves: [255; 2],
            side_to_move: Color::Red,
        };
        let alone = Position::from_setup(&setup).expect("no overlap");
        assert!(!alone.has_turn(), "{alone}");
        // All red: a hop onto the gap has no room for a spawn.
        setup.tokens[0] = !Bitboard::from(square);
        let red = Position::from_setup(&setup).expect("no overlap");
        assert!(!red.has_turn(), "{red}");
        // Red on the points of one colour of a chequered board, Teal on the others: a capture
        // from each direction in which there are two points.
        let odd = |square: Square<S>| (square.file() + square.rank()) % 2;
        let same = Square::all().filter(|&other| odd(other) == odd(square));
        setup.tokens[0] = same.filter(|&other| other != square).collect();
        setup.tokens[1] = !(setup.tokens[0] | square.into());
        let chequered = Position::from_setup(&setup).expect("no overlap");
        let (file, rank) = (square.file(), square.rank());
        let directions = [file >= 2, file + 2 < S::N, rank >= 2, rank + 2 < S::N];
        let expected = directions.into_iter().filter(|&inside| inside).count();
        assert_eq!(chequered.count_turns(), expected as u64, "{chequered}");
        assert_eq!(chequered.turns().len(), expected, "{chequered}");
    }
}
