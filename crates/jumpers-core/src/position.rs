//! Positions: the board, the reserves, the side to move, and their hash.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::generate::{Delta, Scan, View};
use crate::setup::{MaterialError, Setup, SetupError};
use crate::size::Size;
use crate::square::Square;
use crate::turn::{Turn, TurnList};
use crate::zobrist;

/// How a game ended. There are no draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The side that made the last turn.
    pub winner: Color,
}

/// A turn that the rules do not allow in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the turn is not legal in this position")]
pub struct IllegalTurn;

/// A position: a small value to copy freely. It owns its hash and keeps it up to date.
///
/// ```
/// use jumpers_core::{Color, Position, Six};
/// let mut position = Position::<Six>::start();
/// assert_eq!(position.to_string(), "4tt/4tt/6/6/rr4/rr4 r 12 13");
/// let turn = position.turns()[0];
/// position.play(&turn).unwrap();
/// assert_eq!(position.side_to_move(), Color::Teal);
/// assert_eq!(position.reserve(Color::Red), 11);
/// assert_eq!(position.outcome(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<S: Size> {
    tokens: [Bitboard<S>; 2],
    reserves: [u8; 2],
    side_to_move: Color,
    hash: u64,
}

impl<S: Size> Position<S> {
    /// The start of the game.
    pub fn start() -> Self {
        Self::new(
            S::MASKS.start.map(Bitboard::from_word),
            S::START_RESERVES,
            Color::Red,
        )
    }

    fn new(tokens: [Bitboard<S>; 2], reserves: [u8; 2], side_to_move: Color) -> Self {
        let mut position = Position {
            tokens,
            reserves,
            side_to_move,
            hash: 0,
        };
        position.hash = position.recomputed_hash();
        position
    }

    /// The position of a setup.
    ///
    /// # Errors
    /// If a point holds a token of both sides.
    pub fn from_setup(setup: &Setup<S>) -> Result<Self, SetupError<S>> {
        setup.check()?;
        Ok(Self::new(setup.tokens, setup.reserves, setup.side_to_move))
    }

    /// The parts of the position.
    pub fn setup(&self) -> Setup<S> {
        Setup {
            tokens: self.tokens,
            reserves: self.reserves,
            side_to_move: self.side_to_move,
        }
    }

    /// Could this material occur in a game? See [`Setup::check_material`].
    ///
    /// # Errors
    /// If a side has more tokens on and beside the board than it has at the start.
    pub fn check_material(&self) -> Result<(), MaterialError> {
        self.setup().check_material()
    }

    /// The points with tokens of this side.
    #[inline]
    pub fn tokens(&self, color: Color) -> Bitboard<S> {
        self.tokens[color]
    }

    /// The points without a token.
    #[inline]
    pub fn empty(&self) -> Bitboard<S> {
        !(self.tokens[0] | self.tokens[1])
    }

