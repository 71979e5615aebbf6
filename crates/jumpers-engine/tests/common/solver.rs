//! The truth about small positions.

use std::collections::HashMap;

use jumpers_core::{Position, Size, Turn};

use super::random_game;

/// Solves positions by looking at every line.
pub struct Solver<S: Size> {
    known: HashMap<Position<S>, i32>,
    most: usize,
}

/// A late position with more positions below it is left out.
const MOST_KNOWN: usize = 60_000;

impl<S: Size> Solver<S> {
    /// A solver that keeps at most this many positions, and gives up where it would need more.
    pub fn new(most: usize) -> Self {
        Solver {
            known: HashMap::new(),
            most,
        }
    }

    /// The plies to the end if both sides do their best, the winner to be quick and the loser to
    /// be slow: positive for a win of the side to move, zero or negative for a loss.
    pub fn solve(&mut self, position: &Position<S>) -> Option<i32> {
        if let Some(&value) = self.known.get(position) {
            return Some(value);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let (mut win, mut loss) = (None::<i32>, 0);
        for turn in position.turns() {
            let value = self.solve(&after(position, &turn))?;
            if value <= 0 {
                let plies = 1 - value;
                win = Some(win.map_or(plies, |least| least.min(plies)));
            } else {
                loss = loss.min(-value - 1);
            }
        }
        let value = win.unwrap_or(loss);
        self.known.insert(*position, value);
        Some(value)
    }
}

/// The position after a turn.
pub fn after<S: Size>(position: &Position<S>, turn: &Turn<S>) -> Position<S> {
    let mut next = *position;
    next.play(turn).expect("a legal turn");
    next
}

/// Late positions of random games, with reserves made small, and their solutions.
pub fn solved<S: Size>(count: usize, seed: u64) -> Vec<(Position<S>, Solver<S>)> {
    let mut found = Vec::new();
    for seed in seed.. {
        let game = random_game(&Position::<S>::start(), seed);
        // Up to the twentieth position before the end, another one in each game.
        let back = 1 + seed as usize % 20;
        let Some((late, _)) = game.len().checked_sub(back).map(|at| &game[at]) else {
            continue;
        };
        let mut setup = late.setup();
        for (reserve, most) in setup.reserves.iter_mut().zip([seed % 4, seed / 4 % 4]) {
            *reserve = (*reserve).min(most as u8);
        }
        let position = Position::from_setup(&setup).expect("no overlap");
        let mut solver = Solver::new(MOST_KNOWN);
        if solver.solve(&position).is_some() {
            found.push((position, solver));
        }
        if found.len() == count {
            break;
        }
    }
    found
}
