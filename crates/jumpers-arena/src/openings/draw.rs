//! Random numbers that no later version changes: journals are resumed by other versions of this
//! program, perhaps on other machines.
//!
//! The generator is xoshiro256++, its state filled by SplitMix64 from the seed (Blackman and Vigna,
//! <https://prng.di.unimi.it>). A number below `n` is the next output modulo `n`; outputs of the
//! last, incomplete run of `n` numbers below 2^64 are skipped, so that each is as likely.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of random numbers.
pub struct Draw(Xoshiro256PlusPlus);

impl Draw {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Draw {
        Draw(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // 2^64 modulo n: so many outputs are too many.
        let excess = (u64::MAX % n + 1) % n;
        loop {
            let output = self.0.next_u64();
            if output <= u64::MAX - excess {
                return output % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The generator written down once more, from its authors' description.
    fn reference(seed: u64) -> impl FnMut() -> u64 {
        let mut filler = seed;
        let mut state = [0u64; 4].map(|_| {
            filler = filler.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = filler;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        move || {
            let [a, b, c, d] = state;
            let output = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
            let (c, d) = (c ^ a, d ^ b);
            state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
            output
        }
    }

    #[test]
    fn the_generator_is_the_documented_one() {
        for seed in [0, 1, 7, u64::MAX] {
            let (mut draw, mut next) = (Draw::new(seed), reference(seed));
            for n in (1..2000).map(|n| n * 3) {
                assert_eq!(draw.below(n), next() % n, "seed {seed}, below {n}");
            }
        }
    }

    #[test]
    fn outputs_beyond_the_last_whole_run_are_skipped() {
        // There is one whole run, so almost half of the outputs are skipped.
        let n = (1 << 63) + 1;
        let (mut draw, mut next) = (Draw::new(5), reference(5));
        let mut skipped = 0;
        for _ in 0..200 {
            let expected = loop {
                match next() {
                    output if output < n => break output,
                    _ => skipped += 1,
                }
            };
            assert_eq!(draw.below(n), expected);
        }
        assert!(skipped > 100, "{skipped}");
        assert_eq!(draw.below(0), 0);
        assert_eq!(draw.below(1), 0);
    }
}
