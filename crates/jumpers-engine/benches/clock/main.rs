//! Does the engine keep its time? It drives the real binary over pipes and is the referee.
//!
//! A clock runs from just before `go` is written to just after `bestmove` is read, without a
//! margin: what the referee itself is late counts too.
#![expect(clippy::print_stdout, reason = "a command that prints")]

mod engine;
mod games;
mod movetime;
mod stats;
mod sudden_death;
mod work;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Measures how the engine keeps its time.
#[derive(Parser)]
#[command(name = "clock")]
struct Args {
    /// What cargo passes to every benchmark.
    #[arg(long, hide = true, global = true)]
    bench: bool,
    #[command(subcommand)]
    measurement: Option<Measurement>,
}

#[derive(Subcommand)]
enum Measurement {
    /// The engine plays itself; no clock may run out.
    Games(games::Args),
    /// How much longer than asked the engine thinks with `go movetime`.
    Movetime(movetime::Args),
    /// The longest of many random games on a clock without increment, which may not run out.
    SuddenDeath(sudden_death::Args),
}

fn main() -> ExitCode {
    let result = match Args::parse().measurement {
        None => {
            // Writing help to a closed pipe is nobody's fault.
            let _ = Args::command().print_help();
            return ExitCode::SUCCESS;
        }
        Some(Measurement::Games(args)) => games::run(&args),
        Some(Measurement::Movetime(args)) => movetime::run(&args),
        Some(Measurement::SuddenDeath(args)) => sudden_death::run(&args),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("error: {error}");
            ExitCode::from(2)
        }
    }
}
