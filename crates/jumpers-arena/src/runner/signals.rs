//! Signals that stop a tournament.

use std::io;
use std::process;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals as Incoming};

use super::stop::Stop;

/// Listens for SIGINT (Ctrl-C), SIGTERM and SIGHUP. The first sets a [`Stop`]; the second ends the
/// program at once, with the exit status 128 + its number, and the watcher then kills the engines.
///
/// SIGHUP stays ignored if it is, as by `nohup` (Linux).
#[derive(Debug)]
pub struct Signals {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Signals {
    /// Listens until it is dropped.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn listen(stop: &Stop) -> io::Result<Signals> {
        let mut signals = vec![SIGINT, SIGTERM];
        if !is_ignored(SIGHUP) {
            signals.push(SIGHUP);
        }
        let mut incoming = Incoming::new(signals)?;
        let handle = incoming.handle();
        let stop = stop.clone();
        let thread = thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                for signal in incoming.forever() {
                    if !stop.set_by(signal) {
                        process::exit(exit_status(signal));
                    }
                }
            })?;
        Ok(Signals {
            handle,
            thread: Some(thread),
        })
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What a program that a signal ends has as its exit status.
pub(crate) fn exit_status(signal: i32) -> i32 {
    128 + signal
}

/// Whether a signal is ignored, as far as the system says.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
