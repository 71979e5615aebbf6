//! The search: parallel iterative deepening.
//!
//! Each thread of a private pool runs its own iterative-deepening alpha-beta search from the
//! root, and they help each other through the transposition table (Lazy SMP). The first thread
//! keeps the time and reports; with one thread the search is deterministic.
//!
//! Nothing here prints: progress goes to a callback, the result comes back.

mod clock;
mod evaluation;
mod limits;
mod ordering;
mod table;
mod value;
mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use jumpers_core::{Position, Size, Turn};
use rayon::ThreadPool;

pub use clock::Clock;
pub use evaluation::evaluate;
pub use limits::{Control, Limits, MAX_DEPTH, TimeBudget};
pub use table::{NoMemory, Table};
pub use value::{Value, is_proved, plies_to_end};

use ordering::Rated;
use value::INFINITE;
use worker::{Shared, TURNS_PER_CHECK, Worker};

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
    /// The depth of the iteration.
    pub depth: u8,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// The value for the side to move.
    pub value: Value,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_fullness: u32,
    /// The best line.
    pub line: Vec<Turn<S>>,
}

/// Searches a position. `report` is called after each iteration. The result is the last report;
/// its line begins with a legal turn whenever there is one among those allowed, however short
/// the time.
pub fn search<S: Size>(
    position: &Position<S>,
    limits: &Limits<S>,
    resources: &Resources<'_>,
    report: &(dyn Fn(&Report<S>) + Sync),
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
    let results = resources.pool.broadcast(|context| {
        let _over = (context.index() == 0).then(|| SetOnDrop(&shared.over));
        let worker = Worker::new(&shared, context.index());
        deepen(
            position,
            &root_turns,
            worker,
            &shared,
            context.index(),
            report,
        )
    });
    // The deepest result counts, and among equals that of the first thread.
    let mut results = results.into_iter();
    let first = results.next().unwrap_or_else(|| unsearched(None));
    let mut best = results.fold(first, |best, other| {
        if other.depth > best.depth {
            other
        } else {
            best
        }
    });
    best.nodes = shared.total_nodes();
    best.time = resources.control.elapsed();
    best.table_fullness = resources.table.fullness();
    best
}

/// Ends the search of the other threads when the first one is done, even if it panics.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The report before anything is known.
fn unsearched<S: Size>(turn: Option<Turn<S>>) -> Report<S> {
    Report {
        depth: 0,
        selective_depth: 0,
        value: 0,
        nodes: 0,
        time: Duration::ZERO,
        table_fullness: 0,
        line: turn.into_iter().collect(),
    }
}

/// The width of the first window around the value of the iteration before.
const ASPIRATION: Value = 40;
/// Below this depth the window is full.
const ASPIRATION_DEPTH: u8 = 4;

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

/// One thread's iterations.
fn deepen<S: Size>(
    position: &Position<S>,
    root_turns: &[Turn<S>],
    mut worker: Worker<'_, S>,
    shared: &Shared<'_, S>,
    index: usize,
    report: &(dyn Fn(&Report<S>) + Sync),
) -> Report<S> {
    let limits = shared.limits;
    let mut turns: Vec<Rated<S>> = root_turns
        .iter()
        .map(|&turn| Rated { turn, rating: 0 })
        .collect();
    let mut best = unsearched(turns.first().map(|rated| rated.turn));
    if turns.is_empty() {
        best.value = value::lost_at(0);
        return best;
    }
    // Every other helper is a ply ahead, so that the threads do not all do the same.
    let last_depth = limits.depth.clamp(1, MAX_DEPTH);
    let first_depth = last_depth.min(1 + (index % 2) as u8);
    for depth in first_depth..=last_depth {
        let (value, over) = iterate(position, &mut worker, &mut turns, best.value, depth);
        if let Some(value) = value {
            best.depth = depth;
            best.value = value;
            best.selective_depth = worker.selective_depth;
            best.line = worker.line().to_vec();
        }
        worker.publish_nodes();
        if over {
            break;
        }
        if index == 0 {
            best.nodes = shared.total_nodes();
            best.time = shared.control.elapsed();
            best.table_fullness = shared.table.fullness();
            report(&best);
            if is_enough(&best, limits, shared.control) {
                break;
            }
        }
    }
    best
}

/// Searches one depth, within a window that widens until the value lies in it. The value is
/// `None` if the search was over before it was better than nothing.
fn iterate<S: Size>(
    position: &Position<S>,
    worker: &mut Worker<'_, S>,
    turns: &mut [Rated<S>],
    guess: Value,
    depth: u8,
) -> (Option<Value>, bool) {
    let mut width = if depth < ASPIRATION_DEPTH || is_proved(guess) {
        INFINITE
    } else {
        ASPIRATION
    };
    let (mut low, mut high) = (guess - width, guess + width);
    loop {
        let window = (low.max(-INFINITE), high.min(INFINITE));
        let (value, over) = worker.search_root(position, turns, window, depth);
        let Some(value) = value else {
            return (None, true);
        };
        let inside = value > window.0 && value < window.1;
        if over {
            // A value at or below the window is only a bound, of a turn that may be bad; and
            // that the turns searched so far lose proves nothing of the others.
            let is_known = value > window.0 && (value > 0 || !is_proved(value));
            return (is_known.then_some(value), true);
        }
        if inside {
            return (Some(value), false);
        }
        width = width.saturating_mul(4);
        if value <= window.0 {
            low = value.saturating_sub(width);
        } else {
            high = value.saturating_add(width);
        }
        if width > INFINITE / 8 {
            (low, high) = (-INFINITE, INFINITE);
        }
    }
}

/// Is there no use in another iteration?
fn is_enough<S: Size>(best: &Report<S>, limits: &Limits<S>, control: &Control) -> bool {
    if let Some(plies) = plies_to_end(best.value) {
        // All lines up to the end have been searched.
        if i32::from(best.depth) >= plies.abs() {
            return true;
        }
        if limits
            .win_within
            .is_some_and(|within| plies > 0 && plies as u32 <= within)
        {
            return true;
        }
    }
    limits.time.is_some_and(|time| control.is_past(time.soft))
}
