//! What several test files need: chance from a seed, and positions made by chance.

#![allow(dead_code, reason = "not every test file uses every helper")]

use jumpers_reference::{Outcome, Path, Point, ReferencePosition, Side, Step};

/// The sizes there are games on, and after them those for study.
pub const SIZES: [usize; 6] = [6, 8, 10, 4, 5, 7];

/// Reads a position text that is known to be good.
pub fn position(text: &str) -> ReferencePosition {
    ReferencePosition::parse(text).expect(text)
}

/// Chance that comes out the same at every run: Marsaglia's xorshift on 64 bits.
pub struct Chance(u64);

impl Chance {
    /// Chance from a seed, which must not be 0.
    pub fn from_seed(seed: u64) -> Self {
        assert_ne!(seed, 0);
        Chance(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The high bits are the better ones.
        ((self.0 >> 32) as usize) % bound
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Plays a game by chance to its end: each position with all its paths.
/// The last one has none.
pub fn playout(size: usize, chance: &mut Chance) -> Vec<(ReferencePosition, Vec<Path>)> {
    let mut game = Vec::new();
    let mut position = ReferencePosition::start(size);
    loop {
        let paths = position.paths();
        game.push((position.clone(), paths.clone()));
        if paths.is_empty() {
            return game;
        }
        position = position.play(&chance.pick(&paths).outcome());
    }
}

/// Throws tokens onto a board: how many, whose, and how large the reserves are, is up to chance.
pub fn made_up(size: usize, chance: &mut Chance) -> ReferencePosition {
    let tokens_in_100 = 10 + chance.below(80);
    let reds_in_100 = chance.below(101);
    let mut position = ReferencePosition::start(size);
    for row in &mut position.grid {
        for point in row {
            *point = match chance.below(100) < tokens_in_100 {
                false => None,
                true if chance.below(100) < reds_in_100 => Some(Side::Red),
                true => Some(Side::Teal),
            };
        }
    }
    position.to_move = *chance.pick(&[Side::Red, Side::Teal]);
    // An empty reserve is a rule of its own, so it comes up often.
    position.reserve = [0; 2].map(|empty| *chance.pick(&[empty, 1, 5]));
    position
}

/// Positions of every size with all their paths: from played games, and made up. Those with more
/// paths than a test can go through are left out.
pub fn sample(seed: u64, games: usize, made_ups: usize) -> Vec<(ReferencePosition, Vec<Path>)> {
    let mut chance = Chance::from_seed(seed);
    let mut sample = Vec::new();
    for size in SIZES {
        for _ in 0..games {
            sample.extend(playout(size, &mut chance));
        }
        for _ in 0..made_ups {
            let position = made_up(size, &mut chance);
            if let Some(paths) = position.paths_up_to(2_000) {
                sample.push((position, paths));
            }
        }
    }
    sample
}

/// A point reflected in the diagonal through `a1`.
pub fn mirrored_point((x, y): Point) -> Point {
    (y, x)
}

/// A turn reflected in the diagonal through `a1`.
pub fn mirrored_outcome(outcome: &Outcome) -> Outcome {
    Outcome {
        from: mirrored_point(outcome.from),
        to: mirrored_point(outcome.to),
        spawn: outcome.spawn.map(mirrored_point),
        captured: outcome
            .captured
            .iter()
            .copied()
            .map(mirrored_point)
            .collect(),
    }
}

/// A path reflected in the diagonal through `a1`.
pub fn mirrored_path(path: &Path) -> Path {
    let mirrored_step = |step: &Step| match *step {
        Step::Hop(landing) => Step::Hop(mirrored_point(landing)),
        Step::Capture(landing) => Step::Capture(mirrored_point(landing)),
    };
    Path {
        start: mirrored_point(path.start),
        steps: path.steps.iter().map(mirrored_step).collect(),
        spawn: path.spawn.map(mirrored_point),
    }
}
