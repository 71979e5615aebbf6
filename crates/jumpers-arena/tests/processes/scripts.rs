//! Programs made on the fly.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use jumpers_arena::process::{End, Interrupt, Launch, Process, ReadError, Supervisor};
use tempfile::TempDir;

/// Only guards against hanging.
pub const LONG: Duration = Duration::from_secs(60);

/// A directory for programs, and what is needed to start them.
pub struct Scripts {
    directory: TempDir,
    pub supervisor: Supervisor,
    pub interrupt: Interrupt,
}

impl Scripts {
    pub fn new() -> Self {
        Scripts {
            directory: TempDir::new().expect("a temporary directory"),
            supervisor: Supervisor::new(env!("CARGO_BIN_EXE_arena")).expect("a supervisor"),
            interrupt: Interrupt::new().expect("an interrupt"),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Starts a shell script.
    pub fn start(&self, text: &str) -> Process {
        let path = self.path("script");
        fs::write(&path, text).expect("a script");
        let launch = Launch::program("/bin/sh").argument(path);
        Process::start(&self.supervisor, &launch).expect("a process")
    }

    /// Reads to the end.
    pub fn end(&self, process: &mut Process) -> End {
        loop {
            match process.read_line(Instant::now() + LONG, &self.interrupt) {
                Ok(_) => {}
                Err(ReadError::Ended(end)) => return end,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The next line of a process.
    pub fn line(&self, process: &mut Process) -> String {
        let line = process.read_line(Instant::now() + LONG, &self.interrupt);
        line.expect("a line").text
    }
}

/// Waits until it is so.
pub fn wait_until(is_so: impl Fn() -> bool) {
    let end = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < end, "it never comes to be so");
        std::thread::sleep(Duration::from_millis(20));
    }
}
