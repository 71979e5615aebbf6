//! `jumpers-engine book`: works out the opening book.

use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::thread::available_parallelism;

use clap::Args;

use crate::book::{self, BookError};
use crate::search::Control;

#[derive(Args)]
pub struct BookArgs {
    /// Positions to look at from each position of the book.
    #[arg(long, value_name = "N", default_value_t = book::NODES)]
    nodes: NonZeroU64,
    /// Positions to work on at a time; one for each processor if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Prints its lines, in order, as they are found.
pub fn book(args: &BookArgs) -> Result<(), String> {
    let threads = args
        .threads
        .or_else(|| available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let control = Control::new(false);
    let mut output = io::stdout().lock();
    let result = book::make(args.nodes, threads, &control, &mut |line| {
        if writeln!(output, "{line}").is_err() {
            control.stop();
        }
    });
    match result {
        // Nobody reads on.
        Err(BookError::Stopped) => Ok(()),
        result => result.map_err(|error| format!("book: {error}")),
    }
}
