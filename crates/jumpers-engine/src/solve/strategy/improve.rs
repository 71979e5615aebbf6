//! Making a strategy smaller.

use jumpers_core::Size;

use super::graph::{LoserId, WinnerId};
use super::plan::{Dropped, Plan};
use super::samples::Sampler;
use super::smallest::Smallest;
use super::{Effort, Objective, StrategyError};

/// A pass that makes the strategy smaller by less than one position in so many is the last one of
/// its kind in a round.
const LEAST_GAIN: usize = 500;

/// Up to this size of a tree only smallest proofs are looked for.
const SMALL: u64 = 64;

/// How often a round, but not the first one, solves positions again.
const SAMPLES: u32 = 8;

/// How far a round looks.
#[derive(Clone, Copy)]
struct Round {
    /// The greatest size of a proof that is looked for.
    most: u64,
    /// Positions that the search for a smallest proof may look at.
    smallest_nodes: u64,
    /// Positions that the proof of a turn may look at, for each one in the tree of the turn that
    /// it is to replace.
    turn_nodes: u64,
    /// How often positions are solved again.
    samples: u32,
}

impl Round {
    const FIRST: Round = Round {
        most: SMALL,
        smallest_nodes: 500,
        turn_nodes: 8,
        samples: 0,
    };

    fn next(self) -> Self {
        Round {
            most: self.most.saturating_mul(2),
            smallest_nodes: self.smallest_nodes.saturating_mul(4),
            turn_nodes: self.turn_nodes.saturating_mul(4),
            samples: SAMPLES,
        }
    }
}

/// Makes the strategy smaller, in rounds that look farther and farther, with as many positions as
/// the effort allows, until a round finds nothing, or until it is stopped.
///
/// # Errors
/// As [`Graph::options`](super::graph::Graph::options); but if it is stopped the strategy is whole,
/// unless it was to have short lines.
pub fn improve<S: Size>(plan: &mut Plan<'_, '_, S>, effort: Effort) -> Result<(), StrategyError> {
    let root = plan.root();
    let mut sampler = Sampler::new();
    let rounds = rounds(plan, effort.nodes, sampler.as_mut()).map(|_| ());
    if effort.objective == Objective::Length {
        rounds?;
        plan.shorten();
        plan.restart(root)?;
        return choose_again(plan);
    }
    match rounds {
        Err(StrategyError::Stopped) => Ok(()),
        other => other,
    }
}

/// Makes the strategy of a new plan smaller, and says how many positions that looked at. Whatever ends
/// it, the strategy is whole.
pub fn rounds<S: Size>(
    plan: &mut Plan<'_, '_, S>,
    nodes: u64,
    mut sampler: Option<&mut Sampler>,
) -> Result<u64, StrategyError> {
    let mut improver = Improver {
        smallest: Smallest::new(),
        sampled: 0,
        nodes,
    };
    choose_again(plan)?;
    let mut round = Round::FIRST;
    while !improver.is_over(plan) {
        let before = plan.size();
        improver.find_smallest(plan, round)?;
        improver.try_others(plan, round)?;
        if let Some(sampler) = &mut sampler
            && round.samples > 0
        {
            let left = nodes.saturating_sub(improver.looked_at(plan));
            improver.sampled += sampler.run(plan, round.samples, left)?;
            choose_again(plan)?;
        }
        if plan.size() == before {
            break;
        }
        round = round.next();
    }
    Ok(improver.looked_at(plan))
}

/// Looks for better turns.
struct Improver<S: Size> {
    smallest: Smallest<S>,
    /// Positions that were looked at to solve positions again.
    sampled: u64,
    /// Positions to look at.
    nodes: u64,
}

impl<S: Size> Improver<S> {
    /// The positions looked at.
    fn looked_at(&self, plan: &Plan<'_, '_, S>) -> u64 {
        plan.graph.nodes + self.smallest.nodes + self.sampled
    }

    fn is_over(&self, plan: &Plan<'_, '_, S>) -> bool {
        self.looked_at(plan) >= self.nodes
    }

