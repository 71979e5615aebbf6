//! How much of the clock to use for one turn.

use std::time::Duration;

use super::limits::TimeBudget;

/// The clock of the side to move, in milliseconds. What clients send may be zero or negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: i64,
    /// Time added after each turn.
    pub increment: i64,
    /// Turns until more time is added; `None` if the time is for the rest of the game.
    pub turns_to_go: Option<u32>,
    /// The most turns, of both sides, that the game can still have.
    pub turns_left: u32,
}

/// More time than this makes no difference: a year, in milliseconds.
const MOST: i64 = 31_536_000_000;
/// Own turns that a game is reckoned to last yet, at least and at most.
const TURNS: (i64, i64) = (4, 40);
/// Microseconds of the shortest budget.
const SHORTEST: i64 = 1_000;
/// On a busy machine a thread may wait for so many microseconds until it goes on. They are kept
/// on the clock, or three quarters of it if that is less.
const DELAY: i64 = 150_000;

impl Clock {
    /// The budget of one turn when `overhead` milliseconds are lost on the way to and from the
    /// client. A client that `ponders` gives time of its own, so the budget is a quarter bigger.
    ///
    /// Within the overhead no game without increment is lost on time, however long it lasts, if
    /// there was a time for the overhead and the shortest budget of each of its turns.
    pub fn budget(self, overhead: i64, ponders: bool) -> TimeBudget {
        let [left, increment, overhead] =
            [self.left, self.increment, overhead].map(|millis| millis.clamp(0, MOST) * 1_000);
        let to_go = self.turns_to_go.map_or(i64::MAX, |n| i64::from(n.max(1)));
        let turns = expected_turns(self.turns_left).min(to_go);
        let most_turns = i64::from(self.turns_left.div_ceil(2)).clamp(1, to_go);

        let spare = left - overhead - DELAY.min(left / 4 * 3);
        // With an increment a clock need not last for the longest game from the start.
        let least = (spare / 8).min(increment * 2);
        let total = spare + (increment - overhead) * (turns - 1);
        let quarters = if ponders { 5 } else { 4 };
        let share = (total / turns).max(least) * quarters / 4;

        let needed = (overhead + SHORTEST - increment).max(0);
        let unneeded = spare.saturating_sub(needed.saturating_mul(most_turns - 1));
        // The last turn before more time comes may use nearly all, others a part.
        let part = if to_go == 1 {
            spare / 20 * 19
        } else {
            spare / 5 * 2
        };
        let most = part.min(unneeded.max(least));

        let hard = (share / 2 * 5).min(most).max(SHORTEST);
        let soft = (share / 5 * 3).min(most).max(SHORTEST);
        TimeBudget {
            soft: micros(soft),
            hard: micros(hard),
        }
    }

    /// The budget for thinking just about `movetime` milliseconds, of which the overhead takes a
    /// fifth at most.
    pub fn fixed(movetime: i64, overhead: i64) -> TimeBudget {
        let movetime = movetime.clamp(1, MOST);
        let time = micros((movetime - overhead.clamp(0, movetime / 5)) * 1_000);
        TimeBudget {
            soft: time,
            hard: time,
        }
    }
}

/// How many own turns a game still has that cannot have more than `turns_left` of both sides.
///
/// In games of the engine against itself the means were, on 10×10, 36 at 124 turns, 20 at 76 and
/// 6 at 36; on the smaller boards they were somewhat less.
fn expected_turns(turns_left: u32) -> i64 {
    ((i64::from(turns_left) - 16) / 3).clamp(TURNS.0, TURNS.1)
}

fn micros(n: i64) -> Duration {
    Duration::from_micros(n.unsigned_abs())
}

#[cfg(test)]
mod tests;
