//! Position text and turn text.

mod common;

use std::collections::BTreeSet;

use common::{SIZES, position, sample};
use jumpers_reference::{Path, ReferencePosition, Side, Step, canonical_text, point_text};

#[test]
fn starts() {
    let starts = [
        "4tt/4tt/6/6/rr4/rr4 r 12 13",
        "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20",
        "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31",
        "2tt/2tt/rr2/rr2 r 6 6",
        "3tt/3tt/5/rr3/rr3 r 8 9",
        "5tt/5tt/7/7/7/rr5/rr5 r 15 16",
    ];
    for (size, text) in SIZES.into_iter().zip(starts) {
        assert_eq!(ReferencePosition::start(size).text(), text);
        assert_eq!(position(text), ReferencePosition::start(size));
    }
}

#[test]
fn ranks_run_downwards_and_files_to_the_right() {
    let position = position("t5/6/6/6/6/3r2 t 7 0");
    assert_eq!(position.grid[5][0], Some(Side::Teal));
    assert_eq!(position.grid[0][3], Some(Side::Red));
    assert_eq!(position.grid.iter().flatten().flatten().count(), 2);
    assert_eq!((position.to_move, position.reserve), (Side::Teal, [7, 0]));
}

#[test]
fn every_position_is_read_back() {
    for (position, _) in sample(1, 5, 200) {
        assert_eq!(common::position(&position.text()), position);
    }
}

#[test]
fn other_texts_are_refused() {
    let refused = [
        "",
        " ",
        "/",
        "r",
        "6/6/6/6/6/6",
        "6/6/6/6/6/6 r 1",
        "6/6/6/6/6/6 r 1 1 1",
        "6/6/6/6/6/6  r 1 1",
        " 6/6/6/6/6/6 r 1 1",
        "6/6/6/6/6/6 r 1 1\n",
        "6/6/6/6/6/6 R 1 1",
        "6/6/6/6/6/6 r 1 -1",
        "6/6/6/6/6/6 r +1 1",
        "6/6/6/6/6/6 r 01 1",
        "6/6/6/6/6/6 r 1 4294967296",
        "6/6/6/6/6 r 1 1",
        "6/6/6/6/6/7 r 1 1",
        "6/6/6/6/6/5 r 1 1",
        "6/6/6/6/6/06 r 1 1",
        "6/6/6/6/6/33 r 1 1",
        "6/6/6/6/6/0r5 r 1 1",
        "6/6/6/6/6/rrrrrrr r 1 1",
        "6/6/6/6/6/6/ r 1 1",
        "6/6/6/6/6/5x r 1 1",
        "6/6/6/6/6/5é r 1 1",
        "6/6/6/6/6/99999999999999999999999999 r 1 1",
    ];
    for text in refused {
        assert_eq!(ReferencePosition::parse(text), None, "{text:?}");
    }
    let ranks = ["27"; 27].join("/");
    assert_eq!(ReferencePosition::parse(&format!("{ranks} r 1 1")), None);
}

#[test]
fn names_of_points() {
    assert_eq!(point_text((0, 0)), "a1");
    assert_eq!(point_text((2, 1)), "c2");
    assert_eq!(point_text((0, 9)), "a10");
    assert_eq!(point_text((9, 9)), "j10");
}

#[test]
fn the_fewest_steps_win_then_the_smallest_text() {
    let path = |steps: &[Step]| Path {
        start: (0, 0),
        steps: steps.to_vec(),
        spawn: Some((3, 2)),
    };
    let up = path(&[Step::Hop((0, 2)), Step::Hop((2, 2))]);
    let right = path(&[Step::Hop((2, 0)), Step::Hop((2, 2))]);
    let detour = path(&[
        Step::Hop((0, 2)),
        Step::Hop((0, 4)),
        Step::Hop((2, 4)),
        Step::Hop((2, 2)),
    ]);
    let outcome = up.outcome();
    let best = |paths: &[&Path]| {
        let paths: Vec<Path> = paths.iter().map(|&path| path.clone()).collect();
        canonical_text(&paths, &outcome)
    };
    assert_eq!(best(&[&detour, &right, &up]).unwrap(), "a1-a3-c3+d3");
    assert_eq!(best(&[&detour, &right]).unwrap(), "a1-c1-c3+d3");
    // "a1-a3-a5-c5-c3+d3" would be the smaller text.
    assert!(detour.text() < right.text());
    assert_eq!(best(&[&path(&[Step::Hop((2, 0))])]), None);
    assert_eq!(best(&[]), None);
}

#[test]
fn no_two_paths_and_no_two_turns_have_the_same_text() {
    for (position, paths) in sample(2, 5, 200) {
        let texts: BTreeSet<String> = paths.iter().map(Path::text).collect();
        assert_eq!(texts.len(), paths.len(), "{}", position.text());
        let turns = position.turns();
        let canonical: BTreeSet<String> = turns
            .iter()
            .map(|turn| canonical_text(&paths, turn).unwrap())
            .collect();
        assert_eq!(canonical.len(), turns.len(), "{}", position.text());
        assert!(canonical.is_subset(&texts), "{}", position.text());
    }
}
