//! Counting paths: the sequences of landing points, for comparing with engines that count those.
//!
//! Trails of captures are counted by the pairs of point and captured set that they run through.
//! Hop paths visit no point twice, and such paths on at most 25 points are few enough to walk.

use rustc_hash::FxHashMap;

use super::hops::Hops;
use super::{Delta, Flow, Scan, trail_entry};
use crate::bitboard::{Bitboard, Direction};
use crate::size::Size;

/// Counts the trails that cannot be extended, remembering what each pair of point and captured
/// set leads to.
struct TrailCounter<S: Size> {
    enemy: Bitboard<S>,
    land: Bitboard<S>,
    known: FxHashMap<(Bitboard<S>, Bitboard<S>), u64>,
}

impl<S: Size> TrailCounter<S> {
    fn new(enemy: Bitboard<S>, land: Bitboard<S>) -> Self {
        TrailCounter {
            enemy,
            land,
            known: FxHashMap::default(),
        }
    }

    fn count(&mut self, at: Bitboard<S>, captured: Bitboard<S>) -> u64 {
        if let Some(&count) = self.known.get(&(at, captured)) {
            return count;
        }
        let enemy = self.enemy - captured;
        let mut count = 0;
        let mut ends = true;
        for direction in Direction::ALL {
            let over = at.step(direction) & enemy;
            let to = at.jump(direction) & self.land;
            if !over.is_empty() && !to.is_empty() {
                ends = false;
                count += self.count(to, captured | over);
            }
        }
        let count = if ends { 1 } else { count };
        self.known.insert((at, captured), count);
        count
    }

    /// The trails from `at` that use every edge of `left` and end on `end`.
    fn count_over(&mut self, at: Bitboard<S>, left: Bitboard<S>, end: Bitboard<S>) -> u64 {
        if left.is_empty() {
            return u64::from(at == end);
        }
        if let Some(&count) = self.known.get(&(at, left)) {
            return count;
        }
        let mut count = 0;
        for direction in Direction::ALL {
            let over = at.step(direction) & left;
            let to = at.jump(direction) & self.land;
            if !over.is_empty() && !to.is_empty() {
                count += self.count_over(to, left - over, end);
            }
        }
        self.known.insert((at, left), count);
        count
    }
}

/// Walks all hop paths of one token.
struct HopPaths<'a, S: Size> {
    scan: &'a Scan<S>,
    hops: &'a Hops<S>,
    /// For each point where a hop may end the number of ways to go on from there.
    endings: &'a [u64],
}

impl<S: Size> HopPaths<'_, S> {
    /// The paths of the token on `from`.
    fn count_from(&self, from: Bitboard<S>) -> u64 {
        let mut count = 0;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            let to = (from & self.hops.from[i]).jump(direction);
            if !to.is_empty() {
                count += self.count(to, to);
            }
        }
        count
    }

    fn count(&self, at: Bitboard<S>, visited: Bitboard<S>) -> u64 {
        let ending = at.first().map_or(0, |square| self.endings[square.index()]);
        if at.meets(self.scan.can_capture) {
            return ending;
        }
        let mut count = ending;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            let to = (at & self.hops.on[i]).jump(direction) - visited;
            if !to.is_empty() {
                count += self.count(to, visited | to);
            }
        }
        count
    }
}

impl<S: Size> Scan<S> {
    /// How many paths there are.
    pub fn count_paths(&self) -> u64 {
        if self.must_capture() {
            (self.view.own & self.can_capture)
                .singletons()
                .map(|from| {
                    TrailCounter::new(self.view.enemy, self.empty | from)
                        .count(from, Bitboard::EMPTY)
                })
                .sum()
        } else {
            self.count_hop_paths()
        }
    }

    fn count_hop_paths(&self) -> u64 {
        let hops = self.hops();
        let mut endings = [0; 128];
        let mut trails = TrailCounter::new(self.view.enemy, self.empty);
        for point in hops.flood(hops.landings(self.view.own)).singletons() {
            let Some(square) = point.first() else {
                continue;
            };
            endings[square.index()] = if point.meets(self.can_capture) {
                trails.count(point, Bitboard::EMPTY)
            } else if self.view.reserve > 0 {
                u64::from((point.neighbours() & self.empty).len())
            } else {
                0
            };
        }
        let walk = HopPaths {
            scan: self,
            hops: &hops,
            endings: &endings,
        };
        (self.view.own & Bitboard::union(hops.from))
            .singletons()
            .map(|from| walk.count_from(from))
            .sum()
    }

    /// Visits every turn with the number of its paths.
    pub fn for_each_turn_with_paths<B>(
        &self,
        visit: &mut impl FnMut(Delta<S>, u64) -> Flow<B>,
    ) -> Flow<B> {
        let hops = self.hops();
        let must_capture = self.must_capture();
        self.for_each_turn(&mut |delta| {
            let paths = if must_capture {
                count_trails_of(delta, delta.from, self.empty | delta.from)
            } else {
                self.count_paths_of_hop_turn(&hops, delta)
            };
            visit(delta, paths)
        })
    }

    fn count_paths_of_hop_turn(&self, hops: &Hops<S>, delta: Delta<S>) -> u64 {
        let (goal, ways) = if delta.captured.is_empty() {
            (delta.to, 1)
        } else {
            let entry = trail_entry(delta.to, delta.captured, self.empty).unwrap_or_default();
            (entry, count_trails_of(delta, entry, self.empty))
        };
        let mut endings = [0; 128];
        if let Some(square) = goal.first() {
            endings[square.index()] = ways;
        }
        let walk = HopPaths {
            scan: self,
            hops,
            endings: &endings,
        };
        walk.count_from(delta.from)
    }
}

/// The trails from `start` over just the tokens that the turn takes, ending where it ends.
fn count_trails_of<S: Size>(delta: Delta<S>, start: Bitboard<S>, land: Bitboard<S>) -> u64 {
    // Such a trail cannot be extended, or the turn would not end there.
    TrailCounter::new(delta.captured, land).count_over(start, delta.captured, delta.to)
}
