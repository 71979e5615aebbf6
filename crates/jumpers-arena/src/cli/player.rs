//! `arena player`: a built-in player.

use std::process::ExitCode;

use clap::Args;

use crate::player::{NoHooks, PlayerKind, serve};

/// The arguments of `arena player`.
#[derive(Args, Debug)]
pub struct PlayerArgs {
    /// Which player.
    #[arg(value_enum)]
    player: PlayerKind,
    /// Decides between turns that are as good as each other: the same seed, the same games.
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: u64,
}

/// Speaks the engines' protocol on standard input and output.
pub fn run(args: &PlayerArgs) -> ExitCode {
    serve(args.player, args.seed, NoHooks)
}
