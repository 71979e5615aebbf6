//! Whole proofs by chance.
//!
//! What a search comes upon first decides which proof it finds. So a position of the strategy is
//! solved again, from an empty table and with [estimates that vary](Estimates::Varied), several
//! times; each proof is made smaller on its own, as the strategy was, before the smallest takes the
//! place of what the strategy has there.

use std::collections::BinaryHeap;

use jumpers_core::{Setup, Size};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::StrategyError;
use super::graph::{Graph, LoserId, WinnerId};
use super::improve;
use super::plan::Plan;
use crate::search::Control;
use crate::solve::{Estimates, SolveLimits, Solver, Verdict};

/// The sizes of the trees of positions that are solved again. Smaller ones have smallest proofs, and
/// proofs of larger ones differ less from each other in size.
const SIZES: std::ops::RangeInclusive<u64> = 24..=1500;
/// The positions that a search evaluates at most, for each one in the tree and beside.
const NODES_TO_SOLVE: [u64; 2] = [600, 2000];
/// The positions looked at to make a proof smaller, for each one in the tree.
const NODES_TO_IMPROVE: u64 = 200;
/// Bytes of the table for each position that a search evaluates.
const BYTES_FOR_NODE: u64 = 40;
/// A proof that is larger than the tree by such a factor is not made smaller.
const MOST_RATIO: (u64, u64) = (7, 5);

/// A proof of a position of the winner.
struct Sample<S: Size> {
    /// The turns, as what they lead to.
    choices: FxHashMap<Setup<S>, Setup<S>>,
}

/// How to solve one position once.
struct Sampling<'a> {
    one_thread: &'a rayon::ThreadPool,
    control: &'a Control,
    /// The positions in the tree that the strategy has.
    tree: u64,
    seed: u32,
}

impl Sampling<'_> {
    /// A proof, unless it takes too much or is much too large, and the positions looked at.
    fn run<S: Size>(&self, setup: &Setup<S>) -> (Option<Sample<S>>, u64) {
        let [for_each, beside] = NODES_TO_SOLVE;
        let most = for_each * self.tree + beside;
        let mib = ((most * BYTES_FOR_NODE) >> 20).max(1) as usize;
        let Ok(solver) = Solver::<S>::new(mib) else {
            return (None, 0);
        };
        let solver = solver.with_estimates(Estimates::Varied(self.seed));
        let limits = SolveLimits {
            nodes: Some(most),
            time: None,
        };
        let prover = solver.prover(self.one_thread, self.control);
        let statistics = prover.search(setup, limits, &|_| ());
        if Verdict::of(statistics.root) != Verdict::Win {
            return (None, statistics.nodes);
        }
        let mut graph = Graph::new(&solver, self.one_thread, self.control);
        let mut plan = Plan::new(&mut graph);
        let (sample, improving) = match self.smaller(setup, &mut plan) {
            Ok((is_near, nodes)) => {
                let choices = is_near.then(|| plan.choices());
                (choices.map(|choices| Sample { choices }), nodes)
            }
            Err(_) => (None, 0),
        };
        (sample, statistics.nodes + improving)
    }

    /// Fills a plan and makes it smaller, if it is near to what the strategy has; and the positions
    /// looked at.
    fn smaller<S: Size>(
        &self,
        setup: &Setup<S>,
        plan: &mut Plan<'_, '_, S>,
    ) -> Result<(bool, u64), StrategyError> {
        let root = plan.graph.add_winner(*setup);
        plan.use_winner(root, usize::MAX)?;
        plan.forget_steps();
        improve::choose_again(plan)?;
        let (most, least) = MOST_RATIO;
        if plan.size() as u64 * least > self.tree * most {
            return Ok((false, 0));
        }
        let nodes = improve::rounds(plan, NODES_TO_IMPROVE * self.tree, None)?;
        Ok((true, nodes))
    }
}

/// Solves positions of a strategy again.
pub struct Sampler {
    one_thread: rayon::ThreadPool,
    next_seed: u32,
}

impl Sampler {
    /// `None` if the system gives no thread.
    pub fn new() -> Option<Self> {
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        Some(Sampler {
            one_thread: one_thread.ok()?,
            next_seed: 0,
        })
    }

    /// Solves positions again, `count` times each, those with the largest trees first, on all
    /// threads of the pool. What comes out does not depend on their number. Ends when so many
    /// positions were looked at, and says how many were.
    ///
    /// # Errors
    /// If the search is stopped; the strategy is whole.
    pub fn run<S: Size>(
        &mut self,
        plan: &mut Plan<'_, '_, S>,
        count: u32,
        most_nodes: u64,
    ) -> Result<u64, StrategyError> {
        let mut nodes = 0;
        let mut done = FxHashSet::default();
        // Those that are too large are all the same.
        let most = SIZES.end() + 1;
        let sized = |plan: &Plan<'_, '_, S>, id| (plan.tree_size(id, most), id);
        let mut waiting: BinaryHeap<(u64, WinnerId)> = plan
            .members()
            .into_iter()
            .map(|id| sized(plan, id))
            .collect();
        while let Some((_, id)) = waiting.pop() {
            plan.graph.check()?;
            if nodes >= most_nodes {
                break;
            }
            if !plan.is_used(id) || !done.insert(id) {
                continue;
            }
            let tree = plan.tree_size(id, most);
            if SIZES.contains(&tree) {
                nodes += self.solve_again(plan, id, tree, count);
            }
            // What is new below.
            let replies = plan.graph.known_replies(plan.choice(id));
            for &reply in replies.unwrap_or_default() {
                let (tree, reply) = sized(plan, reply);
                if tree >= *SIZES.start() && !done.contains(&reply) {
                    waiting.push((tree, reply));
                }
            }
        }
        Ok(nodes)
    }

