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
}

/// More time than this makes no difference: ten years.
const MOST_LEFT: i64 = 315_000_000_000;
/// Turns that a game is reckoned to last yet.
const TURNS_LEFT: i64 = 25;

impl Clock {
    /// The budget of one turn when `overhead` milliseconds are lost on the way to and from the
    /// client.
    pub fn budget(self, overhead: i64) -> TimeBudget {
        let left = self.left.saturating_sub(overhead).clamp(1, MOST_LEFT);
        let increment = self.increment.clamp(0, left);
        let turns = match self.turns_to_go {
            Some(turns) => i64::from(turns.max(1)).min(TURNS_LEFT),
            None => TURNS_LEFT,
        };
        // The last turn before more time comes may use nearly all of it, others a part.
        let most = if turns == 1 {
            left * 4 / 5
        } else {
            left * 3 / 10
        };
        let share = (left / turns + increment * 3 / 4).min(most);
        let millis = |n: i64| Duration::from_millis(n.max(1) as u64);
        TimeBudget {
            soft: millis(share * 6 / 10),
            hard: millis((share * 5 / 2).min(most)),
        }
    }

    /// The budget for thinking just about `movetime` milliseconds, of which the overhead takes a
    /// fifth at most.
    pub fn fixed(movetime: i64, overhead: i64) -> TimeBudget {
        let movetime = movetime.max(1);
        let millis = (movetime - overhead.clamp(0, movetime / 5)).max(1) as u64;
        let time = Duration::from_millis(millis);
        TimeBudget {
            soft: time,
            hard: time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_stay_within_the_clock() {
        for left in [
            i64::MIN,
            -5,
            0,
            1,
            2,
            10,
            100,
            60_000,
            i64::MAX / 2,
            i64::MAX,
        ] {
            for increment in [i64::MIN, 0, 5, 10_000, i64::MAX] {
                for turns_to_go in [None, Some(0), Some(1), Some(2), Some(u32::MAX)] {
                    let clock = Clock {
                        left,
                        increment,
                        turns_to_go,
                    };
                    let budget = clock.budget(10);
                    assert!(budget.soft <= budget.hard, "{clock:?}: {budget:?}");
                    let most = Duration::from_millis(left.max(1) as u64);
                    assert!(budget.hard <= most, "{clock:?}: {budget:?}");
                    assert!(budget.soft >= Duration::from_millis(1));
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_kept_but_for_the_overhead() {
        assert_eq!(Clock::fixed(100, 10).hard, Duration::from_millis(90));
        assert_eq!(Clock::fixed(20, 10).hard, Duration::from_millis(16));
        assert_eq!(Clock::fixed(0, 10).hard, Duration::from_millis(1));
        assert_eq!(Clock::fixed(i64::MIN, 10).soft, Duration::from_millis(1));
    }
}
