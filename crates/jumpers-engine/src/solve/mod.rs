//! The solver: who wins a position, exactly.
//!
//! A depth-first proof-number search (df-pn: A. Nagai, 2002) on all threads, each with the same
//! table. Positions are taken up to reflection in the a1 diagonal.

pub mod certificate;
mod numbers;
mod strategy;
mod table;
mod worker;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jumpers_core::{Position, Size, Turn};
use rayon::ThreadPool;

use crate::search::{Control, NoMemory};

pub use numbers::Numbers;
pub use strategy::{Effort, Objective, Strategy, StrategyError};
pub use table::{ProofTable, Record};
pub use worker::SolveLimits;

use worker::{Shared, Worker};

/// Between two reports so much time goes by.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Whether the side to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It does, whatever the other side does.
    Win,
    /// It does not, whatever it does.
    Loss,
    /// That is not known.
    Unknown,
}

/// How far the search is.
#[derive(Clone, Copy, Debug)]
pub struct Statistics {
    /// Positions evaluated.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// The numbers of the root.
    pub root: Numbers,
    /// How full the table is, in thousandths.
    pub table_fullness: u32,
    /// How often entries were freed.
    pub collections: u64,
}

/// What the search came to.
#[derive(Clone, Debug)]
pub struct Solution<S: Size> {
    /// Who wins.
    pub verdict: Verdict,
    /// Best play as far as the table knows it: a winning turn at first if there is one, otherwise
    /// the turn that takes longest to refute.
    pub line: Vec<Turn<S>>,
    /// What it took.
    pub statistics: Statistics,
}

/// A solver for one size of board.
pub struct Solver<S: Size> {
    table: ProofTable,
    size: std::marker::PhantomData<S>,
}

impl<S: Size> Solver<S> {
    /// A solver with a table of `mib` MiB.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        Ok(Solver {
            table: ProofTable::new::<S>(mib)?,
            size: std::marker::PhantomData,
        })
    }

    /// What is known so far.
    pub fn table(&self) -> &ProofTable {
        &self.table
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches for who wins a position, on all threads of the pool. What is known from searches
    /// before is used. `report` is called about once a second.
    pub fn solve(
        &self,
        position: &Position<S>,
        limits: SolveLimits,
        pool: &ThreadPool,
        control: &Control,
        report: &(dyn Fn(&Statistics) + Sync),
    ) -> Solution<S> {
        let root = position.setup().canonical();
        let threads = pool.current_num_threads();
        let shared = Shared::new(&self.table, control, limits);
        let last_told = AtomicU64::new(0);
        let tell = |shared: &Shared<'_>| {
            let now = control.elapsed().as_millis() as u64;
            let due = last_told.load(Ordering::Relaxed) + REPORT_INTERVAL.as_millis() as u64;
            if now >= due {
                last_told.store(now, Ordering::Relaxed);
                report(&self.statistics(shared));
            }
        };
        let numbers = Mutex::new(Numbers::from_bits(shared.root.load(Ordering::Relaxed)));
        let run = |tell| {
            let found = Worker::<S>::new(&shared, threads == 1, tell).run(&root);
            let mut best = numbers.lock().unwrap_or_else(|e| e.into_inner());
            if found.is_proved() || !best.is_proved() {
                *best = found;
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|_| run(None));
            }
            run(Some(&tell));
        });
        let numbers = numbers.into_inner().unwrap_or_else(|e| e.into_inner());
        Solution {
            verdict: verdict_of(numbers),
            line: Vec::new(),
            statistics: Statistics {
                root: numbers,
                ..self.statistics(&shared)
            },
        }
    }

    fn statistics(&self, shared: &Shared<'_>) -> Statistics {
        Statistics {
            nodes: shared.nodes.load(Ordering::Relaxed),
            time: shared.control.elapsed(),
            root: Numbers::from_bits(shared.root.load(Ordering::Relaxed)),
            table_fullness: self.table.fullness(),
            collections: shared.collections.load(Ordering::Relaxed),
        }
    }
}

fn verdict_of(numbers: Numbers) -> Verdict {
    if numbers.is_win() {
        Verdict::Win
    } else if numbers.is_loss() {
        Verdict::Loss
    } else {
        Verdict::Unknown
    }
}
