//! Positions that a search meets, each solved for itself.

use jumpers_benches::random_position;
use jumpers_core::{Position, Size};
use jumpers_engine::players::seeded;
use jumpers_engine::search::{Control, NoMemory};
use jumpers_engine::solve::estimate::estimate;
use jumpers_engine::solve::{Estimates, SolveLimits, Solver};
use rand::RngExt;
use rayon::ThreadPool;

use crate::labelled::Labelled;

/// Random play goes on for 1 to so many plies.
const MOST_PLIES: u64 = 12;
/// MiB of the table that a position is solved with: it is cleared for each.
const LABEL_MIB: usize = 8;

/// What to make.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Nodes of a search that meets positions.
    pub nodes: u64,
    /// MiB of its table.
    pub hash: usize,
    /// Nodes to solve a position that it met.
    pub label_nodes: u64,
    /// Positions to take from a search, at most.
    pub take: usize,
    /// The estimates of all searches.
    pub estimates: Estimates,
}

/// Searches, and solves what they met.
pub struct Labelling<'a, S: Size> {
    plan: Plan,
    pool: &'a ThreadPool,
    searching: Solver<S>,
    labelling: Solver<S>,
}

impl<'a, S: Size> Labelling<'a, S> {
    /// With tables of its own. The pool has one thread, so that the same is found each time.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn new(plan: Plan, pool: &'a ThreadPool) -> Result<Self, NoMemory> {
        Ok(Labelling {
            plan,
            pool,
            searching: Solver::new(plan.hash)?.with_estimates(plan.estimates),
            labelling: Solver::new(LABEL_MIB)?.with_estimates(plan.estimates),
        })
    }

    /// Positions that the search of one position met, which random play from the start came to, and
    /// what it took to solve them. Those that an estimate decides are left out. If the game was
    /// over before, there are none. For the same seed and plan they are the same.
    pub fn of_seed(&mut self, seed: u64) -> Vec<Labelled<S>> {
        let Some(root) = random_position(seed, (1 + seed % MOST_PLIES) as usize) else {
            return Vec::new();
        };
        self.searching.clear();
        solve(&self.searching, &root, self.plan.nodes, self.pool);
        let mut met = Vec::new();
        self.searching
            .table()
            .for_each_seen::<S>(|record| met.push(record.setup));
        let mut rng = seeded(!seed);
        let mut labelled = Vec::new();
        for i in 0..met.len() {
            if labelled.len() == self.plan.take {
                break;
            }
            let other = rng.random_range(i..met.len());
            met.swap(i, other);
            if !estimate(self.plan.estimates, &met[i]).is_proved()
                && let Ok(position) = Position::from_setup(&met[i])
            {
                labelled.push(self.label(position));
            }
        }
        labelled
    }

    fn label(&mut self, position: Position<S>) -> Labelled<S> {
        self.labelling.clear();
        solve(&self.labelling, &position, self.plan.label_nodes, self.pool)
    }
}

fn solve<S: Size>(
    solver: &Solver<S>,
    position: &Position<S>,
    nodes: u64,
    pool: &ThreadPool,
) -> Labelled<S> {
    let limits = SolveLimits {
        nodes: Some(nodes),
        time: None,
    };
    let solution = solver.solve(position, limits, pool, &Control::new(false), &|_| ());
    Labelled {
        position: *position,
        verdict: solution.verdict,
        nodes: solution.statistics.nodes,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use jumpers_core::Six;
    use jumpers_engine::solve::Verdict;

    use super::*;
    use crate::in_order;

    const PLAN: Plan = Plan {
        nodes: 3000,
        hash: 1,
        label_nodes: 500,
        take: 20,
        estimates: Estimates::ByHand,
    };

    fn pool(threads: usize) -> ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap()
    }

    fn made(threads: usize) -> Vec<Labelled<Six>> {
        let one = pool(1);
        let mut made = Vec::new();
        in_order::run(
            &pool(threads),
            0..12,
            || Labelling::<Six>::new(PLAN, &one),
            |labelling, seed| labelling.of_seed(seed),
            |labelled| {
                made.extend(labelled);
                Ok(())
            },
        )
        .unwrap();
        made
    }

    #[test]
    fn threads_do_not_matter() {
        let one = made(1);
        assert_eq!(one, made(2));
        let count = |verdict| one.iter().filter(|l| l.verdict == verdict).count();
        assert!(one.len() > 100, "{}", one.len());
        for verdict in [Verdict::Win, Verdict::Loss, Verdict::Unknown] {
            assert!(count(verdict) > 5, "{verdict}: {}", count(verdict));
        }
    }

    #[test]
    fn each_position_of_a_search_is_taken_once_and_none_that_is_decided_at_once() {
        let one = pool(1);
        let mut labelling = Labelling::<Six>::new(PLAN, &one).unwrap();
        let labelled = labelling.of_seed(3);
        assert_eq!(labelled.len(), PLAN.take);
        let positions: HashSet<_> = labelled.iter().map(|l| l.position).collect();
        assert_eq!(positions.len(), PLAN.take);
        for Labelled { position, .. } in labelled {
            let numbers = estimate(Estimates::ByHand, &position.setup());
            assert!(!numbers.is_proved(), "{position}");
        }
    }
}
