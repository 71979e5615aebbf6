//! Histograms of the lengths of games, a board below the other.

use maud::{Markup, html};

use super::super::table::board;
use super::frame::{Frame, nothing, percent};
use super::scale::Scale;
use crate::report::boards::OnBoard;
use crate::report::length::Lengths;
use crate::report::number::fixed;

const HEIGHT: f64 = 90.0;

/// At most so many bars.
const BARS: u64 = 40;

/// A bar.
struct Bar {
    /// Lengths from here…
    first: u64,
    /// …to here, both counted.
    last: u64,
    games: u64,
}

/// A histogram for each board, all with the same axis across.
pub(in super::super) fn histograms(lengths: &[OnBoard<Lengths>]) -> Vec<Markup> {
    let all = || lengths.iter().map(|on| &on.figure);
    let shortest = all().map(|one| one.shortest).min().unwrap_or_default();
    let longest = all().map(|one| one.longest).max().unwrap_or_default();
    let width = (longest - shortest + 1).div_ceil(BARS);
    let x = Scale {
        low: (shortest / width * width) as f64,
        high: ((longest / width + 1) * width) as f64,
    };
    lengths.iter().map(|on| histogram(on, x, width)).collect()
}

/// Lengths in bars that begin at multiples of a width.
fn bars(lengths: &Lengths, width: u64) -> Vec<Bar> {
    let mut bars: Vec<Bar> = Vec::new();
    for (length, &games) in (lengths.shortest..).zip(&lengths.counts) {
        let first = length / width * width;
        match bars.last_mut() {
            Some(bar) if bar.first == first => bar.games += games,
            _ => bars.push(Bar {
                first,
                last: first + width - 1,
                games,
            }),
        }
    }
    bars
}

fn histogram(on: &OnBoard<Lengths>, x: Scale, width: u64) -> Markup {
    let lengths = &on.figure;
    let bars = bars(lengths, width);
    let most = bars.iter().map(|bar| bar.games).max().unwrap_or_default();
    let y = Scale {
        low: 0.0,
        high: most as f64 * 1.05,
    };
    let whole = |tick: f64| (tick, format!("{tick:.0}"));
    let frame = Frame {
        height: HEIGHT,
        x,
        y,
        x_ticks: x.whole_ticks(6.0).into_iter().map(whole).collect(),
        y_ticks: y.whole_ticks(2.0).into_iter().map(whole).collect(),
        x_name: "turns",
    };
    let name = board(on.board);
    let marks = html! {
        @for bar in bars.iter().filter(|bar| bar.games > 0) {
            rect.bar x=(frame.across(bar.first as f64))
                width=(percent(0.9 * width as f64 / (x.high - x.low)))
                y=(frame.down(bar.games as f64))
                height=(format!("{:.1}", HEIGHT * y.place(bar.games as f64))) {
                title { (span(bar)) ": " (bar.games) }
            }
        }
        line.mean x1=(frame.across(lengths.mean)) x2=(frame.across(lengths.mean)) y1="0" y2=(HEIGHT) {}
    };
    let description = format!(
        "{} games on {name}, of {} to {} turns, {} on average.",
        lengths.games,
        lengths.shortest,
        lengths.longest,
        fixed(lengths.mean, 1)
    );
    let title = format!("Lengths of games on {name}");
    let id = format!("lengths-{}", on.board);
    html! {
        figure {
            figcaption { (name) ": " (lengths.games) " games, mean " (fixed(lengths.mean, 1)) " turns" }
            (frame.plot(&id, &title, &description, nothing(), marks))
        }
    }
}

/// What a bar is of.
fn span(bar: &Bar) -> String {
    if bar.first == bar.last {
        format!("{} turns", bar.first)
    } else {
        format!("{} to {} turns", bar.first, bar.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_the_bar_of_its_length() {
        let lengths = Lengths {
            games: 10,
            mean: 6.0,
            shortest: 4,
            longest: 9,
            counts: vec![1, 2, 0, 3, 0, 4],
        };
        let seen = |width| -> Vec<(u64, u64, u64)> {
            bars(&lengths, width)
                .iter()
                .map(|bar| (bar.first, bar.last, bar.games))
                .collect()
        };
        assert_eq!(seen(3), [(3, 5, 3), (6, 8, 3), (9, 11, 4)]);
        assert_eq!(seen(100), [(0, 99, 10)]);
        assert_eq!(seen(1).len(), 6);
        assert_eq!(span(&bars(&lengths, 1)[0]), "4 turns");
        assert_eq!(span(&bars(&lengths, 3)[0]), "3 to 5 turns");
    }
}
