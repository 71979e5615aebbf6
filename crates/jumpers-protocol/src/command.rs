//! A line from the client.

use crate::error::CommandError;
use crate::excerpt::Excerpt;
use crate::go::GoParams;
use crate::position::PositionParams;
use crate::setoption::SetOptionParams;
use crate::value::{ValueError, read_choice, read_number};
use crate::words::Words;
use std::fmt;
use std::str::FromStr;

/// A command to the engine.
///
/// Unknown words before the first word that is a command are skipped, as UCI wants it, and words
/// after a command that takes none are ignored. Printing leaves out what would break the line or
/// a word; what was parsed prints in full and parses back.
///
/// ```
/// use jumpers_protocol::Command;
///
/// assert_eq!("isready".parse::<Command>()?, Command::IsReady);
/// assert_eq!("joho debug on\r".parse::<Command>()?, Command::Debug(true));
/// assert_eq!(Command::parse("  ")?, None);
/// assert_eq!(Command::Bench { depth: Some(6) }.to_string(), "bench 6");
/// # Ok::<(), jumpers_protocol::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// `uci`: speak UCI, say who you are.
    Uci,
    /// `isready`: answer when you have done what you were told.
    IsReady,
    /// `setoption name … value …`.
    SetOption(SetOptionParams),
    /// `ucinewgame`: what follows is another game.
    UciNewGame,
    /// `position …`.
    Position(PositionParams),
    /// `go …`.
    Go(GoParams),
    /// `stop`: end the search and answer.
    Stop,
    /// `quit`: end the program.
    Quit,
    /// `ponderhit`: the opponent played the turn that you ponder on.
    PonderHit,
    /// `d` or `print`: show the position.
    Display,
    /// `bench [depth]`: search fixed positions and show the number of nodes and the speed.
    Bench {
        /// How deep; up to the engine if absent.
        depth: Option<u32>,
    },
    /// `eval`: show what the position is worth without a search.
    Eval,
    /// `debug on|off`.
    Debug(bool),
    /// `help`: list the commands.
    Help,
}

/// Why a `bench` could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// A depth that is not a number.
    #[error("bench: {0}")]
    Value(ValueError),
    /// A word after the depth.
    #[error("bench: unexpected word '{text}' at word {word}: expected the end of the line")]
    UnexpectedWord {
        /// What was read.
        text: Excerpt,
        /// Where, in words from 1.
        word: usize,
    },
}

impl BenchError {
    /// A stable name of the kind of error: `bad-number` or `unexpected-word`.
    pub fn code(&self) -> &'static str {
        match self {
            BenchError::Value(error) => error.code(),
            BenchError::UnexpectedWord { .. } => "unexpected-word",
        }
    }
}

impl Command {
    /// Reads a line; `None` if there is no word in it.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let mut words = Words::new(line);
        let first = words.peek();
        while let Some(word) = words.next() {
            if let Some(command) = Self::read(word, &mut words)? {
                return Ok(Some(command));
            }
        }
        match first {
            None => Ok(None),
            Some(text) => Err(CommandError::UnknownCommand {
                text: Excerpt::new(text),
                word: 1,
            }),
        }
    }

    /// Reads a line of bytes, as they come through a pipe. Bytes that are not UTF-8 become
    /// U+FFFD, so that they can do no more harm than any other unknown character.
    ///
    /// ```
    /// use jumpers_protocol::Command;
    ///
    /// assert_eq!(Command::parse_bytes(b"\xff\0 stop\r\n")?, Some(Command::Stop));
    /// assert_eq!(Command::parse_bytes(b"\r\n")?, None);
    /// # Ok::<(), jumpers_protocol::CommandError>(())
    /// ```
    pub fn parse_bytes(line: &[u8]) -> Result<Option<Command>, CommandError> {
        Self::parse(&String::from_utf8_lossy(line))
    }

    /// Reads the command that `word` begins; `None` if it begins none.
    fn read(word: &str, words: &mut Words<'_>) -> Result<Option<Command>, CommandError> {
        Ok(Some(match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => Command::SetOption(SetOptionParams::read(words)?),
            "ucinewgame" => Command::UciNewGame,
            "position" => Command::Position(PositionParams::read(words)?),
            "go" => Command::Go(GoParams::read(words)?),
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "ponderhit" => Command::PonderHit,
            "d" | "print" => Command::Display,
            "bench" => Command::Bench {
                depth: read_bench(words)?,
            },
            "eval" => Command::Eval,
            "debug" => Command::Debug(read_debug(words).map_err(CommandError::Debug)?),
            "help" => Command::Help,
            _ => return Ok(None),
        }))
    }
}

fn read_bench(words: &mut Words<'_>) -> Result<Option<u32>, BenchError> {
    if words.peek().is_none() {
        return Ok(None);
    }
    let depth = read_number(words, "depth", |_| false).map_err(BenchError::Value)?;
    match words.next() {
        None => Ok(Some(depth)),
        Some(text) => Err(BenchError::UnexpectedWord {
            text: Excerpt::new(text),
            word: words.taken(),
        }),
    }
}

fn read_debug(words: &mut Words<'_>) -> Result<bool, ValueError> {
    read_choice(words, "debug", "on or off", |word| match word {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    })
}

impl FromStr for Command {
    type Err = CommandError;

    /// Like [`Command::parse`], but an empty line is an error.
    fn from_str(line: &str) -> Result<Self, CommandError> {
        Self::parse(line)?.ok_or(CommandError::EmptyLine)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption(set) => set.fmt(f),
            Command::UciNewGame => f.write_str("ucinewgame"),
            Command::Position(position) => position.fmt(f),
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Display => f.write_str("d"),
            Command::Bench { depth: None } => f.write_str("bench"),
            Command::Bench { depth: Some(depth) } => write!(f, "bench {depth}"),
            Command::Eval => f.write_str("eval"),
            Command::Debug(true) => f.write_str("debug on"),
            Command::Debug(false) => f.write_str("debug off"),
            Command::Help => f.write_str("help"),
        }
    }
}
