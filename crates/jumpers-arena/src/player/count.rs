//! A count of sequences of turns that runs beside a session.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use jumpers_protocol::{PerftParams, Reply};

use super::answer;

/// A running count.
pub(super) struct Count {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Vec<Reply>>,
}

/// How often to look whether a count has ended.
const INTERVAL: Duration = Duration::from_millis(1);

impl Count {
    /// Begins to count from the position of this text; `on_end` is called at the end.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn start(
        position_text: String,
        params: PerftParams,
        on_end: impl FnOnce() + Send + 'static,
    ) -> std::io::Result<Count> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let count = move || {
            let replies = answer::perft(&position_text, params, &stopped);
            let replies = replies.unwrap_or_else(|error| vec![failed(error)]);
            on_end();
            replies
        };
        Ok(Count {
            stop,
            thread: Builder::new().name("count".to_owned()).spawn(count)?,
        })
    }

    /// Waits no longer than this for the end.
    pub fn wait(&self, most: Duration) {
        let until = Instant::now() + most;
        while !self.thread.is_finished() && Instant::now() < until {
            std::thread::sleep(INTERVAL);
        }
    }

    /// Ends the count if it has not ended, and gives what there is to say.
    pub fn stop(self) -> Vec<Reply> {
        self.stop.store(true, Ordering::Relaxed);
        self.join()
    }

    /// What there is to say at the end.
    pub fn join(self) -> Vec<Reply> {
        let internal = |_| vec![failed("the count failed")];
        self.thread.join().unwrap_or_else(internal)
    }
}

/// The error in place of a count.
pub(super) fn failed(reason: impl std::fmt::Display) -> Reply {
    Reply::Error {
        code: "perft".to_owned(),
        text: format!("perft: {reason}"),
    }
}
