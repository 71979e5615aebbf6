//! All that decides which games a tournament has.

use serde::{Deserialize, Serialize};

use crate::contestant::Contestant;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The first two engines.
    Match,
    /// Everybody against everybody.
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

/// In what unit the bounds of a sequential test are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Logistic Elo.
    Logistic,
    /// Normalised Elo.
    Normalized,
}

/// A sequential probability ratio test of the first engine against the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// The Elo difference of hypothesis 0.
    pub elo0: f64,
    /// The Elo difference of hypothesis 1, more than `elo0`.
    pub elo1: f64,
    /// The rate of false acceptances of hypothesis 1.
    pub alpha: f64,
    /// The rate of false acceptances of hypothesis 0.
    pub beta: f64,
    /// The unit of the bounds.
    pub model: EloModel,
}

/// The openings of a tournament, as far as they decide its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsSummary {
    /// Where they come from: a file's name, `builtin:6`, `random:…`.
    pub source: String,
    /// How many.
    pub count: u64,
    /// SHA-256 of their texts in the order of the source, each with LF behind it, in hexadecimal.
    pub digest: String,
}

/// All that decides which games a tournament has, and how they are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// Its name, one line; may be empty.
    pub event: String,
    /// Who plays whom.
    pub format: Format,
    /// Pairs of games of each two engines that meet.
    pub rounds: u64,
    /// Other seeds give the openings in another order.
    pub seed: u64,
    /// The engines.
    pub engines: Vec<Contestant>,
    /// The openings.
    pub openings: OpeningsSummary,
    /// The sequential test, for a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
}
