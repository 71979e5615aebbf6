//! `setoption`: a new value for an option.

use crate::excerpt::Excerpt;
use crate::value::quoted;
use crate::words::{Spaced, Words, read_maybe_empty, write_maybe_empty};
use std::fmt;

/// The parameters of `setoption name <name> [value <value>]`.
///
/// The name ends at the first word `value`; both may have several words, which are joined by
/// single spaces. `value` with nothing after it, or with `<empty>`, is the empty value.
///
/// ```
/// use jumpers_protocol::Command;
///
/// let Command::SetOption(set) = "setoption name Move Overhead value 50".parse()? else { panic!() };
/// assert_eq!((set.name.as_str(), set.value.as_deref()), ("Move Overhead", Some("50")));
/// # Ok::<(), jumpers_protocol::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetOptionParams {
    /// The option, as the client writes it. To be read back, it must have a word, and none that
    /// is `value`.
    pub name: String,
    /// The new value; none for a button.
    pub value: Option<String>,
}

/// Why a `setoption` could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetOptionError {
    /// The word `name` is not where it should be.
    #[error("setoption: expected name at word {word}, found {}", quoted(.found))]
    ExpectedName {
        /// What stands there instead, if the line goes on.
        found: Option<Excerpt>,
        /// Where it should be, in words from 1.
        word: usize,
    },
    /// No option after `name`.
    #[error("setoption: no option after name at word {word}, found {}", quoted(.found))]
    EmptyName {
        /// What stands there instead, if the line goes on.
        found: Option<Excerpt>,
        /// Where the option should be, in words from 1.
        word: usize,
    },
}

impl SetOptionError {
    /// A stable name of the kind of error: `missing-name`.
    pub fn code(&self) -> &'static str {
        match self {
            SetOptionError::ExpectedName { .. } | SetOptionError::EmptyName { .. } => {
                "missing-name"
            }
        }
    }
}

impl SetOptionParams {
    /// Reads what comes after `setoption`.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, SetOptionError> {
        if !words.accept("name") {
            return Err(SetOptionError::ExpectedName {
                found: words.peek().map(Excerpt::new),
                word: words.taken() + 1,
            });
        }
        let name = words.text_until(|word| word == "value");
        if name.is_empty() {
            return Err(SetOptionError::EmptyName {
                found: words.peek().map(Excerpt::new),
                word: words.taken() + 1,
            });
        }
        let value = words
            .accept("value")
            .then(|| read_maybe_empty(words.text()));
        Ok(SetOptionParams { name, value })
    }
}

impl fmt::Display for SetOptionParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name{}", Spaced(&self.name))?;
        match &self.value {
            None => Ok(()),
            Some(value) => {
                f.write_str(" value")?;
                write_maybe_empty(f, value)
            }
        }
    }
}
