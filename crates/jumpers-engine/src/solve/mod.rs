//! The solver: who wins a position, exactly.
//!
//! A depth-first proof-number search (df-pn: A. Nagai, 2002) on all threads, each with the same
//! table. Positions are taken up to reflection in the a1 diagonal.

pub mod certificate;
pub mod checkpoint;
pub mod estimate;
pub mod known;
mod limit;
mod line;
mod lost;
mod numbers;
mod shortest;
mod strategy;
mod table;
mod turns;
mod worker;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jumpers_core::{Position, Setup, Size, Turn};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use crate::search::{Control, NoMemory};

pub use estimate::Estimates;
pub use line::open_turns;
pub use numbers::Numbers;
pub use shortest::{Bounds, Shortest, ShortestProgress, TellShortest};
pub use strategy::{Effort, Objective, Strategy, StrategyError};
pub use table::{ProofTable, Record};
pub use turns::{SolvedTurn, SolvedTurns};
pub use worker::SolveLimits;

use limit::Limit;
use worker::{Shared, Worker};

/// Between two reports so much time goes by.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The numbers of a position that nothing is known of.
const UNKNOWN: Numbers = Numbers {
    proof: 1.0,
    disproof: 1.0,
};

/// Is told how far a search is.
pub type Tell<'a> = &'a (dyn Fn(&Statistics) + Sync);

/// Whether the side to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

impl Statistics {
    /// Positions evaluated in a second.
    pub fn rate(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-6)
    }
}

/// A proof number for people: `inf` if it cannot be.
pub fn effort_text(effort: f32) -> String {
    if effort >= Numbers::WIN.disproof {
        "inf".to_owned()
    } else if effort == 0.0 {
        "0".to_owned()
    } else if effort < 1e6 {
        // What is not proved is never nothing.
        format!("{:.1}", effort.max(0.1))
    } else {
        format!("{effort:.1e}")
    }
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
    size: PhantomData<S>,
}

impl<S: Size> Solver<S> {
    /// A solver with a table of `mib` MiB.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        Ok(Solver {
            table: ProofTable::new::<S>(mib)?,
            size: PhantomData,
        })
    }

    /// The same, with other estimates.
    #[must_use]
    pub fn with_estimates(self, estimates: Estimates) -> Self {
        Solver {
            table: self.table.with_estimates(estimates),
            ..self
        }
    }

    /// The same, which knows the positions near the start that are [built in](known).
    #[must_use]
    pub fn with_known(self) -> Self {
        known::tell(&self.table, known::built_in::<S>());
        self
    }

    /// What is known so far.
    pub fn table(&self) -> &ProofTable {
        &self.table
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// What searches with this table, on all threads of the pool.
    pub fn prover<'a>(&'a self, pool: &'a ThreadPool, control: &'a Control) -> Prover<'a, S> {
        Prover::new(&self.table, pool, control)
    }

    /// See [`Prover::solve`].
    pub fn solve(
        &self,
        position: &Position<S>,
        limits: SolveLimits,
        pool: &ThreadPool,
        control: &Control,
        report: Tell<'_>,
    ) -> Solution<S> {
        self.prover(pool, control).solve(position, limits, report)
    }
}

/// Searches with a table, threads and a clock. What is known from searches before is used.
pub struct Prover<'a, S: Size> {
    table: &'a ProofTable,
    pool: &'a ThreadPool,
    control: &'a Control,
    /// When the last report was, in milliseconds on the clock.
    last_told: AtomicU64,
    size: PhantomData<S>,
}

impl<'a, S: Size> Prover<'a, S> {
    /// The table must be one for boards of this size: [`ProofTable::new`].
    pub fn new(table: &'a ProofTable, pool: &'a ThreadPool, control: &'a Control) -> Self {
        Prover {
            table,
            pool,
            control,
            last_told: AtomicU64::new(control.elapsed().as_millis() as u64),
            size: PhantomData,
        }
    }

    /// Searches for who wins a position, until that is known, `limits` end it, or it is stopped.
    /// `report` is called about once a second.
    pub fn solve(
        &self,
        position: &Position<S>,
        limits: SolveLimits,
        report: Tell<'_>,
    ) -> Solution<S> {
        let statistics = self.search(&position.setup().canonical(), limits, report);
        let mut verdict = Verdict::of(statistics.root);
        let mut first = None;
        if verdict == Verdict::Win {
            first = self.winning_turn(position, limits);
            if first.is_none() {
                // The table has lost the turn already, and there is no time to find it again.
                verdict = Verdict::Unknown;
            }
        }
        Solution {
            verdict,
            line: line::best_play(self.table, position, first),
            statistics,
        }
    }

    /// Searches for who wins a position up to reflection.
    fn search(&self, root: &Setup<S>, limits: SolveLimits, report: Tell<'_>) -> Statistics {
        self.search_within(root, Limit::NONE, limits, report)
    }

    /// The same if a win has to come within a number of plies. Where that is plain to see there is
    /// no search.
    fn search_within(
        &self,
        root: &Setup<S>,
        limit: Limit,
        limits: SolveLimits,
        report: Tell<'_>,
    ) -> Statistics {
        let threads = self.pool.current_num_threads();
        let shared = Shared::new(self.table, self.control, limits);
        if let Some(found) = self.table.get_within(root, limit)
            && found.numbers.is_proved()
        {
            return Statistics {
                root: found.numbers,
                ..self.statistics(&shared)
            };
        }
        let tell = |shared: &Shared<'_>| {
            let now = self.control.elapsed().as_millis() as u64;
            let due = self.last_told.load(Ordering::Relaxed) + REPORT_INTERVAL.as_millis() as u64;
            if now >= due {
                self.last_told.store(now, Ordering::Relaxed);
                report(&self.statistics(shared));
            }
        };
        let numbers = Mutex::new(None::<Numbers>);
        let run = |tell| {
            let found = Worker::<S>::new(&shared, threads == 1, tell).run(root, limit);
            let mut best = numbers.lock().unwrap_or_else(|e| e.into_inner());
            if found.is_proved() || best.is_none_or(|best| !best.is_proved()) {
                *best = Some(found);
            }
        };
        self.pool.in_place_scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|_| run(None));
            }
            run(Some(&tell));
        });
        let numbers = numbers.into_inner().unwrap_or_else(|e| e.into_inner());
        let statistics = self.statistics(&shared);
        Statistics {
            root: numbers.unwrap_or(statistics.root),
            ..statistics
        }
    }

    fn statistics(&self, shared: &Shared<'_>) -> Statistics {
        // Nothing is stored before a thread has worked the numbers out.
        let root = match shared.root.load(Ordering::Relaxed) {
            0 => UNKNOWN,
            bits => Numbers::from_bits(bits),
        };
        Statistics {
            nodes: shared.nodes.load(Ordering::Relaxed),
            time: shared.control.elapsed(),
            root,
            table_fullness: self.table.fullness(),
            collections: shared.collections.load(Ordering::Relaxed),
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Is the search stopped, or its time up?
    fn is_over(&self, time: Option<Duration>) -> bool {
        self.control.is_stopped() || time.is_some_and(|most| self.control.is_past(most))
    }
}

impl Verdict {
    fn of(numbers: Numbers) -> Self {
        if numbers.is_win() {
            Verdict::Win
        } else if numbers.is_loss() {
            Verdict::Loss
        } else {
            Verdict::Unknown
        }
    }

    /// The same for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::Loss => Verdict::Win,
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Unknown => "unknown",
        })
    }
}
