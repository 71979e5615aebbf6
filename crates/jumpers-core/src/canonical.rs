//! The canonical path of a turn: the shortest, and of those the one with the smallest text.
//!
//! Two landing points at the same place of two paths of one turn share the parities of file and
//! rank, so neither name is the beginning of the other, and comparing texts comes to comparing
//! the paths point by point.

use smallvec::SmallVec;

use crate::bitboard::{Bitboard, Direction};
use crate::generate::{Delta, has_trail, trail_entry};
use crate::position::Position;
use crate::size::Size;
use crate::turn::Turn;
use crate::turn_text::{Step, UncheckedTurn, compare_names};

/// The points that one jump from `at` reaches over `over` within `land`, with the points jumped
/// over, smallest name first.
fn jumps_by_name<S: Size>(
    at: Bitboard<S>,
    over: Bitboard<S>,
    land: Bitboard<S>,
) -> SmallVec<[(Bitboard<S>, Bitboard<S>); 4]> {
    let mut jumps: SmallVec<[_; 4]> = Direction::ALL
        .into_iter()
        .map(|direction| (at.step(direction) & over, at.jump(direction) & land))
        .filter(|(over, to)| !over.is_empty() && !to.is_empty())
        .collect();
    jumps.sort_by(|(_, a), (_, b)| match (a.first(), b.first()) {
        (Some(a), Some(b)) => compare_names(a.coord(), b.coord()),
        (a, b) => a.cmp(&b),
    });
    jumps
}

/// Everything that one jump from `points` reaches over `over` within `land`.
fn reach_once<S: Size>(points: Bitboard<S>, over: Bitboard<S>, land: Bitboard<S>) -> Bitboard<S> {
    let mut reached = Bitboard::EMPTY;
    for direction in Direction::ALL {
        reached |= (points.step(direction) & over).step(direction) & points.jump(direction);
    }
    reached & land
}

impl<S: Size> Position<S> {
    /// The text of a legal turn: its shortest path, of those the one with the smallest text.
    ///
    /// A turn that is not legal here gets a text too, which need not make sense.
    ///
    /// ```
    /// use jumpers_core::{Position, Six};
    /// let start = Position::<Six>::start();
    /// let text = start.text_of(&start.turns()[0]).to_string();
    /// assert_eq!(start.resolve_text(&text).unwrap(), start.turns()[0]);
    /// ```
    pub fn text_of(&self, turn: &Turn<S>) -> UncheckedTurn {
        let scan = self.scan();
        let delta = Delta::from(turn);
        let mut steps = Vec::new();
        let (mut at, mut land) = (delta.from, scan.empty);
        if scan.must_capture() {
            land |= delta.from;
        } else {
            let goal = if delta.captured.is_empty() {
                delta.to
            } else {
                trail_entry(delta.to, delta.captured, land).unwrap_or(delta.to)
            };
            self.push_hops(at, goal, &mut steps);
            at = goal;
        }
        push_captures(at, delta, land, &mut steps);
        UncheckedTurn {
            from: turn.from.coord(),
            steps,
            spawn: turn.spawn.map(|square| square.coord()),
        }
    }

    /// Appends the shortest hops from `start` to `goal`, smallest names first.
    fn push_hops(&self, start: Bitboard<S>, goal: Bitboard<S>, steps: &mut Vec<Step>) {
        let scan = self.scan();
        let own = scan.view.own;
        // The points at distance 1, 2, … before the goal, until the start is among them.
        let mut layers: SmallVec<[Bitboard<S>; 32]> = SmallVec::new();
        let (mut layer, mut known) = (goal, goal);
        let through = (scan.empty - scan.can_capture) | start;
        while !layer.is_empty() && !layer.meets(start) {
            layers.push(layer);
            layer = reach_once(layer, own, through) - known;
            known |= layer;
        }
        let mut at = start;
        for layer in layers.into_iter().rev() {
            let Some(&(_, to)) = jumps_by_name(at, own, layer).first() else {
                return;
            };
            steps.extend(to.first().map(|square| Step::Hop(square.coord())));
            at = to;
        }
    }
}

/// Appends the trail over the turn's captured tokens with the smallest names: at each point the
/// smallest step after which the rest is still a trail (Fleury's algorithm).
fn push_captures<S: Size>(
    start: Bitboard<S>,
    delta: Delta<S>,
    land: Bitboard<S>,
    steps: &mut Vec<Step>,
) {
    let (mut at, mut left) = (start, delta.captured);
    while !left.is_empty() {
        let next = jumps_by_name(at, left, land)
            .into_iter()
            .find(|&(over, to)| has_trail(to, delta.to, left - over, land));
        let Some((over, to)) = next else { return };
        steps.extend(to.first().map(|square| Step::Capture(square.coord())));
        at = to;
        left = left - over;
    }
}