    /// The side with a token on this point.
    pub fn color_on(&self, square: Square<S>) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.tokens[color].contains(square))
    }

    /// This side's tokens beside the board.
    #[inline]
    pub fn reserve(&self, color: Color) -> u8 {
        self.reserves[color]
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The Zobrist hash. It is the same in every run and on every machine.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash worked out anew from all tokens: the slow twin of [`Position::hash`].
    pub fn recomputed_hash(&self) -> u64 {
        Color::ALL.into_iter().fold(
            zobrist::size::<S>() ^ zobrist::side_to_move(self.side_to_move),
            |hash, color| {
                hash ^ zobrist::tokens(color, self.tokens[color])
                    ^ zobrist::reserve(color, self.reserves[color])
            },
        )
    }

    /// A bound on the number of turns left: each turn lowers a reserve or takes a token.
    pub fn max_turns_left(&self) -> u32 {
        let beside = self.reserves.map(u32::from);
        2 * (beside[0] + beside[1]) + self.tokens[0].len() + self.tokens[1].len()
    }

    /// The reflection in the a1 diagonal, under which the rules are symmetric.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::new(
            self.tokens.map(Bitboard::mirrored),
            self.reserves,
            self.side_to_move,
        )
    }

    /// Of the position and its mirror image always the same one: that with the smaller sets of
    /// tokens, Red's first.
    ///
    /// ```
    /// use jumpers_core::{Position, Six};
    /// let position: Position<Six> = "4tt/4tt/6/6/rr4/1rrr2 t 11 13".parse().unwrap();
    /// assert_eq!(position.canonical(), position.mirrored().canonical());
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        let tokens = self.tokens.map(Bitboard::mirrored);
        if tokens < self.tokens {
            Self::new(tokens, self.reserves, self.side_to_move)
        } else {
            *self
        }
    }

    #[inline(always)]
    pub(crate) fn view(&self) -> View<S> {
        self.view_of(self.side_to_move)
    }

    /// The board as `own` would see it if it were to move.
    #[inline(always)]
    fn view_of(&self, own: Color) -> View<S> {
        let enemy = !own;
        View {
            own: self.tokens[own],
            enemy: self.tokens[enemy],
            reserve: self.reserves[own],
            enemy_reserve: self.reserves[enemy],
        }
    }

    #[inline(always)]
    pub(crate) fn scan(&self) -> Scan<S> {
        self.view().scan()
    }

    /// Visits every legal turn once, in a fixed order, until the visitor breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use jumpers_core::{Eight, Position};
    /// let first = Position::<Eight>::start().for_each_turn(ControlFlow::Break);
    /// assert!(first.is_break());
    /// ```
    #[inline]
    pub fn for_each_turn<B>(
        &self,
        mut visit: impl FnMut(Turn<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.scan().for_each_turn(&mut |delta| visit(delta.turn()))
    }

    /// Appends every legal turn to `list`.
    pub fn append_turns(&self, list: &mut TurnList<S>) {
        let _ = self.for_each_turn(|turn| {
            list.push(turn);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Every legal turn.
    pub fn turns(&self) -> TurnList<S> {
        let mut list = TurnList::new();
        self.append_turns(&mut list);
        list
    }

    /// Every legal turn of a token that captures without a hop: all turns of a capture position
    /// (see [`Position::must_capture`]), none of another one.
    pub fn captures(&self) -> TurnList<S> {
        let mut list = TurnList::new();
        let _ = self.scan().for_each_capture(&mut |delta| {
            list.push(delta.turn());
            ControlFlow::<()>::Continue(())
        });
        list
    }

    /// The number of legal turns, without building them.
    ///
    /// ```
    /// use jumpers_core::{Position, Ten};
    /// assert_eq!(Position::<Ten>::start().count_turns(), 10);
    /// ```
    pub fn count_turns(&self) -> u64 {
        self.scan().count_turns()
    }

    /// The number of turns that this side would have if it were to move, or `most` if there are
    /// that many or more. Takes a short time however many there are.
    ///
    /// ```
    /// use jumpers_core::{Color, Position, Six};
    /// let start = Position::<Six>::start();
    /// assert_eq!(start.mobility(Color::Teal, 30), 10);
    /// assert_eq!(start.mobility(Color::Teal, 4), 4);
    /// ```
    pub fn mobility(&self, color: Color, most: u64) -> u64 {
        self.view_of(color).scan().count_turns_up_to(most).min(most)
    }

    /// The number of paths: sequences of landing points, each with its spawn point.
    pub fn count_paths(&self) -> u64 {
        self.scan().count_paths()
    }

    /// Is there a legal turn? Without one the side to move has lost.
    pub fn has_turn(&self) -> bool {
        self.scan().has_turn()
    }

    /// Can a token capture, so that the turn must be a capture?
    pub fn must_capture(&self) -> bool {
        self.scan().must_capture()
    }

    /// The end of the game, if the side to move has no legal turn.
    pub fn outcome(&self) -> Option<Outcome> {
        (!self.has_turn()).then_some(Outcome {
            winner: !self.side_to_move,
        })
    }

    /// Is this turn legal? Takes the same short time however many turns there are.
    ///
    /// ```
    /// use jumpers_core::{Position, Six};
    /// let start = Position::<Six>::start();
    /// assert!(start.turns().iter().all(|turn| start.is_legal(turn)));
    /// ```
    pub fn is_legal(&self, turn: &Turn<S>) -> bool {
        self.scan().is_legal(turn.into())
    }

    /// Plays a legal turn.
    ///
    /// # Errors
    /// If the turn is not legal; the position is then as before.
    pub fn play(&mut self, turn: &Turn<S>) -> Result<(), IllegalTurn> {
        if !self.is_legal(turn) {
            return Err(IllegalTurn);
        }
        self.play_unchecked(turn);
        Ok(())
    }

    /// Plays a turn that is known to be legal here. Another turn gives a position without
    /// meaning, and nothing worse.
    #[inline]
    pub fn play_unchecked(&mut self, turn: &Turn<S>) {
        self.apply(turn.into());
    }

    #[inline(always)]
    pub(crate) fn apply(&mut self, delta: Delta<S>) {
        let (own, enemy) = (self.side_to_move, !self.side_to_move);
        let moved = delta.from ^ delta.to ^ delta.spawn;
        self.tokens[own] ^= moved;
        self.tokens[enemy] = self.tokens[enemy] - delta.captured;
        let mut hash = self.hash ^ zobrist::side_to_move(Color::Teal);
        hash ^= zobrist::tokens(own, moved) ^ zobrist::tokens(enemy, delta.captured);
        if !delta.spawn.is_empty() {
            let reserve = self.reserves[own];
            self.reserves[own] = reserve.wrapping_sub(1);
            hash ^= zobrist::reserve(own, reserve) ^ zobrist::reserve(own, self.reserves[own]);
        }
        self.hash = hash;
        self.side_to_move = enemy;
    }
}

impl<S: Size> fmt::Display for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl<S: Size> fmt::Debug for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<S: Size> FromStr for Position<S> {
    type Err = crate::PositionTextError;

    fn from_str(text: &str) -> Result<Self, crate::PositionTextError> {
        let setup = text.parse::<Setup<S>>()?;
        // A text gives each point at most one token, the only thing that a setup can get wrong.
        Ok(Self::new(setup.tokens, setup.reserves, setup.side_to_move))
    }
}
