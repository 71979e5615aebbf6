//! The plot of a score over the pairs of a schedule.

use maud::{Markup, html};

use super::frame::Frame;
use super::scale::Scale;
use crate::report::number::percent as in_percent;
use crate::report::series::ScoreSeries;

/// The score with its interval; none of no pairs.
pub(in super::super) fn score(
    id: &str,
    name: &str,
    series: &ScoreSeries,
    height: f64,
) -> Option<Markup> {
    let last = series.points.last()?;
    // The first intervals are nearly as wide as can be, and would leave no room for the others.
    let settled = series.points.iter().skip(series.points.len() / 10);
    let ends = settled.flat_map(|point| [point.low, point.high]);
    let range = Scale::around(ends.chain([0.5]), 0.05);
    let y = Scale {
        low: range.low.max(-0.02),
        high: range.high.min(1.02),
    };
    let x = Scale {
        low: 0.0,
        high: last.pairs as f64,
    };
    let (ticks, _) = y.ticks(4.0);
    let frame = Frame {
        height,
        x,
        y,
        x_ticks: x
            .whole_ticks(5.0)
            .into_iter()
            .map(|tick| (tick, format!("{tick:.0}")))
            .collect(),
        y_ticks: ticks
            .into_iter()
            .map(|tick| (tick, format!("{} %", (tick * 1000.0).round() / 10.0)))
            .collect(),
        x_name: "pairs",
    };
    let points = || series.points.iter();
    let upper = points().map(|point| (point.pairs as f64, point.high));
    let lower = points().rev().map(|point| (point.pairs as f64, point.low));
    let band = format!("{}Z", frame.path(upper.chain(lower)));
    let line = frame.path(points().map(|point| (point.pairs as f64, point.score)));
    let even = frame.path([(x.low, 0.5), (x.high, 0.5)]);
    let description = format!(
        "The share of games won after each pair, with the 95 % interval as a band. After {} pairs \
         it is {} %, the interval {} % to {} %.",
        last.pairs,
        in_percent(last.score),
        in_percent(last.low),
        in_percent(last.high),
    );
    let paths = html! {
        path.band d=(band) {}
        path.reference d=(even) {}
        path.line d=(line) {}
    };
    let marks = html! {
        circle.dot cx="100%" cy=(frame.down(last.score)) r="4" {}
    };
    Some(frame.plot(id, &format!("Score of {name}"), &description, paths, marks))
}
