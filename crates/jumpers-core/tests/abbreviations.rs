//! Turn texts with points left out: accepted where they fit one legal turn only.

mod common;

use std::collections::BTreeSet;

use common::{Chance, on_every_size, position, sample, turn, turn_of};
use jumpers_core::{Position, ResolveError, Six, Size, Turn};
use jumpers_reference::{Path, Point, Step};

on_every_size!(
    abbreviations_fit_what_brute_force_finds,
    full_paths_come_before_abbreviations,
);

/// Is `short` what is left of `path` if some landing points, and maybe the spawn, are left out?
fn is_abbreviation(short: &Path, path: &Path) -> bool {
    let mut rest = path.steps.iter();
    short.start == path.start
        && short
            .steps
            .iter()
            .all(|step| rest.any(|other| other == step))
        && (short.spawn.is_none() || short.spawn == path.spawn)
}

/// The turns that a text may mean: that of which it is a path, else all that it abbreviates.
fn meanings<S: Size>(short: &Path, paths: &[Path]) -> BTreeSet<Turn<S>> {
    let turns = |fits: &dyn Fn(&Path) -> bool| -> BTreeSet<Turn<S>> {
        let fitting = paths.iter().filter(|path| fits(path));
        fitting.map(|path| turn_of(&path.outcome())).collect()
    };
    let exact = turns(&|path| path == short);
    if exact.is_empty() {
        turns(&|path| is_abbreviation(short, path))
    } else {
        exact
    }
}

/// Compares what a text is resolved to with what it may mean. Returns the number of meanings.
fn check_meaning<S: Size>(position: &Position<S>, short: &Path, paths: &[Path]) -> usize {
    let meanings = meanings(short, paths);
    let text = short.text();
    let resolved = position.resolve_text(&text);
    match (meanings.len(), resolved) {
        (0, Err(error)) => assert!(
            matches!(
                error,
                ResolveError::Illegal { .. }
                    | ResolveError::MustCapture { .. }
                    | ResolveError::NoToken { .. }
            ),
            "{position} {text}: {error}"
        ),
        (1, Ok(turn)) => assert!(meanings.contains(&turn), "{position} {text} {turn:?}"),
        (
            number @ 2..,
            Err(ResolveError::Ambiguous {
                candidates, more, ..
            }),
        ) => {
            let texts: BTreeSet<String> = meanings
                .iter()
                .map(|turn| position.text_of(turn).to_string())
                .collect();
            let named: BTreeSet<String> = candidates.iter().cloned().collect();
            assert_eq!(named.len(), candidates.len(), "a candidate comes twice");
            assert!(named.is_subset(&texts), "{position} {text}: {named:?}");
            assert!(named.len() > 1);
            assert_eq!(more, named.len() < number, "{position} {text}");
        }
        (number, resolved) => {
            panic!("{position} {text} has {number} meanings, resolved to {resolved:?}")
        }
    }
    meanings.len()
}

/// Leaves out some points, but neither the start nor all landing points.
fn shortened(path: &Path, chance: &mut Chance) -> Path {
    let mut short = path.clone();
    let kept = chance.below(path.steps.len());
    let mut index = 0;
    short.steps.retain(|_| {
        index += 1;
        index == kept + 1 || chance.below(2) == 0
    });
    if chance.below(2) == 0 {
        short.spawn = None;
    }
    short
}

/// Changes a landing point, the kind of a step, or the spawn, which seldom leaves it legal.
fn distorted(path: &Path, size: usize, chance: &mut Chance) -> Path {
    let point: Point = (chance.below(size), chance.below(size));
    let mut other = path.clone();
    let step = chance.below(path.steps.len());
    match chance.below(4) {
        0 => other.steps[step] = Step::Hop(point),
        1 => other.steps[step] = Step::Capture(point),
        2 => {
            other.steps[step] = match path.steps[step] {
                Step::Hop(landing) => Step::Capture(landing),
                Step::Capture(landing) => Step::Hop(landing),
            };
        }
        _ => other.spawn = Some(point),
    }
    other
}

