//! Who wins, found by looking at every line: the slow twin of everything that solves positions.

use std::collections::HashMap;

use jumpers_core::{Position, Size};

use super::solver::after;

/// Looks at every line, and keeps what it has found. It knows neither the symmetry of the board
/// nor anything else of the game but its turns.
pub struct Exhaustive<S: Size> {
    wins: HashMap<Position<S>, bool>,
    most: usize,
}

impl<S: Size> Exhaustive<S> {
    /// A search that keeps at most this many positions, and gives up where it would need more.
    pub fn new(most: usize) -> Self {
        Exhaustive {
            wins: HashMap::new(),
            most,
        }
    }

    /// Does the side to move win? `None` if that takes more positions than may be kept; what has
    /// been found until then stays.
    pub fn wins(&mut self, position: &Position<S>) -> Option<bool> {
        if let Some(&wins) = self.wins.get(position) {
            return Some(wins);
        }
        let mut wins = false;
        for turn in position.turns() {
            if !self.wins(&after(position, &turn))? {
                wins = true;
                break;
            }
        }
        if self.wins.len() >= self.most {
            return None;
        }
        self.wins.insert(*position, wins);
        Some(wins)
    }

    /// How many positions it keeps.
    pub fn known(&self) -> usize {
        self.wins.len()
    }
}
