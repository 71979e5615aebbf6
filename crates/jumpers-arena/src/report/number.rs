//! Numbers as tables show them, in ASCII.

use crate::stats::Estimate;

/// What stands where there is no figure.
pub(super) const NONE: &str = "-";

/// A number with so many decimals; no zero has a sign.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// The same with a plus before what is greater than 0.
fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let positive = !text.starts_with('-') && text.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    if positive { format!("+{text}") } else { text }
}

/// A difference of Elo: a decimal, none from 100 on.
pub(super) fn elo(value: f64) -> String {
    signed(value, usize::from(value.abs() < 99.95))
}

/// An Elo difference alone: `+12.3`, `>= +191` where everything was won.
pub(super) fn elo_value(estimate: &Estimate) -> String {
    match (estimate.value, estimate.low, estimate.high) {
        (Some(value), _, _) => elo(value),
        (None, Some(low), _) => format!(">= {}", elo(low)),
        (None, None, Some(high)) => format!("<= {}", elo(high)),
        (None, None, None) => NONE.to_owned(),
    }
}

/// An Elo difference with its interval: `+12.3 [-5.2, +29.9]`; `...` for an end that there is not.
pub(super) fn elo_interval(estimate: &Estimate) -> String {
    let Some(value) = estimate.value else {
        return elo_value(estimate);
    };
    let [low, high] =
        [estimate.low, estimate.high].map(|end| end.map_or_else(|| "...".to_owned(), elo));
    format!("{} [{low}, {high}]", elo(value))
}

/// A share: `56.3`, in per cent.
pub(super) fn percent(share: f64) -> String {
    fixed(share * 100.0, 1)
}

/// A share that may not be there.
pub(super) fn percent_or_none(share: Option<f64>) -> String {
    share.map_or_else(|| NONE.to_owned(), percent)
}

/// A share with its interval: `56.3 [51.0, 61.5]`, in per cent.
pub(super) fn percent_interval(estimate: &Estimate) -> String {
    match (estimate.value, estimate.low, estimate.high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{} [{}, {}]", percent(value), percent(low), percent(high))
        }
        (value, _, _) => percent_or_none(value),
    }
}

/// A quantity: with two decimals below 1, one below 100, whole above.
pub(super) fn quantity(value: Option<f64>) -> String {
    value.map_or_else(
        || NONE.to_owned(),
        |value| match value.abs() {
            ..0.995 => fixed(value, 2),
            ..99.95 => fixed(value, 1),
            _ => fixed(value, 0),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: impl Into<Option<f64>>, low: Option<f64>, high: Option<f64>) -> Estimate {
        Estimate {
            value: value.into(),
            low,
            high,
        }
    }

    #[test]
    fn zeros_have_no_sign() {
        for zero in [0.0, -0.0, 0.04, -0.04] {
            assert_eq!(elo(zero), "0.0");
        }
        assert_eq!(elo(0.06), "+0.1");
        assert_eq!(elo(-0.06), "-0.1");
    }

    #[test]
    fn decimals_go_where_they_say_nothing() {
        assert_eq!(elo(99.94), "+99.9");
        assert_eq!(elo(99.95), "+100");
        assert_eq!(elo(-123.45), "-123");
        assert_eq!(quantity(Some(8.25)), "8.2");
        assert_eq!(quantity(Some(123456.7)), "123457");
        assert_eq!(quantity(Some(0.994)), "0.99");
        assert_eq!(quantity(Some(0.995)), "1.0");
        assert_eq!(quantity(None), "-");
    }

    #[test]
    fn intervals_open_at_an_end() {
        let all = estimate(12.34, Some(-5.0), Some(29.0));
        assert_eq!(elo_interval(&all), "+12.3 [-5.0, +29.0]");
        assert_eq!(elo_interval(&estimate(None, Some(191.0), None)), ">= +191");
        assert_eq!(elo_interval(&estimate(None, None, Some(-191.0))), "<= -191");
        let rating = estimate(150.0, Some(30.0), None);
        assert_eq!(elo_interval(&rating), "+150 [+30.0, ...]");
        assert_eq!(elo_interval(&Estimate::default()), "-");
        let share = estimate(0.5, Some(0.25), Some(0.75));
        assert_eq!(percent_interval(&share), "50.0 [25.0, 75.0]");
        assert_eq!(percent_interval(&Estimate::default()), "-");
    }
}
