//! Setups: the parts of a position before anything is known about them.

use std::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::generate::{Delta, View};
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

/// A setup as a lean position: what a program needs that looks at very many of them and has keys
/// of its own for them. Without the check of [`Position::from_setup`] the answers for a setup that
/// is no position have no meaning.
///
/// [`Position::from_setup`]: crate::Position::from_setup
impl<S: Size> Setup<S> {
    #[inline(always)]
    fn view_of(&self, own: Color) -> View<S> {
        View {
            own: self.tokens[own],
            enemy: self.tokens[!own],
            reserve: self.reserves[own],
            enemy_reserve: self.reserves[!own],
        }
    }

    /// Visits what each legal turn leads to, in the order of [`Position::for_each_turn`], until
    /// the visitor breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use jumpers_core::{Color, Position, Six};
    /// let start = Position::<Six>::start().setup();
    /// let mut count = 0;
    /// let _ = start.for_each_successor(|next| {
    ///     assert_eq!((next.side_to_move, next.reserves), (Color::Teal, [11, 13]));
    ///     count += 1;
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(count, 10);
    /// ```
    ///
    /// [`Position::for_each_turn`]: crate::Position::for_each_turn
    #[inline]
    pub fn for_each_successor<B>(
        &self,
        mut visit: impl FnMut(Setup<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (own, view) = (self.side_to_move, self.view_of(self.side_to_move));
        view.scan().for_each_turn(&mut |delta: Delta<S>| {
            let after = view.after(delta);
            let mut next = Setup {
                side_to_move: !own,
                ..*self
            };
            next.tokens[own] = after.enemy;
            next.tokens[!own] = after.own;
            next.reserves[own] = after.enemy_reserve;
            visit(next)
        })
    }

    /// See [`Position::mobility`](crate::Position::mobility).
    #[inline]
    pub fn mobility(&self, color: Color, most: u64) -> u64 {
        let scan = self.view_of(color).scan();
        scan.count_turns_up_to(most).min(most)
    }

    /// See [`Position::has_turn`](crate::Position::has_turn).
    #[inline]
    pub fn has_turn(&self) -> bool {
        self.view_of(self.side_to_move).scan().has_turn()
    }

    /// See [`Position::must_capture`](crate::Position::must_capture).
    #[inline]
    pub fn must_capture(&self) -> bool {
        self.view_of(self.side_to_move).scan().must_capture()
    }

    /// See [`Position::canonical`](crate::Position::canonical).
    #[must_use]
    #[inline]
    pub fn canonical(&self) -> Self {
        let tokens = self.tokens.map(Bitboard::mirrored);
        if tokens < self.tokens {
            Setup { tokens, ..*self }
        } else {
            *self
        }
    }
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
