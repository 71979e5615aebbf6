//! The two sides.

/// One of the two players, and the colour of that player's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Starts in the corner at `a1` and moves first. Written `r`.
    Red,
    /// Starts in the opposite corner. Written `t`.
    Teal,
}

impl Side {
    /// The opponent.
    ///
    /// ```
    /// use jumpers_reference::Side;
    /// assert_eq!(Side::Red.other(), Side::Teal);
    /// ```
    pub fn other(self) -> Self {
        match self {
            Side::Red => Side::Teal,
            Side::Teal => Side::Red,
        }
    }

    /// The place of this side in a pair such as [`ReferencePosition::reserve`]: Red 0, Teal 1.
    ///
    /// [`ReferencePosition::reserve`]: crate::ReferencePosition::reserve
    ///
    /// ```
    /// use jumpers_reference::{ReferencePosition, Side};
    /// let start = ReferencePosition::start(6);
    /// assert_eq!(start.reserve[Side::Teal.index()], 13);
    /// ```
    pub fn index(self) -> usize {
        match self {
            Side::Red => 0,
            Side::Teal => 1,
        }
    }
}
