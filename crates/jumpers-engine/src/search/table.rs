//! The transposition table, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key exclusive-or'ed with the data, so that a pair
//! torn by two writers matches no position (the lockless hashing of Hyatt and Mann, 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::value::Value;
use crate::memory;

/// What the stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most.
    Upper,
    /// At least.
    Lower,
    /// Equal.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value, with plies to the end counted from the position.
    pub value: Value,
    /// What the value says.
    pub bound: Bound,
    /// The depth to which it was searched.
    pub depth: u8,
    /// The fingerprint of the best turn, 0 for none.
    pub turn: u32,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

const AGES: u8 = 64;

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// The memory for a table is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct NoMemory {
    /// The size that was wanted.
    pub mib: usize,
}

impl Table {
    /// A table of `mib` MiB.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        let fail = NoMemory { mib };
        if !memory::has_room_for(mib) {
            return Err(fail);
        }
        let count = mib
            .checked_mul((1 << 20) / size_of::<Bucket>())
            .ok_or(fail)?
            .max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| fail)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Table {
            buckets,
            age: AtomicU8::new(0),
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.data.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Entries from before are the first to be replaced from now on.
    pub fn start_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample.len() * 4)) as u32
    }

    fn bucket(&self, key: u64) -> &[Slot; 4] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (data != 0 && check ^ data == key).then(|| unpack(data))
        })
    }

    /// Stores an entry in place of an older one of the same position or, failing that, of the
    /// least valuable one: shallow ones first, and each search that has passed since counts as
    /// eight plies.
    pub fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut target = None;
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            let worth = if data == 0 {
                i32::MIN
            } else if slot.check.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                if entry.bound != Bound::Exact
                    && age_of(data) == age
                    && old.depth > entry.depth.saturating_add(3)
                {
                    return;
                }
                target = Some((i32::MIN, slot));
                break;
            } else {
                let passed = (age + AGES - age_of(data)) % AGES;
                i32::from(unpack(data).depth) - 8 * i32::from(passed)
            };
            if target.is_none_or(|(least, _)| worth < least) {
                target = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = target {
            let data = pack(entry, age);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }
}

// Data: the turn in bits 32 to 63, the value in 16 to 31, the depth in 8 to 15, the age in 2 to
// 7, and in the lowest two bits the bound from 1 to 3, so that no entry is zero.

fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let value = entry.value as i16 as u16;
    u64::from(entry.turn) << 32
        | u64::from(value) << 16
        | u64::from(entry.depth) << 8
        | u64::from(age) << 2
        | bound
}

fn unpack(data: u64) -> Entry {
    Entry {
        value: Value::from((data >> 16) as u16 as i16),
        bound: match data & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: (data >> 8) as u8,
        turn: (data >> 32) as u32,
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 2) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Value, depth: u8) -> Entry {
        Entry {
            value,
            bound: Bound::Lower,
            depth,
            turn: 0xdead_beef,
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = Table::new(1).unwrap();
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact]
            .into_iter()
            .enumerate()
        {
            for value in [-31_000, -1, 0, 1, 31_000] {
                let key = 0x1234_5678_9abc_def0 ^ i as u64;
                let entry = Entry {
                    bound,
                    ..entry(value, 7)
                };
                table.put(key, entry);
                assert_eq!(table.get(key), Some(entry));
                assert_eq!(table.get(key ^ 1 << 20), None);
            }
        }
        table.clear();
        assert_eq!(table.get(0x1234_5678_9abc_def0), None);
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let table = Table::new(1).unwrap();
        // Keys that differ in low bits share a bucket.
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.put(key, entry(0, depth));
        }
        table.put(5, entry(0, 5));
        assert_eq!(table.get(2), None, "the shallowest is replaced");
        table.start_search();
        table.put(6, entry(0, 1));
        assert_eq!(table.get(5), None, "of the older ones the shallowest");
        table.put(7, entry(0, 1));
        assert!(table.get(6).is_some(), "the new one stays");
    }

    #[test]
    fn a_table_that_cannot_be_had_is_refused() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 40).is_err());
    }

    #[test]
    fn fullness_counts_this_search() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.fullness(), 0);
        table.put(1, entry(0, 1));
        assert_eq!(table.fullness(), 1);
        table.start_search();
        assert_eq!(table.fullness(), 0);
    }
}
