//! All that decides which games a tournament has.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::contestant::{Contestant, Protocol};
use crate::limit::LONGEST;
use crate::stats::{Sprt, SprtError};

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

/// The most pairs that a tournament can have.
pub const MOST_PAIRS: u64 = 1_000_000_000;

/// The most openings that a tournament can have.
pub const MOST_OPENINGS: u64 = 10_000_000;

/// The most engines that a tournament can have.
pub const MOST_ENGINES: usize = 1000;

/// Why there can be no such tournament.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TournamentError {
    /// Not as many engines as the format needs.
    #[error("{format} needs {needs} engines, and there {}", are(*.engines))]
    Engines {
        /// The format, as a word.
        format: &'static str,
        /// How many it needs.
        needs: &'static str,
        /// How many there are.
        engines: usize,
    },
    /// Two engines of the same name.
    #[error("engines {0} and {1} have the same name, '{2}'")]
    SameName(usize, usize, String),
    /// A name that is no line.
    #[error(
        "{what}: {name:?} is not a line of text without control characters or spaces around it"
    )]
    Name {
        /// Whose name.
        what: String,
        /// The name.
        name: String,
    },
    /// An engine that may think for ever.
    #[error("engine '{0}' has no limit: give it tc, movetime, nodes or depth")]
    NoLimit(String),
    /// A time that is too long or too short.
    #[error("engine '{0}': its {1} is not from {2} to 100 days")]
    Time(String, &'static str, &'static str),
    /// The dialect has no way to ponder.
    #[error("engine '{0}': ponder=on needs proto=uci, since UGI does not tell what to expect")]
    PonderUgi(String),
    /// Nothing to play.
    #[error("rounds: there must be at least 1")]
    NoRounds,
    /// More than can be counted.
    #[error("{0} are {1} pairs, more than {MOST_PAIRS}")]
    TooManyPairs(String, u128),
    /// No openings, or too many.
    #[error("openings: there are {0}, not from 1 to {MOST_OPENINGS}")]
    Openings(u64),
    /// A test of more than two engines.
    #[error("sprt: the test is for a match of two engines")]
    SprtFormat,
    /// Numbers that make no test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

fn are(engines: usize) -> String {
    match engines {
        0 => "are none".to_owned(),
        1 => "is one".to_owned(),
        _ => format!("are {engines}"),
    }
}

impl Format {
    /// The word on the command line: `match`, `round-robin`, `gauntlet`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Match => "match",
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
        }
    }
}

impl FromStr for Format {
    type Err = String;

    /// Reads `match`, `round-robin` or `gauntlet`.
    fn from_str(text: &str) -> Result<Self, String> {
        [Format::Match, Format::RoundRobin, Format::Gauntlet]
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| format!("'{text}' is not match, round-robin or gauntlet"))
    }
}

impl FromStr for EloModel {
    type Err = String;

    /// Reads `normalized` or `logistic`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "normalized" => Ok(EloModel::Normalized),
            "logistic" => Ok(EloModel::Logistic),
            _ => Err(format!("'{text}' is not normalized or logistic")),
        }
    }
}

/// Whether a name can stand in a line: not empty, no control characters, no spaces around it.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.chars().any(char::is_control)
}

impl Tournament {
    /// Checks that there can be such a tournament.
    ///
    /// # Errors
    /// If there cannot, with the first reason.
    pub fn check(&self) -> Result<(), TournamentError> {
        let engines = self.engines.len();
        let (fits, needs) = match self.format {
            Format::Match => (engines == 2, "two"),
            Format::RoundRobin | Format::Gauntlet => (
                (2..=MOST_ENGINES).contains(&engines),
                "two or more (up to 1000)",
            ),
        };
        if !fits {
            return Err(TournamentError::Engines {
                format: self.format.name(),
                needs,
                engines,
            });
        }
        if !self.event.is_empty() && !is_name(&self.event) {
            return Err(TournamentError::Name {
                what: "event".to_owned(),
                name: self.event.clone(),
            });
        }
        for (index, engine) in self.engines.iter().enumerate() {
            self.check_engine(index, engine)?;
        }
        if self.rounds == 0 {
            return Err(TournamentError::NoRounds);
        }
        let pairs = u128::from(self.rounds) * u128::from(self.pairings());
        if pairs > u128::from(MOST_PAIRS) {
            return Err(TournamentError::TooManyPairs(
                format!("{} rounds", self.rounds),
                pairs,
            ));
        }
        if !(1..=MOST_OPENINGS).contains(&self.openings.count) {
            return Err(TournamentError::Openings(self.openings.count));
        }
        if let Some(sprt) = &self.sprt {
            if self.format != Format::Match {
                return Err(TournamentError::SprtFormat);
            }
            Sprt::new(sprt)?;
        }
        Ok(())
    }

