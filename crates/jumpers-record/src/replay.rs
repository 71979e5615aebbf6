//! A record under the rules.

use jumpers_core::{Color, MaterialError};

use crate::{EndingKind, GameRecord, Referee, RefereeError, Winner};

/// A game of a record that agrees with the rules.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game as it stands at the end of the record, with the canonical texts of its turns.
    pub game: Referee,
    /// The texts of all positions: the start, and the one after each turn.
    pub positions: Vec<String>,
}

/// Why a record is not one of a game under the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The start is no position.
    #[error(transparent)]
    Position(RefereeError),
    /// No game can have so many tokens.
    #[error("position: {0}")]
    Material(#[from] MaterialError),
    /// A turn that is not legal.
    #[error("turn {ply}, by {side}: {reason}")]
    Turn {
        /// The number of the turn, from 1.
        ply: usize,
        /// Whose turn it was.
        side: Color,
        /// The turn, as the record has it.
        turn: String,
        /// What is wrong with it.
        reason: RefereeError,
    },
    /// The rules are said to have ended a game that goes on.
    #[error("the ending is {}, but {side} has a turn", EndingKind::Rules)]
    NotOver {
        /// Whose turn it is.
        side: Color,
    },
    /// The game had ended under the rules, and is said to have ended otherwise.
    #[error("the ending is {ending}, but {winner} has won by the rules")]
    Over {
        /// What the record says.
        ending: EndingKind,
        /// Who has won by the rules.
        winner: Color,
    },
    /// Not the winner that the ending has.
    #[error("the winner is {winner}, but the ending is {ending}, so it is {expected}")]
    Winner {
        /// What the record says.
        winner: Winner,
        /// How the game ended.
        ending: EndingKind,
        /// The right winner.
        expected: Winner,
    },
    /// An ending that has a winner, and none.
    #[error(
        "the winner is {}, but the ending is {ending}, so there is one",
        Winner::None
    )]
    NoWinner {
        /// How the game ended.
        ending: EndingKind,
    },
}

impl GameRecord {
    /// Plays the game of the record by the rules, and checks that the record agrees with them:
    ///
    /// - the position is one, with no more tokens than a game can have;
    /// - each turn is legal where it was made; any text that fits one turn is accepted;
    /// - the ending [`Rules`](EndingKind::Rules) stands only where the side to move has no turn, and
    ///   there the other side is the winner; every other ending stands where it has one;
    /// - [`Interrupt`](EndingKind::Interrupt) has no winner, every other ending has one;
    /// - [`Time`](EndingKind::Time) and [`IllegalTurn`](EndingKind::IllegalTurn) are faults of the
    ///   side to move, so the other one is the winner. All other faults can be those of either
    ///   side: an engine may end while the other one thinks.
    ///
    /// # Errors
    /// At the first of these that does not hold.
    ///
    /// ```
    /// use jumpers_record::{Ending, EndingKind, GameRecord, PlayerRecord, TurnRecord, Winner};
    ///
    /// let mut record = GameRecord {
    ///     event: String::new(),
    ///     round: String::new(),
    ///     date: String::new(),
    ///     red: PlayerRecord::default(),
    ///     teal: PlayerRecord::default(),
    ///     position: "6/6/6/6/6/rt4 r 0 0".to_owned(),
    ///     turns: vec![TurnRecord::new("a1xc1")],
    ///     winner: Winner::Red,
    ///     ending: Ending::new(EndingKind::Rules, ""),
    /// };
    /// assert_eq!(record.replay()?.positions[1], "6/6/6/6/6/2r3 t 0 0");
    /// record.winner = Winner::Teal;
    /// assert_eq!(
    ///     record.replay().unwrap_err().to_string(),
    ///     "the winner is teal, but the ending is rules, so it is red"
    /// );
    /// # Ok::<(), jumpers_record::ReplayError>(())
    /// ```
    pub fn replay(&self) -> Result<Replay, ReplayError> {
        let mut game = Referee::new(&self.position).map_err(ReplayError::Position)?;
        game.check_material()?;
        let mut positions = vec![game.position()];
        for (turn, ply) in self.turns.iter().zip(1..) {
            let side = game.side_to_move();
            let played = game.play(&turn.turn);
            played.map_err(|reason| ReplayError::Turn {
                ply,
                side,
                turn: turn.turn.clone(),
                reason,
            })?;
            positions.push(game.position());
        }
        self.check_ending(&game)?;
        Ok(Replay { game, positions })
    }

    fn check_ending(&self, game: &Referee) -> Result<(), ReplayError> {
        let (ending, side) = (self.ending.kind, game.side_to_move());
        match (ending, game.winner()) {
            (EndingKind::Rules, None) => return Err(ReplayError::NotOver { side }),
            (EndingKind::Rules, Some(_)) | (_, None) => {}
            (_, Some(winner)) => return Err(ReplayError::Over { ending, winner }),
        }
        let expected = match ending {
            EndingKind::Rules | EndingKind::Time | EndingKind::IllegalTurn => (!side).into(),
            EndingKind::Stall | EndingKind::Crash | EndingKind::ProtocolError => {
                return match self.winner {
                    Winner::None => Err(ReplayError::NoWinner { ending }),
                    Winner::Red | Winner::Teal => Ok(()),
                };
            }
            EndingKind::Interrupt => Winner::None,
        };
        if self.winner == expected {
            Ok(())
        } else {
            Err(ReplayError::Winner {
                winner: self.winner,
                ending,
                expected,
            })
        }
    }
}
