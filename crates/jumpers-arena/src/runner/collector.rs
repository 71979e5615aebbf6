//! The collector: it writes what the workers play.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, SystemTime};

use super::queue::Queue;
use super::stop::Stop;
use super::verdict::Verdict;
use super::worker::{Message, PairPlayer, PlayedPair, work};
use crate::journal::{Entry, Interrupt, Journal, JournalError, JournalWriter, PairEntry};
use crate::schedule::{Schedule, ScheduledPair};
use crate::stats::SprtError;

/// How often the observer is called when nothing happens.
const TICK: Duration = Duration::from_millis(250);

/// How a tournament ended, for now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All pairs were played.
    Complete,
    /// The sequential test is decided.
    Decided,
    /// A signal stopped it; its number.
    Interrupted(i32),
}

/// Why a tournament stopped that should not have.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no such test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A worker cannot go on.
    #[error("{0}")]
    Worker(String),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// Sees what happens in a tournament.
pub trait Observer {
    /// A pair is finished, and synced to the disk. `verdict` has it already, if there is a test.
    fn finished(&mut self, pair: &PairEntry, verdict: Option<&Verdict>);

    /// Some time has passed.
    fn tick(&mut self) {}
}

/// Plays the pairs of a journal's tournament, or of its shard, that the journal has not, with this
/// many workers. Each makes its player with `make`, which is given the worker's number from 0.
///
/// With a sequential test, and without a shard, it ends when that is decided. A shard is played to
/// its end: what the test says is seen when the shards are merged.
///
/// # Errors
/// If the journal cannot be written, or a worker fails. All that was played before is in the
/// journal.
pub fn play<P: PairPlayer>(
    journal: &mut Journal,
    writer: &mut JournalWriter,
    workers: usize,
    stop: &Stop,
    make: impl Fn(usize) -> P + Sync,
    observer: &mut dyn Observer,
) -> Result<Ending, RunError> {
    let mut verdict = match &journal.header.tournament.sprt {
        Some(config) if journal.header.shard.is_none() => Some(Verdict::new(config)?),
        _ => None,
    };
    if let Some(verdict) = &mut verdict {
        journal.pairs.iter().for_each(|pair| verdict.record(pair));
        if verdict.is_decided() {
            return Ok(Ending::Decided);
        }
    }
    let queue = Queue::new(Schedule::new(&journal.header.tournament), journal);
    let mut collector = Collector {
        journal,
        writer,
        stop,
        queue: &queue,
        verdict,
        observer,
    };
    let result = thread::scope(|scope| {
        let workers = workers.max(1);
        // With room for one pair of each worker, so that they are not far ahead of the disk.
        let (sender, receiver) = mpsc::sync_channel(workers);
        for worker in 0..workers {
            let (queue, make, sender) = (&queue, &make, sender.clone());
            let started = thread::Builder::new()
                .name(format!("worker {worker}"))
                .spawn_scoped(scope, move || {
                    work(queue, stop, &sender, || make(worker));
                });
            if let Err(error) = started {
                stop.set();
                return Err(RunError::Thread(error));
            }
        }
        drop(sender);
        let result = collector.collect(&receiver);
        if result.is_err() {
            stop.set();
        }
        result
    });
    // From here on all workers have ended.
    result?;
    collector.conclude()
}

struct Collector<'a> {
    journal: &'a mut Journal,
    writer: &'a mut JournalWriter,
    stop: &'a Stop,
    queue: &'a Queue,
    verdict: Option<Verdict>,
    observer: &'a mut dyn Observer,
}

impl Collector<'_> {
    /// Writes what comes until all workers have ended.
    fn collect(&mut self, receiver: &Receiver<Message>) -> Result<(), RunError> {
        let mut failure = None;
        loop {
            let message = match receiver.recv_timeout(TICK) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => {
                    self.observer.tick();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut finished = Vec::new();
            for message in std::iter::once(message).chain(receiver.try_iter()) {
                match message {
                    Message::Finished(pair, played) => finished.push((pair, *played)),
                    Message::Failed(why) => failure = failure.or(Some(why)),
                }
            }
            self.write(finished)?;
        }
        match failure {
            Some(why) => Err(RunError::Worker(why)),
            None => Ok(()),
        }
    }

    /// Writes pairs, with one sync for all, and only then lets them count.
    fn write(&mut self, finished: Vec<(ScheduledPair, PlayedPair)>) -> Result<(), RunError> {
        if finished.is_empty() {
            return Ok(());
        }
        let entries: Vec<Entry> = finished
            .into_iter()
            .map(|(pair, played)| {
                Entry::Pair(Box::new(PairEntry {
                    index: pair.index,
                    first: pair.first,
                    second: pair.second,
                    opening: pair.opening,
                    finished: now(),
                    games: played.games,
                    warnings: played.warnings,
                }))
            })
            .collect();
        self.writer.append(&entries)?;
        for entry in entries {
            let Entry::Pair(pair) = entry else { continue };
            self.queue.finished(pair.index);
            if let Some(verdict) = &mut self.verdict {
                verdict.record(&pair);
                if verdict.is_decided() {
                    self.stop.set();
                }
            }
            self.observer.finished(&pair, self.verdict.as_ref());
            self.journal.pairs.push(*pair);
        }
        Ok(())
    }

    /// How it ended, and a note in the journal if that was before its end.
    fn conclude(&mut self) -> Result<Ending, RunError> {
        if self.verdict.as_ref().is_some_and(Verdict::is_decided) {
            return Ok(Ending::Decided);
        }
        let unfinished = self.queue.unfinished();
        let complete = unfinished.is_empty() && self.queue.take().is_none();
        match self.stop.signal() {
            Some(signal) if !complete => {
                let interrupt = Interrupt {
                    signal: signal_name(signal),
                    unfinished,
                    at: now(),
                };
                self.writer.append([&Entry::Interrupt(interrupt.clone())])?;
                self.journal.interrupts.push(interrupt);
                Ok(Ending::Interrupted(signal))
            }
            _ => Ok(Ending::Complete),
        }
    }
}

/// The time, as journals have it.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_millis(SystemTime::now()).to_string()
}

fn signal_name(signal: i32) -> String {
    signal_hook::low_level::signal_name(signal)
        .map_or_else(|| format!("signal {signal}"), str::to_owned)
}
