//! The search: parallel iterative deepening.
//!
//! Each thread, this one and those of a private pool, runs its own iterative-deepening alpha-beta
//! search from the root, and they help each other through the transposition table (Lazy SMP). The first thread
//! keeps the time and reports; with one thread the search is deterministic.
//!
//! Nothing here prints: progress goes to a callback, the result comes back.

mod clock;
mod deepening;
mod evaluation;
mod limits;
mod line;
mod ordering;
mod table;
mod value;
mod worker;

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use jumpers_core::{Position, Size, Turn};
use rayon::ThreadPool;

pub use clock::Clock;
pub use evaluation::evaluate;
pub use limits::{Control, Limits, MAX_DEPTH, TimeBudget};
pub use line::Line;
pub use table::{Bound, NoMemory, Table};
pub use value::{MAX_EVALUATION, Value, is_proved, plies_to_end};

use deepening::Deepening;
use worker::{Shared, TURNS_PER_CHECK};

/// What a search needs besides the position.
pub struct Resources<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// The threads to use, all of them.
    pub pool: &'a ThreadPool,
    /// How to stop it.
    pub control: &'a Control,
}

/// What is known after an iteration, and at the end.
#[derive(Clone, Debug)]
pub struct Report<S: Size> {
    /// The best line.
    pub best: Line<S>,
    /// The lines of the next best first turns, if more than one was asked for; none has a better
    /// value than those before it.
    pub others: Vec<Line<S>>,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_fullness: u32,
}

impl<S: Size> Report<S> {
    /// All lines, the best first.
    pub fn lines(&self) -> impl Iterator<Item = &Line<S>> {
        std::iter::once(&self.best).chain(&self.others)
    }
}

/// What a search tells while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a, S: Size> {
    /// An iteration is done, or something new is known in one that takes long.
    Report(&'a Report<S>),
    /// A search that takes long begins with a turn of the root.
    Turn {
        /// The depth of the iteration.
        depth: u8,
        /// The turn.
        turn: Turn<S>,
        /// Its place among all, from 1.
        number: usize,
    },
}

/// Searches a position. `report` is called after each iteration. The result is the last report;
/// its line begins with a legal turn whenever there is one among those allowed, however short
/// the time.
pub fn search<S: Size>(
    position: &Position<S>,
    limits: &Limits<S>,
    resources: &Resources<'_>,
    report: &(dyn Fn(Progress<'_, S>) + Sync),
) -> Report<S> {
    let threads = resources.pool.current_num_threads();
    let shared = Shared {
        table: resources.table,
        control: resources.control,
        limits,
        over: AtomicBool::new(false),
        nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
    };
    resources.table.start_search();
    let root_turns = list_root_turns(position, limits, resources.control);
    let run = |index| Deepening::new(position, &root_turns, &shared, index).run(report);
    let results: Vec<_> = (1..threads).map(|_| OnceLock::new()).collect();
    // The first thread is this one: to wake another one takes time.
    let first = resources.pool.in_place_scope(|scope| {
        let _over = SetOnDrop(&shared.over);
        for (result, index) in results.iter().zip(1..) {
            let run = &run;
            scope.spawn(move |_| drop(result.set(run(index))));
        }
        run(0)
    });
    // The deepest result that has all lines counts, and among equals that of the first thread.
    let others = results.into_iter().filter_map(OnceLock::into_inner);
    let lines = others.fold(first, |best, other| {
        if other[0].depth > best[0].depth && other.len() >= best.len() {
            other
        } else {
            best
        }
    });
    shared.report(lines)
}

/// Ends the search of the other threads when the first one is done, even if it panics.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The turns to choose from: as many as can be listed in the time, and always some.
fn list_root_turns<S: Size>(
    position: &Position<S>,
    limits: &Limits<S>,
    control: &Control,
) -> Vec<Turn<S>> {
    if let Some(turns) = &limits.root_turns {
        return turns.clone();
    }
    let mut turns = Vec::new();
    let _ = position.for_each_turn(|turn| {
        turns.push(turn);
        let is_over = turns.len().is_multiple_of(TURNS_PER_CHECK)
            && (control.is_stopped() || limits.time.is_some_and(|time| control.is_past(time.hard)));
        if is_over {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    turns
}
