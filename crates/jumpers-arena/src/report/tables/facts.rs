//! What a report begins with: what is played, and how much of it has been.

use super::{name, pairs};
use crate::report::Report;
use crate::tournament::Format;

/// Lines of a word and what belongs to it.
pub(in super::super) fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let setting = &report.tournament;
    let mut facts = Vec::new();
    if !setting.event.is_empty() {
        facts.push(("Event", setting.event.clone()));
    }
    let format = match setting.format {
        Format::Match => "match",
        Format::RoundRobin => "round-robin",
        Format::Gauntlet => "gauntlet",
    };
    let engines = match &report.engines[..] {
        [first, second] => format!(
            "{} against {}",
            name(report, &first.name),
            name(report, &second.name)
        ),
        [first, second, ..] if setting.format == Format::Match => {
            format!(
                "{} against {}",
                name(report, &first.name),
                name(report, &second.name)
            )
        }
        engines => format!("{} engines", engines.len()),
    };
    facts.push(("Format", format!("{format}, {engines}")));
    let openings = &setting.openings;
    facts.push((
        "Openings",
        format!(
            "{} from {}, seed {}",
            openings.count, openings.source, setting.seed
        ),
    ));
    let progress = &report.progress;
    let share = setting.shard.map_or_else(String::new, |shard| {
        format!(" in share {}/{}", shard.number, shard.count)
    });
    let beyond = report.sprt.as_ref().and_then(|sprt| sprt.beyond.as_ref());
    let beyond = beyond.map_or_else(String::new, |beyond| {
        let count = pairs(beyond.pairs.pairs());
        format!("; {count} behind the verdict not counted")
    });
    facts.push((
        "Played",
        format!(
            "{} of {} pairs{share}, {} games{beyond}",
            progress.pairs, progress.scheduled_pairs, progress.games
        ),
    ));
    if progress.copies > 0 {
        facts.push((
            "Warning",
            format!(
                "{} of {} pairs are copies of earlier ones: the intervals are too narrow",
                progress.copies, progress.pairs
            ),
        ));
    }
    if let Some(times) = &report.times {
        facts.push(("Started", times.started.clone()));
        if let Some(finished) = &times.finished {
            facts.push(("Last pair", finished.clone()));
        }
    }
    facts
}
