//! The position text: `<ranks from N down to 1> <r|t> <red reserve> <teal reserve>`.

use std::fmt;
use std::str::FromStr;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::setup::Setup;
use crate::size::{BoardSize, Size};
use crate::square::Square;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionTextError {
    /// The text ends before this field.
    #[error("the position text has no {0}")]
    MissingField(&'static str),
    /// A number of ranks that no board has.
    #[error("{0} ranks: a board has 6, 8 or 10")]
    RankCount(usize),
    /// A number of ranks that no board has, where a size of [`study`](crate::study) is asked for.
    #[error("{found} ranks where a board of size {expected} is wanted")]
    OtherRankCount {
        /// How many ranks the text has.
        found: usize,
        /// The size that was wanted.
        expected: u8,
    },
    /// The board of another size than the one asked for.
    #[error("a board of size {found} where one of size {expected} is wanted")]
    OtherSize {
        /// The size of the text's board.
        found: BoardSize,
        /// The size that was wanted.
        expected: u8,
    },
    /// A rank that is too short or too long.
    #[error("rank {rank} has {found} points, not {expected}")]
    RankLength {
        /// The rank's number.
        rank: usize,
        /// How many points it names.
        found: usize,
        /// The size of the board.
        expected: u8,
    },
    /// A letter other than r, t and digits.
    #[error("rank {rank}: {letter:?} is no token (r or t) and no run of empty points")]
    UnknownLetter {
        /// The rank's number.
        rank: usize,
        /// The letter.
        letter: char,
    },
    /// A run of empty points that is empty or has a leading zero.
    #[error("rank {rank}: a run of empty points starts with 0")]
    ZeroRun {
        /// The rank's number.
        rank: usize,
    },
    /// The side to move is not r or t.
    #[error("the side to move is {0:?}, not r or t")]
    SideToMove(String),
    /// A reserve that is not a decimal number.
    #[error("{color}'s reserve {found:?} is not a number")]
    ReserveNotANumber {
        /// Whose reserve.
        color: Color,
        /// What stands there.
        found: String,
    },
    /// A reserve above 255.
    #[error("{color}'s reserve {found} is too large: 255 at most")]
    ReserveTooLarge {
        /// Whose reserve.
        color: Color,
        /// What stands there.
        found: String,
    },
    /// Something after the last field.
    #[error("{0:?} after the end of the position text")]
    Trailing(String),
}

/// As much of a text as fits in a message.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 30;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl BoardSize {
    /// The size of the board of a position text, from the number of its ranks.
    ///
    /// # Errors
    /// If the text is empty or has a number of ranks that no board has.
    ///
    /// ```
    /// use jumpers_core::BoardSize;
    /// let size = BoardSize::of_position_text("6tt/6tt/8/8/8/8/rr6/rr6 r 20 20");
    /// assert_eq!(size, Ok(BoardSize::Eight));
    /// ```
    pub fn of_position_text(text: &str) -> Result<BoardSize, PositionTextError> {
        let ranks = count_ranks(text)?;
        BoardSize::from_points(ranks).ok_or(PositionTextError::RankCount(ranks))
    }
}

/// The number of ranks of a position text.
fn count_ranks(text: &str) -> Result<usize, PositionTextError> {
    let board = text
        .split_ascii_whitespace()
        .next()
        .ok_or(PositionTextError::MissingField("board"))?;
    Ok(board.split('/').count())
}

/// Checks that a position text has the ranks of a board of this size.
fn check_size<S: Size>(text: &str) -> Result<(), PositionTextError> {
    let (found, expected) = (count_ranks(text)?, S::N);
    if found == usize::from(expected) {
        return Ok(());
    }
    let size_of = BoardSize::from_points;
    Err(match (size_of(found), size_of(expected.into())) {
        (Some(found), _) => PositionTextError::OtherSize { found, expected },
        (None, Some(_)) => PositionTextError::RankCount(found),
        (None, None) => PositionTextError::OtherRankCount { found, expected },
    })
}

/// Reads one rank: the tokens of both sides.
fn parse_rank<S: Size>(text: &str, rank: u8) -> Result<[Bitboard<S>; 2], PositionTextError> {
    let number = usize::from(rank) + 1;
    let mut tokens = [Bitboard::EMPTY; 2];
    let mut file = 0usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let color = match letter {
            'r' => Some(Color::Red),
            't' => Some(Color::Teal),
            '0' => return Err(PositionTextError::ZeroRun { rank: number }),
            '1'..='9' => None,
            _ => {
                return Err(PositionTextError::UnknownLetter {
                    rank: number,
                    letter,
                });
            }
        };
        if let Some(color) = color {
            let square = u8::try_from(file)
                .ok()
                .and_then(|file| Square::new(file, rank));
            tokens[color] |= square.map_or(Bitboard::EMPTY, Bitboard::from);
            file = file.saturating_add(1);
            rest = &rest[1..];
        } else {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            file = file.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
            rest = &rest[digits..];
        }
    }
    if file == usize::from(S::N) {
        Ok(tokens)
    } else {
        Err(PositionTextError::RankLength {
            rank: number,
            found: file,
            expected: S::N,
        })
    }
}

fn parse_reserve(text: Option<&str>, color: Color) -> Result<u8, PositionTextError> {
    let text = text.ok_or(PositionTextError::MissingField(match color {
        Color::Red => "reserve of Red",
        Color::Teal => "reserve of Teal",
    }))?;
    let found = excerpt(text);
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse()
            .map_err(|_| PositionTextError::ReserveTooLarge { color, found })
    } else {
        Err(PositionTextError::ReserveNotANumber { color, found })
    }
}

impl<S: Size> FromStr for Setup<S> {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        check_size::<S>(text)?;
        let mut fields = text.split_ascii_whitespace();
        let board = fields
            .next()
            .ok_or(PositionTextError::MissingField("board"))?;
        let mut tokens = [Bitboard::EMPTY; 2];
        for (rank, text) in (0..S::N).rev().zip(board.split('/')) {
            let [red, teal] = parse_rank::<S>(text, rank)?;
            tokens[Color::Red] |= red;
            tokens[Color::Teal] |= teal;
        }
        let side_to_move = match fields.next() {
            Some("r") => Color::Red,
            Some("t") => Color::Teal,
            Some(other) => return Err(PositionTextError::SideToMove(excerpt(other))),
            None => return Err(PositionTextError::MissingField("side to move")),
        };
        let red = parse_reserve(fields.next(), Color::Red)?;
        let teal = parse_reserve(fields.next(), Color::Teal)?;
        if let Some(trailing) = fields.next() {
            return Err(PositionTextError::Trailing(excerpt(trailing)));
        }
        Ok(Setup {
            tokens,
            reserves: [red, teal],
            side_to_move,
        })
    }
}

impl<S: Size> fmt::Display for Setup<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..S::N).rev() {
            let mut run = 0;
            for file in 0..S::N {
                let square = Square::new(file, rank);
                let color = Color::ALL
                    .into_iter()
                    .find(|&color| square.is_some_and(|s| self.tokens[color].contains(s)));
                match color {
                    None => run += 1,
                    Some(color) => {
                        if run > 0 {
                            write!(f, "{run}")?;
                        }
                        run = 0;
                        write!(f, "{}", color.letter())?;
                    }
                }
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        let [red, teal] = self.reserves;
        write!(f, " {} {red} {teal}", self.side_to_move.letter())
    }
}
