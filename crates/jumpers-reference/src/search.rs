//! The rules of a turn: every path, walked one by one.
//!
//! Throughout this file a *lifted* board is one without the token whose turn it is. That token
//! is in the air; where it last landed is the end of its path.

use std::collections::BTreeSet;

use crate::point::{DIRECTIONS, neighbour};
use crate::{Outcome, Path, Point, ReferencePosition, Side, Step};

/// A jump that is possible: over which point, onto which point.
struct Jump {
    over: Point,
    landing: Point,
}

/// The answer of a search that was stopped because it found more paths than it was to find.
struct TooMany;

/// The complete paths found so far, and how many there may be.
struct Found {
    paths: Vec<Path>,
    limit: usize,
}

impl Found {
    /// Keeps a complete path, unless that is one too many.
    fn add(&mut self, path: Path) -> Result<(), TooMany> {
        if self.paths.len() == self.limit {
            return Err(TooMany);
        }
        self.paths.push(path);
        Ok(())
    }
}

impl ReferencePosition {
    /// Every path of every turn, by brute force: each is walked on its own, from its first jump
    /// to its last.
    ///
    /// The [crate documentation](crate) tells how. There may be millions in a made-up position;
    /// [`paths_up_to`](Self::paths_up_to) gives up in time.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let position = ReferencePosition::parse("6/6/6/6/2r3/rr4 r 5 5").unwrap();
    /// let texts: Vec<String> = position.paths().iter().map(|path| path.text()).collect();
    /// assert_eq!(texts, ["a1-c1+d1", "a1-c1-c3+d3", "a1-c1-c3+b3", "a1-c1-c3+c4"]);
    /// ```
    pub fn paths(&self) -> Vec<Path> {
        self.paths_up_to(usize::MAX)
            .expect("memory ends before usize::MAX paths")
    }

    /// Every path, or `None` if there are more than `limit`.
    ///
    /// The search stops as soon as it finds one path too many. What it may go through without
    /// finding any are hops that lead nowhere, because the reserve is empty or the spawn has no
    /// room; they are not counted.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let start = ReferencePosition::start(6);
    /// assert_eq!(start.paths_up_to(10).unwrap().len(), 10);
    /// assert_eq!(start.paths_up_to(9), None);
    /// ```
    pub fn paths_up_to(&self, limit: usize) -> Option<Vec<Path>> {
        let mut found = Found {
            paths: Vec::new(),
            limit,
        };
        match self.walk_turns(&mut found) {
            Ok(()) => Some(found.paths),
            Err(TooMany) => None,
        }
    }

    /// Every legal turn: the distinct outcomes of all paths, in order.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let square = ReferencePosition::parse("6/6/6/1t4/t1t3/rt4 r 1 1").unwrap();
    /// assert_eq!((square.paths().len(), square.turns().len()), (2, 1));
    /// ```
    pub fn turns(&self) -> BTreeSet<Outcome> {
        self.paths().iter().map(Path::outcome).collect()
    }

    /// Every legal turn, or `None` if there are more than `limit_paths` *paths*, be the turns
    /// ever so few.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let square = ReferencePosition::parse("6/6/6/1t4/t1t3/rt4 r 1 1").unwrap();
    /// assert_eq!(square.turns_up_to(2).unwrap().len(), 1);
    /// assert_eq!(square.turns_up_to(1), None);
    /// ```
    pub fn turns_up_to(&self, limit_paths: usize) -> Option<BTreeSet<Outcome>> {
        let paths = self.paths_up_to(limit_paths)?;
        Some(paths.iter().map(Path::outcome).collect())
    }

    /// Is there any legal turn? The side to move has lost if not.
    ///
    /// This is to ask whether there are more than no paths, so the first one found settles it.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// // Red could hop, but could not stop: there is no token left to spawn.
    /// let stuck = ReferencePosition::parse("6/6/6/6/6/rr4 r 0 5").unwrap();
    /// assert!(!stuck.has_turn());
    /// ```
    pub fn has_turn(&self) -> bool {
        self.paths_up_to(0).is_none()
    }

    /// Walks the paths of all own tokens.
    fn walk_turns(&self, found: &mut Found) -> Result<(), TooMany> {
        let own_points: Vec<Point> = self
            .points()
            .into_iter()
            .filter(|&point| self.at(point) == Some(self.to_move))
            .collect();

        // If any own token can capture, the turn must be a capture.
        let must_capture = own_points.iter().any(|&point| self.can_capture_from(point));

        for start in own_points {
            let mut lifted = self.clone();
            lifted.take(start);
            let path = Path::from(start);
            if !must_capture {
                lifted.hop_on(&path, found)?;
            } else if lifted.can_capture_from(start) {
                lifted.capture_on(&path, found)?;
            }
        }
        Ok(())
    }

    /// Goes on with captures, on a lifted board, until none is left. Then the turn ends, without
    /// a spawn.
    fn capture_on(&self, path: &Path, found: &mut Found) -> Result<(), TooMany> {
        if !self.can_capture_from(path.end()) {
            return found.add(path.clone());
        }
        for jump in self.jumps(path.end(), self.to_move.other()) {
            let mut after = self.clone();
            after.take(jump.over);
            after.capture_on(&path.then(Step::Capture(jump.landing)), found)?;
        }
        Ok(())
    }

    /// Goes on with one more hop, on a lifted board, and with whatever may follow it.
    fn hop_on(&self, path: &Path, found: &mut Found) -> Result<(), TooMany> {
        for jump in self.jumps(path.end(), self.to_move) {
            if path.has_visited(jump.landing) {
                continue;
            }
            let path = path.then(Step::Hop(jump.landing));
            if self.can_capture_from(jump.landing) {
                // It must, and from then on the turn is captures only.
                self.capture_on(&path, found)?;
            } else {
                // It may stop here, where it can spawn, or hop on.
                for spawn in self.spawn_points(jump.landing) {
                    found.add(path.with_spawn(spawn))?;
                }
                self.hop_on(&path, found)?;
            }
        }
        Ok(())
    }

    /// Can an own token at (or in the air above) this point capture?
    fn can_capture_from(&self, point: Point) -> bool {
        !self.jumps(point, self.to_move.other()).is_empty()
    }

    /// The jumps from a point along a line, over an adjacent token of the side `over`, onto the
    /// empty point beyond.
    fn jumps(&self, from: Point, over: Side) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for direction in DIRECTIONS {
            let adjacent = neighbour(self.size, from, direction, 1);
            let beyond = neighbour(self.size, from, direction, 2);
            if let (Some(adjacent), Some(beyond)) = (adjacent, beyond)
                && self.at(adjacent) == Some(over)
                && self.at(beyond).is_none()
            {
                jumps.push(Jump {
                    over: adjacent,
                    landing: beyond,
                });
            }
        }
        jumps
    }

    /// Where a token from the reserve can be placed when a hopping token stops at this point:
    /// the empty points next to it along a line, or none at all if the reserve is empty.
    fn spawn_points(&self, stop: Point) -> Vec<Point> {
        if self.reserve[self.to_move.index()] == 0 {
            return Vec::new();
        }
        DIRECTIONS
            .into_iter()
            .filter_map(|direction| neighbour(self.size, stop, direction, 1))
            .filter(|&point| self.at(point).is_none())
            .collect()
    }
}
