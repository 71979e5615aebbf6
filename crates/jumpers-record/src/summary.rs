//! A record in words, for people.

use std::fmt::Write;

use jumpers_core::Color;

use crate::{Escaped, GameRecord, Replay, Winner};

impl GameRecord {
    /// Who played which game, in one line:
    /// `A (Red, 10+0.1) against B (Teal, nodes 1000), Spring, round 12.1, 2026-03-01T10:00:00Z`.
    pub fn title(&self) -> String {
        let player = |color| {
            let player = self.player(color);
            let name = match player.name.as_str() {
                "" => "(no name)",
                name => name,
            };
            let comma = if player.limit.is_empty() { "" } else { ", " };
            let (name, limit) = (Escaped(name), Escaped(&player.limit));
            format!("{name} ({color}{comma}{limit})")
        };
        let mut title = format!("{} against {}", player(Color::Red), player(Color::Teal));
        for (word, value) in [("", &self.event), ("round ", &self.round), ("", &self.date)] {
            if !value.is_empty() {
                // A String takes everything.
                let _ = write!(title, ", {word}{}", Escaped(value));
            }
        }
        title
    }

    /// Who won and why, in one line: `Red won: rules: no turn`, `nobody won: interrupt`,
    /// `Red won: crash: no bestmove (signal 11)`.
    pub fn result(&self) -> String {
        let winner = match self.winner {
            Winner::Red => "Red",
            Winner::Teal => "Teal",
            Winner::None => "nobody",
        };
        let mut result = format!("{winner} won: {}", self.ending.kind);
        if !self.ending.detail.is_empty() {
            let _ = write!(result, ": {}", Escaped(&self.ending.detail));
        }
        if let Some(exit) = &self.ending.exit {
            let _ = write!(result, " ({})", Escaped(exit));
        }
        result
    }
}

impl Replay {
    /// The side to move after so many turns.
    pub fn side_to_move(&self, ply: usize) -> Color {
        let last = self.game.side_to_move();
        if ply.abs_diff(self.game.turns().len()).is_multiple_of(2) {
            last
        } else {
            !last
        }
    }
}
