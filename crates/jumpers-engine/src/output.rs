//! The one way out: whole lines, flushed, from any thread.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jumpers_protocol::Reply;

use crate::log::{Direction, Log};

/// A writer of lines that threads share. A line is written and flushed as a whole, so lines of
/// two threads never mix, and none waits in a buffer.
pub struct Output<W> {
    inner: Arc<Mutex<Inner<W>>>,
    activity: Activity,
}

/// What an [`Output`] is doing, to be seen from outside while it does it.
#[derive(Clone, Debug, Default)]
pub struct Activity(Arc<AtomicU64>);

impl Activity {
    /// The number of the write that goes on now, if one does.
    pub fn current_write(&self) -> Option<u64> {
        let count = self.0.load(Ordering::Relaxed);
        (count % 2 == 1).then_some(count)
    }

    /// A write begins or ends.
    fn step(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

struct Inner<W> {
    writer: W,
    /// Whom to tell, once, that nobody reads any more.
    on_close: Option<Box<dyn FnOnce() + Send>>,
    log: Option<Log>,
}

impl<W: Write> Inner<W> {
    fn write(&mut self, line: &str) {
        if self.on_close.is_none() {
            return;
        }
        let written = self.writer.write_all(format!("{line}\n").as_bytes());
        if written.and_then(|()| self.writer.flush()).is_err()
            && let Some(on_close) = self.on_close.take()
        {
            on_close();
        }
    }

    /// A log that cannot be written is given up, and that is said.
    fn record(&mut self, direction: Direction, text: &str) {
        if let Some(log) = &mut self.log
            && let Err(error) = log.add(direction, text)
        {
            self.log = None;
            let text = format!("the log cannot be written any more: {error}");
            let reply = Reply::Error {
                code: "log-file".to_owned(),
                text,
            };
            self.write(&reply.to_string());
        }
    }
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output {
            inner: Arc::clone(&self.inner),
            activity: self.activity.clone(),
        }
    }
}

impl<W: Write> Output<W> {
    /// Lines go to `writer`; when that fails for the first time `on_close` is called, and what
    /// is written from then on is dropped.
    pub fn new(writer: W, on_close: impl FnOnce() + Send + 'static) -> Self {
        Output {
            inner: Arc::new(Mutex::new(Inner {
                writer,
                on_close: Some(Box::new(on_close)),
                log: None,
            })),
            activity: Activity::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<W>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes one line.
    pub fn line(&self, line: impl Display) {
        let line = line.to_string();
        let mut inner = self.lock();
        self.activity.step();
        inner.write(&line);
        self.activity.step();
        inner.record(Direction::Out, &line);
    }

    /// A view of what this is doing.
    pub fn activity(&self) -> Activity {
        self.activity.clone()
    }

    /// From now on lines are recorded here, or nowhere.
    pub fn log_to(&self, log: Option<Log>) {
        self.lock().log = log;
    }

    /// Records a line that came in, if there is a log.
    pub fn record_input(&self, line: &[u8]) {
        let mut inner = self.lock();
        if inner.log.is_some() {
            inner.record(Direction::In, &String::from_utf8_lossy(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Error, ErrorKind, Result};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Takes one byte at a time and gives other threads a chance after each.
    #[derive(Clone, Default)]
    struct Slow(Arc<Mutex<Vec<u8>>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            self.0.lock().unwrap().push(bytes[0]);
            std::thread::yield_now();
            Ok(1)
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_of_two_threads_never_mix() {
        let slow = Slow::default();
        let output = Output::new(slow.clone(), || ());
        std::thread::scope(|scope| {
            for letter in ["a", "b"] {
                let output = output.clone();
                scope.spawn(move || (0..50).for_each(|_| output.line(letter.repeat(20))));
            }
        });
        let text = String::from_utf8(slow.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 100);
        for line in text.lines() {
            assert!(line == "a".repeat(20) || line == "b".repeat(20), "{line}");
        }
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> Result<usize> {
            Err(Error::from(ErrorKind::BrokenPipe))
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_writer_is_reported_once() {
        let calls = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&calls);
        let output = Output::new(Closed, move || {
            seen.fetch_add(1, Ordering::Relaxed);
        });
        output.line("one");
        output.line("two");
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    }
}
