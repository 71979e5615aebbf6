//! `jumpers-engine perft`: counts sequences of turns.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use jumpers_core::{Counting, PerftConfig, PerftError, PerftProgress};
use jumpers_protocol::Reply;

use super::{Where, print};
use crate::memory;

/// How often a long perft says how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Args)]
pub struct PerftArgs {
    #[command(flatten)]
    place: Where,
    /// Turns in a sequence.
    #[arg(long, value_name = "N", default_value_t = 6)]
    depth: u32,
    /// Count paths: each sequence of landing points is a turn of its own.
    #[arg(long)]
    paths: bool,
    /// Print the count of each first turn, too.
    #[arg(long)]
    divide: bool,
    /// Threads that count; 0 for one on each processor.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,
    /// MiB of memory for a table of positions already counted; 0 for none.
    #[arg(long, value_name = "MiB", default_value_t = 0)]
    hash: usize,
}

/// Prints the count, and how long it took on standard error.
pub fn perft(args: &PerftArgs) -> Result<(), String> {
    let board = args.place.open()?;
    if let Some(notice) = board.notice() {
        print(Reply::info_string(notice));
    }
    let config = PerftConfig {
        counting: if args.paths {
            Counting::Paths
        } else {
            Counting::Turns
        },
        threads: args.threads.into(),
        hash_mib: args.hash,
    };
    if !memory::has_room_for(args.hash) {
        return Err(PerftError::NoMemory(args.hash).to_string());
    }
    let start = Instant::now();
    let last = Mutex::new(start);
    let progress = |progress: PerftProgress| {
        let Ok(mut last) = last.try_lock() else {
            return;
        };
        if last.elapsed() >= PROGRESS_INTERVAL {
            *last = Instant::now();
            let PerftProgress { done, tasks, nodes } = progress;
            let seconds = start.elapsed().as_secs_f64();
            let _ = writeln!(
                io::stderr(),
                "perft: {done} of {tasks} subtrees, {nodes} sequences, {seconds:.1} s"
            );
        }
    };
    let stop = AtomicBool::new(false);
    let perft = board
        .perft(&config, args.depth, &stop, &progress)
        .map_err(|error| error.to_string())?;
    let (total, seconds) = (perft.total, start.elapsed().as_secs_f64());
    if args.divide {
        for (turn, count) in (perft.divide)().unwrap_or_default() {
            print(Reply::divide(&turn, count));
        }
    }
    print(Reply::nodes_searched(total));
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(
        io::stderr(),
        "perft: {seconds:.3} s, {rate:.1} million a second"
    );
    Ok(())
}
