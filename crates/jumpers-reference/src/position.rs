//! A position: the grid, the side to move and the reserves.

use crate::{Outcome, Point, Side};

/// A position, everything in the open.
///
/// The fields are public so that tests can make up any position. The methods expect a `grid` of
/// `size` rows with `size` points each, and panic on another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferencePosition {
    /// The number of ranks, and of files.
    pub size: usize,
    /// The token on each point, as `grid[y][x]`: the first row is rank 1.
    pub grid: Vec<Vec<Option<Side>>>,
    /// Whose turn it is.
    pub to_move: Side,
    /// The tokens that are not on the board yet, Red's and then Teal's.
    pub reserve: [u32; 2],
}

impl ReferencePosition {
    /// The position at the start of a game on a board of size 6, 8 or 10, or of a size that is for
    /// study only and not one of the game: 4, 5 or 7.
    ///
    /// Each side has four tokens in its corner, Red's around `a1`, Teal's in the one opposite.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    /// assert_eq!(ReferencePosition::start(6).text(), "4tt/4tt/6/6/rr4/rr4 r 12 13");
    /// ```
    ///
    /// # Panics
    ///
    /// On any other size.
    pub fn start(size: usize) -> Self {
        let reserve = match size {
            4 => [6, 6],
            5 => [8, 9],
            7 => [15, 16],
            6 => [12, 13],
            8 => [20, 20],
            10 => [30, 31],
            _ => panic!("there is no game on a board of size {size}"),
        };
        let mut start = ReferencePosition {
            size,
            grid: vec![vec![None; size]; size],
            to_move: Side::Red,
            reserve,
        };
        for x in [0, 1] {
            for y in [0, 1] {
                start.put((x, y), Side::Red);
                start.put((size - 1 - x, size - 1 - y), Side::Teal);
            }
        }
        start
    }

    /// The token on a point.
    pub(crate) fn at(&self, (x, y): Point) -> Option<Side> {
        self.grid[y][x]
    }

    /// Puts a token on a point.
    pub(crate) fn put(&mut self, (x, y): Point, side: Side) {
        self.grid[y][x] = Some(side);
    }

    /// Takes the token off a point, and says which it was.
    pub(crate) fn take(&mut self, (x, y): Point) -> Option<Side> {
        self.grid[y][x].take()
    }

    /// All points of the board, rank by rank.
    pub(crate) fn points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for y in 0..self.size {
            for x in 0..self.size {
                points.push((x, y));
            }
        }
        points
    }

    /// The position after a turn.
    ///
    /// The turn should be one of [`turns`](Self::turns); whether it is legal is not checked.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let position = ReferencePosition::parse("6/6/6/3t2/1rr3/6 r 0 5").unwrap();
    /// let turn = position.turns().pop_first().unwrap();
    /// assert_eq!(position.play(&turn).text(), "6/6/3r2/6/2r3/6 t 0 5");
    /// ```
    ///
    /// # Panics
    ///
    /// If the turn cannot be carried out even by ignoring the rules of jumping: no own token at
    /// its start, no enemy token at a captured point, an occupied end, or a spawn from an empty
    /// reserve or onto an occupied point.
    pub fn play(&self, turn: &Outcome) -> Self {
        let own = self.to_move;
        let mut next = self.clone();
        assert_eq!(next.take(turn.from), Some(own), "an own token moves");
        for &captured in &turn.captured {
            assert_eq!(
                next.take(captured),
                Some(own.other()),
                "an enemy token is captured"
            );
        }
        assert_eq!(next.at(turn.to), None, "the token lands on an empty point");
        next.put(turn.to, own);
        if let Some(spawn) = turn.spawn {
            assert_eq!(next.at(spawn), None, "the spawn is on an empty point");
            next.put(spawn, own);
            let reserve = &mut next.reserve[own.index()];
            *reserve = reserve.checked_sub(1).expect("the reserve has a token");
        }
        next.to_move = own.other();
        next
    }

    /// The position reflected in the diagonal through `a1`: files become ranks.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let position = ReferencePosition::parse("6/6/6/3t2/1rr3/6 r 0 5").unwrap();
    /// assert_eq!(position.mirrored().text(), "6/6/2t3/1r4/1r4/6 r 0 5");
    /// ```
    pub fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        for y in 0..self.size {
            for x in 0..self.size {
                mirrored.grid[x][y] = self.grid[y][x];
            }
        }
        mirrored
    }
}
