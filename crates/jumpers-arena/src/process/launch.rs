//! What to start.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::Supervisor;
use crate::contestant::Contestant;

/// What the shim says, on standard error, before the reason why there is no program to run.
pub(crate) const CANNOT_START: &str = "arena shim: cannot start: ";

/// The variable of the environment by which the watcher finds what an engine has started.
pub(crate) const MARK: &str = "ARENA_RUNNER";

/// What stands before the names of programs that are part of this one.
const BUILTIN: &str = "builtin:";
/// What stands before the names of those of them that have a fault.
const FAULT: &str = "fault-";

/// Why a process could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The system did not start this executable, which was to start the engine.
    #[error("cannot start: {}: {}", crate::process::launch::reason(error), .executable.display())]
    Spawn {
        /// The executable.
        executable: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The watcher is gone, and there is no other one.
    #[error("cannot start the watcher: {0}")]
    Watcher(io::Error),
}

/// The system's words for an error, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// A program, and how to start it.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    program: OsString,
    arguments: Vec<OsString>,
    directory: Option<PathBuf>,
    environment: Vec<(OsString, OsString)>,
    cpus: Vec<usize>,
    part_of_this: bool,
}

impl Launch {
    /// A program without arguments: a path, or a name to be found in `PATH`.
    pub fn program(program: impl Into<OsString>) -> Self {
        Launch {
            program: program.into(),
            ..Launch::default()
        }
    }

    /// A subcommand of this program, with its arguments: `["player", "random"]`.
    pub fn builtin(words: &[&str]) -> Self {
        Launch {
            arguments: words.iter().map(OsString::from).collect(),
            part_of_this: true,
            ..Launch::default()
        }
    }

    /// An engine, to run on these CPUs, or on any if there are none here.
    ///
    /// The command `builtin:<name>` means `arena player <name>`, and `builtin:fault-<kind>`
    /// `arena fault <kind>`. A path that is not absolute is looked for in the directory where the
    /// engine runs.
    pub fn new(contestant: &Contestant, cpus: &[usize]) -> Self {
        let mut launch = match contestant.command.strip_prefix(BUILTIN) {
            None => Launch::program(&contestant.command),
            Some(name) => match name.strip_prefix(FAULT) {
                Some(kind) => Launch::builtin(&["fault", kind]),
                None => Launch::builtin(&["player", name]),
            },
        };
        launch
            .arguments
            .extend(contestant.args.iter().map(OsString::from));
        launch.directory = contestant.directory.clone();
        launch.environment = contestant
            .environment
            .iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        launch.cpus = cpus.to_vec();
        launch
    }

    /// Adds an argument.
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Starts the shim, which waits for a byte before it becomes the program.
    pub(super) fn spawn(&self, supervisor: &Supervisor) -> Result<Child, StartError> {
        let executable = supervisor.executable();
        let mut command = Command::new(executable);
        command
            .arg0("arena")
            .args(["shim", "--parent", &std::process::id().to_string()]);
        if !self.cpus.is_empty() {
            let cpus: Vec<_> = self.cpus.iter().map(usize::to_string).collect();
            command.args(["--cpus", &cpus.join(",")]);
        }
        if let Some(directory) = &self.directory {
            command.arg("--directory").arg(directory);
        }
        command.arg("--");
        if self.part_of_this {
            command.arg(executable);
        } else {
            command.arg(&self.program);
        }
        command
            .args(&self.arguments)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .env(MARK, supervisor.mark())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| StartError::Spawn {
                executable: executable.to_owned(),
                error,
            })
    }
}
