//! What a tournament is asked to be, on the command line and in a configuration file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;

use crate::engine_spec::EngineSpec;
use crate::tournament::{EloModel, Format, SprtConfig};

/// In what form a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportForm {
    /// Tables to read.
    #[default]
    Text,
    /// JSON.
    Json,
    /// CSV.
    Csv,
}

impl FromStr for ReportForm {
    type Err = String;

    /// Reads `text`, `json` or `csv`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "text" => Ok(ReportForm::Text),
            "json" => Ok(ReportForm::Json),
            "csv" => Ok(ReportForm::Csv),
            _ => Err(format!("'{text}' is not text, json or csv")),
        }
    }
}

/// What can be said of a tournament; all of it may be left out. In JSON it is an object with these
/// names; an engine is an object with the keys of the command line, see [`EngineSpec`]:
///
/// ```
/// # use jumpers_arena::settings::Settings;
/// let settings: Settings = serde_json::from_str(
///     r#"{
///         "rounds": 100,
///         "openings": "builtin:6",
///         "sprt": { "elo0": 0, "elo1": 5 },
///         "each": { "tc": "10+0.1", "option.Hash": 16 },
///         "engines": [
///             { "cmd": "./new", "arg": ["--fast"], "option.Clear Hash": null },
///             { "cmd": "./old", "ponder": true }
///         ]
///     }"#,
/// )?;
/// assert_eq!(settings.engines.len(), 2);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The name of the tournament.
    pub event: Option<String>,
    /// Who plays whom.
    pub format: Option<Format>,
    /// Pairs of games of each two engines that meet.
    pub rounds: Option<u64>,
    /// Where the openings come from.
    pub openings: Option<String>,
    /// Decides the order of the openings, and random ones.
    pub seed: Option<u64>,
    /// The sequential test.
    #[serde(deserialize_with = "sprt")]
    pub sprt: Option<SprtConfig>,
    /// Games at once.
    pub concurrency: Option<usize>,
    /// Whether games have CPUs of their own.
    pub pin: Option<bool>,
    /// The journal's file.
    pub journal: Option<PathBuf>,
    /// The form of the report.
    pub report: Option<ReportForm>,
    /// The file of the report in HTML.
    pub html: Option<PathBuf>,
    /// Whether nothing is said but what is wrong.
    pub quiet: Option<bool>,
    /// What holds for engines that do not say otherwise.
    pub each: EngineSpec,
    /// The engines.
    pub engines: Vec<EngineSpec>,
}

/// The longest configuration file, in bytes: a thousand engines have some 1000 bytes each.
const MOST_BYTES: u64 = 16 << 20;

/// Why there are no settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// No configuration is so long.
    #[error("{}: longer than {MOST_BYTES} bytes", .0.display())]
    TooLong(PathBuf),
    /// The file is not as it should be.
    #[error("{}: {error}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Where, and what.
        error: serde_json::Error,
    },
    /// There are engines on the command line, too.
    #[error("engines are given both on the command line and in the configuration file")]
    EnginesTwice,
}

impl Settings {
    /// Reads a file in JSON.
    ///
    /// # Errors
    /// If it cannot be read, or is not as it should be.
    pub fn read(path: &Path) -> Result<Settings, SettingsError> {
        let mut text = String::new();
        File::open(path)
            .and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text))
            .map_err(|error| SettingsError::Read {
                path: path.to_owned(),
                error,
            })?;
        if text.len() as u64 > MOST_BYTES {
            return Err(SettingsError::TooLong(path.to_owned()));
        }
        serde_json::from_str(&text).map_err(|error| SettingsError::Json {
            path: path.to_owned(),
            error,
        })
    }

    /// These settings, and those of a configuration file where these say nothing. What both say of
    /// each engine is joined as the defaults of an engine are.
    ///
    /// # Errors
    /// If both have engines.
    pub fn over(self, file: Settings) -> Result<Settings, SettingsError> {
        if !self.engines.is_empty() && !file.engines.is_empty() {
            return Err(SettingsError::EnginesTwice);
        }
        let mut engines = self.engines;
        engines.extend(file.engines);
        Ok(Settings {
            event: self.event.or(file.event),
            format: self.format.or(file.format),
            rounds: self.rounds.or(file.rounds),
            openings: self.openings.or(file.openings),
            seed: self.seed.or(file.seed),
            sprt: self.sprt.or(file.sprt),
            concurrency: self.concurrency.or(file.concurrency),
            pin: self.pin.or(file.pin),
            journal: self.journal.or(file.journal),
            report: self.report.or(file.report),
            html: self.html.or(file.html),
            quiet: self.quiet.or(file.quiet),
            each: self.each.with_defaults(&file.each),
            engines,
        })
    }
}

