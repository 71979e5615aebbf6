//! Ctrl-C: the first one ends the search, the second one the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::search::Control;

/// How often to look for a signal.
const INTERVAL: Duration = Duration::from_millis(10);

/// Signals that end a search, and whether they came.
pub struct Interrupt {
    came: [(i32, Arc<AtomicBool>); 2],
}

impl Interrupt {
    /// From now on SIGINT (Ctrl-C) and SIGTERM stop this search, each if it comes for the second
    /// time the whole program, with the exit status 128 + its number.
    ///
    /// # Errors
    /// If the system refuses that, or a thread.
    pub fn watch(control: Arc<Control>) -> io::Result<Self> {
        let came = [SIGINT, SIGTERM].map(|signal| (signal, Arc::<AtomicBool>::default()));
        for (signal, flag) in &came {
            // In this order: the first signal only sets the flag.
            flag::register_conditional_shutdown(*signal, 128 + signal, Arc::clone(flag))?;
            flag::register(*signal, Arc::clone(flag))?;
        }
        let flags = came.clone();
        // A signal handler may not do much itself.
        std::thread::Builder::new()
            .name("interrupt".to_owned())
            .spawn(move || {
                while !flags.iter().any(|(_, flag)| flag.load(Ordering::Relaxed)) {
                    std::thread::sleep(INTERVAL);
                }
                control.stop();
            })?;
        Ok(Interrupt { came })
    }

    /// The number of the signal that came, if one did.
    pub fn signal(&self) -> Option<u8> {
        let came = self
            .came
            .iter()
            .find(|(_, flag)| flag.load(Ordering::Relaxed));
        came.map(|(signal, _)| *signal as u8)
    }
}
