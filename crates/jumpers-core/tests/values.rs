//! The small values: points, sets of points, board sizes, sides, lists of turns, games.

mod common;

use std::collections::BTreeSet;

use common::{Chance, on_every_size, set, square};
use jumpers_core::{
    Bitboard, BoardSize, Color, Coord, Game, IllegalTurn, Position, Six, Size, Square, Ten,
    TurnList,
};

on_every_size!(
    points_have_names,
    sets_are_sets,
    lists_hold_any_number_of_turns
);

fn points_have_names<S: Size>() {
    assert_eq!(Square::<S>::all().count(), Square::<S>::COUNT);
    assert_eq!(Square::<S>::COUNT, usize::from(S::N) * usize::from(S::N));
    for (index, square) in Square::<S>::all().enumerate() {
        assert_eq!(square.index(), index);
        assert_eq!(Square::from_index(index), Some(square));
        assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        assert_eq!(index, usize::from(square.rank() * S::N + square.file()));
        let name = format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
        assert_eq!(square.to_string(), name);
        assert_eq!(name.parse(), Ok(square));
        let coord = Coord {
            file: square.file(),
            rank: square.rank(),
        };
        assert_eq!((square.coord(), coord.on::<S>()), (coord, Some(square)));
        assert_eq!(coord.to_string(), name);
        assert_eq!(square.mirrored().mirrored(), square);
    }
    assert_eq!(Square::<S>::from_index(Square::<S>::COUNT), None);
    assert_eq!(Square::<S>::new(S::N, 0), None);
    assert_eq!(Square::<S>::new(0, S::N), None);
    let beyond = [
        String::new(),
        "a".to_owned(),
        "a0".to_owned(),
        "a01".to_owned(),
        "A1".to_owned(),
        "a1 ".to_owned(),
        "é1".to_owned(),
        format!("a{}", S::N + 1),
        format!("{}1", char::from(b'a' + S::N)),
    ];
    for name in beyond {
        let error = name.parse::<Square<S>>().unwrap_err();
        assert!(error.to_string().contains(&format!("{name:?}")));
    }
}

/// A set of points behaves as the standard library's sets do.
fn sets_are_sets<S: Size>() {
    let mut chance = Chance::from_seed(91);
    for _ in 0..300 {
        let [a, b] = [(); 2].map(|()| {
            let mut set = Bitboard::<S>::ALL;
            for _ in 0..chance.below(4) {
                set = chance.subset(set);
            }
            set
        });
        let [twin_a, twin_b] = [a, b].map(|set| set.into_iter().collect::<BTreeSet<_>>());
        let is = |set: Bitboard<S>, twin: BTreeSet<Square<S>>| {
            assert_eq!(set.len() as usize, twin.len());
            assert!(set.into_iter().eq(twin.iter().copied()), "in order");
            assert_eq!(set.into_iter().len(), twin.len());
            assert_eq!(set, twin.into_iter().collect());
        };
        is(a | b, &twin_a | &twin_b);
        is(a & b, &twin_a & &twin_b);
        is(a - b, &twin_a - &twin_b);
        is(a ^ b, &twin_a ^ &twin_b);
        is(
            !a,
            Square::all()
                .filter(|square| !twin_a.contains(square))
                .collect(),
        );
        is(
            a.mirrored(),
            twin_a.iter().map(|square| square.mirrored()).collect(),
        );
        is(a.without_first(), twin_a.iter().copied().skip(1).collect());
        assert_eq!(a.first(), twin_a.first().copied());
        assert_eq!(a.is_empty(), twin_a.is_empty());
        assert_eq!(a.meets(b), !twin_a.is_disjoint(&twin_b));
        assert_eq!(a.is_subset(b), twin_a.is_subset(&twin_b));
        assert!(Square::all().all(|square| a.contains(square) == twin_a.contains(&square)));
        let mut assigned = a;
        assigned |= b;
        assigned &= !(a & b);
        assert_eq!(assigned, a ^ b);
        assigned ^= b;
        assert_eq!(assigned, a);
        let [low, high] = a.halves();
        assert_eq!(low.count_ones() + high.count_ones(), a.len());
    }
    assert_eq!(Bitboard::<S>::default(), Bitboard::EMPTY);
    assert_eq!(Bitboard::<S>::ALL.len() as usize, Square::<S>::COUNT);
}

