//! What an engine may use for a turn.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A limit. Several may hold at once, but a clock and a movetime exclude each other.
///
/// As a text, and so in JSON, it is as in game records: `10+0.1` (seconds), `movetime 100`
/// (milliseconds), `nodes 1000`, `depth 8`, in this order with a space between. Times are whole
/// milliseconds.
///
/// ```
/// # use jumpers_arena::limit::Limit;
/// let limit: Limit = "10+0.1 depth 8".parse()?;
/// assert_eq!(limit.depth, Some(8));
/// assert_eq!(limit.to_string(), "10+0.1 depth 8");
/// # Ok::<(), jumpers_arena::limit::LimitError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Limit {
    /// A clock for the game.
    pub clock: Option<Clock>,
    /// Time for each turn.
    pub movetime: Option<Duration>,
    /// Nodes for each turn.
    pub nodes: Option<u64>,
    /// Depth for each turn.
    pub depth: Option<u32>,
}

/// Time for a game, and more with each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What the clock shows at first.
    pub time: Duration,
    /// What is added after each turn.
    pub increment: Duration,
}

/// The longest time that can be given: a hundred days.
pub const LONGEST: Duration = Duration::from_secs(100 * 24 * 60 * 60);

/// A text that is no limit, or a limit that nothing can be played with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// A clock that cannot be read.
    #[error("'{0}' is no clock: expected SECONDS or SECONDS+INCREMENT, such as 10+0.1")]
    Clock(String),
    /// A time in milliseconds that cannot be read.
    #[error("'{0}' is no time: expected a whole number of milliseconds")]
    Milliseconds(String),
    /// A number of nodes or a depth that cannot be read.
    #[error("'{0}' is no whole number from 1 to {1}")]
    Number(String, u64),
    /// A time of nothing.
    #[error("a time of 0 is no time to play in")]
    NoTime,
    /// A time that is too long.
    #[error("'{0}' is more than 100 days")]
    TooLong(String),
    /// A clock and a time for each turn.
    #[error("a clock (tc) and a movetime exclude each other")]
    ClockAndMovetime,
    /// A word that stands for no limit.
    #[error("'{0}' is no limit: expected a clock such as 10+0.1, movetime, nodes or depth")]
    Word(String),
    /// The same limit twice.
    #[error("{0} stands twice")]
    Twice(&'static str),
}

impl Limit {
    /// Whether there is no limit at all.
    pub fn is_empty(&self) -> bool {
        *self == Limit::default()
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(clock) = self.clock {
            parts.push(clock.to_string());
        }
        if let Some(time) = self.movetime {
            parts.push(format!("movetime {}", time.as_millis()));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("nodes {nodes}"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        f.write_str(&parts.join(" "))
    }
}

impl FromStr for Limit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let mut limit = Limit::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let twice = match word {
                "movetime" => limit
                    .movetime
                    .replace(positive_millis(words.next().unwrap_or(""))?)
                    .is_some()
                    .then_some("movetime"),
                "nodes" => limit
                    .nodes
                    .replace(parse_nodes(words.next().unwrap_or(""))?)
                    .is_some()
                    .then_some("nodes"),
                "depth" => limit
                    .depth
                    .replace(parse_depth(words.next().unwrap_or(""))?)
                    .is_some()
                    .then_some("depth"),
                _ if word.starts_with(|c: char| c.is_ascii_digit()) => limit
                    .clock
                    .replace(word.parse()?)
                    .is_some()
                    .then_some("the clock"),
                _ => return Err(LimitError::Word(word.to_owned())),
            };
            if let Some(what) = twice {
                return Err(LimitError::Twice(what));
            }
        }
        if limit.clock.is_some() && limit.movetime.is_some() {
            return Err(LimitError::ClockAndMovetime);
        }
        Ok(limit)
    }
}

impl From<Limit> for String {
    fn from(limit: Limit) -> String {
        limit.to_string()
    }
}

impl TryFrom<String> for Limit {
    type Error = LimitError;

    fn try_from(text: String) -> Result<Self, LimitError> {
        text.parse()
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}+{}",
            Seconds(self.time.as_millis()),
            Seconds(self.increment.as_millis())
        )
    }
}

impl FromStr for Clock {
    type Err = LimitError;

    /// Reads `SECONDS` or `SECONDS+INCREMENT`, each with up to three decimals.
    fn from_str(text: &str) -> Result<Self, LimitError> {
        let bad = || LimitError::Clock(text.to_owned());
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = seconds(time).ok_or_else(bad)?;
        let increment = seconds(increment).ok_or_else(bad)?;
        if time > LONGEST || increment > LONGEST {
            return Err(LimitError::TooLong(text.to_owned()));
        }
        if time.is_zero() {
            return Err(LimitError::NoTime);
        }
        Ok(Clock { time, increment })
    }
}

