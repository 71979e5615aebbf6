//! Choices by lot, the same for the same seed.

use jumpers_core::{Position, Size, Turn};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Numbers that depend on a seed only. They are drawn here without the help of
/// `rand`, which may draw others from the same generator in another version.
pub(crate) struct Lot(Xoshiro256PlusPlus);

/// 2^64 divided by the golden ratio: seeds that are close give numbers that are far apart.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Lot {
    /// Numbers of this seed.
    pub fn of_seed(seed: u64) -> Self {
        Lot(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Numbers of this seed for this position.
    pub fn new<S: Size>(seed: u64, position: &Position<S>) -> Self {
        let seed = seed.wrapping_add(1).wrapping_mul(STEP) ^ position.hash();
        Lot::of_seed(seed)
    }

    /// A number less than `end`, which is more than 0; each as likely as the others, up to
    /// `end` / 2^64.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// Shuffles turns, whatever their order was.
    pub fn shuffle<S: Size>(&mut self, turns: &mut [Turn<S>]) {
        turns.sort_unstable();
        for end in (2..=turns.len()).rev() {
            turns.swap(end - 1, self.below(end));
        }
    }
}
