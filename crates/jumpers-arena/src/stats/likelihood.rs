//! The likelihood of counts of pairs: a multinomial of three cells, and its maximum under a
//! hypothesis.
//!
//! Both maxima are exact. Where a cell is empty they may lie on the border of the simplex, and the
//! value is the supremum; nothing is added to the counts.

use super::elo::t_of_normalized_elo;
use super::pairs::PairCounts;
use super::root::root;
use crate::tournament::EloModel;

/// The 95 % point of the χ² distribution with one degree of freedom.
pub const CHI_SQUARED_95: f64 = 3.841_458_820_694_124;

/// The probabilities of a pair's scores; they are not negative, and their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    /// Of 0 points of 2.
    pub lost: f64,
    /// Of 1 point of 2.
    pub split: f64,
    /// Of 2 points of 2.
    pub won: f64,
}

impl Cells {
    /// The shares of the counts, where the likelihood has its maximum; none of no pairs.
    pub fn observed(counts: &PairCounts) -> Option<Cells> {
        let [lost, split, won] = counts.as_floats();
        let pairs = lost + split + won;
        (pairs > 0.0).then(|| Cells {
            lost: lost / pairs,
            split: split / pairs,
            won: won / pairs,
        })
    }

    /// The expected score of a game, 0 to 1.
    pub fn score(&self) -> f64 {
        self.won + self.split / 2.0
    }

    /// The variance of the mean score of a pair's games.
    pub fn variance(&self) -> f64 {
        self.lost * self.won + self.split * (self.lost + self.won) / 4.0
    }

    /// The logarithm of the likelihood of counts, without the multinomial coefficient.
    pub fn log_likelihood(&self, counts: &PairCounts) -> f64 {
        let counts = counts.as_floats();
        let terms = counts.iter().zip(self.as_array());
        terms.map(|(count, cell)| term(*count, cell)).sum()
    }

    /// Lost, split, won.
    pub(crate) fn as_array(self) -> [f64; 3] {
        [self.lost, self.split, self.won]
    }

    fn swapped(self) -> Cells {
        Cells {
            lost: self.won,
            split: self.split,
            won: self.lost,
        }
    }
}

/// `count` times the logarithm of `cell`; an empty cell says nothing of its probability.
fn term(count: f64, cell: f64) -> f64 {
    if count == 0.0 { 0.0 } else { count * cell.ln() }
}

/// What is claimed of the probabilities of a pair's scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypothesis(Claim);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Claim {
    /// The expected score, and 1 minus it: each has its full precision.
    Score { score: f64, complement: f64 },
    /// The t-value t, as τ = t / √(1 + t²), and 1 − |τ|.
    T { tau: f64, complement: f64 },
}

impl Hypothesis {
    /// The difference is `elo`, a number in units of `model`. Beyond ±100,000 it is taken as that:
    /// the probabilities would not be told from 0.
    pub fn new(model: EloModel, elo: f64) -> Hypothesis {
        let elo = elo.clamp(-1e5, 1e5);
        Hypothesis(match model {
            EloModel::Logistic => {
                let odds = 10f64.powf(elo / 400.0);
                Claim::Score {
                    score: 1.0 / (1.0 + 1.0 / odds),
                    complement: 1.0 / (1.0 + odds),
                }
            }
            EloModel::Normalized => {
                let t = t_of_normalized_elo(elo);
                let hypotenuse = t.hypot(1.0);
                Claim::T {
                    tau: t / hypotenuse,
                    complement: 1.0 / (hypotenuse * (hypotenuse + t.abs())),
                }
            }
        })
    }

    /// The probabilities under this hypothesis that make the counts likeliest.
    pub fn likeliest(&self, counts: &PairCounts) -> Cells {
        self.likeliest_of(counts.as_floats())
    }

    /// The same for counts or shares that need not be whole: lost, split, won.
    pub(crate) fn likeliest_of(&self, counts: [f64; 3]) -> Cells {
        match self.0 {
            Claim::Score { score, complement } => likeliest_of_score(counts, score, complement),
            Claim::T { tau, complement } if tau >= 0.0 => likeliest_of_t(counts, tau, complement),
            Claim::T { tau, complement } => {
                let [lost, split, won] = counts;
                likeliest_of_t([won, split, lost], -tau, complement).swapped()
            }
        }
    }

