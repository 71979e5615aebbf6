//! Games as commands change them, and why they do not.

use jumpers_core::{BoardSize, ResolveError};
use jumpers_protocol::{PositionBase, PositionParams};
use jumpers_record::{Referee, RefereeError};

/// A position, a turn or an `undo` that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    /// The position text is wrong.
    #[error(transparent)]
    Position(RefereeError),
    /// One of the turns after `moves` is wrong.
    #[error("{command}: turn {number} of {total}: {reason}")]
    Turn {
        /// The command.
        command: &'static str,
        /// Its place, from 1.
        number: usize,
        /// How many there are.
        total: usize,
        /// What is wrong with it.
        reason: RefereeError,
    },
    /// One of the turns after `searchmoves` is wrong.
    #[error("go: searchmoves: {0}")]
    SearchTurn(RefereeError),
    /// More turns are to be taken back than were played.
    #[error("undo: turns to take back: {wanted}, played since the position was set: {played}")]
    Undo {
        /// How many were to be taken back.
        wanted: u32,
        /// How many there are.
        played: usize,
    },
}

impl Refusal {
    /// The code of the error reply.
    pub fn code(&self) -> &'static str {
        let reason = match self {
            Refusal::Position(_) => return "bad-position",
            Refusal::Undo { .. } => return "nothing-to-undo",
            Refusal::Turn { reason, .. } | Refusal::SearchTurn(reason) => reason,
        };
        match reason {
            RefereeError::Turn(ResolveError::Text(_)) => "bad-turn",
            RefereeError::Turn(ResolveError::Ambiguous { .. }) => "ambiguous-turn",
            _ => "illegal-turn",
        }
    }
}

/// The game of a `position`; `startpos` is that of a board of this size.
pub(super) fn opened(params: &PositionParams, size: BoardSize) -> Result<Referee, Refusal> {
    let game = match &params.base {
        PositionBase::Startpos => Referee::start_of(size),
        PositionBase::Fen(text) => Referee::new(text).map_err(Refusal::Position)?,
    };
    played(game, &params.moves, "position")
}

/// The game after these turns of a command.
pub(super) fn played(
    mut game: Referee,
    turns: &[String],
    command: &'static str,
) -> Result<Referee, Refusal> {
    for (turn, number) in turns.iter().zip(1..) {
        game.play(turn).map_err(|reason| Refusal::Turn {
            command,
            number,
            total: turns.len(),
            reason,
        })?;
    }
    Ok(game)
}

/// The game before its last turns.
pub(super) fn undone(mut game: Referee, wanted: u32) -> Result<Referee, Refusal> {
    let played = game.turns().len();
    if wanted as usize > played {
        return Err(Refusal::Undo { wanted, played });
    }
    for _ in 0..wanted {
        game.undo();
    }
    Ok(game)
}
