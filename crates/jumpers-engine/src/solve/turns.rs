//! Solves the first turns of a position, each for itself.

use jumpers_core::{Position, Size, Turn};

use super::line::{BUDGET_GROWTH, FIRST_BUDGET, after, best_play};
use super::numbers::{Numbers, bounded};
use super::{Prover, SolveLimits, Statistics, Tell, UNKNOWN, Verdict};

/// A first turn, and who wins after it.
#[derive(Clone, Debug)]
pub struct SolvedTurn<S: Size> {
    /// The turn.
    pub turn: Turn<S>,
    /// Whether the side that makes it wins.
    pub verdict: Verdict,
    /// Positions evaluated for that.
    pub nodes: u64,
    /// A turn before this one in the list that leads to the mirror image of the same position,
    /// and so has the same verdict. No position is evaluated for this one then.
    pub twin_of: Option<Turn<S>>,
    /// The numbers of the position after the turn, for the side to move there.
    numbers: Numbers,
}

/// What became of some first turns.
#[derive(Clone, Debug)]
pub struct SolvedTurns<S: Size> {
    /// The turns, as they were given.
    pub turns: Vec<SolvedTurn<S>>,
    /// Whether the side to move wins with one of them.
    pub verdict: Verdict,
    /// Best play that begins with one of them.
    pub line: Vec<Turn<S>>,
    /// What it took.
    pub statistics: Statistics,
}

impl<S: Size> Prover<'_, S> {
    /// Searches for who wins after each of these turns, which must be legal, giving each a part of
    /// the work by turns. With `until_win` the first that wins ends it.
    pub fn solve_turns(
        &self,
        position: &Position<S>,
        turns: &[Turn<S>],
        until_win: bool,
        limits: SolveLimits,
        report: Tell<'_>,
    ) -> SolvedTurns<S> {
        let children: Vec<_> = turns
            .iter()
            .map(|turn| after(position, turn).setup().canonical())
            .collect();
        let mut solved: Vec<_> = turns
            .iter()
            .enumerate()
            .map(|(i, &turn)| SolvedTurn {
                turn,
                verdict: Verdict::Unknown,
                nodes: 0,
                twin_of: (0..i)
                    .find(|&j| children[j] == children[i])
                    .map(|j| turns[j]),
                numbers: self
                    .table
                    .get(&children[i])
                    .map_or(UNKNOWN, |found| found.numbers),
            })
            .collect();
        let mut nodes = 0;
        let mut collections = 0;
        let mut budget = FIRST_BUDGET;
        let mut is_over = false;
        while !is_over && solved.iter().any(|turn| turn.is_open()) {
            for i in 0..solved.len() {
                if !solved[i].is_open() {
                    continue;
                }
                let left = limits
                    .nodes
                    .map_or(u64::MAX, |most| most.saturating_sub(nodes));
                if left == 0 || self.is_over(limits.time) {
                    is_over = true;
                    break;
                }
                let part = SolveLimits {
                    nodes: Some(budget.min(left)),
                    time: limits.time,
                };
                let before = solved.clone();
                let tell = |statistics: &Statistics| {
                    report(&Statistics {
                        nodes: nodes + statistics.nodes,
                        collections: collections + statistics.collections,
                        root: numbers_of(&before, Some((i, statistics.root))),
                        ..*statistics
                    });
                };
                let found = self.search(&children[i], part, &tell);
                nodes += found.nodes;
                collections += found.collections;
                solved[i].nodes += found.nodes;
                solved[i].numbers = found.root;
                solved[i].verdict = Verdict::of(found.root).reversed();
                if until_win && solved[i].verdict == Verdict::Win {
                    is_over = true;
                    break;
                }
            }
            budget = budget.saturating_mul(BUDGET_GROWTH);
        }
        for i in 0..solved.len() {
            let twin = (0..i).find(|&j| Some(solved[j].turn) == solved[i].twin_of);
            if let Some(twin) = twin {
                solved[i].verdict = solved[twin].verdict;
                solved[i].numbers = solved[twin].numbers;
            }
        }
        let root = numbers_of(&solved, None);
        // What is lost for sure comes last.
        let best = solved.iter().min_by(|a, b| {
            let [a, b] = [a, b].map(|turn| turn.numbers.disproof);
            a.total_cmp(&b)
        });
        let line = best.map_or_else(Vec::new, |best| {
            best_play(self.table, position, Some(best.turn))
        });
        SolvedTurns {
            verdict: Verdict::of(root),
            line,
            statistics: Statistics {
                nodes,
                time: self.control.elapsed(),
                root,
                table_fullness: self.table.fullness(),
                collections,
            },
            turns: solved,
        }
    }
}

impl<S: Size> SolvedTurn<S> {
    fn is_open(&self) -> bool {
        self.verdict == Verdict::Unknown && self.twin_of.is_none()
    }
}

/// The numbers of a position with these turns, one of which has other numbers by now.
fn numbers_of<S: Size>(turns: &[SolvedTurn<S>], newer: Option<(usize, Numbers)>) -> Numbers {
    let numbers = turns.iter().enumerate().map(|(i, turn)| match newer {
        Some((j, numbers)) if i == j => numbers,
        _ => turn.numbers,
    });
    let (mut proof, mut disproof) = (Numbers::LOSS.proof, 0.0);
    for child in numbers {
        proof = child.disproof.min(proof);
        disproof += child.proof;
    }
    if proof == 0.0 {
        Numbers::WIN
    } else if disproof == 0.0 {
        Numbers::LOSS
    } else {
        Numbers {
            proof,
            disproof: bounded(disproof),
        }
    }
}
