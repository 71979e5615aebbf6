//! Estimates from a small network that learned from solved positions, in whole numbers.
//!
//! It says how likely the side to move is to win, and how many positions it takes to find out. The
//! effort of a proof is the effort to find out, more the less likely the proof is to be there.

use std::sync::LazyLock;

use jumpers_core::{Bitboard, Setup, Size};

use super::super::numbers::Numbers;
use super::weights::{
    HIDDEN, LINE_UNITS, LineIndex, MOST_HIDDEN, OUTPUTS, Output, SECOND, Weights, WeightsError,
    rank,
};

/// The powers of the effort to find out, of the probability that a proof is not there, and of the
/// number of turns in the disproof number. Positions that the search of 5 middling ones of 6×6 took,
/// in millions, with 0.3, p and 0.5: 82 for p = 0.4, 65 for 0.5, 47 for 0.6, 42 for 0.7; for 49 easy
/// ones: 4.2, 3.8, 3.6, 4.4. With 1, 1 and 0, the effort that is to be expected, the easy ones took
/// three times as many as with weights by hand.
const EFFORT_POWER: f32 = 0.3;
const ODDS_POWER: f32 = 0.6;
const TURNS_POWER: f32 = 0.5;

/// The network for a size of board, if there is one.
#[inline(always)]
pub fn network<S: Size>() -> Option<&'static Network> {
    static SIX: LazyLock<Network> = LazyLock::new(|| {
        let weights = Weights::from_bytes(include_bytes!("6.weights"));
        Network::new(&weights.expect("weights that are built in")).expect("small weights")
    });
    match S::N {
        6 => Some(&SIX),
        _ => None,
    }
}

/// Weights to the first layer, in units of 1/[`LINE_UNITS`], on a cache line of its own.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row([i16; HIDDEN]);

/// For each value of a scalar, what it gives to the first layer and to what comes out.
#[derive(Debug)]
struct Table {
    hidden: Vec<Row>,
    direct: Vec<[f32; OUTPUTS]>,
}

/// The parts of one of the second layer's weights.
const SECOND_UNITS: f32 = 1024.0;
/// How finely the odds and the effort are looked up.
const STEPS: f32 = 32.0;
/// The greatest odds and the greatest effort, as logarithms.
const MOST_ODDS: f32 = 16.0;
const MOST_EFFORT: f32 = 24.0;

/// The network, ready to be asked.
#[derive(Debug)]
pub struct Network {
    index: LineIndex,
    lines: Vec<Row>,
    /// By the values of the scalars; what is one for every position is with the first of them.
    reserves: [Table; 2],
    tokens: [Table; 2],
    turns: [Table; 2],
    captures: [Table; 2],
    /// To each unit of the second layer, in units of 1/[`SECOND_UNITS`].
    second: [[i16; HIDDEN]; SECOND],
    second_bias: [f32; SECOND],
    output: [[f32; OUTPUTS]; SECOND],
    /// The factors of the proof number and of the disproof number, by the odds.
    by_odds: Vec<[f32; 2]>,
    /// The factor of both, by the effort.
    by_effort: Vec<f32>,
    /// The factor of the disproof number, by the turns.
    by_turns: Vec<f32>,
}

/// A whole number of parts of one, the nearest that there is. Sums stay at the greatest number, too.
fn in_units(weight: f32, units: f32) -> i16 {
    (weight * units).round() as i16
}

