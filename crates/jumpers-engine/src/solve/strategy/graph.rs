//! The proved positions around a strategy: what it may choose from.
//!
//! The graph grows where it is looked at. A position is in it only if its value is known: a
//! position with the loser to move because the solver proved it lost, one with the winner to move
//! because it comes after such a position (or is the root).

use jumpers_core::{Color, Setup, Size};
use rayon::ThreadPool;
use rustc_hash::FxHashMap;

use super::StrategyError;
use crate::search::Control;
use crate::solve::table::Found;
use crate::solve::{Prover, SolveLimits, Solver, Verdict, line};

/// The logarithm of the size of a strategy is about so much of that of the expansions it took.
const SIZE_BY_EFFORT: f32 = 0.7;

/// A position with the winner to move.
pub type WinnerId = u32;
/// A position with the loser to move.
pub type LoserId = u32;

/// The winner is to move.
struct WinnerNode<S: Size> {
    setup: Setup<S>,
    /// The proved turns, as what they lead to; empty until they are looked for.
    options: Vec<LoserId>,
    /// Were they looked for in the table?
    is_looked_up: bool,
    /// The positions with which each turn was tried that the search had not proved.
    tried: u64,
}

/// The loser is to move.
struct LoserNode<S: Size> {
    setup: Setup<S>,
    /// What the replies lead to, each once; `None` until they are looked for.
    replies: Option<Box<[WinnerId]>>,
}

/// The graph, and what it takes to let it grow.
pub struct Graph<'a, S: Size> {
    solver: &'a Solver<S>,
    pool: &'a ThreadPool,
    control: &'a Control,
    winners: Vec<WinnerNode<S>>,
    losers: Vec<LoserNode<S>>,
    winner_ids: FxHashMap<Setup<S>, WinnerId>,
    loser_ids: FxHashMap<Setup<S>, LoserId>,
    /// Positions looked at for more proved turns.
    pub nodes: u64,
}

/// What a position's turns lead to, each once, in canonical form.
pub fn successors<S: Size>(setup: &Setup<S>) -> Vec<Setup<S>> {
    let mut all = line::successors(setup);
    let key = |next: &Setup<S>| (next.tokens, next.reserves);
    all.sort_unstable_by_key(key);
    all.dedup();
    all
}

impl<'a, S: Size> Graph<'a, S> {
    pub fn new(solver: &'a Solver<S>, pool: &'a ThreadPool, control: &'a Control) -> Self {
        Graph {
            solver,
            pool,
            control,
            winners: Vec::new(),
            losers: Vec::new(),
            winner_ids: FxHashMap::default(),
            loser_ids: FxHashMap::default(),
            nodes: 0,
        }
    }

