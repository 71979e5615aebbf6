//! Engines with a fault: players that do all as it should be but one thing.
//!
//! They are what runners, clients and tables of rules are tried on. Each [`FaultKind`] has one
//! fault, which its documentation names, and an [ending](FaultKind::ending) that its games should
//! have.

mod armed;
mod death;
mod kind;
mod lingering;
mod noise;
mod replies;
mod timing;

use std::process::ExitCode;
use std::time::Duration;

pub use kind::FaultKind;

use crate::player::{PlayerKind, serve};

/// How long a process that is never to end lives, so that none is left behind for ever.
const FOREVER: Duration = Duration::from_secs(600);

/// A fault, and when it shows.
#[derive(Clone, Copy, Debug)]
pub struct FaultConfig {
    /// The fault.
    pub kind: FaultKind,
    /// The player that has it.
    pub player: PlayerKind,
    /// The player's seed.
    pub seed: u64,
    /// In each game it shows from the turn behind so many on: in the `go` and what comes then.
    pub after_turns: u32,
    /// It shows in the games behind so many. A game begins with `ucinewgame` or `uginewgame`.
    pub after_games: u32,
    /// How much too late something is that comes too late.
    pub delay: Duration,
}

/// Speaks the protocol on standard input and output, but for the fault.
pub fn run(config: &FaultConfig) -> ExitCode {
    serve(config.player, config.seed, armed::Armed::new(config))
}
