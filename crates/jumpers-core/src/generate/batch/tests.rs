use proptest::prelude::*;

use super::*;
use crate::size::{Eight, Six, Ten};
use crate::square::Square;
use crate::study::{Five, Four, Seven};

/// A set-up: the tokens of the side to move, of the other side, and whether there is a reserve.
type Board<S> = ([Bitboard<S>; 2], bool);

/// Counts these positions together and one by one.
fn compare<S: Size>(boards: &[Board<S>]) {
    let mut counters = [false, true].map(LeafCounter::new);
    let mut expected = 0;
    for &([own, enemy], has_reserve) in boards {
        counters[usize::from(has_reserve)].add(own, enemy);
        expected += count_one([own, enemy], has_reserve);
    }
    let [without, with] = counters;
    assert_eq!(without.finish() + with.finish(), expected, "{boards:?}");
}

/// All positions of games of random turns, and the same ones without a reserve.
fn playouts<S: Size>(games: u64) -> Vec<Board<S>> {
    let mut boards = Vec::new();
    let mut random = 1_u64;
    for _ in 0..games {
        let mut view = crate::Position::<S>::start().view();
        loop {
            boards.push(([view.own, view.enemy], view.reserve > 0));
            boards.push(([view.own, view.enemy], false));
            let mut turns = Vec::new();
            let _ = view.scan().for_each_turn(&mut |delta| {
                turns.push(delta);
                Flow::<()>::Continue(())
            });
            if turns.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            view = view.after(turns[(random >> 33) as usize % turns.len()]);
        }
    }
    boards
}

/// Batches of one position many times over say which one is wrong; mixed ones say whether
/// positions get into each other's way.
fn playouts_agree<S: Size>() {
    let boards = playouts::<S>(150);
    for &board in &boards {
        compare(&[board; 2 * LANES]);
    }
    for len in 0..=4 * LANES {
        for part in boards.chunks(len.max(1)).step_by(7) {
            compare(part);
        }
    }
    compare(&boards);
}

#[test]
fn positions_of_playouts_are_counted_as_one_by_one() {
    playouts_agree::<Four>();
    playouts_agree::<Five>();
    playouts_agree::<Six>();
    playouts_agree::<Seven>();
    playouts_agree::<Eight>();
    playouts_agree::<Ten>();
}

#[test]
fn successors_are_those_of_the_turns() {
    fn agree<S: Size>() {
        for ([own, enemy], has_reserve) in playouts::<S>(40) {
            let view = View {
                own,
                enemy,
                reserve: u8::from(has_reserve),
                enemy_reserve: 1,
            };
            let mut expected = 0;
            let _ = view.scan().for_each_turn(&mut |delta| {
                expected += view.after(delta).scan().count_turns();
                Flow::<()>::Continue(())
            });
            let mut counter = LeafCounter::new(true);
            view.scan().add_successors(&mut counter);
            assert_eq!(counter.finish(), expected, "{view:?}");
        }
    }
    agree::<Four>();
    agree::<Five>();
    agree::<Six>();
    agree::<Seven>();
    agree::<Eight>();
    agree::<Ten>();
}

/// Set-ups with this many points of 16 for each side on average.
fn boards<S: Size>(own: u8, enemy: u8) -> impl Strategy<Value = Vec<Board<S>>> {
    let points = usize::from(S::N) * usize::from(S::N);
    let board = prop::collection::vec(0_u8..16, points).prop_map(move |points| {
        let set = |wanted: std::ops::Range<u8>| {
            let is_in = |&(_, point): &(usize, &u8)| wanted.contains(point);
            let squares = points.iter().enumerate().filter(is_in);
            squares.map(|(i, _)| Square::at(i as u8)).collect()
        };
        [set(0..own), set(own..own + enemy)]
    });
    prop::collection::vec((board, any::<bool>()), 1..3 * LANES)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_boards_of_six_agree(boards in (0_u8..9, 0_u8..8).prop_flat_map(|(a, b)| boards::<Six>(a, b))) {
        compare(&boards);
    }

    #[test]
    fn random_boards_of_four_agree(boards in (0_u8..9, 0_u8..8).prop_flat_map(|(a, b)| boards::<Four>(a, b))) {
        compare(&boards);
    }

    #[test]
    fn random_boards_of_five_agree(boards in (0_u8..9, 0_u8..8).prop_flat_map(|(a, b)| boards::<Five>(a, b))) {
        compare(&boards);
    }

    #[test]
    fn random_boards_of_seven_agree(boards in (0_u8..8, 0_u8..6).prop_flat_map(|(a, b)| boards::<Seven>(a, b))) {
        compare(&boards);
    }

    #[test]
    fn random_boards_of_eight_agree(boards in (0_u8..7, 0_u8..5).prop_flat_map(|(a, b)| boards::<Eight>(a, b))) {
        compare(&boards);
    }
}
