//! A strategy in the making: a turn for each position of the winner that it meets, and how often
//! each position is met.

use jumpers_core::{Setup, Size};
use rustc_hash::FxHashMap;

use super::StrategyError;
use super::graph::{Graph, LoserId, WinnerId, turns_left};

/// No turn is chosen.
const NONE: LoserId = LoserId::MAX;
/// The height of a position whose lines are not known to their ends.
const ENDLESS: u32 = u32::MAX;

/// A step that can be taken back.
enum Step {
    Winner(WinnerId),
    Loser(LoserId),
}

/// A position of the winner that was taken out of the strategy, with its turn.
pub type Dropped = (WinnerId, LoserId);

/// The strategy.
pub struct Plan<'g, 'a, S: Size> {
    pub graph: &'g mut Graph<'a, S>,
    /// For each position of the winner the turn that was last chosen there.
    choices: Vec<LoserId>,
    /// How many positions of the loser in the strategy lead here, or 1 for the root.
    winner_uses: Vec<u32>,
    /// How many positions of the winner in the strategy lead here, or 1 for the root.
    loser_uses: Vec<u32>,
    /// What a position seems to cost that is not in the strategy: the positions of the winner
    /// below it, it included.
    costs: Vec<f32>,
    /// If lines are to be short: the plies that they may last at most.
    heights: Option<Vec<u32>>,
    /// Positions of the winner in the strategy.
    size: usize,
    /// What was done since the last [`Plan::forget_steps`].
    steps: Vec<Step>,
}

impl<'g, 'a, S: Size> Plan<'g, 'a, S> {
    /// An empty strategy.
    pub fn new(graph: &'g mut Graph<'a, S>) -> Self {
        Plan {
            graph,
            choices: Vec::new(),
            winner_uses: Vec::new(),
            loser_uses: Vec::new(),
            costs: Vec::new(),
            heights: None,
            size: 0,
            steps: Vec::new(),
        }
    }

    /// Makes room for what the graph grew by.
    fn grow(&mut self) {
        let winners = self.graph.winner_count();
        self.choices.resize(winners, NONE);
        self.winner_uses.resize(winners, 0);
        for id in self.costs.len()..winners {
            self.costs.push(self.graph.guess(id as WinnerId));
        }
        self.loser_uses.resize(self.graph.loser_count(), 0);
    }

    /// Positions of the winner in the strategy.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The turn at a position of the strategy, as what it leads to.
    pub fn choice(&self, id: WinnerId) -> LoserId {
        self.choices[id as usize]
    }

    /// Is this position in the strategy?
    pub fn is_used(&self, id: WinnerId) -> bool {
        self.winner_uses[id as usize] > 0
    }

    /// The positions of the winner in the strategy, the last ones of a game first.
    pub fn members(&self) -> Vec<WinnerId> {
        let mut all = self.in_order();
        all.retain(|&id| self.is_used(id));
        all
    }

    /// The positions of the winner that are known, the last ones of a game first.
    fn in_order(&self) -> Vec<WinnerId> {
        let mut all: Vec<_> = (0..self.winner_uses.len() as WinnerId).collect();
        all.sort_by_cached_key(|&id| turns_left(self.graph.winner(id)));
        all
    }

    /// The turns of the strategy: for each position of the winner what its turn leads to.
    pub fn choices(&self) -> FxHashMap<Setup<S>, Setup<S>> {
        let setup = |id: WinnerId| *self.graph.winner(id);
        let after = |id: WinnerId| *self.graph.loser(self.choice(id));
        let members = self.members().into_iter();
        members.map(|id| (setup(id), after(id))).collect()
    }

    /// Positions of the loser in the strategy.
    pub fn loser_count(&self) -> usize {
        self.loser_uses.iter().filter(|&&uses| uses > 0).count()
    }

    /// The plies of the longest line.
    pub fn longest_line(&self) -> u32 {
        let mut heights = vec![0; self.choices.len()];
        let mut longest = 0;
        for id in self.members() {
            heights[id as usize] = self.height_of(self.choice(id), &heights) + 1;
            longest = longest.max(heights[id as usize]);
        }
        // The root is above all; if the loser is to move there, nobody of the winner leads to it.
        let loser_root = self.loser_root();
        loser_root.map_or(longest, |id| self.height_of(id, &heights))
    }

    /// The root, if it is one of the loser.
    fn loser_root(&self) -> Option<LoserId> {
        let is_root = self.loser_uses.first().is_some_and(|&uses| uses > 0)
            && !self.members().iter().any(|&id| self.choice(id) == 0);
        is_root.then_some(0)
    }

    /// The plies of the longest line from a position of the loser.
    fn height_of(&self, id: LoserId, heights: &[u32]) -> u32 {
        let Some(replies) = self.graph.known_replies(id) else {
            return ENDLESS;
        };
        let highest = replies.iter().map(|&reply| heights[reply as usize]).max();
        highest.map_or(0, |height| height.saturating_add(1))
    }

