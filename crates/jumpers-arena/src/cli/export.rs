//! `arena export`: writes the games of a journal as game records.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use jumpers_record::GameRecord;

use super::{Failure, finish};
use crate::journal::Journal;
use crate::output::Output;

/// The arguments of `arena export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The journal.
    journal: PathBuf,
    /// This game only: 12.1 is the first game of the twelfth pair.
    #[arg(long, value_name = "ROUND")]
    game: Option<String>,
    /// Write to a file, not to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the games in the order of the schedule.
pub fn run(args: &ExportArgs) -> ExitCode {
    finish(export(args).map(|()| ExitCode::SUCCESS))
}

fn export(args: &ExportArgs) -> Result<(), Failure> {
    let output = args
        .output
        .as_ref()
        .map(|path| Output::new(path, [&args.journal]));
    let output = output.transpose().map_err(Failure::usage)?;
    let mut journal = Journal::open(&args.journal).map_err(Failure::usage)?;
    journal.pairs.sort_by_key(|pair| pair.index);
    let wanted = |game: &&GameRecord| args.game.as_ref().is_none_or(|round| game.round == *round);
    let games: Vec<&GameRecord> = journal
        .pairs
        .iter()
        .flat_map(|pair| &pair.games)
        .filter(wanted)
        .collect();
    if let (Some(round), true) = (&args.game, games.is_empty()) {
        return Err(Failure::usage(format_args!(
            "{}: there is no game {round}",
            args.journal.display()
        )));
    }
    match output {
        None => match write(io::stdout().lock(), &games) {
            // Whoever reads it has read enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result.map_err(|error| Failure::fault(format_args!("output: {error}"))),
        },
        Some(output) => output.write(|to| write(to, &games)).map_err(Failure::fault),
    }
}

/// Writes games with an empty line between them.
fn write(to: impl Write, games: &[&GameRecord]) -> io::Result<()> {
    let mut to = BufWriter::new(to);
    for (number, game) in games.iter().enumerate() {
        if number > 0 {
            writeln!(to)?;
        }
        write!(to, "{game}")?;
    }
    to.flush()
}
