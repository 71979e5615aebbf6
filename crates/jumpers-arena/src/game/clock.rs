//! The time that an engine has.

use std::time::Duration;

use crate::client::TimeRules;
use crate::limit::Limit;

/// The clock of a side; also of one that has none, but time for each turn, or all the time.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// What is left, in whole microseconds.
    left: Option<Duration>,
    increment: Duration,
    movetime: Option<Duration>,
    margin: Duration,
}

impl Clock {
    pub(super) fn new(limit: &Limit, margin: Duration) -> Self {
        Clock {
            left: limit.clock.map(|clock| whole_micros(clock.time)),
            increment: limit
                .clock
                .map_or(Duration::ZERO, |clock| whole_micros(clock.increment)),
            movetime: limit.movetime,
            margin,
        }
    }

    /// What holds for the next turn.
    pub(super) fn rules(&self) -> TimeRules {
        let allowance = match (self.left, self.movetime) {
            (Some(left), Some(movetime)) => Some(left.min(movetime)),
            (left, movetime) => left.or(movetime),
        };
        TimeRules {
            allowance,
            margin: self.margin,
        }
    }

    /// A turn took so long. Returns what the clock has then, the increment added.
    pub(super) fn spend(&mut self, used: Duration) -> Option<Duration> {
        let left = self.left?;
        let left = left.saturating_sub(used).saturating_add(self.increment);
        self.left = Some(left);
        Some(left)
    }

    /// What the engine is told that it has left, if so much is gone already: at least 1 ms, since
    /// some engines take 0 for no limit.
    pub(super) fn left_millis(&self, gone: Duration) -> Option<i64> {
        self.left.map(|left| millis(left.saturating_sub(gone)))
    }

    /// What the engine is told of the increment.
    pub(super) fn increment_millis(&self) -> Option<i64> {
        let millis = i64::try_from(self.increment.as_millis()).unwrap_or(i64::MAX);
        self.left.map(|_| millis)
    }
}

/// Milliseconds, rounded down, but at least 1.
pub(super) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis())
        .unwrap_or(i64::MAX)
        .max(1)
}

fn whole_micros(duration: Duration) -> Duration {
    Duration::from_micros(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit;

    const MS: Duration = Duration::from_millis(1);

    fn clock(time: Duration, increment: Duration) -> Clock {
        let limit = Limit {
            clock: Some(limit::Clock { time, increment }),
            ..Limit::default()
        };
        Clock::new(&limit, 50 * MS)
    }

    #[test]
    fn a_clock_runs_down_and_up() {
        let mut clock = clock(1000 * MS, 100 * MS);
        assert_eq!(clock.rules().allowance, Some(1000 * MS));
        assert_eq!(clock.spend(300 * MS), Some(800 * MS));
        assert_eq!(clock.left_millis(Duration::ZERO), Some(800));
        assert_eq!(clock.left_millis(20 * MS), Some(780));
        assert_eq!(clock.increment_millis(), Some(100));
        // Within the margin.
        assert_eq!(clock.spend(830 * MS), Some(100 * MS));
        assert_eq!(
            clock.rules(),
            TimeRules {
                allowance: Some(100 * MS),
                margin: 50 * MS
            }
        );
    }

    #[test]
    fn an_engine_is_told_of_a_millisecond_at_least() {
        let mut clock = clock(1000 * MS, Duration::ZERO);
        assert_eq!(clock.spend(1000 * MS), Some(Duration::ZERO));
        assert_eq!(clock.left_millis(Duration::ZERO), Some(1));
        assert_eq!(millis(Duration::from_micros(2999)), 2);
    }

    #[test]
    fn without_a_clock_there_is_nothing_to_tell() {
        let limit = Limit {
            movetime: Some(20 * MS),
            ..Limit::default()
        };
        let mut clock = Clock::new(&limit, MS);
        assert_eq!(clock.rules().allowance, Some(20 * MS));
        assert_eq!(clock.spend(15 * MS), None);
        assert_eq!(clock.rules().allowance, Some(20 * MS));
        assert_eq!(
            (clock.left_millis(MS), clock.increment_millis()),
            (None, None)
        );
        let mut free = Clock::new(&Limit::default(), MS);
        assert_eq!((free.rules().allowance, free.spend(MS)), (None, None));
    }

    #[test]
    fn the_longest_times_do_no_harm() {
        let mut clock = clock(Duration::MAX, Duration::MAX);
        assert!(clock.spend(MS).is_some());
        assert!(
            clock
                .left_millis(Duration::ZERO)
                .is_some_and(|left| left > 1 << 50)
        );
    }
}
