//! How often this program was stopped and continued.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use signal_hook::consts::SIGCONT;

/// Counts signals that come by a flag.
#[derive(Debug, Default)]
struct Counter {
    flag: Arc<AtomicBool>,
    count: Mutex<u64>,
}

/// How often this program was continued (SIGCONT) since this was first asked. It was stopped before,
/// as by Ctrl-Z: time that passed then is nobody's. Several signals between two calls may count as
/// one.
pub fn times_continued() -> u64 {
    static COUNTER: OnceLock<Counter> = OnceLock::new();
    let counter = COUNTER.get_or_init(|| {
        let counter = Counter::default();
        // Without it nothing is noticed, which is no reason not to play.
        let _ = signal_hook::flag::register(SIGCONT, Arc::clone(&counter.flag));
        counter
    });
    let mut count = counter.count.lock().unwrap_or_else(PoisonError::into_inner);
    if counter.flag.swap(false, Ordering::SeqCst) {
        *count += 1;
    }
    *count
}
