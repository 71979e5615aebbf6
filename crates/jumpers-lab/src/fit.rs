//! A curve through points, and how far it can be trusted beyond them.

use nalgebra::{DMatrix, DVector};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// What is within the bounds of an [`Estimate`] with this probability, if the points lie about such
/// a curve at all.
pub const CONFIDENCE: f64 = 0.95;

/// A polynomial fitted by least squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// How many points.
    points: usize,
    /// Powers of x are of its distance from this.
    middle: f64,
    /// One for each power of x, from 0 on.
    coefficients: DVector<f64>,
    /// (XᵀX)⁻¹, where the rows of X are the powers of the points' x.
    inverse: DMatrix<f64>,
    /// The standard deviation of the points from the curve.
    deviation: f64,
    /// Two-sided quantile of Student's distribution.
    quantile: f64,
}

/// A number and its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// It is so much at least.
    pub low: f64,
    /// It is so much at most.
    pub high: f64,
}

impl Estimate {
    fn around(value: f64, margin: f64) -> Self {
        Estimate {
            value,
            low: value - margin,
            high: value + margin,
        }
    }

    /// The same on another scale; `f` must grow with its argument.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Estimate {
            value: f(self.value),
            low: f(self.low),
            high: f(self.high),
        }
    }
}

impl Fit {
    /// Fits a polynomial of this degree to points (x, y). `None` if there are too few of them: it
    /// takes one more than a curve can go through exactly, and enough different x.
    ///
    /// ```
    /// use jumpers_lab::fit::Fit;
    /// let line = Fit::new(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)], 1).unwrap();
    /// assert!((line.at(10.0).value - 21.0).abs() < 1e-9);
    /// ```
    pub fn new(points: &[(f64, f64)], degree: usize) -> Option<Self> {
        let n = points.len();
        if n < degree + 2 {
            return None;
        }
        let middle = points.iter().map(|point| point.0).sum::<f64>() / n as f64;
        let powers = DMatrix::from_fn(n, degree + 1, |row, power| {
            (points[row].0 - middle).powi(power as i32)
        });
        let y = DVector::from_fn(n, |row, _| points[row].1);
        // With too few different x it has no inverse.
        let inverse = (powers.transpose() * &powers).cholesky()?.inverse();
        let coefficients = &inverse * powers.transpose() * &y;
        let squares = (&y - &powers * &coefficients).norm_squared();
        let freedom = (n - degree - 1) as f64;
        let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
        Some(Fit {
            points: n,
            middle,
            coefficients,
            inverse,
            deviation: (squares / freedom).sqrt(),
            quantile: student.inverse_cdf((1.0 + CONFIDENCE) / 2.0),
        })
    }

    /// How many points it is fitted to.
    pub fn points(&self) -> usize {
        self.points
    }

    /// What y grows by with each x, of a line; at the mean x, of another curve.
    pub fn slope(&self) -> Estimate {
        match self.coefficients.get(1) {
            Some(&slope) => {
                let variance = self.inverse[(1, 1)];
                Estimate::around(slope, self.quantile * self.deviation * variance.sqrt())
            }
            None => Estimate::around(0.0, 0.0),
        }
    }

    /// What another point at x would have as its y (a prediction interval).
    pub fn at(&self, x: f64) -> Estimate {
        let powers = DVector::from_fn(self.coefficients.len(), |power, _| {
            (x - self.middle).powi(power as i32)
        });
        let variance = 1.0 + (&self.inverse * &powers).dot(&powers);
        Estimate::around(
            self.coefficients.dot(&powers),
            self.quantile * self.deviation * variance.sqrt(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} {b}");
    }

    #[test]
    fn a_line_is_that_of_a_worked_example() {
        // x and y with means 3 and 4, Sxx = 10, Sxy = 6, Syy = 6: slope 0.6, squares 2.4.
        let points = [(1.0, 2.0), (2.0, 4.0), (3.0, 5.0), (4.0, 4.0), (5.0, 5.0)];
        let fit = Fit::new(&points, 1).unwrap();
        let slope = fit.slope();
        assert_near(slope.value, 0.6);
        // Student's quantile with three degrees of freedom is 3.18245; deviation sqrt(0.8).
        assert_near(slope.high - 0.6, 3.18245 * (0.8f64 / 10.0).sqrt());
        assert_near(0.6 - slope.low, 3.18245 * (0.8f64 / 10.0).sqrt());
        let at = fit.at(8.0);
        assert_near(at.value, 7.0);
        assert_near(at.high - 7.0, 3.18245 * (0.8f64 * (1.0 + 0.2 + 2.5)).sqrt());
        assert_near(at.map(|y| 2.0 * y).low, 2.0 * at.low);
    }

    #[test]
    fn a_parabola_is_found_again() {
        let parabola = |x: f64| 3.0 + 2.0 * x - 0.25 * x * x;
        let points: Vec<_> = (3..9).map(f64::from).map(|x| (x, parabola(x))).collect();
        let fit = Fit::new(&points, 2).unwrap();
        let at = fit.at(20.0);
        for number in [at.value, at.low, at.high] {
            assert_near(number, parabola(20.0));
        }
        // Its bounds are wider than those of a line, and both get wider further out.
        let bent: Vec<_> = points
            .iter()
            .enumerate()
            .map(|(i, &(x, y))| (x, y + [0.1, -0.1][i % 2]))
            .collect();
        let fit = Fit::new(&bent, 2).unwrap();
        let width = |x| fit.at(x).high - fit.at(x).low;
        assert!(width(9.0) > width(6.0) && width(20.0) > width(9.0));
    }

    #[test]
    fn too_few_points_have_no_fit() {
        let points = [(0.0, 0.0), (1.0, 1.0), (2.0, 5.0)];
        assert_eq!(Fit::new(&points[..2], 1), None);
        assert!(Fit::new(&points, 1).is_some());
        assert_eq!(Fit::new(&points, 2), None);
        assert_eq!(Fit::new(&[(1.0, 0.0), (1.0, 1.0), (1.0, 2.0)], 1), None);
    }
}
