//! `arena run`: plays a tournament, or goes on with one.

mod arguments;
mod plan;
mod report;

use std::process::ExitCode;

pub use arguments::RunArgs;

use super::{Failure, finish, say};
use crate::journal::{Journal, JournalWriter};
use crate::process::Supervisor;
use crate::runner::{Ending, Engines, Progress, Signals, Stop, play};
use plan::Plan;
use report::write_reports;

/// Plays, and writes the report.
pub fn run(args: RunArgs) -> ExitCode {
    finish(Plan::new(args).and_then(|plan| play_and_report(&plan)))
}

fn play_and_report(plan: &Plan) -> Result<ExitCode, Failure> {
    let stop = Stop::new().map_err(Failure::fault)?;
    let _signals = Signals::listen(&stop).map_err(Failure::fault)?;
    let supervisor = Supervisor::of_this_program().map_err(Failure::fault)?;
    let (mut writer, mut journal) = open_journal(plan)?;
    if !plan.quiet {
        tell_beginning(plan, &writer, &journal);
    }
    let mut progress = Progress::new(&journal, plan.quiet);
    let tournament = plan.header.tournament.clone();
    let make = |worker: usize| {
        let cpus = plan.slots.get(worker).cloned().unwrap_or_default();
        Engines::new(&tournament, &plan.openings, &supervisor, &stop, cpus)
    };
    let ending = play(
        &mut journal,
        &mut writer,
        plan.workers,
        &stop,
        make,
        &mut progress,
    );
    progress.finish();
    let ending = match ending {
        Ok(ending) => ending,
        Err(error) => {
            // What is in the journal is still worth a report.
            if let Err(failure) = write_reports(plan, &journal) {
                say(format_args!("error: {}", failure.message));
            }
            return Err(Failure::fault(error));
        }
    };
    write_reports(plan, &journal)?;
    let Ending::Interrupted(signal) = ending else {
        return Ok(ExitCode::SUCCESS);
    };
    let name = journal.interrupts.last().map_or("", |last| &last.signal);
    say(format_args!(
        "stopped by {name}; to go on: arena run --resume --journal {}",
        quoted(&writer.path().to_string_lossy())
    ));
    let status = crate::runner::exit_status(signal);
    Ok(ExitCode::from(u8::try_from(status).unwrap_or(1)))
}

/// Begins the journal, or goes on with it.
fn open_journal(plan: &Plan) -> Result<(JournalWriter, Journal), Failure> {
    let path = &plan.journal;
    let opened = if plan.resume {
        JournalWriter::resume(path, &plan.header, &plan.openings)
    } else {
        JournalWriter::create(path, &plan.header)
            .map(|writer| (writer, Journal::new(plan.header.clone())))
    };
    opened.map_err(Failure::usage)
}

fn tell_beginning(plan: &Plan, writer: &JournalWriter, journal: &Journal) {
    say(format_args!("journal: {}", writer.path().display()));
    for notice in &plan.notices {
        say(format_args!("notice: {notice}"));
    }
    if !plan.resume {
        return;
    }
    if journal.torn > 0 {
        say(format_args!(
            "notice: a torn line of {} bytes at the end of the journal is cut off",
            journal.torn
        ));
    }
    let played = journal.pairs.len();
    say(format_args!("going on behind {played} pairs"));
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
