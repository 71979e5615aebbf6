//! Making a strategy smaller.

use jumpers_core::Size;

use super::graph::WinnerId;
use super::plan::Plan;
use super::smallest::Smallest;
use super::{Effort, Objective, StrategyError};

/// Up to this size a smallest proof is looked for.
const MOST_SMALLEST: f32 = 24.0;
/// Positions that the search for one smallest proof may look at.
const SMALLEST_NODES: u64 = 60;
/// Positions that the proof of one turn may look at.
const TURN_NODES: u64 = 256;

/// Makes the strategy smaller with as many positions as the effort allows, or until nothing more
/// is found.
pub fn improve<S: Size>(plan: &mut Plan<'_, '_, S>, effort: Effort) -> Result<(), StrategyError> {
    let root = plan.root();
    let mut smallest = Smallest::new();
    choose_again(plan)?;
    loop {
        let is_over = plan.graph.nodes + smallest.nodes >= effort.nodes;
        let is_wider = !is_over && widen(plan, &mut smallest, effort)?;
        choose_again(plan)?;
        if !is_wider {
            break;
        }
    }
    if effort.objective == Objective::Length {
        plan.shorten();
        plan.restart(root)?;
        choose_again(plan)?;
    }
    Ok(())
}

/// Looks for more proved turns at the positions of the strategy. Were there any?
fn widen<S: Size>(
    plan: &mut Plan<'_, '_, S>,
    smallest: &mut Smallest<S>,
    effort: Effort,
) -> Result<bool, StrategyError> {
    let trees = plan.tree_sizes();
    let mut is_wider = false;
    for id in plan.members() {
        if !plan.is_used(id) {
            continue;
        }
        if plan.graph.nodes + smallest.nodes >= effort.nodes {
            break;
        }
        let tree = trees[id as usize];
        if (2.0..=MOST_SMALLEST).contains(&tree) {
            let most = tree as u32 - 1;
            is_wider |= smallest.find(plan.graph, id, most, SMALLEST_NODES).is_some();
        }
        if tree > 1.0 {
            is_wider |= plan.graph.try_others(id, TURN_NODES)?;
        }
        is_wider |= choose_at(plan, id)?;
    }
    Ok(is_wider)
}

/// Chooses again at each position of the strategy, from the end of the game on, until nothing
/// gets smaller.
fn choose_again<S: Size>(plan: &mut Plan<'_, '_, S>) -> Result<(), StrategyError> {
    loop {
        let before = plan.size();
        plan.estimate_costs();
        for id in plan.members() {
            if plan.is_used(id) {
                choose_at(plan, id)?;
            }
        }
        if plan.size() == before {
            return Ok(());
        }
    }
}

/// Takes the turn at a position for which the strategy is smallest, all else as it is. Is it
/// another one than before? (The exact area of technology mapping: A. Mishchenko, S. Chatterjee
/// and R. Brayton, "Improvements to technology mapping for LUT-based FPGAs", 2007.)
fn choose_at<S: Size>(plan: &mut Plan<'_, '_, S>, id: WinnerId) -> Result<bool, StrategyError> {
    let options = plan.graph.options(id)?.to_vec();
    let size = plan.size();
    let old = plan.choice(id);
    if options.len() == 1 {
        return Ok(false);
    }
    let mut dropped = Vec::new();
    plan.drop_loser(old, &mut dropped);
    let least = plan.size();
    let mut best = None;
    if least < size {
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
            if plan.use_loser(option, most)? {
                let mut choices = Vec::new();
                plan.list_new(&mut choices);
                best = Some((option, choices));
                most = plan.size() - 1;
            }
            plan.take_back();
            if most < least {
                break;
            }
        }
    }
    match best {
        Some((option, choices)) => {
            plan.set_choice(id, option);
            plan.put_back(option, &choices);
            Ok(true)
        }
        None => {
            plan.put_back(old, &dropped);
            Ok(false)
        }
    }
}
