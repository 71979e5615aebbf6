//! `arena compliance`: does an engine keep to the protocol?

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{Failure, finish};
use crate::compliance::{self, ComplianceError, Level, Report, Row, Settings};
use crate::contestant::{Contestant, Protocol};
use crate::limit::Limit;
use crate::process::{Interrupt, Launch, Supervisor};

/// The arguments of `arena compliance`.
#[derive(Args, Debug)]
pub struct ComplianceArgs {
    /// The engine: a path, a name to be found in PATH, or builtin:random and the like.
    #[arg(value_name = "ENGINE", required_unless_present = "list")]
    engine: Option<String>,
    /// Arguments of the engine; those that begin with '-' after '--'.
    #[arg(value_name = "ARGS")]
    args: Vec<String>,
    /// The dialects to try.
    #[arg(long, value_enum, default_value_t = Protocols::Both)]
    protocol: Protocols,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Require all rules, those too which an engine may do without.
    #[arg(long)]
    full: bool,
    /// How long an answer may take that has no limit in time, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    deadline: u64,
    /// How much later than its time a turn may come, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    margin: u64,
    /// How long to listen where nothing should be said, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 300,
          value_parser = clap::value_parser!(u64).range(1..=60_000))]
    quiet: u64,
    /// Other seeds give other games and positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games by lot on each board.
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: u32,
    /// Try only the rule of this name, or those whose names begin like this; may be given several
    /// times.
    #[arg(long, value_name = "RULE")]
    only: Vec<String>,
    /// List the rules; with --json in JSON.
    #[arg(long)]
    list: bool,
}

/// Dialects to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocols {
    /// UCI.
    Uci,
    /// UGI.
    Ugi,
    /// Both.
    Both,
}

impl Protocols {
    fn all(self) -> Vec<Protocol> {
        match self {
            Protocols::Uci => vec![Protocol::Uci],
            Protocols::Ugi => vec![Protocol::Ugi],
            Protocols::Both => vec![Protocol::Uci, Protocol::Ugi],
        }
    }
}

/// Prints the table. The status is 0 if all rules that are required hold and no other is broken, 1
/// if not, and 2 if there is no table.
pub fn run(args: &ComplianceArgs) -> ExitCode {
    if args.list {
        return finish(list(args.json).map_err(Failure::fault));
    }
    let status = |report: Report| match report.is_clean() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    };
    finish(report(args).map(status).map_err(Failure::usage))
}

/// Lists the rules.
fn list(json: bool) -> Result<ExitCode, serde_json::Error> {
    if json {
        let rules: Vec<_> = compliance::rules()
            .map(|(rule, level, asks)| ListedRule { rule, level, asks })
            .collect();
        print(serde_json::to_string_pretty(&rules)?);
    } else {
        for (name, level, asks) in compliance::rules() {
            print(format_args!("{name:<22} {:<15} {asks}", level.name()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A rule in JSON.
#[derive(Serialize)]
struct ListedRule {
    rule: &'static str,
    level: Level,
    asks: &'static str,
}

fn report(args: &ComplianceArgs) -> Result<Report, String> {
    let supervisor = Supervisor::of_this_program().map_err(to_text)?;
    let interrupt = Interrupt::new().map_err(to_text)?;
    let protocols = args.protocol.all();
    let settings = Settings {
        launch: launch(args)?,
        protocols: protocols.clone(),
        deadline: Duration::from_millis(args.deadline),
        margin: Duration::from_millis(args.margin),
        quiet: Duration::from_millis(args.quiet),
        seed: args.seed,
        games: args.games,
        full: args.full,
        only: args.only.clone(),
    };
    let mut is_first = true;
    let on_row = |row: &Row| {
        if args.json {
            return;
        }
        if std::mem::take(&mut is_first) {
            print(Row::header(&protocols));
        }
        print(row.line(&protocols));
    };
    let report = compliance::run(&settings, &supervisor, &interrupt, on_row);
    let report = report.map_err(|error: ComplianceError| error.to_string())?;
    if args.json {
        print(serde_json::to_string_pretty(&report).map_err(to_text)?);
    } else {
        print(format_args!("\nengine: {}", report.engine));
        print(report.summary().trim_end());
    }
    Ok(report)
}

/// How to start the engine.
fn launch(args: &ComplianceArgs) -> Result<Launch, String> {
    let contestant = Contestant {
        name: String::new(),
        command: args.engine.clone().unwrap_or_default(),
        args: args.args.clone(),
        directory: None,
        environment: Vec::new(),
        protocol: Protocol::default(),
        options: Vec::new(),
        limit: Limit::default(),
        margin: Duration::ZERO,
        deadline: Duration::ZERO,
        ponder: false,
        restart: false,
        digest: None,
    };
    match contestant.executable() {
        Ok(_) => Ok(Launch::new(&contestant, &[])),
        Err(error) => Err(format!("cannot start the engine: {error}")),
    }
}

fn to_text(error: impl Display) -> String {
    error.to_string()
}

fn print(line: impl Display) {
    // A table that nobody reads is lost.
    let _ = writeln!(io::stdout(), "{line}");
}
