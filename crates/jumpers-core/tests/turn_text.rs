//! Turn texts: the canonical one, those of all paths, and those that are none.

mod common;

use std::collections::BTreeMap;

use common::{
    Chance, check, made_up_strategy, on_every_size, position, sample, turn_of, turn_texts,
};
use jumpers_core::{Position, ResolveError, Six, Size, Ten, Turn, UncheckedTurn};
use proptest::prelude::*;

on_every_size!(
    every_path_means_its_turn,
    canonical_texts_are_those_of_the_reference,
    any_text_is_resolved_or_refused,
    damaged_texts_mean_a_legal_turn_or_none,
);

fn every_path_means_its_turn<S: Size>() {
    for (position, paths) in sample::<S>(61, 10, 800, 1_000) {
        for path in &paths {
            let text = path.text();
            let unchecked: UncheckedTurn = text.parse().expect("a turn text");
            assert_eq!(unchecked.to_string(), text);
            assert_eq!(unchecked.steps.len(), path.steps.len());
            let turn = turn_of(&path.outcome());
            assert_eq!(position.resolve(&unchecked), Ok(turn), "{position} {text}");
            assert_eq!(position.resolve_text(&text), Ok(turn), "{position} {text}");
        }
    }
}

/// Of all paths of a turn the one with the fewest landing points, and of those the smallest
/// text, byte by byte.
fn canonical_texts_are_those_of_the_reference<S: Size>() {
    let mut several = 0;
    for (position, paths) in sample::<S>(62, 20, 4_000, 1_500) {
        let mut canonical: BTreeMap<Turn<S>, (usize, String)> = BTreeMap::new();
        for path in &paths {
            let key = (path.steps.len(), path.text());
            let best = canonical
                .entry(turn_of(&path.outcome()))
                .or_insert_with(|| key.clone());
            several += usize::from(*best != key);
            if key < *best {
                *best = key;
            }
        }
        for (turn, (_, text)) in canonical {
            let unchecked = position.text_of(&turn);
            assert_eq!(unchecked.to_string(), text, "{position}");
            assert_eq!(position.resolve(&unchecked), Ok(turn), "{position} {text}");
        }
    }
    // On a small board a choice is rare.
    let least = if S::N < 6 { 20 } else { 100 };
    assert!(
        several > least,
        "few turns had a choice of paths: {several}"
    );
}

/// Texts are compared byte by byte, not point by point: `c10` is smaller than `c6`.
#[test]
fn rank_10_comes_before_rank_2_in_texts() {
    // c8 hops to e8 by the north or by the south, three hops either way.
    let position: Position<Ten> = position("3r6/2r1r5/2r7/2r1r5/3r6/10/10/10/10/10 r 5 5");
    let turn = common::turn(&position, "c8-c6-e6-e8+f8");
    assert_eq!(position.text_of(&turn).to_string(), "c8-c10-e10-e8+f8");
    // Six captures round the same way, and back to c8: one turn, two paths of one length.
    let position: Position<Ten> = common::position("3t6/2t1t5/2r7/2t1t5/3t6/10/10/10/10/10 r 5 5");
    assert_eq!(turn_texts(&position), ["c8xc10xe10xe8xe6xc6xc8"]);
    assert_eq!(position.count_paths(), 2);
    // Without rank 10 the south comes first.
    let position: Position<Ten> = common::position("10/3t6/2t1t5/2r7/2t1t5/3t6/10/10/10/10 r 5 5");
    assert_eq!(turn_texts(&position), ["c7xc5xe5xe7xe9xc9xc7"]);
}

/// Resolving never panics; what it finds is legal, and its canonical text means the same.
fn resolve_or_refuse<S: Size>(position: &Position<S>, text: &str) {
    match position.resolve_text(text) {
        Ok(turn) => {
            assert!(position.is_legal(&turn), "{position} {text:?}");
            let canonical = position.text_of(&turn).to_string();
            assert_eq!(position.resolve_text(&canonical), Ok(turn), "{text:?}");
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && message.len() < 2_000, "{text:?}");
        }
    }
}

fn any_text_is_resolved_or_refused<S: Size>() {
    let positions = || made_up_strategy::<S>();
    check(500, (positions(), any::<String>()), |(position, text)| {
        resolve_or_refuse(&position, &text);
    });
    check(
        1_000,
        (positions(), "[a-l0-9x+-]{0,40}"),
        |(position, text)| {
            resolve_or_refuse(&position, &text);
        },
    );
    let like_turns = "[a-j][0-9]{1,2}([x-][a-j](10|[1-9])){1,4}(\\+[a-j][1-9])?";
    check(2_000, (positions(), like_turns), |(position, text)| {
        resolve_or_refuse(&position, &text);
    });
}

