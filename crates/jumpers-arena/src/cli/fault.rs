//! `arena fault`: a built-in player with a fault.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::fault::{self, FaultConfig, FaultKind};
use crate::player::PlayerKind;

/// The arguments of `arena fault`.
#[derive(Args, Debug)]
pub struct FaultArgs {
    /// Which fault.
    #[arg(value_enum)]
    fault: FaultKind,
    /// The player that has it.
    #[arg(long, value_enum, default_value_t = PlayerKind::Random)]
    player: PlayerKind,
    /// The player's seed.
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: u64,
    /// The fault shows from the turn behind so many on, in each game.
    #[arg(long, value_name = "TURNS", default_value_t = 0)]
    after: u32,
    /// The fault shows in the games behind so many.
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    after_games: u32,
    /// Milliseconds by which something is too late that comes too late.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    delay: u32,
}

/// Speaks the engines' protocol on standard input and output, but for the fault.
pub fn run(args: &FaultArgs) -> ExitCode {
    fault::run(&FaultConfig {
        kind: args.fault,
        player: args.player,
        seed: args.seed,
        after_turns: args.after,
        after_games: args.after_games,
        delay: Duration::from_millis(args.delay.into()),
    })
}
