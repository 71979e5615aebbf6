//! What a learned estimate is computed from, and its weights: the format of their file, and the
//! plain way to evaluate them.
//!
//! A position is seen as the 2N lines of its board. What is on a line, for the side to move, is one
//! number of N digits to the base 3 (0 empty, 1 own, 2 enemy); a line read from its other end is the
//! same line, and lines as far from the edge share their weights (patterns: M. Buro, "Improving
//! heuristic mini-max search by supervised learning", 2002). Each line has [`HIDDEN`] weights; their
//! sums, with those of the [`SCALARS`], are the first layer of a small network (as in NNUE: Y. Nasu,
//! 2018).

use jumpers_core::{Bitboard, Setup, Size};
use zerocopy::byteorder::little_endian::{F32, I16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::MOST_TURNS;

/// Units of the first layer.
pub const HIDDEN: usize = 32;
/// Units of the second layer.
pub const SECOND: usize = 16;
/// Numbers besides the lines: see [`Inputs::scalars`].
pub const SCALARS: usize = 9;
/// What comes out: see [`Output`].
pub const OUTPUTS: usize = 2;
/// A unit of the first layer gives no more than this, nor less than nothing.
pub const MOST_HIDDEN: f32 = 31.0;
/// The weights of lines are whole numbers of this part of one.
pub const LINE_UNITS: f32 = 256.0;

/// What the network sees of a position, from the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// For each line, ranks from the first and then files from the first, the row of its weights.
    pub lines: Vec<u16>,
    /// One; the own reserve and the enemy's; the own tokens and the enemy's; the natural logarithms
    /// of one more than the turns that the side to move has and that the other one would have; must
    /// the side to move capture, and would the other one have to (0 or 1)?
    pub scalars: [f32; SCALARS],
}

/// What the network makes of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    /// The natural logarithm of the odds that the side to move wins.
    pub odds: f32,
    /// The natural logarithm of the positions that it takes to find out who wins.
    pub effort: f32,
}

/// The rows of weights that lines of a board have.
#[derive(Clone, Debug)]
pub struct LineIndex {
    size: usize,
    /// For each set of points of a line the number with digits 1 there, to the base 3.
    ternary: Vec<u16>,
    /// For each line, read from either end, its number among the different ones.
    different: Vec<u16>,
    different_count: usize,
}

