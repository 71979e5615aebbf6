//! Engines as the command line and configuration files give them: `key=value`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::contestant::{Contestant, ExecutableError, Protocol};
use crate::limit::{Clock, Limit, LimitError, parse_depth, parse_millis, parse_nodes};

/// How much later than its time a turn may come if nothing is said.
pub const DEFAULT_MARGIN: Duration = Duration::from_millis(50);

/// How long an answer without a limit in time may take if nothing is said.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(60);

const KEYS: &str = "cmd, name, arg, dir, env.VARIABLE, proto, option.NAME, tc, movetime, nodes, \
                    depth, margin, deadline, ponder, restart";

/// What is said of an engine; all of it may be left out, until it is made a [`Contestant`].
///
/// ```
/// # use jumpers_arena::engine_spec::EngineSpec;
/// let spec = EngineSpec::parse(["cmd=./engine", "tc=10+0.1", "option.Hash=16"])?;
/// assert_eq!(spec.command.as_deref(), Some("./engine"));
/// # Ok::<(), jumpers_arena::engine_spec::SpecError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// `cmd`: the program.
    pub command: Option<String>,
    /// `name`: its name in the tournament.
    pub name: Option<String>,
    /// `arg`: its arguments, each with a key of its own.
    pub args: Vec<String>,
    /// `dir`: where it runs.
    pub directory: Option<PathBuf>,
    /// `env.VARIABLE`: its environment.
    pub environment: Vec<(String, String)>,
    /// `proto`: the dialect, `uci` or `ugi`.
    pub protocol: Option<Protocol>,
    /// `option.NAME`: its options; one without a value is a button.
    pub options: Vec<(String, Option<String>)>,
    /// `tc`: a clock.
    pub clock: Option<Clock>,
    /// `movetime`: time for each turn, in milliseconds.
    pub movetime: Option<Duration>,
    /// `nodes`: nodes for each turn.
    pub nodes: Option<u64>,
    /// `depth`: depth for each turn.
    pub depth: Option<u32>,
    /// `margin`: how much later a turn may come, in milliseconds.
    pub margin: Option<Duration>,
    /// `deadline`: how long an answer without a limit in time may take, in milliseconds.
    pub deadline: Option<Duration>,
    /// `ponder`: whether it thinks in the opponent's time, `on` or `off`.
    pub ponder: Option<bool>,
    /// `restart`: whether it is started anew for each game, `on` or `off`.
    pub restart: Option<bool>,
}

/// What is wrong with what is said of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// A word without `=`.
    #[error("'{0}': expected KEY=VALUE")]
    NoValue(String),
    /// A key that there is not.
    #[error("'{0}': no such key; there are {KEYS}")]
    UnknownKey(String),
    /// A key that stands twice.
    #[error("{0} stands twice")]
    Twice(String),
    /// A key that needs a value.
    #[error("{0}: the value is empty")]
    Empty(String),
    /// NUL, which no program can be given.
    #[error("{0}: the value has a character NUL")]
    Nul(String),
    /// A line break where the protocol has lines.
    #[error("{0}: the value has a line break")]
    LineBreak(String),
    /// A limit that cannot be read.
    #[error("{key}: {error}")]
    Limit {
        /// The key.
        key: String,
        /// Why.
        error: LimitError,
    },
    /// A value that is none of those that there are.
    #[error("{key}: '{value}' is not {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it can be.
        expected: &'static str,
    },
}

impl EngineSpec {
    /// Reads words like `cmd=./engine`. A button is `option.NAME`, without `=`.
    ///
    /// # Errors
    /// If a word is no such thing, or a key other than `arg` stands twice.
    pub fn parse<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Result<Self, SpecError> {
        let mut spec = EngineSpec::default();
        for word in words {
            let word = word.as_ref();
            match word.split_once('=') {
                Some((key, value)) => spec.set(key, Some(value))?,
                None if word.starts_with("option.") => spec.set(word, None)?,
                None => return Err(SpecError::NoValue(word.to_owned())),
            }
        }
        Ok(spec)
    }

