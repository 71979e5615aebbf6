//! What came instead of what a rule asks for.

use std::fmt;

use serde::Serialize;

use crate::hidden::is_hidden;

/// What was sent, what was expected then, and what came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The lines sent last, the oldest first; long ones are cut.
    pub sent: Vec<String>,
    /// What should have come.
    pub expected: String,
    /// What came.
    pub found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.sent.is_empty() {
            write!(f, "after '{}': ", self.sent.join("', '"))?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

/// Why a rule does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// Something else came.
    Failure(Failure),
    /// The engine does not have what the rule is about; the text says what.
    Absent(String),
    /// The engine does not get ready, so the rule was not tried.
    NotReady(Failure),
    /// An ordinary search already fails, so the rule was not tried.
    NoTurns(Failure),
}

impl Broken {
    /// The same failure, but before the rule could be tried.
    pub fn before_the_rule(self) -> Broken {
        match self {
            Broken::Failure(failure) => Broken::NotReady(failure),
            other => other,
        }
    }
}

/// What a step of a rule gives.
pub(super) type Verdict<T = ()> = Result<T, Broken>;

/// The longest text of what was sent or found, in characters.
const LONGEST: usize = 160;

/// A text that fits on a line, with what cannot be printed escaped.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars() {
        if shown.len() > LONGEST {
            shown.push('…');
            break;
        }
        if is_hidden(letter) || letter == '\u{fffd}' {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Lines, the first of them shown.
pub(super) fn shown_lines(lines: &[String]) -> String {
    match lines {
        [] => "nothing".to_owned(),
        [line] => format!("'{}'", shown(line)),
        [first, second] => format!("'{}', '{}'", shown(first), shown(second)),
        [first, .., last] => {
            let count = lines.len();
            format!("{count} lines, '{}' to '{}'", shown(first), shown(last))
        }
    }
}
