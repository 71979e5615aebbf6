//! The table of the proof search. It is made when it is first needed, by the thread that needs it:
//! that takes a while if the memory is scarce.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jumpers_core::BoardSize;

use crate::board::{Board, TableSize};
use crate::memory;
use crate::search::NoMemory;
use crate::solve::ProofTable;

/// So much of the address space is left for everything else, in MiB.
const SPARE_MIB: u64 = 16;

/// A table, and what it is for.
struct Made {
    board: BoardSize,
    mib: usize,
    table: Arc<ProofTable>,
}

impl Made {
    fn is_enough(&self, board: BoardSize, size: TableSize) -> bool {
        self.board == board && self.mib >= size.enough
    }
}

/// The table, if there is one.
#[derive(Default)]
pub(super) struct Proofs(Mutex<Option<Made>>);

impl Proofs {
    /// Forgets what is proved.
    pub fn forget(&self) {
        *self.lock() = None;
    }

    /// Is there a table for such boards that is large enough, or room for one?
    pub fn check(&self, board: BoardSize, size: TableSize) -> Result<(), NoMemory> {
        let made = self.lock();
        let (is_enough, freed) = match made.as_ref() {
            Some(made) => (made.is_enough(board, size), made.mib),
            None => (false, 0),
        };
        // The one that is there will make room.
        if is_enough || has_room(size.mib.saturating_sub(freed)) {
            Ok(())
        } else {
            Err(NoMemory { mib: size.mib })
        }
    }

    /// The table for such boards, which is made if there is none that is large enough.
    pub fn table(&self, board: &dyn Board, size: TableSize) -> Result<Arc<ProofTable>, NoMemory> {
        if let Some(table) = self.find(board.size(), size) {
            return Ok(table);
        }
        if !has_room(size.mib) {
            return Err(NoMemory { mib: size.mib });
        }
        // The session may ask meanwhile: it does not wait.
        let table = Arc::new(board.proof_table(size.mib)?);
        *self.lock() = Some(Made {
            board: board.size(),
            mib: size.mib,
            table: Arc::clone(&table),
        });
        Ok(table)
    }

    /// The table for such boards if it is large enough. One that is not makes room.
    fn find(&self, board: BoardSize, size: TableSize) -> Option<Arc<ProofTable>> {
        let mut made = self.lock();
        let found = made.as_ref().filter(|made| made.is_enough(board, size));
        let table = found.map(|made| Arc::clone(&made.table));
        if table.is_none() {
            *made = None;
        }
        table
    }

    fn lock(&self) -> MutexGuard<'_, Option<Made>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Is there room for a table of so many MiB?
fn has_room(mib: usize) -> bool {
    memory::has_room_for(mib) && memory::has_room_left(mib as u64 + SPARE_MIB)
}