impl LineIndex {
    /// For boards of `size` × `size` points, at most 8.
    pub fn new(size: u8) -> Self {
        assert!(size <= 8, "too many different lines");
        let size = usize::from(size);
        let digits = |line: usize| (0..size).map(move |i| line / 3usize.pow(i as u32) % 3);
        let value = |digits: &mut dyn Iterator<Item = usize>| digits.fold(0, |sum, d| 3 * sum + d);
        let ternary = (0..1usize << size)
            .map(|set| value(&mut (0..size).rev().map(|i| set >> i & 1)) as u16)
            .collect();
        let mut different = Vec::new();
        let mut different_count = 0;
        for line in 0..3usize.pow(size as u32) {
            // The digits come lowest first, so that this reads the line from its other end.
            let reversed = value(&mut digits(line));
            if reversed < line {
                different.push(different[reversed]);
            } else {
                different.push(different_count as u16);
                different_count += 1;
            }
        }
        LineIndex {
            size,
            ternary,
            different,
            different_count,
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.size.div_ceil(2) * self.different_count
    }

    /// How many rows lines that are as far from the edge have.
    pub fn rows_of_class(&self) -> usize {
        self.different_count
    }

    /// The row of a line, the `i`-th from an edge, with these points of both sides.
    #[inline(always)]
    pub fn row(&self, i: usize, own: usize, enemy: usize) -> usize {
        let line = self.ternary[own] + 2 * self.ternary[enemy];
        let class = i.min(self.size - 1 - i);
        class * self.different_count + usize::from(self.different[usize::from(line)])
    }
}

/// The points of the `i`-th rank, bit x for file x.
#[inline(always)]
pub(super) fn rank<S: Size>(board: Bitboard<S>, i: usize) -> usize {
    let n = usize::from(S::N);
    let [low, _] = board.halves();
    (low >> (n * i)) as usize & ((1 << n) - 1)
}

impl Inputs {
    /// What is to be seen of a position on a board of at most 8×8 points.
    pub fn of<S: Size>(setup: &Setup<S>, index: &LineIndex) -> Self {
        let own = setup.side_to_move;
        let other = Setup {
            side_to_move: !own,
            ..*setup
        };
        let [own_board, enemy_board] = [own, !own].map(|side| setup.tokens[side]);
        let rows = |own: Bitboard<S>, enemy: Bitboard<S>| {
            let row = move |i| index.row(i, rank(own, i), rank(enemy, i)) as u16;
            (0..usize::from(S::N)).map(row)
        };
        let files = rows(own_board.mirrored(), enemy_board.mirrored());
        let turns = |side| (setup.mobility(side, MOST_TURNS) as f32).ln_1p();
        let is = |yes: bool| f32::from(u8::from(yes));
        Inputs {
            lines: rows(own_board, enemy_board).chain(files).collect(),
            scalars: [
                1.0,
                f32::from(setup.reserves[own]),
                f32::from(setup.reserves[!own]),
                own_board.len() as f32,
                enemy_board.len() as f32,
                turns(own),
                turns(!own),
                is(setup.must_capture()),
                is(other.must_capture()),
            ],
        }
    }
}

/// The weights of the network for one size of board.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// N, for boards of N×N points.
    pub size: u8,
    /// From each row of a line to the first layer.
    pub lines: Vec<[f32; HIDDEN]>,
    /// From each scalar to the first layer.
    pub scalars: [[f32; HIDDEN]; SCALARS],
    /// From each scalar to what comes out.
    pub direct: [[f32; OUTPUTS]; SCALARS],
    /// From the first layer to the second one.
    pub second: [[f32; SECOND]; HIDDEN],
    /// What the second layer starts with.
    pub second_bias: [f32; SECOND],
    /// From the second layer to what comes out: the odds, the effort.
    pub output: [[f32; OUTPUTS]; SECOND],
}

/// Bytes that are no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// They are not of this format.
    #[error("no weights of an estimate: they should begin with `{MAGIC_TEXT}`")]
    Magic,
    /// They are for a board that the format does not allow for.
    #[error("weights for a board of {0}×{0} points; they can be for 4×4 to 8×8")]
    Size(u32),
    /// There are so few of them that they do not say for which board they are.
    #[error("weights that end after {0} bytes, within their head")]
    Short(usize),
    /// There are too few of them or too many.
    #[error("weights for a board of {size}×{size} points take {expected} bytes, not {found}")]
    Length {
        /// N, for boards of N×N points.
        size: u8,
        /// The bytes that they take.
        expected: usize,
        /// The bytes that there are.
        found: usize,
    },
    /// Some are so large that sums of them would overflow, or not numbers.
    #[error("weights that are too large")]
    TooLarge,
}

const MAGIC_TEXT: &str = "JMPESTM1";

/// The file: all numbers are little-endian, and there is nothing between them.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
struct Head {
    magic: [u8; 8],
    size: U32,
    scalars: [[F32; HIDDEN]; SCALARS],
    direct: [[F32; OUTPUTS]; SCALARS],
    second: [[F32; SECOND]; HIDDEN],
    second_bias: [F32; SECOND],
    output: [[F32; OUTPUTS]; SECOND],
}

/// After the head, for each row of a line: weights in units of 1/[`LINE_UNITS`].
type LineRow = [I16; HIDDEN];

fn floats<const N: usize, const M: usize>(from: [[F32; N]; M]) -> [[f32; N]; M] {
    from.map(|row| row.map(F32::get))
}

fn little<const N: usize, const M: usize>(from: [[f32; N]; M]) -> [[F32; N]; M] {
    from.map(|row| row.map(F32::new))
}

