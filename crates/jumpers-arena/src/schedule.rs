//! Which engines play which opening, and when.

use crate::openings::Order;
use crate::tournament::{Format, Tournament};

/// A pair of games to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScheduledPair {
    /// The place in the schedule, from 0.
    pub index: u64,
    /// The round, from 0.
    pub round: u64,
    /// The engine that is Red in the first game, by its place in the tournament, from 0.
    pub first: usize,
    /// The other engine.
    pub second: usize,
    /// The opening, by its place in the source, from 0.
    pub opening: u64,
}

/// The pairs of a tournament, a pure function of the [`Tournament`].
///
/// A round has one pair of games for each two engines that meet, all from the same opening: in
/// round r it is the r-th of the seeded order, which begins again when it is at its end. Who is
/// Red in the first game alternates from round to round.
///
/// The round and the engines of an index are worked out when they are asked for, so that a
/// schedule of any length takes no more memory than the order of its openings.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: Format,
    engines: usize,
    pairings: u64,
    pairs: u64,
    order: Order,
}

impl Schedule {
    /// The schedule of a tournament that has passed [`Tournament::check`].
    pub fn new(tournament: &Tournament) -> Schedule {
        Schedule {
            format: tournament.format,
            engines: tournament.engines.len(),
            pairings: tournament.pairings(),
            pairs: tournament.pairs(),
            order: Order::new(tournament.openings.count, tournament.seed),
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> u64 {
        self.pairs
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs == 0
    }

    /// The pair at this place, if there is one.
    pub fn pair(&self, index: u64) -> Option<ScheduledPair> {
        if index >= self.pairs {
            return None;
        }
        let round = index / self.pairings;
        let (one, other) = self.pairing(index % self.pairings);
        // With the sum, each engine begins about half of its pairs within a round, too.
        let swapped = (round + one as u64 + other as u64).is_multiple_of(2);
        let (first, second) = if swapped { (other, one) } else { (one, other) };
        Some(ScheduledPair {
            index,
            round,
            first,
            second,
            opening: self.order.opening(round),
        })
    }

    /// All pairs, in order.
    pub fn iter(&self) -> impl Iterator<Item = ScheduledPair> {
        (0..self.pairs).filter_map(|index| self.pair(index))
    }

    /// The two engines that meet at this place in a round, the one with the lower number first:
    /// (0, 1), (0, 2), …, (1, 2), …
    fn pairing(&self, place: u64) -> (usize, usize) {
        // A tournament has at most a thousand engines.
        let mut place = place as usize;
        match self.format {
            Format::Match | Format::Gauntlet => (0, place + 1),
            Format::RoundRobin => {
                for one in 0..self.engines {
                    let others = self.engines - one - 1;
                    if place < others {
                        return (one, one + 1 + place);
                    }
                    place -= others;
                }
                (0, 1)
            }
        }
    }
}
