//! A report as a page: one file, without scripts and without anything from elsewhere.

mod figures;
mod plot;
mod table;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::plot::{Forest, Row};
use self::table::{grouped, table};
use super::Report;
use super::boards::ByBoard;
use super::clean::clean;
use super::number::{elo_interval, percent_interval};
use super::tables::{self, Most};
use crate::stats::Estimate;

/// The style sheet.
const STYLE: &str = include_str!("report.css");

/// How much of what may be long the page has.
const MOST: Most = Most {
    faults: 200,
    pairings: 300,
    crosstable: 50,
};

/// Engines in the plot of the ratings.
const RATED: usize = 50;

/// Faults of which the page shows the standard error.
const STDERR: usize = 50;

/// Plots of scores that the page has.
const SCORES: usize = 12;

/// Characters of a name in a plot.
const NAME: usize = 24;

impl Report {
    /// The report as a page in HTML: one file that needs nothing else, no scripts, light or dark
    /// as the reader's system is. What may be long is not all there, so that it stays
    /// small for large tournaments: curves have at most 400 points, and there are 200 faults and 300
    /// pairings at most.
    pub fn to_html(&self) -> String {
        page(self).into_string()
    }
}

fn page(report: &Report) -> Markup {
    let event = &report.tournament.event;
    let title = if event.is_empty() {
        "Tournament"
    } else {
        event
    };
    let title = clean(title, 120);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "jumpers-arena " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    (figures::facts(report))
                }
                main {
                    (figures::figures(report))
                    (scores(report))
                    (colors(report))
                    (endings(report))
                    (lengths(report))
                    (section("effort", "Means for a turn", table(report, &tables::efforts(report))))
                    (section("engines", "Engines", table(report, &tables::engines(report))))
                }
                footer { "jumpers-arena " (env!("CARGO_PKG_VERSION")) }
            }
        }
    }
}

fn section(id: &str, title: &str, content: Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-heading" } {
            h2 id={ (id) "-heading" } { (title) }
            (content)
        }
    }
}

/// Scores, ratings and their plots: first those of a match's pairing, or the ratings.
fn scores(report: &Report) -> Markup {
    let pairings = tables::pairings(report, MOST.pairings);
    let ratings = html! {
        (section("ratings", "Ratings", html! {
            @if report.engines.len() > 2 { (ratings_plot(report)) }
            (table(report, &tables::ratings(report)))
        }))
        (section("crosstable", "Crosstable", html! {
            (table(report, &tables::crosstable(report, MOST.crosstable)))
        }))
    };
    if report.engines.len() > 2 {
        return html! {
            (sprt(report))
            (ratings)
            (section("pairings", "Pairings", grouped(report, "Pairings", &pairings)))
            (section("scores", "Score over time", score_plots(report)))
        };
    }
    html! {
        @for (grid, pairing) in pairings.iter().zip(&report.pairings) {
            (section("result", &grid.title, html! {
                (table(report, grid))
                h3 { "Score over time" }
                (score_plots(report))
                h3 { "Elo by board" }
                (board_plot(
                    "elo",
                    "Elo by board",
                    "Elo",
                    0.0,
                    &pairing.standing,
                    |standing| (standing.elo, elo_interval(&standing.elo)),
                ))
            }))
        }
        (sprt(report))
        (ratings)
    }
}

fn score_plots(report: &Report) -> Markup {
    let several = report.scores.len() > 1;
    let height = if several { 120.0 } else { 240.0 };
    let plots = report
        .scores
        .iter()
        .take(SCORES)
        .enumerate()
        .filter_map(|(place, series)| {
            let name = tables::short_name(report, &series.engine, 2 * NAME);
            let plot = plot::score(&format!("score-{place}"), &name, series, height)?;
            Some((name, plot))
        });
    let plots: Vec<(String, Markup)> = plots.collect();
    html! {
        @if plots.is_empty() {
            (empty())
        } @else {
            div.plots.several[several] {
                @for (name, plot) in plots {
                    figure {
                        figcaption {
                            @if several { (name) } @else {
                                "Games won by " (name) ", in the order of the schedule; band: 95 % interval"
                            }
                        }
                        (plot)
                    }
                }
            }
            @if several {
                p.note { "Games won in the order of the schedule; the band is the 95 % interval." }
            }
            @if report.scores.len() > SCORES {
                p.note { "Those of the first " (SCORES) " engines; the JSON report has all." }
            }
        }
    }
}

