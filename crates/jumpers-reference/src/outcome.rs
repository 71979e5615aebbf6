//! What a turn comes to.

use std::collections::BTreeSet;

use crate::Point;

/// A turn: what has changed on the board after it, whichever path led there.
///
/// ```
/// use jumpers_reference::ReferencePosition;
///
/// // Two ways round the square from a1 back to a1 take the same four tokens: one turn.
/// let square = ReferencePosition::parse("6/6/6/1t4/t1t3/rt4 r 1 1").unwrap();
/// assert_eq!(square.paths().len(), 2);
/// let turns = square.turns();
/// assert_eq!(turns.len(), 1);
/// let turn = turns.first().unwrap();
/// assert_eq!((turn.from, turn.to), ((0, 0), (0, 0)));
/// assert_eq!(turn.captured.len(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// Where the jumping token stood.
    pub from: Point,
    /// Where it stands now; after captures this can be `from` again.
    pub to: Point,
    /// Where a token from the reserve was placed, if one was.
    pub spawn: Option<Point>,
    /// The points whose enemy tokens were removed.
    pub captured: BTreeSet<Point>,
}
