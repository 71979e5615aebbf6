//! The rules are symmetric under reflection in the a1 diagonal.

mod common;

use std::collections::BTreeSet;

use common::{check, made_up_strategy, on_every_size, reference, sample};
use jumpers_core::{Position, Size, Square, Turn, perft};

on_every_size!(
    the_start_is_its_own_mirror_image,
    turns_of_the_mirror_image_are_mirrored,
    the_mirror_image_is_that_of_the_reference,
    perft_is_that_of_the_mirror_image,
    one_of_a_position_and_its_mirror_image_is_canonical,
);

fn the_start_is_its_own_mirror_image<S: Size>() {
    let start = Position::<S>::start();
    assert_eq!(start.mirrored(), start);
    for square in Square::<S>::all() {
        let mirrored = square.mirrored();
        assert_eq!(
            (mirrored.file(), mirrored.rank()),
            (square.rank(), square.file())
        );
    }
}

fn turns_of_the_mirror_image_are_mirrored<S: Size>() {
    check(400, made_up_strategy::<S>(), |position| {
        let mirrored = position.mirrored();
        assert_eq!(mirrored.mirrored(), position);
        assert_eq!(mirrored.hash(), mirrored.recomputed_hash());
        assert_eq!(mirrored.count_turns(), position.count_turns());
        assert_eq!(mirrored.count_paths(), position.count_paths());
        assert_eq!(mirrored.must_capture(), position.must_capture());
        let there: BTreeSet<Turn<S>> = mirrored.turns().into_iter().collect();
        let here: BTreeSet<Turn<S>> = position.turns().iter().map(Turn::mirrored).collect();
        assert_eq!(there, here, "{position}");
        for turn in position.turns().iter().take(100) {
            let (mut next, mut mirrored_next) = (position, mirrored);
            next.play(turn).expect("a legal turn");
            mirrored_next.play(&turn.mirrored()).expect("a legal turn");
            assert_eq!(mirrored_next, next.mirrored());
        }
    });
}

fn the_mirror_image_is_that_of_the_reference<S: Size>() {
    for (position, _) in sample::<S>(21, 5, 200, 2_000) {
        assert_eq!(
            reference(&position.mirrored()),
            reference(&position).mirrored()
        );
    }
}

fn perft_is_that_of_the_mirror_image<S: Size>() {
    for (position, paths) in sample::<S>(22, 4, 100, 60) {
        let depth = if paths.len() > 20 { 2 } else { 3 };
        assert_eq!(
            perft(&position.mirrored(), depth),
            perft(&position, depth),
            "{position}"
        );
    }
}

fn one_of_a_position_and_its_mirror_image_is_canonical<S: Size>() {
    let start = Position::<S>::start();
    assert_eq!(start.canonical(), start);
    check(400, made_up_strategy::<S>(), |position| {
        let canonical = position.canonical();
        assert!(canonical == position || canonical == position.mirrored());
        assert_eq!(position.mirrored().canonical(), canonical);
        assert_eq!(canonical.canonical(), canonical);
        assert_eq!(canonical.hash(), canonical.recomputed_hash());
    });
}