    /// Solves a position again and takes the proofs that make the strategy smaller; the positions
    /// looked at.
    fn solve_again<S: Size>(
        &mut self,
        plan: &mut Plan<'_, '_, S>,
        id: WinnerId,
        tree: u64,
        count: u32,
    ) -> u64 {
        let setup = *plan.graph.winner(id);
        let seeds = self.next_seed..self.next_seed.saturating_add(count);
        self.next_seed = seeds.end;
        let control = plan.graph.control();
        let one_thread = &self.one_thread;
        let samples: Vec<_> = plan.graph.pool().install(|| {
            let sampled = seeds.into_par_iter().map(|seed| {
                let sampling = Sampling {
                    one_thread,
                    control,
                    tree,
                    seed,
                };
                sampling.run(&setup)
            });
            sampled.collect()
        });
        let mut nodes = 0;
        for (sample, looked_at) in samples {
            nodes += looked_at;
            if let Some(sample) = sample
                && (sample.choices.len() as u64) < tree
            {
                let mut turns = Vec::new();
                let mut sizes = FxHashMap::default();
                sample.tell(plan, id, &mut sizes, &mut turns);
                plan.adopt(id, &turns);
            }
        }
        nodes
    }
}

impl<S: Size> Sample<S> {
    /// Puts the proof of a position into the graph. The size of its tree; those of all its positions,
    /// and their turns, are added to what is given, the position itself last.
    fn tell(
        &self,
        plan: &mut Plan<'_, '_, S>,
        id: WinnerId,
        sizes: &mut FxHashMap<WinnerId, u64>,
        turns: &mut Vec<(WinnerId, LoserId)>,
    ) -> u64 {
        if let Some(&size) = sizes.get(&id) {
            return size;
        }
        let option = plan.graph.add_loser(self.choices[plan.graph.winner(id)]);
        plan.graph.add_option(id, option);
        let mut size = 1;
        for reply in plan.graph.replies(option).to_vec() {
            size += self.tell(plan, reply, sizes, turns);
        }
        sizes.insert(id, size);
        turns.push((id, option));
        plan.lower_cost(id, size as f32);
        size
    }
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Position, Six};

    use super::*;

    /// A position that Red, to move, wins with some hundreds of positions.
    const WON: &str = "4tt/4tt/6/6/rr4/rr4 r 5 4";

    fn pool(threads: usize) -> rayon::ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads")
    }

    /// The first strategy, changed, and the strategy after that.
    fn changed(
        threads: usize,
        change: impl Fn(&mut Plan<'_, '_, Six>),
    ) -> (usize, FxHashMap<Setup<Six>, Setup<Six>>) {
        let (one, all) = (pool(1), pool(threads));
        let control = Control::new(false);
        let solver = Solver::<Six>::new(16).expect("memory");
        let setup = WON.parse::<Position<Six>>().unwrap().setup().canonical();
        let limits = SolveLimits::default();
        let found = solver
            .prover(&one, &control)
            .search(&setup, limits, &|_| ());
        assert!(found.root.is_win());
        let mut graph = Graph::new(&solver, &all, &control);
        let mut plan = Plan::new(&mut graph);
        let root = plan.graph.add_winner(setup);
        plan.use_winner(root, usize::MAX).expect("no stop");
        plan.forget_steps();
        let before = plan.size();
        change(&mut plan);
        let choices = plan.choices();
        assert_eq!(choices.len(), plan.size());
        // It is whole: each position that can come about has a turn that is legal.
        let mut waiting = vec![setup];
        let mut seen = FxHashSet::default();
        while let Some(setup) = waiting.pop() {
            if seen.insert(setup) {
                let next = choices[&setup];
                assert!(super::super::graph::successors(&setup).contains(&next));
                waiting.extend(super::super::graph::successors(&next));
            }
        }
        assert_eq!(seen.len(), choices.len());
        (before, choices)
    }

    #[test]
    fn strategies_get_smaller_and_stay_whole_whatever_the_threads() {
        let sampled = |threads| {
            changed(threads, |plan| {
                let mut sampler = Sampler::new().expect("a thread");
                let nodes = sampler.run(plan, 2, u64::MAX).expect("no stop");
                assert!(nodes > 0);
            })
        };
        let (before, one) = sampled(1);
        assert!(one.len() < before, "{} {before}", one.len());
        assert_eq!(sampled(3), (before, one));
    }

    #[test]
    fn nothing_to_look_at_changes_nothing() {
        let none = |plan: &mut Plan<'_, '_, Six>| {
            let mut sampler = Sampler::new().expect("a thread");
            assert_eq!(sampler.run(plan, 2, 0), Ok(0));
        };
        assert_eq!(changed(1, none), changed(1, |_| ()));
    }

    #[test]
    fn trees_are_counted_up_to_a_bound() {
        changed(1, |plan| {
            let exact = plan.tree_sizes();
            for id in plan.members() {
                let size = exact[id as usize];
                for most in [1, 2, 24, 1501, u64::MAX] {
                    assert_eq!(plan.tree_size(id, most), size.min(most));
                }
            }
        });
    }
}
