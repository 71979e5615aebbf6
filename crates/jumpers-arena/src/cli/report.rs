//! `arena report`: what a journal says.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::{Failure, finish};
use crate::journal::{Journal, JournalError};
use crate::output::{Output, OutputError};
use crate::report::{CsvError, CsvTable, Report, ReportError, write_csv};

/// The arguments of `arena report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The journal; a runner may be writing it.
    journal: PathBuf,
    /// The form. Without it the name of the file to write decides (.json, .csv, .html), or it is
    /// text.
    #[arg(long, value_enum)]
    format: Option<Form>,
    /// Which table, for CSV; without it that of the games.
    #[arg(long, value_enum)]
    table: Option<CsvTable>,
    /// Leave out what two runs of the same games may differ in: times of day, times used, warnings,
    /// and pairs behind the one that decided the sequential test.
    #[arg(long)]
    comparable: bool,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Tables of at most 100 columns.
    Text,
    /// Everything, for programs.
    Json,
    /// One table, for spreadsheets.
    Csv,
    /// A page with plots, in one file.
    Html,
}

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("--table is for --format csv")]
    Table,
    #[error("--comparable is not for --format csv")]
    Comparable,
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{0}: {1}")]
    Report(PathBuf, ReportError),
    #[error("{0}: write: {1}")]
    Write(String, io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Write(..) | Error::Output(OutputError::Io { .. }) => Failure::fault(error),
            _ => Failure::usage(error),
        }
    }
}

/// Reads the journal and writes its report. The status is 2 if there is none: bad arguments, or a
/// journal that is missing or damaged; and 1 if it cannot be written.
pub fn run(args: &ReportArgs) -> ExitCode {
    finish(
        report(args)
            .map(|()| ExitCode::SUCCESS)
            .map_err(Failure::from),
    )
}

fn report(args: &ReportArgs) -> Result<(), Error> {
    let form = args.form();
    if args.table.is_some() && form != Form::Csv {
        return Err(Error::Table);
    }
    if args.comparable && form == Form::Csv {
        return Err(Error::Comparable);
    }
    let output = args
        .output
        .as_ref()
        .map(|path| Output::new(path, [&args.journal]));
    let output = output.transpose()?;
    let journal = Journal::open(&args.journal)?;
    let bytes = args.rendered(form, &journal)?;
    match output {
        Some(output) => Ok(output.write(|to| to.write_all(&bytes))?),
        None => match io::stdout().lock().write_all(&bytes) {
            // Who reads it has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(|error| Error::Write("standard output".to_owned(), error)),
        },
    }
}

impl ReportArgs {
    fn form(&self) -> Form {
        let extension = || self.output.as_ref()?.extension()?.to_str();
        self.format.unwrap_or_else(|| match extension() {
            Some("json") => Form::Json,
            Some("csv") => Form::Csv,
            Some("html" | "htm") => Form::Html,
            _ => Form::Text,
        })
    }

    fn rendered(&self, form: Form, journal: &Journal) -> Result<Vec<u8>, Error> {
        let Journal { header, pairs, .. } = journal;
        let mut bytes = Vec::new();
        if form == Form::Csv {
            let table = self.table.unwrap_or_default();
            return match write_csv(header, pairs, table, &mut bytes) {
                Ok(()) => Ok(bytes),
                Err(CsvError::Report(error)) => Err(Error::Report(self.journal.clone(), error)),
                Err(CsvError::Write(error)) => {
                    Err(Error::Write("CSV".to_owned(), io::Error::other(error)))
                }
            };
        }
        let mut report = Report::new(header, pairs)
            .map_err(|error| Error::Report(self.journal.clone(), error))?;
        if self.comparable {
            report = report.comparable();
        }
        match form {
            Form::Json => report
                .write_json(&mut bytes)
                .map_err(|error| Error::Write("JSON".to_owned(), error))?,
            Form::Html => bytes.extend(report.to_html().bytes()),
            _ => bytes.extend(report.to_text().bytes()),
        }
        Ok(bytes)
    }
}
