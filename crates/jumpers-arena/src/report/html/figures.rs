//! The head of the page: what is played, and the figures that matter most.

use maud::{Markup, html};

use super::table::typeset;
use crate::report::clean::clean;
use crate::report::number::{elo_interval, elo_value, percent, percent_interval};
use crate::report::{Report, tables};
use crate::stats::Decision;

/// What is played, and how much of it has been.
pub(super) fn facts(report: &Report) -> Markup {
    html! {
        dl.facts {
            // The event is the page's title.
            @for (key, value) in tables::facts(report).iter().filter(|(key, _)| *key != "Event") {
                div { dt { (key) } dd { (clean(value, 200)) } }
            }
        }
    }
}

/// A figure: what it is, and what is known of it besides.
struct Figure {
    name: &'static str,
    value: String,
    more: String,
}

/// The figures that matter most.
pub(super) fn figures(report: &Report) -> Markup {
    let mut figures = match &report.pairings[..] {
        [pairing] => {
            let all = &pairing.standing.all;
            let los = all.los.map(|los| format!("LOS {} %", percent(los)));
            vec![
                Figure {
                    name: "Score (%)",
                    value: all.score.value.map_or_else(|| "-".to_owned(), percent),
                    more: match all.score.value {
                        Some(_) => interval(&percent_interval(&all.score)),
                        None => String::new(),
                    },
                },
                Figure {
                    name: "Elo",
                    value: elo_value(&all.elo),
                    more: interval(&elo_interval(&all.elo)),
                },
                Figure {
                    name: "Normalised Elo",
                    value: elo_value(&all.normalized_elo),
                    more: los.unwrap_or_default(),
                },
            ]
        }
        _ => report
            .ratings
            .iter()
            .filter(|rating| rating.games > 0)
            .take(1)
            .map(|rating| Figure {
                name: "First",
                value: tables::short_name(report, &rating.engine, 24),
                more: format!("{} Elo", elo_interval(&rating.rating)),
            })
            .collect(),
    };
    if let Some(sprt) = &report.sprt {
        figures.push(Figure {
            name: "SPRT",
            value: match sprt.decision {
                Decision::AcceptH0 => "H0",
                Decision::AcceptH1 => "H1",
                Decision::Continue => "open",
            }
            .to_owned(),
            more: format!("LLR {:.2} [{:.2}, {:.2}]", sprt.llr, sprt.lower, sprt.upper),
        });
    }
    let progress = &report.progress;
    figures.push(Figure {
        name: "Games",
        value: progress.games.to_string(),
        more: format!("{} of {} pairs", progress.pairs, progress.scheduled_pairs),
    });
    figures.push(Figure {
        name: "Faults",
        value: report.faults.len().to_string(),
        more: "games not ended by the rules".to_owned(),
    });
    html! {
        dl.figures {
            @for figure in figures {
                div {
                    dt { (figure.name) }
                    dd.value { (typeset(&figure.value)) }
                    dd.more { (typeset(&figure.more)) }
                }
            }
        }
    }
}

/// The interval of an estimate's text.
fn interval(text: &str) -> String {
    text.split_once(' ')
        .filter(|(_, rest)| rest.starts_with('['))
        .map(|(_, rest)| format!("95 % {rest}"))
        .unwrap_or_default()
}
