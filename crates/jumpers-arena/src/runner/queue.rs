//! The pairs that are still to be played.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::journal::{Journal, Shard};
use crate::schedule::{Schedule, ScheduledPair};

/// Hands out the pairs of a schedule, or of a shard of it, that a journal has not, in order.
#[derive(Debug)]
pub(super) struct Queue {
    schedule: Schedule,
    shard: Option<Shard>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// All of the shard before it were handed out, or were there before.
    next: u64,
    /// What the journal had, from `next` on.
    played: BTreeSet<u64>,
    /// Handed out and not finished.
    begun: BTreeSet<u64>,
}

impl Queue {
    pub(super) fn new(schedule: Schedule, journal: &Journal) -> Queue {
        Queue {
            schedule,
            shard: journal.header.shard,
            state: Mutex::new(State {
                next: journal
                    .header
                    .shard
                    .map_or(0, |shard| shard.number.saturating_sub(1)),
                played: journal.pairs.iter().map(|pair| pair.index).collect(),
                begun: BTreeSet::new(),
            }),
        }
    }

    /// The next pair to be played, if there is one.
    pub(super) fn take(&self) -> Option<ScheduledPair> {
        let mut state = self.state();
        loop {
            let index = state.next;
            let pair = self.schedule.pair(index)?;
            // A share has every `count`-th pair.
            let step = self.shard.map_or(1, |shard| shard.count.max(1));
            state.next = index.saturating_add(step);
            if !state.played.remove(&index) {
                state.begun.insert(index);
                return Some(pair);
            }
        }
    }

    /// A pair is finished.
    pub(super) fn finished(&self, index: u64) {
        self.state().begun.remove(&index);
    }

    /// The pairs that were begun and not finished.
    pub(super) fn unfinished(&self) -> Vec<u64> {
        self.state().begun.iter().copied().collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing here panics between two changes that belong together.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
