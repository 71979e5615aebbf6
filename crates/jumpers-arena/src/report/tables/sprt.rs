//! The table of a sequential test.

use super::score::pair_counts;
use super::{name, pairs};
use crate::report::Report;
use crate::report::grid::Grid;
use crate::report::number::fixed;
use crate::report::sprt::SprtReport;
use crate::stats::Decision;
use crate::tournament::EloModel;

/// The sequential test, if there is one.
pub(in super::super) fn sprt(report: &Report) -> Option<Grid> {
    let sprt = report.sprt.as_ref()?;
    let title = format!(
        "SPRT of {} against {}: {}",
        name(report, &sprt.engine),
        name(report, &sprt.opponent),
        verdict(sprt)
    );
    let columns = ["hypothesis", "#Elo", "#error rate", "#accepted at LLR"];
    let mut grid = Grid::new(title, &columns);
    let unit = match sprt.model {
        EloModel::Logistic => "logistic",
        EloModel::Normalized => "normalised",
    };
    for (hypothesis, elo, rate, bound) in [
        (
            "H0",
            sprt.elo0,
            sprt.beta,
            format!("<= {}", fixed(sprt.lower, 2)),
        ),
        (
            "H1",
            sprt.elo1,
            sprt.alpha,
            format!(">= {}", fixed(sprt.upper, 2)),
        ),
    ] {
        grid.rows.push(vec![
            hypothesis.to_owned(),
            format!("{elo} ({unit})"),
            rate.to_string(),
            bound,
        ]);
    }
    grid.notes.push(format!(
        "LLR {} after {} ({}).",
        fixed(sprt.llr, 2),
        pairs(sprt.pairs.pairs()),
        pair_counts(&sprt.pairs),
    ));
    if sprt.waiting > 0 {
        grid.notes.push(format!(
            "Not in the test yet: {} behind one that is missing in the schedule.",
            pairs(sprt.waiting)
        ));
    }
    if let Some(beyond) = &sprt.beyond {
        grid.notes.push(format!(
            "Not counted here or elsewhere in this report: {} ({}) behind the deciding one.",
            pairs(beyond.pairs.pairs()),
            pair_counts(&beyond.pairs),
        ));
    }
    Some(grid)
}

/// The verdict in words.
pub(in super::super) fn verdict(sprt: &SprtReport) -> String {
    match (sprt.decision, sprt.decided_after) {
        (Decision::AcceptH0, Some(after)) => format!("H0 accepted after {}", pairs(after)),
        (Decision::AcceptH1, Some(after)) => format!("H1 accepted after {}", pairs(after)),
        _ => "no verdict yet".to_owned(),
    }
}
