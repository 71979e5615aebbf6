//! Tables in the page.

use maud::{Markup, html};

use crate::report::Report;
use crate::report::grid::{Column, Grid};
use crate::report::tables::name;

/// A table that scrolls sideways where it is too wide, with what is to be said under it.
pub(super) fn table(report: &Report, grid: &Grid) -> Markup {
    html! {
        @if !grid.rows.is_empty() {
            div.scroll tabindex="0" role="region" aria-label=(grid.title) {
                table {
                    (head(grid))
                    tbody { (rows(report, grid)) }
                }
            }
        }
        (notes(grid))
    }
}

/// Tables with the same columns in one, each with its title.
pub(super) fn grouped(report: &Report, title: &str, grids: &[Grid]) -> Markup {
    html! {
        @if let Some(first) = grids.first() {
            div.scroll tabindex="0" role="region" aria-label=(title) {
                table.grouped {
                    (head(first))
                    @for grid in grids {
                        tbody {
                            tr { th.group scope="rowgroup" colspan=(grid.columns.len()) { (grid.title) } }
                            (rows(report, grid))
                        }
                    }
                }
            }
            @for grid in grids { (notes(grid)) }
        }
    }
}

/// What is to be said under a table.
fn notes(grid: &Grid) -> Markup {
    html! {
        @for note in &grid.notes { p.note { (note) } }
    }
}

fn head(grid: &Grid) -> Markup {
    html! {
        thead {
            tr {
                @for column in &grid.columns {
                    th scope="col" class=[column.numeric.then_some("number")] { (column.name.replace("won-lost", "won–lost")) }
                }
            }
        }
    }
}

fn rows(report: &Report, grid: &Grid) -> Markup {
    // The first column of words says what a row is of.
    let header = grid.columns.iter().position(|column| !column.numeric);
    html! {
        @for row in &grid.rows {
            tr {
                @for (place, (text, column)) in row.iter().zip(&grid.columns).enumerate() {
                    @if Some(place) == header {
                        th scope="row" title=[full_name(report, text, column)] { (cell(text, column)) }
                    } @else if column.numeric {
                        td.number { (cell(text, column)) }
                    } @else {
                        td.short[text.len() <= SHORT] title=[full_name(report, text, column)] { (cell(text, column)) }
                    }
                }
            }
        }
    }
}

/// The whole name of an engine of which the cell has a part.
fn full_name<'a>(report: &'a Report, text: &str, column: &Column) -> Option<&'a str> {
    let is_cut = text.contains("...") && column.name == "engine";
    let mut engines = report.engines.iter().filter(|_| is_cut);
    let engine = engines.find(|engine| name(report, &engine.name) == text)?;
    (engine.name != text).then_some(&engine.name)
}

/// Cells up to this many bytes are not broken.
const SHORT: usize = 40;

fn cell(text: &str, column: &Column) -> String {
    match column.name.as_str() {
        "board" => text.replace('x', "×"),
        _ if column.numeric => typeset(text),
        _ => text.to_owned(),
    }
}

/// A board: `6×6`.
pub(super) fn board(points: u8) -> String {
    format!("{points}×{points}")
}

/// A number with the signs that text in ASCII lacks.
pub(super) fn typeset(number: &str) -> String {
    let mut out = String::new();
    let mut before = None;
    for c in number.chars() {
        match c {
            // Between digits it is a dash: a score.
            '-' if before.is_some_and(|c: char| c.is_ascii_digit()) => out.push('–'),
            '-' if number == "-" => out.push('–'),
            '-' => out.push('−'),
            '=' if before == Some('>') => {
                out.pop();
                out.push('≥');
            }
            '=' if before == Some('<') => {
                out.pop();
                out.push('≤');
            }
            c => out.push(c),
        }
        before = Some(c);
    }
    out.replace("...", "…")
}

#[cfg(test)]
mod tests {
    use super::typeset;

    #[test]
    fn signs() {
        assert_eq!(typeset("-12.3 [-20.1, ...]"), "−12.3 [−20.1, …]");
        assert_eq!(typeset("120-80"), "120–80");
        assert_eq!(typeset(">= +191"), "≥ +191");
        assert_eq!(typeset("<= -191"), "≤ −191");
        assert_eq!(typeset("-"), "–");
    }
}
