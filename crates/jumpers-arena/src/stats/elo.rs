//! Elo, logistic and normalised, and the scores that it stands for.

use std::f64::consts::{LN_10, SQRT_2};

/// Normalised Elo for each unit of (score − ½) / standard deviation of a game: 800 / ln 10. With
/// this factor normalised and logistic Elo agree for small differences in a game whose results
/// are independent and never drawn (Van den Bergh, "Comments on normalized Elo").
pub const NORMALIZED_ELO_PER_T: f64 = 800.0 / LN_10;

/// The expected score of a game, 0 to 1, at a difference in logistic Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in logistic Elo at which a game has this expected score; none at 0 and 1, where
/// there is no finite one, and outside of them.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| elo_of_odds(score, 1.0 - score))
}

/// The difference in logistic Elo at which wins and losses stand like these two positive numbers.
/// Where the smaller is very small, this keeps digits that [`elo_of_score`] cannot have.
pub fn elo_of_odds(wins: f64, losses: f64) -> f64 {
    400.0 * (wins.log10() - losses.log10())
}

/// Normalised Elo of a pair's t-value: (mean − ½) / standard deviation, both of the mean score of
/// the pair's games. The deviation of a game is √2 times that of a pair's mean.
pub fn normalized_elo_of_t(t: f64) -> f64 {
    t / SQRT_2 * NORMALIZED_ELO_PER_T
}

/// The pair's t-value at a difference in normalised Elo.
pub fn t_of_normalized_elo(elo: f64) -> f64 {
    elo / NORMALIZED_ELO_PER_T * SQRT_2
}
