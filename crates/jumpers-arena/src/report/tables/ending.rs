//! Tables of how games ended, and of how long they were.

use super::{board, first_of, name};
use crate::report::Report;
use crate::report::clean::clean;
use crate::report::ending::Fault;
use crate::report::grid::{Column, Grid};
use crate::report::number::fixed;

/// The games that each engine lost, by their endings.
pub(in super::super) fn losses(report: &Report) -> Grid {
    let mut grid = Grid::new("Games lost, by ending", &["engine", "#lost"]);
    let kinds = report.losses.first().map(|losses| &losses.kinds);
    for count in kinds.into_iter().flatten() {
        grid.columns.push(Column {
            name: count.kind.name().to_owned(),
            numeric: true,
        });
    }
    for losses in &report.losses {
        let mut row = vec![name(report, &losses.engine), losses.lost.to_string()];
        row.extend(losses.kinds.iter().map(|count| count.games.to_string()));
        grid.rows.push(row);
    }
    grid
}

/// The games that ended with a fault, at most so many; none if there are none.
pub(in super::super) fn faults(report: &Report, most: usize) -> Option<Grid> {
    if report.faults.is_empty() {
        return None;
    }
    let columns = [
        "game", "board", "engine", "side", "#turns", "fault", "detail",
    ];
    let mut grid = Grid::new("Faults", &columns);
    for fault in report.faults.iter().take(most) {
        grid.rows.push(vec![
            clean(&fault.round, 20),
            board(fault.board),
            name(report, &fault.engine),
            fault.side.to_string(),
            fault.turns.to_string(),
            fault.kind.to_string(),
            detail(fault),
        ]);
    }
    grid.notes
        .extend(first_of(most, report.faults.len(), "faults"));
    Some(grid)
}

/// What happened, and how the process ended.
fn detail(fault: &Fault) -> String {
    let mut parts = Vec::new();
    if !fault.detail.is_empty() {
        parts.push(clean(&fault.detail, 200));
    }
    if let Some(exit) = &fault.exit {
        parts.push(clean(exit, 60));
    }
    parts.join("; ")
}

/// What was wrong with engines besides, at most so many rows; none if nothing was.
pub(in super::super) fn warnings(report: &Report, most: usize) -> Option<Grid> {
    if report.warnings.is_empty() {
        return None;
    }
    let mut grid = Grid::new("Warnings", &["engine", "#times", "the first"]);
    for warning in report.warnings.iter().take(most) {
        grid.rows.push(vec![
            name(report, &warning.engine),
            warning.count.to_string(),
            clean(&warning.text, 200),
        ]);
    }
    grid.notes
        .extend(first_of(most, report.warnings.len(), "warnings"));
    Some(grid)
}

/// How long the games were, if there are any.
pub(in super::super) fn lengths(report: &Report) -> Option<Grid> {
    if report.lengths.is_empty() {
        return None;
    }
    let columns = ["board", "#games", "#mean turns", "#shortest", "#longest"];
    let mut grid = Grid::new("Lengths of games", &columns);
    for lengths in &report.lengths {
        grid.rows.push(vec![
            board(lengths.board),
            lengths.figure.games.to_string(),
            fixed(lengths.figure.mean, 1),
            lengths.figure.shortest.to_string(),
            lengths.figure.longest.to_string(),
        ]);
    }
    Some(grid)
}
