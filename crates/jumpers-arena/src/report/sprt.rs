//! The sequential test of a match.

use serde::Serialize;

use super::ReportError;
use super::ending::{Fault, faults};
use super::played::{Pair, count};
use super::thin::thin;
use crate::journal::Header;
use crate::stats::{Decision, PairCounts, Sprt};
use crate::tournament::{EloModel, Format};

/// At most so many points are kept of the LLR's course.
const POINTS: usize = 400;

/// A sequential test, on the pairs in the order of the schedule as far as none is missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// The first engine, of which the hypotheses are.
    pub engine: String,
    /// The second.
    pub opponent: String,
    /// The Elo difference of hypothesis 0.
    pub elo0: f64,
    /// The Elo difference of hypothesis 1.
    pub elo1: f64,
    /// The rate of false acceptances of hypothesis 1.
    pub alpha: f64,
    /// The rate of false acceptances of hypothesis 0.
    pub beta: f64,
    /// The unit of the differences.
    pub model: EloModel,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Hypothesis 0 is accepted here and below.
    pub lower: f64,
    /// Hypothesis 1 is accepted here and above.
    pub upper: f64,
    /// The verdict.
    pub decision: Decision,
    /// The pair in the schedule, counted from 1, with which the verdict fell.
    pub decided_after: Option<u64>,
    /// The pairs that the test took, as the first engine scored.
    pub pairs: PairCounts,
    /// Finished pairs that the test has not taken, as one before them is missing; in a share of a
    /// schedule those of the other shares are.
    pub waiting: u64,
    /// Pairs behind the deciding one, which nothing else in the report counts. How many there
    /// are depends on how many games were played at once.
    pub beyond: Option<Beyond>,
    /// The LLR's course: at most 400 points, evenly spread, the first and the last among them.
    pub course: Vec<LlrPoint>,
}

/// Pairs behind the deciding one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Beyond {
    /// As the first engine scored.
    pub pairs: PairCounts,
    /// Their games that ended with a fault.
    pub faults: Vec<Fault>,
}

/// The LLR after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LlrPoint {
    /// After so many pairs.
    pub pairs: u64,
    /// The LLR.
    pub llr: f64,
}

/// How many pairs come first in the schedule with none missing.
fn prefix(pairs: &[Pair<'_>]) -> usize {
    (0..)
        .zip(pairs)
        .take_while(|(index, pair)| pair.entry.index == *index)
        .count()
}

/// The test of a match that has one, and how many of the pairs the report counts: those up to the
/// deciding one, or all.
///
/// # Errors
/// If there is no test with such bounds.
pub(super) fn sprt(
    header: &Header,
    names: &[String],
    pairs: &[Pair<'_>],
) -> Result<(Option<SprtReport>, usize), ReportError> {
    let tournament = &header.tournament;
    let (Format::Match, Some(config), [engine, opponent, ..]) =
        (tournament.format, &tournament.sprt, names)
    else {
        return Ok((None, pairs.len()));
    };
    let mut test = Sprt::new(config)?;
    let prefix = prefix(pairs);
    // The counts after each pair.
    let mut course = vec![PairCounts::default()];
    for pair in &pairs[..prefix] {
        test.record(pair.score_of(0));
        course.push(*test.counts());
        if test.decision() != Decision::Continue {
            break;
        }
    }
    let taken = course.len() - 1;
    let decided = test.decision() != Decision::Continue;
    let beyond = &pairs[taken..];
    let report = SprtReport {
        engine: engine.clone(),
        opponent: opponent.clone(),
        elo0: config.elo0,
        elo1: config.elo1,
        alpha: config.alpha,
        beta: config.beta,
        model: config.model,
        llr: test.llr(),
        lower: test.lower(),
        upper: test.upper(),
        decision: test.decision(),
        decided_after: decided.then_some(taken as u64),
        pairs: *test.counts(),
        waiting: if decided { 0 } else { beyond.len() as u64 },
        beyond: (decided && !beyond.is_empty()).then(|| Beyond {
            pairs: count(beyond, |pair| pair.score_of(0)),
            faults: faults(names, beyond),
        }),
        course: thin(course.len(), POINTS)
            .map(|pairs| LlrPoint {
                pairs: pairs as u64,
                llr: test.llr_of(&course[pairs]),
            })
            .collect(),
    };
    Ok((Some(report), if decided { taken } else { pairs.len() }))
}
