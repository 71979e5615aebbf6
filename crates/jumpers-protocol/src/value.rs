//! Values of parameters: one word each, mostly numbers.

use crate::excerpt::Excerpt;
use crate::words::Words;
use std::str::FromStr;

/// Why the value of a parameter could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The line ends, or another parameter begins, where the value should be.
    #[error("no value for {parameter} at word {word}: expected {expected}, found {}", quoted(.found))]
    Missing {
        /// The parameter without a value.
        parameter: &'static str,
        /// What kind of value it takes.
        expected: &'static str,
        /// What stands there instead, if the line goes on.
        found: Option<Excerpt>,
        /// Where the value should be, in words from 1.
        word: usize,
    },
    /// The value is not a number, or out of range.
    #[error("bad value for {parameter} at word {word}: expected {expected}, found '{text}'")]
    BadNumber {
        /// The parameter.
        parameter: &'static str,
        /// The numbers that it takes.
        expected: &'static str,
        /// What was read.
        text: Excerpt,
        /// Where, in words from 1.
        word: usize,
    },
    /// More turns than a line may have.
    #[error("more than {MOST_TURNS} turns after {parameter}")]
    TooManyTurns {
        /// What the turns stand after.
        parameter: &'static str,
    },
    /// The value is none of those that the parameter can have.
    #[error("bad value for {parameter} at word {word}: expected {expected}, found '{text}'")]
    BadWord {
        /// The parameter.
        parameter: &'static str,
        /// The values that it takes.
        expected: &'static str,
        /// What was read.
        text: Excerpt,
        /// Where, in words from 1.
        word: usize,
    },
}

impl ValueError {
    /// A stable name of the kind of error: `missing-value`, `bad-number`, `bad-value` or
    /// `too-many-turns`.
    pub fn code(&self) -> &'static str {
        match self {
            ValueError::Missing { .. } => "missing-value",
            ValueError::BadNumber { .. } => "bad-number",
            ValueError::TooManyTurns { .. } => "too-many-turns",
            ValueError::BadWord { .. } => "bad-value",
        }
    }
}

/// Why the arguments of a command could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// A value that cannot be read.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A word that is no parameter.
    #[error("unexpected word '{text}' at word {word}: expected {expected}")]
    UnexpectedWord {
        /// What was read.
        text: Excerpt,
        /// What may stand there.
        expected: &'static str,
        /// Where, in words from 1.
        word: usize,
    },
}

impl ArgumentError {
    /// A stable name of the kind of error: `unexpected-word`, or that of the [`ValueError`].
    pub fn code(&self) -> &'static str {
        match self {
            ArgumentError::Value(error) => error.code(),
            ArgumentError::UnexpectedWord { .. } => "unexpected-word",
        }
    }
}

impl Words<'_> {
    /// There must be no word left.
    pub(crate) fn expect_end(&mut self) -> Result<(), ArgumentError> {
        match self.next() {
            None => Ok(()),
            Some(text) => Err(ArgumentError::UnexpectedWord {
                text: Excerpt::new(text),
                expected: "the end of the line",
                word: self.taken(),
            }),
        }
    }
}

/// What stands where something else was expected, for a message.
pub(crate) fn quoted(text: &Option<Excerpt>) -> String {
    match text {
        Some(text) => format!("'{text}'"),
        None => "the end of the line".to_owned(),
    }
}

/// A line may have so many turns. No game is nearly as long, and no position that play leads to has
/// nearly as many legal turns.
pub(crate) const MOST_TURNS: usize = 1 << 17;

/// Takes turns up to the first word that `stop` holds for.
pub(crate) fn read_turns(
    words: &mut Words<'_>,
    parameter: &'static str,
    stop: impl Fn(&str) -> bool,
) -> Result<Vec<String>, ValueError> {
    let mut turns = Vec::new();
    while let Some(turn) = words.peek().filter(|word| !stop(word)) {
        if turns.len() == MOST_TURNS {
            return Err(ValueError::TooManyTurns { parameter });
        }
        words.next();
        turns.push(turn.to_owned());
    }
    Ok(turns)
}

/// A number that can be a value.
pub(crate) trait Number: FromStr {
    const EXPECTED: &'static str;
    /// May it have a plus sign? Scores, which other engines write, may.
    const MAY_HAVE_PLUS: bool = false;
}

impl Number for u32 {
    const EXPECTED: &'static str = "a whole number from 0 to 4294967295";
}

impl Number for u64 {
    const EXPECTED: &'static str = "a whole number from 0 to 18446744073709551615";
}

impl Number for i32 {
    const EXPECTED: &'static str = "a whole number from -2147483648 to 2147483647";
    const MAY_HAVE_PLUS: bool = true;
}

impl Number for i64 {
    const EXPECTED: &'static str =
        "a whole number from -9223372036854775808 to 9223372036854775807";
}

/// Takes the word that is the value of `parameter`, unless it begins another parameter.
pub(crate) fn read_word<'a>(
    words: &mut Words<'a>,
    parameter: &'static str,
    expected: &'static str,
    is_parameter: impl Fn(&str) -> bool,
) -> Result<&'a str, ValueError> {
    match words.peek() {
        Some(text) if !is_parameter(text) => {
            words.next();
            Ok(text)
        }
        other => Err(ValueError::Missing {
            parameter,
            expected,
            found: other.map(Excerpt::new),
            word: words.taken() + 1,
        }),
    }
}

/// Takes the number that is the value of `parameter`.
pub(crate) fn read_number<N: Number>(
    words: &mut Words<'_>,
    parameter: &'static str,
    is_parameter: impl Fn(&str) -> bool,
) -> Result<N, ValueError> {
    let text = read_word(words, parameter, N::EXPECTED, is_parameter)?;
    let is_plain = N::MAY_HAVE_PLUS || !text.starts_with('+');
    let number = is_plain.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| ValueError::BadNumber {
        parameter,
        expected: N::EXPECTED,
        text: Excerpt::new(text),
        word: words.taken(),
    })
}

/// Takes the number that is the value of `parameter`, if the line goes on.
pub(crate) fn read_optional<N: Number>(
    words: &mut Words<'_>,
    parameter: &'static str,
) -> Result<Option<N>, ValueError> {
    match words.peek() {
        None => Ok(None),
        Some(_) => read_number(words, parameter, |_| false).map(Some),
    }
}

/// Takes the value of `parameter` if `read` knows the word.
pub(crate) fn read_choice<T>(
    words: &mut Words<'_>,
    parameter: &'static str,
    expected: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, ValueError> {
    let text = read_word(words, parameter, expected, |_| false)?;
    read(text).ok_or_else(|| ValueError::BadWord {
        parameter,
        expected,
        text: Excerpt::new(text),
        word: words.taken(),
    })
}