    /// Sets what a key says. Only an option can have no value.
    ///
    /// # Errors
    /// If there is no such key, it has no such value, or it was set before.
    pub fn set(&mut self, key: &str, value: Option<&str>) -> Result<(), SpecError> {
        if value.is_some_and(|value| value.contains('\0')) || key.contains('\0') {
            return Err(SpecError::Nul(key.replace('\0', "?")));
        }
        if let Some(name) = key.strip_prefix("option.") {
            return self.set_option(key, name, value);
        }
        let Some(value) = value else {
            return Err(SpecError::NoValue(key.to_owned()));
        };
        let filled = || match value {
            "" => Err(SpecError::Empty(key.to_owned())),
            _ => Ok(value.to_owned()),
        };
        let limit = |error| SpecError::Limit {
            key: key.to_owned(),
            error,
        };
        if let Some(variable) = key.strip_prefix("env.") {
            if variable.is_empty() {
                return Err(SpecError::UnknownKey(key.to_owned()));
            }
            if self.environment.iter().any(|(name, _)| name == variable) {
                return Err(SpecError::Twice(key.to_owned()));
            }
            self.environment
                .push((variable.to_owned(), value.to_owned()));
            return Ok(());
        }
        let twice = match key {
            "cmd" => self.command.replace(filled()?).is_some(),
            "name" => self.name.replace(filled()?).is_some(),
            "arg" => {
                self.args.push(value.to_owned());
                false
            }
            "dir" => self.directory.replace(filled()?.into()).is_some(),
            "proto" => self.protocol.replace(protocol(key, value)?).is_some(),
            "tc" => self.clock.replace(value.parse().map_err(limit)?).is_some(),
            "movetime" => self
                .movetime
                .replace(millis(value).map_err(limit)?)
                .is_some(),
            "nodes" => self
                .nodes
                .replace(parse_nodes(value).map_err(limit)?)
                .is_some(),
            "depth" => self
                .depth
                .replace(parse_depth(value).map_err(limit)?)
                .is_some(),
            "margin" => self
                .margin
                .replace(parse_millis(value).map_err(limit)?)
                .is_some(),
            "deadline" => self
                .deadline
                .replace(millis(value).map_err(limit)?)
                .is_some(),
            "ponder" => self.ponder.replace(on_off(key, value)?).is_some(),
            "restart" => self.restart.replace(on_off(key, value)?).is_some(),
            _ => return Err(SpecError::UnknownKey(key.to_owned())),
        };
        if twice {
            return Err(SpecError::Twice(key.to_owned()));
        }
        if self.clock.is_some() && self.movetime.is_some() {
            return Err(limit(LimitError::ClockAndMovetime));
        }
        Ok(())
    }

    fn set_option(&mut self, key: &str, name: &str, value: Option<&str>) -> Result<(), SpecError> {
        let name = name.trim();
        if name.is_empty() {
            return Err(SpecError::UnknownKey(key.to_owned()));
        }
        if value.is_some_and(|value| value.contains(['\n', '\r'])) || name.contains(['\n', '\r']) {
            return Err(SpecError::LineBreak(key.replace(['\n', '\r'], " ")));
        }
        if self.option(name).is_some() {
            return Err(SpecError::Twice(key.to_owned()));
        }
        self.options
            .push((name.to_owned(), value.map(str::to_owned)));
        Ok(())
    }

    /// The place of an option, whose name may be in any case.
    fn option(&self, name: &str) -> Option<usize> {
        self.options
            .iter()
            .position(|(other, _)| other.eq_ignore_ascii_case(name))
    }

    /// What is said here, and what these defaults say where nothing is said here. A clock takes
    /// the place of a movetime and the other way round; all arguments are taken from one of both;
    /// options and variables are taken from both, those of the defaults first.
    pub fn with_defaults(mut self, each: &EngineSpec) -> EngineSpec {
        if self.clock.is_none() && self.movetime.is_none() {
            self.clock = each.clock;
            self.movetime = each.movetime;
        }
        if self.args.is_empty() {
            self.args.clone_from(&each.args);
        }
        let mut options = each.options.clone();
        options.retain(|(name, _)| self.option(name).is_none());
        options.append(&mut self.options);
        let mut environment = each.environment.clone();
        environment.retain(|(name, _)| self.environment.iter().all(|(other, _)| name != other));
        environment.append(&mut self.environment);
        EngineSpec {
            command: self.command.or_else(|| each.command.clone()),
            name: self.name.or_else(|| each.name.clone()),
            directory: self.directory.or_else(|| each.directory.clone()),
            environment,
            protocol: self.protocol.or(each.protocol),
            options,
            nodes: self.nodes.or(each.nodes),
            depth: self.depth.or(each.depth),
            margin: self.margin.or(each.margin),
            deadline: self.deadline.or(each.deadline),
            ponder: self.ponder.or(each.ponder),
            restart: self.restart.or(each.restart),
            ..self
        }
    }
}