/// What is wrong with what is said of a sequential test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtWordError {
    /// Not `key=value`.
    #[error("'{0}': expected KEY=VALUE")]
    NoValue(String),
    /// A key that there is not.
    #[error("'{0}': no such key; there are elo0, elo1, alpha, beta, model")]
    UnknownKey(String),
    /// A key that stands twice.
    #[error("{0} stands twice")]
    Twice(String),
    /// A value that is no number.
    #[error("{key}: '{value}' is no number")]
    Number {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A model that there is not.
    #[error("model: {0}")]
    Model(String),
    /// A key that has no default.
    #[error("{0} is missing")]
    Missing(&'static str),
}

/// The rate of either error if nothing is said.
const DEFAULT_RATE: f64 = 0.05;

/// Reads words like `elo0=0`, for a sequential test.
///
/// # Errors
/// If a word is no such thing, a key stands twice, or `elo0` or `elo1` is missing.
pub fn parse_sprt<S: AsRef<str>>(
    words: impl IntoIterator<Item = S>,
) -> Result<SprtConfig, SprtWordError> {
    let [mut elo0, mut elo1, mut alpha, mut beta] = [None; 4];
    let mut model = None;
    for word in words {
        let word = word.as_ref();
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| SprtWordError::NoValue(word.to_owned()))?;
        let number = match key {
            "elo0" => &mut elo0,
            "elo1" => &mut elo1,
            "alpha" => &mut alpha,
            "beta" => &mut beta,
            "model" => {
                let value = value.parse().map_err(SprtWordError::Model)?;
                if model.replace(value).is_some() {
                    return Err(SprtWordError::Twice(key.to_owned()));
                }
                continue;
            }
            _ => return Err(SprtWordError::UnknownKey(key.to_owned())),
        };
        let read: f64 = value.parse().map_err(|_| SprtWordError::Number {
            key: key.to_owned(),
            value: value.to_owned(),
        })?;
        if number.replace(read).is_some() {
            return Err(SprtWordError::Twice(key.to_owned()));
        }
    }
    Ok(SprtConfig {
        elo0: elo0.ok_or(SprtWordError::Missing("elo0"))?,
        elo1: elo1.ok_or(SprtWordError::Missing("elo1"))?,
        alpha: alpha.unwrap_or(DEFAULT_RATE),
        beta: beta.unwrap_or(DEFAULT_RATE),
        model: model.unwrap_or(EloModel::Normalized),
    })
}

fn sprt<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SprtConfig>, D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Table {
        elo0: f64,
        elo1: f64,
        #[serde(default = "default_rate")]
        alpha: f64,
        #[serde(default = "default_rate")]
        beta: f64,
        #[serde(default = "default_model")]
        model: EloModel,
    }
    fn default_rate() -> f64 {
        DEFAULT_RATE
    }
    fn default_model() -> EloModel {
        EloModel::Normalized
    }

    let table: Option<Table> = Option::deserialize(deserializer)?;
    Ok(table.map(|table| SprtConfig {
        elo0: table.elo0,
        elo1: table.elo1,
        alpha: table.alpha,
        beta: table.beta,
        model: table.model,
    }))
}

impl<'de> Deserialize<'de> for EngineSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Table;

        impl<'de> Visitor<'de> for Table {
            type Value = EngineSpec;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the keys of an engine")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<EngineSpec, M::Error> {
                let mut spec = EngineSpec::default();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    let values = match (key.as_str(), value) {
                        ("arg", Value::Array(values)) => values,
                        (_, value) => vec![value],
                    };
                    for value in values {
                        let text = text(&key, value).map_err(M::Error::custom)?;
                        spec.set(&key, text.as_deref()).map_err(M::Error::custom)?;
                    }
                }
                Ok(spec)
            }
        }

        deserializer.deserialize_map(Table)
    }
}

/// A value as the command line would have it; none for a button.
fn text(key: &str, value: Value) -> Result<Option<String>, String> {
    match value {
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(value) => Ok(Some(value.to_string())),
        Value::Null if key.starts_with("option.") => Ok(None),
        _ => Err(format!("{key}: {value} is no text, number, true or false")),
    }
}
