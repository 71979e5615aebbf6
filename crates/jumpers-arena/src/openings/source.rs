//! Where openings come from.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::builtin::Builtin;
use super::random::{RandomOpenings, RandomOpeningsError};

/// Where openings come from, and as a text:
///
/// - `-`: standard input;
/// - `builtin:6`, `builtin:8`, `builtin:10`, `builtin:all`: a shipped set;
/// - `random:board=6,plies=4,count=100,seed=7`: random positions, see [`RandomOpenings`];
/// - anything else: a file (`./random:x` for one with such a name).
///
/// ```
/// use jumpers_arena::openings::{Builtin, Source};
///
/// assert_eq!("builtin:all".parse(), Ok(Source::Builtin(Builtin::All)));
/// assert_eq!("sets/short.txt".parse(), Ok(Source::File("sets/short.txt".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A shipped set.
    Builtin(Builtin),
    /// Random positions.
    Random(RandomOpenings),
}

/// A text that names no source of openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// Nothing at all.
    #[error("no source of openings: a file, -, builtin:… or random:…")]
    Empty,
    /// A shipped set that there is not.
    #[error("no set builtin:{0}: there are builtin:6, builtin:8, builtin:10 and builtin:all")]
    Builtin(String),
    /// Something is wrong with the description of random openings.
    #[error("random openings: {0}")]
    Random(#[from] RandomOpeningsError),
}

impl FromStr for Source {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Self, SourceError> {
        if text.is_empty() {
            return Err(SourceError::Empty);
        }
        if text == "-" {
            return Ok(Source::Stdin);
        }
        if let Some(name) = text.strip_prefix("builtin:") {
            return match name.parse() {
                Ok(board) => Ok(Source::Builtin(Builtin::Board(board))),
                Err(_) if name == "all" => Ok(Source::Builtin(Builtin::All)),
                Err(_) => Err(SourceError::Builtin(name.to_owned())),
            };
        }
        if let Some(description) = text.strip_prefix("random:") {
            return Ok(Source::Random(description.parse()?));
        }
        Ok(Source::File(text.into()))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Stdin => f.write_str("-"),
            Source::File(path) => path.display().fmt(f),
            Source::Builtin(Builtin::Board(board)) => write!(f, "builtin:{board}"),
            Source::Builtin(Builtin::All) => f.write_str("builtin:all"),
            Source::Random(random) => write!(f, "random:{random}"),
        }
    }
}
