//! Proof numbers: how much it takes to prove or to refute that the side to move wins.
//!
//! They are estimates of an effort, so they need not be whole: what a position that nothing is
//! known of starts with comes from its mobility, its reserves and its tokens (df-pn+: A. Nagai,
//! "Df-pn algorithm for searching AND/OR trees and its applications", 2002).

use std::ops::ControlFlow;
use std::sync::LazyLock;

use jumpers_core::{Setup, Size};

use super::limit::Limit;

/// More than any effort: what has been refuted cannot be proved.
pub const INFINITE: f32 = 1e30;
/// No sum of efforts gets greater, so that it stays apart from [`INFINITE`].
const MOST: f32 = 1e28;

/// The proof number and the disproof number of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// What it takes to prove that the side to move wins.
    pub proof: f32,
    /// What it takes to prove that it loses.
    pub disproof: f32,
}

impl Numbers {
    /// The side to move wins.
    pub const WIN: Numbers = Numbers {
        proof: 0.0,
        disproof: INFINITE,
    };
    /// The side to move loses.
    pub const LOSS: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0.0,
    };

    /// Is it proved that the side to move wins?
    #[inline(always)]
    pub fn is_win(self) -> bool {
        self.proof == 0.0
    }

    /// Is it proved that the side to move loses?
    #[inline(always)]
    pub fn is_loss(self) -> bool {
        self.disproof == 0.0
    }

    /// Is either proved?
    #[inline(always)]
    pub fn is_proved(self) -> bool {
        self.is_win() || self.is_loss()
    }

    pub(super) fn to_bits(self) -> u64 {
        u64::from(self.proof.to_bits()) << 32 | u64::from(self.disproof.to_bits())
    }

    pub(super) fn from_bits(bits: u64) -> Self {
        Numbers {
            proof: f32::from_bits((bits >> 32) as u32),
            disproof: f32::from_bits(bits as u32),
        }
    }
}

/// An effort that is neither nothing nor endless.
pub fn bounded(effort: f32) -> f32 {
    effort.min(MOST)
}

/// Turns are counted up to here; where there are so many or more, nobody looks at each of them.
const MOST_TURNS: u64 = 255;

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

/// Who would have more turns if it were to move is not likely to have none after one turn of the
/// other side. Without a bound the search of the 6×6 start took 4 % more positions, with one of 3
/// a fifth more.
const FEW_TURNS: usize = 10;

/// Is there a turn after which the other side has none? To be asked where there are not very many.
#[inline]
fn wins_at_once<S: Size>(setup: &Setup<S>) -> bool {
    let flow = setup.for_each_successor(|next| {
        if next.has_turn() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    flow.is_break()
}

/// With no more turns than this they are looked at one by one: a tenth fewer positions.
const VERY_FEW_TURNS: usize = 2;

/// Does each turn let the other side win at once?
fn loses_at_once<S: Size>(setup: &Setup<S>) -> bool {
    let flow = setup.for_each_successor(|next| {
        let has_few = next.mobility(next.side_to_move, MOST_TURNS) < MOST_TURNS;
        if has_few && wins_at_once(&next) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    flow.is_continue()
}

/// What a position starts with. A position without a turn is lost.
#[inline]
pub fn estimate<S: Size>(setup: &Setup<S>) -> Numbers {
    let own = setup.side_to_move;
    let turns = setup.mobility(own, MOST_TURNS) as usize;
    if turns == 0 {
        return Numbers::LOSS;
    }
    let enemy_turns = setup.mobility(!own, MOST_TURNS) as usize;
    let has_few = turns < MOST_TURNS as usize && enemy_turns <= FEW_TURNS;
    if has_few && wins_at_once(setup) {
        return Numbers::WIN;
    }
    if turns <= VERY_FEW_TURNS && loses_at_once(setup) {
        return Numbers::LOSS;
    }
    let factors = &*FACTORS;
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

/// What a position starts with if a win has to come within a limit. With two plies left or fewer it
/// is proved, unless there are very many turns. Otherwise the limit does not count: factors for the
/// plies that are left, with or without what the loser has in reserve, made no search of shortest
/// wins faster.
#[inline(always)]
pub fn estimate_within<S: Size>(setup: &Setup<S>, limit: Limit) -> Numbers {
    match limit.left() {
        None => estimate(setup),
        Some(left) => estimate_limited(setup, left),
    }
}

fn estimate_limited<S: Size>(setup: &Setup<S>, left: u8) -> Numbers {
    let has_few = |setup: &Setup<S>| setup.mobility(setup.side_to_move, MOST_TURNS) < MOST_TURNS;
    let is_win = match left {
        0 => Some(setup.has_turn()),
        1 if has_few(setup) => Some(wins_at_once(setup)),
        2 if has_few(setup) => {
            // A turn after which the other side does not win at once is as good as a win.
            let flow = setup.for_each_successor(|next| {
                if !has_few(&next) {
                    ControlFlow::Break(None)
                } else if wins_at_once(&next) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(Some(true))
                }
            });
            flow.break_value().unwrap_or(Some(false))
        }
        _ => None,
    };
    match is_win {
        Some(true) => Numbers::WIN,
        Some(false) => Numbers::LOSS,
        None => estimate(setup),
    }
}

/// No estimate is less than this, nor more than its reciprocal.
const LEAST_ESTIMATE: f32 = 6e-6;

#[cfg(test)]
mod tests {
    use jumpers_core::{Position, Six};

    use super::*;

    fn of(text: &str) -> Numbers {
        estimate(&text.parse::<Position<Six>>().unwrap().setup())
    }

    #[test]
    fn what_is_decided_at_once_is_proved() {
        // No turn; a capture of the last token; a side whose only turn lets the other one do so.
        assert_eq!(of("4tt/6/6/6/6/rr4 r 0 1"), Numbers::LOSS);
        assert_eq!(of("6/6/6/6/6/rt4 r 0 0"), Numbers::WIN);
        assert_eq!(of("4tt/6/6/6/6/rr4 r 1 0"), Numbers::WIN);
        assert!(!of("4tt/4tt/6/6/rr4/rr4 r 12 13").is_proved());
    }

    #[test]
    fn bits_keep_numbers() {
        for numbers in [
            Numbers::WIN,
            Numbers::LOSS,
            of("4tt/4tt/6/6/rr4/rr4 r 12 13"),
        ] {
            assert_eq!(Numbers::from_bits(numbers.to_bits()), numbers);
        }
    }
}