    /// The logarithm of the largest likelihood of the counts under this hypothesis.
    pub fn log_likelihood(&self, counts: &PairCounts) -> f64 {
        self.likeliest(counts).log_likelihood(counts)
    }
}

/// The maximum at an expected score μ.
///
/// With a = 2(1 − μ), b = 2μ and the split probability s, a pair is lost with (a − s)/2 and won
/// with (b − s)/2. The derivative of the likelihood by s is 0 where
///
/// ```text
/// N s² − (2 split + b lost + a won) s + a b split = 0
/// ```
///
/// and the smaller root is the maximum. This is the dual equation of empirical likelihood (Owen
/// 1988) for three cells, where it has a closed form. All is arranged so that no two nearly equal
/// numbers are subtracted.
fn likeliest_of_score(counts: [f64; 3], score: f64, complement: f64) -> Cells {
    let [lost, split, won] = counts;
    let (a, b) = (2.0 * complement, 2.0 * score);
    let half = 2.0 * split + b * lost + a * won;
    if half == 0.0 {
        // No pairs: any probabilities are as likely.
        return Cells {
            lost: complement,
            split: 0.0,
            won: score,
        };
    }
    let e = split * (a - b) + b * lost + a * won;
    let f = split * (b - a) + b * lost + a * won;
    let discriminant = if b >= a {
        e * e + 4.0 * lost * split * b * (b - a)
    } else {
        f * f + 4.0 * won * split * a * (a - b)
    };
    let root = discriminant.sqrt();
    let numerator = |x: f64, product: f64| {
        if x >= 0.0 {
            root + x
        } else {
            product / (root - x)
        }
    };
    let denominator = half + root;
    Cells {
        lost: a / 2.0 * numerator(e, 4.0 * lost * split * b * (b - a)) / denominator,
        split: 2.0 * split * a * b / denominator,
        won: b / 2.0 * numerator(f, 4.0 * won * split * a * (a - b)) / denominator,
    }
}

/// The maximum at a t-value of 0 or more, given as τ = t / √(1 + t²) and 1 − τ.
///
/// With d = won − lost and q = won + lost, t is d / √(q − d²), so d = τ √q: with r = √q, from τ
/// to 1, a pair is won with r(r + τ)/2, lost with r(r − τ)/2 and split with 1 − r². The likelihood
/// is a sum of logarithms of linear functions of r and τ, so it is concave in both, and its
/// derivative by r has one zero at most.
fn likeliest_of_t(counts: [f64; 3], tau: f64, complement: f64) -> Cells {
    let [lost, split, won] = counts;
    let decided = lost + won;
    // r = τ + (1 − τ) u; so r − τ and 1 − r keep their digits.
    let u = if split == 0.0 {
        1.0
    } else if decided == 0.0 {
        0.0
    } else {
        let slope = |u: f64| {
            let (above, below) = (complement * u, complement * (1.0 - u));
            let r = tau + above;
            let outer = below * (1.0 + r);
            let inner = above * (r + tau);
            // The derivative, times r (r² − τ²) (1 − r²), which is not negative.
            inner * (decided * outer - 2.0 * split * r * r)
                + r * outer * (won * above + lost * (r + tau))
        };
        // Near u = 0 it is positive or, if no pair was lost, may be negative for all u.
        if lost == 0.0 && at_least_split(tau, complement, split, won) {
            0.0
        } else {
            root(slope, 1e-100, 1.0)
        }
    };
    let (above, below) = (complement * u, complement * (1.0 - u));
    let r = tau + above;
    Cells {
        lost: r * above / 2.0,
        split: below * (1.0 + r),
        won: r * (r + tau) / 2.0,
    }
}

/// Whether, with no pair lost, the likelihood falls from r = τ on: there its derivative is
/// −2 split τ / (1 − τ²) + won / τ + won / (2τ).
fn at_least_split(tau: f64, complement: f64, split: f64, won: f64) -> bool {
    4.0 * split * tau * tau >= 3.0 * won * complement * (1.0 + tau)
}
