//! Times, and what they come to.

use std::fmt;
use std::time::Duration;

/// Times in milliseconds; they may be negative.
#[derive(Default)]
pub struct Times(Vec<f64>);

impl Times {
    /// Adds the time by which one exceeds the other.
    pub fn add_excess(&mut self, long: Duration, short: Duration) {
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        self.0.push(millis(long) - millis(short));
    }

    /// Adds those of another.
    pub fn append(&mut self, other: Times) {
        self.0.extend(other.0);
    }

    /// So many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Sorts them.
    pub fn sorted(mut self) -> Sorted {
        self.0.sort_by(f64::total_cmp);
        Sorted(self.0)
    }
}

/// Times in their order.
pub struct Sorted(Vec<f64>);

impl Sorted {
    /// The time that so much of all are not longer than; 1 is the longest.
    pub fn quantile(&self, part: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = (last as f64 * part).ceil() as usize;
        self.0.get(index).copied().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Sorted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "median {:.2} ms, 99 % within {:.2} ms, longest {:.2} ms",
            self.quantile(0.5),
            self.quantile(0.99),
            self.quantile(1.0),
        )
    }
}
