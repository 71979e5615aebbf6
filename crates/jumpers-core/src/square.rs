//! Points of the board.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use crate::size::Size;

/// A point as a text names it, on a board of any size: a file letter and a rank number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coord {
    /// 0 for file a.
    pub file: u8,
    /// 0 for rank 1.
    pub rank: u8,
}

impl Coord {
    /// Reads a point from the start of `text`; the rest comes back beside it.
    pub(crate) fn split_off(text: &str) -> Option<(Coord, &str)> {
        let mut letters = text.chars();
        let file = letters.next().filter(char::is_ascii_lowercase)? as u8 - b'a';
        let rest = letters.as_str();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[..digits];
        if number.starts_with('0') {
            return None;
        }
        let rank = number.parse::<u8>().ok()? - 1;
        Some((Coord { file, rank }, &rest[digits..]))
    }

    /// The point of this board, if it has it.
    pub fn on<S: Size>(self) -> Option<Square<S>> {
        Square::new(self.file, self.rank)
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.file),
            u16::from(self.rank) + 1
        )
    }
}

/// A text that is no point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a point: a letter from a and a number from 1, within the board")]
pub struct SquareError(pub String);

/// A point of a board, counted from a1 eastwards, then northwards.
///
/// ```
/// use jumpers_core::{Six, Square};
/// let square: Square<Six> = "c2".parse().unwrap();
/// assert_eq!((square.file(), square.rank(), square.index()), (2, 1, 8));
/// assert_eq!(square.to_string(), "c2");
/// assert!("g1".parse::<Square<Six>>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<S: Size> {
    index: u8,
    size: PhantomData<S>,
}

impl<S: Size> Square<S> {
    /// How many points the board has.
    pub const COUNT: usize = S::N as usize * S::N as usize;

    /// The point with this file and rank, both from 0.
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        (file < S::N && rank < S::N).then(|| Self::at(rank * S::N + file))
    }

    /// The point with this index, from 0.
    pub fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then(|| Self::at(index as u8))
    }

    #[inline(always)]
    pub(crate) fn at(index: u8) -> Self {
        Square {
            index,
            size: PhantomData,
        }
    }

    /// Every point, a1 first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self::at)
    }

    /// `rank * N + file`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// From 0 for file a.
    pub const fn file(self) -> u8 {
        self.index % S::N
    }

    /// From 0 for rank 1.
    pub const fn rank(self) -> u8 {
        self.index / S::N
    }

    /// The same point without its board.
    pub const fn coord(self) -> Coord {
        Coord {
            file: self.file(),
            rank: self.rank(),
        }
    }

    /// The reflection in the a1 diagonal.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self::at(self.file() * S::N + self.rank())
    }
}

impl<S: Size> fmt::Display for Square<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coord().fmt(f)
    }
}

impl<S: Size> fmt::Debug for Square<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coord().fmt(f)
    }
}

impl<S: Size> FromStr for Square<S> {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match Coord::split_off(text) {
            Some((coord, "")) => coord.on(),
            _ => None,
        }
        .ok_or_else(|| SquareError(text.chars().take(20).collect()))
    }
}
