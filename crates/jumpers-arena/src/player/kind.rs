//! Which players there are.

use std::fmt;

use clap::ValueEnum;
use jumpers_core::{Position, Size, Turn};

use super::thought::Thought;
use super::{greedy, random, shallow};

/// A built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum PlayerKind {
    /// Any legal turn, each as likely as the others.
    Random,
    /// A turn that wins at once, or one of those that take the most tokens.
    Greedy,
    /// A search of up to three turns, with a count of tokens and of turns to choose from.
    Shallow,
}

impl PlayerKind {
    /// All players, the weakest first.
    pub const ALL: [PlayerKind; 3] = [PlayerKind::Random, PlayerKind::Greedy, PlayerKind::Shallow];

    /// The name on the command line: `random`, `greedy`, `shallow`.
    pub const fn name(self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::Shallow => "shallow",
        }
    }

    /// The player of this name.
    pub fn from_name(name: &str) -> Option<PlayerKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Chooses one of these legal turns, of which there is at least one.
    pub(super) fn choose<S: Size>(
        self,
        position: &Position<S>,
        turns: &[Turn<S>],
        wish: &Wish,
    ) -> Thought<S> {
        match self {
            PlayerKind::Random => random::choose(position, turns, wish.seed),
            PlayerKind::Greedy => greedy::choose(position, turns, wish.seed),
            PlayerKind::Shallow => shallow::choose(position, turns, wish),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a player is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish {
    /// Decides between turns that are as good as each other.
    pub seed: u64,
    /// Look so many turns ahead at most.
    pub depth: Option<u32>,
    /// Look at about so many positions at most.
    pub nodes: Option<u64>,
    /// Look for a win in some turns: one that wins at once is taken.
    pub mate: bool,
    /// Choose among these turns, all if there are none.
    pub turns: Vec<String>,
}
