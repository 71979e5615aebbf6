//! The command line: one file for each subcommand.

mod compliance;
mod export;
mod fault;
mod merge;
mod openings;
mod player;
mod replay;
mod report;
mod run;
mod shim;
mod watch;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
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
    /// Play a tournament, or go on with one.
    Run(Box<run::RunArgs>),
    /// Tell what a journal says: scores, ratings, the sequential test, faults.
    Report(report::ReportArgs),
    /// Write the games of a journal as game records.
    Export(export::ExportArgs),
    /// Walk through a game of a file of records.
    Replay(replay::ReplayArgs),
    /// Make one journal of the journals of a tournament's shards.
    Merge(merge::MergeArgs),
    /// Print a set of openings.
    Openings(openings::OpeningsArgs),
    /// Hold an engine to the rules of the protocol, and tell which of them it keeps.
    Compliance(compliance::ComplianceArgs),
    /// Be a built-in player: a small engine that speaks the protocol.
    Player(player::PlayerArgs),
    /// Be a built-in player with a fault, to try runners and clients on.
    #[command(hide = true)]
    Fault(fault::FaultArgs),
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
            Command::Run(args) => run::run(*args),
            Command::Report(args) => report::run(&args),
            Command::Export(args) => export::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Merge(args) => merge::run(args),
            Command::Openings(args) => openings::run(&args),
            Command::Compliance(args) => compliance::run(&args),
            Command::Player(args) => player::run(&args),
            Command::Fault(args) => fault::run(&args),
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

/// Why a subcommand has failed, and its exit status.
#[derive(Debug)]
struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// What was asked for cannot be: exit status 2.
    fn usage(message: impl fmt::Display) -> Failure {
        Failure {
            message: message.to_string(),
            status: 2,
        }
    }

    /// Something has failed that should not have: exit status 1.
    fn fault(message: impl fmt::Display) -> Failure {
        Failure {
            message: message.to_string(),
            status: 1,
        }
    }
}

/// The exit status of a subcommand, whose error is written to standard error.
fn finish(result: Result<ExitCode, Failure>) -> ExitCode {
    result.unwrap_or_else(|failure| {
        say(format_args!("error: {}", failure.message));
        ExitCode::from(failure.status)
    })
}

/// Writes a line to standard error. If nobody reads it there is nothing to be done.
fn say(line: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