fn abbreviations_fit_what_brute_force_finds<S: Size>() {
    let mut chance = Chance::from_seed(71);
    let mut counts = [0; 3];
    for (position, paths) in sample::<S>(72, 5, 1_500, 400) {
        for _ in 0..paths.len().min(12) {
            let path = chance.pick(&paths);
            let short = shortened(path, &mut chance);
            let distorted = distorted(&short, S::N.into(), &mut chance);
            for short in [short, distorted] {
                counts[check_meaning(&position, &short, &paths).min(2)] += 1;
            }
        }
    }
    // On a small board many of the positions have no turn.
    let least = if S::N < 6 { 200 } else { 500 };
    assert!(counts.iter().all(|&count| count > least), "{counts:?}");
}

/// A text that is a path as it stands means that turn, also where it abbreviates others.
fn full_paths_come_before_abbreviations<S: Size>() {
    let mut both = 0;
    for (position, paths) in sample::<S>(73, 5, 400, 300) {
        for path in paths.iter().take(40) {
            let others = paths
                .iter()
                .filter(|other| other.outcome() != path.outcome() && is_abbreviation(path, other));
            both += usize::from(others.count() > 0);
            let turn = position.resolve_text(&path.text());
            assert_eq!(turn, Ok(turn_of(&path.outcome())), "{position}");
        }
    }
    // On 4×4 a token has four landing points in a ring: too few for a path that leaves out some
    // of another's and comes to something else.
    assert_eq!(both > 0, S::N > 4, "{both} paths abbreviate another turn");
}

#[test]
fn points_may_be_left_out_where_one_turn_fits() {
    // The only turn takes four tokens round a square, in either direction.
    let loop_turn: Position<Six> = position("6/6/6/1t4/t1t3/rt4 r 1 1");
    let only = loop_turn.turns()[0];
    for text in [
        "a1xc3",
        "a1xa1",
        "a1xc1",
        "a1xa3",
        "a1xc1xa1",
        "a1xa3xc3xc1xa1",
    ] {
        assert_eq!(turn(&loop_turn, text), only, "{text}");
    }
    // Not in an order in which they never come, and not twice.
    for text in [
        "a1xa1xc3", "a1xc3xc3", "a1xc1xc1", "a1xa1xa1", "a1xe1", "a1-c3",
    ] {
        assert!(loop_turn.resolve_text(text).is_err(), "{text}");
    }
}

#[test]
fn candidates_are_named() {
    let start = Position::<Six>::start();
    let Err(ResolveError::Ambiguous {
        text,
        mut candidates,
        more,
    }) = start.resolve_text("b1-b3")
    else {
        panic!("b1-b3 fits three turns");
    };
    candidates.sort();
    assert_eq!(candidates, ["b1-b3+a3", "b1-b3+b4", "b1-b3+c3"]);
    assert_eq!((text.as_str(), more), ("b1-b3", false));
    // From c3 there is room for two spawns, and each is reached in two ways.
    let position: Position<Six> = position("6/6/6/1r4/r1r3/rr4 r 4 4");
    let error = position.resolve_text("a1-c3").unwrap_err().to_string();
    assert!(error.starts_with("a1-c3: ambiguous, it fits "), "{error}");
    assert!(error.contains("a1-a3-c3+c4") && error.contains("a1-a3-c3+d3"));
}

#[test]
fn the_spawn_may_be_left_out_where_there_is_room_for_one() {
    // On a1 there is room on b1 only, and no further hop.
    let position: Position<Six> = position("6/6/6/r5/r5/6 r 4 4");
    assert_eq!(turn(&position, "a3-a1"), turn(&position, "a3-a1+b1"));
    // A hop that goes on to a capture can be told from one that ends by the landing left in.
    let position: Position<Six> = common::position("6/6/2t3/6/2r3/rr4 r 1 5");
    let capture = turn(&position, "a1-c1-c3xc5");
    for text in ["a1xc5", "a1-c3", "a1-c3xc5", "a1-c1xc5"] {
        assert_eq!(turn(&position, text), capture, "{text}");
    }
    assert!(position.resolve_text("a1-c1").is_err(), "ambiguous");
    assert_ne!(turn(&position, "a1-c1+d1"), capture);
}
