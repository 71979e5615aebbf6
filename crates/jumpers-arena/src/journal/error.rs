//! What can be wrong with a journal.

use std::io;
use std::path::{Path, PathBuf};

use crate::tournament::TournamentError;

/// Why a journal cannot be read or written. Each is one line that begins with the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The system refused something.
    #[error("{}: {doing}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried: `open`, `read`, `write`, …
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// A directory, a device, …
    #[error("{}: not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// There is something already where a new journal should be.
    #[error("{}: there is a file already; --resume goes on with a journal", .0.display())]
    Exists(PathBuf),
    /// Another runner writes it.
    #[error("{}: another runner is writing this journal", .0.display())]
    Locked(PathBuf),
    /// It was removed, or replaced, while it was written.
    #[error("{}: the journal that is being written is no longer there", .0.display())]
    Gone(PathBuf),
    /// Somebody else has changed it while it was written.
    #[error("{}: the journal was changed while it was written: it has {found} bytes, not {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length, in bytes.
        found: u64,
        /// What it had when the last entry was written.
        expected: u64,
    },
    /// There is not even a first line.
    #[error("{}: not a journal: there is no complete first line", .0.display())]
    NoHeader(PathBuf),
    /// A line is not as it should be.
    #[error("{}: line {line}: {cause}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: u64,
        /// What is wrong.
        cause: Box<LineError>,
    },
    /// The journal of another tournament.
    #[error("{}: the journal of another tournament: {difference}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs: the journal's value, then the other one.
        difference: String,
    },
}

impl JournalError {
    /// Names the file and what was tried.
    pub(crate) fn io(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| JournalError::Io { path, doing, error }
    }
}

/// What can be wrong with a line of a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// Not JSON, or not what a line of a journal has.
    #[error("not an entry of a journal: {0}")]
    Json(#[from] serde_json::Error),
    /// The line is damaged.
    #[error("damaged: its checksum is {found}, not {expected:08x}")]
    Checksum {
        /// What the line says.
        found: String,
        /// What its entry has.
        expected: u32,
    },
    /// No line is so long.
    #[error("longer than {} bytes", super::read::LONGEST_LINE)]
    TooLong,
    /// The first line is none.
    #[error("not a header, with which a journal begins")]
    NoHeader,
    /// Another format.
    #[error("its format is '{0}', not '{FORMAT}'", FORMAT = super::FORMAT)]
    Format(String),
    /// Another version of the format.
    #[error("its format has version {0}, and this program reads version {VERSION}", VERSION = super::VERSION)]
    Version(u64),
    /// A header in the middle.
    #[error("a second header")]
    SecondHeader,
    /// A tournament that cannot be.
    #[error("no such tournament: {0}")]
    Tournament(#[from] TournamentError),
    /// A share that cannot be.
    #[error("no such shard: {0}/{1}")]
    Shard(u64, u64),
    /// A pair that the schedule has not.
    #[error("pair {0} is not in the schedule, which has {1} pairs")]
    NotScheduled(u64, u64),
    /// A pair of another share.
    #[error("pair {0} is not in shard {1}")]
    NotInShard(u64, String),
    /// A pair that stands twice.
    #[error("pair {0} stands twice, first in line {1}")]
    Twice(u64, u64),
    /// A pair that differs from the schedule.
    #[error("pair {index}: its {what} is {found}, and the schedule has {expected}")]
    Scheduled {
        /// The pair.
        index: u64,
        /// What differs.
        what: &'static str,
        /// What the line says.
        found: u64,
        /// What the schedule says.
        expected: u64,
    },
    /// A warning about an engine that does not play in the pair.
    #[error("pair {0}: a warning about engine {1}, which does not play in it")]
    Warning(u64, usize),
    /// A game that is not one of the pair.
    #[error("game {round}: its {what} is '{found}', not '{expected}'")]
    Game {
        /// The game, as `12.1`.
        round: String,
        /// What differs.
        what: &'static str,
        /// What the line says.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A game that nobody has won.
    #[error("game {0} has no winner")]
    Unfinished(String),
    /// A game that is not by the rules.
    #[error("game {round}: {cause}")]
    Replay {
        /// The game, as `12.1`.
        round: String,
        /// What the rules say.
        cause: String,
    },
}
