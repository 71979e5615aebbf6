//! Sets of points.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::size::Size;
use crate::square::Square;
use crate::word::Word;

/// The four directions along the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    East,
    North,
    West,
    South,
}

impl Direction {
    pub(crate) const ALL: [Direction; 4] = [
        Direction::East,
        Direction::North,
        Direction::West,
        Direction::South,
    ];
}

/// A set of points of one board.
///
/// ```
/// use jumpers_core::{Bitboard, Six, Square};
/// let a1: Square<Six> = "a1".parse().unwrap();
/// let b1: Square<Six> = "b1".parse().unwrap();
/// let both = Bitboard::from(a1) | Bitboard::from(b1);
/// assert_eq!(both.len(), 2);
/// assert!(both.contains(b1) && (both - Bitboard::from(b1)) == Bitboard::from(a1));
/// assert_eq!(both.into_iter().map(|s| s.to_string()).collect::<String>(), "a1b1");
/// assert_eq!((!both).len(), 34);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<S: Size>(S::Word);

impl<S: Size> Bitboard<S> {
    /// The empty set.
    pub const EMPTY: Self = Bitboard(S::Word::ZERO);
    /// Every point.
    pub const ALL: Self = Bitboard(S::MASKS.full);

    #[inline(always)]
    pub(crate) fn from_word(word: S::Word) -> Self {
        Bitboard(word)
    }

    /// The low and the high 64 bits, bit i for the point with index i.
    #[inline(always)]
    pub fn halves(self) -> [u64; 2] {
        self.0.halves()
    }

    /// The set with these low and high 64 bits; bits beyond the board are dropped.
    #[inline(always)]
    pub fn from_halves(halves: [u64; 2]) -> Self {
        Bitboard(S::Word::from_halves(halves) & S::MASKS.full)
    }

    /// How many points.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// No point at all?
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == S::Word::ZERO
    }

    /// Is this point in it?
    #[inline(always)]
    pub fn contains(self, square: Square<S>) -> bool {
        self.meets(square.into())
    }

    /// Do the two sets share a point?
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Is every point of this set in the other?
    #[inline(always)]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The first point in index order.
    #[inline(always)]
    pub fn first(self) -> Option<Square<S>> {
        (!self.is_empty()).then(|| Square::at(self.0.trailing_zeros() as u8))
    }

    /// The set without its first point; the empty set stays empty.
    #[inline(always)]
    #[must_use]
    pub fn without_first(self) -> Self {
        Bitboard(self.0.without_lowest())
    }

    /// The singletons of the set's points, in index order.
    #[inline(always)]
    pub(crate) fn singletons(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let rest = self.without_first();
            let first = self - rest;
            self = rest;
            Some(first)
        })
    }

    /// The first point of the set in each of the four grids of points that jumps connect.
    #[inline(always)]
    pub(crate) fn first_of_each_grid(self) -> Self {
        let first = |grid| {
            let set = self & Bitboard(grid);
            set - set.without_first()
        };
        Self::union(S::MASKS.grids.map(first))
    }

    /// The reflection in the a1 diagonal.
    #[must_use]
    #[inline]
    pub fn mirrored(self) -> Self {
        // Points k steps above the diagonal and their images below are this far apart for each k.
        let apart = u32::from(S::N) - 1;
        let diagonals = S::MASKS.above_diagonal;
        let mut mirrored = self.0 & diagonals[0];
        for k in 1..u32::from(S::N) {
            let above = diagonals[k as usize];
            mirrored |= (self.0 & above) >> (k * apart);
            mirrored |= (self.0 << (k * apart)) & above;
        }
        Bitboard(mirrored)
    }

    /// Each point moved one step; what leaves the board is dropped.
    #[inline(always)]
    pub(crate) fn step(self, direction: Direction) -> Self {
        let n = u32::from(S::N);
        Bitboard(match direction {
            Direction::East => (self.0 & S::MASKS.x_to_last_but_1) << 1,
            Direction::North => (self.0 << n) & S::MASKS.full,
            Direction::West => (self.0 & S::MASKS.x_from_1) >> 1,
            Direction::South => self.0 >> n,
        })
    }

    /// Each point moved two steps; what leaves the board is dropped.
    #[inline(always)]
    pub(crate) fn jump(self, direction: Direction) -> Self {
        let n = u32::from(S::N);
        Bitboard(match direction {
            Direction::East => (self.0 & S::MASKS.x_to_last_but_2) << 2,
            Direction::North => (self.0 << (2 * n)) & S::MASKS.full,
            Direction::West => (self.0 & S::MASKS.x_from_2) >> 2,
            Direction::South => self.0 >> (2 * n),
        })
    }

    /// The neighbours along the lines of all points of the set.
    #[inline(always)]
    pub(crate) fn neighbours(self) -> Self {
        Direction::ALL
            .into_iter()
            .fold(Self::EMPTY, |set, direction| set | self.step(direction))
    }

    /// Each point moved two steps, for a set whose points can all be: those that
    /// [`Bitboard::jumps`] gave for this direction.
    #[inline(always)]
    pub(crate) fn jump_within(self, direction: Direction) -> Self {
        let n = u32::from(S::N);
        Bitboard(match direction {
            Direction::East => self.0 << 2,
            Direction::North => self.0 << (2 * n),
            Direction::West => self.0 >> 2,
            Direction::South => self.0 >> (2 * n),
        })
    }

    /// Each of four sets jumped into its own direction, as [`Bitboard::jump_within`] does.
    #[inline(always)]
    pub(crate) fn jump_each([east, north, west, south]: [Self; 4]) -> [Self; 4] {
        [
            east.jump_within(Direction::East),
            north.jump_within(Direction::North),
            west.jump_within(Direction::West),
            south.jump_within(Direction::South),
        ]
    }

    /// The union of [`Bitboard::jump_each`].
    #[inline(always)]
    pub(crate) fn jump_all(sets: [Self; 4]) -> Self {
        Self::union(Self::jump_each(sets))
    }

    /// For each point the number of the four sets that it is in, in binary: the points whose
    /// number has the digit 1, 2, 4.
    #[inline(always)]
    pub(crate) fn tally([a, b, c, d]: [Self; 4]) -> [Self; 3] {
        let (one, two) = (a ^ b, a & b);
        let (other_one, other_two) = (c ^ d, c & d);
        [
            one ^ other_one,
            (two ^ other_two) | (one & other_one),
            two & other_two,
        ]
    }

    /// For each direction the points from which a token, there or arriving there, jumps over a
    /// point of `over` onto a point of `land`.
    #[inline(always)]
    pub(crate) fn jumps(over: Self, land: Self) -> [Self; 4] {
        let n = u32::from(S::N);
        let (over, land, masks) = (over.0, land.0, S::MASKS);
        [
            Bitboard((over >> 1) & ((land >> 2) & masks.x_to_last_but_2)),
            Bitboard((over >> n) & (land >> (2 * n))),
            Bitboard((over << 1) & ((land << 2) & masks.x_from_2)),
            Bitboard((over << n) & ((land << (2 * n)) & masks.full)),
        ]
    }

    /// The union of four sets.
    #[inline(always)]
    pub(crate) fn union(sets: [Self; 4]) -> Self {
        sets[0] | sets[1] | sets[2] | sets[3]
    }
}

