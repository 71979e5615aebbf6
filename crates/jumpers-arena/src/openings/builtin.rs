//! The shipped sets.

use jumpers_core::BoardSize;

const SIX: &str = include_str!("../../openings/6.txt");
const EIGHT: &str = include_str!("../../openings/8.txt");
const TEN: &str = include_str!("../../openings/10.txt");
const ALL: &str = concat!(
    include_str!("../../openings/6.txt"),
    include_str!("../../openings/8.txt"),
    include_str!("../../openings/10.txt"),
);

/// A set of balanced openings that this program brings along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// Those of one board.
    Board(BoardSize),
    /// Those of all boards, the smallest first.
    All,
}

impl Builtin {
    /// The set as a file: what made it in a comment, then a position text a line.
    pub fn text(self) -> &'static str {
        match self {
            Builtin::Board(BoardSize::Six) => SIX,
            Builtin::Board(BoardSize::Eight) => EIGHT,
            Builtin::Board(BoardSize::Ten) => TEN,
            Builtin::All => ALL,
        }
    }
}
