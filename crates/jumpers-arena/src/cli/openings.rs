//! `arena openings`: looks at a set of openings.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroU64;
use std::process::ExitCode;

use clap::Args;

use crate::openings::{Openings, Order, Source};

/// Prints openings, a position text a line, after a comment that says where they come from: what
/// is printed is itself a file of openings.
#[derive(Args)]
pub struct OpeningsArgs {
    /// A file, "-" for standard input, "builtin:6" (8, 10, all) or
    /// "random:board=6/8/10,plies=4,count=100,seed=7".
    source: Source,
    /// As a tournament with this seed takes them: in its order, and random ones of this seed
    /// unless they have one of their own. Without it in the order of the source, and random ones
    /// of seed 0.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Only the first so many.
    #[arg(long, value_name = "N")]
    count: Option<NonZeroU64>,
}

/// Prints them, or says why not.
pub fn run(arguments: &OpeningsArgs) -> ExitCode {
    match openings(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(io::stderr(), "arena: {message}");
            ExitCode::from(2)
        }
    }
}

fn openings(arguments: &OpeningsArgs) -> Result<(), String> {
    let openings = Openings::load(&arguments.source, arguments.seed.unwrap_or(0))
        .map_err(|error| error.to_string())?;
    let all = openings.len();
    let count = arguments.count.map_or(all, NonZeroU64::get);
    if count > all {
        return Err(format!(
            "--count {count}: there are {all} openings in {}",
            arguments.source
        ));
    }
    for notice in openings.notices() {
        let _ = writeln!(io::stderr(), "arena: {notice}");
    }
    match print(&openings, arguments.seed, count) {
        // Nobody reads on.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| format!("standard output: {error}")),
    }
}

fn print(openings: &Openings, seed: Option<u64>, count: u64) -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    let summary = openings.summary();
    writeln!(
        output,
        "# {}: {count} of {} openings, SHA-256 {}",
        summary.source.escape_debug(),
        summary.count,
        summary.digest
    )?;
    let order = seed.map(|seed| Order::new(openings.len(), seed));
    for place in 0..count {
        let index = order.as_ref().map_or(place, |order| order.opening(place));
        if let Some(opening) = openings.get(index) {
            writeln!(output, "{}", opening.text())?;
        }
    }
    output.flush()
}