fn millis(value: &str) -> Result<Duration, LimitError> {
    crate::limit::positive_millis(value)
}

fn protocol(key: &str, value: &str) -> Result<Protocol, SpecError> {
    match value {
        "uci" => Ok(Protocol::Uci),
        "ugi" => Ok(Protocol::Ugi),
        _ => Err(SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: "uci or ugi",
        }),
    }
}

fn on_off(key: &str, value: &str) -> Result<bool, SpecError> {
    match value {
        "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err(SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: "on or off",
        }),
    }
}

/// What keeps engines from being contestants. Engines are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum ContestantError {
    /// No program.
    #[error("engine {0}: no cmd: which program is it?")]
    NoCommand(usize),
    /// The program cannot be had.
    #[error("engine {number} ({name}): {error}")]
    Executable {
        /// Which engine.
        number: usize,
        /// Its name.
        name: String,
        /// Why.
        error: ExecutableError,
    },
}

/// Makes engines contestants: the defaults filled in, each with a name, its program found and its
/// digest taken. Whether they fit together is for
/// [`Tournament::check`](crate::tournament::Tournament::check) to say.
///
/// # Errors
/// If an engine has no program, or it cannot be had.
pub fn contestants(
    specs: Vec<EngineSpec>,
    each: &EngineSpec,
) -> Result<Vec<Contestant>, ContestantError> {
    let specs: Vec<EngineSpec> = specs
        .into_iter()
        .map(|spec| spec.with_defaults(each))
        .collect();
    let names = names(&specs)?;
    let mut contestants = Vec::new();
    for ((index, spec), name) in specs.into_iter().enumerate().zip(names) {
        let mut contestant = Contestant {
            name: name.clone(),
            command: spec.command.unwrap_or_default(),
            args: spec.args,
            directory: spec.directory,
            environment: spec.environment,
            protocol: spec.protocol.unwrap_or_default(),
            options: spec.options,
            limit: Limit {
                clock: spec.clock,
                movetime: spec.movetime,
                nodes: spec.nodes,
                depth: spec.depth,
            },
            margin: spec.margin.unwrap_or(DEFAULT_MARGIN),
            deadline: spec.deadline.unwrap_or(DEFAULT_DEADLINE),
            ponder: spec.ponder.unwrap_or(false),
            restart: spec.restart.unwrap_or(false),
            digest: None,
        };
        contestant.digest =
            contestant
                .current_digest()
                .map_err(|error| ContestantError::Executable {
                    number: index + 1,
                    name,
                    error,
                })?;
        contestants.push(contestant);
    }
    Ok(contestants)
}

/// The names of the engines: those given, and the names of the programs' files for the others,
/// numbered where they would be the same.
fn names(specs: &[EngineSpec]) -> Result<Vec<String>, ContestantError> {
    let mut stems = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let command = spec
            .command
            .as_deref()
            .ok_or(ContestantError::NoCommand(index + 1))?;
        let file = Path::new(command).file_name();
        stems.push(file.map_or_else(
            || command.to_owned(),
            |name| name.to_string_lossy().into_owned(),
        ));
    }
    let unnamed = |stem: &String| {
        let same = |(spec, other): (&EngineSpec, &String)| spec.name.is_none() && other == stem;
        specs.iter().zip(&stems).filter(|&pair| same(pair)).count()
    };
    let given: Vec<&str> = specs
        .iter()
        .filter_map(|spec| spec.name.as_deref())
        .collect();
    let mut names: Vec<String> = Vec::new();
    for (spec, stem) in specs.iter().zip(&stems) {
        let taken = |name: &str| given.contains(&name) || names.iter().any(|other| other == name);
        let name = match &spec.name {
            Some(name) => name.clone(),
            None if unnamed(stem) == 1 && !taken(stem) => stem.clone(),
            None => (1..)
                .map(|number| format!("{stem}-{number}"))
                .find(|name| !taken(name))
                .unwrap_or_default(),
        };
        names.push(name);
    }
    Ok(names)
}
