//! What a journal says: scores, ratings, the sequential test, faults; as text, JSON, CSV and HTML.
//!
//! [`Report::new`] makes a [`Report`] of a journal's header and pairs. It sorts the pairs by their
//! place in the schedule, so a tournament that was stopped and resumed, or played in shares and
//! merged, has the same report as one played at a stroke. What still differs between two runs of
//! the same games is left out by [`Report::comparable`].

mod boards;
mod clean;
mod color;
mod copies;
mod csv;
mod effort;
mod ending;
mod error;
mod grid;
mod html;
mod length;
mod number;
mod pairing;
mod played;
mod progress;
mod rating;
mod series;
mod setting;
mod sprt;
mod standing;
mod tables;
mod text;
mod thin;
mod warning;

use serde::Serialize;

use crate::journal::{Header, PairEntry};

pub use boards::{ByBoard, OnBoard};
pub use color::{Advantage, ColorShare, Colors};
pub use csv::{CsvError, CsvTable, write_csv};
pub use effort::{Effort, EngineTimes, Times};
pub use ending::{EndingCount, Fault, Losses};
pub use error::ReportError;
pub use length::Lengths;
pub use pairing::Pairing;
pub use progress::Progress;
pub use rating::{CrosstableRow, Games, RankedEngine};
pub use series::{ScorePoint, ScoreSeries};
pub use setting::{Entrant, Setting};
pub use sprt::{Beyond, LlrPoint, SprtReport};
pub use standing::Standing;
pub use warning::Warning;

/// What a journal says. Engines are named; all numbers are finite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// `jumpers-arena-report`.
    pub format: &'static str,
    /// The version of the format.
    pub version: u32,
    /// What is played.
    pub tournament: Setting,
    /// The engines, in the order of the tournament.
    pub engines: Vec<Entrant>,
    /// How much has been played.
    pub progress: Progress,
    /// The sequential test of a match that has one.
    pub sprt: Option<SprtReport>,
    /// Who scored what against whom.
    pub pairings: Vec<Pairing>,
    /// The engines by their ratings.
    pub ratings: Vec<RankedEngine>,
    /// Who won how often against whom, the engines as in `ratings`.
    pub crosstable: Vec<CrosstableRow>,
    /// What it is worth to be Red.
    pub colors: Colors,
    /// How each engine lost its games.
    pub losses: Vec<Losses>,
    /// The games that ended otherwise than by the rules, in the order of the schedule.
    pub faults: Vec<Fault>,
    /// What was wrong with engines without losing a game; none in a comparable report.
    pub warnings: Vec<Warning>,
    /// How long games are on each board.
    pub lengths: Vec<OnBoard<Lengths>>,
    /// What each engine used for its turns, but for time.
    pub efforts: Vec<Effort>,
    /// How the scores developed: of the first engine if there are two, of each if there are more.
    pub scores: Vec<ScoreSeries>,
    /// Times of day and times used; none in a comparable report.
    pub times: Option<Times>,
}

impl Report {
    /// The report of a journal. The order of the pairs does not matter.
    ///
    /// # Errors
    /// If a pair contradicts the header or another one, has an unfinished game, or a position that
    /// is on no board; or if there is no test with the bounds of the header's.
    pub fn new(header: &Header, entries: &[PairEntry]) -> Result<Report, ReportError> {
        let tournament = &header.tournament;
        let engines = &tournament.engines;
        let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
        let pairs = played::pairs(header, entries)?;
        let (sprt, counted) = sprt::sprt(header, &names, &pairs)?;
        let pairs = &pairs[..counted];
        let decided = sprt
            .as_ref()
            .is_some_and(|sprt| sprt.decided_after.is_some());
        let (ranking, rated) = rating::ranking(&names, pairs)?;
        Ok(Report {
            format: "jumpers-arena-report",
            version: 1,
            tournament: Setting::new(header),
            engines: engines.iter().map(Entrant::new).collect(),
            progress: Progress::new(header, pairs, decided),
            sprt,
            pairings: pairing::pairings(&names, pairs),
            ratings: ranking,
            crosstable: rating::crosstable(&names, &rated.ranking(), pairs),
            colors: Colors::new(pairs, &rated),
            losses: ending::losses(&names, pairs),
            faults: ending::faults(&names, pairs),
            warnings: warning::warnings(&names, pairs),
            lengths: length::lengths(pairs),
            efforts: effort::efforts(&names, pairs),
            scores: series::score_series(&names, pairs),
            times: Some(effort::times(header, entries, &names, pairs)),
        })
    }

    /// Without what two runs of the same games may differ in: `times`, which has the times of day
    /// and the times used; `warnings`, of which there are more if engines are started more often;
    /// and the pairs beyond the verdict of the sequential test. All the rest of a report comes from
    /// the games alone.
    #[must_use]
    pub fn comparable(mut self) -> Self {
        self.times = None;
        self.warnings.clear();
        if let Some(sprt) = &mut self.sprt {
            sprt.beyond = None;
        }
        self
    }

    /// The report in JSON, indented, with LF at the end.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_json(&self, mut writer: impl std::io::Write) -> std::io::Result<()> {
        serde_json::to_writer_pretty(&mut writer, self)?;
        writer.write_all(b"\n")
    }
}
