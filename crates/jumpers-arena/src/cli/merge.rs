//! `arena merge`: makes one journal of several.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{Failure, finish, say};
use crate::journal::{Journal, Merged, merge};
use crate::runner::Verdict;

/// How many gaps are named.
const MOST_GAPS: usize = 10;

/// The arguments of `arena merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The journal to be made.
    out: PathBuf,
    /// The journals of the tournament, in any order.
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// Make it even if pairs are missing.
    #[arg(long)]
    partial: bool,
}

/// Makes the journal, unless pairs are missing.
pub fn run(args: MergeArgs) -> ExitCode {
    finish(merge_journals(args))
}

fn merge_journals(args: MergeArgs) -> Result<ExitCode, Failure> {
    let mut journals = Vec::new();
    for path in args.journals {
        let journal = Journal::open(&path).map_err(Failure::usage)?;
        if journal.torn > 0 {
            say(format_args!(
                "notice: {}: the torn line at its end is left out",
                path.display()
            ));
        }
        journals.push((path, journal));
    }
    let merged = merge(journals).map_err(Failure::usage)?;
    if let Some(missing) = missing(&merged)? {
        if !args.partial {
            return Err(Failure::fault(format_args!(
                "{missing}; --partial makes the journal without them"
            )));
        }
        say(format_args!("notice: {missing}"));
    }
    merged.write(&args.out).map_err(Failure::usage)?;
    Ok(ExitCode::SUCCESS)
}

/// Says which pairs are missing. If a sequential test is decided none is.
fn missing(merged: &Merged) -> Result<Option<String>, Failure> {
    let journal = &merged.journal;
    if let Some(config) = &journal.header.tournament.sprt {
        let mut verdict = Verdict::new(config).map_err(Failure::usage)?;
        journal.pairs.iter().for_each(|pair| verdict.record(pair));
        if verdict.is_decided() {
            return Ok(None);
        }
    }
    let missing = &merged.missing;
    if missing.is_empty() {
        return Ok(None);
    }
    let count: u64 = missing.iter().map(|(first, last)| last - first + 1).sum();
    let mut gaps: Vec<String> = missing
        .iter()
        .take(MOST_GAPS)
        // As in the names of games.
        .map(|&(first, last)| match first == last {
            true => format!("{}", first + 1),
            false => format!("{}-{}", first + 1, last + 1),
        })
        .collect();
    if missing.len() > MOST_GAPS {
        gaps.push("…".to_owned());
    }
    Ok(Some(format!(
        "{count} of {} pairs are missing: {}",
        journal.header.tournament.pairs(),
        gaps.join(", ")
    )))
}
