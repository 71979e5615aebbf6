//! A line from the engine.

use crate::command::Dialect;
use crate::error::{CommandError, ReplyError};
use crate::info::Info;
use crate::option::OptionDeclaration;
use crate::value::read_word;
use crate::words::{OneLine, Spaced, Words, one_word};
use std::fmt;
use std::str::FromStr;

/// A reply of the engine.
///
/// It prints as one line: words are separated by single spaces, and whatever could break the line
/// (line breaks, control characters) is treated as a space, or left out where one word belongs.
///
/// It is read from what other engines write, too: more spaces, unknown keys of `info` and lines of
/// any other kind, which are [`Reply::Text`], are all right. So a `Text` that looks like another
/// reply is read back as that one, and an `info string` like `error <code>: …` as an `Error`.
///
/// ```
/// use jumpers_protocol::Reply;
///
/// let reply: Reply = "bestmove  a1-c1+d1   ponder e6-c6+c5".parse()?;
/// assert_eq!(reply, Reply::BestMove {
///     turn: Some("a1-c1+d1".to_owned()),
///     ponder: Some("e6-c6+c5".to_owned()),
/// });
/// assert_eq!(reply.to_string(), "bestmove a1-c1+d1 ponder e6-c6+c5");
/// assert_eq!(Reply::Text("no\nbreak".to_owned()).to_string(), "no break");
/// # Ok::<(), jumpers_protocol::ReplyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// `id name …`.
    IdName(String),
    /// `id author …`.
    IdAuthor(String),
    /// `option name … type …`.
    Option(OptionDeclaration),
    /// `uciok` or `ugiok`.
    HandshakeOk(Dialect),
    /// `readyok`.
    ReadyOk,
    /// `bestmove <turn> [ponder <turn>]`.
    BestMove {
        /// The turn; none, `(none)` in the text, if there is none to play.
        turn: Option<String>,
        /// The answer that is expected.
        ponder: Option<String>,
    },
    /// `info …`.
    Info(Info),
    /// `response …`: the answer to a question.
    Response(String),
    /// `info string error <code>: <text>`.
    Error {
        /// What kind of error: one word, such as [`CommandError::code`].
        code: String,
        /// What is wrong, for a human.
        text: String,
    },
    /// Any other line.
    Text(String),
}

const NO_TURN: &str = "(none)";

impl Reply {
    /// A line of a divided perft: `<turn>: <count>`.
    ///
    /// ```
    /// assert_eq!(jumpers_protocol::Reply::divide("a1-c1+d1", 10).to_string(), "a1-c1+d1: 10");
    /// ```
    pub fn divide(turn: &str, count: u64) -> Self {
        Reply::Text(format!("{turn}: {count}"))
    }

    /// The last line of a perft: `Nodes searched: <count>`.
    pub fn nodes_searched(count: u64) -> Self {
        Reply::Text(format!("Nodes searched: {count}"))
    }

    /// An `info string`.
    pub fn info_string(text: impl Into<String>) -> Self {
        Reply::Info(Info::text(text))
    }

    /// Reads a line of bytes, as they come through a pipe. Bytes that are not UTF-8 become U+FFFD.
    pub fn parse_bytes(line: &[u8]) -> Result<Self, ReplyError> {
        String::from_utf8_lossy(line).parse()
    }
}

impl From<&CommandError> for Reply {
    fn from(error: &CommandError) -> Self {
        Reply::Error {
            code: error.code().to_owned(),
            text: error.to_string(),
        }
    }
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(line: &str) -> Result<Self, ReplyError> {
        let mut words = Words::new(line);
        Ok(match words.next() {
            Some("id") if words.accept("name") => Reply::IdName(words.text()),
            Some("id") if words.accept("author") => Reply::IdAuthor(words.text()),
            Some("option") => {
                Reply::Option(OptionDeclaration::read(&mut words).map_err(ReplyError::Option)?)
            }
            Some("uciok") => Reply::HandshakeOk(Dialect::Uci),
            Some("ugiok") => Reply::HandshakeOk(Dialect::Ugi),
            Some("readyok") => Reply::ReadyOk,
            Some("response") => Reply::Response(words.text()),
            Some("bestmove") => read_best_move(&mut words)?,
            Some("info") => {
                let info = Info::read(&mut words).map_err(ReplyError::Info)?;
                read_error(&info).unwrap_or(Reply::Info(info))
            }
            _ => Reply::Text(Words::new(line).text()),
        })
    }
}

fn read_best_move(words: &mut Words<'_>) -> Result<Reply, ReplyError> {
    let turn = |word: &str| {
        let none = [NO_TURN, "none", "0000"].contains(&word);
        (!none).then(|| word.to_owned())
    };
    let best = read_word(words, "bestmove", "a turn", |_| false).map_err(ReplyError::BestMove)?;
    let ponder = if words.accept("ponder") {
        words.next().and_then(turn)
    } else {
        None
    };
    Ok(Reply::BestMove {
        turn: turn(best),
        ponder,
    })
}

/// Reads an `info` of nothing but a `string`, if that is `error <code>: <text>`.
fn read_error(info: &Info) -> Option<Reply> {
    let string = info.string.as_deref()?;
    let mut words = Words::new(string);
    if !words.accept("error") || *info != Info::text(string) {
        return None;
    }
    let code = words.next()?.strip_suffix(':')?;
    (!code.is_empty()).then(|| Reply::Error {
        code: code.to_owned(),
        text: words.text(),
    })
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name{}", Spaced(name)),
            Reply::IdAuthor(author) => write!(f, "id author{}", Spaced(author)),
            Reply::Option(option) => option.fmt(f),
            Reply::HandshakeOk(Dialect::Uci) => f.write_str("uciok"),
            Reply::HandshakeOk(Dialect::Ugi) => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::BestMove { turn, ponder } => {
                let turn = turn.as_deref().and_then(one_word);
                write!(f, "bestmove {}", turn.as_deref().unwrap_or(NO_TURN))?;
                match ponder.as_deref().and_then(one_word) {
                    None => Ok(()),
                    Some(turn) => write!(f, " ponder {turn}"),
                }
            }
            Reply::Info(info) => info.fmt(f),
            Reply::Response(text) => write!(f, "response{}", Spaced(text)),
            Reply::Error { code, text } => {
                let code = one_word(code);
                let code = code.as_deref().unwrap_or("unknown");
                write!(f, "info string error {code}:{}", Spaced(text))
            }
            Reply::Text(text) => OneLine(text).fmt(f),
        }
    }
}
