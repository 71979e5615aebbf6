//! Weak players to measure against.

use jumpers_core::{Position, Size, Turn};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::search::evaluate;

/// The source of randomness: the same numbers for the same seed on every machine.
pub type Rng = Xoshiro256PlusPlus;

/// The numbers of this seed.
pub fn seeded(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// Any legal turn, each as likely; `None` if the game is over.
pub fn random_turn<S: Size>(position: &Position<S>, rng: &mut Rng) -> Option<Turn<S>> {
    position.turns().choose(rng).copied()
}

/// A turn after which the evaluation is best, looking no further; one of them at random.
pub fn greedy_turn<S: Size>(position: &Position<S>, rng: &mut Rng) -> Option<Turn<S>> {
    let mut best = Vec::new();
    let mut best_value = i32::MIN;
    for turn in position.turns() {
        let mut next = *position;
        next.play_unchecked(&turn);
        let value = if next.has_turn() {
            -evaluate(&next)
        } else {
            i32::MAX
        };
        if value > best_value {
            best_value = value;
            best.clear();
        }
        if value == best_value {
            best.push(turn);
        }
    }
    best.choose(rng).copied()
}
