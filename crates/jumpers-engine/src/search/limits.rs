//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jumpers_core::{Size, Turn};

/// The greatest depth of an iteration.
pub const MAX_DEPTH: u8 = 120;

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// After this no new iteration begins.
    pub soft: Duration,
    /// After this the search ends where it is.
    pub hard: Duration,
}

impl TimeBudget {
    /// The budget that keeps within both.
    #[must_use]
    pub fn min(self, other: TimeBudget) -> TimeBudget {
        TimeBudget {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
        }
    }
}

/// Bounds of one search; the first one reached ends it.
#[derive(Clone, Debug)]
pub struct Limits<S: Size> {
    /// The depth of the last iteration.
    pub depth: u8,
    /// Positions to look at, exactly so with one thread.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<TimeBudget>,
    /// Look for a win within so many plies and no further, without reductions: it ends when one
    /// is proved or when there is none.
    pub win_within: Option<u32>,
    /// How many of the best first turns to tell, each with its line; 0 counts as 1.
    pub lines: usize,
    /// Go on when a win or loss is proved, for a shorter or longer one.
    pub exhaustive: bool,
    /// The first turns to choose from; `None` for all.
    pub root_turns: Option<Vec<Turn<S>>>,
}

impl<S: Size> Default for Limits<S> {
    /// No limit but [`MAX_DEPTH`].
    fn default() -> Self {
        Limits {
            depth: MAX_DEPTH,
            nodes: None,
            time: None,
            win_within: None,
            lines: 1,
            exhaustive: false,
            root_turns: None,
        }
    }
}

/// One search seen from outside: how to stop it, and its clock.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When pondering ended, in microseconds from the start.
    clock_start: AtomicU64,
    changed: Condvar,
    lock: Mutex<()>,
}

impl Control {
    /// A search that begins now; while `pondering` its clock does not run.
    pub fn new(pondering: bool) -> Self {
        Self::since(Instant::now(), pondering)
    }

    /// A search whose clock runs since `start`.
    pub fn since(start: Instant, pondering: bool) -> Self {
        Control {
            start,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            clock_start: AtomicU64::new(0),
            changed: Condvar::new(),
            lock: Mutex::new(()),
        }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.notify();
    }

    /// The flag that [`Control::stop`] sets.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Is the search to end?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// At this time the opponent made the turn that the search ponders on: its clock runs since.
    ///
    /// Without pondering, or the second time, nothing happens.
    pub fn ponder_hit(&self, time: Instant) {
        if !self.pondering.load(Ordering::Relaxed) {
            return;
        }
        let before = time.saturating_duration_since(self.start);
        self.clock_start
            .store(before.as_micros() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
        self.notify();
    }

    /// Since when the search runs.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Is more than this used up on the clock?
    pub fn is_past(&self, limit: Duration) -> bool {
        if self.pondering.load(Ordering::Acquire) {
            return false;
        }
        let before = Duration::from_micros(self.clock_start.load(Ordering::Relaxed));
        self.start.elapsed() > limit + before
    }

    /// Waits until the search is stopped or, unless `infinite`, no longer pondering.
    pub fn wait(&self, infinite: bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.pondering.load(Ordering::Relaxed)) {
            guard = self
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn notify(&self) {
        // Taking the lock orders this after the waiter's look at the flags.
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}