    fn check_engine(&self, index: usize, engine: &Contestant) -> Result<(), TournamentError> {
        let name = &engine.name;
        if !is_name(name) {
            return Err(TournamentError::Name {
                what: format!("name of engine {}", index + 1),
                name: name.clone(),
            });
        }
        if let Some(other) = self.engines[..index].iter().position(|e| e.name == *name) {
            return Err(TournamentError::SameName(
                other + 1,
                index + 1,
                name.clone(),
            ));
        }
        if engine.limit.is_empty() {
            return Err(TournamentError::NoLimit(name.clone()));
        }
        if engine.margin > LONGEST {
            return Err(TournamentError::Time(name.clone(), "margin", "0"));
        }
        if engine.deadline.is_zero() || engine.deadline > LONGEST {
            return Err(TournamentError::Time(name.clone(), "deadline", "1 ms"));
        }
        if engine.ponder && engine.protocol == Protocol::Ugi {
            return Err(TournamentError::PonderUgi(name.clone()));
        }
        Ok(())
    }

    /// How many pairs of games a round has: one for each two engines that meet.
    pub fn pairings(&self) -> u64 {
        let engines = self.engines.len() as u64;
        match self.format {
            Format::Match => 1,
            Format::RoundRobin => engines * engines.saturating_sub(1) / 2,
            Format::Gauntlet => engines.saturating_sub(1),
        }
    }

    /// How many pairs of games there are.
    pub fn pairs(&self) -> u64 {
        self.rounds.saturating_mul(self.pairings())
    }

    /// What differs between this tournament and another, the first thing that does: `seed: 1, not
    /// 2`. The values are this one's first.
    pub fn difference(&self, other: &Tournament) -> Option<String> {
        let value = |tournament| serde_json::to_value(tournament).unwrap_or_default();
        difference(&value(self), &value(other), "")
    }
}

/// Where two JSON values differ, with the names that lead there: `engine 2 limit: "1+0", not "2+0"`.
fn difference(ours: &Value, theirs: &Value, path: &str) -> Option<String> {
    match (ours, theirs) {
        _ if ours == theirs => None,
        (Value::Object(ours), Value::Object(theirs)) => {
            let keys = ours.keys().chain(theirs.keys());
            let mut keys = keys.filter(|&key| ours.get(key) != theirs.get(key));
            let key = keys.next()?;
            let path = match path {
                "" => key.clone(),
                _ => format!("{path} {key}"),
            };
            let none = Value::Null;
            let value = |map: &Map<String, Value>| map.get(key).unwrap_or(&none).clone();
            difference(&value(ours), &value(theirs), &path)
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let mut items = ours.iter().zip(theirs).enumerate();
            let (index, (ours, theirs)) = items.find(|(_, (ours, theirs))| ours != theirs)?;
            let one = path.strip_suffix('s').unwrap_or(path);
            difference(ours, theirs, &format!("{one} {}", index + 1))
        }
        (Value::Array(ours), Value::Array(theirs)) if path == "engines" => Some(format!(
            "number of engines: {}, not {}",
            ours.len(),
            theirs.len()
        )),
        _ => Some(format!("{path}: {}, not {}", shown(ours), shown(theirs))),
    }
}

/// A value in a message.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        _ => value.to_string(),
    }
}
