//! The sequential test over the pairs of a schedule.

use std::collections::BTreeMap;

use jumpers_core::Color;

use crate::journal::PairEntry;
use crate::stats::{Decision, PairScore, Sprt, SprtError};
use crate::tournament::SprtConfig;

/// What an engine made of a pair that it played.
pub fn pair_score(pair: &PairEntry, engine: usize) -> PairScore {
    let reds = [pair.first, pair.second];
    let won = [0, 1].map(|game| {
        let red_won = pair.games[game].winner.color() == Some(Color::Red);
        red_won == (reds[game] == engine)
    });
    PairScore::of_games(won)
}

/// The sequential test of a match.
///
/// Pairs are finished in any order, and short games sooner than long ones. The test takes them in
/// the order of the schedule, as far as there is no gap, so that what it says depends on neither
/// that order nor how many games are played at once, nor on stops and resumptions.
#[derive(Clone, Debug)]
pub struct Verdict {
    sprt: Sprt,
    next: u64,
    /// Scores of pairs behind a gap.
    waiting: BTreeMap<u64, PairScore>,
}

impl Verdict {
    /// The test, before the first pair.
    ///
    /// # Errors
    /// If there is no such test.
    pub fn new(config: &SprtConfig) -> Result<Verdict, SprtError> {
        Ok(Verdict {
            sprt: Sprt::new(config)?,
            next: 0,
            waiting: BTreeMap::new(),
        })
    }

    /// Takes a pair.
    pub fn record(&mut self, pair: &PairEntry) {
        self.waiting.insert(pair.index, pair_score(pair, 0));
        while let Some(score) = self.waiting.remove(&self.next) {
            self.sprt.record(score);
            self.next += 1;
        }
    }

    /// The test, as far as it has come.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Whether it has come to its end.
    pub fn is_decided(&self) -> bool {
        self.sprt.decision() != Decision::Continue
    }
}
