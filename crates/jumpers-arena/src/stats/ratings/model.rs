//! The Bradley–Terry model with Red's advantage: its likelihood, prior and derivatives.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::RatedPair;

/// The information of four even pairs. In the covariance of an engine's results the model's own
/// has this much weight against what was observed.
const MODEL_INFORMATION: f64 = 2.0;

/// All pairs of two engines on one board size.
#[derive(Clone, Debug, PartialEq)]
struct Meeting {
    a: usize,
    b: usize,
    /// The place of the board size.
    size: usize,
    /// Numbers of pairs, by whether Red won the game in which `a` was Red (first index), and
    /// whether Red won the other one (second).
    outcomes: [[f64; 2]; 2],
}

impl Meeting {
    fn pairs(&self) -> f64 {
        self.outcomes.iter().flatten().sum()
    }

    /// Red's wins of the games in which `a` was Red, and of the others.
    fn red_wins(&self) -> [f64; 2] {
        let [[_, second], [first, both]] = self.outcomes;
        [first + both, second + both]
    }
}

/// The games, and with them the likelihood. Its parameters are the engines' ratings and then
/// Red's advantage on each size, in units of the logarithm of odds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) engines: usize,
    /// The board sizes, ascending.
    pub(super) sizes: Vec<u8>,
    meetings: Vec<Meeting>,
}

/// Games and wins, of an engine, or of Red on a board size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Record {
    pub(super) games: u64,
    pub(super) wins: u64,
}

