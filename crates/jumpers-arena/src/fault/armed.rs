//! When a fault shows.

use std::time::Duration;

use jumpers_protocol::{Command, Reply};

use super::FaultConfig;
use crate::player::{Fate, Hooks, Sayings};

/// A fault that shows after some turns or games.
pub(super) struct Armed {
    fault: Box<dyn Hooks>,
    after_turns: u32,
    after_games: u32,
    turns: u32,
    games: u32,
}

impl Armed {
    pub fn new(config: &FaultConfig) -> Self {
        Armed {
            fault: config.kind.hooks(config),
            after_turns: config.after_turns,
            after_games: config.after_games,
            turns: 0,
            games: 0,
        }
    }

    fn shows(&self) -> bool {
        let turns_over = self.after_turns == 0 || self.turns > self.after_turns;
        let games_over = self.after_games == 0 || self.games > self.after_games;
        turns_over && games_over
    }
}

impl Hooks for Armed {
    fn start(&mut self) {
        if self.shows() {
            self.fault.start();
        }
    }

    fn command(&mut self, command: &Command, sayings: &mut Sayings) -> Fate {
        match command {
            Command::NewGame => {
                self.games = self.games.saturating_add(1);
                self.turns = 0;
            }
            Command::Go(_) => self.turns = self.turns.saturating_add(1),
            _ => {}
        }
        if self.shows() {
            self.fault.command(command, sayings)
        } else {
            Fate::Done
        }
    }

    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        if self.shows() {
            self.fault.reply(reply, sayings);
        } else {
            sayings.reply(reply);
        }
    }

    fn wakes_in(&self) -> Option<Duration> {
        self.fault.wakes_in()
    }

    fn wake(&mut self, sayings: &mut Sayings) {
        self.fault.wake(sayings);
    }

    fn end(&mut self) {
        if self.shows() {
            self.fault.end();
        }
    }
}
