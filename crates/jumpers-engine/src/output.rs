//! The one way out: whole lines, flushed, from any thread.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jumpers_protocol::Reply;

use crate::log::{Direction, Log};

/// A writer of lines that threads share. A line is written and flushed as a whole, so lines of
/// two threads never mix, and none waits in a buffer.
pub struct Output<W> {
    inner: Arc<Mutex<Inner<W>>>,
    /// Locked alone or after `inner`, never before.
    log: Arc<Mutex<Option<Log>>>,
    activity: Activity,
}

struct Inner<W> {
    writer: W,
    /// Whom to tell, once, that nobody reads any more.
    on_close: Option<Box<dyn FnOnce() + Send>>,
}

/// Counts what is done, so that others see whether anything is.
#[derive(Clone, Debug, Default)]
pub struct Activity(Arc<AtomicU64>);

impl Activity {
    /// How much has been done.
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Something has been done.
    pub fn step(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A line is written in pieces of so many bytes, so that it is seen to go on.
const PIECE: usize = 8 << 10;

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output {
            inner: Arc::clone(&self.inner),
            log: Arc::clone(&self.log),
            activity: self.activity.clone(),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write> Output<W> {
    /// Lines go to `writer`; when that fails for the first time `on_close` is called, and what
    /// is written from then on is dropped.
    pub fn new(writer: W, on_close: impl FnOnce() + Send + 'static) -> Self {
        Output {
            inner: Arc::new(Mutex::new(Inner {
                writer,
                on_close: Some(Box::new(on_close)),
            })),
            log: Arc::default(),
            activity: Activity::default(),
        }
    }

    /// Writes one line. It is recorded before, so that whoever has read it finds it in the log.
    pub fn line(&self, line: impl Display) {
        let line = line.to_string();
        let mut inner = lock(&self.inner);
        if let Err(error) = self.record(Direction::Out, &line) {
            self.write(&mut inner, &given_up(&error));
        }
        self.write(&mut inner, &line);
    }

    fn write(&self, inner: &mut Inner<W>, line: &str) {
        if inner.on_close.is_none() {
            return;
        }
        let line = format!("{line}\n");
        let mut pieces = line.as_bytes().chunks(PIECE);
        let written = pieces.try_for_each(|piece| {
            inner.writer.write_all(piece)?;
            self.activity.step();
            Ok(())
        });
        let flushed = written.and_then(|()| inner.writer.flush());
        if flushed.is_err()
            && let Some(on_close) = inner.on_close.take()
        {
            on_close();
        }
    }

    /// What counts what is done here.
    pub fn activity(&self) -> Activity {
        self.activity.clone()
    }

    /// From now on lines are recorded here, or nowhere.
    pub fn log_to(&self, log: Option<Log>) {
        *lock(&self.log) = log;
    }

    /// Records a line that came in, if there is a log.
    pub fn record_input(&self, line: &[u8]) {
        if lock(&self.log).is_none() {
            return;
        }
        if let Err(error) = self.record(Direction::In, &String::from_utf8_lossy(line)) {
            self.line(given_up(&error));
        }
    }

    /// A log that cannot be written is given up.
    fn record(&self, direction: Direction, text: &str) -> io::Result<()> {
        let mut log = lock(&self.log);
        let added = log.as_mut().map_or(Ok(()), |log| log.add(direction, text));
        if added.is_err() {
            *log = None;
        }
        added
    }
}

/// The line that says that there is no log any more.
fn given_up(error: &io::Error) -> String {
    let reply = Reply::Error {
        code: "log-file".to_owned(),
        text: format!("the log cannot be written any more: {error}"),
    };
    reply.to_string()
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
