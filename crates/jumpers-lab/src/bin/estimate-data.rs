//! Makes the positions that the solver's estimates learn from: those that searches of seeded random
//! positions meet, each solved for itself. Prints lines of [`jumpers_lab::labelled`].

#![expect(clippy::print_stderr, reason = "a command that says how far it is")]

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use jumpers_core::{Size, SizeVisitor};
use jumpers_engine::solve::Estimates;
use jumpers_lab::command;
use jumpers_lab::in_order;
use jumpers_lab::labelled::Labelled;
use jumpers_lab::labelling::{Labelling, Plan};

/// Between two reports so much time goes by.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// Solve positions that searches meet, for estimates to learn from.
///
/// Random play from the start comes to a position for each seed, after 1 to 12 plies; it is searched,
/// and some of the positions that the search met are solved, each from an empty table. Printed are,
/// with tabs between them, a position, whether the side to move wins it (`win`, `loss`, or
/// `unknown`), and the positions that the solver evaluated. The same seeds give the same lines, in
/// the order of the seeds, whatever the number of threads. `solve-positions` takes seeds from 0 on, so
/// that for data to learn from should be those from 1,000,000 on.
#[derive(Parser)]
#[command(name = "estimate-data")]
struct Args {
    /// Points along an edge of the board.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(4..=8))]
    board: u8,
    /// The first seed.
    #[arg(long, value_name = "SEED", default_value_t = 1_000_000)]
    first: u64,
    /// How many seeds.
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    count: u64,
    /// About so many positions a search evaluates at most: it looks at the limit now and then.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// About so many positions the solver evaluates at most for each position that a search met.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    label_nodes: u64,
    /// Take at most so many positions from a search.
    #[arg(long, value_name = "N", default_value_t = 400)]
    take: usize,
    /// The estimates of all these searches. By hand, what is learned does not depend on what was
    /// learned before.
    #[arg(long, value_enum, default_value_t = Source::ByHand)]
    estimates: Source,
    /// MiB of memory for the table of a search; each thread has one.
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Seeds at once, each on one thread.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// Where estimates come from.
#[derive(Clone, Copy, ValueEnum)]
enum Source {
    /// A few counts and weights.
    ByHand,
    /// The network that is built in.
    Learned,
}

impl Args {
    fn plan(&self) -> Plan {
        Plan {
            nodes: self.nodes,
            hash: self.hash as usize,
            label_nodes: self.label_nodes,
            take: self.take,
            estimates: match self.estimates {
                Source::ByHand => Estimates::ByHand,
                Source::Learned => Estimates::Learned,
            },
        }
    }
}

/// Prints what is made and, now and then, how far it is.
struct Printing<W> {
    out: W,
    seeds: u64,
    positions: u64,
    start: Instant,
    told: Instant,
}

impl<W: Write> Printing<W> {
    fn new(out: W) -> Self {
        Printing {
            out,
            seeds: 0,
            positions: 0,
            start: Instant::now(),
            told: Instant::now(),
        }
    }

    fn take<S: Size>(&mut self, count: u64, labelled: &[Labelled<S>]) -> io::Result<()> {
        for labelled in labelled {
            writeln!(self.out, "{labelled}")?;
        }
        self.out.flush()?;
        self.seeds += 1;
        self.positions += labelled.len() as u64;
        if self.told.elapsed() >= REPORT_INTERVAL || self.seeds == count {
            self.told = Instant::now();
            let seconds = self.start.elapsed().as_secs();
            eprintln!(
                "{} of {count} seeds, {} positions, {seconds} s",
                self.seeds, self.positions
            );
        }
        Ok(())
    }
}

impl SizeVisitor for &Args {
    type Output = Result<(), Box<dyn Error + Send + Sync>>;

    fn visit<S: Size>(self) -> Self::Output {
        let end = self
            .first
            .checked_add(self.count)
            .ok_or("the last seed is too large")?;
        let (one, all) = (command::pool(1)?, command::pool(self.threads)?);
        let mut printing = Printing::new(io::BufWriter::new(io::stdout().lock()));
        in_order::run(
            &all,
            self.first..end,
            || Ok(Labelling::<S>::new(self.plan(), &one)?),
            |labelling, seed| labelling.of_seed(seed),
            |labelled| Ok(printing.take(self.count, &labelled)?),
        )
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    command::on_board("estimate-data", args.board, &args)
}
