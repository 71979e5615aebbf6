//! The shortest win: within how many plies the winner can force the end of the game.
//!
//! Whether it wins within p plies is a question for a proof search of its own, with a
//! [`Limit`]. The answer is no for small p and yes for large p, so the search closes in from both
//! sides, with budgets that grow: small p have small trees to refute, large p leave the winner
//! many ways. All questions and the search for who wins share the table.

use std::ops::ControlFlow;

use jumpers_core::{Position, Setup, Size, Turn};

use super::limit::Limit;
use super::line::{BUDGET_GROWTH, FIRST_BUDGET, after};
use super::{Prover, SolveLimits, Statistics, Verdict};

/// Between which numbers of plies the shortest forced win is, both included. The winner makes the
/// last turn, so every other number is out of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// No win takes fewer.
    pub at_least: u32,
    /// Some win takes no more.
    pub at_most: u32,
}

impl Bounds {
    /// Is the number of plies known?
    pub fn is_exact(&self) -> bool {
        self.at_least == self.at_most
    }
}

/// How far the search for the shortest win is.
#[derive(Clone, Copy, Debug)]
pub struct ShortestProgress {
    /// What is known.
    pub bounds: Bounds,
    /// It is about a win within so many plies.
    pub asked: u32,
    /// What it took, with the numbers of that question.
    pub statistics: Statistics,
}

/// What became of the search for the shortest win.
#[derive(Clone, Debug)]
pub struct Shortest<S: Size> {
    /// What is known of its plies.
    pub bounds: Bounds,
    /// If the number is known, a game of as many plies with best play: the winner as quick as it
    /// can be, the other side as slow. It is cut off where a limit or a stop ended the search for
    /// it, and empty if the number is not known.
    pub line: Vec<Turn<S>>,
    /// Positions evaluated.
    pub nodes: u64,
}

/// Is told how far the search for the shortest win is.
pub type TellShortest<'a> = &'a (dyn Fn(&ShortestProgress) + Sync);

/// Asks for wins within numbers of plies.
struct Questions<'a, 'b, S: Size> {
    prover: &'a Prover<'b, S>,
    root: Setup<S>,
    /// Does the side to move win?
    is_win: bool,
    bounds: Bounds,
    limits: SolveLimits,
    report: TellShortest<'a>,
    nodes: u64,
    collections: u64,
    /// A limit or a stop has ended it.
    is_over: bool,
}

impl<S: Size> Questions<'_, '_, S> {
    /// The positions that may yet be evaluated.
    fn left(&self) -> u64 {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        most.saturating_sub(self.nodes)
    }

    /// Looks for the answer among so many positions at most, and keeps it. `None` if it is not found.
    fn ask(&mut self, plies: u32, budget: u64) -> Option<bool> {
        let limit = Limit::of(
            u8::try_from(plies)
                .ok()
                .filter(|&plies| plies <= Limit::MOST)?,
        );
        if self.left() == 0 || self.prover.is_over(self.limits.time) {
            self.is_over = true;
            return None;
        }
        let limits = SolveLimits {
            nodes: Some(budget.min(self.left())),
            time: self.limits.time,
        };
        let tell = |statistics: &Statistics| {
            (self.report)(&ShortestProgress {
                bounds: self.bounds,
                asked: plies,
                statistics: Statistics {
                    nodes: self.nodes + statistics.nodes,
                    collections: self.collections + statistics.collections,
                    ..*statistics
                },
            });
        };
        let found = self.prover.search_within(&self.root, limit, limits, &tell);
        self.nodes += found.nodes;
        self.collections += found.collections;
        let is_short = match Verdict::of(found.root) {
            Verdict::Unknown => return None,
            verdict => (verdict == Verdict::Win) == self.is_win,
        };
        if is_short {
            self.bounds.at_most = self.bounds.at_most.min(plies);
        } else {
            self.bounds.at_least = self.bounds.at_least.max(plies + 2);
        }
        Some(is_short)
    }

    /// Asks until the bounds meet, or it is over.
    fn close_in(&mut self) {
        let askable = u32::from(Limit::MOST);
        let mut budget = FIRST_BUDGET;
        while !self.bounds.is_exact() && !self.is_over && self.bounds.at_least <= askable {
            // From below, as long as that is cheap.
            while !self.bounds.is_exact() && self.ask(self.bounds.at_least, budget).is_some() {}
            // The least number for which a win is found, by halves.
            let mut low = self.bounds.at_least + 2;
            let mut end = self.bounds.at_most;
            while low < end && !self.is_over {
                let plies = low + (end - low) / 4 * 2;
                match self.ask(plies, budget) {
                    Some(true) => end = plies,
                    Some(false) | None => low = plies + 2,
                }
            }
            budget = budget.saturating_mul(BUDGET_GROWTH);
        }
    }

    /// A game of as many plies as the shortest win takes.
    fn line(&self, position: &Position<S>) -> Vec<Turn<S>> {
        let mut at = *position;
        let mut line = Vec::new();
        let mut left = self.left();
        let mut plies = self.bounds.at_most;
        while plies > 0 {
            let mut children = Vec::new();
            let _ = at.for_each_turn(|turn| {
                children.push((turn, after(&at, &turn).setup().canonical()));
                ControlFlow::<()>::Continue(())
            });
            // The winner, to move, comes to where the loser has lost within one ply less; the loser
            // to where the winner does not win within three plies less.
            let is_winner = plies % 2 == 1;
            let within = plies.checked_sub(if is_winner { 1 } else { 3 });
            let turn = match within.map(u8::try_from) {
                // With two plies left every turn is as good.
                None => children.first().map(|(turn, _)| *turn),
                Some(Ok(within)) => {
                    let limit = Limit::of(within);
                    self.prover
                        .find_lost_within(children, limit, self.limits.time, &mut left)
                }
                Some(Err(_)) => None,
            };
            let Some(turn) = turn else {
                break;
            };
            at.play_unchecked(&turn);
            line.push(turn);
            plies -= 1;
        }
        line
    }
}

impl<S: Size> Prover<'_, S> {
    /// Searches for the shortest win of a position that is solved: by the side to move if `is_win`,
    /// otherwise by the other one, for which it is also how long the side to move can hold out.
    /// `at_most` plies are known to be enough: see [`Prover::most_plies`]. Wins in more than 254
    /// plies are not looked for. The search ends when the number is known, when `limits` end it, or
    /// when it is stopped; `report` is called about once a second.
    pub fn shortest_win(
        &self,
        position: &Position<S>,
        is_win: bool,
        at_most: u32,
        limits: SolveLimits,
        report: TellShortest<'_>,
    ) -> Shortest<S> {
        let at_least = match (is_win, position.has_turn()) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        };
        let mut questions = Questions {
            prover: self,
            root: position.setup().canonical(),
            is_win,
            bounds: Bounds { at_least, at_most },
            limits,
            report,
            nodes: 0,
            collections: 0,
            is_over: false,
        };
        questions.close_in();
        let line = if questions.bounds.is_exact() {
            questions.line(position)
        } else {
            Vec::new()
        };
        Shortest {
            bounds: questions.bounds,
            line,
            nodes: questions.nodes,
        }
    }
}