/// Estimates for all boards and for each.
fn board_plot<T>(
    id: &str,
    title: &str,
    name: &'static str,
    reference: f64,
    figures: &ByBoard<T>,
    estimate: impl Fn(&T) -> (Estimate, String),
) -> Markup {
    let row = |label: String, figure: &T| {
        let (estimate, text) = estimate(figure);
        Row {
            label,
            estimate,
            text: table::typeset(&text),
        }
    };
    let mut rows = Vec::new();
    if figures.boards.len() != 1 {
        rows.push(row("all boards".to_owned(), &figures.all));
    }
    for on in &figures.boards {
        rows.push(row(table::board(on.board), &on.figure));
    }
    figure(&Forest {
        id,
        title,
        name,
        reference,
        rows,
    })
}

fn ratings_plot(report: &Report) -> Markup {
    let rows = report
        .ratings
        .iter()
        .take(RATED)
        .filter(|rating| rating.games > 0)
        .map(|rating| Row {
            label: tables::short_name(report, &rating.engine, NAME),
            estimate: rating.rating,
            text: table::typeset(&elo_interval(&rating.rating)),
        })
        .collect();
    figure(&Forest {
        id: "rating",
        title: "Ratings",
        name: "Elo",
        reference: 0.0,
        rows,
    })
}

fn figure(forest: &Forest<'_>) -> Markup {
    html! {
        @match plot::forest(forest) {
            Some(plot) => figure.flush { (plot) },
            None => (empty()),
        }
    }
}

fn empty() -> Markup {
    html! { p.note { "No pair of games has been finished." } }
}

fn sprt(report: &Report) -> Markup {
    html! {
        @if let (Some(sprt), Some(grid)) = (&report.sprt, tables::sprt(report)) {
            (section("sprt", &grid.title, html! {
                @match plot::llr(sprt) {
                    Some(plot) => figure {
                        figcaption { "Log-likelihood ratio (LLR), in the order of the schedule" }
                        (plot)
                    },
                    None => (empty()),
                }
                (table(report, &grid))
            }))
        }
    }
}

fn colors(report: &Report) -> Markup {
    section(
        "colours",
        "Colours",
        html! {
            (board_plot(
                "share",
                "Games won by Red, by board",
                "Red's share (%)",
                50.0,
                &report.colors.share,
                |share| {
                    let percent = |end: Option<f64>| end.map(|end| end * 100.0);
                    let Estimate { value, low, high } = share.share;
                    // Without games the interval is all that there is.
                    let known = value.is_some();
                    let estimate = Estimate {
                        value: percent(value),
                        low: percent(low.filter(|_| known)),
                        high: percent(high.filter(|_| known)),
                    };
                    (estimate, percent_interval(&share.share))
                },
            ))
            (table(report, &tables::colors(report)))
        },
    )
}

fn endings(report: &Report) -> Markup {
    let with_stderr = report
        .faults
        .iter()
        .filter(|fault| !fault.stderr.is_empty());
    html! {
        (section("endings", "Games lost, by ending", table(report, &tables::losses(report))))
        @if let Some(grid) = tables::faults(report, MOST.faults) {
            (section("faults", "Faults", html! {
                (table(report, &grid))
                @for fault in with_stderr.take(STDERR) {
                    details {
                        summary {
                            "Standard error of " (tables::name(report, &fault.engine)) " in game " (clean(&fault.round, 20))
                        }
                        pre {
                            @for line in &fault.stderr { (clean(line, 400)) "\n" }
                        }
                    }
                }
            }))
        }
        @if let Some(grid) = tables::warnings(report, MOST.faults) {
            (section("warnings", "Warnings", table(report, &grid)))
        }
    }
}

fn lengths(report: &Report) -> Markup {
    section(
        "lengths",
        "Lengths of games",
        html! {
            @for histogram in plot::histograms(&report.lengths) { (histogram) }
            @match tables::lengths(report) {
            Some(grid) => (table(report, &grid)),
            None => (empty()),
        }
        },
    )
}
