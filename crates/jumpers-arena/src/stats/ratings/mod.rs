//! Ratings of many engines from pairs of games, with Red's advantage on each board size: the
//! Bradley–Terry model, and intervals that take pairs, not games, as independent.

mod components;
mod fit;
mod model;

use serde::Serialize;

use super::estimate::{Estimate, normal_cdf};
use fit::Fit;

/// Elo for each unit of the logarithm of odds: 400 / ln 10.
pub(crate) const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// Two games of one opening, colours swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatedPair {
    /// The engine that is Red in the first game, by its place, from 0.
    pub first: usize,
    /// The engine that is Red in the second game.
    pub second: usize,
    /// The board's width in points.
    pub size: u8,
    /// In which of the two games Red won.
    pub red_won: [bool; 2],
}

/// An engine whose rating is given: those that it is connected with are rated relative to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The engine, by its place, from 0.
    pub engine: usize,
    /// Its rating.
    pub rating: f64,
}

/// Why there are no ratings.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RatingsError {
    /// A pair names an engine that there is not.
    #[error("pair {pair}: engine {engine} of {engines}")]
    Engine {
        /// Which pair, from 0.
        pair: usize,
        /// The engine named, from 0.
        engine: usize,
        /// How many engines there are.
        engines: usize,
    },
    /// A pair of an engine with itself.
    #[error("pair {pair}: engine {engine} plays itself")]
    Itself {
        /// Which pair, from 0.
        pair: usize,
        /// The engine.
        engine: usize,
    },
    /// The anchor names an engine that there is not.
    #[error("anchor: engine {engine} of {engines}")]
    Anchor {
        /// The engine named, from 0.
        engine: usize,
        /// How many engines there are.
        engines: usize,
    },
    /// The anchor's rating is no number.
    #[error("anchor: rating {0} is not a finite number")]
    AnchorRating(f64),
}

/// An engine's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The engine, by its place, from 0.
    pub engine: usize,
    /// Its rating in logistic Elo, relative to the mean of its group, or such that the anchor has
    /// the rating that it was given; with a 95 % interval. It has a value always. An engine that
    /// won all its games has no upper end, one that lost all has no lower end, and one without
    /// games has none.
    pub elo: Estimate,
    /// Its games.
    pub games: u64,
    /// How many of them it won.
    pub wins: u64,
    /// Its group, from 0: engines are of one group if games connect them. Ratings of different
    /// groups cannot be compared.
    pub group: usize,
}

/// Red's advantage on boards of one size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Advantage {
    /// The board's width in points.
    pub size: u8,
    /// The Elo difference that Red has of equal engines, with a 95 % interval that lacks its upper
    /// end if Red won all games, its lower end if Teal did.
    pub elo: Estimate,
    /// The games on this size.
    pub games: u64,
    /// How many of them Red won.
    pub red_wins: u64,
}

/// Ratings and what belongs to them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The engines, in the order of their places.
    pub engines: Vec<Rating>,
    /// The board sizes that occur, in ascending order.
    pub advantages: Vec<Advantage>,
    /// How many groups of engines there are that games connect.
    pub groups: usize,
    #[serde(skip)]
    fit: Fit,
}

impl Ratings {
    /// Rates `engines` engines by their pairs of games.
    ///
    /// # Errors
    /// If a pair or the anchor names an engine that there is not, a pair is of an engine with
    /// itself, or the anchor's rating is not finite.
    pub fn of(
        engines: usize,
        pairs: &[RatedPair],
        anchor: Option<Anchor>,
    ) -> Result<Ratings, RatingsError> {
        check(engines, pairs, anchor)?;
        let fit = Fit::of(engines, pairs);
        let rated = (0..engines)
            .map(|engine| fit.rating(engine, anchor))
            .collect();
        let advantages = (0..fit.sizes.len())
            .map(|size| fit.advantage(size))
            .collect();
        Ok(Ratings {
            engines: rated,
            advantages,
            groups: fit.groups.iter().max().map_or(0, |last| last + 1),
            fit,
        })
    }

    /// The places of the engines, group by group, in each from the highest rating to the lowest,
    /// those of equal rating in their order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.engines.len()).collect();
        let rating = |place: usize| self.fit.centred_rating(place);
        places.sort_by(|&a, &b| {
            let groups = &self.fit.groups;
            groups[a]
                .cmp(&groups[b])
                .then(rating(b).total_cmp(&rating(a)))
        });
        places
    }

    /// The difference between two engines' ratings, the first one's less the second one's, with a
    /// 95 % interval; none if games do not connect them, or there are no such engines.
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        self.comparable(first, second)
            .then(|| self.fit.difference(first, second))
    }

    /// The likelihood that the first engine is stronger than the second, 0 to 1: Φ of the
    /// difference of their ratings by its standard error; none if games do not connect them, or
    /// there are no such engines.
    pub fn los(&self, first: usize, second: usize) -> Option<f64> {
        if !self.comparable(first, second) {
            return None;
        }
        let difference = self.fit.centred_rating(first) - self.fit.centred_rating(second);
        let variance = self.fit.variance(first, second)?;
        Some(if variance > 0.0 {
            normal_cdf(difference / variance.sqrt())
        } else {
            0.5
        })
    }

    fn comparable(&self, first: usize, second: usize) -> bool {
        let group = |engine: usize| self.fit.groups.get(engine);
        group(first).is_some() && group(first) == group(second)
    }
}

fn check(engines: usize, pairs: &[RatedPair], anchor: Option<Anchor>) -> Result<(), RatingsError> {
    for (place, pair) in pairs.iter().enumerate() {
        for engine in [pair.first, pair.second] {
            if engine >= engines {
                return Err(RatingsError::Engine {
                    pair: place,
                    engine,
                    engines,
                });
            }
        }
        if pair.first == pair.second {
            return Err(RatingsError::Itself {
                pair: place,
                engine: pair.first,
            });
        }
    }
    match anchor {
        Some(Anchor { engine, .. }) if engine >= engines => {
            Err(RatingsError::Anchor { engine, engines })
        }
        Some(Anchor { rating, .. }) if !rating.is_finite() => {
            Err(RatingsError::AnchorRating(rating))
        }
        _ => Ok(()),
    }
}
