//! A report as tables, which text and HTML both show.

mod ending;
mod engine;
mod facts;
mod score;
mod sprt;

use super::Report;
use super::clean::clean_middle;
use super::grid::Grid;

pub(super) use ending::{faults, lengths, losses, warnings};
pub(super) use engine::{efforts, engines};
pub(super) use facts::facts;
pub(super) use score::{colors, crosstable, pairings, ratings};
pub(super) use sprt::{sprt, verdict};

/// Characters of a name that are shown.
const NAME: usize = 40;

/// An engine's name as tables show it.
pub(super) fn name(report: &Report, text: &str) -> String {
    short_name(report, text, NAME)
}

/// An engine's name in so many characters at most: one that is longer lacks its middle and, if
/// another engine's then looks the same, has its place in the tournament, from 1, at its end.
pub(super) fn short_name(report: &Report, text: &str, most: usize) -> String {
    let short = clean_middle(text, most);
    if text.chars().count() < most && short == text {
        return short;
    }
    let others = || report.engines.iter().filter(|other| other.name != text);
    if !others().any(|other| clean_middle(&other.name, most) == short) {
        return short;
    }
    let place = report.engines.iter().position(|one| one.name == text);
    let number = place.map_or_else(String::new, |place| format!(" #{}", place + 1));
    clean_middle(text, most.saturating_sub(number.len())) + &number
}

/// A board: `6x6`.
pub(super) fn board(points: u8) -> String {
    format!("{points}x{points}")
}

/// How much of what may be long a report for reading has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    /// Faults, and warnings.
    pub faults: usize,
    /// Pairings.
    pub pairings: usize,
    /// Engines of a crosstable; there is none of more.
    pub crosstable: usize,
}

/// What is said under a table that is not complete.
fn first_of(shown: usize, total: usize, what: &str) -> Option<String> {
    (shown < total)
        .then(|| format!("The first {shown} of {total} {what}; the JSON report has all."))
}

/// So many pairs, in words.
pub(super) fn pairs(count: u64) -> String {
    format!("{count} {}", if count == 1 { "pair" } else { "pairs" })
}

/// All tables of a report in their order.
pub(super) fn all(report: &Report, most: Most) -> Vec<Grid> {
    let mut tables = vec![engines(report)];
    let scores = pairings(report, most.pairings);
    let ratings = [ratings(report), crosstable(report, most.crosstable)];
    if report.engines.len() > 2 {
        tables.extend(sprt(report));
        tables.extend(ratings);
        tables.extend(scores);
    } else {
        tables.extend(scores);
        tables.extend(sprt(report));
        tables.extend(ratings);
    }
    tables.push(colors(report));
    tables.push(losses(report));
    tables.extend(faults(report, most.faults));
    tables.extend(warnings(report, most.faults));
    tables.extend(lengths(report));
    tables.push(efforts(report));
    tables
}