impl Model {
    /// The model of these pairs, each of two engines of those that there are.
    pub(super) fn of(engines: usize, pairs: &[RatedPair]) -> Model {
        let mut sizes: Vec<u8> = pairs.iter().map(|pair| pair.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut meetings = BTreeMap::<(usize, usize, u8), [[u64; 2]; 2]>::new();
        for pair in pairs {
            let [first, second] = pair.red_won.map(usize::from);
            let (key, [first, second]) = if pair.first < pair.second {
                ((pair.first, pair.second, pair.size), [first, second])
            } else {
                ((pair.second, pair.first, pair.size), [second, first])
            };
            meetings.entry(key).or_default()[first][second] += 1;
        }
        let meetings = meetings
            .into_iter()
            .map(|((a, b, size), outcomes)| Meeting {
                a,
                b,
                size: sizes.partition_point(|&smaller| smaller < size),
                outcomes: outcomes.map(|row| row.map(|count| count as f64)),
            });
        Model {
            engines,
            meetings: meetings.collect(),
            sizes,
        }
    }

    /// How many parameters there are.
    pub(super) fn parameters(&self) -> usize {
        self.engines + self.sizes.len()
    }

    /// The engines that met.
    pub(super) fn met(&self) -> impl Iterator<Item = (usize, usize)> {
        self.meetings.iter().map(|meeting| (meeting.a, meeting.b))
    }

    /// The games and wins of each engine, then of Red on each size.
    pub(super) fn records(&self) -> Vec<Record> {
        let mut records = vec![Record::default(); self.parameters()];
        for meeting in &self.meetings {
            let pairs = meeting.pairs();
            let [first, second] = meeting.red_wins();
            for (place, wins) in [
                (meeting.a, first + pairs - second),
                (meeting.b, second + pairs - first),
                (self.engines + meeting.size, first + second),
            ] {
                records[place].games += 2 * pairs as u64;
                records[place].wins += wins as u64;
            }
        }
        records
    }

    /// The logits of Red's chances in the two games of a pair.
    fn logits(&self, meeting: &Meeting, x: &DVector<f64>) -> [f64; 2] {
        let (difference, red) = (x[meeting.a] - x[meeting.b], x[self.engines + meeting.size]);
        [red + difference, red - difference]
    }

    /// The logarithm of the likelihood and of the prior, in which each parameter has half a win
    /// and half a loss against 0.
    pub(super) fn objective(&self, x: &DVector<f64>) -> f64 {
        let prior = |&x: &f64| (log_chance(x) + log_chance(-x)) / 2.0;
        let games = |meeting: &Meeting| {
            let (pairs, wins) = (meeting.pairs(), meeting.red_wins());
            let logits = self.logits(meeting, x);
            let game = |game: usize| {
                let (wins, logit) = (wins[game], logits[game]);
                wins * log_chance(logit) + (pairs - wins) * log_chance(-logit)
            };
            game(0) + game(1)
        };
        self.meetings.iter().map(games).sum::<f64>() + x.iter().map(prior).sum::<f64>()
    }

    /// The gradient of the objective, and the information: minus its second derivatives.
    pub(super) fn derivatives(&self, x: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let mut gradient = DVector::zeros(self.parameters());
        let mut information = DMatrix::zeros(self.parameters(), self.parameters());
        for meeting in &self.meetings {
            let (pairs, wins) = (meeting.pairs(), meeting.red_wins());
            let logits = self.logits(meeting, x);
            let [first, second] = [0, 1].map(|game| wins[game] - pairs * chance(logits[game]));
            gradient[meeting.a] += first - second;
            gradient[meeting.b] -= first - second;
            gradient[self.engines + meeting.size] += first + second;
            let [first, second] = logits.map(|logit| pairs * chance(logit) * chance(-logit));
            self.add(
                &mut information,
                meeting,
                first + second,
                first - second,
                first + second,
            );
        }
        for (place, &x) in x.iter().enumerate() {
            gradient[place] += 0.5 - chance(x);
            information[(place, place)] += chance(x) * chance(-x);
        }
        (gradient, information)
    }

    /// The covariance of the gradient if pairs, not games, are independent.
    ///
    /// What a pair adds to the gradient is squared and summed. Where there are few pairs, or all
    /// games of an engine went the same way, that says little; so for two engines the covariance
    /// that the model itself has is mixed in, with the weight of
    /// [`MODEL_INFORMATION`] against the information of that engine which has less.
    pub(super) fn covariance(&self, x: &DVector<f64>) -> DMatrix<f64> {
        let mut informations = vec![0.0; self.engines];
        for meeting in &self.meetings {
            let of_model: f64 = self.variances(meeting, x).iter().sum();
            informations[meeting.a] += of_model;
            informations[meeting.b] += of_model;
        }
        let mut covariance = DMatrix::zeros(self.parameters(), self.parameters());
        for meeting in &self.meetings {
            let least = informations[meeting.a].min(informations[meeting.b]);
            let model = MODEL_INFORMATION / (MODEL_INFORMATION + least);
            let [first, second] = self.variances(meeting, x);
            let chances = self.logits(meeting, x).map(chance);
            let mut sums = [first + second, first - second, first + second].map(|sum| model * sum);
            for (first, row) in meeting.outcomes.iter().enumerate() {
                for (second, count) in row.iter().enumerate() {
                    let (first, second) = (first as f64 - chances[0], second as f64 - chances[1]);
                    let (difference, sum) = (first - second, first + second);
                    for (total, product) in
                        sums.iter_mut()
                            .zip([difference * difference, difference * sum, sum * sum])
                    {
                        *total += (1.0 - model) * count * product;
                    }
                }
            }
            self.add(&mut covariance, meeting, sums[0], sums[1], sums[2]);
        }
        covariance
    }

    /// The variances of Red's wins in the two games of all pairs of a meeting, if the games were
    /// independent.
    fn variances(&self, meeting: &Meeting, x: &DVector<f64>) -> [f64; 2] {
        let logits = self.logits(meeting, x);
        logits.map(|logit| meeting.pairs() * chance(logit) * chance(-logit))
    }

    /// Adds to a symmetric matrix the square of the vector that has d at `a`, −d at `b` and s at
    /// the size, given d², d s and s².
    fn add(&self, matrix: &mut DMatrix<f64>, meeting: &Meeting, dd: f64, ds: f64, ss: f64) {
        let (a, b, size) = (meeting.a, meeting.b, self.engines + meeting.size);
        for (row, column, value) in [(a, a, dd), (b, b, dd), (size, size, ss)] {
            matrix[(row, column)] += value;
        }
        for (row, column, value) in [(a, b, -dd), (a, size, ds), (b, size, -ds)] {
            matrix[(row, column)] += value;
            matrix[(column, row)] += value;
        }
    }
}

/// The chance at a logit.
fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The logarithm of the chance at a logit.
fn log_chance(logit: f64) -> f64 {
    logit.min(0.0) - (-logit.abs()).exp().ln_1p()
}
