//! Hops: a flood fill on the grid of landing points.

use super::{Delta, Flow, Scan};
use crate::bitboard::Bitboard;
use crate::size::Size;

/// Where hops lead when no own token can capture at the start of the turn.
#[derive(Clone, Copy)]
pub(super) struct Hops<S: Size> {
    /// For each direction the points, occupied or not, from which an own token hops.
    pub from: [Bitboard<S>; 4],
    /// The empty points among them where a hop may go on: those without a capture.
    pub on: [Bitboard<S>; 4],
}

impl<S: Size> Scan<S> {
    #[inline(always)]
    pub(super) fn hops(&self) -> Hops<S> {
        let from = Bitboard::jumps(self.view.own, self.empty);
        let through = self.empty - self.can_capture;
        Hops {
            from,
            on: from.map(|set| set & through),
        }
    }

    /// Visits every turn that starts with a hop.
    #[inline(always)]
    pub fn for_each_hop_turn<B>(&self, visit: &mut impl FnMut(Delta<S>) -> Flow<B>) -> Flow<B> {
        self.for_each_hop(&mut |from, reached| self.for_each_hop_turn_of(from, reached, visit))
    }

    /// Visits every token that can hop, with all the points that it gets to.
    #[inline(always)]
    pub(super) fn for_each_hop<B>(
        &self,
        visit: &mut impl FnMut(Bitboard<S>, Bitboard<S>) -> Flow<B>,
    ) -> Flow<B> {
        let hops = self.hops();
        for from in (self.view.own & Bitboard::union(hops.from)).singletons() {
            visit(from, hops.flood(hops.landings(from)))?;
        }
        Flow::Continue(())
    }

    /// Visits every turn that starts with a hop of the token on `from`, which gets to `reached`.
    #[inline(always)]
    fn for_each_hop_turn_of<B>(
        &self,
        from: Bitboard<S>,
        reached: Bitboard<S>,
        visit: &mut impl FnMut(Delta<S>) -> Flow<B>,
    ) -> Flow<B> {
        if self.view.reserve > 0 {
            for to in (reached - self.can_capture).singletons() {
                for spawn in (to.neighbours() & self.empty).singletons() {
                    visit(Delta {
                        from,
                        to,
                        spawn,
                        captured: Bitboard::EMPTY,
                    })?;
                }
            }
        }
        for entry in (reached & self.can_capture).singletons() {
            self.for_each_trail_after_hop(entry, &mut |to, captured| {
                visit(Delta {
                    from,
                    to,
                    spawn: Bitboard::EMPTY,
                    captured,
                })
            })?;
        }
        Flow::Continue(())
    }
}

impl<S: Size> Hops<S> {
    /// Every point that hops lead to, those in `reached` included.
    #[inline(always)]
    pub fn flood(&self, mut reached: Bitboard<S>) -> Bitboard<S> {
        loop {
            let next = reached | Bitboard::jump_all(self.on.map(|set| set & reached));
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}
