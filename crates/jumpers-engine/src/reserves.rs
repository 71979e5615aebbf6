//! For which reserves a first turn wins.
//!
//! More own reserve is never worse, so the pairs of reserves with which a first turn wins form a
//! [`Staircase`]: what is known of some pairs says what many others are, and only pairs along its
//! edge have to be solved.

mod board;
mod table;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::growth::check_seconds;
use crate::results::Row;
use crate::solve::Verdict;

pub use board::{FirstTurn, first_turns, start_with};
pub use table::markdown;

/// A first turn that was solved for one pair of reserves: a line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Points along an edge of the board.
    pub board: u8,
    /// Red's reserve before the turn.
    pub red: u8,
    /// Teal's reserve.
    pub teal: u8,
    /// Red's first turn.
    pub turn: String,
    /// Whether Red wins with it.
    pub verdict: Verdict,
    /// Positions evaluated, with a table that knew what was solved before.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// The most positions that were allowed, if there was a limit.
    pub nodes_limit: Option<u64>,
    /// The most seconds, if there was a limit.
    pub seconds_limit: Option<f64>,
}

impl Row for Item {
    const COLUMNS: &'static [&'static str] = &[
        "board",
        "red",
        "teal",
        "turn",
        "verdict",
        "nodes",
        "seconds",
        "nodes_limit",
        "seconds_limit",
    ];

    fn check(&self) -> Result<(), String> {
        check_seconds(self.seconds)?;
        self.seconds_limit.map_or(Ok(()), check_seconds)
    }
}

/// Pairs of reserves, from the least to the most of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Red's reserves.
    pub red: RangeInclusive<u8>,
    /// Teal's reserves.
    pub teal: RangeInclusive<u8>,
}

/// A result that is at odds with one before, since more own reserve is never worse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a {new_verdict} with reserves {} and {}, but a {} with {} and {}",
    .new[0], .new[1], .new_verdict.reversed(), .old[0], .old[1]
)]
pub struct Contradiction {
    /// The pair of the new result: Red's reserve, Teal's.
    pub new: [u8; 2],
    /// What it says of Red.
    pub new_verdict: Verdict,
    /// A pair for which the opposite was known.
    pub old: [u8; 2],
}

/// What is known of one first turn: pairs of reserves, Red's first, with which it wins and loses.
#[derive(Clone, Debug, Default)]
pub struct Staircase {
    wins: Vec<[u8; 2]>,
    losses: Vec<[u8; 2]>,
    /// Pairs that ran into a limit.
    open: Vec<[u8; 2]>,
}

/// Has Red with the pair `a` at least as good a game as with `b`?
fn is_as_good(a: [u8; 2], b: [u8; 2]) -> bool {
    a[0] >= b[0] && a[1] <= b[1]
}

impl Staircase {
    /// Whether the turn wins with these reserves, as far as it is known.
    pub fn verdict(&self, pair: [u8; 2]) -> Verdict {
        if self.wins.iter().any(|&win| is_as_good(pair, win)) {
            Verdict::Win
        } else if self.losses.iter().any(|&loss| is_as_good(loss, pair)) {
            Verdict::Loss
        } else {
            Verdict::Unknown
        }
    }

    /// Adds what was found for a pair; [`Verdict::Unknown`] if a limit ended the search for it.
    ///
    /// # Errors
    /// If it cannot be after what is known.
    pub fn add(&mut self, pair: [u8; 2], verdict: Verdict) -> Result<(), Contradiction> {
        let old = match verdict {
            Verdict::Win => self.losses.iter().find(|&&loss| is_as_good(loss, pair)),
            Verdict::Loss => self.wins.iter().find(|&&win| is_as_good(pair, win)),
            Verdict::Unknown => None,
        };
        if let Some(&old) = old {
            return Err(Contradiction {
                new: pair,
                new_verdict: verdict,
                old,
            });
        }
        match verdict {
            Verdict::Win => self.wins.push(pair),
            Verdict::Loss => self.losses.push(pair),
            Verdict::Unknown => self.open.push(pair),
        }
        Ok(())
    }

