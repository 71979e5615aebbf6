//! The runner is to stop.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells all that wait for engines to stop waiting. Clones are the same interrupt.
///
/// Once set it stays so. Setting it makes its file descriptor readable, which every wait for an
/// engine looks at, so that all of them return at once.
///
/// ```
/// use jumpers_arena::process::Interrupt;
///
/// let interrupt = Interrupt::new()?;
/// let elsewhere = interrupt.clone();
/// elsewhere.set();
/// assert!(interrupt.is_set());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    set: AtomicBool,
    reader: PipeReader,
    writer: PipeWriter,
}

impl Interrupt {
    /// One that is not set.
    ///
    /// # Errors
    /// If the system has no pipe left.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        Ok(Interrupt(Arc::new(Inner {
            set: AtomicBool::new(false),
            reader,
            writer,
        })))
    }

    /// Sets it, from any thread.
    pub fn set(&self) {
        if !self.0.set.swap(true, Ordering::SeqCst) {
            // One byte in an empty pipe has room, and nobody ever takes it out. If it fails the
            // waits still look at the flag, though later.
            let _ = (&self.0.writer).write_all(b"!");
        }
    }

    /// Whether it is set.
    pub fn is_set(&self) -> bool {
        self.0.set.load(Ordering::SeqCst)
    }
}

impl AsFd for Interrupt {
    /// Readable from the moment on when it is set.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.reader.as_fd()
    }
}
