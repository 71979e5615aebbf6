//! Estimates that vary by chance, so that searches find different proofs.

use jumpers_core::{Setup, Size};

use super::super::numbers::Numbers;
use super::super::table::board_hash;
use super::Estimates;

/// The standard deviation of the logarithm of a number is half of one.
const DEVIATION: f32 = 0.5;

/// An odd number to spread seeds and reserves over the bits.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The learned numbers, each times a factor that depends on the position and the seed.
#[inline(never)]
pub fn numbers<S: Size>(setup: &Setup<S>, turns: usize, enemy_turns: usize, seed: u32) -> Numbers {
    let numbers = Estimates::Learned.numbers(setup, turns, enemy_turns);
    let [red, teal] = setup.reserves.map(u64::from);
    let key = (u64::from(seed) << 16 | red << 8 | teal).wrapping_mul(ODD);
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    let mut hash = board_hash(setup) ^ key;
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^= hash >> 31;
    // The sum of two parts that are even between -1/2 and 1/2 has a variance of 1/6.
    let part = |shift: u32| (hash >> shift & 0xffff) as f32 / 65536.0 - 0.5;
    let factor = |shift: u32| ((part(shift) + part(shift + 16)) * 6f32.sqrt() * DEVIATION).exp();
    Numbers {
        proof: numbers.proof * factor(0),
        disproof: numbers.disproof * factor(32),
    }
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Position, Six};

    use super::*;
    use crate::players::{random_turn, seeded};

    #[test]
    fn factors_vary_as_they_should() {
        let mut rng = seeded(1);
        let mut position = Position::<Six>::start();
        let (mut sums, mut squares, mut count) = ([0.0; 2], [0.0; 2], 0.0);
        for seed in 0..4000 {
            match random_turn(&position, &mut rng) {
                Some(turn) => position.play_unchecked(&turn),
                None => position = Position::start(),
            }
            let setup = position.setup();
            let plain = Estimates::Learned.numbers(&setup, 7, 8);
            let varied = numbers(&setup, 7, 8, seed);
            assert_eq!(varied, numbers(&setup, 7, 8, seed));
            let logs = [varied.proof / plain.proof, varied.disproof / plain.disproof];
            for (i, log) in logs.map(f32::ln).into_iter().enumerate() {
                // Two halves of the square root of six, times a half.
                assert!(log.abs() < 1.23, "{log}");
                sums[i] += f64::from(log);
                squares[i] += f64::from(log).powi(2);
            }
            count += 1.0;
        }
        for i in 0..2 {
            let mean = sums[i] / count;
            // Six standard errors of 4,000 values with a deviation of a half.
            assert!(mean.abs() < 0.05, "{mean}");
            let deviation = (squares[i] / count - mean * mean).sqrt();
            assert!((deviation - 0.5).abs() < 0.05, "{deviation}");
        }
    }
}
