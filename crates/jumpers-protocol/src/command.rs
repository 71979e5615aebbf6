//! A line from the client.

use crate::error::CommandError;
use crate::excerpt::Excerpt;
use crate::genfens::GenfensParams;
use crate::go::GoParams;
use crate::position::PositionParams;
use crate::query::Query;
use crate::setoption::SetOptionParams;
use crate::value::{ArgumentError, read_choice, read_number, read_optional, read_turns};
use crate::words::{Words, write_words};
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
    /// `uci` or `ugi`: speak this dialect, say who you are.
    Handshake(Dialect),
    /// `isready`: answer when you have done what you were told.
    IsReady,
    /// `setoption name … value …`.
    SetOption(SetOptionParams),
    /// `ucinewgame` or `uginewgame`: what follows is another game.
    NewGame,
    /// `position …`.
    Position(PositionParams),
    /// `moves <turn> …`: play on from the current position.
    Moves(Vec<String>),
    /// `undo [n]`: take back turns.
    Undo {
        /// How many.
        turns: u32,
    },
    /// `go …`.
    Go(GoParams),
    /// `stop`: end the search and answer.
    Stop,
    /// `quit`: end the program.
    Quit,
    /// `ponderhit`: the opponent played the turn that you ponder on.
    PonderHit,
    /// `query …`: a question about the position.
    Query(Query),
    /// `d` or `print`: show the position.
    Display,
    /// `perft n [paths]` or `divide n [paths]`: count the sequences of n turns.
    Perft(PerftParams),
    /// `genfens n …`: make openings.
    Genfens(GenfensParams),
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

/// How to speak. All commands are the same in both; see `protocol.md` for what differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Game Interface.
    Ugi,
}

/// The parameters of `perft` and `divide`.
///
/// ```
/// use jumpers_protocol::{Command, PerftParams};
///
/// let params = PerftParams { depth: 4, paths: true, divide: false };
/// assert_eq!("perft 4 paths".parse(), Ok(Command::Perft(params)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PerftParams {
    /// Turns in a sequence.
    pub depth: u32,
    /// Count paths: each sequence of landing points is a turn of its own.
    pub paths: bool,
    /// Tell the count of each first turn, too.
    pub divide: bool,
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
            "uci" => Command::Handshake(Dialect::Uci),
            "ugi" => Command::Handshake(Dialect::Ugi),
            "isready" => Command::IsReady,
            "setoption" => Command::SetOption(SetOptionParams::read(words)?),
            "ucinewgame" | "uginewgame" => Command::NewGame,
            "position" => Command::Position(PositionParams::read(words)?),
            "moves" => Command::Moves(argument("moves", read_turns(words, "moves", |_| false))?),
            "undo" => Command::Undo {
                turns: argument("undo", read_only_number(words, "undo"))?.unwrap_or(1),
            },
            "go" => Command::Go(GoParams::read(words)?),
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "ponderhit" => Command::PonderHit,
            "query" => Command::Query(Query::read(words)),
            "movelist" => Command::Query(Query::MoveList),
            "d" | "print" => Command::Display,
            "perft" => Command::Perft(argument("perft", read_perft(words, false))?),
            "divide" => Command::Perft(argument("divide", read_perft(words, true))?),
            "genfens" => Command::Genfens(argument("genfens", GenfensParams::read(words))?),
            "bench" => Command::Bench {
                depth: argument("bench", read_only_number(words, "depth"))?,
            },
            "eval" => Command::Eval,
            "debug" => Command::Debug(argument("debug", read_debug(words))?),
            "help" => Command::Help,
            _ => return Ok(None),
        }))
    }
}

/// Says in which command an argument is wrong.
fn argument<T>(
    command: &'static str,
    read: Result<T, impl Into<ArgumentError>>,
) -> Result<T, CommandError> {
    read.map_err(|error| CommandError::Argument {
        command,
        error: error.into(),
    })
}

/// Takes the number that is all there may be.
fn read_only_number(
    words: &mut Words<'_>,
    parameter: &'static str,
) -> Result<Option<u32>, ArgumentError> {
    let number = read_optional(words, parameter)?;
    words.expect_end()?;
    Ok(number)
}

fn read_perft(words: &mut Words<'_>, divide: bool) -> Result<PerftParams, ArgumentError> {
    let depth = read_number(words, "depth", |_| false)?;
    let paths = words.accept("paths");
    words.expect_end()?;
    Ok(PerftParams {
        depth,
        paths,
        divide,
    })
}

fn read_debug(words: &mut Words<'_>) -> Result<bool, ArgumentError> {
    let on = read_choice(words, "debug", "on or off", |word| match word {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    })?;
    Ok(on)
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
            Command::Handshake(Dialect::Uci) => f.write_str("uci"),
            Command::Handshake(Dialect::Ugi) => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption(set) => set.fmt(f),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position(position) => position.fmt(f),
            Command::Moves(turns) => {
                f.write_str("moves")?;
                write_words(f, turns)
            }
            Command::Undo { turns } => write!(f, "undo {turns}"),
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Query(query) => query.fmt(f),
            Command::Display => f.write_str("d"),
            Command::Perft(PerftParams {
                depth,
                paths,
                divide,
            }) => {
                f.write_str(if *divide { "divide" } else { "perft" })?;
                write!(f, " {depth}{}", if *paths { " paths" } else { "" })
            }
            Command::Genfens(params) => params.fmt(f),
            Command::Bench { depth: None } => f.write_str("bench"),
            Command::Bench { depth: Some(depth) } => write!(f, "bench {depth}"),
            Command::Eval => f.write_str("eval"),
            Command::Debug(true) => f.write_str("debug on"),
            Command::Debug(false) => f.write_str("debug off"),
            Command::Help => f.write_str("help"),
        }
    }
}
