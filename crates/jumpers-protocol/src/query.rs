//! `query`: questions about the position.

use crate::words::{Spaced, Words, one_word};
use std::fmt;

/// A question, which has an answer of one line.
///
/// Every `query` is a question: one that is not known is to be answered, too, since the client
/// waits.
///
/// ```
/// use jumpers_protocol::{Command, Query};
///
/// assert_eq!("query p1turn".parse(), Ok(Command::Query(Query::P1Turn)));
/// assert_eq!("movelist".parse(), Ok(Command::Query(Query::MoveList)));
/// let unknown = Query::Unknown("what time is it".to_owned());
/// assert_eq!("query what time is it".parse(), Ok(Command::Query(unknown)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// `gameover`: has the game ended?
    GameOver,
    /// `p1turn`: is it the turn of the first player?
    P1Turn,
    /// `result`: who has won?
    Result,
    /// `fen`: the position text.
    Fen,
    /// `board`: the size of the board.
    Board,
    /// `islegal <turn>`: is this a legal turn?
    IsLegal(String),
    /// `movelist`: all legal turns.
    MoveList,
    /// Anything else, as it was asked.
    Unknown(String),
}

impl Query {
    const PLAIN: [(&'static str, Query); 6] = [
        ("gameover", Query::GameOver),
        ("p1turn", Query::P1Turn),
        ("result", Query::Result),
        ("fen", Query::Fen),
        ("board", Query::Board),
        ("movelist", Query::MoveList),
    ];

    /// Reads what comes after `query`.
    pub(crate) fn read(words: &mut Words<'_>) -> Query {
        let question = words.clone().text();
        let plain = Self::PLAIN.into_iter().find(|(name, _)| *name == question);
        if let Some((_, query)) = plain {
            return query;
        }
        let (first, second, third) = (words.next(), words.next(), words.next());
        match (first, second, third) {
            (Some("islegal"), Some(turn), None) => Query::IsLegal(turn.to_owned()),
            _ => Query::Unknown(question),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("query")?;
        match self {
            Query::IsLegal(turn) => {
                write!(f, " islegal {}", one_word(turn).as_deref().unwrap_or("?"))
            }
            Query::Unknown(text) => Spaced(text).fmt(f),
            plain => {
                let found = Self::PLAIN.iter().find(|(_, query)| query == plain);
                Spaced(found.map_or("", |(name, _)| name)).fmt(f)
            }
        }
    }
}
