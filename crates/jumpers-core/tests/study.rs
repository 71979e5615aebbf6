//! The boards for study: their starts, and how many sequences of turns there are, counted by the
//! reference too. Nothing at the door knows them.

mod common;

use common::{reference, set};
use jumpers_core::study::{Five, Four, Seven};
use jumpers_core::{
    BoardSize, Color, Counting, Eight, PerftConfig, Position, Six, Size, Ten, perft,
};
use jumpers_reference::ReferencePosition;

/// The turns from the start of 4×4, ply by ply, to the end of the longest game.
const FOUR: [u64; 31] = [
    8, 36, 106, 208, 334, 496, 708, 1_066, 1_638, 2_342, 3_724, 5_374, 8_190, 11_100, 15_050,
    20_188, 27_062, 35_490, 46_318, 56_452, 63_094, 61_082, 56_266, 40_932, 28_604, 13_596, 5_658,
    1_258, 148, 4, 0,
];
/// The same for the first plies of 5×5.
const FIVE: [u64; 7] = [10, 90, 714, 4_498, 27_950, 139_644, 664_518];
/// The same for the first plies of 7×7.
const SEVEN: [u64; 6] = [10, 100, 1_180, 13_868, 197_094, 2_642_670];

/// Adds the number of positions of each ply below this one.
fn add_plies(position: &ReferencePosition, counts: &mut [u64]) {
    if let [first, deeper @ ..] = counts {
        let turns = position.turns();
        *first += turns.len() as u64;
        if !deeper.is_empty() {
            for turn in &turns {
                add_plies(&position.play(turn), deeper);
            }
        }
    }
}

/// Compares the turns of all plies with those of the reference, and the paths of one depth.
fn check_counts<S: Size>(turns: &[u64], depth: u32, paths: u64) {
    let start = Position::<S>::start();
    let twin = reference(&start);
    let mut counted = vec![0; turns.len()];
    add_plies(&twin, &mut counted);
    assert_eq!(counted, turns, "the reference on {0}×{0}", S::N);
    for (depth, &expected) in (1..).zip(turns) {
        assert_eq!(perft(&start, depth), expected, "{0}×{0} {depth}", S::N);
    }
    let counting = |counting| PerftConfig {
        counting,
        threads: 2,
        hash_mib: 1,
    };
    let report = counting(Counting::Paths).run(&start, depth);
    assert_eq!(report.expect("memory").total, paths);
    assert_eq!(twin.perft_paths(depth), paths);
    let report = counting(Counting::Turns).run(&start, depth);
    assert_eq!(report.expect("memory").total, turns[depth as usize - 1]);
}

#[test]
fn every_game_on_four_is_counted() {
    check_counts::<Four>(&FOUR, 20, 56_454);
}

#[test]
fn the_first_plies_on_five_are_counted() {
    check_counts::<Five>(&FIVE, 6, 142_108);
}

#[test]
fn the_first_plies_on_seven_are_counted() {
    check_counts::<Seven>(&SEVEN, 5, 198_274);
}

#[test]
fn the_starts_have_the_shape_of_the_game() {
    fn corners<S: Size>(teal: &str) {
        let start = Position::<S>::start();
        assert_eq!(start.tokens(Color::Red), set("a1 a2 b1 b2"));
        assert_eq!(start.tokens(Color::Teal), set(teal));
        assert_eq!(start.side_to_move(), Color::Red);
        assert!(!start.must_capture());
    }
    corners::<Four>("c3 c4 d3 d4");
    corners::<Five>("d4 d5 e4 e5");
    corners::<Seven>("f6 f7 g6 g7");
}

/// N(N + 2)/4 tokens, which the boards of the game have but for one of Teal's, and these have but
/// for the rounding.
#[test]
fn the_reserves_grow_as_on_the_boards_of_the_game() {
    fn reserves<S: Size>() -> [u8; 2] {
        let quarters = S::N * (S::N + 2);
        let [red, teal] = S::START_RESERVES;
        assert_eq!(red, quarters / 4, "Red's on {0}×{0}", S::N);
        match BoardSize::from_points(S::N.into()) {
            Some(_) => assert!(teal == red || teal == red + 1),
            None => assert_eq!(teal, quarters.div_ceil(4)),
        }
        [red, teal]
    }
    assert_eq!(reserves::<Four>(), [6, 6]);
    assert_eq!(reserves::<Five>(), [8, 9]);
    assert_eq!(reserves::<Six>(), [12, 13]);
    assert_eq!(reserves::<Seven>(), [15, 16]);
    assert_eq!(reserves::<Eight>(), [20, 20]);
    assert_eq!(reserves::<Ten>(), [30, 31]);
}

/// Positions of different sizes have different hashes, so that they can share a table.
#[test]
fn no_two_sizes_have_the_same_hash() {
    fn empty<S: Size>() -> u64 {
        let mut setup = Position::<S>::start().setup();
        setup.tokens = Default::default();
        setup.reserves = [0; 2];
        Position::from_setup(&setup).expect("no overlap").hash()
    }
    let hashes = [
        empty::<Four>(),
        empty::<Five>(),
        empty::<Six>(),
        empty::<Seven>(),
        empty::<Eight>(),
        empty::<Ten>(),
    ];
    let distinct: std::collections::BTreeSet<u64> = hashes.into_iter().collect();
    assert_eq!(distinct.len(), hashes.len());
}

#[test]
fn the_door_is_shut() {
    for points in [4, 5, 7] {
        assert_eq!(BoardSize::from_points(points), None);
        assert!(points.to_string().parse::<BoardSize>().is_err());
        let text = ReferencePosition::start(points).text();
        assert!(BoardSize::of_position_text(&text).is_err(), "{text}");
    }
}
