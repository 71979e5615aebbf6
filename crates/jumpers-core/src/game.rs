//! Games: a start, the turns played, and the position reached.

use crate::position::{IllegalTurn, Outcome, Position};
use crate::size::Size;
use crate::turn::Turn;

/// A game from any start, with its history.
///
/// ```
/// use jumpers_core::{Game, Position, Six};
/// let mut game = Game::new(Position::<Six>::start());
/// while game.outcome().is_none() {
///     let turn = game.position().turns()[0];
///     game.play(turn).unwrap();
/// }
/// assert!(game.turns().len() as u32 <= game.start().max_turns_left());
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Game<S: Size> {
    /// All positions, the start first and the current one last.
    positions: Vec<Position<S>>,
    turns: Vec<Turn<S>>,
}

impl<S: Size> Game<S> {
    /// A game that begins here.
    pub fn new(start: Position<S>) -> Self {
        Game {
            positions: vec![start],
            turns: Vec::new(),
        }
    }

    /// Where the game began.
    pub fn start(&self) -> &Position<S> {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position<S> {
        &self.positions[self.turns.len()]
    }

    /// The turns played.
    pub fn turns(&self) -> &[Turn<S>] {
        &self.turns
    }

    /// The end of the game, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If the turn is not legal; the game is then as before.
    pub fn play(&mut self, turn: Turn<S>) -> Result<(), IllegalTurn> {
        if !self.position().is_legal(&turn) {
            return Err(IllegalTurn);
        }
        self.play_unchecked(turn);
        Ok(())
    }

    /// Plays a turn that is known to be legal, as [`Position::play_unchecked`] does.
    pub fn play_unchecked(&mut self, turn: Turn<S>) {
        let mut position = *self.position();
        position.play_unchecked(&turn);
        self.positions.push(position);
        self.turns.push(turn);
    }

    /// Takes the last turn back and returns it, if there is one.
    pub fn undo(&mut self) -> Option<Turn<S>> {
        let turn = self.turns.pop()?;
        self.positions.pop();
        Some(turn)
    }
}
