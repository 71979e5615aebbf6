//! The command line: one file for each subcommand.

mod openings;

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
    /// Print a set of openings.
    Openings(openings::OpeningsArgs),
}

/// Runs the program with these arguments, its name first.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => match arguments.command {
            Command::Openings(args) => openings::run(&args),
        },
        Err(error) => {
            // Help and version are no errors, and go to standard output.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}
