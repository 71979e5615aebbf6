//! What is written to standard error while a tournament is played.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How many lines wait to be written, at most; more are only counted.
const MOST_LINES: usize = 1000;

/// How long is waited at the end for somebody to read what was said.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where a bar stands.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub(super) position: u64,
    pub(super) time_left: String,
    pub(super) message: String,
}

/// Writes to standard error in a thread of its own, so that nobody waits for whoever reads it: a
/// pipe may be full, and a terminal stopped.
#[derive(Debug)]
pub(super) struct Speaker(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    said: Mutex<Said>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Said {
    /// Lines that must be read.
    lines: VecDeque<String>,
    /// Those for which there was no room.
    lost: u64,
    /// The line that says how far it is; only the last one is of interest.
    progress: Option<String>,
    /// Where the bar stands; the same.
    standing: Option<Standing>,
    /// Nothing more will be said.
    ended: bool,
    /// All is written.
    written: bool,
}

impl Speaker {
    /// With a bar of this length and position, if there is to be one.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn new(bar: Option<(u64, u64)>) -> io::Result<Speaker> {
        let shared = Arc::new(Shared {
            said: Mutex::default(),
            changed: Condvar::new(),
        });
        let speaker = Speaker(Arc::clone(&shared));
        thread::Builder::new()
            .name("speaker".to_owned())
            .spawn(move || shared.write(bar.map(|(length, position)| new_bar(length, position))))?;
        Ok(speaker)
    }

    /// Says a line, unless far too many wait.
    pub(super) fn say(&self, line: &str) {
        self.change(|said| {
            if said.lines.len() < MOST_LINES {
                said.lines.push_back(line.to_owned());
            } else {
                said.lost += 1;
            }
        });
    }

    /// Says how far it is, unless it will be farther before this can be written.
    pub(super) fn say_progress(&self, line: String) {
        self.change(|said| said.progress = Some(line));
    }

    /// Moves the bar.
    pub(super) fn show(&self, standing: Standing) {
        self.change(|said| said.standing = Some(standing));
    }

    /// Takes the bar off the screen, and waits a little until all is written.
    pub(super) fn finish(&self) {
        self.change(|said| said.ended = true);
        let waited = self
            .0
            .changed
            .wait_timeout_while(self.0.said(), PATIENCE, |said| !said.written);
        drop(waited);
    }

    fn change(&self, change: impl FnOnce(&mut Said)) {
        change(&mut self.0.said());
        self.0.changed.notify_all();
    }
}

/// The thread ends with it.
impl Drop for Speaker {
    fn drop(&mut self) {
        self.change(|said| said.ended = true);
    }
}

impl Shared {
    fn said(&self) -> MutexGuard<'_, Said> {
        // Nothing here panics between two changes that belong together.
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is said until there is nothing more to come.
    fn write(&self, bar: Option<ProgressBar>) {
        loop {
            let waited = self.changed.wait_while(self.said(), |said| said.is_empty());
            let mut said = waited.unwrap_or_else(PoisonError::into_inner);
            let lines: Vec<String> = said.lines.drain(..).collect();
            let lost = std::mem::take(&mut said.lost);
            let (progress, standing) = (said.progress.take(), said.standing.take());
            let ended = said.ended;
            drop(said);
            let lost = (lost > 0).then(|| format!("{lost} more lines were left out"));
            for line in lines.into_iter().chain(lost).chain(progress) {
                // If nobody can read it there is nothing to be done.
                let _ = match &bar {
                    Some(bar) => bar.suspend(|| writeln!(io::stderr(), "{line}")),
                    None => writeln!(io::stderr(), "{line}"),
                };
            }
            if let (Some(bar), Some(standing)) = (&bar, standing) {
                bar.set_message(standing.message);
                bar.set_prefix(standing.time_left);
                bar.set_position(standing.position);
            }
            if ended {
                break;
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        self.said().written = true;
        self.changed.notify_all();
    }
}

impl Said {
    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.progress.is_none() && self.standing.is_none() && !self.ended
    }
}

fn new_bar(length: u64, position: u64) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(4);
    let bar = ProgressBar::with_draw_target(Some(length), target).with_position(position);
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len} pairs  {prefix}\n{wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
