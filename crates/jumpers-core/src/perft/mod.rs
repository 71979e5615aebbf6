//! Perft: counting the sequences of turns of a given length, the yardstick of move generators.

mod count;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::generate::{Flow, View};
use crate::position::Position;
use crate::size::Size;
use crate::turn::Turn;
use count::{Counter, count_leaves};
use table::Table;

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Sequences of turns: what two generators should agree on.
    #[default]
    Turns,
    /// Sequences of paths, for engines that take each path for a turn of its own.
    Paths,
}

/// How to count.
///
/// ```
/// use jumpers_core::{Counting, PerftConfig, Position, Six};
/// let config = PerftConfig {
///     counting: Counting::Paths,
///     ..PerftConfig::default()
/// };
/// let report = config.run(&Position::<Six>::start(), 5).unwrap();
/// assert_eq!(report.total, 135532);
/// assert_eq!(report.divide.len(), 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftConfig {
    /// What is counted.
    pub counting: Counting,
    /// How many threads count; 0 for one on each processor.
    pub threads: usize,
    /// The size of the hash table in MiB; 0 for none.
    pub hash_mib: usize,
}

impl Default for PerftConfig {
    /// Turns, on one thread, without a hash table.
    fn default() -> Self {
        PerftConfig {
            counting: Counting::Turns,
            threads: 1,
            hash_mib: 0,
        }
    }
}

/// How far a count is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftProgress {
    /// Subtrees counted.
    pub done: usize,
    /// Subtrees in all; their sizes differ.
    pub tasks: usize,
    /// Sequences counted so far.
    pub nodes: u64,
}

/// A finished count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftReport<S: Size> {
    /// The sequences of the depth.
    pub total: u64,
    /// For each first turn the sequences that begin with it; empty at depth 0.
    pub divide: Vec<(Turn<S>, u64)>,
}

/// Why a count has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// Somebody asked it to stop.
    #[error("stopped")]
    Stopped,
    /// The memory for the hash table is not to be had.
    #[error("no memory for a perft hash table of {0} MiB")]
    NoMemory(usize),
    /// The system refused a thread.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}

/// The number of sequences of `depth` turns, counted on this thread without a hash table.
///
/// ```
/// use jumpers_core::{Position, Six, perft};
/// assert_eq!(perft(&Position::<Six>::start(), 3), 1158);
/// ```
pub fn perft<S: Size>(position: &Position<S>, depth: u32) -> u64 {
    count_leaves(position.view(), depth)
}

/// A subtree to count: which first turn it belongs to and how often it occurs.
struct Task<S: Size> {
    first: usize,
    view: View<S>,
    times: u64,
}

/// There are at least this many subtrees for each thread, if the tree has them.
const TASKS_PER_THREAD: usize = 64;

impl PerftConfig {
    /// Counts the sequences of `depth` turns.
    ///
    /// # Errors
    /// If the hash table or the threads are not to be had.
    pub fn run<S: Size>(
        &self,
        position: &Position<S>,
        depth: u32,
    ) -> Result<PerftReport<S>, PerftError> {
        self.run_with(position, depth, &AtomicBool::new(false), &|_| ())
    }

    /// As [`PerftConfig::run`]; gives up soon after `stop` is set, and calls `progress`, from
    /// any thread, after each subtree.
    ///
    /// # Errors
    /// If it was stopped, or if the hash table or the threads are not to be had.
    pub fn run_with<S: Size>(
        &self,
        position: &Position<S>,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(PerftProgress) + Sync),
    ) -> Result<PerftReport<S>, PerftError> {
        if depth == 0 {
            return Ok(PerftReport {
                total: 1,
                divide: Vec::new(),
            });
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .stack_size(stack_size(depth.min(position.max_turns_left())))
            .build()
            .map_err(|error| PerftError::Threads {
                threads: self.threads,
                reason: error.to_string(),
            })?;
        let table = match self.hash_mib {
            0 => None,
            mib => {
                let table = pool.install(|| Table::new(mib));
                Some(table.ok_or(PerftError::NoMemory(mib))?)
            }
        };
        let counter = Counter {
            counting: self.counting,
            table: table.as_ref(),
            stop,
        };
        let firsts = position.turns();
        let (tasks, depth) = split(
            position.view(),
            depth,
            self.counting,
            pool.current_num_threads() * TASKS_PER_THREAD,
            stop,
        )
        .ok_or(PerftError::Stopped)?;
        let counts: Vec<AtomicU64> = firsts.iter().map(|_| AtomicU64::new(0)).collect();
        let (done, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
        let finished = pool.install(|| {
            tasks.par_iter().try_for_each(|task| {
                let count = task.times * counter.count(task.view, depth)?;
                counts[task.first].fetch_add(count, Ordering::Relaxed);
                progress(PerftProgress {
                    done: done.fetch_add(1, Ordering::Relaxed) + 1,
                    tasks: tasks.len(),
                    nodes: nodes.fetch_add(count, Ordering::Relaxed) + count,
                });
                Some(())
            })
        });
        finished.ok_or(PerftError::Stopped)?;
        let divide: Vec<_> = firsts
            .into_iter()
            .zip(counts.into_iter().map(AtomicU64::into_inner))
            .collect();
        Ok(PerftReport {
            total: divide.iter().map(|(_, count)| count).sum(),
            divide,
        })
    }
}

/// What a thread needs for a recursion so deep.
const fn stack_size(depth: u32) -> usize {
    (2 << 20) + depth as usize * 4096
}

/// Splits a tree into subtrees of one depth, which comes back too: those below the first turns,
/// or below the first two turns, and so on, until there are enough. `None` if it was stopped.
fn split<S: Size>(
    root: View<S>,
    depth: u32,
    counting: Counting,
    enough: usize,
    stop: &AtomicBool,
) -> Option<(Vec<Task<S>>, u32)> {
    let mut tasks = Vec::new();
    let flow = for_each_child(root, counting, &mut |view, times| {
        tasks.push(Task {
            first: tasks.len(),
            view,
            times,
        });
        go_on(stop)
    });
    if flow.is_break() {
        return None;
    }
    let mut depth = depth - 1;
    while depth > 2 && !tasks.is_empty() && tasks.len() < enough {
        let mut finer = Vec::new();
        for task in &tasks {
            let flow = for_each_child(task.view, counting, &mut |view, times| {
                finer.push(Task {
                    first: task.first,
                    view,
                    times: task.times * times,
                });
                go_on(stop)
            });
            if flow.is_break() {
                return None;
            }
        }
        tasks = finer;
        depth -= 1;
    }
    Some((tasks, depth))
}

/// What a visitor returns that can be stopped.
fn go_on(stop: &AtomicBool) -> Flow<()> {
    if stop.load(Ordering::Relaxed) {
        Flow::Break(())
    } else {
        Flow::Continue(())
    }
}

/// Visits the position after each turn with the number of times that it counts.
#[inline(always)]
fn for_each_child<S: Size>(
    view: View<S>,
    counting: Counting,
    visit: &mut impl FnMut(View<S>, u64) -> Flow<()>,
) -> Flow<()> {
    let scan = view.scan();
    match counting {
        Counting::Turns => scan.for_each_turn(&mut |delta| visit(view.after(delta), 1)),
        Counting::Paths => {
            scan.for_each_turn_with_paths(&mut |delta, paths| visit(view.after(delta), paths))
        }
    }
}