/// Texts of legal paths with one letter replaced, removed or put in.
fn damaged_texts_mean_a_legal_turn_or_none<S: Size>() {
    let letters: Vec<char> = "abcdef0123456x-+ é".chars().collect();
    let mut chance = Chance::from_seed(63);
    for (position, paths) in sample::<S>(64, 5, 500, 200) {
        for path in paths.iter().take(20) {
            let mut text = path.text();
            let at = chance.below(text.len());
            let letter = *chance.pick(&letters);
            match chance.below(3) {
                0 => text.insert(at, letter),
                1 => drop(text.remove(at)),
                _ => text.replace_range(at..=at, &letter.to_string()),
            }
            resolve_or_refuse(&position, &text);
        }
    }
}

#[test]
fn errors_of_the_text_name_the_place() {
    let table = [
        ("", "a point expected at character 1, not the end"),
        ("a", "a point expected at character 1, not 'a'"),
        ("A1-c1", "a point expected at character 1, not 'A'"),
        ("1a-c1", "a point expected at character 1, not '1'"),
        ("a0-c1", "a point expected at character 1, not 'a'"),
        ("a01-c1", "a point expected at character 1, not 'a'"),
        ("a256-c1", "a point expected at character 1, not 'a'"),
        ("é1-c1", "a point expected at character 1, not 'é'"),
        ("a1", "'-' or 'x' expected at character 3, not the end"),
        ("a1+b1", "'-' or 'x' expected at character 3, not '+'"),
        (
            "a1 - c1",
            "'-', 'x' or '+' expected at character 3, not ' '",
        ),
        ("a1X c1", "'-', 'x' or '+' expected at character 3, not 'X'"),
        ("a1é", "'-', 'x' or '+' expected at character 3, not 'é'"),
        ("a1-", "a point expected at character 4, not the end"),
        ("a1-c", "a point expected at character 4, not 'c'"),
        ("a1--c1", "a point expected at character 4, not '-'"),
        ("a1-c1?", "'-', 'x' or '+' expected at character 6, not '?'"),
        ("a1-c1+", "a point expected at character 7, not the end"),
        ("a1-c1+d1-e1", "the end expected at character 9, not '-'"),
        ("a1-c1+d1+d2", "the end expected at character 9, not '+'"),
        ("a1-c1+d1 ", "the end expected at character 9, not ' '"),
        ("a1-c10x", "a point expected at character 8, not the end"),
    ];
    for (text, message) in table {
        let expected = format!("{text:?}: {message}");
        let error = text.parse::<UncheckedTurn>().unwrap_err();
        assert_eq!(error.to_string(), expected);
        let error = Position::<Six>::start().resolve_text(text).unwrap_err();
        assert!(matches!(error, ResolveError::Text(_)));
        assert_eq!(error.to_string(), expected);
    }
    let long = format!("a1{}?", "-c1".repeat(1_000));
    let error = long.parse::<UncheckedTurn>().unwrap_err();
    assert_eq!(error.at, long.len());
    assert!(error.to_string().len() < 200);
}

#[test]
fn errors_of_the_position_name_the_place() {
    let start = Position::<Six>::start();
    let capture: Position<Six> = position("6/6/6/6/6/rr1rt1 r 5 5");
    let table = [
        (&start, "g1-e1", "g1-e1: g1 is not on the 6×6 board"),
        (
            &start,
            "a1-c1-c7+c8",
            "a1-c1-c7+c8: c7 is not on the 6×6 board",
        ),
        (
            &start,
            "a1-c1+z255",
            "a1-c1+z255: z255 is not on the 6×6 board",
        ),
        (&start, "c3-e3", "c3-e3: no token of the side to move on c3"),
        (&start, "f6-d6", "f6-d6: no token of the side to move on f6"),
        (&start, "a1-e1", "a1-e1: not a legal turn"),
        (&start, "a1xc1", "a1xc1: not a legal turn"),
        (&start, "a1-c1+c3", "a1-c1+c3: not a legal turn"),
        (&start, "b2-d2+d3", "b2-d2+d3: not a legal turn"),
        (
            &capture,
            "a1-c1",
            "a1-c1: a capture is possible, so the turn must be one",
        ),
        (&capture, "d1xf1+e1", "d1xf1+e1: not a legal turn"),
    ];
    for (position, text, message) in table {
        let error = position.resolve_text(text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let long = format!("a1{}", "-c1-c3".repeat(1_000));
    let error = start.resolve_text(&long).unwrap_err();
    assert!(error.to_string().len() < 200);
}
