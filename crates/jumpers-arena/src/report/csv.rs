//! A report as tables in CSV.

use std::io::Write;
use std::time::Duration;

use super::effort::turns_of;
use super::played::{self, Pair};
use super::{Report, ReportError, Standing};
use crate::journal::{Header, PairEntry};
use crate::stats::Estimate;

/// The tables that there are in CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum CsvTable {
    /// A line for each game.
    #[default]
    Games,
    /// A line for each pair of games.
    Pairs,
    /// A line for each engine, by rating.
    Ratings,
    /// A line for each two engines that meet, and for them on each board.
    Pairings,
}

/// Why a table was not written.
#[derive(Debug, thiserror::Error)]
pub enum CsvError {
    /// There is no report of the journal.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The writer failed.
    #[error(transparent)]
    Write(#[from] csv::Error),
}

/// Writes a table of a journal, its columns' names first. Games and pairs are in the order of the
/// schedule. A number that there is not is an empty field.
///
/// # Errors
/// As [`Report::new`], and those of the writer.
pub fn write_csv(
    header: &Header,
    entries: &[PairEntry],
    table: CsvTable,
    writer: impl Write,
) -> Result<(), CsvError> {
    let report = Report::new(header, entries)?;
    let pairs = played::pairs(header, entries)?;
    // What the report counts comes first.
    let counted = usize::try_from(report.progress.pairs).unwrap_or(usize::MAX);
    let pairs = pairs
        .iter()
        .enumerate()
        .map(|(place, pair)| (pair, place < counted));
    let names: Vec<&str> = report.engines.iter().map(|one| one.name.as_str()).collect();
    match table {
        CsvTable::Games => write(
            writer,
            GAME_COLUMNS,
            pairs.flat_map(|(pair, counted)| {
                [0, 1].map(|game| game_row(&names, pair, game, counted))
            }),
        ),
        CsvTable::Pairs => write(
            writer,
            PAIR_COLUMNS,
            pairs.map(|(pair, counted)| pair_row(&names, pair, counted)),
        ),
        CsvTable::Ratings => write(writer, RATING_COLUMNS, rating_rows(&report)),
        CsvTable::Pairings => write(writer, PAIRING_COLUMNS, pairing_rows(&report)),
    }
}

fn write<const N: usize>(
    writer: impl Write,
    columns: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Result<(), CsvError> {
    let mut writer = csv::Writer::from_writer(writer);
    writer.write_record(columns)?;
    for row in rows {
        writer.write_record(row)?;
    }
    writer.flush().map_err(csv::Error::from)?;
    Ok(())
}

const GAME_COLUMNS: [&str; 18] = [
    "round",
    "pair",
    "game",
    "board",
    "opening",
    "red",
    "teal",
    "winner",
    "winner_name",
    "ending",
    "detail",
    "exit",
    "turns",
    "red_time_ms",
    "teal_time_ms",
    "date",
    "position",
    "counted",
];

fn game_row(names: &[&str], pair: &Pair<'_>, game: usize, counted: bool) -> [String; 18] {
    let record = &pair.entry.games[game];
    let [red, teal] = pair.sides(game);
    let time = |engine: usize| {
        let times: Option<Duration> = turns_of(engine, pair, game).map(|turn| turn.time).sum();
        // Whole microseconds.
        optional(times.map(|time| time.as_micros() as f64 / 1000.0))
    };
    [
        pair.round(game),
        pair.entry.index.to_string(),
        (game + 1).to_string(),
        pair.board.to_string(),
        pair.entry.opening.to_string(),
        names[red].to_owned(),
        names[teal].to_owned(),
        record.winner.to_string(),
        names[pair.won_and_lost(game)[0]].to_owned(),
        record.ending.kind.to_string(),
        record.ending.detail.clone(),
        record.ending.exit.clone().unwrap_or_default(),
        record.turns.len().to_string(),
        time(red),
        time(teal),
        record.date.clone(),
        record.position.clone(),
        counted.to_string(),
    ]
}

const PAIR_COLUMNS: [&str; 15] = [
    "pair",
    "first",
    "second",
    "board",
    "opening",
    "points_first",
    "points_second",
    "winner_1",
    "winner_2",
    "ending_1",
    "ending_2",
    "turns_1",
    "turns_2",
    "finished",
    "counted",
];

fn pair_row(names: &[&str], pair: &Pair<'_>, counted: bool) -> [String; 15] {
    let [first, second] = pair.engines;
    let winners = [0, 1].map(|game| pair.won_and_lost(game)[0]);
    let points = |engine| winners.iter().filter(|&&winner| winner == engine).count();
    let [one, two] = &pair.entry.games;
    [
        pair.entry.index.to_string(),
        names[first].to_owned(),
        names[second].to_owned(),
        pair.board.to_string(),
        pair.entry.opening.to_string(),
        points(first).to_string(),
        points(second).to_string(),
        names[winners[0]].to_owned(),
        names[winners[1]].to_owned(),
        one.ending.kind.to_string(),
        two.ending.kind.to_string(),
        one.turns.len().to_string(),
        two.turns.len().to_string(),
        pair.entry.finished.clone(),
        counted.to_string(),
    ]
}

const RATING_COLUMNS: [&str; 10] = [
    "rank",
    "engine",
    "rating",
    "rating_low",
    "rating_high",
    "group",
    "games",
    "won",
    "lost",
    "score",
];

fn rating_rows(report: &Report) -> Vec<[String; 10]> {
    report
        .ratings
        .iter()
        .map(|row| {
            let [rating, low, high] = estimate(&row.rating);
            [
                row.rank.to_string(),
                row.engine.clone(),
                rating,
                low,
                high,
                row.group.to_string(),
                row.games.to_string(),
                row.won.to_string(),
                row.lost.to_string(),
                optional(row.score),
            ]
        })
        .collect()
}

const PAIRING_COLUMNS: [&str; 19] = [
    "engine",
    "opponent",
    "board",
    "games",
    "won",
    "lost",
    "pairs_lost",
    "pairs_split",
    "pairs_won",
    "score",
    "score_low",
    "score_high",
    "elo",
    "elo_low",
    "elo_high",
    "normalized_elo",
    "normalized_elo_low",
    "normalized_elo_high",
    "los",
];

fn pairing_rows(report: &Report) -> Vec<[String; 19]> {
    let mut rows = Vec::new();
    for pairing in &report.pairings {
        let mut push = |board: String, standing: &Standing| {
            let [score, score_low, score_high] = estimate(&standing.score);
            let [elo, elo_low, elo_high] = estimate(&standing.elo);
            let [normalized, normalized_low, normalized_high] = estimate(&standing.normalized_elo);
            rows.push([
                pairing.engine.clone(),
                pairing.opponent.clone(),
                board,
                standing.games.to_string(),
                standing.won.to_string(),
                standing.lost.to_string(),
                standing.pairs.lost.to_string(),
                standing.pairs.split.to_string(),
                standing.pairs.won.to_string(),
                score,
                score_low,
                score_high,
                elo,
                elo_low,
                elo_high,
                normalized,
                normalized_low,
                normalized_high,
                optional(standing.los),
            ]);
        };
        push("all".to_owned(), &pairing.standing.all);
        for on in &pairing.standing.boards {
            push(on.board.to_string(), &on.figure);
        }
    }
    rows
}

fn estimate(estimate: &Estimate) -> [String; 3] {
    [estimate.value, estimate.low, estimate.high].map(optional)
}

fn optional(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
