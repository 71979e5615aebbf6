//! What the benchmarks and the measuring commands share.

use std::time::Instant;

use jumpers_core::{Position, Size};
use jumpers_engine::players::{random_turn, seeded};

/// A position after so many plies of random play, and none if the game was over before.
///
/// ```
/// use jumpers_core::{Position, Six};
/// let a = jumpers_benches::random_position::<Six>(7, 20);
/// assert_eq!(a, jumpers_benches::random_position::<Six>(7, 20));
/// ```
pub fn random_position<S: Size>(seed: u64, plies: usize) -> Option<Position<S>> {
    let mut rng = seeded(seed);
    let mut position = Position::start();
    for _ in 0..plies {
        position.play_unchecked(&random_turn(&position, &mut rng)?);
    }
    position.has_turn().then_some(position)
}

/// Positions from all stages of random games.
pub fn random_positions<S: Size>(count: usize) -> Vec<Position<S>> {
    (0..)
        .filter_map(|seed| random_position(seed, seed as usize % (3 * usize::from(S::N))))
        .take(count)
        .collect()
}

/// A result and the seconds that it took.
pub fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}

/// The middle one of some numbers, at least one.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
