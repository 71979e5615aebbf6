//! A turn, with what the engine said of it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use jumpers_core::{TurnTextError, UncheckedTurn};
use jumpers_protocol::{Bound, Excerpt, Score, ScoreValue};
use serde::{Deserialize, Serialize};

/// A turn and what is known of it. As a text, and so in JSON, it is a line:
///
/// ```text
/// a1-c1+d1 score cp 35 depth 12 nodes 123456 time 99.871 clock 5901.003
/// ```
///
/// Times are in milliseconds with three decimals, or six if they are not whole microseconds. All
/// but the turn may be left out. When read, the fields may come in any order, each once, with
/// single spaces between all words, and a time may have up to six decimals or none.
///
/// ```
/// use std::time::Duration;
/// use jumpers_record::TurnRecord;
///
/// let turn = TurnRecord {
///     depth: Some(12),
///     time: Some(Duration::from_micros(99_871)),
///     ..TurnRecord::new("a1-c1+d1")
/// };
/// assert_eq!(turn.to_string(), "a1-c1+d1 depth 12 time 99.871");
/// assert_eq!("a1-c1+d1 time 99.871 depth 12".parse(), Ok(turn));
/// assert_eq!(
///     "a1-c1+d1 depth x".parse::<TurnRecord>().unwrap_err().to_string(),
///     "depth: expected a whole number from 0 to 4294967295, found 'x'"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TurnRecord {
    /// The turn, in the canonical text of the rules.
    pub turn: String,
    /// The engine's score, from the side that made the turn; mates in moves of the winner.
    pub score: Option<Score>,
    /// The engine's depth.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time used, as the runner measured it; whole microseconds.
    pub time: Option<Duration>,
    /// What the clock had left after the turn, the increment added; whole microseconds.
    pub clock: Option<Duration>,
}

/// A line that is no turn of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TurnRecordError {
    /// The first word is no turn.
    #[error(transparent)]
    Turn(#[from] TurnTextError),
    /// A word where a field should begin.
    #[error("expected {expected}, found '{found}'", expected = FIELDS.join(", "))]
    UnknownField {
        /// What stands there.
        found: Excerpt,
    },
    /// A field that was there before.
    #[error("{field} for the second time")]
    RepeatedField {
        /// The field's name.
        field: &'static str,
    },
    /// A value that cannot be read.
    #[error("{field}: expected {expected}, found {}", found_text(.found))]
    BadValue {
        /// The field's name.
        field: &'static str,
        /// What its values are.
        expected: &'static str,
        /// What stands there, if anything.
        found: Option<Excerpt>,
    },
}

/// The names of the fields behind the turn.
const FIELDS: [&str; 5] = ["score", "depth", "nodes", "time", "clock"];

fn found_text(found: &Option<Excerpt>) -> String {
    match found {
        Some(text) => format!("'{text}'"),
        None => "the end of the line".to_owned(),
    }
}

impl TurnRecord {
    /// A turn of which no more is known.
    pub fn new(turn: impl Into<String>) -> Self {
        TurnRecord {
            turn: turn.into(),
            ..TurnRecord::default()
        }
    }
}

impl fmt::Display for TurnRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Turns have plain characters only; whatever else may stand there is kept in one line.
        write!(f, "{}", self.turn.escape_default())?;
        if let Some(score) = &self.score {
            write!(f, " score {score}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        for (field, time) in [("time", self.time), ("clock", self.clock)] {
            if let Some(time) = time {
                write!(f, " {field} ")?;
                write_milliseconds(f, time)?;
            }
        }
        Ok(())
    }
}

const NANOS_IN_MILLISECOND: u128 = 1_000_000;
const NANOS_IN_SECOND: u128 = 1_000_000_000;

fn write_milliseconds(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let nanos = time.as_nanos();
    let (whole, part) = (nanos / NANOS_IN_MILLISECOND, nanos % NANOS_IN_MILLISECOND);
    if part.is_multiple_of(1000) {
        write!(f, "{whole}.{:03}", part / 1000)
    } else {
        write!(f, "{whole}.{part:06}")
    }
}

impl From<TurnRecord> for String {
    fn from(turn: TurnRecord) -> String {
        turn.to_string()
    }
}

impl TryFrom<String> for TurnRecord {
    type Error = TurnRecordError;

