//! The player that counts tokens.

use std::ops::ControlFlow;

use jumpers_core::{Position, Size, Turn};

use super::lot::Lot;
use super::random::draw;
use super::thought::{Thought, Worth, after, tokens_ahead};

/// Looks at so many turns, drawn by lot, and at so many answers to each, at most. Few positions
/// have as many.
const MOST_TURNS: usize = 1_000;

/// A turn that wins at once, or else one of those that take the most tokens less those that the
/// other side can take then.
pub(super) fn choose<S: Size>(position: &Position<S>, turns: &[Turn<S>], seed: u64) -> Thought<S> {
    let best = best_turns(position, turns, seed);
    let mut line = Vec::from_iter(draw(position, &best.turns, seed));
    if let Some(turn) = line.first() {
        let next = after(position, turn);
        let answers = best_turns(&next, &next.turns(), seed);
        line.extend(draw(&next, &answers.turns, seed));
    }
    Thought {
        depth: 2,
        nodes: best.nodes,
        worth: best.worth,
        line,
    }
}

/// The turns that are as good as each other.
struct Best<S: Size> {
    turns: Vec<Turn<S>>,
    worth: Worth,
    nodes: u64,
}

fn best_turns<S: Size>(position: &Position<S>, turns: &[Turn<S>], seed: u64) -> Best<S> {
    let mut turns = turns.to_vec();
    if turns.len() > MOST_TURNS {
        Lot::new(seed, position).shuffle(&mut turns);
        turns.truncate(MOST_TURNS);
    }
    let mut best = Best {
        turns: Vec::new(),
        worth: Worth::End(0),
        nodes: 0,
    };
    let ahead = tokens_ahead(position, position.side_to_move());
    let mut most = i32::MIN;
    for turn in turns {
        let next = after(position, &turn);
        best.nodes += 1;
        let gain = if next.has_turn() {
            turn.captured.len() as i32 - most_captured(&next)
        } else {
            i32::MAX
        };
        if gain > most || best.turns.is_empty() {
            best.turns.clear();
            most = gain;
        }
        if gain == most {
            best.turns.push(turn);
        }
    }
    best.worth = match most {
        i32::MAX => Worth::End(1),
        // There was no turn.
        i32::MIN => Worth::End(0),
        gain => Worth::Tokens(100 * (ahead + gain)),
    };
    best
}

/// How many tokens a turn can take.
fn most_captured<S: Size>(position: &Position<S>) -> i32 {
    let (mut most, mut seen) = (0, 0);
    let _ = position.for_each_turn(|turn| {
        most = most.max(turn.captured.len());
        seen += 1;
        if seen < MOST_TURNS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    most as i32
}