impl Network {
    /// From weights.
    ///
    /// # Errors
    /// If a sum of them could overflow.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        let row = |weights: &[f32; HIDDEN]| Row(weights.map(|weight| in_units(weight, LINE_UNITS)));
        let [one, ..] = weights.scalars;
        let [direct_one, ..] = weights.direct;
        // The constant is with the own reserve.
        let table = |scalar: usize, values: usize, of: &dyn Fn(f32) -> f32| {
            let constant = if scalar == 1 { 1.0 } else { 0.0 };
            let mut table = Table {
                hidden: Vec::new(),
                direct: Vec::new(),
            };
            for value in (0..values).map(|value| of(value as f32)) {
                let hidden = |j: usize| constant * one[j] + value * weights.scalars[scalar][j];
                let direct =
                    |k: usize| constant * direct_one[k] + value * weights.direct[scalar][k];
                table.hidden.push(row(&std::array::from_fn(hidden)));
                table.direct.push(std::array::from_fn(direct));
            }
            table
        };
        let plain = |value: f32| value;
        let mut second = [[0; HIDDEN]; SECOND];
        for (j, weights) in weights.second.iter().enumerate() {
            for (unit, weight) in second.iter_mut().zip(weights) {
                unit[j] = in_units(*weight, SECOND_UNITS);
            }
        }
        let from_0_in_steps = |most: f32| (0..=(most * STEPS) as usize).map(|i| i as f32 / STEPS);
        let softplus = |x: f32| x.max(0.0) + (-x.abs()).exp().ln_1p();
        let by_odds = from_0_in_steps(2.0 * MOST_ODDS).map(|odds| {
            let odds = odds - MOST_ODDS;
            [-odds, odds].map(|odds| (ODDS_POWER * softplus(odds)).exp())
        });
        let network = Network {
            index: LineIndex::new(weights.size),
            lines: weights.lines.iter().map(row).collect(),
            reserves: [table(1, 256, &plain), table(2, 256, &plain)],
            tokens: [table(3, 65, &plain), table(4, 65, &plain)],
            turns: [table(5, 256, &f32::ln_1p), table(6, 256, &f32::ln_1p)],
            captures: [table(7, 2, &plain), table(8, 2, &plain)],
            second,
            second_bias: weights.second_bias,
            output: weights.output,
            by_odds: by_odds.collect(),
            by_effort: from_0_in_steps(MOST_EFFORT)
                .map(|effort| (EFFORT_POWER * effort).exp())
                .collect(),
            by_turns: (0..256u16)
                .map(|turns| f32::from(turns.max(1)).powf(TURNS_POWER))
                .collect(),
        };
        let most = (MOST_HIDDEN * LINE_UNITS) as i64;
        let is_small = network.second.iter().all(|unit| {
            let sum: i64 = unit.iter().map(|&weight| i64::from(weight).abs()).sum();
            sum * most <= i64::from(i32::MAX)
        });
        is_small.then_some(network).ok_or(WeightsError::TooLarge)
    }

    /// The odds, and the effort to find out.
    #[inline]
    fn evaluate<S: Size>(&self, setup: &Setup<S>, turns: usize, enemy_turns: usize) -> Output {
        let own = setup.side_to_move;
        let other = Setup {
            side_to_move: !own,
            ..*setup
        };
        let [own_board, enemy_board] = [own, !own].map(|side| setup.tokens[side]);
        let scalars = [
            (&self.reserves[0], usize::from(setup.reserves[own])),
            (&self.reserves[1], usize::from(setup.reserves[!own])),
            (&self.tokens[0], own_board.len() as usize),
            (&self.tokens[1], enemy_board.len() as usize),
            (&self.turns[0], turns),
            (&self.turns[1], enemy_turns),
            (&self.captures[0], usize::from(setup.must_capture())),
            (&self.captures[1], usize::from(other.must_capture())),
        ];
        let mut hidden = [0i16; HIDDEN];
        let mut output = [0.0f32; OUTPUTS];
        let mut add = |row: &Row| {
            for (sum, weight) in hidden.iter_mut().zip(row.0) {
                *sum = sum.saturating_add(weight);
            }
        };
        for (table, value) in scalars {
            add(&table.hidden[value]);
            for (sum, weight) in output.iter_mut().zip(table.direct[value]) {
                *sum += weight;
            }
        }
        let mut add_lines = |own: Bitboard<S>, enemy: Bitboard<S>| {
            for i in 0..usize::from(S::N) {
                add(&self.lines[self.index.row(i, rank(own, i), rank(enemy, i))]);
            }
        };
        add_lines(own_board, enemy_board);
        add_lines(own_board.mirrored(), enemy_board.mirrored());
        let hidden = hidden.map(|unit| unit.clamp(0, (MOST_HIDDEN * LINE_UNITS) as i16));
        for (i, weights) in self.second.iter().enumerate() {
            let products = hidden.iter().zip(weights);
            let sum: i32 = products
                .map(|(&unit, &weight)| i32::from(unit) * i32::from(weight))
                .sum();
            let unit = self.second_bias[i] + sum as f32 / (LINE_UNITS * SECOND_UNITS);
            let unit = unit.max(0.0);
            for (sum, weight) in output.iter_mut().zip(self.output[i]) {
                *sum += unit * weight;
            }
        }
        let [odds, effort] = output;
        Output { odds, effort }
    }

    /// What a position starts with. Turns, at most 255, are those of the side to move, and those
    /// that the other one would have.
    #[inline]
    pub fn numbers<S: Size>(&self, setup: &Setup<S>, turns: usize, enemy_turns: usize) -> Numbers {
        let Output { odds, effort } = self.evaluate(setup, turns, enemy_turns);
        let odds = (odds.clamp(-MOST_ODDS, MOST_ODDS) + MOST_ODDS) * STEPS;
        let effort = self.by_effort[(effort.clamp(0.0, MOST_EFFORT) * STEPS) as usize];
        let [proof, disproof] = self.by_odds[odds as usize];
        Numbers {
            proof: proof * effort,
            disproof: disproof * effort * self.by_turns[turns],
        }
    }
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Position, Six};
    use proptest::prelude::*;

    use super::*;
    use crate::players::{random_turn, seeded};
    use crate::solve::estimate::MOST_TURNS;
    use crate::solve::estimate::weights::Inputs;

    fn weights() -> Weights {
        Weights::from_bytes(include_bytes!("6.weights")).unwrap()
    }

    fn random(seed: u64) -> Position<Six> {
        let mut rng = seeded(seed);
        let mut position = Position::start();
        for _ in 0..seed % 30 {
            match random_turn(&position, &mut rng) {
                Some(turn) => position.play_unchecked(&turn),
                None => break,
            }
        }
        position
    }

    /// Turns that the side to move has, and that the other one would have.
    fn turns(setup: &Setup<Six>) -> [usize; 2] {
        let side = setup.side_to_move;
        [side, !side].map(|side| setup.mobility(side, MOST_TURNS) as usize)
    }

    proptest! {
        #[test]
        fn whole_numbers_come_to_what_the_plain_way_does(seed in any::<u64>()) {
            let setup = random(seed).setup();
            let network = network::<Six>().unwrap();
            let [own, enemy] = turns(&setup);
            let quick = network.evaluate(&setup, own, enemy);
            let plain = weights().evaluate(&Inputs::of(&setup, &LineIndex::new(6)));
            // Twenty rows are rounded, and the second layer's weights.
            prop_assert!((quick.odds - plain.odds).abs() < 0.25, "{quick:?} {plain:?}");
            prop_assert!((quick.effort - plain.effort).abs() < 0.25, "{quick:?} {plain:?}");
        }

        #[test]
        fn the_numbers_are_the_same_for_all_symmetries(seed in any::<u64>()) {
            let setup = random(seed).setup();
            let network = network::<Six>().unwrap();
            let [own, enemy] = turns(&setup);
            let numbers = network.numbers(&setup, own, enemy);
            prop_assert!(!numbers.is_proved());
            let mirrored = Setup { tokens: setup.tokens.map(Bitboard::mirrored), ..setup };
            // Seen from the other side of the board, by the other side.
            let half_turn = |board: Bitboard<Six>| {
                let [low, _] = board.halves();
                Bitboard::from_halves([low.reverse_bits() >> (64 - 36), 0])
            };
            let [red, teal] = setup.tokens.map(half_turn);
            let [red_reserve, teal_reserve] = setup.reserves;
            let turned = Setup {
                tokens: [teal, red],
                reserves: [teal_reserve, red_reserve],
                side_to_move: !setup.side_to_move,
            };
            for other in [mirrored, turned] {
                prop_assert_eq!(turns(&other), [own, enemy]);
                let same = network.numbers(&other, own, enemy);
                // The columns come before the rows, and sums of whole numbers are exact.
                prop_assert_eq!(same, numbers);
            }
        }
    }

    #[test]
    fn what_is_out_of_range_is_the_most_that_there_is() {
        // Reserves that no game can have, and a board of nothing but tokens.
        let full = Setup::<Six> {
            tokens: [Bitboard::ALL, Bitboard::EMPTY],
            reserves: [255, 255],
            side_to_move: jumpers_core::Color::Red,
        };
        let mut huge = weights();
        huge.scalars = huge.scalars.map(|row| row.map(|weight| weight * 1e9));
        huge.direct = huge.direct.map(|row| row.map(|weight| weight * 1e9));
        for network in [Network::new(&weights()), Network::new(&huge)] {
            let numbers = network.unwrap().numbers(&full, 255, 255);
            assert!(!numbers.is_proved(), "{numbers:?}");
            assert!(numbers.proof > 1e-9 && numbers.proof < 1e9, "{numbers:?}");
            assert!(
                numbers.disproof > 1e-9 && numbers.disproof < 1e9,
                "{numbers:?}"
            );
        }
        let mut too_large = weights();
        too_large.second = [[1e9; SECOND]; HIDDEN];
        assert_eq!(
            Network::new(&too_large).unwrap_err(),
            WeightsError::TooLarge
        );
    }
}
