//! Turn generation.
//!
//! Everything here sees the board as the side to move does ([`View`]) and works on sets. All
//! points that a token can land on during a turn share the parities of its file and its rank, so
//! they form a grid of their own whose edges are the points jumped over: hops walk along edges
//! that hold own tokens, captures along edges that hold enemy tokens, each of them once.
//!
//! * Captures are trails (walks that use no edge twice) on that grid; see [`captures`].
//! * Hops are a flood fill. A hop turn is legal only if no own token can capture at the start,
//!   and then nothing that happens later depends on the point that the token left: it is never
//!   next to a landing point, and a capture onto it from an empty point `t` would be a capture
//!   from it onto `t` at the start. So the points where a hop turns into captures, the grid's
//!   hop edges and the captures that follow are the same for every token; see [`hops`].

mod batch;
mod captures;
mod count;
mod hops;
mod legal;
mod paths;
mod ways;

use std::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::size::Size;
use crate::turn::Turn;

pub(crate) use batch::LeafCounter;
pub(crate) use legal::{has_trail, trail_entry};

/// The board as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View<S: Size> {
    pub own: Bitboard<S>,
    pub enemy: Bitboard<S>,
    pub reserve: u8,
    pub enemy_reserve: u8,
}

/// A turn as sets: one point each in `from` and `to`, at most one in `spawn`.
#[derive(Clone, Copy)]
pub(crate) struct Delta<S: Size> {
    pub from: Bitboard<S>,
    pub to: Bitboard<S>,
    pub spawn: Bitboard<S>,
    pub captured: Bitboard<S>,
}

impl<S: Size> Delta<S> {
    /// The turn with its points named.
    #[inline(always)]
    pub fn turn(self) -> Turn<S> {
        let point = |set: Bitboard<S>| set.first().expect("from and to are points");
        Turn {
            from: point(self.from),
            to: point(self.to),
            spawn: self.spawn.first(),
            captured: self.captured,
        }
    }
}

impl<S: Size> From<&Turn<S>> for Delta<S> {
    #[inline(always)]
    fn from(turn: &Turn<S>) -> Self {
        Delta {
            from: turn.from.into(),
            to: turn.to.into(),
            spawn: turn.spawn.map_or(Bitboard::EMPTY, Bitboard::from),
            captured: turn.captured,
        }
    }
}

/// What a visitor of turns returns: go on, or stop with a value.
pub(crate) type Flow<B> = ControlFlow<B>;

/// What every kind of generation starts from.
#[derive(Clone, Copy)]
pub(crate) struct Scan<S: Size> {
    pub view: View<S>,
    /// The points without a token.
    pub empty: Bitboard<S>,
    /// For each direction the points, occupied or not, from which an own token captures.
    pub captures: [Bitboard<S>; 4],
    /// The union of `captures`.
    pub can_capture: Bitboard<S>,
}

impl<S: Size> View<S> {
    #[inline(always)]
    pub fn scan(self) -> Scan<S> {
        let empty = !(self.own | self.enemy);
        let captures = Bitboard::jumps(self.enemy, empty);
        Scan {
            view: self,
            empty,
            captures,
            can_capture: Bitboard::union(captures),
        }
    }

    /// The other side's view after a turn.
    #[inline(always)]
    pub fn after(self, delta: Delta<S>) -> View<S> {
        View {
            own: self.enemy - delta.captured,
            enemy: self.own ^ delta.from ^ delta.to ^ delta.spawn,
            reserve: self.enemy_reserve,
            enemy_reserve: self.reserve - u8::from(!delta.spawn.is_empty()),
        }
    }
}

impl<S: Size> Scan<S> {
    /// Must the turn be a capture?
    #[inline(always)]
    pub fn must_capture(&self) -> bool {
        self.view.own.meets(self.can_capture)
    }

    /// Visits every turn once.
    #[inline(always)]
    pub fn for_each_turn<B>(&self, visit: &mut impl FnMut(Delta<S>) -> Flow<B>) -> Flow<B> {
        if self.must_capture() {
            self.for_each_capture(visit)
        } else {
            self.for_each_hop_turn(visit)
        }
    }

    /// Is there a turn at all?
    #[inline]
    pub fn has_turn(&self) -> bool {
        if self.must_capture() {
            return true;
        }
        let hops = self.hops();
        let mut stops = self.can_capture;
        if self.view.reserve > 0 {
            stops |= self.empty.neighbours();
        }
        let landings = hops.landings(self.view.own);
        landings.meets(stops) || hops.flood(landings).meets(stops)
    }
}
