//! Best play as far as the table knows it, and how long a win can take.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use jumpers_core::{Position, Setup, Size, Turn};

use super::estimate::estimate;
use super::limit::Limit;
use super::table::{Found, ProofTable};
use super::{Prover, SolveLimits};

/// The positions that the first attempt at one of several positions may evaluate.
pub const FIRST_BUDGET: u64 = 4096;
/// The factor from one attempt to the next.
pub const BUDGET_GROWTH: u64 = 4;
/// Won positions of a strategy that are looked at for its longest line.
const MOST_POSITIONS: u32 = 200_000;
/// Positions that are evaluated at most to find again what the table no longer holds of it.
const MOST_EVALUATED: u64 = 1_000_000;
/// After so many positions of a strategy there is a look at the clock.
const POSITIONS_PER_CHECK: u32 = 64;

/// A turn, and what is known of the position after it.
struct Choice<S: Size> {
    turn: Turn<S>,
    found: Option<Found>,
}

/// What is known of a position, up to reflection. What is plain to see needs no table.
pub fn look_up<S: Size>(table: &ProofTable, canonical: &Setup<S>) -> Option<Found> {
    table.get(canonical).or_else(|| {
        let numbers = estimate(table.estimates(), canonical);
        numbers.is_proved().then_some(Found { numbers, effort: 0 })
    })
}

/// The position after a turn.
pub fn after<S: Size>(position: &Position<S>, turn: &Turn<S>) -> Position<S> {
    let mut next = *position;
    next.play_unchecked(turn);
    next
}

/// The turns of these that the table does not know to lose; all of them if there is none.
pub fn open_turns<S: Size>(
    table: &ProofTable,
    position: &Position<S>,
    turns: &[Turn<S>],
) -> Vec<Turn<S>> {
    let is_open = |turn: &&Turn<S>| {
        let next = after(position, turn).setup().canonical();
        !table.get(&next).is_some_and(|found| found.numbers.is_win())
    };
    let open: Vec<_> = turns.iter().filter(is_open).copied().collect();
    if open.is_empty() {
        turns.to_vec()
    } else {
        open
    }
}

/// What the turns lead to, up to reflection.
pub fn successors<S: Size>(setup: &Setup<S>) -> Vec<Setup<S>> {
    let mut found = Vec::new();
    let _ = setup.for_each_successor(|next| {
        found.push(next.canonical());
        ControlFlow::<()>::Continue(())
    });
    found
}

fn choices<S: Size>(table: &ProofTable, position: &Position<S>) -> Vec<Choice<S>> {
    let mut choices = Vec::new();
    let _ = position.for_each_turn(|turn| {
        let next = after(position, &turn).setup().canonical();
        choices.push(Choice {
            turn,
            found: look_up(table, &next),
        });
        ControlFlow::<()>::Continue(())
    });
    choices
}

/// The turn to the position that is known to be lost with the least effort.
fn winning<S: Size>(choices: &[Choice<S>]) -> Option<Turn<S>> {
    let lost = choices.iter().filter_map(|choice| {
        let found = choice.found?;
        found.numbers.is_loss().then_some((found.effort, choice))
    });
    let least = lost.min_by_key(|(effort, _)| *effort)?;
    Some(least.1.turn)
}

/// A turn of a position where none is known to win: the one with the least disproof number
/// behind it, or the one that took the most effort to refute if all that are known lose.
fn most_promising<S: Size>(choices: &[Choice<S>]) -> Option<Turn<S>> {
    let known = || {
        choices
            .iter()
            .filter_map(|choice| Some((choice.turn, choice.found?)))
    };
    let open = known().filter(|(_, found)| !found.numbers.is_proved());
    let best = open.min_by(|(_, a), (_, b)| a.numbers.disproof.total_cmp(&b.numbers.disproof));
    let refuted = || known().max_by_key(|(_, found)| found.effort);
    best.or_else(refuted).map(|(turn, _)| turn)
}

/// Best play from a position, up to the end of the game or to where the table knows nothing more.
/// `first` is the first turn if it is known already. There is a first turn whenever a turn is
/// legal.
pub fn best_play<S: Size>(
    table: &ProofTable,
    position: &Position<S>,
    first: Option<Turn<S>>,
) -> Vec<Turn<S>> {
    let mut at = *position;
    let mut line = Vec::new();
    let mut next = first;
    loop {
        let turn = next.take().or_else(|| {
            let choices = choices(table, &at);
            let any = || choices.first().map(|choice| choice.turn);
            let known = winning(&choices).or_else(|| most_promising(&choices));
            known.or_else(|| any().filter(|_| line.is_empty()))
        });
        let Some(turn) = turn else {
            return line;
        };
        at.play_unchecked(&turn);
        line.push(turn);
    }
}

