//! Tables of what was scored.

use super::{board, first_of, name};
use crate::report::Report;
use crate::report::boards::ByBoard;
use crate::report::grid::{Column, Grid};
use crate::report::number::{NONE, elo_interval, elo_value, percent_interval, percent_or_none};
use crate::report::pairing::Pairing;
use crate::report::standing::Standing;
use crate::stats::PairCounts;

/// Pairs by their points: `12/30/58`.
pub(super) fn pair_counts(counts: &PairCounts) -> String {
    format!("{}/{}/{}", counts.lost, counts.split, counts.won)
}

/// A row for each board, and one for all if there are several.
fn rows<T>(
    figures: &ByBoard<T>,
    mut row: impl FnMut(Option<u8>, &T) -> Vec<String>,
) -> Vec<Vec<String>> {
    let all = (figures.boards.len() != 1).then_some((None, &figures.all));
    let boards = figures.boards.iter().map(|on| (Some(on.board), &on.figure));
    all.into_iter()
        .chain(boards)
        .map(|(points, figure)| {
            let mut cells = vec![points.map_or_else(|| "all".to_owned(), board)];
            cells.extend(row(points, figure));
            cells
        })
        .collect()
}

/// A table for each pairing, at most so many.
pub(in super::super) fn pairings(report: &Report, most: usize) -> Vec<Grid> {
    let mut grids: Vec<Grid> = report
        .pairings
        .iter()
        .take(most)
        .map(|one| pairing(report, one))
        .collect();
    if let Some(last) = grids.last_mut() {
        last.notes
            .extend(first_of(most, report.pairings.len(), "pairings"));
    }
    grids
}

fn pairing(report: &Report, pairing: &Pairing) -> Grid {
    let columns = [
        "board",
        "#games",
        "#won-lost",
        "#pairs 0/1/2",
        "#score (%)",
        "#Elo [95 %]",
        "#norm. Elo",
        "#LOS (%)",
    ];
    let title = format!(
        "{} against {}",
        name(report, &pairing.engine),
        name(report, &pairing.opponent)
    );
    let mut grid = Grid::new(title, &columns);
    grid.rows = rows(&pairing.standing, |_, standing: &Standing| {
        vec![
            standing.games.to_string(),
            format!("{}-{}", standing.won, standing.lost),
            pair_counts(&standing.pairs),
            percent_or_none(standing.score.value),
            elo_interval(&standing.elo),
            elo_value(&standing.normalized_elo),
            percent_or_none(standing.los),
        ]
    });
    grid
}

/// What it is worth to be Red.
pub(in super::super) fn colors(report: &Report) -> Grid {
    let columns = [
        "board",
        "#games",
        "#Red won",
        "#Teal won",
        "#Red's share (%) [95 %]",
        "#Red's advantage (Elo) [95 %]",
    ];
    let mut grid = Grid::new("Colours", &columns);
    grid.rows = rows(&report.colors.share, |board, share| {
        let advantages = &report.colors.advantage;
        let advantage = advantages
            .iter()
            .find(|advantage| Some(advantage.board) == board);
        vec![
            share.games.to_string(),
            share.red.to_string(),
            share.teal.to_string(),
            percent_interval(&share.share),
            advantage.map_or_else(
                || NONE.to_owned(),
                |advantage| elo_interval(&advantage.figure.elo),
            ),
        ]
    });
    grid
}

/// The engines by their ratings.
pub(in super::super) fn ratings(report: &Report) -> Grid {
    let mut columns = vec![
        "#rank",
        "engine",
        "#rating (Elo) [95 %]",
        "#games",
        "#won-lost",
        "#score (%)",
    ];
    let mut groups = report.ratings.iter().filter(|rating| rating.games > 0);
    let first = groups.next().map(|rating| rating.group);
    let grouped = groups.any(|rating| Some(rating.group) != first);
    if grouped {
        columns.push("#group");
    }
    let mut grid = Grid::new("Ratings", &columns);
    for rating in &report.ratings {
        let mut row = vec![
            rating.rank.to_string(),
            name(report, &rating.engine),
            match rating.games {
                0 => NONE.to_owned(),
                _ => elo_interval(&rating.rating),
            },
            rating.games.to_string(),
            format!("{}-{}", rating.won, rating.lost),
            percent_or_none(rating.score),
        ];
        if grouped {
            row.push(rating.group.to_string());
        }
        grid.rows.push(row);
    }
    if grouped {
        grid.notes.push(
            "No games connect engines of different groups, so their ratings cannot be compared."
                .to_owned(),
        );
    }
    grid
}

/// Who won how many games against whom, if there are at most so many engines.
pub(in super::super) fn crosstable(report: &Report, most: usize) -> Grid {
    let mut grid = Grid::new("Crosstable (games won-lost)", &["#", "engine"]);
    grid.repeated = 2;
    let table = &report.crosstable;
    if table.len() > most {
        grid.notes.push(format!(
            "Left out: there are {} engines; the JSON report has it.",
            table.len()
        ));
        return grid;
    }
    for (place, row) in (1..=most).zip(table) {
        grid.columns.push(Column {
            name: place.to_string(),
            numeric: true,
        });
        let mut cells = vec![place.to_string(), name(report, &row.engine)];
        cells.extend(row.cells.iter().map(|cell| match cell {
            Some(cell) => format!("{}-{}", cell.won, cell.lost),
            None => NONE.to_owned(),
        }));
        grid.rows.push(cells);
    }
    grid
}
