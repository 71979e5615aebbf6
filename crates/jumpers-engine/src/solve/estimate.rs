//! What a position that nothing is known of starts with: its numbers are estimates of an effort
//! (df-pn+: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).
//! What is plain to see is proved.

mod by_hand;
mod learned;
mod varied;
pub mod weights;

use std::ops::ControlFlow;

use jumpers_core::{Setup, Size};

use super::limit::Limit;
use super::numbers::Numbers;

/// Turns are counted up to here; where there are so many or more, nobody looks at each of them.
pub(super) const MOST_TURNS: u64 = 255;

/// Where estimates come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Estimates {
    /// A small network that learned from solved positions, for boards that there is one for
    /// (6×6); for the others, as by hand.
    #[default]
    Learned,
    /// A few counts and weights.
    ByHand,
    /// Learned ones, each number larger or smaller by chance, the same for the same seed.
    Varied(u32),
}

impl Estimates {
    #[inline]
    fn numbers<S: Size>(self, setup: &Setup<S>, turns: usize, enemy_turns: usize) -> Numbers {
        match self {
            Estimates::Learned => match learned::network::<S>() {
                Some(network) => network.numbers(setup, turns, enemy_turns),
                None => by_hand::numbers(setup, turns, enemy_turns),
            },
            Estimates::ByHand => by_hand::numbers(setup, turns, enemy_turns),
            Estimates::Varied(seed) => varied::numbers(setup, turns, enemy_turns, seed),
        }
    }
}

/// Who would have more turns if it were to move is not likely to have none after one turn of the
/// other side. Without a bound the search of the 6×6 start took 4 % more positions, with one of 3
/// a fifth more.
const FEW_TURNS: usize = 10;

/// Is there a turn after which the other side has none? To be asked where there are not very many.
#[inline]
fn wins_at_once<S: Size>(setup: &Setup<S>) -> bool {
    let flow = setup.for_each_successor(|next| {
        if next.has_turn() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    flow.is_break()
}

/// With no more turns than this they are looked at one by one: a tenth fewer positions.
const VERY_FEW_TURNS: usize = 2;

/// Does each turn let the other side win at once?
fn loses_at_once<S: Size>(setup: &Setup<S>) -> bool {
    let flow = setup.for_each_successor(|next| {
        let has_few = next.mobility(next.side_to_move, MOST_TURNS) < MOST_TURNS;
        if has_few && wins_at_once(&next) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    flow.is_continue()
}

/// What a position starts with. A position without a turn is lost.
#[inline]
pub fn estimate<S: Size>(estimates: Estimates, setup: &Setup<S>) -> Numbers {
    let own = setup.side_to_move;
    let turns = setup.mobility(own, MOST_TURNS) as usize;
    if turns == 0 {
        return Numbers::LOSS;
    }
    let enemy_turns = setup.mobility(!own, MOST_TURNS) as usize;
    let has_few = turns < MOST_TURNS as usize && enemy_turns <= FEW_TURNS;
    if has_few && wins_at_once(setup) {
        return Numbers::WIN;
    }
    if turns <= VERY_FEW_TURNS && loses_at_once(setup) {
        return Numbers::LOSS;
    }
    estimates.numbers(setup, turns, enemy_turns)
}

/// What a position starts with if a win has to come within a limit. With two plies left or fewer it
/// is proved, unless there are very many turns. Otherwise the limit does not count: factors for the
/// plies that are left, with or without what the loser has in reserve, made no search of shortest
/// wins faster.
#[inline(always)]
pub fn estimate_within<S: Size>(estimates: Estimates, setup: &Setup<S>, limit: Limit) -> Numbers {
    match limit.left() {
        None => estimate(estimates, setup),
        Some(left) => estimate_limited(estimates, setup, left),
    }
}

fn estimate_limited<S: Size>(estimates: Estimates, setup: &Setup<S>, left: u8) -> Numbers {
    let has_few = |setup: &Setup<S>| setup.mobility(setup.side_to_move, MOST_TURNS) < MOST_TURNS;
    let is_win = match left {
        0 => Some(setup.has_turn()),
        1 if has_few(setup) => Some(wins_at_once(setup)),
        2 if has_few(setup) => {
            // A turn after which the other side does not win at once is as good as a win.
            let flow = setup.for_each_successor(|next| {
                if !has_few(&next) {
                    ControlFlow::Break(None)
                } else if wins_at_once(&next) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(Some(true))
                }
            });
            flow.break_value().unwrap_or(Some(false))
        }
        _ => None,
    };
    match is_win {
        Some(true) => Numbers::WIN,
        Some(false) => Numbers::LOSS,
        None => estimate(estimates, setup),
    }
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Position, Six};

    use super::*;

    fn of(text: &str) -> Numbers {
        estimate(
            Estimates::Learned,
            &text.parse::<Position<Six>>().unwrap().setup(),
        )
    }

    #[test]
    fn what_is_decided_at_once_is_proved() {
        // No turn; a capture of the last token; a side whose only turn lets the other one do so.
        assert_eq!(of("4tt/6/6/6/6/rr4 r 0 1"), Numbers::LOSS);
        assert_eq!(of("6/6/6/6/6/rt4 r 0 0"), Numbers::WIN);
        assert_eq!(of("4tt/6/6/6/6/rr4 r 1 0"), Numbers::WIN);
        assert!(!of("4tt/4tt/6/6/rr4/rr4 r 12 13").is_proved());
    }
}
