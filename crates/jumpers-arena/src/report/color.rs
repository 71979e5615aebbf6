//! What it is worth to be Red.

use serde::Serialize;

use super::boards::{ByBoard, OnBoard};
use super::played::{Pair, count};
use crate::stats::ratings::Ratings;
use crate::stats::{Estimate, MatchStatistics};

/// The games that Red and Teal won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Colors {
    /// Their shares.
    pub share: ByBoard<ColorShare>,
    /// Red's advantage over an equal engine on each board, in logistic Elo, from the same model
    /// as the ratings.
    pub advantage: Vec<OnBoard<Advantage>>,
}

/// The games that Red and Teal won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColorShare {
    /// Games.
    pub games: u64,
    /// Games won by Red.
    pub red: u64,
    /// Games won by Teal.
    pub teal: u64,
    /// Red's share, from 0 to 1. The interval takes the two games of a pair together, as they
    /// have an opening in common.
    pub share: Estimate,
}

/// What it is worth to be Red.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Advantage {
    /// In logistic Elo.
    pub elo: Estimate,
}

impl Colors {
    pub(super) fn new(pairs: &[Pair<'_>], ratings: &Ratings) -> Self {
        Colors {
            share: ByBoard::new(pairs, ColorShare::new),
            advantage: ratings
                .advantages
                .iter()
                .map(|advantage| OnBoard {
                    board: advantage.size,
                    figure: Advantage {
                        elo: advantage.elo.tidy(),
                    },
                })
                .collect(),
        }
    }
}

impl ColorShare {
    fn new(pairs: &[Pair<'_>]) -> Self {
        let counts = count(pairs, |pair| pair.score_of_red());
        let red = counts.won * 2 + counts.split;
        ColorShare {
            games: counts.games(),
            red,
            teal: counts.games() - red,
            share: MatchStatistics::of(&counts).score,
        }
    }
}
