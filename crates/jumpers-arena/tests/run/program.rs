//! Runs the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use jumpers_arena::journal::Journal;
use jumpers_arena::report::Report;
use tempfile::TempDir;

/// How long anything may take that should take a moment: it only keeps a test from hanging.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The variable by which the processes of a place are known.
const MARK: &str = "ARENA_TEST_PLACE";

/// A directory where the program runs.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program, to be run here, with these arguments, which are separated by single spaces.
    pub fn arena(&self, arguments: &str) -> Command {
        self.command(Command::new(env!("CARGO_BIN_EXE_arena")), arguments)
    }

    /// The program, which does not ignore signals that the tests ignore, as under nohup: it would
    /// go on to.
    pub fn arena_heeding_signals(&self, arguments: &str) -> Command {
        let mut command = Command::new("env");
        command.args(["--default-signal", env!("CARGO_BIN_EXE_arena")]);
        self.command(command, arguments)
    }

    fn command(&self, mut command: Command, arguments: &str) -> Command {
        command
            .args(arguments.split(' '))
            .current_dir(self.0.path())
            .env(MARK, self.0.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &str) -> Run {
        Run::of(self.arena(arguments).output().unwrap())
    }

    /// Runs the program to its end, which must be a good one.
    pub fn succeed(&self, arguments: &str) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.status, Some(0), "arena {arguments}: {}", run.stderr);
        run
    }

    /// Makes a program of a text for the shell.
    pub fn script(&self, name: &str, text: &str) {
        // A file that this process had open for writing, and other threads' children for a moment,
        // could not be run ("text file busy").
        let made = Command::new("sh")
            .args([
                "-c",
                "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod +x \"$0\"",
            ])
            .arg(self.path(name))
            .arg(text)
            .status()
            .unwrap();
        assert!(made.success());
    }

    pub fn journal(&self, name: &str) -> Journal {
        Journal::open(&self.path(name)).unwrap()
    }

    /// The report of a journal without what may differ between two runs of the same games.
    pub fn report(&self, name: &str) -> Report {
        report(&self.journal(name))
    }

    /// Waits until no process is left that was started here.
    pub fn expect_no_processes(&self) {
        let begun = Instant::now();
        while let Some((_, left)) = self.processes().first() {
            assert!(begun.elapsed() < PATIENCE, "a process is left: {left}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The processes that were started here, by this program or an engine: their ids and command
    /// lines.
    pub fn processes(&self) -> Vec<(i32, String)> {
        let mark = format!("{MARK}={}", self.0.path().display());
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let read = |name: &str| fs::read(entry.path().join(name)).unwrap_or_default();
            let environment = read("environ");
            if environment
                .split(|&byte| byte == 0)
                .any(|word| word == mark.as_bytes())
            {
                let id = entry.file_name().to_string_lossy().parse();
                let line = String::from_utf8_lossy(&read("cmdline")).replace('\0', " ");
                found.extend(id.map(|id| (id, line)));
            }
        }
        found
    }
}

pub fn report(journal: &Journal) -> Report {
    Report::new(&journal.header, &journal.pairs)
        .unwrap()
        .comparable()
}

/// How the program ended.
pub struct Run {
    /// The exit status; none if a signal ended it.
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn of(output: Output) -> Run {
        Run {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Waits until a journal has so many lines.
pub fn wait_for_lines(path: &Path, lines: usize) {
    let begun = Instant::now();
    loop {
        let text = fs::read(path).unwrap_or_default();
        if text.iter().filter(|&&byte| byte == b'\n').count() >= lines {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "the journal does not grow");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for the end of the program, which must not take long.
pub fn wait_for_end(mut child: Child) -> Run {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
    Run::of(child.wait_with_output().unwrap())
}
