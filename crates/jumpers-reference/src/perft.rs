//! Counting the leaves of the game tree.

use crate::ReferencePosition;

impl ReferencePosition {
    /// The number of sequences of exactly `depth` turns from here.
    ///
    /// Games that end earlier count for nothing. Only the turns at the last ply are counted
    /// without being played.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    /// assert_eq!(ReferencePosition::start(8).perft(3), 1180);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.turns().len() as u64,
            _ => self
                .turns()
                .iter()
                .map(|turn| self.play(turn).perft(depth - 1))
                .sum(),
        }
    }

    /// The number of sequences of exactly `depth` paths from here: a turn that can be carried
    /// out in three ways counts three times, with all that follows it.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let square = ReferencePosition::parse("6/6/6/1t4/t1t3/rt4 r 1 1").unwrap();
    /// assert_eq!((square.perft_paths(1), square.perft(1)), (2, 1));
    /// ```
    pub fn perft_paths(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.paths().len() as u64,
            _ => self
                .paths()
                .iter()
                .map(|path| self.play(&path.outcome()).perft_paths(depth - 1))
                .sum(),
        }
    }
}