    /// The pair to solve next: of those that nothing is known of the one with the fewest tokens.
    ///
    /// After a win Teal gets one more, after a loss Red, and so one goes up along the edge of the
    /// staircase: at most as many pairs are solved as there are rows and columns. Where a pair ran
    /// into a limit, those with the same number more of both are left out, as they take longer.
    pub fn next(&self, ranges: &Ranges) -> Option<[u8; 2]> {
        let open: Vec<_> = self
            .open
            .iter()
            .filter(|&&pair| self.verdict(pair) == Verdict::Unknown)
            .map(|pair| pair.map(i16::from))
            .collect();
        let is_given_up = |pair: [u8; 2]| {
            let [red, teal] = pair.map(i16::from);
            open.iter().any(|&[r, t]| red >= r && red - r == teal - t)
        };
        let pairs = ranges
            .red
            .clone()
            .flat_map(|red| ranges.teal.clone().map(move |teal| [red, teal]));
        pairs
            .filter(|&pair| self.verdict(pair) == Verdict::Unknown && !is_given_up(pair))
            .min_by_key(|&[red, teal]| u16::from(red) + u16::from(teal))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// For each of Teal's reserves the least of Red's that wins, or none: sorted, that is any
        /// staircase.
        #[test]
        fn all_pairs_come_out_after_few_are_solved(
            mut least in prop::collection::vec(0u8..12, 1..12),
            red in 0u8..3,
            teal in 0u8..3,
            reds in 0u8..9,
        ) {
            least.sort_unstable();
            let ranges = Ranges {
                red: red..=red + reds,
                teal: teal..=teal + least.len() as u8 - 1,
            };
            let truth = |pair: [u8; 2]| match pair[0] >= least[usize::from(pair[1] - teal)] {
                true => Verdict::Win,
                false => Verdict::Loss,
            };
            let mut stairs = Staircase::default();
            let mut solved = 0;
            let mut tokens = 0;
            while let Some(pair) = stairs.next(&ranges) {
                prop_assert!(pair[0] + pair[1] >= tokens);
                tokens = pair[0] + pair[1];
                stairs.add(pair, truth(pair)).unwrap();
                solved += 1;
            }
            prop_assert!(solved < ranges.red.len() + ranges.teal.len());
            for red in ranges.red.clone() {
                for teal in ranges.teal.clone() {
                    prop_assert_eq!(stairs.verdict([red, teal]), truth([red, teal]));
                }
            }
        }

        #[test]
        fn what_cannot_be_is_refused(a in any::<[u8; 2]>(), b in any::<[u8; 2]>()) {
            let mut stairs = Staircase::default();
            stairs.add(a, Verdict::Win).unwrap();
            let refused = stairs.add(b, Verdict::Loss);
            prop_assert_eq!(refused.is_err(), b[0] >= a[0] && b[1] <= a[1]);
            let mut stairs = Staircase::default();
            stairs.add(b, Verdict::Loss).unwrap();
            prop_assert_eq!(stairs.add(a, Verdict::Win).is_err(), refused.is_err());
            prop_assert_eq!(stairs.add(a, Verdict::Unknown), Ok(()));
        }
    }

    #[test]
    fn a_contradiction_names_both_pairs() {
        let mut stairs = Staircase::default();
        stairs.add([3, 4], Verdict::Win).unwrap();
        let error = stairs.add([5, 4], Verdict::Loss).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a loss with reserves 5 and 4, but a win with 3 and 4"
        );
    }

    #[test]
    fn what_is_hopeless_is_left_and_the_rest_is_solved() {
        let ranges = Ranges {
            red: 1..=4,
            teal: 1..=4,
        };
        let mut stairs = Staircase::default();
        let mut seen = Vec::new();
        while let Some(pair) = stairs.next(&ranges) {
            seen.push(pair);
            let [red, teal] = pair;
            let verdict = if red == teal {
                Verdict::Unknown
            } else if red > teal {
                Verdict::Win
            } else {
                Verdict::Loss
            };
            stairs.add(pair, verdict).unwrap();
        }
        // With (1, 1) all pairs of equal reserves are given up; the others are found.
        assert_eq!(seen.iter().filter(|pair| pair[0] == pair[1]).count(), 1);
        assert_eq!(stairs.verdict([4, 3]), Verdict::Win);
        assert_eq!(stairs.verdict([3, 4]), Verdict::Loss);
        assert_eq!(stairs.verdict([3, 3]), Verdict::Unknown);
        // Once it is known what it is, it holds nothing up.
        stairs.add([1, 1], Verdict::Loss).unwrap();
        assert_eq!(stairs.next(&ranges), Some([2, 2]));
    }
}
