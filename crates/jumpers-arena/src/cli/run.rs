//! `arena run`: plays a tournament, or goes on with one.

mod arguments;
mod plan;
mod report;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

pub use arguments::RunArgs;

use super::{Failure, finish, say};
use crate::journal::{Journal, JournalError, JournalWriter};
use crate::openings::Source;
use crate::process::Supervisor;
use crate::runner::{Ending, Engines, Programs, Progress, Signals, Stop, now, play};
use plan::{AGAIN, Plan};
use report::write_reports;

/// Plays, and writes the report.
pub fn run(args: RunArgs) -> ExitCode {
    let plan = match Plan::new(args) {
        Ok(plan) => plan,
        Err(failure) => return finish(Err(failure)),
    };
    match listen() {
        // Signals end the program also if its last message cannot be written.
        Ok((stop, signals)) => finish(play_and_report(&plan, &stop, &signals)),
        Err(error) => finish(Err(Failure::fault(error))),
    }
}

fn listen() -> io::Result<(Stop, Signals)> {
    let stop = Stop::new()?;
    let signals = Signals::listen(&stop)?;
    Ok((stop, signals))
}

fn play_and_report(plan: &Plan, stop: &Stop, signals: &Signals) -> Result<ExitCode, Failure> {
    let supervisor = Supervisor::of_this_program().map_err(Failure::fault)?;
    let (mut writer, mut journal) = open_journal(plan)?;
    let tournament = plan.header.tournament.clone();
    let programs = Programs::of(&tournament).map_err(Failure::usage)?;
    let mut progress = Progress::new(&journal, plan.quiet).map_err(Failure::fault)?;
    if !plan.quiet {
        tell_beginning(plan, &writer, &journal, &progress);
    }
    let make = |worker: usize| {
        let cpus = plan.slots.get(worker).cloned().unwrap_or_default();
        Engines::new(
            &tournament,
            &plan.openings,
            &programs,
            &supervisor,
            stop,
            cpus,
        )
    };
    let ending = play(
        &mut journal,
        &mut writer,
        plan.workers,
        stop,
        make,
        &mut progress,
    );
    signals.end_reports().map_err(Failure::fault)?;
    progress.finish();
    let reported = write_reports(plan, &journal);
    let signal = match ending {
        Ok(Ending::Interrupted(signal)) => signal,
        Ok(Ending::Complete | Ending::Decided) => return reported.map(|()| ExitCode::SUCCESS),
        Err(error) => {
            // What is in the journal was still worth a report.
            if let Err(failure) = reported {
                say(format_args!("error: {}", failure.message));
            }
            return Err(Failure::fault(error));
        }
    };
    // The terminal that it was for may be gone.
    if let Err(failure) = reported {
        say(format_args!("error: {}", failure.message));
    }
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
    let Some(path) = &plan.journal else {
        return new_journal(plan);
    };
    let opened = if plan.resume {
        JournalWriter::resume(path, &plan.header, &plan.openings)
    } else {
        JournalWriter::create(path, &plan.header)
            .map(|writer| (writer, Journal::new(plan.header.clone())))
    };
    opened.map_err(|error| {
        let is_foreign = matches!(error, JournalError::Foreign { .. });
        let mut failure = Failure::usage(error);
        let source = &plan.header.tournament.openings.source;
        if is_foreign && *source == Source::Stdin.to_string() {
            failure.message += AGAIN;
        }
        failure
    })
}

/// Begins a journal that is named by the time, and numbered if others are begun in the same second.
fn new_journal(plan: &Plan) -> Result<(JournalWriter, Journal), Failure> {
    let stamp: String = now()
        .chars()
        .take_while(|&c| c != '.')
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let mut number = 1;
    loop {
        let path = match number {
            1 => PathBuf::from(format!("arena-{stamp}Z.jsonl")),
            _ => PathBuf::from(format!("arena-{stamp}Z-{number}.jsonl")),
        };
        number += 1;
        let is_taken = path.exists() || plan.html.as_ref().is_some_and(|html| html.is(&path));
        if is_taken {
            continue;
        }
        match JournalWriter::create(&path, &plan.header) {
            Ok(writer) => return Ok((writer, Journal::new(plan.header.clone()))),
            // Another runner was faster.
            Err(JournalError::Exists(_) | JournalError::Locked(_)) => {}
            Err(error) => return Err(Failure::usage(error)),
        }
    }
}

fn tell_beginning(plan: &Plan, writer: &JournalWriter, journal: &Journal, progress: &Progress) {
    progress.tell(&format!("journal: {}", writer.path().display()));
    for notice in &plan.notices {
        progress.tell(&format!("notice: {notice}"));
    }
    if !plan.resume {
        return;
    }
    if journal.torn > 0 {
        progress.tell(&format!(
            "notice: a torn line of {} bytes at the end of the journal is cut off",
            journal.torn
        ));
    }
    progress.tell(&format!("going on behind {} pairs", journal.pairs.len()));
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