impl<S: Size> Default for Bitboard<S> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<S: Size> From<Square<S>> for Bitboard<S> {
    #[inline(always)]
    fn from(square: Square<S>) -> Self {
        Bitboard(S::Word::ONE << square.index() as u32)
    }
}

impl<S: Size> FromIterator<Square<S>> for Bitboard<S> {
    fn from_iter<I: IntoIterator<Item = Square<S>>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.into())
    }
}

/// Iterates over a set's points in index order.
#[derive(Clone, Debug)]
pub struct Squares<S: Size>(Bitboard<S>);

impl<S: Size> Iterator for Squares<S> {
    type Item = Square<S>;

    #[inline(always)]
    fn next(&mut self) -> Option<Square<S>> {
        let first = self.0.first();
        self.0 = self.0.without_first();
        first
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl<S: Size> ExactSizeIterator for Squares<S> {}

impl<S: Size> IntoIterator for Bitboard<S> {
    type Item = Square<S>;
    type IntoIter = Squares<S>;

    #[inline(always)]
    fn into_iter(self) -> Squares<S> {
        Squares(self)
    }
}

impl<S: Size> BitOr for Bitboard<S> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Bitboard(self.0 | other.0)
    }
}

impl<S: Size> BitAnd for Bitboard<S> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Bitboard(self.0 & other.0)
    }
}

impl<S: Size> BitXor for Bitboard<S> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Bitboard(self.0 ^ other.0)
    }
}

impl<S: Size> Sub for Bitboard<S> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Bitboard(self.0 & !other.0)
    }
}

impl<S: Size> Not for Bitboard<S> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl<S: Size> BitOrAssign for Bitboard<S> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<S: Size> BitAndAssign for Bitboard<S> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<S: Size> BitXorAssign for Bitboard<S> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

/// The names of the points, as in `{a1 c2}`.
impl<S: Size> fmt::Debug for Bitboard<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, square) in self.into_iter().enumerate() {
            write!(f, "{}{square}", if i == 0 { "" } else { " " })?;
        }
        f.write_str("}")
    }
}
