//! A table of counted subtrees, shared by all threads.
//!
//! An entry is two words written without a lock: the count, and a check that is exclusive-or'ed
//! with the count, so that a pair torn by two writers matches no position (the lockless hashing
//! of Hyatt and Mann, 2002).
//!
//! A position and its reflection in the a1 diagonal have the same count, so both share an entry.
//! A position is known by two independent 64-bit hashes of everything that its count depends on:
//! the bucket comes from one, the check from the other. If they behave as random numbers do, one
//! look-up in about 2^62 of those that should find nothing finds a wrong count.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::bitboard::Bitboard;
use crate::generate::View;
use crate::size::Size;

/// What a count depends on, hashed. The colours do not matter: who is to move is `own`.
#[derive(Clone, Copy)]
pub(super) struct Key {
    bucket: u64,
    check: u64,
}

/// Fractional digits of the golden ratio, e, pi and the square root of 2, made odd.
const FACTORS: [u64; 4] = [
    0x9e37_79b9_7f4a_7c15,
    0xb7e1_5162_8aed_2a6b,
    0x243f_6a88_85a3_08d3,
    0x6a09_e667_f3bc_c909,
];

/// Multiplies into 128 bits and folds them.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Key {
    #[inline(always)]
    pub fn new<S: Size>(view: View<S>, depth: u32) -> Self {
        let mirrored = [view.own.mirrored(), view.enemy.mirrored()];
        let sets = mirrored.min([view.own, view.enemy]);
        let rest =
            u64::from(view.reserve) | u64::from(view.enemy_reserve) << 8 | u64::from(depth) << 16;
        let hash = |start: u64, factor: u64| {
            let mut hash = fold(start ^ rest, factor);
            for set in sets {
                let [low, high] = set.halves();
                hash = fold(hash ^ low, factor);
                if Bitboard::<S>::ALL.halves()[1] != 0 {
                    hash = fold(hash ^ high, factor);
                }
            }
            hash
        };
        Key {
            bucket: hash(FACTORS[0], FACTORS[1]),
            check: hash(FACTORS[2], FACTORS[3]),
        }
    }
}

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    count: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// `None` if there is not enough memory.
    pub fn new(mib: usize) -> Option<Self> {
        let count = mib.checked_mul((1 << 20) / size_of::<Bucket>())?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        let empty = (0..count).into_par_iter().map(|_| Bucket::default());
        empty.collect_into_vec(&mut buckets);
        Some(Table { buckets })
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.bucket) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    #[inline]
    pub fn get(&self, key: Key) -> Option<u64> {
        self.bucket(key).0.iter().find_map(|entry| {
            let count = entry.count.load(Ordering::Relaxed);
            let check = entry.check.load(Ordering::Relaxed);
            (check ^ count == key.check && count != EMPTY).then(|| count - 1)
        })
    }

    /// Puts the count into an empty entry, or in place of the smallest one.
    #[inline]
    pub fn put(&self, key: Key, count: u64) {
        let stored = count.saturating_add(1);
        let smallest = self
            .bucket(key)
            .0
            .iter()
            .min_by_key(|entry| entry.count.load(Ordering::Relaxed));
        if let Some(entry) = smallest {
            entry.count.store(stored, Ordering::Relaxed);
            entry.check.store(key.check ^ stored, Ordering::Relaxed);
        }
    }
}

/// The count of an unused entry; counts are stored with one added.
const EMPTY: u64 = 0;
