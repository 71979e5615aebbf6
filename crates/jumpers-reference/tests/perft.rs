//! The game trees counted, against numbers from other implementations of the rules.

mod common;

use common::{SIZES, position};
use jumpers_reference::ReferencePosition;

/// Records of many positions, shared with the tests of the fast rules.
const RECORDS: &str = include_str!("../../jumpers-core/tests/data/perft.json");

/// The paths and the turns from the start to depth 5, for the sizes 6, 8 and 10 and, counted by
/// the fast rules too, those for study.
const FROM_START: [[(u64, u64); 6]; 6] = [
    [
        (1, 1),
        (10, 10),
        (100, 100),
        (1_158, 1_158),
        (12_036, 12_036),
        (135_532, 134_536),
    ],
    [
        (1, 1),
        (10, 10),
        (100, 100),
        (1_180, 1_180),
        (13_924, 13_924),
        (206_836, 205_656),
    ],
    [
        (1, 1),
        (10, 10),
        (100, 100),
        (1_180, 1_180),
        (13_924, 13_924),
        (206_972, 205_792),
    ],
    [(1, 1), (8, 8), (36, 36), (106, 106), (208, 208), (334, 334)],
    [
        (1, 1),
        (10, 10),
        (90, 90),
        (714, 714),
        (4_498, 4_498),
        (28_184, 27_950),
    ],
    [
        (1, 1),
        (10, 10),
        (100, 100),
        (1_180, 1_180),
        (13_868, 13_868),
        (198_274, 197_094),
    ],
];

#[test]
fn from_the_start() {
    for (size, counts) in SIZES.into_iter().zip(FROM_START) {
        let start = ReferencePosition::start(size);
        for (depth, (paths, turns)) in (0..).zip(counts) {
            assert_eq!(start.perft(depth), turns, "size {size} depth {depth}");
            assert_eq!(start.perft_paths(depth), paths, "size {size} depth {depth}");
        }
    }
}

#[test]
fn from_the_start_of_the_standard_board_one_deeper() {
    let start = ReferencePosition::start(6);
    assert_eq!(start.perft(6), 1_338_914);
    assert_eq!(start.perft_paths(6), 1_360_666);
}

/// All records of at most 20,000 turns.
#[test]
fn records() {
    let records: Vec<serde_json::Value> = serde_json::from_str(RECORDS).unwrap();
    let mut counted = 0;
    for record in &records {
        let text = record["pos"].as_str().unwrap();
        let number = |field: &str| record[field].as_u64().unwrap();
        let position = position(text);
        assert_eq!(position.text(), text);
        assert_eq!(position.size as u64, number("size"), "{text}");
        if number("turns") > 20_000 || number("paths") > 100_000 {
            continue;
        }
        let depth = number("depth").try_into().unwrap();
        assert_eq!(position.perft(depth), number("turns"), "{text} {depth}");
        assert_eq!(
            position.perft_paths(depth),
            number("paths"),
            "{text} {depth}"
        );
        counted += 1;
    }
    assert!(counted > 200, "only {counted} records were small enough");
}
