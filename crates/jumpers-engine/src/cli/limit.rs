//! Limits of a search as they are written: a number of positions, or a time.

use std::str::FromStr;
use std::time::Duration;

/// Positions or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many positions.
    Nodes(u64),
    /// So much time.
    Time(Duration),
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(nodes) = read_nodes(text) {
            return Ok(Limit::Nodes(nodes));
        }
        // A month would be an M, too.
        let is_number = text.ends_with(['k', 'K', 'M', 'G']);
        let time = (!is_number).then(|| humantime::parse_duration(text).ok());
        time.flatten().map(Limit::Time).ok_or_else(|| {
            "neither a number of positions (5000000, 50M) nor a time (10s)".to_owned()
        })
    }
}

/// A number of positions, at least one.
pub fn read_nodes(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1_000),
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        Some(b'G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_plain.then(|| digits.parse::<u64>().ok()).flatten();
    number
        .and_then(|number| number.checked_mul(factor))
        .filter(|&number| number > 0)
        .ok_or_else(|| "not a number of positions, from 1 on, such as 5000000 or 50M".to_owned())
}

/// A number of positions, or 0.
pub fn read_nodes_or_none(text: &str) -> Result<u64, String> {
    if text == "0" {
        return Ok(0);
    }
    read_nodes(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_nodes_or_time() {
        for (text, limit) in [
            ("1", Limit::Nodes(1)),
            ("5000000", Limit::Nodes(5_000_000)),
            ("500k", Limit::Nodes(500_000)),
            ("50M", Limit::Nodes(50_000_000)),
            ("2G", Limit::Nodes(2_000_000_000)),
            ("10s", Limit::Time(Duration::from_secs(10))),
            ("2m", Limit::Time(Duration::from_secs(120))),
            ("1h 30m", Limit::Time(Duration::from_secs(5400))),
        ] {
            assert_eq!(text.parse(), Ok(limit), "{text}");
        }
        for text in ["", "M", "-1", "+1", "1.5M", "99999999999G", "soon", "é"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }
}
