//! Lines: the turns that the search expects, and what they are worth.

use jumpers_core::{Size, Turn};

use super::table::Bound;
use super::value::{Value, plies_to_end};

/// A first turn with what is expected to follow.
#[derive(Clone, Debug)]
pub struct Line<S: Size> {
    /// The depth of the iteration that found it.
    pub depth: u8,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// The value for the side to move.
    pub value: Value,
    /// How exact that is.
    pub bound: Bound,
    /// The turns.
    pub turns: Vec<Turn<S>>,
}

impl<S: Size> Line<S> {
    /// A line of which nothing is known.
    pub(super) fn unsearched(turn: Option<Turn<S>>) -> Self {
        Line {
            depth: 0,
            selective_depth: 0,
            value: 0,
            bound: Bound::Exact,
            turns: turn.into_iter().collect(),
        }
    }

    /// Is the result proved, and have all lines up to the end been searched?
    pub(super) fn is_settled(&self) -> bool {
        plies_to_end(self.value).is_some_and(|plies| i32::from(self.depth) >= plies.abs())
    }
}

/// The lines of an iteration that was cut short. `found` are the best lines of the new iteration,
/// best first, and complete: no other turn is worth more than the last of them. What is missing is
/// filled up with lines of the iteration before.
pub(super) fn merge<S: Size>(
    found: Vec<Line<S>>,
    before: Vec<Line<S>>,
    count: usize,
) -> Vec<Line<S>> {
    let most = found.last().map(|line| line.value);
    let mut lines = found;
    for mut line in before {
        let is_new = lines.iter().all(|l| l.turns.first() != line.turns.first());
        if lines.len() >= count || !is_new {
            continue;
        }
        if let Some(most) = most
            && line.value > most
        {
            line.value = most;
            line.bound = Bound::Upper;
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Position, Six};

    use super::*;

    #[test]
    fn an_iteration_cut_short_is_filled_up_in_order() {
        let turns = Position::<Six>::start().turns();
        let line = |turn: usize, depth, value| Line {
            depth,
            value,
            ..Line::unsearched(Some(turns[turn]))
        };
        let before = vec![line(0, 5, 50), line(1, 5, 40), line(2, 5, 10)];
        // The first line got worse, so nothing is better than 20.
        let merged = merge(vec![line(0, 6, 20)], before.clone(), 3);
        let seen: Vec<_> = merged
            .iter()
            .map(|line| (line.turns[0], line.depth, line.value, line.bound))
            .collect();
        let expected = [
            (turns[0], 6, 20, Bound::Exact),
            (turns[1], 5, 20, Bound::Upper),
            (turns[2], 5, 10, Bound::Exact),
        ];
        assert_eq!(seen, expected);
        // A new turn came to the front: the last of the old ones has no place.
        let merged = merge(vec![line(3, 6, 60)], before.clone(), 3);
        let seen: Vec<_> = merged.iter().map(|line| line.turns[0]).collect();
        assert_eq!(seen, [turns[3], turns[0], turns[1]]);
        assert_eq!(merge(Vec::new(), before, 3).len(), 3);
    }
}
