//! Is one given turn legal? Answered from the turn's sets, without looking at any other turn.

use super::{Delta, Scan};
use crate::bitboard::{Bitboard, Direction};
use crate::size::Size;

/// The points and edges that the captured tokens make on the grid of landing points of `point`.
struct Edges<S: Size> {
    horizontal: Bitboard<S>,
    vertical: Bitboard<S>,
    /// The points with an odd number of edges.
    odd: Bitboard<S>,
}

impl<S: Size> Edges<S> {
    /// `None` if a captured token is on no edge of the grid, or if an end of an edge is not in
    /// `land`.
    fn new(point: Bitboard<S>, captured: Bitboard<S>, land: Bitboard<S>) -> Option<Self> {
        let grid = grid_of(point);
        let beside = |direction| grid.step(direction);
        let horizontal = captured & (beside(Direction::East) | beside(Direction::West));
        let vertical = captured & (beside(Direction::North) | beside(Direction::South));
        if captured != horizontal | vertical {
            return None;
        }
        let ends = [
            horizontal.step(Direction::East),
            horizontal.step(Direction::West),
            vertical.step(Direction::North),
            vertical.step(Direction::South),
        ];
        // A token on the rim of the board has only one end and cannot be jumped over there.
        let whole = ends[0].len() == horizontal.len()
            && ends[1].len() == horizontal.len()
            && ends[2].len() == vertical.len()
            && ends[3].len() == vertical.len();
        (whole && Bitboard::union(ends).is_subset(land)).then(|| Edges {
            horizontal,
            vertical,
            odd: ends[0] ^ ends[1] ^ ends[2] ^ ends[3],
        })
    }

    /// The edges that can be reached from `start` along edges.
    fn connected_to(&self, start: Bitboard<S>) -> Bitboard<S> {
        let mut reached = start;
        let mut used = Bitboard::EMPTY;
        loop {
            let across =
                (reached.step(Direction::East) | reached.step(Direction::West)) & self.horizontal;
            let along =
                (reached.step(Direction::North) | reached.step(Direction::South)) & self.vertical;
            if (across | along) == used {
                return used;
            }
            used = across | along;
            reached |= across.step(Direction::East)
                | across.step(Direction::West)
                | along.step(Direction::North)
                | along.step(Direction::South);
        }
    }
}

/// The points with the parities of file and rank of `point`.
fn grid_of<S: Size>(point: Bitboard<S>) -> Bitboard<S> {
    let mut grid = point;
    loop {
        let wider = Direction::ALL
            .into_iter()
            .fold(grid, |set, direction| set | grid.jump(direction));
        if wider == grid {
            return grid;
        }
        grid = wider;
    }
}

/// Is there a trail from `start` to `end` that jumps over each token of `captured` once and
/// lands in `land` only? By Euler's theorem: if the edges hang together with the start and the
/// points with an odd number of edges are just the two ends.
pub(crate) fn has_trail<S: Size>(
    start: Bitboard<S>,
    end: Bitboard<S>,
    captured: Bitboard<S>,
    land: Bitboard<S>,
) -> bool {
    Edges::new(start, captured, land)
        .is_some_and(|edges| edges.odd == (start ^ end) && edges.connected_to(start) == captured)
}

/// Where a trail over `captured` that ends on `end` must have begun, if there is one.
pub(crate) fn trail_entry<S: Size>(
    end: Bitboard<S>,
    captured: Bitboard<S>,
    land: Bitboard<S>,
) -> Option<Bitboard<S>> {
    let edges = Edges::new(end, captured, land)?;
    let entry = if edges.odd.is_empty() {
        end
    } else {
        edges.odd - end
    };
    (entry.len() == 1 && has_trail(entry, end, captured, land)).then_some(entry)
}

impl<S: Size> Scan<S> {
    /// Is this turn one of those that [`Scan::for_each_turn`] visits?
    pub fn is_legal(&self, turn: Delta<S>) -> bool {
        let Delta {
            from,
            to,
            spawn,
            captured,
        } = turn;
        let view = self.view;
        if !from.is_subset(view.own) || !captured.is_subset(view.enemy) {
            return false;
        }
        if self.must_capture() {
            let land = self.empty | from;
            return spawn.is_empty()
                && !captured.is_empty()
                && has_trail(from, to, captured, land)
                && ends_at(to, view.enemy - captured, land);
        }
        let reached = || {
            let hops = self.hops();
            hops.flood(hops.landings(from))
        };
        if captured.is_empty() {
            return view.reserve > 0
                && !spawn.is_empty()
                && spawn.is_subset(to.neighbours() & self.empty)
                && to.is_subset(reached() - self.can_capture);
        }
        spawn.is_empty()
            && ends_at(to, view.enemy - captured, self.empty)
            && trail_entry(to, captured, self.empty)
                .is_some_and(|entry| entry.is_subset(reached() & self.can_capture))
    }
}

/// Can a token on `point` not go on capturing?
fn ends_at<S: Size>(point: Bitboard<S>, enemy: Bitboard<S>, land: Bitboard<S>) -> bool {
    !point.meets(Bitboard::union(Bitboard::jumps(enemy, land)))
}