#[test]
fn sets_print_their_points() {
    assert_eq!(format!("{:?}", set::<Ten>("j10 a1 c2")), "{a1 c2 j10}");
    assert_eq!(format!("{:?}", Bitboard::<Six>::EMPTY), "{}");
    assert_eq!(set::<Ten>("e7").halves(), [0, 1]);
}

fn lists_hold_any_number_of_turns<S: Size>() {
    let turns = Position::<S>::start().turns();
    let mut list = TurnList::new();
    assert!(list.is_empty());
    for round in 0..200 {
        for &turn in &turns {
            list.push(turn);
        }
        assert_eq!(list.len(), turns.len() * (round + 1));
    }
    assert!(list.chunks(turns.len()).all(|chunk| *chunk == turns[..]));
    list.sort();
    list.clear();
    assert!(list.is_empty());
    let captures: TurnList<S> = turns.into_iter().filter(|turn| turn.is_capture()).collect();
    assert!(captures.is_empty());
}

#[test]
fn board_sizes_are_six_eight_and_ten() {
    assert_eq!(BoardSize::default(), BoardSize::Six);
    assert_eq!(BoardSize::ALL.map(BoardSize::points), [6, 8, 10]);
    for size in BoardSize::ALL {
        assert_eq!(size.to_string().parse(), Ok(size));
        assert_eq!(BoardSize::from_points(size.points().into()), Some(size));
    }
    for text in [
        "",
        "4",
        "5",
        "7",
        "06x",
        "-6",
        "ten",
        "1000000000000000000000000",
    ] {
        let error = text.parse::<BoardSize>().unwrap_err();
        assert!(error.to_string().contains("6, 8 and 10"), "{error}");
    }
}

#[test]
fn the_other_side_of_the_other_side_is_the_side() {
    assert_eq!([!Color::Red, !Color::Teal], [Color::Teal, Color::Red]);
    assert_eq!(Color::ALL.map(Color::letter), ['r', 't']);
    assert_eq!(Color::ALL.map(|color| color.to_string()), ["Red", "Teal"]);
}

#[test]
fn a_position_tells_what_is_on_a_point() {
    let start = Position::<Six>::start();
    assert_eq!(start.color_on(square("a2")), Some(Color::Red));
    assert_eq!(start.color_on(square("f5")), Some(Color::Teal));
    assert_eq!(start.color_on(square("c3")), None);
    assert_eq!(start.tokens(Color::Red), set("a1 a2 b1 b2"));
    assert_eq!(start.tokens(Color::Teal), set("e5 e6 f5 f6"));
    assert_eq!(start.empty().len(), 28);
    assert_eq!(Color::ALL.map(|color| start.reserve(color)), [12, 13]);
    assert_eq!(start.max_turns_left(), 12 + 13 + 16 + 17);
}

#[test]
fn a_game_refuses_an_illegal_turn() {
    let mut game = Game::new(Position::<Six>::start());
    let turn = common::turn(game.position(), "a1-c1+d1");
    assert_eq!(game.play(turn), Ok(()));
    assert_eq!(game.play(turn), Err(IllegalTurn), "it is Teal's turn");
    assert_eq!(game.turns(), [turn]);
    assert_eq!(game.start(), &Position::start());
    assert_eq!(game.position(), &common::after(game.start(), "a1-c1+d1"));
    assert_eq!(game.undo(), Some(turn));
    assert_eq!(game.position(), game.start());
}
