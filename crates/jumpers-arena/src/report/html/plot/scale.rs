//! From values to places in a plot.

/// A range of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub low: f64,
    pub high: f64,
}

impl Scale {
    /// The range of all these values, and some of it more at both ends; about 0 if there are none.
    pub fn around(values: impl IntoIterator<Item = f64>, margin: f64) -> Self {
        let (low, high) = values
            .into_iter()
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if low > high {
            return Scale {
                low: -1.0,
                high: 1.0,
            };
        }
        let more = if high > low {
            (high - low) * margin
        } else {
            1.0
        };
        Scale {
            low: low - more,
            high: high + more,
        }
    }

    /// Where a value is, 0 at the lower end and 1 at the upper; values beyond are at the ends.
    pub fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Round values in the range, about as many as asked for, and the decimals that they need.
    pub fn ticks(&self, about: f64) -> (Vec<f64>, usize) {
        let rough = (self.high - self.low) / about;
        let magnitude = rough.log10().floor();
        let unit = 10f64.powf(magnitude);
        // The next of 1, 2, 5 and 10, the borders being geometric means.
        let step = match rough / unit {
            part if part < 1.5 => unit,
            part if part < 3.5 => unit * 2.0,
            part if part < 7.5 => unit * 5.0,
            _ => unit * 10.0,
        };
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        // A value at an end counts though rounding moves it out.
        let first = (self.low / step - 1e-9).ceil();
        let count = (self.high / step + 1e-9).floor() - first;
        let ticks = (0..=count.max(0.0) as usize).map(|place| (first + place as f64) * step);
        (ticks.collect(), decimals)
    }

    /// The same for values that are whole.
    pub fn whole_ticks(&self, about: f64) -> Vec<f64> {
        let about = about.min((self.high - self.low).max(1.0));
        let (ticks, _) = self.ticks(about);
        ticks
            .into_iter()
            .filter(|tick| (tick - tick.round()).abs() < 1e-9)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn ticks_are_round() {
        for (low, high, expected) in [
            (0.0, 100.0, &[0.0, 20.0, 40.0, 60.0, 80.0, 100.0][..]),
            (-2.9, 2.9, &[-2.0, -1.0, 0.0, 1.0, 2.0]),
            (-130.0, 260.0, &[-100.0, 0.0, 100.0, 200.0]),
            (0.0, 1.0, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        ] {
            let (ticks, _) = Scale { low, high }.ticks(5.0);
            assert_eq!(ticks.len(), expected.len(), "{ticks:?}");
            for (tick, expected) in ticks.iter().zip(expected) {
                assert!((tick - expected).abs() < 1e-9, "{ticks:?}");
            }
        }
        assert_eq!(
            Scale {
                low: 0.45,
                high: 0.55
            }
            .ticks(5.0)
            .1,
            2
        );
        assert_eq!(
            Scale {
                low: 0.0,
                high: 3.0
            }
            .whole_ticks(5.0),
            [0.0, 1.0, 2.0, 3.0]
        );
        assert_eq!(
            Scale {
                low: 0.0,
                high: 1.0
            }
            .whole_ticks(5.0),
            [0.0, 1.0]
        );
    }

    #[test]
    fn few_ticks_in_any_range() {
        for exponent in -3..7 {
            for factor in 1..100 {
                let high = f64::from(factor) * 10f64.powi(exponent);
                let (ticks, _) = Scale { low: 0.0, high }.ticks(5.0);
                assert!((3..=9).contains(&ticks.len()), "{high}: {ticks:?}");
                assert!(ticks.iter().all(|tick| *tick <= high * (1.0 + 1e-9)));
            }
        }
    }

    #[test]
    fn ranges() {
        assert_eq!(
            Scale::around([1.0, 3.0], 0.5),
            Scale {
                low: 0.0,
                high: 4.0
            }
        );
        assert_eq!(
            Scale::around([7.0], 0.5),
            Scale {
                low: 6.0,
                high: 8.0
            }
        );
        assert_eq!(
            Scale::around([], 0.5),
            Scale {
                low: -1.0,
                high: 1.0
            }
        );
        let scale = Scale {
            low: 10.0,
            high: 20.0,
        };
        assert_eq!(
            [5.0, 10.0, 15.0, 30.0].map(|value| scale.place(value)),
            [0.0, 0.0, 0.5, 1.0]
        );
    }
}
