//! One thread of the proof search.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use jumpers_core::{Setup, Size};

use super::estimate::estimate_within;
use super::limit::Limit;
use super::numbers::{INFINITE, Numbers, bounded};
use super::table::{ProofTable, board_hash, effort_of};
use crate::search::Control;

/// A child may take so much more than the second best before that one gets its turn (1 + ε:
/// J. Pawlewicz and Ł. Lew, "Improving depth-first PN-search: 1+ε trick", 2007).
const EPSILON: f32 = 0.25;
/// A threshold lets a child grow at least by this factor, whatever the rounding.
const LEAST_GROWTH: f32 = 1.0001;
/// So much more than it is a child seems to take for each thread that is at work below it
/// (virtual proof numbers: T. Kaneko, "Parallel depth first proof number search", 2010), at a
/// position that looks lost and at one that looks won. Where it looks lost, all turns have to be
/// refuted, and it does not matter which is first; where it looks won, one is enough, and two
/// threads had better look at the same one. With 1 at both, two threads took 1.55 times as many
/// positions as one thread for 24 positions of the 6×6 board; so they took 1.02 times as many.
const CROWDED_LOST: f32 = 1.0;
const CROWDED_WON: f32 = 0.1;
/// Counters of threads at work, by a hash of the position. Positions that share one only change
/// the order of the search.
const COUNTERS: usize = 1 << 16;
/// After so many turns a thread looks whether to stop: few at first, as the system may still have to
/// give the memory of the table.
const TURNS_PER_CHECK: std::ops::RangeInclusive<u64> = 32..=4096;
/// At this fullness, in thousandths, entries are freed.
const FULL: u32 = 900;
/// So many entries for each turn that goes by between two looks at the fullness.
const ENTRIES_PER_TURN: u64 = 8;

/// When the search ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveLimits {
    /// Positions to evaluate or to expand, of all threads together.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<std::time::Duration>,
}

/// What all threads share.
pub struct Shared<'a> {
    pub table: &'a ProofTable,
    pub control: &'a Control,
    pub limits: SolveLimits,
    /// The search is over, for whatever reason.
    pub over: AtomicBool,
    /// The nodes of all threads, up to their last looks.
    pub nodes: AtomicU64,
    /// The numbers of the root, when a thread last worked them out.
    pub root: AtomicU64,
    /// Counts proofs that make work of other threads useless.
    proofs: AtomicU64,
    /// For each hash the threads at work there.
    at_work: Vec<AtomicU16>,
    /// One thread frees entries at a time.
    collector: Mutex<()>,
    pub collections: AtomicU64,
}

impl<'a> Shared<'a> {
    pub fn new(table: &'a ProofTable, control: &'a Control, limits: SolveLimits) -> Self {
        Shared {
            table,
            control,
            limits,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            root: AtomicU64::new(0),
            proofs: AtomicU64::new(0),
            at_work: (0..COUNTERS).map(|_| AtomicU16::new(0)).collect(),
            collector: Mutex::new(()),
            collections: AtomicU64::new(0),
        }
    }

    fn counter<S: Size>(&self, setup: &Setup<S>) -> &AtomicU16 {
        let reserves = u64::from(u16::from_le_bytes(setup.reserves));
        let hash = board_hash(setup) ^ reserves.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.at_work[hash as usize % COUNTERS]
    }
}

/// What a turn leads to.
#[derive(Clone, Copy)]
struct Child<S: Size> {
    setup: Setup<S>,
    /// Its [`board_hash`].
    hash: u64,
    numbers: Numbers,
    /// Does the table not know it?
    is_new: bool,
    /// Were other threads at work there at the last look?
    crowd: u16,
}

/// A position on the way from the root, and its children.
struct Level<S: Size> {
    setup: Setup<S>,
    limit: Limit,
    children: Vec<Child<S>>,
}

/// Up to which numbers a position is searched.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: f32,
    disproof: f32,
}

/// One thread.
pub struct Worker<'a, S: Size> {
    shared: &'a Shared<'a>,
    /// Is it alone?
    alone: bool,
    /// The way from the root.
    levels: Vec<Level<S>>,
    nodes: u64,
    expansions: u64,
    /// Turns listed.
    turns: u64,
    next_check: u64,
    next_look: u64,
    proofs_seen: u64,
    /// Everything from this ply on is to be left, since a position there is proved.
    leave_from: usize,
    /// Told at each look, if this is the thread that tells.
    tell: Option<&'a (dyn Fn(&Shared<'a>) + Sync)>,
}

