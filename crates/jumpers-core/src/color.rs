//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A side. Red moves first and is player 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Red, at the a1 corner at the start.
    Red = 0,
    /// Teal, at the opposite corner at the start.
    Teal = 1,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Teal];

    /// The letter of the position text: `r` or `t`.
    ///
    /// ```
    /// assert_eq!(jumpers_core::Color::Teal.letter(), 't');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Color::Red => 'r',
            Color::Teal => 't',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Red => Color::Teal,
            Color::Teal => Color::Red,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Red => "Red",
            Color::Teal => "Teal",
        })
    }
}

impl<T> Index<Color> for [T; 2] {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self[color as usize]
    }
}

impl<T> IndexMut<Color> for [T; 2] {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self[color as usize]
    }
}
