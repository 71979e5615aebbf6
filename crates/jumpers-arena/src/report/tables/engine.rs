//! Tables of the engines and of what they used.

use super::name;
use crate::report::Report;
use crate::report::clean::clean;
use crate::report::grid::Grid;
use crate::report::number::{NONE, quantity};

/// Characters of a name where it is shown whole.
const FULL_NAME: usize = 400;

/// The engines by their whole names, with their limits.
pub(in super::super) fn engines(report: &Report) -> Grid {
    let mut grid = Grid::new("Engines", &["engine", "limit", "command", "options"]);
    for engine in &report.engines {
        let command: Vec<&str> = std::iter::once(&engine.command)
            .chain(&engine.args)
            .map(String::as_str)
            .collect();
        let mut options = engine.options.join(", ");
        if engine.ponder {
            options = format!("{options} (ponders)").trim_start().to_owned();
        }
        grid.rows.push(vec![
            clean(&engine.name, FULL_NAME),
            or_none(&engine.limit),
            or_none(&clean(&command.join(" "), 120)),
            or_none(&clean(&options, 120)),
        ]);
    }
    grid
}

fn or_none(text: &str) -> String {
    if text.is_empty() { NONE } else { text }.to_owned()
}

/// What the engines used for a turn.
pub(in super::super) fn efforts(report: &Report) -> Grid {
    let mut columns = vec!["engine", "#turns", "#depth", "#nodes"];
    if report.times.is_some() {
        columns.extend(["#time (ms)", "#longest (ms)", "#nodes/s"]);
    }
    let mut grid = Grid::new("Means for a turn", &columns);
    for (place, effort) in report.efforts.iter().enumerate() {
        let mut row = vec![
            name(report, &effort.engine),
            effort.turns.to_string(),
            quantity(effort.depth),
            quantity(effort.nodes),
        ];
        if let Some(times) = &report.times {
            let times = times.engines.get(place);
            row.push(quantity(times.and_then(|times| times.mean_ms)));
            row.push(quantity(times.and_then(|times| times.longest_ms)));
            row.push(quantity(times.and_then(|times| times.nodes_per_second)));
        }
        grid.rows.push(row);
    }
    grid
}
