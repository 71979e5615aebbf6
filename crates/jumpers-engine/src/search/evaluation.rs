//! A first evaluation by hand.
//!
//! Who cannot move loses, so what counts is who runs out of turns first. A side that does not
//! capture spends a token of its reserve each turn: if nothing else happened, the side to move
//! would win just if it had more tokens in reserve than the other. Captures are turns for free,
//! and tokens on the board are what captures and hops are made of.

use jumpers_core::{Color, Position, Size};

use super::value::{MAX_EVALUATION, Value};

/// A token in reserve: a turn to spend.
const RESERVE: Value = 100;
/// A token on the board.
const TOKEN: Value = 110;
/// A turn to choose from, up to [`MOST_TURNS`].
const TURN: Value = 20;
const MOST_TURNS: u64 = 30;
/// Having to move, with nothing else to tell the sides apart.
const TO_MOVE: Value = -50;

/// The value of a position for the side to move, in hundredths of a reserve token.
///
/// ```
/// use jumpers_core::{Position, Six};
/// use jumpers_engine::search::evaluate;
/// let ahead: Position<Six> = "4tt/4tt/6/6/rr4/rr4 r 12 3".parse().unwrap();
/// assert!(evaluate(&ahead) > 0);
/// ```
pub fn evaluate<S: Size>(position: &Position<S>) -> Value {
    Assessment::new(position).value
}

/// A position's value, and whether it means anything.
#[derive(Clone, Copy, Debug)]
pub struct Assessment {
    /// The value for the side to move.
    pub value: Value,
    /// Without a turn the side to move has lost, whatever the value.
    pub has_turn: bool,
}

impl Assessment {
    pub fn new<S: Size>(position: &Position<S>) -> Self {
        let own = position.side_to_move();
        let turns = Color::ALL.map(|color| position.mobility(color, MOST_TURNS));
        let side = |color| {
            RESERVE * Value::from(position.reserve(color))
                + TOKEN * position.tokens(color).len() as Value
                + TURN * turns[color] as Value
        };
        let value = side(own) - side(!own) + TO_MOVE;
        Assessment {
            value: value.clamp(-MAX_EVALUATION, MAX_EVALUATION),
            has_turn: turns[own] > 0,
        }
    }
}
