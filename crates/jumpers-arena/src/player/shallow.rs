//! The player that looks a few turns ahead.

use jumpers_core::{Color, Position, Size, Turn};

use super::kind::Wish;
use super::lot::Lot;
use super::thought::{Thought, Worth, after, tokens_ahead};

/// Turns that it looks ahead at most.
const DEEPEST: u32 = 3;
/// Positions that it looks at, at most. So it takes milliseconds, and the position alone says how
/// far it comes.
const MOST_NODES: u64 = 20_000;
/// What a turn to choose from is worth, in hundredths of a token.
const TURN_VALUE: i32 = 5;
/// More turns to choose from are worth no more.
const MOST_TURNS: u64 = 24;
/// The value of a win, less the turns that it takes.
const WIN: i32 = 1_000_000;
/// Values beyond this are those of wins.
const WIN_BOUND: i32 = WIN - 1_000;

/// An alpha-beta search of depth 1, 2 and 3, as far as the number of positions allows. The seed
/// decides between turns that are as good as each other.
pub(super) fn choose<S: Size>(
    position: &Position<S>,
    turns: &[Turn<S>],
    wish: &Wish,
) -> Thought<S> {
    let mut turns = turns.to_vec();
    Lot::new(wish.seed, position).shuffle(&mut turns);
    captures_first(&mut turns);
    let mut search = Search {
        nodes: 0,
        most: wish.nodes.unwrap_or(MOST_NODES).min(MOST_NODES),
    };
    let mut thought = Thought {
        depth: 0,
        nodes: 0,
        worth: worth(value(position)),
        line: turns.first().copied().into_iter().collect(),
    };
    for depth in 1..=wish.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
        let Some(best) = search.best_of(position, &turns, 1, depth, [-WIN, WIN]) else {
            break;
        };
        // The best turn so far is looked at first.
        if let Some(place) = turns
            .iter()
            .position(|turn| best.line.first() == Some(turn))
        {
            turns[..=place].rotate_right(1);
        }
        thought = Thought {
            depth,
            nodes: 0,
            worth: worth(best.value),
            line: best.line,
        };
        if best.value.abs() > WIN_BOUND {
            break;
        }
    }
    thought.nodes = search.nodes.min(search.most);
    thought
}

/// The value of a position for the side to move, in hundredths of a token, and what is expected.
struct Best<S: Size> {
    value: i32,
    line: Vec<Turn<S>>,
}

struct Search {
    nodes: u64,
    most: u64,
}

impl Search {
    /// The best of these turns, of which there is at least one, after each of which the game is
    /// `ply` turns on; `None` if there are too many positions to look at.
    fn best_of<S: Size>(
        &mut self,
        position: &Position<S>,
        turns: &[Turn<S>],
        ply: u32,
        depth: u32,
        [mut alpha, beta]: [i32; 2],
    ) -> Option<Best<S>> {
        let mut best: Option<Best<S>> = None;
        for turn in turns {
            let next = self.look(&after(position, turn), ply, depth - 1, [-beta, -alpha])?;
            let value = -next.value;
            if best.as_ref().is_none_or(|best| value > best.value) {
                let mut line = vec![*turn];
                line.extend(next.line);
                best = Some(Best { value, line });
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn look<S: Size>(
        &mut self,
        position: &Position<S>,
        ply: u32,
        depth: u32,
        bounds: [i32; 2],
    ) -> Option<Best<S>> {
        self.nodes += 1;
        if self.nodes > self.most {
            return None;
        }
        let leaf = |value| {
            Some(Best {
                value,
                line: Vec::new(),
            })
        };
        if !position.has_turn() {
            return leaf(ply as i32 - WIN);
        }
        if depth == 0 {
            return leaf(value(position));
        }
        let mut turns = position.turns();
        turns.sort_unstable();
        captures_first(&mut turns);
        self.best_of(position, &turns, ply + 1, depth, bounds)
    }
}

/// What takes more tokens comes first; the others keep their order.
fn captures_first<S: Size>(turns: &mut [Turn<S>]) {
    turns.sort_by_key(|turn| std::cmp::Reverse(turn.captured.len()));
}

/// Tokens, and turns to choose from.
fn value<S: Size>(position: &Position<S>) -> i32 {
    let side = position.side_to_move();
    let turns = |color: Color| position.mobility(color, MOST_TURNS) as i32;
    100 * tokens_ahead(position, side) + TURN_VALUE * (turns(side) - turns(!side))
}

fn worth(value: i32) -> Worth {
    match value {
        win if win > WIN_BOUND => Worth::End(WIN - win),
        loss if loss < -WIN_BOUND => Worth::End(-WIN - loss),
        value => Worth::Tokens(value),
    }
}
