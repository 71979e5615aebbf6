//! A plot of several estimates with their intervals, one below the other.

use maud::{Markup, html};

use super::super::table::typeset;
use super::frame::percent;
use super::scale::Scale;
use crate::report::number::fixed;
use crate::stats::Estimate;

/// Pixels of a row.
const ROW: f64 = 40.0;
/// Where the mark of a row is, from its top.
const MARK: f64 = 27.0;
/// Where the label of a row ends, from its top.
const LABEL: f64 = 18.0;

/// Several estimates.
pub(in super::super) struct Forest<'a> {
    pub id: &'a str,
    pub title: &'a str,
    /// What the axis across is of.
    pub name: &'static str,
    /// The value at which nothing is better than the other.
    pub reference: f64,
    pub rows: Vec<Row>,
}

/// An estimate.
pub(in super::super) struct Row {
    pub label: String,
    pub estimate: Estimate,
    /// The estimate as a text.
    pub text: String,
}

/// The plot, with the estimates as texts in a column of their own at its right; none if there is nothing to estimate from.
pub(in super::super) fn forest(forest: &Forest<'_>) -> Option<Markup> {
    let ends = |row: &Row| [row.estimate.value, row.estimate.low, row.estimate.high];
    let mut values = forest.rows.iter().flat_map(ends).flatten().peekable();
    values.peek()?;
    let x = Scale::around(values.chain([forest.reference]), 0.06);
    let (ticks, decimals) = x.ticks(5.0);
    let bottom = ROW * forest.rows.len() as f64 + 6.0;
    let described: Vec<String> = forest
        .rows
        .iter()
        .map(|row| format!("{}: {}", row.label, row.text))
        .collect();
    let title_id = format!("{}-title", forest.id);
    let description_id = format!("{}-description", forest.id);
    let across = |value: f64| percent(x.place(value));
    Some(html! {
        svg.plot.forest role="img" aria-labelledby=(title_id) aria-describedby=(description_id)
            width="100%" height=(bottom + 40.0) {
            title id=(title_id) { (forest.title) }
            desc id=(description_id) { (described.join("; ")) "." }
            svg.area x="0" y="0" width="70%" height=(bottom + 40.0) overflow="visible" {
            g.grid {
                @for tick in ticks {
                    line x1=(across(tick)) x2=(across(tick)) y1="0" y2=(bottom + 5.0) {}
                    text x=(across(tick)) y=(bottom + 18.0) text-anchor="middle" {
                        (typeset(&fixed(tick, decimals)))
                    }
                }
                line.axis x1="0" x2="100%" y1=(bottom) y2=(bottom) {}
                text.name x="100%" y=(bottom + 34.0) text-anchor="end" { (forest.name) }
            }
            @for (place, row) in forest.rows.iter().enumerate() {
                (reference(forest.reference, ROW * place as f64, &x))
                (mark(row, ROW * place as f64, &x))
            }
            }
            @for (place, row) in forest.rows.iter().enumerate() {
                text.label.value x="100%" y=(ROW * place as f64 + MARK + 4.0) text-anchor="end" { (row.text) }
            }
        }
    })
}

/// The part of the reference line that is in a row, below its label.
fn reference(value: f64, top: f64, x: &Scale) -> Markup {
    let across = percent(x.place(value));
    html! {
        line.reference x1=(across) x2=(across) y1=(top + LABEL) y2=(top + ROW) {}
    }
}

/// A row: its label, the interval as a line, the value as a square. An end that there is
/// not is an arrow.
fn mark(row: &Row, top: f64, x: &Scale) -> Markup {
    let Estimate { value, low, high } = row.estimate;
    let y = top + MARK;
    let across = |value: f64| percent(x.place(value));
    let known = value.is_some() || low.is_some() || high.is_some();
    html! {
        text.label x="0" y=(top + 14.0) { (row.label) }
        @if known {
            line.interval y1=(y) y2=(y)
                x1=(low.map_or_else(|| "0%".to_owned(), across))
                x2=(high.map_or_else(|| "100%".to_owned(), across)) {}
            @match low {
                Some(low) => line.interval x1=(across(low)) x2=(across(low)) y1=(y - 4.0) y2=(y + 4.0) {},
                None => path.arrow d=(format!("M0 {y}l8 -5v10Z")) {},
            }
            @match high {
                Some(high) => line.interval x1=(across(high)) x2=(across(high)) y1=(y - 4.0) y2=(y + 4.0) {},
                // Paths know no per cent.
                None => svg x="100%" y=(y) overflow="visible" { path.arrow d="M0 0l-8 -5v10Z" {} },
            }
            @if let Some(value) = value {
                svg x=(across(value)) y=(y) overflow="visible" {
                    rect.dot x="-4" y="-4" width="8" height="8" {}
                }
            }
        }
    }
}
