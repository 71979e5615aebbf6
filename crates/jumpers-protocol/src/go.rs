//! `go`: think, and how long.

use crate::excerpt::Excerpt;
use crate::value::{ValueError, read_number, read_turns, read_word};
use crate::words::{Words, write_field, write_words};
use std::fmt;

/// The parameters of `go`. All may be absent; those that are given twice have their last value.
///
/// Players are indexed red (the first player, `w` or `p1` in the text) 0 and teal (`b`, `p2`) 1;
/// `p1time`, `p2time`, `p1inc` and `p2inc` are read as synonyms of `wtime`, `btime`, `winc` and
/// `binc`. A clock may be zero or negative: what that means is up to the engine.
///
/// ```
/// use jumpers_protocol::{Command, GoParams};
///
/// let Command::Go(go) = "go wtime 60000 btime -5 winc 100 searchmoves a1-c1+d1".parse()? else {
///     panic!()
/// };
/// assert_eq!(go, GoParams {
///     clock: [Some(60000), Some(-5)],
///     increment: [Some(100), None],
///     searchmoves: vec!["a1-c1+d1".to_owned()],
///     ..GoParams::default()
/// });
/// # Ok::<(), jumpers_protocol::CommandError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GoParams {
    /// Look at these turns only, if there are any.
    pub searchmoves: Vec<String>,
    /// Think in the opponent's time.
    pub ponder: bool,
    /// Time left for red and teal, in milliseconds.
    pub clock: [Option<i64>; 2],
    /// Time that red and teal get for each turn, in milliseconds.
    pub increment: [Option<i64>; 2],
    /// Turns until the next time control.
    pub movestogo: Option<u32>,
    /// Look this deep.
    pub depth: Option<u32>,
    /// Look at this many positions.
    pub nodes: Option<u64>,
    /// Look for a win in this many moves.
    pub mate: Option<u32>,
    /// Think this long, in milliseconds.
    pub movetime: Option<i64>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Prove who wins.
    pub solve: bool,
    /// Do not think: count the sequences of this many turns.
    pub perft: Option<u32>,
}

/// Why a `go` could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoError {
    /// A parameter without its value, or with one that is not a number.
    #[error("go: {0}")]
    Value(ValueError),
    /// A word that is no parameter.
    #[error("go: unknown parameter '{text}' at word {word}")]
    UnknownParameter {
        /// What was read.
        text: Excerpt,
        /// Where, in words from 1.
        word: usize,
    },
}

impl From<ValueError> for GoError {
    fn from(error: ValueError) -> Self {
        GoError::Value(error)
    }
}

impl GoError {
    /// A stable name of the kind of error: `unknown-parameter`, or that of the [`ValueError`].
    pub fn code(&self) -> &'static str {
        match self {
            GoError::Value(error) => error.code(),
            GoError::UnknownParameter { .. } => "unknown-parameter",
        }
    }
}

#[derive(Clone, Copy)]
enum Parameter {
    SearchMoves,
    Ponder,
    Clock(usize),
    Increment(usize),
    MovesToGo,
    Depth,
    Nodes,
    Mate,
    MoveTime,
    Infinite,
    Solve,
    Perft,
}

const PARAMETERS: [(&str, Parameter); 18] = [
    ("searchmoves", Parameter::SearchMoves),
    ("ponder", Parameter::Ponder),
    ("wtime", Parameter::Clock(0)),
    ("btime", Parameter::Clock(1)),
    ("winc", Parameter::Increment(0)),
    ("binc", Parameter::Increment(1)),
    ("p1time", Parameter::Clock(0)),
    ("p2time", Parameter::Clock(1)),
    ("p1inc", Parameter::Increment(0)),
    ("p2inc", Parameter::Increment(1)),
    ("movestogo", Parameter::MovesToGo),
    ("depth", Parameter::Depth),
    ("nodes", Parameter::Nodes),
    ("mate", Parameter::Mate),
    ("movetime", Parameter::MoveTime),
    ("infinite", Parameter::Infinite),
    ("solve", Parameter::Solve),
    ("perft", Parameter::Perft),
];

fn parameter(word: &str) -> Option<(&'static str, Parameter)> {
    PARAMETERS.into_iter().find(|(name, _)| *name == word)
}

fn is_parameter(word: &str) -> bool {
    parameter(word).is_some()
}

impl GoParams {
    /// Reads what comes after `go`.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, GoError> {
        let mut go = GoParams::default();
        while let Some(word) = words.next() {
            let Some((name, parameter)) = parameter(word) else {
                return Err(GoError::UnknownParameter {
                    text: Excerpt::new(word),
                    word: words.taken(),
                });
            };
            match parameter {
                Parameter::SearchMoves => go.searchmoves = read_some_turns(words, name)?,
                Parameter::Ponder => go.ponder = true,
                Parameter::Clock(player) => {
                    go.clock[player] = Some(read_number(words, name, is_parameter)?);
                }
                Parameter::Increment(player) => {
                    go.increment[player] = Some(read_number(words, name, is_parameter)?);
                }
                Parameter::MovesToGo => {
                    go.movestogo = Some(read_number(words, name, is_parameter)?)
                }
                Parameter::Depth => go.depth = Some(read_number(words, name, is_parameter)?),
                Parameter::Nodes => go.nodes = Some(read_number(words, name, is_parameter)?),
                Parameter::Mate => go.mate = Some(read_number(words, name, is_parameter)?),
                Parameter::MoveTime => go.movetime = Some(read_number(words, name, is_parameter)?),
                Parameter::Infinite => go.infinite = true,
                Parameter::Solve => go.solve = true,
                Parameter::Perft => go.perft = Some(read_number(words, name, is_parameter)?),
            }
        }
        Ok(go)
    }
}

/// Takes turns, at least one, up to the next parameter.
fn read_some_turns(words: &mut Words<'_>, name: &'static str) -> Result<Vec<String>, ValueError> {
    read_word(&mut words.clone(), name, "a turn", is_parameter)?;
    read_turns(words, name, is_parameter)
}

impl fmt::Display for GoParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write_field(f, "wtime", self.clock[0])?;
        write_field(f, "btime", self.clock[1])?;
        write_field(f, "winc", self.increment[0])?;
        write_field(f, "binc", self.increment[1])?;
        write_field(f, "movestogo", self.movestogo)?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "mate", self.mate)?;
        write_field(f, "movetime", self.movetime)?;
        write_field(f, "perft", self.perft)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if self.solve {
            f.write_str(" solve")?;
        }
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        write_words(f, &self.searchmoves)
    }
}
