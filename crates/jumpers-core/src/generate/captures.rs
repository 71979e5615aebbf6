//! Captures: trails on the grid of landing points.
//!
//! A capture turn is a trail from its start that cannot be extended; its outcome is the end and
//! the set of edges used. In a trail whose edges contain no cycle the edges fix the order, so
//! two trails can have the same edges and end only after one has come back to a point where it
//! has been. From then on (and only then, which is rare) the pairs of point and captured set
//! that were reached are kept, and each is expanded once.
//!
//! That bounds the work: by Euler's theorem the edge sets of trails between two given points of
//! a grid with V points and E edges lie in one coset of its cycle space, so there are at most
//! 2^(E - V + 1) of them, and at most V times as many pairs: 144 on 6×6, 8,192 on 8×8 and
//! 1,638,400 on 10×10 for each start, however many paths lead there.

use rustc_hash::FxHashSet;

use super::{Delta, Flow, Scan};
use crate::bitboard::{Bitboard, Direction};
use crate::size::Size;

/// All trails from one point, each outcome once.
pub(super) struct Trails<S: Size> {
    /// For each direction the points from which a capture is possible at the start of the trail.
    captures: [Bitboard<S>; 4],
    /// For each direction the points from which a capture is possible but straight back.
    onward: [Bitboard<S>; 4],
    /// The pairs reached by trails with a cycle.
    seen: FxHashSet<(Bitboard<S>, Bitboard<S>)>,
}

/// For each direction of arrival the points in one of the sets but that of the way back.
#[inline(always)]
pub(super) fn onward<S: Size>([east, north, west, south]: [Bitboard<S>; 4]) -> [Bitboard<S>; 4] {
    let (across, along) = (east | west, north | south);
    [east | along, north | across, west | along, south | across]
}

impl<S: Size> Trails<S> {
    #[inline(always)]
    fn new(captures: [Bitboard<S>; 4]) -> Self {
        Trails {
            captures,
            onward: onward(captures),
            seen: FxHashSet::default(),
        }
    }

    /// Visits the end and the captured set of every trail from `at` that cannot be extended.
    /// `visited` are the points that the trail has touched so far, `at` among them.
    pub fn walk<B>(
        &mut self,
        at: Bitboard<S>,
        visited: Bitboard<S>,
        captured: Bitboard<S>,
        cyclic: bool,
        visit: &mut impl FnMut(Bitboard<S>, Bitboard<S>) -> Flow<B>,
    ) -> Flow<B> {
        let mut ends = true;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            if !at.meets(self.captures[i]) {
                continue;
            }
            let over = at.step(direction);
            if over.meets(captured) {
                continue;
            }
            ends = false;
            let to = at.jump_within(direction);
            let captured = captured | over;
            let cyclic = cyclic || to.meets(visited);
            if cyclic && !self.seen.insert((to, captured)) {
                continue;
            }
            if to.meets(self.onward[i]) {
                self.walk(to, visited | to, captured, cyclic, visit)?;
            } else {
                visit(to, captured)?;
            }
        }
        if ends {
            visit(at, captured)
        } else {
            Flow::Continue(())
        }
    }
}

impl<S: Size> Scan<S> {
    /// The trails of the captures that the token on `from` starts: it leaves its point empty.
    #[inline(always)]
    pub(super) fn trails_of(&self, from: Bitboard<S>) -> Trails<S> {
        Trails::new(Bitboard::jumps(self.view.enemy, self.empty | from))
    }

    /// Visits every turn that captures at once.
    #[inline(always)]
    pub fn for_each_capture<B>(&self, visit: &mut impl FnMut(Delta<S>) -> Flow<B>) -> Flow<B> {
        for from in (self.view.own & self.can_capture).singletons() {
            self.for_each_capture_of(from, visit)?;
        }
        Flow::Continue(())
    }

    /// Visits every capture by the token on `from`, which has one.
    #[inline(always)]
    fn for_each_capture_of<B>(
        &self,
        from: Bitboard<S>,
        visit: &mut impl FnMut(Delta<S>) -> Flow<B>,
    ) -> Flow<B> {
        let mut emit = |to, captured| {
            visit(Delta {
                from,
                to,
                spawn: Bitboard::EMPTY,
                captured,
            })
        };
        let mut longer = false;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            if from.meets(self.captures[i]) {
                let to = from.jump_within(direction);
                if to.meets(self.can_capture) {
                    longer = true;
                } else {
                    emit(to, from.step(direction))?;
                }
            }
        }
        if longer {
            self.for_each_longer_capture_of(from, &mut emit)?;
        }
        Flow::Continue(())
    }

    /// Visits the end and the captured set of every capture of more than one token by the token
    /// on `from`.
    pub(super) fn for_each_longer_capture_of<B>(
        &self,
        from: Bitboard<S>,
        visit: &mut impl FnMut(Bitboard<S>, Bitboard<S>) -> Flow<B>,
    ) -> Flow<B> {
        let mut trails = self.trails_of(from);
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            // Leaving the start opens no line at the first landing point but the one just used,
            // so whether the capture goes on shows in the position as it is.
            let to = (from & self.captures[i]).jump_within(direction) & self.can_capture;
            if !to.is_empty() {
                trails.walk(to, from | to, from.step(direction), false, visit)?;
            }
        }
        Flow::Continue(())
    }

    /// Visits the end and the captured set of every trail from the empty point `entry`, to which
    /// a hop has led. Such a trail cannot touch the hop's start.
    pub(super) fn for_each_trail_after_hop<B>(
        &self,
        entry: Bitboard<S>,
        visit: &mut impl FnMut(Bitboard<S>, Bitboard<S>) -> Flow<B>,
    ) -> Flow<B> {
        Trails::new(self.captures).walk(entry, entry, Bitboard::EMPTY, false, visit)
    }
}
