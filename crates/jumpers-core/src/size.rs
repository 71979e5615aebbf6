//! Board sizes: a type inside, a value at the door.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::str::FromStr;

use crate::word::Word;

pub(crate) mod sealed {
    /// Nobody outside this crate adds a size or a word.
    pub trait Sealed {}
}

/// A board size as a type. Everything that touches a board is generic over it, so that each
/// size gets code of its own with the word and the masks built in.
pub trait Size:
    sealed::Sealed + Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static
{
    /// One bit a point.
    type Word: Word;
    /// Points along an edge.
    const N: u8;
    /// Tokens beside the board at the start: Red's, Teal's.
    const START_RESERVES: [u8; 2];
    /// The sets that the generator needs.
    #[doc(hidden)]
    const MASKS: Masks<Self::Word>;
}

/// Constant sets of one board size.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Masks<W> {
    /// Every point.
    pub full: W,
    /// Points with a neighbour to the west.
    pub x_from_1: W,
    /// Points with a neighbour to the east.
    pub x_to_last_but_1: W,
    /// Points with two neighbours to the west.
    pub x_from_2: W,
    /// Points with two neighbours to the east.
    pub x_to_last_but_2: W,
    /// The tokens at the start: Red's, Teal's.
    pub start: [W; 2],
    /// The points in four grids, by the parities of x and y: jumps do not lead from one to
    /// another.
    pub grids: [W; 4],
    /// For each k the points that are k steps above the a1 diagonal (k = 0: on it).
    pub above_diagonal: [W; 10],
}

/// The rectangle of the points with `x0 <= x < x1` and `y0 <= y < y1` on an n×n board.
const fn rectangle(n: u32, x0: u32, x1: u32, y0: u32, y1: u32) -> u128 {
    let mut set = 0;
    let mut y = y0;
    while y < y1 {
        let mut x = x0;
        while x < x1 {
            set |= 1u128 << (y * n + x);
            x += 1;
        }
        y += 1;
    }
    set
}

/// The points of an n×n board with `x` and `y` of the given parities.
const fn grid(n: u32, x_parity: u32, y_parity: u32) -> u128 {
    let mut set = 0;
    let mut i = 0;
    while i < n * n {
        if i % n % 2 == x_parity && i / n % 2 == y_parity {
            set |= 1u128 << i;
        }
        i += 1;
    }
    set
}

/// The points whose rank is their file plus `k`.
const fn diagonal(n: u32, k: u32) -> u128 {
    let mut set = 0;
    let mut x = 0;
    while x + k < n {
        set |= 1u128 << ((x + k) * n + x);
        x += 1;
    }
    set
}

macro_rules! sizes {
    ($($(#[$doc:meta])* $name:ident: $word:ty, $n:literal, $reserves:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl Size for $name {
            type Word = $word;
            const N: u8 = $n;
            const START_RESERVES: [u8; 2] = $reserves;
            const MASKS: Masks<$word> = Masks {
                full: rectangle($n, 0, $n, 0, $n) as $word,
                x_from_1: rectangle($n, 1, $n, 0, $n) as $word,
                x_to_last_but_1: rectangle($n, 0, $n - 1, 0, $n) as $word,
                x_from_2: rectangle($n, 2, $n, 0, $n) as $word,
                x_to_last_but_2: rectangle($n, 0, $n - 2, 0, $n) as $word,
                start: [
                    rectangle($n, 0, 2, 0, 2) as $word,
                    rectangle($n, $n - 2, $n, $n - 2, $n) as $word,
                ],
                grids: [
                    grid($n, 0, 0) as $word,
                    grid($n, 1, 0) as $word,
                    grid($n, 0, 1) as $word,
                    grid($n, 1, 1) as $word,
                ],
                above_diagonal: {
                    let mut sets = [0; 10];
                    let mut k = 0;
                    while k < $n {
                        sets[k] = diagonal($n, k as u32) as $word;
                        k += 1;
                    }
                    sets
                },
            };
        }

        const _: () = assert!($n * $n <= <$word>::BITS, "one bit a point");
    )*};
}

sizes! {
    /// The standard 6×6 board.
    Six: u64, 6, [12, 13];
    /// The 8×8 board.
    Eight: u64, 8, [20, 20];
    /// The 10×10 board.
    Ten: u128, 10, [30, 31];
    /// A 4×4 board, for study.
    Four: u64, 4, [6, 6];
    /// A 5×5 board, for study.
    Five: u64, 5, [8, 9];
    /// A 7×7 board, for study.
    Seven: u64, 7, [15, 16];
}

/// A board size as a value: what a position text or an option says. The sizes of the game only,
/// without those of [`study`](crate::study).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardSize {
    /// The standard 6×6 board.
    #[default]
    Six,
    /// The 8×8 board.
    Eight,
    /// The 10×10 board.
    Ten,
}

/// What to do once the size is known as a type; see [`BoardSize::visit`].
pub trait SizeVisitor {
    /// What comes out.
    type Output;
    /// Runs with the size as a type.
    fn visit<S: Size>(self) -> Self::Output;
}

/// A size other than 6, 8 or 10.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no board of size {0:?}: the sizes are 6, 8 and 10")]
pub struct BoardSizeError(pub String);

impl BoardSize {
    /// All sizes, smallest first.
    pub const ALL: [BoardSize; 3] = [BoardSize::Six, BoardSize::Eight, BoardSize::Ten];

    /// Points along an edge: 6, 8 or 10.
    pub const fn points(self) -> u8 {
        match self {
            BoardSize::Six => Six::N,
            BoardSize::Eight => Eight::N,
            BoardSize::Ten => Ten::N,
        }
    }

    /// The size with `points` along an edge.
    pub fn from_points(points: usize) -> Option<BoardSize> {
        Self::ALL
            .into_iter()
            .find(|size| usize::from(size.points()) == points)
    }

    /// The one place where a value becomes a type.
    ///
    /// ```
    /// use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
    ///
    /// struct CountTurns;
    /// impl SizeVisitor for CountTurns {
    ///     type Output = u64;
    ///     fn visit<S: Size>(self) -> u64 {
    ///         Position::<S>::start().count_turns()
    ///     }
    /// }
    /// assert_eq!(BoardSize::Eight.visit(CountTurns), 10);
    /// ```
    pub fn visit<V: SizeVisitor>(self, visitor: V) -> V::Output {
        match self {
            BoardSize::Six => visitor.visit::<Six>(),
            BoardSize::Eight => visitor.visit::<Eight>(),
            BoardSize::Ten => visitor.visit::<Ten>(),
        }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

impl FromStr for BoardSize {
    type Err = BoardSizeError;

    fn from_str(text: &str) -> Result<BoardSize, BoardSizeError> {
        text.parse()
            .ok()
            .and_then(BoardSize::from_points)
            .ok_or_else(|| BoardSizeError(text.chars().take(20).collect()))
    }
}