impl<S: Size> Prover<'_, S> {
    /// A turn that wins a position that is won. What the table no longer holds is solved again;
    /// `None` only if `limits` or a stop end that.
    pub(super) fn winning_turn(
        &self,
        position: &Position<S>,
        limits: SolveLimits,
    ) -> Option<Turn<S>> {
        let choices = choices(self.table, position);
        if let Some(turn) = winning(&choices) {
            return Some(turn);
        }
        let mut left = u64::MAX;
        let children = choices.iter().map(|choice| {
            let next = after(position, &choice.turn).setup().canonical();
            (choice.turn, next)
        });
        self.find_lost(children.collect(), limits.time, &mut left)
    }

    /// Which of these positions is lost? One of them is. `left` are the positions that may be
    /// evaluated, and `time` is on the clock.
    pub(super) fn find_lost<T: Copy>(
        &self,
        children: Vec<(T, Setup<S>)>,
        time: Option<Duration>,
        left: &mut u64,
    ) -> Option<T> {
        self.find_lost_within(children, Limit::NONE, time, left)
    }

    /// The same if a win has to come within a number of plies.
    pub(super) fn find_lost_within<T: Copy>(
        &self,
        mut children: Vec<(T, Setup<S>)>,
        limit: Limit,
        time: Option<Duration>,
        left: &mut u64,
    ) -> Option<T> {
        let mut budget = FIRST_BUDGET;
        // A child that is won is dropped; the lost one stays.
        while !children.is_empty() {
            let mut rest = Vec::with_capacity(children.len());
            for (name, child) in children {
                if *left == 0 || self.is_over(time) {
                    return None;
                }
                let nodes = Some(budget.min(*left));
                let part = SolveLimits { nodes, time };
                let searched = self.search_within(&child, limit, part, &|_| ());
                *left = left.saturating_sub(searched.nodes.max(1));
                if searched.root.is_loss() {
                    return Some(name);
                }
                if !searched.root.is_proved() {
                    rest.push((name, child));
                }
            }
            children = rest;
            budget = budget.saturating_mul(BUDGET_GROWTH);
        }
        None
    }

    /// The most plies to the end of the game that the winner needs from here if it keeps to the
    /// strategy that the table knows, whatever the other side does: an upper bound, not the
    /// shortest win. If the side to move wins (`is_win`), the first turn of `line` is the
    /// beginning of that strategy. What the table no longer holds is solved again, until `time` on
    /// the clock. If the strategy is too big, or there is no time, the bound is that of every game.
    ///
    /// The position must be won, by the side to move if `is_win`, otherwise by the other one.
    pub fn most_plies(
        &self,
        position: &Position<S>,
        is_win: bool,
        line: &[Turn<S>],
        time: Option<Duration>,
    ) -> u32 {
        let mut walk = Walk::new(self, time);
        let found = match line.first() {
            _ if !is_win => walk.lost(&position.setup().canonical()),
            Some(turn) => walk
                .lost(&after(position, turn).setup().canonical())
                .map(|plies| plies + 1),
            None => None,
        };
        found.unwrap_or_else(|| longest_game(position, is_win))
    }

    /// The same for the side to move, which wins in whatever way the table knows.
    pub fn most_plies_won(&self, position: &Position<S>, time: Option<Duration>) -> u32 {
        let found = Walk::new(self, time).won(&position.setup().canonical());
        found.unwrap_or_else(|| longest_game(position, true))
    }
}

/// The most plies of any game from here that ends so.
fn longest_game<S: Size>(position: &Position<S>, is_win: bool) -> u32 {
    // The winner makes the last turn.
    let most = position.max_turns_left();
    let has_wrong_end = (most % 2 == 1) != is_win;
    most.saturating_sub(u32::from(has_wrong_end))
}

/// A walk over the positions of a strategy.
struct Walk<'a, 'b, S: Size> {
    prover: &'a Prover<'b, S>,
    time: Option<Duration>,
    /// The positions that may yet be evaluated to find what the table no longer holds.
    left: u64,
    /// The longest line from each position in which the winner is to move.
    won: HashMap<Setup<S>, u32>,
}

impl<'a, 'b, S: Size> Walk<'a, 'b, S> {
    fn new(prover: &'a Prover<'b, S>, time: Option<Duration>) -> Self {
        Walk {
            prover,
            time,
            left: MOST_EVALUATED,
            won: HashMap::new(),
        }
    }

    /// The longest line from a position in which the loser is to move; `None` if there is no time
    /// or room for that.
    fn lost(&mut self, canonical: &Setup<S>) -> Option<u32> {
        let mut longest = 0;
        for next in successors(canonical) {
            longest = longest.max(self.won(&next)? + 1);
        }
        Some(longest)
    }

    /// The longest line from a position in which the winner is to move.
    fn won(&mut self, canonical: &Setup<S>) -> Option<u32> {
        if let Some(&plies) = self.won.get(canonical) {
            return Some(plies);
        }
        let seen = self.won.len() as u32;
        if seen >= MOST_POSITIONS
            || seen.is_multiple_of(POSITIONS_PER_CHECK) && self.prover.is_over(self.time)
        {
            return None;
        }
        let children = successors(canonical);
        let lost = children.iter().filter_map(|child| {
            let found = look_up(self.prover.table, child)?;
            found.numbers.is_loss().then_some((found.effort, *child))
        });
        let known = lost.min_by_key(|(effort, _)| *effort);
        let child = match known {
            Some((_, child)) => child,
            None => {
                let named = children.into_iter().map(|child| (child, child));
                self.prover
                    .find_lost(named.collect(), self.time, &mut self.left)?
            }
        };
        let plies = self.lost(&child)? + 1;
        self.won.insert(*canonical, plies);
        Some(plies)
    }
}

#[cfg(test)]
mod tests;
