//! The maximum of the model's likelihood, and how far it may be off.

use nalgebra::{DMatrix, DVector};

use super::components::groups;
use super::model::{Model, Record};
use super::{Advantage, Anchor, ELO_PER_NAT, RatedPair, Rating};
use crate::stats::Estimate;
use crate::stats::share::Z_95;

/// Steps of Newton's method: each multiplies the digits, or comes about one logit nearer where a
/// maximum is far out.
const MAX_STEPS: usize = 100;

/// The likeliest parameters and their covariance, in logarithms of odds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fit {
    /// The group of each engine.
    pub(super) groups: Vec<usize>,
    /// The board sizes, ascending.
    pub(super) sizes: Vec<u8>,
    /// The ratings, with mean 0 in each group, then Red's advantages.
    values: DVector<f64>,
    /// Of the values; none if rounding ate an information next to 0.
    covariance: Option<DMatrix<f64>>,
    /// Of the engines, then of Red.
    records: Vec<Record>,
}

impl Fit {
    pub(super) fn of(engines: usize, pairs: &[RatedPair]) -> Fit {
        let model = Model::of(engines, pairs);
        let groups = groups(engines, model.met());
        let centred = centring(&groups, model.parameters());
        let values = maximum(&model, &centred);
        // The sandwich: the inverse of the information on both sides of the gradient's covariance.
        let (_, information) = model.derivatives(&values);
        let covariance = regular(&information, &centred).cholesky().map(|cholesky| {
            let inverse = &centred * cholesky.inverse();
            &inverse * model.covariance(&values) * inverse.transpose()
        });
        Fit {
            groups,
            records: model.records(),
            sizes: model.sizes,
            values,
            covariance,
        }
    }

    /// An engine's rating, without the anchor's.
    pub(super) fn centred_rating(&self, engine: usize) -> f64 {
        self.values[engine]
    }

    /// An engine's rating.
    pub(super) fn rating(&self, engine: usize, anchor: Option<Anchor>) -> Rating {
        let record = self.records[engine];
        let anchor = anchor.filter(|anchor| self.groups[anchor.engine] == self.groups[engine]);
        let elo = match anchor {
            Some(anchor) => {
                let difference = self.difference(engine, anchor.engine);
                difference.map(|elo| elo + anchor.rating)
            }
            None => estimate(
                self.values[engine],
                self.covariance.as_ref().map(|of| of[(engine, engine)]),
                !record.only_losses(),
                !record.only_wins(),
            ),
        };
        Rating {
            engine,
            elo,
            games: record.games,
            wins: record.wins,
            group: self.groups[engine],
        }
    }

    /// The difference between two engines of one group.
    pub(super) fn difference(&self, first: usize, second: usize) -> Estimate {
        let (of_first, of_second) = (self.records[first], self.records[second]);
        let same = first == second;
        estimate(
            self.values[first] - self.values[second],
            self.variance(first, second),
            same || !of_first.only_losses() && !of_second.only_wins(),
            same || !of_first.only_wins() && !of_second.only_losses(),
        )
    }

    /// The variance of the difference between two engines of one group.
    pub(super) fn variance(&self, first: usize, second: usize) -> Option<f64> {
        self.covariance
            .as_ref()
            .map(|of| of[(first, first)] + of[(second, second)] - 2.0 * of[(first, second)])
    }

    /// Red's advantage on a size, by the size's place.
    pub(super) fn advantage(&self, size: usize) -> Advantage {
        let place = self.groups.len() + size;
        let record = self.records[place];
        Advantage {
            size: self.sizes[size],
            elo: estimate(
                self.values[place],
                self.covariance.as_ref().map(|of| of[(place, place)]),
                !record.only_losses(),
                !record.only_wins(),
            ),
            games: record.games,
            red_wins: record.wins,
        }
    }
}

impl Record {
    /// Whether no win sets a lower end.
    fn only_losses(self) -> bool {
        self.wins == 0
    }

    /// Whether no loss sets an upper end.
    fn only_wins(self) -> bool {
        self.wins == self.games
    }
}

fn estimate(value: f64, variance: Option<f64>, has_low: bool, has_high: bool) -> Estimate {
    let width = variance.map(|variance| Z_95 * variance.max(0.0).sqrt());
    Estimate {
        value: Some(ELO_PER_NAT * value),
        low: width
            .filter(|_| has_low)
            .map(|width| ELO_PER_NAT * (value - width)),
        high: width
            .filter(|_| has_high)
            .map(|width| ELO_PER_NAT * (value + width)),
    }
}

/// The matrix that subtracts from each engine's rating the mean of its group.
fn centring(groups: &[usize], parameters: usize) -> DMatrix<f64> {
    let mut sizes = vec![0.0; groups.len()];
    for &group in groups {
        sizes[group] += 1.0;
    }
    let mut matrix = DMatrix::identity(parameters, parameters);
    for (row, &group) in groups.iter().enumerate() {
        for (column, &other) in groups.iter().enumerate() {
            if group == other {
                matrix[(row, column)] -= 1.0 / sizes[group];
            }
        }
    }
    matrix
}

/// The information within the centred parameters, and such a one in the other directions that the
/// whole can be inverted.
fn regular(information: &DMatrix<f64>, centred: &DMatrix<f64>) -> DMatrix<f64> {
    let scale = information.diagonal().mean();
    let rest = DMatrix::identity(centred.nrows(), centred.ncols()) - centred;
    centred * information * centred + rest * scale
}

/// Newton's method from 0, with steps halved until the objective does not fall. The objective is
/// strictly concave, and has a maximum because of the prior.
fn maximum(model: &Model, centred: &DMatrix<f64>) -> DVector<f64> {
    let mut x = DVector::zeros(model.parameters());
    let mut objective = model.objective(&x);
    for _ in 0..MAX_STEPS {
        let (gradient, information) = model.derivatives(&x);
        let gradient = centred * gradient;
        let Some(cholesky) = regular(&information, centred).cholesky() else {
            break;
        };
        let mut step = centred * cholesky.solve(&gradient);
        // Twice what the objective can still gain, if it is nearly quadratic.
        let gain = gradient.dot(&step);
        if gain < 1e-10 {
            // Less than rounding shows in the objective; the digits of x double once more.
            return x + step;
        }
        for _ in 0..60 {
            let next = &x + &step;
            let reached = model.objective(&next);
            if reached >= objective {
                (x, objective) = (next, reached);
                break;
            }
            step /= 2.0;
        }
    }
    x
}
