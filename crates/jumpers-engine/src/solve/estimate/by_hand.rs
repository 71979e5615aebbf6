//! Estimates from a few counts, with weights that a search for small numbers of positions found.

use std::sync::LazyLock;

use jumpers_core::{Setup, Size};

use super::super::numbers::Numbers;

/// The weights of an estimate's logarithm.
struct Weights {
    constant: f32,
    own_reserve: f32,
    enemy_reserve: f32,
    own_tokens: f32,
    enemy_tokens: f32,
    /// For the logarithm of one more than the number of turns.
    own_turns: f32,
    enemy_turns: f32,
    /// For having to capture.
    capture: f32,
    /// For the logarithm of the number of turns.
    branching: f32,
}

const PROOF: Weights = Weights {
    constant: 0.195,
    own_reserve: -0.0555,
    enemy_reserve: 0.0681,
    own_tokens: -0.0325,
    enemy_tokens: 0.1085,
    own_turns: -0.775,
    enemy_turns: 0.265,
    capture: -0.3302,
    branching: 0.0,
};

const DISPROOF: Weights = Weights {
    constant: -0.3417,
    own_reserve: 0.09,
    enemy_reserve: -0.1147,
    own_tokens: 0.0593,
    enemy_tokens: -0.0812,
    own_turns: 0.775,
    enemy_turns: -0.265,
    capture: 0.4085,
    branching: 1.0,
};

/// The factors that an estimate is the product of: for each value of what it depends on, that of
/// the proof number and that of the disproof number.
struct Factors {
    own_reserve: [[f32; 2]; 256],
    enemy_reserve: [[f32; 2]; 256],
    own_tokens: [[f32; 2]; 128],
    enemy_tokens: [[f32; 2]; 128],
    /// With the constant.
    own_turns: [[f32; 2]; 256],
    enemy_turns: [[f32; 2]; 256],
    capture: [f32; 2],
}

static FACTORS: LazyLock<Factors> = LazyLock::new(Factors::new);

impl Factors {
    fn new() -> Self {
        fn table<const N: usize>(of: impl Fn(&Weights, f32) -> f32) -> [[f32; 2]; N] {
            std::array::from_fn(|i| [&PROOF, &DISPROOF].map(|weights| of(weights, i as f32).exp()))
        }
        Factors {
            own_reserve: table(|weights, i| weights.own_reserve * i),
            enemy_reserve: table(|weights, i| weights.enemy_reserve * i),
            own_tokens: table(|weights, i| weights.own_tokens * i),
            enemy_tokens: table(|weights, i| weights.enemy_tokens * i),
            own_turns: table(|weights, i| {
                let branching = weights.branching * i.max(1.0).ln();
                weights.constant + weights.own_turns * i.ln_1p() + branching
            }),
            enemy_turns: table(|weights, i| weights.enemy_turns * i.ln_1p()),
            capture: [&PROOF, &DISPROOF].map(|weights| weights.capture.exp()),
        }
    }
}

/// What a position starts with. Turns are those of the side to move, and those that the other one
/// would have.
#[inline]
pub fn numbers<S: Size>(setup: &Setup<S>, turns: usize, enemy_turns: usize) -> Numbers {
    let factors = &*FACTORS;
    let own = setup.side_to_move;
    let tokens = setup.tokens.map(|tokens| tokens.len() as usize);
    let mut product = factors.own_turns[turns];
    let others = [
        factors.enemy_turns[enemy_turns],
        factors.own_reserve[usize::from(setup.reserves[own])],
        factors.enemy_reserve[usize::from(setup.reserves[!own])],
        factors.own_tokens[tokens[own]],
        factors.enemy_tokens[tokens[!own]],
    ];
    for [proof, disproof] in others {
        product[0] *= proof;
        product[1] *= disproof;
    }
    if setup.must_capture() {
        product[0] *= factors.capture[0];
        product[1] *= factors.capture[1];
    }
    let [proof, disproof] =
        product.map(|effort| effort.clamp(LEAST_ESTIMATE, 1.0 / LEAST_ESTIMATE));
    Numbers { proof, disproof }
}

/// No estimate is less than this, nor more than its reciprocal.
const LEAST_ESTIMATE: f32 = 6e-6;
