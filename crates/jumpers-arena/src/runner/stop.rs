//! Ending a tournament before its end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::process::Interrupt;

/// Tells all workers to stop as soon as they can. Clones are the same.
#[derive(Clone, Debug)]
pub struct Stop {
    interrupt: Interrupt,
    signal: Arc<AtomicI32>,
}

impl Stop {
    /// One that is not set.
    ///
    /// # Errors
    /// If the system has no pipe left.
    pub fn new() -> io::Result<Stop> {
        Ok(Stop {
            interrupt: Interrupt::new()?,
            signal: Arc::default(),
        })
    }

    /// Stops, for no signal: the tournament is decided, or something has failed.
    pub fn set(&self) {
        self.interrupt.set();
    }

    /// Stops for a signal, whose number is more than 0. Returns whether it is the first.
    pub fn set_by(&self, signal: i32) -> bool {
        let first = self
            .signal
            .compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
        self.interrupt.set();
        first.is_ok()
    }

    /// Whether to stop.
    pub fn is_set(&self) -> bool {
        self.interrupt.is_set()
    }

    /// The signal that stopped it, if one did.
    pub fn signal(&self) -> Option<i32> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
    }

    /// What waits for engines looks at.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }
}
