//! What came of a table of rules, as types, text and JSON.

use std::fmt::Write;

use serde::Serialize;

use super::failure::Failure;
use super::rule::Level;
use crate::contestant::Protocol;

/// What came of a rule in a dialect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Outcome {
    /// It holds.
    Pass,
    /// It does not hold.
    Fail {
        /// What came instead.
        failure: Failure,
    },
    /// The engine does not have what it is about.
    Absent {
        /// What the engine does not have.
        reason: String,
    },
    /// It was not tried, since the engine does not get ready.
    Untested {
        /// Why it does not.
        failure: Failure,
    },
}

impl Outcome {
    /// The word in tables: `pass`, `FAIL`, `absent`, `untested`.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Pass => "pass",
            Outcome::Fail { .. } => "FAIL",
            Outcome::Absent { .. } => "absent",
            Outcome::Untested { .. } => "untested",
        }
    }
}

/// A rule in a dialect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The dialect.
    pub protocol: Protocol,
    /// Does the verdict depend on it?
    pub required: bool,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A rule and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The rule's group and name.
    pub rule: &'static str,
    /// How much depends on it.
    pub level: Level,
    /// What it asks for.
    pub asks: &'static str,
    /// In each dialect in which it was tried.
    pub cells: Vec<Cell>,
}

/// How many rules came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// They hold.
    pub pass: usize,
    /// They do not.
    pub fail: usize,
    /// The engine does not have what they are about.
    pub absent: usize,
    /// They were not tried.
    pub untested: usize,
}

/// A finished table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The engine's name, as it says; empty if it says none.
    pub engine: String,
    /// The rules.
    pub rows: Vec<Row>,
    /// Those that are required; each dialect counts.
    pub required: Counts,
    /// The others.
    pub extensions: Counts,
    /// Do all that are required hold?
    pub compliant: bool,
}

impl Report {
    pub(super) fn new(engine: String, rows: Vec<Row>) -> Self {
        let (mut required, mut extensions) = (Counts::default(), Counts::default());
        for cell in rows.iter().flat_map(|row| &row.cells) {
            let counts = if cell.required {
                &mut required
            } else {
                &mut extensions
            };
            match cell.outcome {
                Outcome::Pass => counts.pass += 1,
                Outcome::Fail { .. } => counts.fail += 1,
                Outcome::Absent { .. } => counts.absent += 1,
                Outcome::Untested { .. } => counts.untested += 1,
            }
        }
        Report {
            engine,
            rows,
            required,
            extensions,
            compliant: required.fail + required.absent + required.untested == 0,
        }
    }

    /// A line for each rule that does not hold, and the sums.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for (title, required) in [("required", true), ("extensions", false)] {
            let lines: Vec<_> = self.explanations(required).collect();
            if !lines.is_empty() {
                let _ = writeln!(text, "\n{title}:\n{}", lines.join("\n"));
            }
        }
        let _ = writeln!(text);
        for (title, counts) in [
            ("required", &self.required),
            ("extensions", &self.extensions),
        ] {
            let Counts {
                pass,
                fail,
                absent,
                untested,
            } = counts;
            let _ = writeln!(
                text,
                "{title}: {pass} pass, {fail} fail, {absent} absent, {untested} untested"
            );
        }
        let _ = writeln!(text, "verdict: {}", self.verdict());
        text
    }

    /// Whether all rules that are required hold, and no extension that the engine has is broken.
    pub fn is_clean(&self) -> bool {
        self.compliant && self.extensions.fail == 0
    }

    fn verdict(&self) -> String {
        match (self.compliant, self.extensions.fail) {
            (false, _) => "not compliant".to_owned(),
            (true, 0) => "compliant".to_owned(),
            (true, 1) => "compliant, but 1 extension fails".to_owned(),
            (true, count) => format!("compliant, but {count} extensions fail"),
        }
    }

    fn explanations(&self, required: bool) -> impl Iterator<Item = String> {
        self.rows.iter().flat_map(move |row| {
            let cells = row.cells.iter().filter(move |c| c.required == required);
            cells.filter_map(|cell| {
                let why = match &cell.outcome {
                    Outcome::Pass => return None,
                    Outcome::Fail { failure } => failure.to_string(),
                    Outcome::Absent { reason } => reason.clone(),
                    Outcome::Untested { failure } => failure.to_string(),
                };
                let protocol = name_of(cell.protocol);
                let outcome = cell.outcome.name();
                Some(format!("  {} ({protocol}): {outcome}: {why}", row.rule))
            })
        })
    }
}

impl Row {
    /// The row of a table with a column for each dialect.
    pub fn line(&self, protocols: &[Protocol]) -> String {
        let mut line = format!("{:<22} {:<15}", self.rule, self.level.name());
        for &protocol in protocols {
            let cell = self.cells.iter().find(|cell| cell.protocol == protocol);
            let word = cell.map_or("", |cell| cell.outcome.name());
            let _ = write!(line, " {word:<8}");
        }
        format!("{line} {}", self.asks)
    }

    /// The first line of that table.
    pub fn header(protocols: &[Protocol]) -> String {
        let mut line = format!("{:<22} {:<15}", "rule", "level");
        for &protocol in protocols {
            let _ = write!(line, " {:<8}", name_of(protocol));
        }
        format!("{line} what it asks for")
    }
}

fn name_of(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Uci => "uci",
        Protocol::Ugi => "ugi",
    }
}