    /// The threads of searches.
    pub fn pool(&self) -> &'a ThreadPool {
        self.pool
    }

    /// What stops them.
    pub fn control(&self) -> &'a Control {
        self.control
    }

    /// How many positions with the winner to move there are.
    pub fn winner_count(&self) -> usize {
        self.winners.len()
    }

    pub fn loser_count(&self) -> usize {
        self.losers.len()
    }

    pub fn winner(&self, id: WinnerId) -> &Setup<S> {
        &self.winners[id as usize].setup
    }

    pub fn loser(&self, id: LoserId) -> &Setup<S> {
        &self.losers[id as usize].setup
    }

    /// The proved turns that are known.
    pub fn known_options(&self, id: WinnerId) -> &[LoserId] {
        &self.winners[id as usize].options
    }

    /// What the replies lead to, if it was looked for.
    pub fn known_replies(&self, id: LoserId) -> Option<&[WinnerId]> {
        self.losers[id as usize].replies.as_deref()
    }

    /// Who wins a position, searched for if the table does not say.
    ///
    /// # Errors
    /// If the search is stopped.
    pub fn verdict(&self, setup: &Setup<S>) -> Result<Verdict, StrategyError> {
        match self.told(setup) {
            Verdict::Unknown => match self.solve(setup, None)?.0 {
                Verdict::Unknown => Err(StrategyError::Stopped),
                known => Ok(known),
            },
            known => Ok(known),
        }
    }

    /// What the table says, or is plain to see.
    fn told(&self, setup: &Setup<S>) -> Verdict {
        line::look_up(self.solver.table(), setup)
            .map_or(Verdict::Unknown, |found| Verdict::of(found.numbers))
    }

    fn solve(&self, setup: &Setup<S>, nodes: Option<u64>) -> Result<(Verdict, u64), StrategyError> {
        self.check()?;
        let limits = SolveLimits { nodes, time: None };
        let found = self.prover().search(setup, limits, &|_| ());
        Ok((Verdict::of(found.root), found.nodes))
    }

    fn prover(&self) -> Prover<'a, S> {
        self.solver.prover(self.pool, self.control)
    }

    /// # Errors
    /// If the search is stopped.
    pub fn check(&self) -> Result<(), StrategyError> {
        if self.control.is_stopped() {
            Err(StrategyError::Stopped)
        } else {
            Ok(())
        }
    }

    /// About how many positions of the winner it takes to win here, by the effort of the search.
    pub fn guess(&self, id: WinnerId) -> f32 {
        let found = self.solver.table().get(self.winner(id));
        let expansions = |found: Found| (f32::from(found.effort) - 1.0) / 2.0;
        found.map_or(1.0, |found| (expansions(found) * SIZE_BY_EFFORT).exp2())
    }

    /// The node of a canonical position that the side to move wins.
    pub fn add_winner(&mut self, setup: Setup<S>) -> WinnerId {
        *self.winner_ids.entry(setup).or_insert_with(|| {
            self.winners.push(WinnerNode {
                setup,
                options: Vec::new(),
                is_looked_up: false,
                tried: 0,
            });
            (self.winners.len() - 1) as WinnerId
        })
    }

    /// The node of a canonical position that the side to move loses.
    pub fn add_loser(&mut self, setup: Setup<S>) -> LoserId {
        *self.loser_ids.entry(setup).or_insert_with(|| {
            self.losers.push(LoserNode {
                setup,
                replies: None,
            });
            (self.losers.len() - 1) as LoserId
        })
    }

    /// What the replies of the loser lead to.
    pub fn replies(&mut self, id: LoserId) -> &[WinnerId] {
        let node = id as usize;
        if self.losers[node].replies.is_none() {
            let next = successors(&self.losers[node].setup);
            let replies = next.into_iter().map(|setup| self.add_winner(setup));
            self.losers[node].replies = Some(replies.collect());
        }
        self.losers[node].replies.as_deref().unwrap_or_default()
    }

    /// The proved turns of the winner, at least one. A turn that ends the game is the only one.
    ///
    /// # Errors
    /// If the search is stopped, or the table is wrong.
    pub fn options(&mut self, id: WinnerId) -> Result<&[LoserId], StrategyError> {
        let node = &mut self.winners[id as usize];
        if !std::mem::replace(&mut node.is_looked_up, true) {
            let setup = node.setup;
            let is_known = !node.options.is_empty();
            self.check()?;
            let next = successors(&setup);
            let mut proved = self.proved_among(&next);
            if proved.is_empty() && !is_known && self.verdict_again(&setup)? == Verdict::Win {
                proved = self.proved_among(&next);
            }
            if proved.is_empty() && !is_known {
                proved.push(self.prove_one_of(&next)?);
            }
            for setup in proved {
                let option = self.add_loser(setup);
                self.add_option(id, option);
            }
        }
        Ok(&self.winners[id as usize].options)
    }

    /// Adds a proved turn, if it is new.
    pub fn add_option(&mut self, id: WinnerId, option: LoserId) -> bool {
        let options = &mut self.winners[id as usize].options;
        let is_new = !options.contains(&option);
        if is_new {
            options.push(option);
        }
        is_new
    }

    /// Is it known that the loser to be would win here?
    pub fn is_won_by_loser(&self, setup: &Setup<S>) -> bool {
        self.told(setup) == Verdict::Win
    }

    fn verdict_again(&self, setup: &Setup<S>) -> Result<Verdict, StrategyError> {
        match self.solve(setup, None)?.0 {
            Verdict::Win => Ok(Verdict::Win),
            Verdict::Loss => Err(StrategyError::Inconsistent),
            Verdict::Unknown => Err(StrategyError::Stopped),
        }
    }

    /// Those of the positions that are known to be lost; if one has no turn, only that.
    fn proved_among(&self, next: &[Setup<S>]) -> Vec<Setup<S>> {
        if let Some(end) = next
            .iter()
            .find(|next| next.mobility(next.side_to_move, 1) == 0)
        {
            return vec![*end];
        }
        let is_lost = |next: &&Setup<S>| {
            self.loser_ids.contains_key(*next) || self.told(next) == Verdict::Loss
        };
        next.iter().filter(is_lost).copied().collect()
    }

    /// Searches these positions with growing budgets until one is proved lost. That one is.
    fn prove_one_of(&self, next: &[Setup<S>]) -> Result<Setup<S>, StrategyError> {
        let named = next.iter().map(|&setup| (setup, setup)).collect();
        let mut left = u64::MAX;
        let lost = self.prover().find_lost(named, None, &mut left);
        lost.ok_or_else(|| self.check().err().unwrap_or(StrategyError::Inconsistent))
    }

    /// Tries to prove the turns that the search did not, each with so many positions, unless that
    /// was done before. Is there a new one?
    ///
    /// # Errors
    /// If the search is stopped, or the table is wrong.
    pub fn try_others(&mut self, id: WinnerId, budget: u64) -> Result<bool, StrategyError> {
        self.options(id)?;
        let node = &mut self.winners[id as usize];
        let mut is_wider = false;
        if node.tried >= budget {
            return Ok(false);
        }
        node.tried = budget;
        let setup = node.setup;
        for next in successors(&setup) {
            let is_lost = self.loser_ids.contains_key(&next)
                || match self.told(&next) {
                    Verdict::Loss => true,
                    Verdict::Win => false,
                    Verdict::Unknown => {
                        let (verdict, nodes) = self.solve(&next, Some(budget))?;
                        self.nodes += nodes;
                        verdict == Verdict::Loss
                    }
                };
            if is_lost {
                let option = self.add_loser(next);
                is_wider |= self.add_option(id, option);
            }
        }
        Ok(is_wider)
    }
}

