#![doc = include_str!("../../statistics.md")]

mod elo;
mod estimate;
mod likelihood;
mod pairs;
pub mod ratings;
mod root;
mod share;
mod sprt;

pub use elo::{
    NORMALIZED_ELO_PER_T, elo_of_odds, elo_of_score, normalized_elo_of_t, score_of_elo,
    t_of_normalized_elo,
};
pub use estimate::{Estimate, MatchStatistics};
pub use likelihood::{CHI_SQUARED_95, Cells, Hypothesis};
pub use pairs::{PairCounts, PairScore};
pub use share::{RedShare, wilson};
pub use sprt::{Decision, MAX_ELO_BOUND, Sprt, SprtError};
