//! Pairs of games, counted by their score.

use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Serialize};

/// What the first engine made of a pair: two games of one opening, colours swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairScore {
    /// Both games lost: 0 points of 2.
    Lost,
    /// One game won, one lost: 1 point of 2.
    Split,
    /// Both games won: 2 points of 2.
    Won,
}

impl PairScore {
    /// All scores, from 0 to 2 points.
    pub const ALL: [PairScore; 3] = [PairScore::Lost, PairScore::Split, PairScore::Won];

    /// The score of an engine that won these of the two games.
    pub const fn of_games(won: [bool; 2]) -> PairScore {
        match won {
            [true, true] => PairScore::Won,
            [false, false] => PairScore::Lost,
            _ => PairScore::Split,
        }
    }

    /// The same pair as the other engine sees it.
    pub const fn swapped(self) -> PairScore {
        match self {
            PairScore::Lost => PairScore::Won,
            PairScore::Split => PairScore::Split,
            PairScore::Won => PairScore::Lost,
        }
    }
}

/// Numbers of pairs by the first engine's score.
///
/// ```
/// use jumpers_arena::stats::PairCounts;
///
/// let counts = PairCounts { lost: 10, split: 25, won: 15 };
/// assert_eq!(counts.pairs(), 50);
/// assert_eq!(counts.score(), Some(0.55));
/// assert_eq!(counts.swapped().score(), Some(0.45));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairCounts {
    /// Pairs that scored 0 of 2 points.
    pub lost: u64,
    /// Pairs that scored 1 of 2 points.
    pub split: u64,
    /// Pairs that scored 2 of 2 points.
    pub won: u64,
}

impl PairCounts {
    /// How many pairs there are, at most `u64::MAX`.
    pub const fn pairs(&self) -> u64 {
        self.lost
            .saturating_add(self.split)
            .saturating_add(self.won)
    }

    /// How many games there are: two for each pair, at most `u64::MAX`.
    pub const fn games(&self) -> u64 {
        self.pairs().saturating_mul(2)
    }

    /// Counts one pair more.
    pub const fn record(&mut self, score: PairScore) {
        let count = match score {
            PairScore::Lost => &mut self.lost,
            PairScore::Split => &mut self.split,
            PairScore::Won => &mut self.won,
        };
        *count = count.saturating_add(1);
    }

    /// The same pairs as the other engine sees them.
    pub const fn swapped(&self) -> PairCounts {
        PairCounts {
            lost: self.won,
            split: self.split,
            won: self.lost,
        }
    }

    /// The mean score of a game, 0 to 1; none of no pairs.
    pub fn score(&self) -> Option<f64> {
        let [lost, split, won] = self.as_floats();
        let pairs = lost + split + won;
        (pairs > 0.0).then(|| (won + split / 2.0) / pairs)
    }

    /// The variance of a pair's mean score of a game (0, ½ or 1) about [`score`](Self::score),
    /// with the number of pairs as divisor; none of no pairs. It is ¼ if all pairs are won or
    /// lost, half of each, and ⅛ on average if the games of a pair are independent and even.
    pub fn variance(&self) -> Option<f64> {
        let [lost, split, won] = self.as_floats();
        let pairs = lost + split + won;
        // The mean square difference of each two scores: nothing is subtracted.
        (pairs > 0.0).then(|| {
            let [lost, split, won] = [lost / pairs, split / pairs, won / pairs];
            lost * won + split * (lost + won) / 4.0
        })
    }

    /// The counts as numbers to calculate with: lost, split, won.
    pub(crate) fn as_floats(&self) -> [f64; 3] {
        [self.lost as f64, self.split as f64, self.won as f64]
    }
}

impl Add for PairCounts {
    type Output = PairCounts;

    fn add(self, other: PairCounts) -> PairCounts {
        PairCounts {
            lost: self.lost.saturating_add(other.lost),
            split: self.split.saturating_add(other.split),
            won: self.won.saturating_add(other.won),
        }
    }
}

impl Sum for PairCounts {
    fn sum<I: Iterator<Item = PairCounts>>(counts: I) -> PairCounts {
        counts.fold(PairCounts::default(), Add::add)
    }
}

impl FromIterator<PairScore> for PairCounts {
    fn from_iter<I: IntoIterator<Item = PairScore>>(scores: I) -> PairCounts {
        let mut counts = PairCounts::default();
        for score in scores {
            counts.record(score);
        }
        counts
    }
}
