//! The command line.

mod book;
mod go;
mod growth;
mod interrupt;
mod limit;
mod lines;
mod means;
mod openings;
mod perft;
mod replay;
mod reserves;
mod script;
mod solve;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use jumpers_core::BoardSize;
use jumpers_protocol::PositionBase;

use crate::bench;
use crate::board::{self, Board};
use crate::search::Control;

use book::BookArgs;
use go::GoArgs;
use growth::GrowthArgs;
use lines::session;
use openings::GenfensArgs;
use perft::PerftArgs;
use replay::ReplayArgs;
use reserves::ReservesArgs;
use solve::SolveArgs;
use verify::VerifyArgs;

/// An engine for the board game Jumpers.
///
/// Without a command it speaks the protocol of protocol.md, in the style of UCI and UGI, on standard
/// input and output. A first argument like "genfens 10 seed 42" makes all arguments lines of that
/// protocol, of which only genfens and quit are allowed.
#[derive(Parser)]
#[command(name = "jumpers-engine", version)]
struct Cli {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Think about one position, print what the protocol prints, and exit.
    Go(GoArgs),
    /// Count the sequences of turns of a given length.
    Perft(PerftArgs),
    /// Search a fixed set of positions: the same nodes each time, and how fast.
    Bench {
        /// Plies to search each position.
        #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u8).range(1..))]
        depth: u8,
    },
    /// Print random openings in which neither side is far ahead, a position text a line.
    Genfens(GenfensArgs),
    /// Show the games of a file of records, or think about a position of one.
    Replay(ReplayArgs),
    /// Work out the opening book.
    Book(BookArgs),
    // What these say is at their types.
    Solve(SolveArgs),
    Reserves(ReservesArgs),
    Growth(GrowthArgs),
    /// Check a certificate that a position is won, and say what it proves.
    Verify(VerifyArgs),
}

#[derive(Args)]
struct Where {
    /// A position text, such as "4tt/4tt/6/6/rr4/rr4 r 12 13".
    #[arg(long, value_name = "P", conflicts_with = "board")]
    position: Option<String>,
    /// The start of the board of this size: 6, 8 or 10.
    #[arg(long, value_name = "N", default_value_t = BoardSize::Six)]
    board: BoardSize,
}

/// Runs the program: a command, or a session when there is none.
pub fn run(args: Vec<OsString>) -> ExitCode {
    // Some runners start an engine with arguments of their own: a first argument that is neither
    // a command nor a flag of ours does not keep the session from running.
    let known = [
        "go",
        "perft",
        "bench",
        "genfens",
        "replay",
        "book",
        "solve",
        "reserves",
        "growth",
        "verify",
        "help",
        "-h",
        "--help",
        "-V",
        "--version",
    ];
    if args.get(1).is_some_and(|arg| script::is_script(arg)) {
        return finish(script::run(&args[1..]));
    }
    if let Some(first) = args.get(1)
        && !known.iter().any(|word| first == word)
    {
        warn(&format!(
            "arguments from {first:?} on are not known and ignored"
        ));
        return session();
    }
    let task = match Cli::try_parse_from(args) {
        Ok(cli) => cli.task,
        Err(error) => {
            // Writing help to a closed pipe is nobody's fault.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let result = match task {
        None => return session(),
        Some(Task::Go(args)) => go::go(&args),
        Some(Task::Perft(args)) => perft::perft(&args),
        Some(Task::Bench { depth }) => run_bench(depth),
        Some(Task::Genfens(args)) => openings::genfens(&args),
        Some(Task::Replay(args)) => replay::replay(&args),
        Some(Task::Book(args)) => book::book(&args),
        Some(Task::Solve(args)) => {
            return solve::solve(&args).unwrap_or_else(|message| finish(Err(message)));
        }
        Some(Task::Reserves(args)) => {
            return reserves::reserves(&args).unwrap_or_else(|message| finish(Err(message)));
        }
        Some(Task::Growth(args)) => {
            return growth::growth(&args).unwrap_or_else(|message| finish(Err(message)));
        }
        Some(Task::Verify(args)) => return verify::verify(&args),
    };
    finish(result)
}

fn finish(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            warn(&message);
            ExitCode::from(2)
        }
    }
}

/// A line on standard error; one that nobody reads is lost.
fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "jumpers-engine: {message}");
}

fn print(line: impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

impl Where {
    fn open(&self) -> Result<Box<dyn Board>, String> {
        let base = match &self.position {
            Some(text) => PositionBase::Fen(text.clone()),
            None => PositionBase::Startpos,
        };
        board::open(&base, self.board, &[]).map_err(|error| error.to_string())
    }
}

fn run_bench(depth: u8) -> Result<(), String> {
    let total = bench::run(depth, &Control::new(false), &|line| print(line));
    print(total.map_err(|error| error.to_string())?);
    Ok(())
}
