//! The headers of a game in a text.

use jumpers_protocol::Excerpt;

use crate::text::{KEYS, STDERR_KEY, TURNS_LINE};
use crate::{EscapeError, Escaped, RecordCause, RecordError};

/// The headers of a game.
#[derive(Default)]
pub(crate) struct Headers {
    /// For each of [`KEYS`] the number of its line, and its value.
    values: [Option<(u64, String)>; KEYS.len()],
    pub stderr: Vec<String>,
    /// The number of the line behind them.
    pub end: u64,
}

impl Headers {
    pub fn add(&mut self, line: &str, number: u64) -> Result<(), RecordCause> {
        let not_a_header = || RecordCause::NotAHeader(Excerpt::new(line));
        let (name, value) = line.split_once(':').ok_or_else(not_a_header)?;
        if name == TURNS_LINE.trim_end_matches(':') {
            return Err(not_a_header());
        }
        let place = KEYS.iter().position(|&key| key == name);
        let key = match place {
            Some(place) => KEYS[place],
            None if name == STDERR_KEY => STDERR_KEY,
            None => return Err(RecordCause::UnknownHeader(Excerpt::new(name))),
        };
        let value = match value {
            "" => String::new(),
            _ => {
                let value = value.strip_prefix(' ').ok_or_else(not_a_header)?;
                let value = match value {
                    "" => Err(EscapeError::OuterSpace),
                    _ => Escaped::read(value),
                };
                value.map_err(|reason| RecordCause::Value { key, reason })?
            }
        };
        match place {
            None => self.stderr.push(value),
            Some(place) if self.values[place].is_none() => {
                self.values[place] = Some((number, value));
            }
            Some(_) => return Err(RecordCause::RepeatedHeader(key)),
        }
        Ok(())
    }

    /// Takes a value and the number of its line.
    pub fn find(&mut self, key: &'static str) -> Option<(u64, String)> {
        let place = KEYS.iter().position(|&known| known == key)?;
        self.values[place].take()
    }

    /// Takes a value, which is empty if it is not there.
    pub fn take(&mut self, key: &'static str) -> String {
        self.find(key).map(|(_, value)| value).unwrap_or_default()
    }

    /// Takes a value that must be there.
    pub fn require(&mut self, key: &'static str) -> Result<String, RecordError> {
        self.require_one_of(key, |value| Ok(value.to_owned()))
    }

    /// Takes a value that must be there and means something.
    pub fn require_one_of<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&str) -> Result<T, RecordCause>,
    ) -> Result<T, RecordError> {
        let (line, value) = self.find(key).ok_or(RecordError {
            line: self.end,
            cause: RecordCause::MissingHeader(key),
        })?;
        read(&value).map_err(|cause| RecordError { line, cause })
    }
}