impl Weights {
    /// As the file holds them.
    ///
    /// # Errors
    /// If a weight is too large.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WeightsError> {
        let head = Head {
            magic: *MAGIC_TEXT.as_bytes().first_chunk().expect("eight bytes"),
            size: U32::new(self.size.into()),
            scalars: little(self.scalars),
            direct: little(self.direct),
            second: little(self.second),
            second_bias: self.second_bias.map(F32::new),
            output: little(self.output),
        };
        let mut bytes = head.as_bytes().to_vec();
        for weight in self.lines.as_flattened() {
            let units = (weight * LINE_UNITS).round();
            if units.is_nan() || units.abs() > f32::from(i16::MAX) {
                return Err(WeightsError::TooLarge);
            }
            bytes.extend((units as i16).to_le_bytes());
        }
        Ok(bytes)
    }

    /// From a file's bytes.
    ///
    /// # Errors
    /// If they are no weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        if !bytes.starts_with(MAGIC_TEXT.as_bytes()) {
            return Err(WeightsError::Magic);
        }
        let (head, rest) =
            Head::read_from_prefix(bytes).map_err(|_| WeightsError::Short(bytes.len()))?;
        let size = match head.size.get() {
            size @ 4..=8 => size as u8,
            size => return Err(WeightsError::Size(size)),
        };
        let rows = LineIndex::new(size).rows();
        let lines = <[LineRow]>::ref_from_bytes(rest)
            .ok()
            .filter(|lines| lines.len() == rows)
            .ok_or_else(|| WeightsError::Length {
                size,
                expected: size_of::<Head>() + rows * size_of::<LineRow>(),
                found: bytes.len(),
            })?;
        let line = |row: &LineRow| row.map(|weight| f32::from(weight.get()) / LINE_UNITS);
        Ok(Weights {
            size,
            lines: lines.iter().map(line).collect(),
            scalars: floats(head.scalars),
            direct: floats(head.direct),
            second: floats(head.second),
            second_bias: head.second_bias.map(F32::get),
            output: floats(head.output),
        })
    }

    /// What the network makes of a position, the plain way.
    pub fn evaluate(&self, inputs: &Inputs) -> Output {
        let mut hidden = [0.0; HIDDEN];
        let rows = inputs
            .lines
            .iter()
            .map(|&row| (1.0, &self.lines[usize::from(row)]));
        let scalars = inputs.scalars.iter().copied().zip(&self.scalars);
        for (input, weights) in rows.chain(scalars) {
            for (sum, weight) in hidden.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        let mut second = self.second_bias;
        for (unit, weights) in hidden.iter().zip(&self.second) {
            for (sum, weight) in second.iter_mut().zip(weights) {
                *sum += unit.clamp(0.0, MOST_HIDDEN) * weight;
            }
        }
        let mut output = [0.0; OUTPUTS];
        let direct = inputs.scalars.iter().copied().zip(&self.direct);
        let units = second.iter().map(|unit| unit.max(0.0));
        for (input, weights) in units.zip(&self.output).chain(direct) {
            for (sum, weight) in output.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        let [odds, effort] = output;
        Output { odds, effort }
    }
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Color, Position, Six, Square};

    use super::*;

    /// Weights that differ from each other.
    fn some(size: u8) -> Weights {
        let mut next = 0;
        let mut weight = || {
            next += 1;
            (next % 1000) as f32 / 256.0 - 1.5
        };
        Weights {
            size,
            lines: (0..LineIndex::new(size).rows())
                .map(|_| std::array::from_fn(|_| weight()))
                .collect(),
            scalars: std::array::from_fn(|_| std::array::from_fn(|_| weight())),
            direct: std::array::from_fn(|_| std::array::from_fn(|_| weight())),
            second: std::array::from_fn(|_| std::array::from_fn(|_| weight())),
            second_bias: std::array::from_fn(|_| weight()),
            output: std::array::from_fn(|_| std::array::from_fn(|_| weight())),
        }
    }

    #[test]
    fn bytes_keep_weights() {
        for size in 4..=8 {
            let weights = some(size);
            let bytes = weights.to_bytes().unwrap();
            assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
        }
    }

    #[test]
    fn what_is_no_weights_is_refused() {
        let bytes = some(5).to_bytes().unwrap();
        for length in 0..bytes.len() {
            let error = Weights::from_bytes(&bytes[..length]).unwrap_err();
            let head = size_of::<Head>();
            let expected = match length {
                0..8 => WeightsError::Magic,
                _ if length < head => WeightsError::Short(length),
                _ => WeightsError::Length {
                    size: 5,
                    expected: bytes.len(),
                    found: length,
                },
            };
            assert_eq!(error, expected);
        }
        let longer = [&bytes[..], &[0]].concat();
        let expected = WeightsError::Length {
            size: 5,
            expected: bytes.len(),
            found: bytes.len() + 1,
        };
        assert_eq!(Weights::from_bytes(&longer).unwrap_err(), expected);
        for size in [0, 3, 9, 10, 255] {
            let mut other = bytes.clone();
            other[8] = size;
            let error = Weights::from_bytes(&other).unwrap_err();
            assert_eq!(error, WeightsError::Size(size.into()));
        }
        for weight in [f32::NAN, f32::INFINITY, 128.0, -128.0] {
            let mut weights = some(6);
            weights.lines[7][7] = weight;
            assert_eq!(weights.to_bytes().unwrap_err(), WeightsError::TooLarge);
        }
    }

    /// The text of each line of a board, from the side to move, whichever end comes first in the
    /// alphabet.
    fn line_texts(setup: &Setup<Six>) -> Vec<String> {
        let at = |x: u8, y: u8| {
            let square = Square::new(x, y).unwrap();
            let own = setup.side_to_move;
            match () {
                () if setup.tokens[own].contains(square) => 'o',
                () if setup.tokens[!own].contains(square) => 'e',
                () => '.',
            }
        };
        let ranks = (0..6).map(|y| (0..6).map(|x| at(x, y)).collect::<String>());
        let files = (0..6).map(|x| (0..6).map(|y| at(x, y)).collect::<String>());
        let either_end = |text: String| {
            let reversed: String = text.chars().rev().collect();
            text.min(reversed)
        };
        ranks.chain(files).map(either_end).collect()
    }

    #[test]
    fn lines_have_one_row_each_for_their_distance_from_the_edge() {
        let index = LineIndex::new(6);
        // 3^6 lines, 3^3 of them the same from both ends; three distances.
        assert_eq!(index.rows(), 3 * (729 + 27) / 2);
        let mut seen = std::collections::HashMap::new();
        let mut texts = std::collections::HashMap::new();
        let mut rng = crate::players::seeded(1);
        let mut position = Position::<Six>::start();
        for _ in 0..20_000 {
            match crate::players::random_turn(&position, &mut rng) {
                Some(turn) => position.play_unchecked(&turn),
                None => position = Position::start(),
            }
            let setup = position.setup();
            let rows = Inputs::of(&setup, &index).lines;
            for ((row, text), i) in rows.iter().zip(line_texts(&setup)).zip(0..) {
                let from_edge = (i % 6).min(5 - i % 6);
                let line = (from_edge, text);
                assert_eq!(*seen.entry(*row).or_insert(line.clone()), line);
                assert_eq!(texts.entry(line).or_insert(*row), row);
            }
        }
        assert!(seen.len() > 500, "{}", seen.len());
    }

    #[test]
    fn scalars_are_what_they_say() {
        let position: Position<Six> = "6/6/2t3/1rr3/rr4/rr4 t 7 9".parse().unwrap();
        let setup = position.setup();
        assert_eq!(setup.side_to_move, Color::Teal);
        let scalars = Inputs::of(&setup, &LineIndex::new(6)).scalars;
        // Teal's only token can jump over c3 and cannot hop; Red can take it by c3-c5 alone.
        assert_eq!(scalars[..5], [1.0, 9.0, 7.0, 1.0, 6.0]);
        assert_eq!(scalars[7..], [1.0, 1.0]);
        assert_eq!(scalars[5..7], [2.0f32.ln(), 2.0f32.ln()]);
    }
}
