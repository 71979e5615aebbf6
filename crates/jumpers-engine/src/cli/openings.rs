//! `jumpers-engine genfens`: random openings, a line each.

use std::io::{self, Write};

use clap::Args;
use jumpers_core::BoardSize;

use crate::openings::{OpeningsConfig, OpeningsError, WIDEST_BALANCE, generate};
use crate::search::{Control, MAX_DEPTH};

#[derive(Args)]
pub struct GenfensArgs {
    /// How many.
    #[arg(value_name = "N")]
    count: u32,
    /// The board: 6, 8 or 10.
    #[arg(long, value_name = "N", default_value_t = BoardSize::Six)]
    board: BoardSize,
    /// Other seeds give other openings.
    #[arg(long, value_name = "S", default_value_t = OpeningsConfig::default().seed)]
    seed: u64,
    /// Random turns from the start.
    #[arg(long, value_name = "K", default_value_t = OpeningsConfig::default().plies)]
    plies: u32,
    /// The depth of the search that must see neither side far ahead.
    #[arg(
        long,
        value_name = "D",
        default_value_t = OpeningsConfig::default().depth,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)),
    )]
    depth: u8,
    /// How far ahead a side may be, in hundredths of a reserve token; never as far as a proved win.
    #[arg(
        long,
        value_name = "H",
        default_value_t = OpeningsConfig::default().balance,
        value_parser = clap::value_parser!(u32).range(..=i64::from(WIDEST_BALANCE)),
    )]
    balance: u32,
}

/// Prints them as they are found.
pub fn genfens(args: &GenfensArgs) -> Result<(), String> {
    let config = OpeningsConfig {
        board: args.board,
        count: args.count,
        seed: args.seed,
        plies: args.plies,
        depth: args.depth,
        balance: args.balance,
    };
    let control = Control::new(false);
    let mut output = io::stdout().lock();
    let result = generate(&config, &control, &mut |text| {
        if writeln!(output, "{text}").is_err() {
            control.stop();
        }
    });
    match result {
        // Nobody reads on.
        Err(OpeningsError::Stopped { .. }) => Ok(()),
        result => result.map_err(|error| format!("genfens: {error}")),
    }
}
