//! Boards that are not boards of the game, for tests and for research.
//!
//! On a small board everything can be counted or solved by brute force, and a row of sizes shows
//! how the work grows. The rules are those of the game, the start has the same shape (four tokens
//! in each of two opposite corners), and a position of these sizes does all that one of the game's
//! sizes does, its text included. Only [`BoardSize`], the value at the door,
//! does not know them: no protocol, option or record accepts them.
//!
//! The reserves at the start are this project's own. The game's 6×6, 8×8 and 10×10 boards have
//! N(N + 2)/4 tokens beside the board for Red, and as many or one more for Teal. Here it is this
//! number rounded down for Red and rounded up for Teal:
//!
//! | board | Red | Teal |
//! |---|---|---|
//! | 4×4 | 6 | 6 |
//! | 5×5 | 8 | 9 |
//! | 7×7 | 15 | 16 |
//!
//! ```
//! use jumpers_core::{BoardSize, Position, study::Four};
//!
//! let start = Position::<Four>::start();
//! assert_eq!(start.to_string(), "2tt/2tt/rr2/rr2 r 6 6");
//! assert_eq!(start.to_string().parse(), Ok(start));
//! assert_eq!(BoardSize::from_points(4), None);
//! ```

use crate::size::{BoardSize, Size, SizeVisitor};
pub use crate::size::{Five, Four, Seven};

/// Runs with the size of so many points along an edge as a type: a size of the game (6, 8, 10) or
/// one of study (4, 5, 7). `None` if there is no such size.
///
/// ```
/// use jumpers_core::{Position, Size, SizeVisitor, study};
///
/// struct Start;
/// impl SizeVisitor for Start {
///     type Output = String;
///     fn visit<S: Size>(self) -> String {
///         Position::<S>::start().to_string()
///     }
/// }
/// assert_eq!(study::visit(4, Start), Some("2tt/2tt/rr2/rr2 r 6 6".to_owned()));
/// assert_eq!(study::visit(6, Start), Some("4tt/4tt/6/6/rr4/rr4 r 12 13".to_owned()));
/// assert_eq!(study::visit(9, Start), None);
/// ```
pub fn visit<V: SizeVisitor>(points: u8, visitor: V) -> Option<V::Output> {
    match points {
        Four::N => Some(visitor.visit::<Four>()),
        Five::N => Some(visitor.visit::<Five>()),
        Seven::N => Some(visitor.visit::<Seven>()),
        _ => BoardSize::from_points(points.into()).map(|size| size.visit(visitor)),
    }
}