/// Milliseconds, written as seconds without superfluous zeros.
struct Seconds(u128);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 1000)?;
        let rest = format!("{:03}", self.0 % 1000);
        let rest = rest.trim_end_matches('0');
        if rest.is_empty() {
            return Ok(());
        }
        write!(f, ".{rest}")
    }
}

/// Reads `12`, `12.5`, `.5`: seconds with up to three decimals.
fn seconds(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() && decimals.is_empty()
        || !digits(whole)
        || !digits(decimals)
        || decimals.len() > 3
    {
        return None;
    }
    let whole: u64 = if whole.is_empty() {
        0
    } else {
        // So many digits are too long for any use; the caller says so.
        whole.parse().unwrap_or(u64::MAX / 1000)
    };
    let millis: u64 = format!("{decimals:0<3}").parse().ok()?;
    Some(Duration::from_secs(whole.min(u64::MAX / 1000)) + Duration::from_millis(millis))
}

/// Reads a whole number of milliseconds.
///
/// # Errors
/// If it is none, or more than [`LONGEST`].
pub fn parse_millis(text: &str) -> Result<Duration, LimitError> {
    let millis = whole(text).ok_or_else(|| LimitError::Milliseconds(text.to_owned()))?;
    let time = Duration::from_millis(millis);
    if time > LONGEST {
        return Err(LimitError::TooLong(format!("{text} ms")));
    }
    Ok(time)
}

/// Reads a whole number of milliseconds, at least one.
///
/// # Errors
/// If it is none, or 0, or more than [`LONGEST`].
pub fn positive_millis(text: &str) -> Result<Duration, LimitError> {
    match parse_millis(text)? {
        Duration::ZERO => Err(LimitError::NoTime),
        time => Ok(time),
    }
}

/// Reads a number of nodes, at least one.
///
/// # Errors
/// If it is none.
pub fn parse_nodes(text: &str) -> Result<u64, LimitError> {
    whole(text)
        .filter(|&nodes| nodes > 0)
        .ok_or_else(|| LimitError::Number(text.to_owned(), u64::MAX))
}

/// Reads a depth, at least one.
///
/// # Errors
/// If it is none.
pub fn parse_depth(text: &str) -> Result<u32, LimitError> {
    whole(text)
        .and_then(|depth| u32::try_from(depth).ok())
        .filter(|&depth| depth > 0)
        .ok_or_else(|| LimitError::Number(text.to_owned(), u32::MAX.into()))
}

/// Digits and nothing else: `parse` alone would take a sign.
fn whole(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// Durations in JSON, as whole milliseconds.
pub(crate) mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        let millis = u64::try_from(time.as_millis()).map_err(serde::ser::Error::custom)?;
        serializer.serialize_u64(millis)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for text in [
            "",
            "10+0.1",
            "0.2+0.002",
            "60+0",
            "movetime 100",
            "nodes 1000",
            "depth 8",
            "10+0.1 nodes 1000 depth 8",
            "movetime 5 depth 1",
        ] {
            let limit: Limit = text.parse().unwrap();
            assert_eq!(limit.to_string(), text);
            let json = serde_json::to_string(&limit).unwrap();
            assert_eq!(serde_json::from_str::<Limit>(&json).unwrap(), limit);
        }
        let clock: Clock = "1.50".parse().unwrap();
        assert_eq!(clock.to_string(), "1.5+0");
        assert_eq!(".5+.25".parse::<Clock>().unwrap().to_string(), "0.5+0.25");
        assert!(Limit::default().is_empty());
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        for (text, part) in [
            ("10+", "no clock"),
            ("10+0.1+1", "no clock"),
            ("1.2345", "no clock"),
            ("40/60", "no clock"),
            ("1e3", "no clock"),
            ("0+1", "time of 0"),
            ("9999999999", "100 days"),
            ("99999999999999999999999999", "100 days"),
            ("1+9999999999", "100 days"),
            ("movetime", "no time"),
            ("movetime 0", "time of 0"),
            ("movetime -5", "no time"),
            ("movetime +5", "no time"),
            ("movetime 1.5", "no time"),
            ("movetime 8640000001", "100 days"),
            ("nodes 0", "no whole number"),
            ("nodes 18446744073709551616", "no whole number"),
            ("depth 4294967296", "no whole number"),
            ("depth x", "no whole number"),
            ("infinite", "no limit"),
            ("10+1 movetime 5", "exclude"),
            ("nodes 1 nodes 2", "twice"),
        ] {
            let error = text.parse::<Limit>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
