//! Starts engines, and sees to it that none outlives the runner.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use rustix::process::Pid;

use super::watcher::Watcher;

/// Why there is no supervisor.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SupervisorError {
    /// The path of this program is not known.
    #[error("cannot find the path of this program: {0}")]
    Executable(io::Error),
    /// The watcher could not be started.
    #[error("cannot start the watcher {} watch: {error}", .executable.display())]
    Watcher {
        /// The program that was to be it.
        executable: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
}

/// Starts engines, and sees to it that none outlives the runner: see the [module](super).
///
/// Clones are the same supervisor. The watcher ends with the last of them and the last process.
#[derive(Clone, Debug)]
pub struct Supervisor(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    executable: PathBuf,
    mark: String,
    watcher: Mutex<Watcher>,
}

impl Supervisor {
    /// With the executable of the arena, whose subcommands `shim` and `watch` are used. The built-in
    /// engines are its subcommands, too.
    ///
    /// # Errors
    /// If the watcher cannot be started.
    pub fn new(executable: impl AsRef<Path>) -> Result<Self, SupervisorError> {
        let executable =
            std::path::absolute(executable.as_ref()).map_err(SupervisorError::Executable)?;
        let mark = new_mark();
        match Watcher::start(&executable, &mark) {
            Ok(watcher) => Ok(Supervisor(Arc::new(Inner {
                executable,
                mark,
                watcher: Mutex::new(watcher),
            }))),
            Err(error) => Err(SupervisorError::Watcher { executable, error }),
        }
    }

    /// With this program, which must be the arena. On Linux it goes on working when the file of the
    /// program is replaced.
    ///
    /// # Errors
    /// If the watcher cannot be started, or nobody knows the path of this program.
    pub fn of_this_program() -> Result<Self, SupervisorError> {
        let link = Path::new("/proc/self/exe");
        if cfg!(target_os = "linux") && link.exists() {
            return Self::new(link);
        }
        Self::new(std::env::current_exe().map_err(SupervisorError::Executable)?)
    }

    /// The executable of the arena.
    pub fn executable(&self) -> &Path {
        &self.0.executable
    }

    /// What the engines have in their environment, and nothing else has.
    pub(super) fn mark(&self) -> &str {
        &self.0.mark
    }

    /// Starts another watcher if somebody has killed the one that there was.
    ///
    /// That there is none is no error here: then the next engine cannot be started, and says so.
    pub fn check_watcher(&self) {
        self.watcher().check();
    }

    /// From now on the group dies with the runner.
    pub(super) fn announce(&self, group: Pid) -> io::Result<()> {
        self.watcher().announce(group)
    }

    /// The group is gone.
    pub(super) fn withdraw(&self, group: Pid) {
        self.watcher().withdraw(group);
    }

    fn watcher(&self) -> MutexGuard<'_, Watcher> {
        // A panic elsewhere leaves the watcher as good as it was.
        self.0
            .watcher
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A text that no other supervisor has, of this process or another: its number, the time, a count.
fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let time = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
        .as_nanos();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{time}-{count}", std::process::id())
}
