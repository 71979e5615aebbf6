//! Counting turns without building them.
//!
//! Most tokens neither chain hops nor go on capturing, and those are counted for all tokens and
//! directions at once with sets and population counts. Only the others are followed one by one.

use super::hops::Hops;
use super::{Flow, Scan};
use crate::bitboard::{Bitboard, Direction};
use crate::size::Size;

impl<S: Size> Scan<S> {
    /// How many turns there are.
    #[inline(always)]
    pub fn count_turns(&self) -> u64 {
        self.count_turns_up_to(u64::MAX)
    }

    /// How many turns there are; a number of `most` or more means that there are at least `most`,
    /// and does not take long however many there are.
    #[inline(always)]
    pub fn count_turns_up_to(&self, most: u64) -> u64 {
        if self.must_capture() {
            self.count_captures(most)
        } else {
            self.count_hop_turns(most)
        }
    }

    #[inline(always)]
    fn count_captures(&self, most: u64) -> u64 {
        let own = self.view.own;
        let landings = Bitboard::jump_each(self.captures.map(|set| set & own));
        let [ones, twos, fours] = Bitboard::tally(landings.map(|set| set - self.can_capture));
        let mut count = u64::from(ones.len() + 2 * twos.len());
        if !fours.is_empty() {
            count += 4 * u64::from(fours.len());
        }
        if Bitboard::union(landings).meets(self.can_capture) {
            count += self.count_longer_captures(most);
        }
        count
    }

    /// The captures of more than one token.
    #[inline(never)]
    fn count_longer_captures(&self, most: u64) -> u64 {
        let mut counter = UpTo { most, count: 0 };
        for from in (self.view.own & self.can_capture).singletons() {
            if self
                .for_each_longer_capture_of(from, &mut |_, _| counter.add_one())
                .is_break()
            {
                break;
            }
        }
        counter.count
    }

    #[inline(always)]
    fn count_hop_turns(&self, most: u64) -> u64 {
        let own = self.view.own;
        let hops = self.hops();
        let endings = Endings::new(self);
        let hard = hops.hard_landings(endings.longer);
        let mut landings = Bitboard::jump_each(hops.from.map(|set| set & own));
        let mut count = 0;
        if Bitboard::union(landings).meets(hard) {
            let [east, north, west, south] = landings.map(|set| set & hard);
            let tokens = east.jump_within(Direction::West)
                | north.jump_within(Direction::South)
                | west.jump_within(Direction::East)
                | south.jump_within(Direction::North);
            for from in tokens.singletons() {
                let reached = hops.flood(hops.landings(from));
                count += u64::from(endings.after_one(reached));
                if reached.meets(endings.longer) {
                    count += self.count_longer_entries(reached & endings.longer, most);
                }
            }
            landings = Bitboard::jump_each(hops.from.map(|set| set & (own - tokens)));
        }
        count + u64::from(endings.after_easy_hops(&hops, landings))
    }

    /// The trails from each of these points, to which hops have led.
    #[inline(never)]
    fn count_longer_entries(&self, entries: Bitboard<S>, most: u64) -> u64 {
        let mut counter = UpTo { most, count: 0 };
        for entry in entries.singletons() {
            if self
                .for_each_trail_after_hop(entry, &mut |_, _| counter.add_one())
                .is_break()
            {
                break;
            }
        }
        counter.count
    }
}

/// Counts, and breaks at `most`.
struct UpTo {
    most: u64,
    count: u64,
}

impl UpTo {
    #[inline(always)]
    fn add_one(&mut self) -> Flow<()> {
        self.count += 1;
        if self.count < self.most {
            Flow::Continue(())
        } else {
            Flow::Break(())
        }
    }
}

/// For each empty point the number of ways in which a hop to it can end the turn: by a token
/// from the reserve placed on a neighbour, or by capturing a single token.
struct Endings<S: Size> {
    /// The points whose number has the binary digits 1 and 2. It is 3 at most for a point that
    /// a hop can reach, since the token hopped over is on one of the four neighbours.
    ones: Bitboard<S>,
    twos: Bitboard<S>,
    /// The points from which more than one token can be captured; they are in neither set.
    longer: Bitboard<S>,
}

impl<S: Size> Endings<S> {
    #[inline(always)]
    fn new(scan: &Scan<S>) -> Self {
        let stock = if scan.view.reserve > 0 {
            Bitboard::ALL
        } else {
            Bitboard::EMPTY
        };
        let longer = if scan.can_capture.meets(scan.empty) {
            scan.longer()
        } else {
            Bitboard::EMPTY
        };
        let [ones, twos] = scan.short_ways(stock).map(|digit| digit - longer);
        Endings { ones, twos, longer }
    }

    /// The ways to end for one token that can get to each of these points.
    #[inline(always)]
    fn after_one(&self, reached: Bitboard<S>) -> u32 {
        (reached & self.ones).len() + 2 * (reached & self.twos).len()
    }

    /// The ways to end for different tokens that hop into the four directions onto these points,
    /// none of them hard ([`Hops::hard_landings`]).
    #[inline(always)]
    fn after_easy_hops(&self, hops: &Hops<S>, landings: [Bitboard<S>; 4]) -> u32 {
        // Where a hop can go on, it is to one point and from there nowhere else: the ways to end
        // are those of both points. No token hops to both at once, since three landing points
        // are never next to each other.
        let [on_east, on_north, on_west, on_south] = hops.on;
        let beyond = |set: Bitboard<S>| {
            (on_east & set.jump_within(Direction::West))
                | (on_north & set.jump_within(Direction::South))
                | (on_west & set.jump_within(Direction::East))
                | (on_south & set.jump_within(Direction::North))
        };
        let (beyond_ones, beyond_twos) = (beyond(self.ones), beyond(self.twos));
        let carry = self.ones & beyond_ones;
        let sum = self.twos ^ beyond_twos;
        let ones = self.ones ^ beyond_ones;
        let twos = sum ^ carry;
        let fours = (self.twos & beyond_twos) | (sum & carry);
        // A point with k tokens hopping to it has k neighbours hopped over, so 4 - k at most
        // that are empty or captured or hopped over next: where k is 4, there is no way to end.
        let [one_token, two_tokens, _] = Bitboard::tally(landings);
        let mut ways =
            (one_token & ones).len() + 2 * (one_token & twos).len() + 4 * (one_token & fours).len();
        if !two_tokens.is_empty() {
            ways += 2 * (two_tokens & ones).len()
                + 4 * (two_tokens & twos).len()
                + 8 * (two_tokens & fours).len();
        }
        ways
    }
}

impl<S: Size> Hops<S> {
    /// Where the tokens on `tokens` land with one hop.
    #[inline(always)]
    pub fn landings(&self, tokens: Bitboard<S>) -> Bitboard<S> {
        Bitboard::jump_all(self.from.map(|set| set & tokens))
    }

    /// The landing points from which hops lead further than to one other point, or to a point of
    /// `longer` (and these points themselves).
    #[inline(always)]
    fn hard_landings(&self, longer: Bitboard<S>) -> Bitboard<S> {
        // Two landing points of one token may lead to the same point: it has two lines then,
        // although a hop does not go on from it if it can capture.
        let [east, north, west, south] = self.from;
        let branching = (east & north) | (west & south) | ((east | north) & (west | south));
        let hard = branching | longer;
        let [east, north, west, south] = self.on;
        hard | (east & hard.jump_within(Direction::West))
            | (north & hard.jump_within(Direction::South))
            | (west & hard.jump_within(Direction::East))
            | (south & hard.jump_within(Direction::North))
    }
}
