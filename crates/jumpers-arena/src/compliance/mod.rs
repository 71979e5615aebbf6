//! Does an engine keep to the protocol? A table of rules that any engine's program is held to.
//!
//! The rules are those of the protocol's page. Each rule starts the engine anew, so that what went
//! wrong with one does not spoil the next, and everything has a deadline: the table comes to its
//! end whatever the engine does. Positions and games by lot are the same for the same seed; what an
//! engine says of them is compared with the rules of the game as `jumpers-core` has them.
//!
//! A rule is [required](Level::Required) if a client that plays games relies on it, which is what
//! the page says under "Another engine" and of lines and errors there; other rules are
//! [extensions](Level::Extension). An engine that does not have what an extension is about is not
//! wrong there, but the extension is [absent](Outcome::Absent). With [`Settings::full`] all rules
//! are required, and nothing may be absent.

mod bench;
mod failure;
mod form;
mod report;
mod rule;
mod rules;
mod samples;
mod search;
mod solver;
mod subject;

use std::cell::{OnceCell, RefCell};
use std::time::Duration;

use jumpers_protocol::{Dialect, Reply};

pub use failure::Failure;
pub use report::{Cell, Counts, Outcome, Report, Row};
pub use rule::Level;

use crate::contestant::Protocol;
use crate::process::{Interrupt, Launch, Supervisor};
use bench::Bench;
use failure::Broken;
use form::Form;
use rule::{Rule, Scope};
use samples::Samples;

/// An engine, and how it is looked at.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine.
    pub launch: Launch,
    /// The dialects to try, at least one.
    pub protocols: Vec<Protocol>,
    /// How long any answer may take that has no limit in time.
    pub deadline: Duration,
    /// How much later than its time a turn may come.
    pub margin: Duration,
    /// How long is listened where nothing should be said. What comes later is not noticed.
    pub quiet: Duration,
    /// Other seeds give other games and positions.
    pub seed: u64,
    /// How many games by lot there are on each board.
    pub games: u32,
    /// All rules are required.
    pub full: bool,
    /// Only the rules of these names are tried, and those whose names begin with what is no name;
    /// all if there are none.
    pub only: Vec<String>,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComplianceError {
    /// The engine cannot be started.
    #[error("cannot start the engine: {0}")]
    Start(String),
    /// No rule is called that.
    #[error("no rule's name begins with '{0}'")]
    NoRule(String),
}

/// The names of all rules, with their levels and what they ask for.
pub fn rules() -> impl Iterator<Item = (&'static str, Level, &'static str)> {
    rule::all().map(|rule| (rule.id, rule.level, rule.asks))
}

/// Tries all rules. `on_row` has each row when it is known.
///
/// # Errors
/// If the engine cannot be started, or [`Settings::only`] names no rule.
pub fn run(
    settings: &Settings,
    supervisor: &Supervisor,
    interrupt: &Interrupt,
    mut on_row: impl FnMut(&Row),
) -> Result<Report, ComplianceError> {
    let unknown = |name: &&String| !rule::all().any(|rule| is_called(rule, name));
    if let Some(name) = settings.only.iter().find(unknown) {
        return Err(ComplianceError::NoRule(name.clone()));
    }
    let samples = Samples::new(settings.seed, settings.games);
    let form = RefCell::new(Form::default());
    let bench = |protocol| Bench {
        settings,
        dialect: dialect_of(protocol),
        samples: &samples,
        form: &form,
        supervisor,
        interrupt,
        ordinary: OnceCell::new(),
    };
    let benches: Vec<_> = settings.protocols.iter().map(|&p| (p, bench(p))).collect();
    let engine = match benches.first() {
        Some((_, bench)) => name_of_engine(bench)?,
        None => String::new(),
    };
    let mut unready = vec![Unready::default(); benches.len()];
    let mut rows = Vec::new();
    for rule in rule::all() {
        if !settings.only.is_empty() && !settings.only.iter().any(|name| is_called(rule, name)) {
            continue;
        }
        let count = match rule.scope {
            Scope::Each => benches.len(),
            Scope::Once => 1,
        };
        let mut cells = Vec::new();
        for ((protocol, bench), unready) in benches.iter().zip(&mut unready).take(count) {
            cells.push(Cell {
                protocol: *protocol,
                required: settings.full || rule.level.is_required(bench.dialect),
                outcome: outcome(rule, bench, unready),
            });
        }
        let row = Row {
            rule: rule.id,
            level: rule.level,
            asks: rule.asks,
            cells,
        };
        on_row(&row);
        rows.push(row);
    }
    Ok(Report::new(engine, rows))
}

/// Is this the rule's name or, if it is nobody's, the beginning of it?
fn is_called(rule: &Rule, name: &str) -> bool {
    if rule::all().any(|rule| rule.id == name) {
        rule.id == name
    } else {
        rule.id.starts_with(name)
    }
}

/// The rules without which no other can be tried.
const FIRST: [&str; 2] = ["handshake.identify", "handshake.ready"];

/// When the engine did not get ready for so many rules, one after the other, the rest is not tried.
const MOST_UNREADY: u32 = 2;

/// For how many rules in a row an engine did not get ready, and why.
#[derive(Clone, Debug, Default)]
struct Unready {
    count: u32,
    why: Option<Failure>,
}

fn outcome(rule: &Rule, bench: &Bench<'_>, unready: &mut Unready) -> Outcome {
    if let Some(failure) = &unready.why
        && unready.count >= MOST_UNREADY
    {
        let failure = failure.clone();
        return Outcome::Untested { failure };
    }
    let found = (rule.check)(bench);
    *unready = match &found {
        Err(Broken::NotReady(failure)) => Unready {
            count: unready.count + 1,
            why: Some(failure.clone()),
        },
        Err(Broken::Failure(failure)) if FIRST.contains(&rule.id) => Unready {
            count: MOST_UNREADY,
            why: Some(failure.clone()),
        },
        _ => Unready::default(),
    };
    match found {
        Ok(()) => Outcome::Pass,
        Err(Broken::Failure(failure)) => Outcome::Fail { failure },
        Err(Broken::Absent(reason)) => Outcome::Absent { reason },
        Err(Broken::NotReady(failure) | Broken::NoTurns(failure)) => Outcome::Untested { failure },
    }
}

/// What the engine calls itself; nothing if it does not get that far.
fn name_of_engine(bench: &Bench<'_>) -> Result<String, ComplianceError> {
    let mut subject = match bench.start() {
        Ok(subject) => subject,
        Err(Broken::NotReady(failure) | Broken::NoTurns(failure) | Broken::Failure(failure)) => {
            return Err(ComplianceError::Start(failure.found));
        }
        Err(Broken::Absent(reason)) => return Err(ComplianceError::Start(reason)),
    };
    let lines = subject.shake_hands(bench.dialect).unwrap_or_default();
    if let Some(reason) = subject.start_failure() {
        return Err(ComplianceError::Start(reason));
    }
    let mut names = lines.iter().filter_map(|line| match line.parse() {
        Ok(Reply::IdName(name)) => Some(name),
        _ => None,
    });
    Ok(names.next().unwrap_or_default())
}

fn dialect_of(protocol: Protocol) -> Dialect {
    match protocol {
        Protocol::Uci => Dialect::Uci,
        Protocol::Ugi => Dialect::Ugi,
    }
}
