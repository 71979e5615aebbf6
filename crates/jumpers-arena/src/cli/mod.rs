//! The command line: one file for each subcommand.

mod compliance;
mod fault;
mod player;
mod shim;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A tournament runner for Jumpers engines.
#[derive(Parser)]
#[command(name = "arena", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Hold an engine to the rules of the protocol, and tell which of them it keeps.
    Compliance(compliance::ComplianceArgs),
    /// Be a built-in player with a fault, to try runners and clients on.
    #[command(hide = true)]
    Fault(fault::FaultArgs),
    /// Be a built-in player: a small engine that speaks the protocol.
    Player(player::PlayerArgs),
    #[command(hide = true)]
    Shim(shim::ShimArgs),
    /// For the runner itself: kills engines whose runner is gone.
    #[command(hide = true)]
    Watch,
}

/// Runs the program with these arguments, its name first.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => match arguments.command {
            Command::Compliance(args) => compliance::run(&args),
            Command::Fault(args) => fault::run(&args),
            Command::Player(args) => player::run(&args),
            Command::Shim(args) => shim::shim(&args),
            Command::Watch => watch::watch(),
        },
        Err(error) => {
            // Help and version are no errors, and go to standard output.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}
