//! The opening book: for each board the positions of the first turns, each with the best turn
//! that a long search found.
//!
//! The book is a text. A line is a position text, then `; `, then the turn, its score for the
//! side to move (`cp` and hundredths of a reserve token, or `mate` and the plies to a proved end,
//! negative if the side to move loses) and the depth of the search:
//!
//! ```text
//! 4tt/4tt/6/6/rr4/rr4 r 12 13; a2-c2+d2 cp -40 17
//! ```
//!
//! Of a position and its mirror image the book has one, the canonical one
//! ([`Position::canonical`]). Lines that begin with `#` are remarks; the first line of the book
//! is one, the command that [made](make) it.

mod making;

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use jumpers_core::{Position, PositionTextError, ResolveError, Size, Turn};

use crate::search::{Value, plies_to_end};

pub use making::{BookError, NODES, make, work_out};

/// The book of this engine.
pub const TEXT: &str = include_str!("book.txt");
/// The book has the positions up to so many turns from the start.
pub const PLIES: usize = 2;
/// What begins a remark.
const REMARK: char = '#';

/// What a search thinks of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookScore {
    /// Hundredths of a reserve token.
    Centipawns(Value),
    /// The plies to a proved end, as [`plies_to_end`] has them: positive for a win, negative for
    /// a loss.
    Mate(i32),
}

impl From<Value> for BookScore {
    fn from(value: Value) -> Self {
        plies_to_end(value).map_or(BookScore::Centipawns(value), BookScore::Mate)
    }
}

impl fmt::Display for BookScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookScore::Centipawns(value) => write!(f, "cp {value}"),
            BookScore::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

/// What the book says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry<S: Size> {
    /// The best turn.
    pub turn: Turn<S>,
    /// The value of the position.
    pub score: BookScore,
    /// The depth of the search that found it.
    pub depth: u8,
}

/// A line of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookLine<S: Size> {
    /// The position.
    pub position: Position<S>,
    /// What the book says about it.
    pub entry: BookEntry<S>,
}

/// Why a text is no line of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookLineError {
    /// What a line has is missing, or more stands there.
    #[error("not of the form `<position>; <turn> cp|mate <number> <depth>`")]
    Form,
    /// The position is wrong.
    #[error("position: {0}")]
    Position(#[from] PositionTextError),
    /// The turn is wrong.
    #[error("turn: {0}")]
    Turn(#[from] ResolveError),
    /// The score is neither `cp` nor `mate` and a number.
    #[error("no score: {0:?}")]
    Score(String),
    /// The depth is no number from 0 to 255.
    #[error("no depth: {0:?}")]
    Depth(String),
}

impl<S: Size> FromStr for BookLine<S> {
    type Err = BookLineError;

    fn from_str(text: &str) -> Result<Self, BookLineError> {
        let (position, answer) = text.split_once("; ").ok_or(BookLineError::Form)?;
        let position = position.parse::<Position<S>>()?;
        let entry = parse_entry(&position, answer)?;
        Ok(BookLine { position, entry })
    }
}

fn parse_entry<S: Size>(position: &Position<S>, text: &str) -> Result<BookEntry<S>, BookLineError> {
    let words: Vec<&str> = text.split(' ').collect();
    let [turn, kind, number, depth] = words[..] else {
        return Err(BookLineError::Form);
    };
    let score = match (kind, number.parse()) {
        ("cp", Ok(value)) => BookScore::Centipawns(value),
        ("mate", Ok(plies)) => BookScore::Mate(plies),
        _ => return Err(BookLineError::Score(format!("{kind} {number}"))),
    };
    Ok(BookEntry {
        turn: position.resolve_text(turn)?,
        score,
        depth: depth
            .parse()
            .map_err(|_| BookLineError::Depth(depth.to_owned()))?,
    })
}

impl<S: Size> fmt::Display for BookLine<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookLine { position, entry } = self;
        let turn = position.text_of(&entry.turn);
        write!(f, "{position}; {turn} {} {}", entry.score, entry.depth)
    }
}

/// The lines of the book of this engine, without remarks.
pub fn lines() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| !line.starts_with(REMARK))
}

/// What the book of this engine says about a position or its mirror image.
///
/// ```
/// use jumpers_core::{Position, Six};
/// use jumpers_engine::book;
///
/// let mut position = Position::<Six>::start();
/// let entry = book::find(&position).expect("the start is in the book");
/// position.play(&entry.turn).expect("its turn is legal");
/// ```
pub fn find<S: Size>(position: &Position<S>) -> Option<BookEntry<S>> {
    let canonical = position.canonical();
    let text = canonical.to_string();
    let answer = lines().find_map(|line| line.strip_prefix(&text)?.strip_prefix("; "))?;
    let entry = parse_entry(&canonical, answer).ok()?;
    Some(if canonical == *position {
        entry
    } else {
        BookEntry {
            turn: entry.turn.mirrored(),
            ..entry
        }
    })
}

/// The positions that a book has of this size: those up to [`PLIES`] turns from the start in
/// which the game is not over, the canonical ones, in the order of the turns.
pub fn positions<S: Size>() -> Vec<Position<S>> {
    let mut found = vec![Position::start().canonical()];
    let mut known: HashSet<Position<S>> = found.iter().copied().collect();
    let mut last = found.clone();
    for _ in 0..PLIES {
        let mut next = Vec::new();
        for position in last {
            for turn in position.turns() {
                let mut child = position;
                child.play_unchecked(&turn);
                let child = child.canonical();
                if child.has_turn() && known.insert(child) {
                    next.push(child);
                }
            }
        }
        found.extend_from_slice(&next);
        last = next;
    }
    found
}
