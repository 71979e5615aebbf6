//! A game.

use std::fmt;

use jumpers_core::Color;
use serde::{Deserialize, Serialize};

use crate::{Ending, TurnRecord};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// Red.
    Red,
    /// Teal.
    Teal,
    /// Nobody: the game was not finished.
    None,
}

impl Winner {
    /// All that there can be.
    pub const ALL: [Winner; 3] = [Winner::Red, Winner::Teal, Winner::None];

    /// The side that won.
    pub const fn color(self) -> Option<Color> {
        match self {
            Winner::Red => Some(Color::Red),
            Winner::Teal => Some(Color::Teal),
            Winner::None => None,
        }
    }

    /// The word in texts: `red`, `teal`, `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Winner::Red => "red",
            Winner::Teal => "teal",
            Winner::None => "none",
        }
    }

    /// The one with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|winner| winner.name() == name)
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Winner {
        match color {
            Color::Red => Winner::Red,
            Color::Teal => Winner::Teal,
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A side's player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRecord {
    /// The name in the tournament, one line of text.
    pub name: String,
    /// Its limit, as a text: `10+0.1`, `movetime 100`, `nodes 1000`, `depth 8`; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limit: String,
}

/// A game, from its opening to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The tournament; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// Which game of the tournament, `12.1` for the first game of pair 12; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// When it began, UTC, as in RFC 3339; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Red's player.
    pub red: PlayerRecord,
    /// Teal's player.
    pub teal: PlayerRecord,
    /// The position that the game began from.
    pub position: String,
    /// The turns, as the rules' texts.
    pub turns: Vec<TurnRecord>,
    /// Who won.
    pub winner: Winner,
    /// Why it ended.
    pub ending: Ending,
}

impl GameRecord {
    /// The player of a side.
    pub fn player(&self, color: Color) -> &PlayerRecord {
        match color {
            Color::Red => &self.red,
            Color::Teal => &self.teal,
        }
    }
}
