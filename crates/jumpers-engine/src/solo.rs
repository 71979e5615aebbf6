//! One search thread with a table of its own: what is searched depends on nothing before.

use jumpers_core::{Position, Size};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::search::{Control, Limits, Report, Resources, Table, search};
use crate::session::StartError;

/// The thread and the table.
pub struct Solo {
    table: Table,
    pool: ThreadPool,
}

impl Solo {
    /// With a table of so many MiB.
    ///
    /// # Errors
    /// If the memory or the thread is not to be had.
    pub fn new(table_mib: usize) -> Result<Self, StartError> {
        Ok(Solo {
            table: Table::new(table_mib)?,
            pool: ThreadPoolBuilder::new().num_threads(1).build()?,
        })
    }

    /// Searches with an empty table. With a limit of depth or nodes the result is the same each
    /// time.
    pub fn search<S: Size>(
        &self,
        position: &Position<S>,
        limits: &Limits<S>,
        control: &Control,
    ) -> Report<S> {
        search(position, limits, &self.fresh(control), &|_| ())
    }

    /// The thread and the table, which is emptied, for one search.
    pub fn fresh<'a>(&'a self, control: &'a Control) -> Resources<'a> {
        self.table.clear();
        Resources {
            table: &self.table,
            pool: &self.pool,
            control,
        }
    }
}