    fn try_from(line: String) -> Result<Self, TurnRecordError> {
        line.parse()
    }
}

impl FromStr for TurnRecord {
    type Err = TurnRecordError;

    fn from_str(line: &str) -> Result<Self, TurnRecordError> {
        let mut fields = Fields::new(line);
        let turn = fields.words.next().unwrap_or_default();
        turn.parse::<UncheckedTurn>()?;
        let mut record = TurnRecord::new(turn);
        while let Some(field) = fields.words.next() {
            match field {
                "score" => {
                    let score = fields.score()?;
                    set(&mut record.score, "score", score)?;
                }
                "depth" => {
                    let depth = fields.number("depth", "a whole number from 0 to 4294967295")?;
                    set(&mut record.depth, "depth", depth)?;
                }
                "nodes" => {
                    let expected = "a whole number from 0 to 18446744073709551615";
                    let nodes = fields.number("nodes", expected)?;
                    set(&mut record.nodes, "nodes", nodes)?;
                }
                "time" => {
                    let time = fields.milliseconds("time")?;
                    set(&mut record.time, "time", time)?;
                }
                "clock" => {
                    let clock = fields.milliseconds("clock")?;
                    set(&mut record.clock, "clock", clock)?;
                }
                _ => {
                    return Err(TurnRecordError::UnknownField {
                        found: Excerpt::new(field),
                    });
                }
            }
        }
        Ok(record)
    }
}

fn set<T>(place: &mut Option<T>, field: &'static str, value: T) -> Result<(), TurnRecordError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(TurnRecordError::RepeatedField { field }),
    }
}

/// The words of a line, with single spaces between them.
struct Fields<'a> {
    words: std::iter::Peekable<std::str::Split<'a, char>>,
}

impl<'a> Fields<'a> {
    fn new(line: &'a str) -> Self {
        Fields {
            words: line.split(' ').peekable(),
        }
    }

    /// Takes a word that `read` makes a value of.
    fn value<T>(
        &mut self,
        field: &'static str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, TurnRecordError> {
        let word = self.words.next();
        word.and_then(read)
            .ok_or_else(|| TurnRecordError::BadValue {
                field,
                expected,
                found: word.map(Excerpt::new),
            })
    }

    fn number<N: FromStr>(
        &mut self,
        field: &'static str,
        expected: &'static str,
    ) -> Result<N, TurnRecordError> {
        self.value(field, expected, |word| {
            is_digits(word).then(|| word.parse().ok())?
        })
    }

    fn milliseconds(&mut self, field: &'static str) -> Result<Duration, TurnRecordError> {
        let expected = "milliseconds with up to six decimals";
        self.value(field, expected, read_milliseconds)
    }

    fn score(&mut self) -> Result<Score, TurnRecordError> {
        let kind = self.value("score", "cp or mate", |word| match word {
            "cp" => Some(ScoreValue::Centipawns as fn(i32) -> ScoreValue),
            "mate" => Some(ScoreValue::Mate),
            _ => None,
        })?;
        let expected = "a whole number from -2147483648 to 2147483647";
        let value = self.value("score", expected, |word| {
            is_digits(word.strip_prefix('-').unwrap_or(word)).then(|| word.parse().ok())?
        })?;
        let bound = match self.words.peek() {
            Some(&"lowerbound") => Bound::Lower,
            Some(&"upperbound") => Bound::Upper,
            _ => Bound::Exact,
        };
        if bound != Bound::Exact {
            self.words.next();
        }
        Ok(Score {
            value: kind(value),
            bound,
        })
    }
}

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_milliseconds(word: &str) -> Option<Duration> {
    let (whole, part) = match word.split_once('.') {
        Some((_, "")) => return None,
        Some((whole, part)) => (whole, part),
        None => (word, ""),
    };
    let is_number = is_digits(whole) && part.len() <= 6 && (part.is_empty() || is_digits(part));
    if !is_number {
        return None;
    }
    let part: u128 = format!("{part:0<6}").parse().ok()?;
    let whole: u128 = whole.parse().ok()?;
    let nanos = whole.checked_mul(NANOS_IN_MILLISECOND)?.checked_add(part)?;
    let seconds = u64::try_from(nanos / NANOS_IN_SECOND).ok()?;
    let rest = u32::try_from(nanos % NANOS_IN_SECOND).ok()?;
    Some(Duration::new(seconds, rest))
}
