//! The reports at the end of `arena run`.

use std::io::{self, ErrorKind, Write};

use super::plan::Plan;
use crate::cli::Failure;
use crate::journal::Journal;
use crate::report::{CsvTable, Report, write_csv};
use crate::settings::ReportForm;

/// Writes the report to standard output, and that in HTML to its file.
pub(super) fn write_reports(plan: &Plan, journal: &Journal) -> Result<(), Failure> {
    let report = Report::new(&journal.header, &journal.pairs).map_err(Failure::fault)?;
    if let Some(html) = &plan.html {
        html.write(|to| to.write_all(report.to_html().as_bytes()))
            .map_err(Failure::fault)?;
    }
    let mut text = Vec::new();
    match plan.report {
        ReportForm::Text => text.extend(report.to_text().into_bytes()),
        ReportForm::Json => report.write_json(&mut text).map_err(Failure::fault)?,
        ReportForm::Csv => write_csv(
            &journal.header,
            &journal.pairs,
            CsvTable::default(),
            &mut text,
        )
        .map_err(Failure::fault)?,
    }
    let mut out = io::stdout().lock();
    match out.write_all(&text).and_then(|()| out.flush()) {
        // Whoever reads it has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| Failure::fault(format_args!("standard output: {error}"))),
    }
}
