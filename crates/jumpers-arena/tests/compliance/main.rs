//! The table of rules: the built-in players keep all that are required, and each engine with a
//! fault breaks those that it should, and no others.

mod command_line;
mod faults;
mod players;
mod strangers;

use std::time::Duration;

use jumpers_arena::compliance::{Outcome, Report, Settings, run};
use jumpers_arena::contestant::Protocol;
use jumpers_arena::process::{Interrupt, Launch, Supervisor};

/// How an engine is looked at here: nothing depends on how fast the machine is.
fn settings(words: &[&str]) -> Settings {
    Settings {
        launch: Launch::builtin(words),
        protocols: vec![Protocol::Ugi],
        deadline: Duration::from_secs(60),
        margin: Duration::from_secs(60),
        quiet: Duration::from_millis(60),
        seed: 1,
        games: 1,
        full: false,
        only: Vec::new(),
    }
}

fn table(settings: &Settings) -> Report {
    let supervisor = Supervisor::new(env!("CARGO_BIN_EXE_arena")).expect("the arena is there");
    let interrupt = Interrupt::new().expect("there are pipes");
    let mut seen = 0;
    let report = run(settings, &supervisor, &interrupt, |_| seen += 1).expect("there is a table");
    assert_eq!(report.rows.len(), seen);
    report
}

/// The rules with an outcome that `holds` is true for.
fn rules(report: &Report, holds: impl Fn(&Outcome) -> bool) -> Vec<&'static str> {
    let rows = report.rows.iter();
    let rows = rows.filter(|row| row.cells.iter().any(|cell| holds(&cell.outcome)));
    rows.map(|row| row.rule).collect()
}

fn failed(report: &Report) -> Vec<&'static str> {
    rules(report, |outcome| matches!(outcome, Outcome::Fail { .. }))
}

fn untested(report: &Report) -> Vec<&'static str> {
    rules(report, |outcome| {
        matches!(outcome, Outcome::Untested { .. })
    })
}
