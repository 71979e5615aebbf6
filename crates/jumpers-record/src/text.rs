//! A game as a text: what is written.

use std::fmt;

use crate::{Escaped, GameRecord};

/// The first line of each game.
pub(crate) const FIRST_LINE: &str = "jumpers-game 1";
/// The beginning of the first line, whatever the version of the format.
pub(crate) const FORMAT: &str = "jumpers-game";
/// The line before the turns.
pub(crate) const TURNS_LINE: &str = "turns:";
/// The last line of each game.
pub(crate) const LAST_LINE: &str = "end";
/// The headers that a game has once at most, in the order in which they are written.
pub(crate) const KEYS: [&str; 12] = [
    "event",
    "round",
    "date",
    "red",
    "teal",
    "red-limit",
    "teal-limit",
    "position",
    "winner",
    "ending",
    "detail",
    "exit",
];
/// The header that a game has for each line of an engine's standard error.
pub(crate) const STDERR_KEY: &str = "stderr";

/// The text of the format, with a line end behind each line. Headers without a value are left out
/// where they can be.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        let values = [
            some(&self.event),
            some(&self.round),
            some(&self.date),
            Some(self.red.name.as_str()),
            Some(self.teal.name.as_str()),
            some(&self.red.limit),
            some(&self.teal.limit),
            Some(self.position.as_str()),
            Some(self.winner.name()),
            Some(self.ending.kind.name()),
            some(&self.ending.detail),
            self.ending.exit.as_deref(),
        ];
        for (key, value) in KEYS.into_iter().zip(values) {
            if let Some(value) = value {
                write_header(f, key, value)?;
            }
        }
        for line in &self.ending.stderr {
            write_header(f, STDERR_KEY, line)?;
        }
        writeln!(f, "{TURNS_LINE}")?;
        for turn in &self.turns {
            writeln!(f, "{turn}")?;
        }
        writeln!(f, "{LAST_LINE}")
    }
}

fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn write_header(f: &mut fmt::Formatter<'_>, key: &str, value: &str) -> fmt::Result {
    if value.is_empty() {
        writeln!(f, "{key}:")
    } else {
        writeln!(f, "{key}: {}", Escaped(value))
    }
}