    /// Looks for smaller proofs of the positions with small ones, from the end of the game on,
    /// until little is found.
    fn find_smallest(
        &mut self,
        plan: &mut Plan<'_, '_, S>,
        round: Round,
    ) -> Result<(), StrategyError> {
        let mut before = usize::MAX;
        while before - plan.size() > plan.size() / LEAST_GAIN && !self.is_over(plan) {
            before = plan.size();
            let trees = plan.tree_sizes();
            for id in plan.members() {
                plan.graph.check()?;
                let tree = trees[id as usize];
                let is_small = 1 < tree && tree <= round.most;
                if is_small && plan.is_used(id) && !self.is_over(plan) {
                    let budget = round.smallest_nodes;
                    self.smallest.find(plan.graph, id, tree - 1, budget);
                    choose_at(plan, id)?;
                }
            }
            choose_again(plan)?;
        }
        Ok(())
    }

    /// Tries turns that were not proved at the positions that have no small proofs.
    fn try_others(
        &mut self,
        plan: &mut Plan<'_, '_, S>,
        round: Round,
    ) -> Result<(), StrategyError> {
        let trees = plan.tree_sizes();
        for id in plan.members() {
            let tree = trees[id as usize].min(plan.size() as u64);
            if tree <= SMALL || !plan.is_used(id) || self.is_over(plan) {
                continue;
            }
            let budget = round.turn_nodes.saturating_mul(tree);
            if plan.graph.try_others(id, budget)? {
                choose_at(plan, id)?;
            }
        }
        choose_again(plan)
    }
}

/// Chooses again at each position of the strategy, from the end of the game on, until nothing
/// gets smaller.
pub fn choose_again<S: Size>(plan: &mut Plan<'_, '_, S>) -> Result<(), StrategyError> {
    loop {
        let before = plan.size();
        plan.estimate_costs();
        for id in plan.members() {
            plan.graph.check()?;
            if plan.is_used(id) {
                choose_at(plan, id)?;
            }
        }
        if plan.size() == before {
            return Ok(());
        }
    }
}

/// Takes the turn at a position for which the strategy is smallest, all else as it is (the
/// exact area of technology mapping: A. Mishchenko, S. Chatterjee
/// and R. Brayton, "Improvements to technology mapping for LUT-based FPGAs", 2007).
fn choose_at<S: Size>(plan: &mut Plan<'_, '_, S>, id: WinnerId) -> Result<(), StrategyError> {
    let options = plan.graph.options(id)?.to_vec();
    let size = plan.size();
    let old = plan.choice(id);
    if options.len() == 1 {
        return Ok(());
    }
    let mut dropped = Vec::new();
    plan.drop_loser(old, &mut dropped);
    match smaller_option(plan, id, old, size, options) {
        Ok(Some((option, choices))) => {
            plan.set_choice(id, option);
            plan.put_back(option, &choices);
            Ok(())
        }
        other => {
            plan.put_back(old, &dropped);
            other.map(|_| ())
        }
    }
}

/// Of a position that lost its turn `old`, the turn that makes the strategy smallest, if it is then
/// smaller than `size`, and what it takes. The strategy is left as it is.
fn smaller_option<S: Size>(
    plan: &mut Plan<'_, '_, S>,
    id: WinnerId,
    old: LoserId,
    size: usize,
    options: Vec<LoserId>,
) -> Result<Option<(LoserId, Vec<Dropped>)>, StrategyError> {
    let least = plan.size();
    let mut best = None;
    if least >= size {
        return Ok(best);
    }
    let mut priced = Vec::new();
    for option in options {
        if option != old && plan.is_allowed(id, option) {
            priced.push((plan.price(option), option));
        }
    }
    priced.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut most = size - 1;
    for (_, option) in priced {
        plan.forget_steps();
        let is_smaller = plan.use_loser(option, most);
        if let Ok(true) = is_smaller {
            let mut choices = Vec::new();
            plan.list_new(&mut choices);
            best = Some((option, choices));
            most = plan.size() - 1;
        }
        plan.take_back();
        is_smaller?;
        if most < least {
            break;
        }
    }
    Ok(best)
}
