//! The player that takes any turn.

use jumpers_core::{Position, Size, Turn};

use super::lot::Lot;
use super::thought::{Thought, Worth, after, tokens_ahead};

/// One of the turns by lot, and the answer that the same player would give to it.
pub(super) fn choose<S: Size>(position: &Position<S>, turns: &[Turn<S>], seed: u64) -> Thought<S> {
    let mut line = Vec::from_iter(draw(position, turns, seed));
    if let Some(turn) = line.first() {
        let next = after(position, turn);
        line.extend(draw(&next, &next.turns(), seed));
    }
    Thought {
        depth: 1,
        nodes: turns.len() as u64,
        worth: Worth::Tokens(100 * tokens_ahead(position, position.side_to_move())),
        line,
    }
}

/// One of the turns, if there is any; the same one whatever their order.
pub(super) fn draw<S: Size>(
    position: &Position<S>,
    turns: &[Turn<S>],
    seed: u64,
) -> Option<Turn<S>> {
    if turns.is_empty() {
        return None;
    }
    let mut turns = turns.to_vec();
    let place = Lot::new(seed, position).below(turns.len());
    let (_, turn, _) = turns.select_nth_unstable(place);
    Some(*turn)
}
