//! Turns as outcomes, and lists of them.

use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;

use crate::bitboard::Bitboard;
use crate::size::Size;
use crate::square::Square;

/// A turn, identified by its outcome: two different turns never give the same position, and
/// all paths with the same outcome are the same turn.
///
/// A hop turn has a spawn point and no captured tokens; a turn that captures, with or without
/// hops before, has captured tokens and no spawn point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn<S: Size> {
    /// Where the jumping token starts.
    pub from: Square<S>,
    /// Where it ends; a capture may end where it started.
    pub to: Square<S>,
    /// Where a token from the reserve is placed.
    pub spawn: Option<Square<S>>,
    /// The enemy tokens taken.
    pub captured: Bitboard<S>,
}

impl<S: Size> Turn<S> {
    /// Does the turn take tokens?
    #[inline]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// The reflection in the a1 diagonal.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Turn {
            from: self.from.mirrored(),
            to: self.to.mirrored(),
            spawn: self.spawn.map(Square::mirrored),
            captured: self.captured.mirrored(),
        }
    }
}

/// A list of turns. Ordinary positions fit in the value itself; a position with more turns
/// (over 300,000 have been seen) moves to the heap, so the list never overflows.
#[derive(Clone, Debug, Default)]
pub struct TurnList<S: Size>(SmallVec<[Turn<S>; 48]>);

impl<S: Size> TurnList<S> {
    /// An empty list.
    pub fn new() -> Self {
        TurnList(SmallVec::new())
    }

    /// Adds a turn at the end.
    #[inline]
    pub fn push(&mut self, turn: Turn<S>) {
        self.0.push(turn);
    }

    /// Removes all turns, keeping the memory for the next use.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<S: Size> Deref for TurnList<S> {
    type Target = [Turn<S>];

    fn deref(&self) -> &[Turn<S>] {
        &self.0
    }
}

impl<S: Size> DerefMut for TurnList<S> {
    fn deref_mut(&mut self) -> &mut [Turn<S>] {
        &mut self.0
    }
}

impl<S: Size> FromIterator<Turn<S>> for TurnList<S> {
    fn from_iter<I: IntoIterator<Item = Turn<S>>>(turns: I) -> Self {
        TurnList(turns.into_iter().collect())
    }
}

impl<S: Size> IntoIterator for TurnList<S> {
    type Item = Turn<S>;
    type IntoIter = IntoTurns<S>;

    fn into_iter(self) -> IntoTurns<S> {
        IntoTurns(self.0.into_iter())
    }
}

/// Iterates over a list's turns.
#[derive(Debug)]
pub struct IntoTurns<S: Size>(smallvec::IntoIter<[Turn<S>; 48]>);

impl<S: Size> Iterator for IntoTurns<S> {
    type Item = Turn<S>;

    fn next(&mut self) -> Option<Turn<S>> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<S: Size> ExactSizeIterator for IntoTurns<S> {}

impl<'a, S: Size> IntoIterator for &'a TurnList<S> {
    type Item = &'a Turn<S>;
    type IntoIter = std::slice::Iter<'a, Turn<S>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