/// Falls with each turn: a placed token takes two from its reserve's share and adds one to the
/// board's, a captured one takes one from the board's.
pub fn turns_left<S: Size>(setup: &Setup<S>) -> u32 {
    let reserves = setup.reserves.iter().map(|&r| 2 * u32::from(r));
    let tokens = Color::ALL.iter().map(|&color| setup.tokens[color].len());
    reserves.chain(tokens).sum()
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Position, Six};

    use super::*;
    use crate::players::{random_turn, seeded};
    use crate::solve::estimate::{Estimates, estimate};

    #[test]
    fn turns_that_are_plain_to_see_to_win_are_known_without_a_search() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.expect("a thread");
        let control = Control::new(false);
        let mut count = 0;
        for seed in 0..200 {
            let mut rng = seeded(seed);
            let mut position = Position::<Six>::start();
            while let Some(turn) = random_turn(&position, &mut rng) {
                let setup = position.setup().canonical();
                let is_lost = |next: &Setup<Six>| {
                    next.has_turn() && estimate(Estimates::Learned, next).is_loss()
                };
                let next = successors(&setup);
                let plain: Vec<_> = next.iter().copied().filter(is_lost).collect();
                if !plain.is_empty() && next.iter().all(Setup::has_turn) {
                    let solver = Solver::<Six>::new(1).expect("memory");
                    let mut graph = Graph::new(&solver, &pool, &control);
                    let id = graph.add_winner(setup);
                    let options = graph.options(id).expect("no stop").to_vec();
                    let options: Vec<_> = options.iter().map(|&id| *graph.loser(id)).collect();
                    assert_eq!(options, plain, "{position}");
                    count += 1;
                }
                position.play_unchecked(&turn);
            }
        }
        assert!(count > 20, "{count}");
    }
}
