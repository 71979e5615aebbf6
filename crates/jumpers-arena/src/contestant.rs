//! An engine in a tournament: how it is started and what it may use.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::fault::FaultKind;
use crate::limit::{Limit, millis};
use crate::player::PlayerKind;

/// Which of the two dialects is spoken with an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// UCI.
    #[default]
    Uci,
    /// UGI.
    Ugi,
}

/// An engine in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// Its name, unique in the tournament, one line.
    pub name: String,
    /// The program: a path, a name to be found in `PATH`, or `builtin:<player>`.
    pub command: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Where it runs; here if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Variables added to its environment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<(String, String)>,
    /// The dialect.
    #[serde(default)]
    pub protocol: Protocol,
    /// Options set after the handshake, in this order. A button has no value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, Option<String>)>,
    /// What it may use for a turn.
    pub limit: Limit,
    /// How much later than its time a turn may come without losing; in JSON, milliseconds.
    #[serde(with = "millis")]
    pub margin: Duration,
    /// How long any answer may take that has no limit in time; in JSON, milliseconds.
    #[serde(with = "millis")]
    pub deadline: Duration,
    /// Whether it thinks in the opponent's time.
    #[serde(default)]
    pub ponder: bool,
    /// Whether it is started anew for each game.
    #[serde(default)]
    pub restart: bool,
    /// SHA-256 of the program's file, in hexadecimal; none for a built-in player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// What a built-in player's command begins with.
pub const BUILTIN: &str = "builtin:";

/// A program that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ExecutableError {
    /// No such file.
    #[error("{}: there is no such program", .0.display())]
    Missing(PathBuf),
    /// No such file in `PATH`.
    #[error("{0}: there is no such program in PATH (one in this directory is ./{0})")]
    NotInPath(String),
    /// A directory or something else that cannot be run.
    #[error("{}: not a file that can be run", .0.display())]
    NotExecutable(PathBuf),
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// No such built-in player.
    #[error(
        "no built-in player '{0}': there are builtin:random, builtin:greedy, builtin:shallow, \
         and builtin:fault-KIND for each kind of `arena fault --help`"
    )]
    NoBuiltin(String),
    /// The directory that it should run in is none.
    #[error("{}: there is no such directory", .0.display())]
    NoDirectory(PathBuf),
}

impl Contestant {
    /// The name of the built-in player, `random` for `builtin:random`.
    pub fn builtin(&self) -> Option<&str> {
        self.command.strip_prefix(BUILTIN)
    }

    /// The program's file, or none for a built-in player. A command with a slash is a path from
    /// `directory`, or from the runner's working directory if there is none; one without is found
    /// in `PATH`.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be run.
    pub fn executable(&self) -> Result<Option<PathBuf>, ExecutableError> {
        if let Some(directory) = &self.directory
            && !directory.is_dir()
        {
            return Err(ExecutableError::NoDirectory(directory.clone()));
        }
        if let Some(name) = self.builtin() {
            return if is_builtin(name) {
                Ok(None)
            } else {
                Err(ExecutableError::NoBuiltin(name.to_owned()))
            };
        }
        if !self.command.contains('/') {
            let directories = env::var_os("PATH").unwrap_or_default();
            let found = find_in_path(&self.command, &directories)
                .ok_or_else(|| ExecutableError::NotInPath(self.command.clone()))?;
            return absolute(&found).map(Some);
        }
        let path = match &self.directory {
            Some(directory) => directory.join(&self.command),
            None => PathBuf::from(&self.command),
        };
        if !path.exists() {
            return Err(ExecutableError::Missing(path));
        }
        if !is_executable(&path) {
            return Err(ExecutableError::NotExecutable(path));
        }
        absolute(&path).map(Some)
    }

    /// SHA-256 of the program's file as it is now, in hexadecimal, or none for a built-in player.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be read.
    pub fn current_digest(&self) -> Result<Option<String>, ExecutableError> {
        let Some(path) = self.executable()? else {
            return Ok(None);
        };
        match file_digest(&path) {
            Ok(digest) => Ok(Some(digest)),
            Err(error) => Err(ExecutableError::Unreadable { path, error }),
        }
    }

    /// The number of threads that its options ask for, 1 if they do not.
    pub fn threads(&self) -> usize {
        self.options
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("threads"))
            .and_then(|(_, value)| value.as_deref()?.parse().ok())
            .unwrap_or(1)
            .max(1)
    }
}

fn is_builtin(name: &str) -> bool {
    match name.strip_prefix("fault-") {
        Some(kind) => FaultKind::from_str(kind, false).is_ok(),
        None => PlayerKind::from_name(name).is_some(),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, ExecutableError> {
    std::path::absolute(path).map_err(|error| ExecutableError::Unreadable {
        path: path.to_owned(),
        error,
    })
}

fn find_in_path(name: &str, directories: &OsStr) -> Option<PathBuf> {
    env::split_paths(directories)
        .map(|directory| directory.join(name))
        .find(|path| is_executable(path))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

fn file_digest(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(format!("{:x}", hasher.finalize())),
            Ok(length) => hasher.update(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
