//! `position`: what to think about.

use crate::excerpt::Excerpt;
use crate::value::{ValueError, quoted, read_turns};
use crate::words::{Spaced, Words, write_words};
use std::fmt;

/// The position that turns start from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PositionBase {
    /// The start of the game.
    Startpos,
    /// A position text, its fields joined by single spaces. Not looked into here; to be read
    /// back, it must have a word, and none that is `moves`.
    Fen(String),
}

/// The parameters of `position`: `startpos | fen <text>`, then `moves <turn>*`.
///
/// `moves` without turns is the same as no `moves`.
///
/// ```
/// use jumpers_protocol::{Command, PositionBase};
///
/// let line = "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 moves b2-d2+d1";
/// let Command::Position(position) = line.parse()? else { panic!() };
/// assert_eq!(position.base, PositionBase::Fen("4tt/4tt/6/6/rr4/rr4 r 12 13".to_owned()));
/// assert_eq!(position.moves, ["b2-d2+d1"]);
/// # Ok::<(), jumpers_protocol::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionParams {
    /// Where the turns start.
    pub base: PositionBase,
    /// The turns played since, each one word.
    pub moves: Vec<String>,
}

/// Why a `position` could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Nothing says which position: the line ends, or the turns begin.
    #[error("position: no position at word {word}: expected startpos or fen, found {}", quoted(.found))]
    MissingBase {
        /// What stands there instead, if the line goes on.
        found: Option<Excerpt>,
        /// Where it should be, in words from 1.
        word: usize,
    },
    /// A kind of position that is not known.
    #[error("position: unknown word '{text}' at word {word}: expected startpos or fen")]
    UnknownBase {
        /// What was read.
        text: Excerpt,
        /// Where, in words from 1.
        word: usize,
    },
    /// No text after `fen`.
    #[error("position: no position text after fen at word {word}, found {}", quoted(.found))]
    MissingText {
        /// What stands there instead, if the line goes on.
        found: Option<Excerpt>,
        /// Where the text should be, in words from 1.
        word: usize,
    },
    /// Too many turns.
    #[error("position: {0}")]
    Value(#[from] ValueError),
    /// A word after `startpos` that is not `moves`.
    #[error("position: unexpected word '{text}' at word {word}: expected moves")]
    UnexpectedWord {
        /// What was read.
        text: Excerpt,
        /// Where, in words from 1.
        word: usize,
    },
}

impl PositionError {
    /// A stable name of the kind of error: `missing-position`, `unknown-position`,
    /// `missing-position-text` or `unexpected-word`, or that of the [`ValueError`].
    pub fn code(&self) -> &'static str {
        match self {
            PositionError::MissingBase { .. } => "missing-position",
            PositionError::UnknownBase { .. } => "unknown-position",
            PositionError::MissingText { .. } => "missing-position-text",
            PositionError::Value(error) => error.code(),
            PositionError::UnexpectedWord { .. } => "unexpected-word",
        }
    }
}

impl PositionParams {
    /// Reads what comes after `position`.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, PositionError> {
        let base = match words.peek() {
            Some("startpos") => {
                words.next();
                PositionBase::Startpos
            }
            Some("fen") => {
                words.next();
                let text = words.text_until(|word| word == "moves");
                if text.is_empty() {
                    return Err(PositionError::MissingText {
                        found: words.peek().map(Excerpt::new),
                        word: words.taken() + 1,
                    });
                }
                PositionBase::Fen(text)
            }
            found @ (None | Some("moves")) => {
                return Err(PositionError::MissingBase {
                    found: found.map(Excerpt::new),
                    word: words.taken() + 1,
                });
            }
            Some(text) => {
                return Err(PositionError::UnknownBase {
                    text: Excerpt::new(text),
                    word: words.taken() + 1,
                });
            }
        };
        let moves = match words.next() {
            None => Vec::new(),
            Some("moves") => read_turns(words, "moves", |_| false)?,
            Some(text) => {
                return Err(PositionError::UnexpectedWord {
                    text: Excerpt::new(text),
                    word: words.taken(),
                });
            }
        };
        Ok(PositionParams { base, moves })
    }
}

impl fmt::Display for PositionParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            PositionBase::Startpos => f.write_str("position startpos")?,
            PositionBase::Fen(text) => write!(f, "position fen{}", Spaced(text))?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        write_words(f, &self.moves)
    }
}
