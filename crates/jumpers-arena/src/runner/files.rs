//! How many files a tournament has open.

use std::fs;
use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What a game needs: the pipes of two engines, and as many again while one starts, since then
/// both ends of each are open.
const FOR_A_GAME: u64 = 16;

/// What there is beside games: the journal, the watcher, signals, the reports.
const FOR_ALL: u64 = 32;

/// Why so many games cannot be played at once.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// The limit is too low.
    #[error(
        "concurrency: {games} games at once may have {needed} files open, and the limit is \
         {limit} (ulimit -n)"
    )]
    Limit {
        /// The games.
        games: usize,
        /// What they need.
        needed: u64,
        /// What may be open, even if the limit is raised as far as it can be.
        limit: u64,
    },
    /// The limit cannot be raised.
    #[error("cannot raise the limit of open files to {0}: {1}")]
    Raise(u64, io::Error),
}

/// Sees to it that so many games can be played at once: raises the limit of open files, as far as
/// it is needed.
///
/// # Errors
/// If they cannot.
pub fn allow_games(games: usize) -> Result<(), FilesError> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // Whoever has started this may have left files open.
    let open = fs::read_dir("/dev/fd").map_or(3, Iterator::count) as u64;
    let needed = open + FOR_ALL + FOR_A_GAME * games as u64;
    // No limit is none.
    if current.is_none_or(|current| needed <= current) {
        return Ok(());
    }
    if let Some(limit) = maximum.filter(|&maximum| needed > maximum) {
        return Err(FilesError::Limit {
            games,
            needed,
            limit,
        });
    }
    let raised = Rlimit {
        current: Some(needed),
        maximum,
    };
    setrlimit(Resource::Nofile, raised).map_err(|error| FilesError::Raise(needed, error.into()))
}