    /// Works out how short the lines from each position can be kept with the turns that are known,
    /// and from now on keeps to turns that keep them so short.
    pub fn shorten(&mut self) {
        self.grow();
        let mut heights = vec![ENDLESS; self.choices.len()];
        for id in self.in_order() {
            let options = self.graph.known_options(id).iter();
            let least = options
                .map(|&option| self.height_of(option, &heights))
                .min();
            heights[id as usize] = least.map_or(ENDLESS, |least| least.saturating_add(1));
        }
        self.heights = Some(heights);
    }

    /// Does a turn keep the lines as short as they should be?
    pub fn is_allowed(&self, id: WinnerId, option: LoserId) -> bool {
        self.heights.as_ref().is_none_or(|heights| {
            let most = heights.get(id as usize).copied().unwrap_or(ENDLESS);
            let has_heights = |&reply: &WinnerId| (reply as usize) < heights.len();
            let replies = self.graph.known_replies(option);
            replies.is_some_and(|replies| replies.iter().all(has_heights))
                && self.height_of(option, heights) < most
        })
    }

    /// Begins anew, with what is known.
    pub fn restart(&mut self, root: Root) -> Result<(), StrategyError> {
        self.winner_uses.fill(0);
        self.loser_uses.fill(0);
        self.size = 0;
        match root {
            Root::Winner(id) => self.use_winner(id, usize::MAX)?,
            Root::Loser(id) => self.use_loser(id, usize::MAX)?,
        };
        self.forget_steps();
        Ok(())
    }

    /// The root.
    pub fn root(&self) -> Root {
        self.loser_root().map_or(Root::Winner(0), Root::Loser)
    }

    /// Takes a position of the winner into the strategy, and all that it needs. `false` if the
    /// strategy would get larger than `most`; then the steps are to be taken back.
    ///
    /// # Errors
    /// As [`Graph::options`].
    pub fn use_winner(&mut self, id: WinnerId, most: usize) -> Result<bool, StrategyError> {
        self.grow();
        self.steps.push(Step::Winner(id));
        self.winner_uses[id as usize] += 1;
        if self.winner_uses[id as usize] > 1 {
            return Ok(true);
        }
        self.size += 1;
        if self.size > most {
            return Ok(false);
        }
        let best = self.best_option(id)?;
        self.choices[id as usize] = best;
        self.use_loser(best, most)
    }

