//! The text grammar of the engine protocol: commands from a client, replies from an engine.
//!
//! Both directions are types that parse ([`FromStr`](std::str::FromStr)) and print
//! ([`Display`](std::fmt::Display)) themselves, and what is printed parses to the same value.
//! The crate knows nothing of the rules of the game: a position is a text, a turn is one word.
//!
//! - [`Command`]: `uci`, `position`, `go`, … with [`CommandError`] for what cannot be read;
//! - [`Reply`]: `id`, `option`, `info`, `bestmove`, … with [`ReplyError`].
//!
//! A line is a sequence of words. Whitespace of every kind, control characters (NUL, CR, tab) and
//! the byte order mark separate words; how many of them stand between two words is not kept.
//! Errors count words from 1 and print as one line of printable ASCII.
//!
//! ```
//! use jumpers_protocol::{Command, Reply};
//!
//! let command: Command = "position startpos moves a1-c1-c3+d3".parse()?;
//! assert_eq!(command.to_string(), "position startpos moves a1-c1-c3+d3");
//!
//! let error = "go depth 12x".parse::<Command>().unwrap_err();
//! assert_eq!(error.code(), "bad-number");
//! assert_eq!(
//!     Reply::from(&error).to_string(),
//!     "info string error bad-number: go: bad value for depth at word 3: \
//!      expected a whole number from 0 to 4294967295, found '12x'",
//! );
//! # Ok::<(), jumpers_protocol::CommandError>(())
//! ```

mod command;
mod error;
mod excerpt;
mod genfens;
mod go;
mod info;
mod option;
mod position;
mod query;
mod reply;
mod setoption;
mod value;
mod words;

pub use command::{Command, Dialect, PerftParams};
pub use error::{CommandError, ReplyError};
pub use excerpt::Excerpt;
pub use genfens::GenfensParams;
pub use go::{GoError, GoParams};
pub use info::{Bound, Info, Score, ScoreValue};
pub use option::{OptionDeclaration, OptionKind};
pub use position::{PositionBase, PositionError, PositionParams};
pub use query::Query;
pub use reply::Reply;
pub use setoption::{SetOptionError, SetOptionParams};
pub use value::{ArgumentError, ValueError};
