//! Which turn to make where all lose: the one to which a search that sees less than the proof is
//! most likely to reply wrongly.
//!
//! Each turn is followed by a short search for the other side, as a player might make it. The
//! replies of its iterations are then held against proofs. Other policies saved fewer games: the
//! command `lost-positions` plays them.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jumpers_core::{Position, Setup, Size, Turn};

use super::line::{after, best_play};
use super::numbers::Numbers;
use super::{Prover, SolveLimits};
use crate::search::{Limits, Progress, Resources, Table, TimeBudget, search};

/// So much the value of the search for the other side adds, for each hundredth of a token. Of 120
/// games 0.00001 saved 76, 0.0001 saved 81 and 0.0005 saved 80.
const VALUE_WEIGHT: f32 = 0.000_15;
/// A value beyond this counts as this.
const MOST_VALUE: i32 = 2_000;

/// A turn, and what short searches reply to it.
struct Trap<S: Size> {
    /// What the last search thinks of it, for the side that makes the turn.
    value: i32,
    /// The positions after the replies of the iterations, up to reflection.
    replies: Vec<Setup<S>>,
}

impl<S: Size> Prover<'_, S> {
    /// The turn of these, which must be legal and lose, to which a short search is most likely to
    /// reply wrongly; `None` only if there are none.
    ///
    /// `limits` bound the positions of all searches together, and the time on the clock. `table` is
    /// one for the short searches; what it holds is lost.
    pub fn most_misleading(
        &self,
        position: &Position<S>,
        turns: &[Turn<S>],
        limits: SolveLimits,
        table: &Table,
    ) -> Option<Turn<S>> {
        if turns.len() < 2 {
            return turns.first().copied();
        }
        // Half for the replies and half for their proofs.
        let share = limits.nodes.map(|nodes| nodes / 2 / turns.len() as u64);
        let half_time = limits.time.map(|end| {
            let left = end.saturating_sub(self.elapsed());
            (end - left, left / 2)
        });
        let mut best = None::<(f32, Turn<S>)>;
        for (&turn, number) in turns.iter().zip(1u32..) {
            if best.is_some() && self.is_over(limits.time) {
                break;
            }
            let part = |half: u32| {
                // Each turn has as much time as the others.
                let parts = 2 * (number - 1) + half;
                let time = half_time.map(|(start, left)| start + left * parts / turns.len() as u32);
                SolveLimits { nodes: share, time }
            };
            let trap = self.set(position, turn, part(1), table);
            let score = self.chance(&trap, part(2)) + VALUE_WEIGHT * trap.value as f32;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, turn));
            }
        }
        best.map(|(_, turn)| turn)
    }

    /// Best play from a position that begins with this turn, as far as the table knows it.
    pub fn line_after(&self, position: &Position<S>, turn: Turn<S>) -> Vec<Turn<S>> {
        best_play(self.table, position, Some(turn))
    }

    /// Looks for the replies to a turn.
    fn set(
        &self,
        position: &Position<S>,
        turn: Turn<S>,
        limits: SolveLimits,
        table: &Table,
    ) -> Trap<S> {
        let next = after(position, &turn);
        let replies = Mutex::new(Vec::new());
        let tell = |progress: Progress<'_, S>| {
            if let Progress::Report(report) = progress
                && let Some(reply) = report.best.turns.first()
            {
                let mut replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
                replies.push(after(&next, reply).setup().canonical());
            }
        };
        table.clear();
        let resources = Resources {
            table,
            pool: self.pool,
            control: self.control,
        };
        let budget = |end: Duration| TimeBudget {
            soft: end,
            hard: end,
        };
        let plain = Limits {
            nodes: limits.nodes,
            time: limits.time.map(budget),
            ..Limits::default()
        };
        let value = -search(&next, &plain, &resources, &tell).best.value;
        Trap {
            value: value.clamp(-MOST_VALUE, MOST_VALUE),
            replies: replies.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// How likely the replies are to lose what is won, those of deeper iterations counting more.
    fn chance(&self, trap: &Trap<S>, limits: SolveLimits) -> f32 {
        let mut known: Vec<(Setup<S>, f32)> = Vec::new();
        let count = trap.replies.len().max(1) as u64;
        let mut sum = 0.0;
        let mut weights = 0.0;
        for (setup, weight) in trap.replies.iter().zip(1u16..) {
            let chance = match known.iter().find(|(before, _)| before == setup) {
                Some((_, chance)) => *chance,
                None => {
                    let part = SolveLimits {
                        nodes: limits.nodes.map(|nodes| nodes / count),
                        ..limits
                    };
                    let chance = win_share(self.search(setup, part, &|_| ()).root);
                    known.push((*setup, chance));
                    chance
                }
            };
            sum += chance * f32::from(weight);
            weights += f32::from(weight);
        }
        sum / f32::max(weights, 1.0)
    }
}

/// How much a position counts as a win of the side to move.
fn win_share(Numbers { proof, disproof }: Numbers) -> f32 {
    // The more it takes to prove a loss than to prove a win, the more likely is the win.
    disproof / (proof + disproof)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_counts_in_full() {
        assert_eq!(win_share(Numbers::WIN), 1.0);
        assert_eq!(win_share(Numbers::LOSS), 0.0);
        let open = Numbers {
            proof: 1.0,
            disproof: 3.0,
        };
        assert_eq!(win_share(open), 0.75);
    }
}