    /// As [`Plan::use_winner`], for a position of the loser.
    ///
    /// # Errors
    /// As [`Graph::options`].
    pub fn use_loser(&mut self, id: LoserId, most: usize) -> Result<bool, StrategyError> {
        let mut replies = self.graph.replies(id).to_vec();
        self.grow();
        self.steps.push(Step::Loser(id));
        self.loser_uses[id as usize] += 1;
        if self.loser_uses[id as usize] > 1 {
            return Ok(true);
        }
        // The dearest first: it is what breaks a bound, and the others may share with it.
        let cost = |id: WinnerId| self.costs[id as usize];
        replies.sort_by(|&a, &b| cost(b).total_cmp(&cost(a)));
        for reply in replies {
            if !self.use_winner(reply, most)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// From now on [`Plan::take_back`] comes back to this.
    pub fn forget_steps(&mut self) {
        self.steps.clear();
    }

    /// Takes back what was done since [`Plan::forget_steps`].
    pub fn take_back(&mut self) {
        for step in self.steps.drain(..).rev() {
            match step {
                Step::Winner(id) => {
                    let uses = &mut self.winner_uses[id as usize];
                    *uses -= 1;
                    self.size -= usize::from(*uses == 0);
                }
                Step::Loser(id) => self.loser_uses[id as usize] -= 1,
            }
        }
    }

    /// Adds the positions of the winner that were used since [`Plan::forget_steps`], with their
    /// turns.
    pub fn list_new(&self, new: &mut Vec<Dropped>) {
        for step in &self.steps {
            if let Step::Winner(id) = *step {
                new.push((id, self.choices[id as usize]));
            }
        }
    }

    /// Takes a position of the loser out, and all that only it needs. The positions of the winner
    /// that were left out are added to `dropped`.
    pub fn drop_loser(&mut self, id: LoserId, dropped: &mut Vec<Dropped>) {
        let uses = &mut self.loser_uses[id as usize];
        *uses -= 1;
        if *uses > 0 {
            return;
        }
        for i in 0..self.graph.replies(id).len() {
            let reply = self.graph.replies(id)[i];
            let uses = &mut self.winner_uses[reply as usize];
            *uses -= 1;
            if *uses == 0 {
                self.size -= 1;
                let choice = self.choices[reply as usize];
                dropped.push((reply, choice));
                self.drop_loser(choice, dropped);
            }
        }
    }

    /// Puts back what [`Plan::drop_loser`] took out.
    pub fn put_back(&mut self, id: LoserId, dropped: &[Dropped]) {
        for &(winner, choice) in dropped {
            self.choices[winner as usize] = choice;
        }
        self.put_back_loser(id);
    }

    fn put_back_loser(&mut self, id: LoserId) {
        let uses = &mut self.loser_uses[id as usize];
        *uses += 1;
        if *uses > 1 {
            return;
        }
        for i in 0..self.graph.replies(id).len() {
            let reply = self.graph.replies(id)[i];
            let uses = &mut self.winner_uses[reply as usize];
            *uses += 1;
            if *uses == 1 {
                self.size += 1;
                self.put_back_loser(self.choices[reply as usize]);
            }
        }
    }

    /// Takes these turns, the last of which is for the position `id` of the strategy and the others
    /// for what may come after it, where the strategy has none, if it is then smaller.
    pub fn adopt(&mut self, id: WinnerId, turns: &[(WinnerId, LoserId)]) -> bool {
        let Some((&(_, new), below)) = turns.split_last() else {
            return false;
        };
        let (before, old) = (self.size, self.choice(id));
        let mut dropped = Vec::new();
        self.drop_loser(old, &mut dropped);
        let below: Vec<Dropped> = below
            .iter()
            .copied()
            .filter(|&(id, _)| !self.is_used(id))
            .collect();
        self.set_choice(id, new);
        self.put_back(new, &below);
        if self.size < before {
            return true;
        }
        self.drop_loser(new, &mut Vec::new());
        self.set_choice(id, old);
        self.put_back(old, &dropped);
        false
    }

    /// A proof of so many positions is known.
    pub fn lower_cost(&mut self, id: WinnerId, size: f32) {
        self.grow();
        let cost = &mut self.costs[id as usize];
        *cost = cost.min(size);
    }

    /// How many positions there would be from this one of the strategy on, it included, if
    /// positions were not shared; counted up to `most`, since there may be any number.
    pub fn tree_size(&self, id: WinnerId, most: u64) -> u64 {
        let replies = self.graph.known_replies(self.choice(id));
        let below = replies.unwrap_or_default().iter();
        below.fold(1.min(most), |size, &reply| {
            size + if size < most {
                self.tree_size(reply, most - size)
            } else {
                0
            }
        })
    }

    /// Chooses a turn; the caller keeps the uses right.
    pub fn set_choice(&mut self, id: WinnerId, choice: LoserId) {
        self.choices[id as usize] = choice;
    }

    /// What a turn seems to add to the strategy.
    pub fn price(&mut self, id: LoserId) -> f32 {
        self.graph.replies(id);
        self.grow();
        if self.loser_uses[id as usize] > 0 {
            return 0.0;
        }
        let replies = self.graph.known_replies(id).unwrap_or_default();
        let new = replies.iter().filter(|&&reply| !self.is_used(reply));
        new.map(|&reply| self.costs[reply as usize]).sum()
    }

    /// The turn that seems to add least.
    fn best_option(&mut self, id: WinnerId) -> Result<LoserId, StrategyError> {
        let options = self.graph.options(id)?.to_vec();
        let mut best = (f32::INFINITY, options[0]);
        for option in options {
            if self.is_allowed(id, option) {
                let price = self.price(option);
                if price < best.0 {
                    best = (price, option);
                }
            }
        }
        Ok(best.1)
    }

    /// Estimates the costs of all positions anew: a position costs one and what its cheapest turn
    /// costs, shared by those that lead to it (as the area flow of technology mapping: J. Cong, C.
    /// Wu and Y. Ding, "Cut ranking and pruning", 1999).
    pub fn estimate_costs(&mut self) {
        self.grow();
        for id in self.in_order() {
            let mut best = f32::INFINITY;
            for &option in self.graph.known_options(id) {
                if let Some(replies) = self.graph.known_replies(option) {
                    let costs = replies.iter().map(|&reply| self.costs[reply as usize]);
                    best = best.min(costs.sum());
                }
            }
            if best.is_finite() {
                let uses = self.winner_uses[id as usize].max(1) as f32;
                self.costs[id as usize] = (1.0 + best) / uses;
            }
        }
    }

    /// For the positions of the winner in the strategy how many there would be below, it included,
    /// if positions were not shared.
    pub fn tree_sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0u64; self.choices.len()];
        for id in self.members() {
            let replies = self.graph.known_replies(self.choice(id));
            let below = replies.unwrap_or_default().iter();
            let below = below.fold(0, |sum: u64, &reply| {
                sum.saturating_add(sizes[reply as usize])
            });
            sizes[id as usize] = below.saturating_add(1);
        }
        sizes
    }
}

/// Where a strategy begins.
#[derive(Clone, Copy)]
pub enum Root {
    /// With a turn of the winner.
    Winner(WinnerId),
    /// With one of the loser.
    Loser(LoserId),
}
