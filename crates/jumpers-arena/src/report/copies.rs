//! Pairs that repeat earlier ones, and so say nothing new.

use std::collections::HashSet;

use jumpers_record::Winner;

use super::played::Pair;

/// A game as far as it decides what the next one with the same players is like.
type Course<'a> = (&'a str, Vec<&'a str>, Winner);

/// How many pairs have the same two games as an earlier one of the same engines, each with the same
/// engine as Red: position, turns and winner. Which of the two games came first does not matter.
pub(super) fn copies(pairs: &[Pair<'_>]) -> u64 {
    let mut seen = HashSet::new();
    pairs.iter().filter(|pair| !seen.insert(key(pair))).count() as u64
}

fn key<'a>(pair: &Pair<'a>) -> ([usize; 2], [Course<'a>; 2]) {
    let [first, second] = pair.engines;
    let games = &pair.entry.games;
    // The first of two engines is Red in the first game.
    let (engines, order) = if first < second {
        ([first, second], [0, 1])
    } else {
        ([second, first], [1, 0])
    };
    let course = |game: usize| {
        let record = &games[game];
        let turns = record.turns.iter().map(|turn| turn.turn.as_str());
        (record.position.as_str(), turns.collect(), record.winner)
    };
    (engines, order.map(course))
}
