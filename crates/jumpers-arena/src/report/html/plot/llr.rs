//! The plot of a sequential test.

use maud::{Markup, html};

use super::super::table::typeset;
use super::frame::Frame;
use super::scale::Scale;
use crate::report::number::fixed;
use crate::report::sprt::SprtReport;
use crate::report::tables::verdict;

const HEIGHT: f64 = 240.0;

/// The LLR between its bounds; none of no pairs.
pub(in super::super) fn llr(sprt: &SprtReport) -> Option<Markup> {
    let last = sprt.course.last().filter(|last| last.pairs > 0)?;
    let x = Scale {
        low: 0.0,
        high: last.pairs as f64,
    };
    let values = sprt.course.iter().map(|point| point.llr);
    let y = Scale::around(values.chain([sprt.lower, sprt.upper]), 0.12);
    let (ticks, decimals) = y.ticks(5.0);
    let frame = Frame {
        height: HEIGHT,
        x,
        y,
        x_ticks: x
            .whole_ticks(5.0)
            .into_iter()
            .map(|tick| (tick, format!("{tick:.0}")))
            .collect(),
        y_ticks: ticks
            .into_iter()
            .map(|tick| (tick, typeset(&fixed(tick, decimals))))
            .collect(),
        x_name: "pairs",
    };
    let bounds = [("H1", sprt.upper, "upper"), ("H0", sprt.lower, "lower")];
    let paths = html! {
        @for (_, bound, class) in bounds {
            path class={ "bound " (class) } d=(frame.path([(x.low, bound), (x.high, bound)])) {}
        }
        path.line d=(frame.path(sprt.course.iter().map(|point| (point.pairs as f64, point.llr)))) {}
    };
    let marks = html! {
        @for (hypothesis, bound, class) in bounds {
            text class={ "label " (class) } x="4" y=(frame.down(bound)) dy="-6" {
                (hypothesis) " accepted: " (typeset(&fixed(bound, 2)))
            }
        }
        circle.dot cx="100%" cy=(frame.down(last.llr)) r="4" {}
    };
    let description = format!(
        "The log-likelihood ratio after each pair, between the bounds {} and {}. After {} pairs it \
         is {}: {}.",
        fixed(sprt.lower, 2),
        fixed(sprt.upper, 2),
        last.pairs,
        fixed(last.llr, 2),
        verdict(sprt),
    );
    Some(frame.plot(
        "llr",
        "Course of the sequential test",
        &description,
        paths,
        marks,
    ))
}
