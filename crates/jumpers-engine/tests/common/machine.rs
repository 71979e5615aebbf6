//! What a search needs besides the position.

use jumpers_core::{Position, Size};
use jumpers_engine::search::{Control, Limits, Report, Resources, Table, search};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A table and threads.
pub struct Machine {
    /// The table, of one MiB.
    pub table: Table,
    /// The threads.
    pub pool: ThreadPool,
}

impl Machine {
    /// So many threads.
    pub fn new(threads: usize) -> Self {
        Machine {
            table: Table::new(1).expect("a MiB"),
            pool: ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads"),
        }
    }

    /// Searches with what the table holds.
    pub fn go_on<S: Size>(&self, position: &Position<S>, limits: &Limits<S>) -> Report<S> {
        let resources = Resources {
            table: &self.table,
            pool: &self.pool,
            control: &Control::new(false),
        };
        search(position, limits, &resources, &|_| ())
    }

    /// Searches with an empty table.
    pub fn search<S: Size>(&self, position: &Position<S>, limits: &Limits<S>) -> Report<S> {
        self.table.clear();
        self.go_on(position, limits)
    }
}

/// A position from a text that is known to be good.
pub fn parse<S: Size>(text: &str) -> Position<S> {
    text.parse().expect("a position")
}

/// So many nodes and no other limit.
pub fn nodes<S: Size>(nodes: u64) -> Limits<S> {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}
