//! For every point at once, the number of ways in which a turn can end from there.
//!
//! The numbers are kept in binary, one set a digit, so that a few set operations add them for
//! all points. Trails are followed backwards: how many go on from a point depends on the
//! direction of arrival, because the only edge of a short trail that can have been used already
//! is the one to the point before. That holds for up to three captures. A trail of four can come
//! back to its start, so the points with a fourth capture are only named.

use super::Scan;
use super::captures::onward;
use crate::bitboard::{Bitboard, Direction};
use crate::size::Size;

/// The ways to end a turn that has led to a point, in binary.
pub(super) struct Ways<S: Size> {
    /// The points whose number has the digit 1, 2, 4.
    pub digits: [Bitboard<S>; 3],
    /// The points from which a trail of captures is too long, or the number too large; their
    /// digits mean nothing.
    pub unknown: Bitboard<S>,
    /// The points from which a trail of captures could come back and go on if they were empty.
    pub cycles: Bitboard<S>,
}

/// A number from 0 to 3 for each point.
type Pair<S> = [Bitboard<S>; 2];

/// Adds two numbers; also gives the points where the sum is over 3.
#[inline(always)]
fn add<S: Size>([a1, a2]: Pair<S>, [b1, b2]: Pair<S>) -> (Pair<S>, Bitboard<S>) {
    let (carry, sum) = (a1 & b1, a2 ^ b2);
    ([a1 ^ b1, sum ^ carry], (a2 & b2) | (sum & carry))
}

impl<S: Size> Scan<S> {
    /// For each direction the points from which a capture leads to one of that set.
    #[inline(always)]
    fn captures_to(&self, [east, north, west, south]: [Bitboard<S>; 4]) -> [Bitboard<S>; 4] {
        [
            self.captures[0] & east.jump_within(Direction::West),
            self.captures[1] & north.jump_within(Direction::South),
            self.captures[2] & west.jump_within(Direction::East),
            self.captures[3] & south.jump_within(Direction::North),
        ]
    }

    /// For each direction the number on the far side of a capture, 0 where there is none.
    #[inline(always)]
    fn beyond_captures(&self, [east, north, west, south]: [Pair<S>; 4]) -> [Pair<S>; 4] {
        let [e1, n1, w1, s1] = self.captures_to([east[0], north[0], west[0], south[0]]);
        let [e2, n2, w2, s2] = self.captures_to([east[1], north[1], west[1], south[1]]);
        [[e1, e2], [n1, n2], [w1, w2], [s1, s2]]
    }

    /// The points from which a capture can be followed by another.
    #[inline(always)]
    pub(super) fn longer(&self) -> Bitboard<S> {
        Bitboard::union(self.captures_to(onward(self.captures)))
    }

    /// The digits 1 and 2 of the ways to end on a point that a hop reaches and that is not in
    /// [`Scan::longer`]: as many as it has single captures, or else as it has empty neighbours
    /// in `stock`, which is all points or none. It is 3 at most, for the token hopped over is on
    /// one of the four neighbours.
    #[inline(always)]
    pub(super) fn short_ways(&self, stock: Bitboard<S>) -> Pair<S> {
        let stops = stock - self.can_capture;
        let ways = |i: usize| self.captures[i] | (self.empty.step(Direction::ALL[i]) & stops);
        let [ones, twos, _] = Bitboard::tally([ways(0), ways(1), ways(2), ways(3)]);
        [ones, twos]
    }

    /// The ways to end on a point that a hop reaches, and the trails of captures that a token
    /// on a point begins (unless the point is in `cycles`).
    #[inline(always)]
    pub(super) fn ways(&self, stock: Bitboard<S>) -> Ways<S> {
        let [ones, twos] = self.short_ways(stock);
        let stops = self.empty - self.can_capture;
        let at_least_one = |[ones, twos]: Pair<S>| [ones | !twos, twos];

        // The ways to end after two captures.
        let [east, north, west, south] = self.captures;
        let (across, along) = ([east ^ west, east & west], [north ^ south, north & south]);
        let three = |one: Bitboard<S>, [ones, twos]: Pair<S>| {
            at_least_one([one ^ ones, twos | (one & ones)])
        };
        let last = [
            three(east, along),
            three(north, across),
            three(west, along),
            three(south, across),
        ];

        // After one: the sums of what comes after the next.
        let [e, n, w, s] = self.beyond_captures(last);
        let ((along, over_along), (across, over_across)) = (add(n, s), add(e, w));
        let ((e, over_e), (n, over_n)) = (add(e, along), add(n, across));
        let ((w, over_w), (s, over_s)) = (add(w, along), add(s, across));
        let second = [
            at_least_one(e),
            at_least_one(n),
            at_least_one(w),
            at_least_one(s),
        ];

        // Before the first.
        let [e, n, w, s] = self.beyond_captures(second);
        let ((along, along_four), (across, across_four)) = (add(n, s), add(e, w));
        let (sum, carry) = add(along, across);
        let four = along_four ^ across_four;

        let two = self.captures_to(onward(self.captures));
        let three = self.captures_to(onward(two));
        let [east_on, north_on, west_on, south_on] = onward(three);
        let too_long = self.captures_to([
            east_on | over_e | over_along,
            north_on | over_n | over_across,
            west_on | over_w | over_along,
            south_on | over_s | over_across,
        ]);
        Ways {
            digits: [
                (ones & stops) | sum[0],
                (twos & stops) | sum[1],
                four ^ carry,
            ],
            unknown: Bitboard::union(too_long) | (along_four & across_four) | (four & carry),
            cycles: (east | west) & (north | south) & Bitboard::union(three),
        }
    }
}
