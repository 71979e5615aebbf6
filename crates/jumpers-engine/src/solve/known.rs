//! Positions near the start that were solved once and for all: what is built in saves the searches
//! that take longest. The values are results of the solver, made by `known-values` of
//! `jumpers-lab`; there is no certificate of most of them.
//!
//! A text has a line for each position, up to reflection: its position text, and the turn that wins
//! it or, if none does, `lost`, with a tab between them.

use std::fmt;
use std::str::FromStr;

use jumpers_core::{Position, Size, Turn};

use super::table::ProofTable;
use super::{Numbers, line};

/// What is known of positions near the start is kept as long as other entries of so much effort.
const EFFORT: u8 = 63;

/// What stands for a turn where none wins.
const LOST: &str = "lost";

/// A position and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<S: Size> {
    /// The position.
    pub position: Position<S>,
    /// A turn that wins; `None` if the side to move loses.
    pub winning: Option<Turn<S>>,
}

/// A line that is no [`Known`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KnownError {
    /// It has not two fields.
    #[error("there should be a position and a turn or `{LOST}`, with a tab between them")]
    Fields,
    /// The first field is no position.
    #[error("{0}")]
    Position(String),
    /// The second one is no turn there.
    #[error("{0}")]
    Turn(String),
}

impl<S: Size> fmt::Display for Known<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.winning {
            Some(turn) => {
                let turn = self.position.text_of(turn);
                write!(f, "{}\t{turn}", self.position)
            }
            None => write!(f, "{}\t{LOST}", self.position),
        }
    }
}

impl<S: Size> FromStr for Known<S> {
    type Err = KnownError;

    fn from_str(line: &str) -> Result<Self, KnownError> {
        let (position, turn) = line.split_once('\t').ok_or(KnownError::Fields)?;
        let position = (position.parse::<Position<S>>())
            .map_err(|error| KnownError::Position(error.to_string()))?;
        let winning = match turn {
            LOST => None,
            turn => Some(
                (position.resolve_text(turn))
                    .map_err(|error| KnownError::Turn(error.to_string()))?,
            ),
        };
        Ok(Known { position, winning })
    }
}

/// The positions that are built in for a size of board: for 6×6 all of the first plies, otherwise
/// none.
pub fn built_in<S: Size>() -> Vec<Known<S>> {
    let text = match S::N {
        6 => include_str!("known/6.txt"),
        _ => "",
    };
    let known = |line: &str| line.parse().expect("positions that are built in");
    text.lines().map(known).collect()
}

/// Stores what is known of positions, and of what the turns that win lead to.
pub fn tell<S: Size>(table: &ProofTable, positions: impl IntoIterator<Item = Known<S>>) {
    for Known { position, winning } in positions {
        let setup = position.setup().canonical();
        match winning {
            Some(turn) => {
                let next = line::after(&position, &turn).setup().canonical();
                table.put(&next, Numbers::LOSS, EFFORT);
                table.put(&setup, Numbers::WIN, EFFORT);
            }
            None => table.put(&setup, Numbers::LOSS, EFFORT),
        }
    }
}
