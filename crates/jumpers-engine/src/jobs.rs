//! A thread that does one job at a time.
//!
//! It is started once, so that a job never fails for want of a thread, and it outlives a job that
//! panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

type Job = Box<dyn FnOnce() + Send>;

/// The thread.
pub struct JobThread {
    jobs: Sender<(Job, Sender<Ending>)>,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It returned.
    Done,
    /// It panicked.
    Failed,
}

/// A job that was started.
pub struct Started(Receiver<Ending>);

impl JobThread {
    /// Starts the thread; it ends when this is dropped, after its last job.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn start() -> std::io::Result<Self> {
        let (jobs, inbox) = channel::<(Job, Sender<Ending>)>();
        let work = move || {
            for (job, ending) in inbox {
                let done = catch_unwind(AssertUnwindSafe(job)).is_ok();
                // Nobody may be waiting.
                let _ = ending.send(if done { Ending::Done } else { Ending::Failed });
            }
        };
        std::thread::Builder::new()
            .name("job".to_owned())
            .spawn(work)?;
        Ok(JobThread { jobs })
    }

    /// Begins a job, as soon as those before have ended.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) -> Started {
        let (sender, receiver) = channel();
        // The thread takes jobs as long as this exists.
        let _ = self.jobs.send((Box::new(job), sender));
        Started(receiver)
    }
}

impl Started {
    /// Waits for the end.
    pub fn wait(self) -> Ending {
        self.0.recv().unwrap_or(Ending::Failed)
    }

    /// Waits for the end, but no longer than `most`; `None` if the job goes on.
    pub fn wait_for(&self, most: Duration) -> Option<Ending> {
        match self.0.recv_timeout(most) {
            Ok(ending) => Some(ending),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Ending::Failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_the_job_and_not_the_thread() {
        let thread = JobThread::start().unwrap();
        let failed = thread.run(|| panic!("a job that panics, as the test wants"));
        let done = thread.run(|| ());
        assert_eq!(failed.wait(), Ending::Failed);
        assert_eq!(done.wait(), Ending::Done);
    }

    #[test]
    fn waiting_has_an_end() {
        let thread = JobThread::start().unwrap();
        let (go, gate) = channel::<()>();
        let job = thread.run(move || gate.recv().unwrap_or(()));
        assert_eq!(job.wait_for(Duration::from_millis(1)), None);
        go.send(()).unwrap();
        assert_eq!(job.wait(), Ending::Done);
    }
}
