//! The same figure for all boards and for each.

use jumpers_core::BoardSize;
use serde::Serialize;

use super::played::Pair;

/// A figure for all games, and for those on each board that was played on, the smallest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ByBoard<T> {
    /// For all games.
    pub all: T,
    /// For each board.
    pub boards: Vec<OnBoard<T>>,
}

/// A figure for the games on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OnBoard<T> {
    /// Points along the board's edge: 6, 8 or 10.
    pub board: u8,
    /// The figure.
    #[serde(flatten)]
    pub figure: T,
}

impl<T> ByBoard<T> {
    pub(super) fn new(pairs: &[Pair<'_>], mut figure: impl FnMut(&[Pair<'_>]) -> T) -> Self {
        ByBoard {
            all: figure(pairs),
            boards: on_boards(pairs, figure),
        }
    }
}

/// A figure for each board that was played on.
pub(super) fn on_boards<T>(
    pairs: &[Pair<'_>],
    mut figure: impl FnMut(&[Pair<'_>]) -> T,
) -> Vec<OnBoard<T>> {
    BoardSize::ALL
        .into_iter()
        .filter_map(|board| {
            let pairs: Vec<Pair<'_>> = pairs
                .iter()
                .filter(|pair| pair.board == board)
                .copied()
                .collect();
            (!pairs.is_empty()).then(|| OnBoard {
                board: board.points(),
                figure: figure(&pairs),
            })
        })
        .collect()
}
