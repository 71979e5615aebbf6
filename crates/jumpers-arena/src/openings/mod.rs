//! Openings: the positions that games begin from.
//!
//! A [`Source`] says where they come from: a file, standard input, a shipped set, or a seed.
//! [`Openings`] are what is there, each checked with the rules, and [`Order`] is the order in which
//! a tournament takes them.

mod builtin;
mod draw;
mod error;
mod order;
mod random;
mod read;
mod source;

use std::io::Read;

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use sha2::{Digest, Sha256};

use crate::tournament::OpeningsSummary;

pub use builtin::Builtin;
pub use error::{LineError, OpeningError, OpeningsError};
pub use order::Order;
pub use random::{MOST_FAILURES, MOST_RANDOM, RandomOpenings, RandomOpeningsError};
pub use read::MOST_BYTES_A_LINE;
pub use source::{Source, SourceError};

/// A position that a game can begin from: no more tokens than a side can have, and not the end of
/// a game.
///
/// ```
/// use jumpers_arena::openings::Opening;
/// use jumpers_core::BoardSize;
///
/// let opening: Opening = "startpos 8".parse()?;
/// assert_eq!(opening.board(), BoardSize::Eight);
/// assert_eq!(opening.text(), "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20");
/// # Ok::<(), jumpers_arena::openings::OpeningError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    board: BoardSize,
    text: String,
}

impl Opening {
    /// The start of a board.
    pub fn start(board: BoardSize) -> Opening {
        struct Start;

        impl SizeVisitor for Start {
            type Output = String;

            fn visit<S: Size>(self) -> String {
                Position::<S>::start().to_string()
            }
        }

        Opening {
            board,
            text: board.visit(Start),
        }
    }

    /// Its board.
    pub fn board(&self) -> BoardSize {
        self.board
    }

    /// Its position text, as `position fen` takes it, with single spaces.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Reads a position text, or `startpos` (the start of the standard board), or `startpos N`.
impl std::str::FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        struct Check<'a>(&'a str);

        impl SizeVisitor for Check<'_> {
            type Output = Result<String, OpeningError>;

            fn visit<S: Size>(self) -> Self::Output {
                let position: Position<S> = self.0.parse()?;
                position.check_material()?;
                if position.has_turn() {
                    Ok(position.to_string())
                } else {
                    Err(OpeningError::Over)
                }
            }
        }

        let mut words = text.split_ascii_whitespace();
        if words.next() == Some("startpos") {
            let board = match (words.next(), words.next()) {
                (None, _) => BoardSize::default(),
                (Some(size), None) => size.parse()?,
                (Some(_), Some(_)) => return Err(OpeningError::StartPos),
            };
            return Ok(Opening::start(board));
        }
        let board = BoardSize::of_position_text(text)?;
        let text = board.visit(Check(text))?;
        Ok(Opening { board, text })
    }
}

/// A set of openings, in the order of their source. There is at least one, and none is there twice.
///
/// ```
/// use jumpers_arena::openings::{Openings, Order, Source};
///
/// let source: Source = "random:board=6,plies=4,count=20".parse()?;
/// let openings = Openings::load(&source, 7)?;
/// assert_eq!(openings.len(), 20);
/// assert_eq!(openings.summary().source, "random:board=6,plies=4,count=20,seed=7");
///
/// // What the third pair of games of a tournament with seed 7 begins from:
/// let order = Order::new(openings.len(), 7);
/// let opening = openings.get(order.opening(2)).expect("an index of this set");
/// assert!(opening.text().contains(" r "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    source: String,
    list: Vec<Opening>,
    notices: Vec<String>,
}

impl Openings {
    /// The openings of a source. `seed` is for random openings whose source does not say one.
    ///
    /// # Errors
    /// If a file cannot be read, if a line is no opening, if there is no opening at all, or if
    /// there are not so many random ones.
    pub fn load(source: &Source, seed: u64) -> Result<Openings, OpeningsError> {
        match source {
            Source::Stdin => Openings::read(&source.to_string(), std::io::stdin().lock()),
            Source::File(path) => {
                let name = source.to_string();
                match std::fs::File::open(path) {
                    Ok(file) => Openings::read(&name, file),
                    Err(error) => Err(OpeningsError::Read {
                        source_name: name,
                        error,
                    }),
                }
            }
            Source::Builtin(set) => Openings::read(&source.to_string(), set.text().as_bytes()),
            Source::Random(random) => {
                let random = random.with_seed(seed);
                Ok(Openings {
                    source: Source::Random(random.clone()).to_string(),
                    list: random.generate()?,
                    notices: Vec::new(),
                })
            }
        }
    }

    /// Reads openings, one a line. Empty lines, and what comes after `#`, are skipped, and so is a
    /// byte order mark; lines end with LF or CRLF. A line that repeats an opening is left out, and
    /// a notice says so. `source` is what messages and the summary call it.
    ///
    /// # Errors
    /// If it cannot be read, if a line is no opening, or if there is none.
    pub fn read(source: &str, from: impl Read) -> Result<Openings, OpeningsError> {
        read::read(source, from)
    }

    /// How many, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> u64 {
        self.list.len() as u64
    }

    /// The opening at this place in the source, from 0.
    pub fn get(&self, index: u64) -> Option<&Opening> {
        self.list.get(usize::try_from(index).ok()?)
    }

    /// All of them, in the order of the source.
    pub fn iter(&self) -> impl Iterator<Item = &Opening> {
        self.list.iter()
    }

    /// What a user should know of them, a line each: repeated ones.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// What a journal says of them. From `source` the same openings can be loaded again, unless a
    /// file has changed since, or they came from standard input: then `digest` differs.
    pub fn summary(&self) -> OpeningsSummary {
        let mut digest = Sha256::new();
        for opening in &self.list {
            digest.update(&opening.text);
            digest.update(b"\n");
        }
        OpeningsSummary {
            source: self.source.clone(),
            count: self.len(),
            digest: hexadecimal(&digest.finalize()),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
