//! How fast positions of 6×6 are solved: those that seeded random play comes to after 1 to 12 plies,
//! or those of a file, each from an empty table. Prints a line for each, how many are solved within
//! some times, and the slowest ones.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use jumpers_arena::stats::wilson;
use jumpers_benches::{median, random_position, timed};
use jumpers_core::{Position, Six};
use jumpers_engine::search::Control;
use jumpers_engine::solve::{SolveLimits, Solver, Verdict};
use jumpers_lab::command;

/// Random play goes on for 1 to so many plies.
const MOST_PLIES: u64 = 12;

/// Solves positions of 6×6, each for itself.
#[derive(Parser)]
struct Args {
    /// Positions of random play to solve, as many after each number of plies.
    #[arg(long, default_value_t = 1000, conflicts_with = "positions")]
    count: usize,
    /// The seed of the first of them.
    #[arg(long, default_value_t = 0, conflicts_with = "positions")]
    seed: u64,
    /// Solve those of this file, one position text a line, instead.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Begin with what is built in: who wins the positions of the first plies.
    #[arg(long)]
    known: bool,
    /// Threads that search.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// MiB of memory for the table.
    #[arg(long, default_value_t = 1024)]
    hash: usize,
    /// Seconds for each position.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Seconds to count the solved positions for, besides.
    #[arg(long, default_values_t = [1.0])]
    within: Vec<f64>,
    /// How many of the slowest positions to print again.
    #[arg(long, default_value_t = 20)]
    slowest: usize,
}

/// A position, and what became of it.
struct Solved {
    position: Position<Six>,
    verdict: Verdict,
    nodes: u64,
    seconds: f64,
}

impl Solved {
    fn is_within(&self, seconds: f64) -> bool {
        self.verdict != Verdict::Unknown && self.seconds <= seconds
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{}\t{}\t{}\t{:.2}",
            self.position, self.verdict, self.nodes, self.seconds
        )
    }
}

/// The positions to solve.
fn positions(args: &Args) -> Result<Vec<Position<Six>>, String> {
    let Some(path) = &args.positions else {
        let of_seed = |seed| random_position::<Six>(seed, (1 + seed % MOST_PLIES) as usize);
        return Ok((args.seed..).filter_map(of_seed).take(args.count).collect());
    };
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let lines = text.lines().zip(1..);
    let of_line = |(line, number): (&str, usize)| {
        let position = line.split('\t').next().unwrap_or_default().parse();
        position.map_err(|error| format!("{name}, line {number}: {error}"))
    };
    lines.map(of_line).collect()
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let positions = positions(args)?;
    let seconds = Duration::try_from_secs_f64(args.seconds)?;
    let pool = command::pool(args.threads)?;
    let mut solver = Solver::<Six>::new(args.hash)?;
    let mut out = io::stdout();
    writeln!(out, "position\tverdict\tnodes\tseconds")?;
    let mut solved = Vec::new();
    for position in positions {
        solver.clear();
        if args.known {
            solver = solver.with_known();
        }
        let limits = SolveLimits {
            nodes: None,
            time: Some(seconds),
        };
        let control = Control::new(false);
        let search = || solver.solve(&position, limits, &pool, &control, &|_| ());
        let (solution, seconds) = timed(|| pool.install(search));
        let position = Solved {
            position,
            verdict: solution.verdict,
            nodes: solution.statistics.nodes,
            seconds,
        };
        position.write(&mut out)?;
        solved.push(position);
    }
    if solved.is_empty() {
        return Err("no positions".into());
    }
    writeln!(out)?;
    for &within in args.within.iter().chain([&args.seconds]) {
        let count = solved
            .iter()
            .filter(|solved| solved.is_within(within))
            .count();
        let [low, high] = wilson(count as u64, solved.len() as u64);
        writeln!(
            out,
            "within {within} s: {count} of {} ({:.1} to {:.1} %)",
            solved.len(),
            100.0 * low,
            100.0 * high
        )?;
    }
    let nodes: u64 = solved.iter().map(|solved| solved.nodes).sum();
    let time: f64 = solved.iter().map(|solved| solved.seconds).sum();
    let middle = median(solved.iter().map(|solved| solved.seconds).collect());
    writeln!(
        out,
        "{nodes} positions evaluated in {time:.1} s; the median took {middle:.3} s"
    )?;
    writeln!(out, "\nthe slowest:")?;
    solved.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for solved in solved.iter().take(args.slowest) {
        solved.write(&mut out)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    command::end("solve-positions", run(&Args::parse()))
}
