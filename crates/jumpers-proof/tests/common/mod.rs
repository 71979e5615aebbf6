//! What several test files need: certificates of small positions, made and read the slow way, with
//! the rules of the reference and nothing of this crate.

#![allow(
    dead_code,
    unused_imports,
    reason = "not every test file uses every helper"
)]

mod proof;
mod solver;

use jumpers_reference::{Outcome, Point, ReferencePosition, Side};

pub use proof::{Proof, number, sealed};
pub use solver::{Solver, prove};

/// The sides, as the byte of the winner counts them.
pub const SIDES: [Side; 2] = [Side::Red, Side::Teal];

/// Chance that comes out the same at every run: Marsaglia's xorshift on 64 bits.
pub struct Chance(u64);

impl Chance {
    /// Chance from any seed.
    pub fn from_seed(seed: u64) -> Self {
        // Odd multiples spread the seeds; the state must not be 0.
        Chance((seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5555_5555_5555_5555).max(1))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The high bits are the better ones.
        ((self.0 >> 32) as usize) % bound
    }
}

/// The integer of a set of points: the bit `y * n + x` for each.
fn integer<'a>(n: usize, points: impl IntoIterator<Item = &'a Point>) -> u128 {
    points.into_iter().map(|&(x, y)| 1 << (y * n + x)).sum()
}

/// The integers of Red's tokens and of Teal's.
fn integers(position: &ReferencePosition) -> [u128; 2] {
    SIDES.map(|side| {
        let n = position.size;
        let points = (0..n).flat_map(|y| (0..n).map(move |x| (x, y)));
        let own: Vec<Point> = points
            .filter(|&(x, y)| position.grid[y][x] == Some(side))
            .collect();
        integer(n, &own)
    })
}

/// The canonical form.
pub fn canonical(position: &ReferencePosition) -> ReferencePosition {
    let mirrored = position.mirrored();
    if integers(&mirrored) < integers(position) {
        mirrored
    } else {
        position.clone()
    }
}

/// All turns, in the order of the format.
pub fn turns_in_order(position: &ReferencePosition) -> Vec<Outcome> {
    let n = position.size;
    let at = |(x, y): Point| y * n + x;
    let mut turns: Vec<Outcome> = position.turns().into_iter().collect();
    turns.sort_by_key(|turn| {
        let spawn = turn.spawn.map(at);
        (
            at(turn.from),
            at(turn.to),
            spawn,
            integer(n, &turn.captured),
        )
    });
    turns
}

/// A position by chance: few tokens near each other, small reserves; some are their own mirror
/// image.
pub fn made_up(size: usize, chance: &mut Chance) -> ReferencePosition {
    let mut position = ReferencePosition::start(size);
    position.grid = vec![vec![None; size]; size];
    // A corner of a window that all tokens are in; on the diagonal half of the time.
    let window = 4 + chance.below(2);
    let x0 = chance.below(size - window + 1);
    let symmetric = chance.below(4) == 0;
    let y0 = if symmetric || chance.below(2) == 0 {
        x0
    } else {
        chance.below(size - window + 1)
    };
    for _ in 0..3 + chance.below(7) {
        let (x, y) = (x0 + chance.below(window), y0 + chance.below(window));
        let token = Some(SIDES[chance.below(2)]);
        position.grid[y][x] = token;
        if symmetric {
            position.grid[x][y] = token;
        }
    }
    position.to_move = SIDES[chance.below(2)];
    position.reserve = [0; 2].map(|_| chance.below(4) as u32);
    position
}

/// Won positions by chance and proofs of them, `count` with more than one winner node.
pub fn proofs(size: usize, count: usize, seed: u64) -> Vec<(ReferencePosition, Proof)> {
    let mut found = Vec::new();
    let mut large = 0;
    for seed in seed.. {
        let mut chance = Chance::from_seed(seed);
        let position = made_up(size, &mut chance);
        let Some(proof) = prove(&position, &mut chance) else {
            continue;
        };
        // Many made-up positions are over at once; some of those are enough.
        if proof.winner_nodes > 1 {
            large += 1;
        } else if seed % 4 > 0 {
            continue;
        }
        found.push((position, proof));
        if large == count {
            break;
        }
    }
    found
}