impl<'a, S: Size> Worker<'a, S> {
    pub fn new(
        shared: &'a Shared<'a>,
        alone: bool,
        tell: Option<&'a (dyn Fn(&Shared<'a>) + Sync)>,
    ) -> Self {
        Worker {
            shared,
            alone,
            levels: Vec::new(),
            nodes: 0,
            expansions: 0,
            turns: 0,
            next_check: *TURNS_PER_CHECK.start(),
            next_look: 0,
            proofs_seen: 0,
            leave_from: usize::MAX,
            tell,
        }
    }

    /// Searches until the root is proved, by whichever thread, or the search is over.
    pub fn run(&mut self, root: &Setup<S>, limit: Limit) -> Numbers {
        let numbers = self.numbers_of(root, limit);
        self.publish();
        self.shared.over.store(true, Ordering::Relaxed);
        numbers
    }

    fn numbers_of(&mut self, root: &Setup<S>, limit: Limit) -> Numbers {
        if limit != Limit::NONE {
            // A position with no plies left has no turns to look at.
            let numbers = estimate_within(self.shared.table.estimates(), root, limit);
            if numbers.is_proved() {
                self.nodes += 1;
                return numbers;
            }
        }
        let none = Thresholds {
            proof: INFINITE,
            disproof: INFINITE,
        };
        self.search(root, limit, none, 0)
    }

    fn publish(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        self.shared.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Looks whether the search is over, and after the table.
    fn look_up(&mut self) {
        let turns = (self.turns / 8).clamp(*TURNS_PER_CHECK.start(), *TURNS_PER_CHECK.end());
        self.next_check = self.turns + turns;
        self.publish();
        let shared = self.shared;
        let limits = &shared.limits;
        let is_over = shared.control.is_stopped()
            || limits
                .nodes
                .is_some_and(|most| shared.nodes.load(Ordering::Relaxed) >= most)
            || limits.time.is_some_and(|most| shared.control.is_past(most));
        if is_over {
            shared.over.store(true, Ordering::Relaxed);
        }
        if let Some(tell) = self.tell {
            tell(shared);
        }
        if self.turns >= self.next_look {
            self.next_look = self.turns + shared.table.capacity() as u64 / ENTRIES_PER_TURN;
            if let Ok(_guard) = shared.collector.try_lock()
                && shared.table.fullness() >= FULL
            {
                shared.table.collect();
                shared.collections.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Did another thread prove a position on the way here?
    fn look_back(&mut self, ply: usize) {
        let proofs = self.shared.proofs.load(Ordering::Relaxed);
        if proofs == self.proofs_seen {
            return;
        }
        self.proofs_seen = proofs;
        let proved = self.levels[..=ply].iter().position(|level| {
            let found = self.shared.table.get_within(&level.setup, level.limit);
            found.is_some_and(|found| found.numbers.is_proved())
        });
        self.leave_from = self.leave_from.min(proved.unwrap_or(usize::MAX));
    }

    /// Lists what the turns of the position at this ply lead to, each once, and what is known of
    /// it.
    fn expand(&mut self, ply: usize) {
        let shared = self.shared;
        let Level {
            setup,
            limit,
            children,
        } = &mut self.levels[ply];
        let limit = limit.after_turn();
        children.clear();
        let _ = setup.for_each_successor(|next| {
            let setup = next.canonical();
            children.push(Child {
                setup,
                hash: board_hash(&setup),
                numbers: Numbers::WIN,
                is_new: true,
                crowd: 0,
            });
            ControlFlow::<()>::Continue(())
        });
        self.turns += children.len() as u64;
        let is_symmetric = setup.tokens == setup.tokens.map(jumpers_core::Bitboard::mirrored);
        if is_symmetric {
            // Turns and their reflections lead to the same.
            let key = |child: &Child<S>| (child.setup.tokens, child.setup.reserves);
            children.sort_unstable_by_key(key);
            children.dedup_by_key(|child| key(child));
        }
        let touch = |sum, child: &Child<S>| sum ^ shared.table.touch::<S>(child.hash);
        std::hint::black_box(children.iter().fold(0, touch));
        let mut is_won = false;
        for child in children.iter_mut() {
            let found = shared.table.get_hashed(&child.setup, child.hash, limit);
            child.is_new = found.is_none();
            if let Some(found) = found {
                child.numbers = found.numbers;
                if found.numbers.is_loss() {
                    // The side to move wins, whatever the rest.
                    is_won = true;
                    break;
                }
            }
            if !self.alone {
                child.crowd = shared.counter(&child.setup).load(Ordering::Relaxed);
            }
        }
        // Positions that are known count, too, when they are expanded: where the table is too
        // small for the search, there may be nothing but those for a long time.
        self.nodes += 1;
        if is_won {
            return;
        }
        let estimates = shared.table.estimates();
        for child in children.iter_mut().filter(|child| child.is_new) {
            self.nodes += 1;
            child.numbers = estimate_within(estimates, &child.setup, limit);
            if child.numbers.is_loss() {
                break;
            }
        }
    }

    /// Looks again at the children where other threads are or were at work.
    fn refresh(&mut self, ply: usize) {
        let shared = self.shared;
        let level = &mut self.levels[ply];
        let limit = level.limit.after_turn();
        for child in &mut level.children {
            let crowd = shared.counter(&child.setup).load(Ordering::Relaxed);
            if crowd != 0 || child.crowd != 0 {
                child.crowd = crowd;
                if let Some(found) = shared.table.get_within(&child.setup, limit) {
                    child.numbers = found.numbers;
                }
            }
        }
    }

    /// Searches a position until its numbers reach a threshold.
    fn search(
        &mut self,
        setup: &Setup<S>,
        limit: Limit,
        thresholds: Thresholds,
        ply: usize,
    ) -> Numbers {
        let shared = self.shared;
        if self.levels.len() == ply {
            self.levels.push(Level {
                setup: *setup,
                limit,
                children: Vec::new(),
            });
        }
        let level = &mut self.levels[ply];
        (level.setup, level.limit) = (*setup, limit);
        let before = self.expansions;
        self.expansions += 1;
        if self.turns >= self.next_check {
            self.look_up();
        }
        let counter = (!self.alone).then(|| shared.counter(setup));
        if let Some(counter) = counter {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        self.expand(ply);
        let numbers = loop {
            if !self.alone {
                self.look_back(ply);
            }
            let step = next_step(&self.levels[ply].children, thresholds);
            if ply == 0 {
                shared.root.store(step.numbers.to_bits(), Ordering::Relaxed);
            }
            let Some((child, below)) = step.child else {
                break step.numbers;
            };
            if shared.over.load(Ordering::Relaxed) || self.leave_from <= ply {
                break step.numbers;
            }
            let child_setup = self.levels[ply].children[child].setup;
            let found = self.search(&child_setup, limit.after_turn(), below, ply + 1);
            let child = &mut self.levels[ply].children[child];
            (child.numbers, child.is_new) = (found, false);
            if !self.alone {
                self.refresh(ply);
            }
        };
        let crowd = counter.map_or(0, |counter| counter.fetch_sub(1, Ordering::Relaxed) - 1);
        if self.leave_from == ply {
            self.leave_from = usize::MAX;
            if let Some(found) = shared.table.get_within(setup, limit) {
                return found.numbers;
            }
        }
        if !numbers.is_proved() {
            for child in self.levels[ply]
                .children
                .iter()
                .filter(|child| child.is_new)
            {
                shared.table.put_estimate(
                    &child.setup,
                    child.hash,
                    limit.after_turn(),
                    child.numbers,
                );
            }
        }
        let effort = effort_of(self.expansions - before);
        shared.table.put_within(setup, limit, numbers, effort);
        if numbers.is_proved() && crowd > 0 {
            shared.proofs.fetch_add(1, Ordering::Relaxed);
        }
        numbers
    }
}

/// What to do next at a position.
struct Step {
    /// Its numbers.
    numbers: Numbers,
    /// The child to search, and up to where; `None` if a threshold is reached.
    child: Option<(usize, Thresholds)>,
}

/// Works out the numbers of a position from those of its children, and what to do next.
fn next_step<S: Size>(children: &[Child<S>], thresholds: Thresholds) -> Step {
    let mut best = 0;
    let (mut least, mut second) = (INFINITE, INFINITE);
    let (mut smallest, mut sum) = (INFINITE, 0.0f32);
    for child in children.iter() {
        smallest = smallest.min(child.numbers.disproof);
        sum += child.numbers.proof;
    }
    let crowded = if sum < smallest {
        CROWDED_LOST
    } else {
        CROWDED_WON
    };
    for (i, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        // However crowded, what is open is before what is refuted.
        let seems = if disproof < INFINITE {
            bounded(disproof * (1.0 + crowded * f32::from(child.crowd)))
        } else {
            disproof
        };
        if seems < least || seems == least && proof < children[best].numbers.proof {
            second = least;
            (least, best) = (seems, i);
        } else if seems < second {
            second = seems;
        }
    }
    let done = |numbers| Step {
        numbers,
        child: None,
    };
    if smallest == 0.0 {
        return done(Numbers::WIN);
    }
    if sum == 0.0 {
        return done(Numbers::LOSS);
    }
    let numbers = Numbers {
        proof: smallest,
        disproof: bounded(sum),
    };
    if numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof {
        return done(numbers);
    }
    let child = children[best].numbers;
    let rest: f32 = sum - child.proof;
    let below = Thresholds {
        proof: (thresholds.disproof - rest).max(child.proof * LEAST_GROWTH),
        disproof: thresholds
            .proof
            .min(second * (1.0 + EPSILON))
            .max(child.disproof * LEAST_GROWTH),
    };
    Step {
        numbers,
        child: Some((best, below)),
    }
}
