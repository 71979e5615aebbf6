//! The order in which turns are tried.

use jumpers_core::{Size, Square, Turn};

/// A turn and what is hoped of it.
#[derive(Clone, Copy, Debug)]
pub struct Rated<S: Size> {
    pub turn: Turn<S>,
    pub rating: i32,
}

/// A turn in 32 bits, never 0. Two turns of one position may share theirs; that costs time, not
/// correctness.
pub fn fingerprint<S: Size>(turn: &Turn<S>) -> u32 {
    let [low, high] = turn.captured.halves();
    let spawn = turn.spawn.map_or(127, Square::index);
    let points = (turn.from.index() << 14 | turn.to.index() << 7 | spawn) as u64;
    let mixed =
        (points ^ low.rotate_left(21) ^ high.rotate_left(42)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32 | 1
}

const TABLE_TURN: i32 = 1 << 30;
const CAPTURED_TOKEN: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const MOST_HISTORY: i32 = 1 << 14;

/// What turns without captures were good for in the search so far.
pub struct History<S: Size> {
    /// By start and end, for both sides.
    scores: Vec<i32>,
    /// For each ply the last two turns that refuted.
    killers: Vec<[u32; 2]>,
    size: std::marker::PhantomData<S>,
}

impl<S: Size> History<S> {
    pub fn new(plies: usize) -> Self {
        History {
            scores: vec![0; Square::<S>::COUNT * Square::<S>::COUNT],
            killers: vec![[0; 2]; plies],
            size: std::marker::PhantomData,
        }
    }

    fn score(&mut self, turn: &Turn<S>) -> &mut i32 {
        &mut self.scores[turn.from.index() * Square::<S>::COUNT + turn.to.index()]
    }

    /// Rates the turns of a position at `ply` of which the table knows the best one.
    pub fn rate(&mut self, turns: &mut [Rated<S>], ply: usize, table_turn: u32) {
        let killers = self.killers[ply];
        for rated in turns {
            let print = fingerprint(&rated.turn);
            rated.rating = if print == table_turn {
                TABLE_TURN
            } else if rated.turn.is_capture() {
                CAPTURED_TOKEN * rated.turn.captured.len() as i32 + *self.score(&rated.turn)
            } else if killers.contains(&print) {
                KILLER
            } else {
                *self.score(&rated.turn)
            };
        }
    }

    /// Notes that `turn` refuted the turn before it, and that `tried` did not.
    pub fn refuted(&mut self, turn: &Turn<S>, tried: &[Rated<S>], ply: usize, depth: u8) {
        let bonus = (i32::from(depth) * i32::from(depth)).min(400);
        self.add(turn, bonus);
        for other in tried {
            self.add(&other.turn, -bonus);
        }
        if !turn.is_capture() {
            let killers = &mut self.killers[ply];
            let print = fingerprint(turn);
            if killers[0] != print {
                *killers = [print, killers[0]];
            }
        }
    }

    /// Adds less the closer the score is to its limit.
    fn add(&mut self, turn: &Turn<S>, bonus: i32) {
        let score = self.score(turn);
        *score += bonus - *score * bonus.abs() / MOST_HISTORY;
    }
}

/// After so many turns the rest is sorted at once.
const PICKED_SINGLY: usize = 6;

/// Brings the best of `turns[index..]` to `index`: one by one at first, since most nodes end
/// after a few turns, and then by sorting, since some have very many.
pub fn pick<S: Size>(turns: &mut [Rated<S>], index: usize) -> Turn<S> {
    if index < PICKED_SINGLY {
        let mut best = index;
        for i in index + 1..turns.len() {
            if turns[i].rating > turns[best].rating {
                best = i;
            }
        }
        turns.swap(index, best);
    } else if index == PICKED_SINGLY {
        turns[index..].sort_by_key(|rated| std::cmp::Reverse(rated.rating));
    }
    turns[index].turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use jumpers_core::{Position, Six};

    #[test]
    fn picks_come_in_the_order_of_the_ratings() {
        let turns = Position::<Six>::start().turns();
        for seed in 0..50u32 {
            let mut rated: Vec<_> = (0..40)
                .map(|i| Rated {
                    turn: turns[0],
                    rating: ((i + 1) * (seed + 3) * 7919 % 101) as i32,
                })
                .collect();
            for i in 0..rated.len() {
                pick(&mut rated, i);
            }
            assert!(rated.is_sorted_by(|a, b| a.rating >= b.rating), "{rated:?}");
        }
    }

    #[test]
    fn the_table_turn_comes_first_and_bigger_captures_before_smaller() {
        let position: Position<Six> = "6/6/1t1t2/6/1t4/r5 r 3 3".parse().unwrap();
        assert!(!position.must_capture());
        let position: Position<Six> = "6/2t3/6/1tt3/rt4/1r4 r 3 3".parse().unwrap();
        let turns = position.turns();
        let mut history = History::<Six>::new(4);
        let mut rated: Vec<_> = turns
            .iter()
            .map(|&turn| Rated { turn, rating: 0 })
            .collect();
        history.rate(&mut rated, 0, fingerprint(&turns[turns.len() - 1]));
        assert_eq!(pick(&mut rated, 0), turns[turns.len() - 1]);
        for i in 1..rated.len() {
            pick(&mut rated, i);
        }
        let sizes: Vec<_> = rated[1..].iter().map(|r| r.turn.captured.len()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
    }
}
