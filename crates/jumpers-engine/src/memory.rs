//! Is there memory for a table, or for threads? Systems promise more than they have, and end the
//! process that takes them at their word. A thread that starts without memory does the same.

use std::io;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use sysinfo::System;
use zerocopy::FromBytes;

/// So much is left for everything else, in MiB.
const MARGIN_MIB: u64 = 64;

/// What a thread takes of the address space for its stacks, in MiB.
const STACKS_MIB: u64 = 4;
/// What the system's allocator sets aside for a thread, in MiB, for so many threads a processor.
const ARENA_MIB: u64 = 128;
const ARENAS_PER_PROCESSOR: u64 = 8;

/// How many threads a session has besides the search threads, and one of those.
const THREADS_AT_START: u64 = 5;
/// What a session takes besides its table and threads, in MiB.
const LITTLE_MIB: u64 = 8;

/// Can a session begin that has a table of so many MiB and one search thread? Where the system does
/// not tell, the answer is yes.
pub fn has_room_at_start(table_mib: usize) -> bool {
    let needed = table_mib as u64 + THREADS_AT_START * STACKS_MIB + LITTLE_MIB;
    address_space_left().is_none_or(|free| needed <= free >> 20)
}

/// Can so many threads be started? Where the system does not tell, the answer is yes.
pub fn has_room_for_threads(threads: usize) -> bool {
    let Some(free) = address_space_left() else {
        return true;
    };
    let threads = threads as u64;
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let arenas = threads.min(processors * ARENAS_PER_PROCESSOR);
    threads * STACKS_MIB + arenas * ARENA_MIB + MARGIN_MIB <= free >> 20
}

/// May the process still take so many MiB of address space? Where the system does not tell, the
/// answer is yes.
pub fn has_room_left(mib: u64) -> bool {
    address_space_left().is_none_or(|free| mib <= free >> 20)
}

/// The bytes of address space that the process may still take, if there is a limit.
#[cfg(target_os = "linux")]
fn address_space_left() -> Option<u64> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = sizes.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(pages * rustix::param::page_size() as u64))
}

#[cfg(not(target_os = "linux"))]
fn address_space_left() -> Option<u64> {
    None
}

/// Can a table of `mib` MiB be filled? Where the system does not tell, the answer is yes.
pub fn has_room_for(mib: usize) -> bool {
    let Ok(mut system) = System::new() else {
        return true;
    };
    system.refresh_memory();
    let free = match system.cgroup_limits() {
        Some(limits) => limits.free_memory.min(system.available_memory()),
        None => system.available_memory(),
    };
    free == 0 || (mib as u64).saturating_add(MARGIN_MIB) <= free >> 20
}

type Slice<'a> = &'a [AtomicU64];

self_cell!(
    struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Slice,
    }
);

/// Words that threads share, at first all 0, from the start of a page. The system gives memory for
/// them when they are first used, in huge pages where it can: whoever reads here and there in a
/// large table waits mostly for the addresses of its pages.
pub struct SharedWords(Mapped);

impl SharedWords {
    /// So many words, at least one.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(count: usize) -> io::Result<Self> {
        let bytes = count.max(1).checked_mul(size_of::<u64>());
        let map = MmapMut::map_anon(bytes.ok_or(io::ErrorKind::OutOfMemory)?)?;
        #[cfg(target_os = "linux")]
        {
            // Nothing is lost where the system has no huge pages.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let words = Mapped::try_new(MutBorrow::new(map), |map| {
            let words = <[AtomicU64]>::mut_from_bytes(map.borrow_mut());
            words
                .map(|words| &*words)
                .map_err(|_| io::ErrorKind::OutOfMemory)
        });
        Ok(SharedWords(words?))
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn without_a_limit_there_is_room_for_threads() {
        assert!(address_space_left().is_some() || has_room_for_threads(256));
    }

    #[test]
    fn there_is_room_for_a_little_and_not_for_everything() {
        assert!(has_room_for(1));
        let mut system = System::new().unwrap();
        system.refresh_memory();
        let total = (system.total_memory() >> 20) as usize;
        assert!(total > 0 && !has_room_for(total));
        assert!(!has_room_for(1 << 43));
    }

    #[test]
    fn shared_words_are_0_at_first_and_all_threads_see_what_is_stored() {
        let words = SharedWords::new(5_000).unwrap();
        assert_eq!(words.len(), 5_000);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        std::thread::scope(|scope| {
            scope.spawn(|| words[4_999].store(7, Ordering::Relaxed));
        });
        assert_eq!(words[4_999].load(Ordering::Relaxed), 7);
        assert_eq!(SharedWords::new(0).unwrap().len(), 1);
    }

    #[test]
    fn more_words_than_there_are_addresses_are_refused() {
        assert!(SharedWords::new(usize::MAX).is_err());
        assert!(SharedWords::new(usize::MAX / size_of::<u64>()).is_err());
    }
}
