//! Winning strategies: from a solved position to a turn for each position that the winner can
//! come to.
//!
//! The first strategy takes at each position of the winner a turn that is proved and seems to need
//! least below. Then it is made smaller, in rounds:
//!
//! 1. at positions near the end the smallest proof is looked for, whatever is proved so far;
//! 2. at the others turns are tried that the search had not proved, with a budget that grows with
//!    what the present turn needs;
//! 3. from the second round on positions with trees of middle size are solved again several times,
//!    from nothing and with estimates that vary, and each proof is made smaller on its own before it
//!    is compared;
//! 4. after each such step, and again for all positions, the turn is taken for which the whole
//!    strategy has fewest positions, those that it has anyway counted as nothing.
//!
//! What it came to for the start of the 6×6 board, after a search with one thread, 1 GiB and estimates
//! by hand (positions of the winner; seconds of a processor that was shared with other work):
//!
//! | | positions | seconds |
//! |---|---|---|
//! | the first strategy | 37,541 | 0.3 |
//! | only proved turns, chosen again | 37,512 | 0.4 |
//! | smallest proofs, first round | 30,545 | 8 |
//! | other turns, first round | 29,770 | 19 |
//! | smallest proofs, second round | 29,082 | 32 |
//! | other turns, second round | 27,922 | 66 |
//! | smallest proofs, third round | 27,701 | 107 |
//! | other turns, third round (2·10⁸ positions looked at) | 27,167 | 421 |
//!
//! That was without the third step. After a search with learned estimates the first strategy has 38,623
//! positions. With a million positions looked at it has 33,073, with 20 million and without the third
//! step 27,387, with 200 million and without it 25,402 when it was stopped. With the third step, on two
//! shared processors, it had 24,376 after 18 minutes. From there on little is left nearby: a longer
//! search of this kind came to 23,959, and then no position with a tree of up to 512 had a smaller one
//! (with 3 million positions for trees of 256 to find out, and as the square of the size for others).
//! Two more searches of that strategy found nothing: one for smallest proofs in which what the strategy
//! has elsewhere counts as nothing (43 positions), and one from the top (AO*: A. Martelli and U.
//! Montanari, 1973) whose leaves are smallest proofs of up to 200 and which found trees smaller by up
//! to a tenth, but not fewer positions, as a tenth and more of a tree is shared.
//!
//! As a tree, with every position as often as lines come to it, the first strategy would have
//! 42,694 positions: there is little to share. A search for proofs that prefers positions of the
//! strategy found less (212 positions in 5 seconds), and looking for smallest proofs within the
//! proof of a new turn before it is compared found nothing; both were left out.

mod graph;
mod improve;
mod plan;
mod samples;
mod smallest;

use std::io::{self, Write};

use jumpers_core::{Color, Position, Setup, Size};
use rayon::ThreadPool;
use rustc_hash::FxHashMap;

use super::certificate::{self, Header};
use super::{Solver, Verdict};
use crate::search::Control;
use graph::Graph;
use plan::Plan;

/// No strategy was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// The search was stopped before there was a strategy.
    #[error("stopped before there was a whole strategy")]
    Stopped,
    /// What the solver says of two positions cannot both be true.
    #[error("the solver contradicts itself: a position it proved won has no winning turn")]
    Inconsistent,
}

/// What a strategy should have little of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// Positions with the winner to move.
    #[default]
    Size,
    /// Plies in the longest line; among strategies that have equally few, positions.
    Length,
}

/// How hard to try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// What to make small.
    pub objective: Objective,
    /// Positions to look at for better turns, those of the search for the first strategy not
    /// counted. With 0 the first strategy stays as it is.
    pub nodes: u64,
}

/// A strategy that wins against everything.
#[derive(Clone, Debug)]
pub struct Strategy<S: Size> {
    root: Position<S>,
    winner: Color,
    /// For each canonical position with the winner to move what its turn leads to, in canonical
    /// form.
    choices: FxHashMap<Setup<S>, Setup<S>>,
    loser_nodes: usize,
    longest_line: u32,
}

impl<S: Size> Strategy<S> {
    /// A strategy for whoever wins a position: what the solver knows is taken, and what it does
    /// not (or not any more) know is searched, on all threads of the pool. With one thread the
    /// result is the same each time for the same state of the solver.
    ///
    /// # Errors
    /// If the search is stopped, or if the solver contradicts itself.
    pub fn extract(
        solver: &Solver<S>,
        position: &Position<S>,
        pool: &ThreadPool,
        control: &Control,
        effort: Effort,
    ) -> Result<Self, StrategyError> {
        let root = position.setup().canonical();
        let mut graph = Graph::new(solver, pool, control);
        let own = position.side_to_move();
        let is_won = graph.verdict(&root)? == Verdict::Win;
        let winner = if is_won { own } else { !own };
        let mut plan = Plan::new(&mut graph);
        if is_won {
            let root = plan.graph.add_winner(root);
            plan.use_winner(root, usize::MAX)?;
        } else {
            let root = plan.graph.add_loser(root);
            plan.use_loser(root, usize::MAX)?;
        }
        plan.forget_steps();
        if effort.nodes > 0 {
            improve::improve(&mut plan, effort)?;
        }
        Ok(Strategy {
            root: *position,
            winner,
            choices: plan.choices(),
            loser_nodes: plan.loser_count(),
            longest_line: plan.longest_line(),
        })
    }

    /// The position it is for.
    pub fn root(&self) -> &Position<S> {
        &self.root
    }

    /// The side that wins.
    pub fn winner(&self) -> Color {
        self.winner
    }

    /// How many positions it meets with the winner to move, reflections counted once.
    pub fn winner_nodes(&self) -> usize {
        self.choices.len()
    }

    /// How many positions it meets with the loser to move, reflections counted once; those in
    /// which the loser has lost are among them.
    pub fn loser_nodes(&self) -> usize {
        self.loser_nodes
    }

    /// The most plies that a game can last.
    pub fn longest_line(&self) -> u32 {
        self.longest_line
    }

    /// Writes the [certificate], a few bytes at a time.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let header = Header {
            root: &self.root,
            winner: self.winner,
            winner_nodes: self.winner_nodes(),
            longest_line: self.longest_line,
        };
        certificate::write(out, &header, |setup| self.choices.get(setup).copied())
    }
}
