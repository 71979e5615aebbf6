//! The smallest proof of a position, by looking for one of every size in turn.
//!
//! A proof of a position of the winner has one position of the winner for itself and those of the
//! proofs of all replies, as in a tree. A turn that leaves n replies takes a proof of at least
//! n + 1, so small bounds leave few turns to look at. (In a position that is its own reflection
//! replies may come to the same, so that less would do; such a proof may be missed.)

use jumpers_core::{Setup, Size};
use rustc_hash::FxHashMap;

use super::graph::{Graph, WinnerId, successors};

/// Positions remembered, at most.
const MOST_KNOWN: usize = 1 << 22;

/// The size of a proof that there is not. Sums of it stay within 64 bits.
const UNPROVABLE: u64 = 1 << 40;

/// What is known of a position with the winner to move.
#[derive(Clone, Copy)]
struct Known<S: Size> {
    /// No proof is smaller.
    least: u64,
    /// The turn of a proof of this size, as what it leads to.
    best: Option<Setup<S>>,
}

/// The search.
pub struct Smallest<S: Size> {
    known: FxHashMap<Setup<S>, Known<S>>,
    /// Positions that may still be expanded.
    budget: u64,
    /// Positions looked at.
    pub nodes: u64,
}

/// The budget is used up.
struct Over;

impl<S: Size> Smallest<S> {
    pub fn new() -> Self {
        Smallest {
            known: FxHashMap::default(),
            budget: 0,
            nodes: 0,
        }
    }

    /// Looks for a proof of a size of at most `most` and puts the smallest one into the graph.
    /// Its size, if there is one.
    pub fn find(
        &mut self,
        graph: &mut Graph<'_, S>,
        id: WinnerId,
        most: u64,
        budget: u64,
    ) -> Option<u64> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        self.budget = budget;
        let setup = *graph.winner(id);
        let mut bound = 1;
        loop {
            let size = self.size(graph, &setup, bound.min(most)).ok()?;
            if size <= bound.min(most) {
                self.tell(graph, id);
                return Some(size);
            }
            if bound >= most {
                return None;
            }
            bound = size.max(bound + bound / 2);
        }
    }

    /// Puts a proof into the graph.
    fn tell(&self, graph: &mut Graph<'_, S>, id: WinnerId) {
        let known = self.known.get(graph.winner(id));
        let Some(best) = known.and_then(|known| known.best) else {
            return;
        };
        let option = graph.add_loser(best);
        if !graph.add_option(id, option) {
            return;
        }
        for winner in graph.replies(option).to_vec() {
            self.tell(graph, winner);
        }
    }

    fn least(&self, setup: &Setup<S>) -> u64 {
        self.known.get(setup).map_or(1, |known| known.least)
    }

    /// The size of the smallest proof if it is at most `bound`, otherwise a lower bound of it that
    /// is greater.
    fn size(&mut self, graph: &Graph<'_, S>, setup: &Setup<S>, bound: u64) -> Result<u64, Over> {
        if let Some(known) = self.known.get(setup)
            && (known.best.is_some() || known.least > bound)
        {
            return Ok(known.least);
        }
        if self.budget == 0 {
            return Err(Over);
        }
        self.budget -= 1;
        self.nodes += 1;
        let mut turns = Vec::new();
        let mut fewest = UNPROVABLE;
        for next in successors(setup) {
            let replies = next.mobility(next.side_to_move, bound.saturating_add(1));
            if replies == 0 {
                self.known.insert(
                    *setup,
                    Known {
                        least: 1,
                        best: Some(next),
                    },
                );
                return Ok(1);
            }
            fewest = fewest.min(replies);
            if replies < bound {
                turns.push((replies, next));
            }
        }
        turns.sort_by_key(|turn| turn.0);
        let mut least = if turns.is_empty() {
            (fewest + 1).min(UNPROVABLE)
        } else {
            bound + 1
        };
        let mut best = None;
        for (replies, next) in turns {
            if replies + 1 >= least {
                break;
            }
            if graph.is_won_by_loser(&next) {
                continue;
            }
            if let Some(size) = self.size_of_turn(graph, &next, least - 1)? {
                least = size;
                best = Some(next);
            }
        }
        self.known.insert(*setup, Known { least, best });
        Ok(least)
    }

    /// The size of the smallest proof by way of this turn, if it is at most `bound`.
    fn size_of_turn(
        &mut self,
        graph: &Graph<'_, S>,
        next: &Setup<S>,
        bound: u64,
    ) -> Result<Option<u64>, Over> {
        let mut replies: Vec<_> = successors(next)
            .into_iter()
            .map(|setup| (self.least(&setup), setup))
            .collect();
        let mut sum = 1 + replies.iter().map(|reply| reply.0).sum::<u64>();
        let mut step = 1;
        // All replies with small bounds first: one that needs more may settle it.
        loop {
            if sum > bound {
                return Ok(None);
            }
            let mut is_open = false;
            for (least, setup) in &mut replies {
                let most = bound - (sum - *least);
                let size = self.size(graph, setup, most.min(step))?;
                if size > most {
                    return Ok(None);
                }
                sum += size - *least;
                *least = size;
                is_open |= size > most.min(step);
            }
            if !is_open {
                return Ok(Some(sum));
            }
            step *= 2;
        }
    }
}
