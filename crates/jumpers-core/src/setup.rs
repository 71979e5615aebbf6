//! Setups: the parts of a position before anything is known about them.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::size::Size;

/// The parts of a position, to be filled in freely; [`Position::from_setup`] checks them.
///
/// [`Position::from_setup`]: crate::Position::from_setup
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup<S: Size> {
    /// The tokens on the board: Red's, Teal's.
    pub tokens: [Bitboard<S>; 2],
    /// The tokens beside the board: Red's, Teal's.
    pub reserves: [u8; 2],
    /// Whose turn it is.
    pub side_to_move: Color,
}

/// A setup that is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError<S: Size> {
    /// Points with a token of both sides.
    #[error("points with a token of both sides: {0:?}")]
    Overlap(Bitboard<S>),
}

/// A position that no game can reach, since nothing ever adds to a side's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{color} has {on_board} tokens on the board and {reserve} in reserve: \
     more than the {start} of the start"
)]
pub struct MaterialError {
    /// The side with too many tokens.
    pub color: Color,
    /// Its tokens on the board.
    pub on_board: u32,
    /// Its tokens beside the board.
    pub reserve: u8,
    /// All its tokens at the start.
    pub start: u32,
}

impl<S: Size> Setup<S> {
    pub(crate) fn check(&self) -> Result<(), SetupError<S>> {
        let both = self.tokens[0] & self.tokens[1];
        if both.is_empty() {
            Ok(())
        } else {
            Err(SetupError::Overlap(both))
        }
    }

    /// The stricter check that openings and game records are held to: could this material occur
    /// in a game? Made-up positions need not pass it.
    ///
    /// # Errors
    /// If a side has more tokens on and beside the board than it has at the start.
    ///
    /// ```
    /// use jumpers_core::{Position, Six};
    /// let made_up: Position<Six> = "6/6/6/6/6/rr4 r 15 0".parse().unwrap();
    /// assert_eq!(
    ///     made_up.check_material().unwrap_err().to_string(),
    ///     "Red has 2 tokens on the board and 15 in reserve: more than the 16 of the start"
    /// );
    /// ```
    pub fn check_material(&self) -> Result<(), MaterialError> {
        for color in Color::ALL {
            let on_board = self.tokens[color].len();
            let reserve = self.reserves[color];
            let tokens_at_start = Bitboard::<S>::from_word(S::MASKS.start[color]).len();
            let start = tokens_at_start + u32::from(S::START_RESERVES[color]);
            if on_board + u32::from(reserve) > start {
                return Err(MaterialError {
                    color,
                    on_board,
                    reserve,
                    start,
                });
            }
        }
        Ok(())
    }
}
