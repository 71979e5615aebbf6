//! Signals that stop a tournament.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals as Incoming};

use super::stop::Stop;

/// How long reports may take to be written after a signal.
const PATIENCE: Duration = Duration::from_secs(10);

/// Listens for SIGINT (Ctrl-C), SIGTERM and SIGHUP. The first sets a [`Stop`]; the second ends the
/// program at once, with the exit status 128 + its number, and the watcher then kills the engines.
///
/// When the play is over, there is nothing left to be stopped but the report, and the first signal
/// ends the program, too: see [`Signals::end_reports`].
///
/// SIGHUP stays ignored if it is, as by `nohup` (Linux).
#[derive(Debug)]
pub struct Signals {
    stop: Stop,
    /// Whether the play is over.
    over: Arc<AtomicBool>,
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
        let over = Arc::new(AtomicBool::new(false));
        let (seen, set) = (Arc::clone(&over), stop.clone());
        let thread = thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                for signal in incoming.forever() {
                    if seen.load(Ordering::SeqCst) || !set.set_by(signal) {
                        process::exit(exit_status(signal));
                    }
                }
            })?;
        Ok(Signals {
            stop: stop.clone(),
            over,
            handle,
            thread: Some(thread),
        })
    }

    /// The play is over: from here on any signal ends the program at once. If one has stopped the
    /// play, the reports have ten seconds to be written; then, since nobody seems to read them, the
    /// program ends with that signal's exit status.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn end_reports(&self) -> io::Result<()> {
        self.over.store(true, Ordering::SeqCst);
        if let Some(signal) = self.stop.signal() {
            thread::Builder::new()
                .name("end".to_owned())
                .spawn(move || {
                    thread::sleep(PATIENCE);
                    process::exit(exit_status(signal));
                })?;
        }
        Ok(())
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
