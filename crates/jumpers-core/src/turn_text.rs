//! Turn text: what is written, before anything is known about its legality.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::position_text::excerpt;
use crate::square::Coord;

/// How a landing point is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Over an own token, written `-`.
    Hop(Coord),
    /// Over an enemy token, written `x`.
    Capture(Coord),
}

impl Step {
    /// Where the step lands.
    pub const fn landing(self) -> Coord {
        match self {
            Step::Hop(coord) | Step::Capture(coord) => coord,
        }
    }
}

/// A turn as a text says it: a start, landing points, a spawn point. It may be a whole path, an
/// abbreviation with points left out, or nothing that the rules allow;
/// [`Position::resolve`](crate::Position::resolve) finds out.
///
/// ```
/// use jumpers_core::UncheckedTurn;
/// let turn: UncheckedTurn = "a1-c1-c3+d3".parse().unwrap();
/// assert_eq!(turn.steps.len(), 2);
/// assert_eq!(turn.to_string(), "a1-c1-c3+d3");
/// assert_eq!(
///     "a1-c1?".parse::<UncheckedTurn>().unwrap_err().to_string(),
///     "\"a1-c1?\": '-', 'x' or '+' expected at character 6, not '?'"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UncheckedTurn {
    /// Where the token starts.
    pub from: Coord,
    /// Where it lands, in order; at least one step.
    pub steps: Vec<Step>,
    /// Where the token from the reserve goes.
    pub spawn: Option<Coord>,
}

/// Why a text is no turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?}: {expected} expected at character {at}, not {found}")]
pub struct TurnTextError {
    /// The text, cut short if it is long.
    pub text: String,
    /// What should stand there.
    pub expected: &'static str,
    /// The place, from 1.
    pub at: usize,
    /// What stands there.
    pub found: String,
}

impl FromStr for UncheckedTurn {
    type Err = TurnTextError;

    fn from_str(text: &str) -> Result<Self, TurnTextError> {
        let fail = |rest: &str, expected| TurnTextError {
            text: excerpt(text),
            expected,
            at: text[..text.len() - rest.len()].chars().count() + 1,
            found: match rest.chars().next() {
                Some(letter) => format!("{letter:?}"),
                None => "the end".to_owned(),
            },
        };
        let point = |rest| Coord::split_off(rest).ok_or_else(|| fail(rest, "a point"));

        let (from, mut rest) = point(text)?;
        let mut steps = Vec::new();
        let mut spawn = None;
        while let Some(sign) = rest.chars().next() {
            if spawn.is_some() {
                return Err(fail(rest, "the end"));
            }
            let after = match sign {
                '-' | 'x' | '+' => &rest[1..],
                _ => return Err(fail(rest, "'-', 'x' or '+'")),
            };
            let (coord, after) = point(after)?;
            match sign {
                '-' => steps.push(Step::Hop(coord)),
                'x' => steps.push(Step::Capture(coord)),
                _ if steps.is_empty() => return Err(fail(rest, "'-' or 'x'")),
                _ => spawn = Some(coord),
            }
            rest = after;
        }
        if steps.is_empty() {
            return Err(fail(rest, "'-' or 'x'"));
        }
        Ok(UncheckedTurn { from, steps, spawn })
    }
}

impl fmt::Display for UncheckedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.fmt(f)?;
        for step in &self.steps {
            let sign = match step {
                Step::Hop(_) => '-',
                Step::Capture(_) => 'x',
            };
            write!(f, "{sign}{}", step.landing())?;
        }
        match self.spawn {
            Some(spawn) => write!(f, "+{spawn}"),
            None => Ok(()),
        }
    }
}

/// The order of two points' names as texts: `a10` comes before `a2`.
pub(crate) fn compare_names(a: Coord, b: Coord) -> Ordering {
    let key = |coord: Coord| {
        let number = u16::from(coord.rank) + 1;
        // Numbers below 100 compare as texts like this: 1, 10, 11, …, 2, 20, …
        let digits = if number < 10 {
            [number, 0]
        } else {
            [number / 10, number % 10 + 1]
        };
        (coord.file, digits)
    };
    key(a).cmp(&key(b))
}
