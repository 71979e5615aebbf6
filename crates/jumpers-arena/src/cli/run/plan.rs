//! What `arena run` is going to do.

use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use super::arguments::{Asked, RunArgs};
use crate::cli::Failure;
use crate::engine_spec::{EngineSpec, contestants};
use crate::journal::{FORMAT, Header, Journal, VERSION};
use crate::openings::{Openings, Source};
use crate::output::Output;
use crate::runner::{allow_games, now, slots};
use crate::settings::{ReportForm, Settings};
use crate::tournament::{Format, Tournament};

/// The openings if nothing is said.
const DEFAULT_OPENINGS: &str = "builtin:6";

/// The rounds if nothing is said.
const DEFAULT_ROUNDS: u64 = 100;

/// The rounds if nothing is said and a sequential test ends the match.
const DEFAULT_SPRT_ROUNDS: u64 = 20_000;

/// What is said of a tournament that needs its openings again.
pub(super) const AGAIN: &str =
    "; the openings came from standard input, where they are needed again to go on";

/// The most games that can be played at once.
const MOST_WORKERS: usize = 1024;

/// What is going to be done, all of it checked.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) header: Header,
    pub(super) openings: Openings,
    pub(super) workers: usize,
    /// The CPUs of each worker; none if they are not bound.
    pub(super) slots: Vec<Vec<usize>>,
    /// The journal; if none is given, a new one that is named by the time.
    pub(super) journal: Option<PathBuf>,
    pub(super) resume: bool,
    pub(super) report: ReportForm,
    pub(super) html: Option<Output>,
    pub(super) quiet: bool,
    /// What the user should know before it begins, a line each.
    pub(super) notices: Vec<String>,
}

impl Plan {
    pub(super) fn new(args: RunArgs) -> Result<Plan, Failure> {
        let asked = args.asked()?;
        let journal = asked.settings.journal.clone();
        if asked.resume && journal.is_none() {
            return Err(Failure::usage(
                "--resume needs --journal: which tournament is to go on?",
            ));
        }
        let (header, openings) = match &journal {
            Some(journal) if asked.resume && asked.settings.engines.is_empty() => {
                of_journal(&asked, journal)?
            }
            _ => of_settings(&asked)?,
        };
        let html = html(&asked, &header)?;
        let Asked {
            settings, resume, ..
        } = asked;
        let workers = workers(&settings, &header)?;
        allow_games(workers).map_err(Failure::usage)?;
        let slots = if settings.pin.unwrap_or(false) {
            let cpus = slots::available().map_err(Failure::usage)?;
            let width = slots::width(&header.tournament);
            slots::slots(&cpus, workers, width).map_err(Failure::usage)?
        } else {
            Vec::new()
        };
        let mut plan = Plan {
            header,
            openings,
            workers,
            slots,
            journal,
            resume,
            report: settings.report.unwrap_or_default(),
            html,
            quiet: settings.quiet.unwrap_or(false),
            notices: Vec::new(),
        };
        plan.add_notices();
        Ok(plan)
    }

    fn add_notices(&mut self) {
        let tournament = &self.header.tournament;
        self.notices.extend_from_slice(self.openings.notices());
        let (rounds, openings) = (tournament.rounds, tournament.openings.count);
        if rounds > openings {
            self.notices.push(format!(
                "{rounds} rounds are more than the {openings} openings: they are played again"
            ));
        }
        let threads = slots::width(tournament).saturating_mul(self.workers);
        if let Ok(cpus) = available_parallelism()
            && threads > cpus.get()
        {
            self.notices.push(format!(
                "{} games at once have up to {threads} threads on {cpus} CPUs: engines may lose \
                 on time",
                self.workers
            ));
        }
    }
}

/// The page to be written. It would be a pity to find out after the tournament that it cannot be.
fn html(asked: &Asked, header: &Header) -> Result<Option<Output>, Failure> {
    let Some(path) = &asked.settings.html else {
        return Ok(None);
    };
    let openings = match header.tournament.openings.source.parse() {
        Ok(Source::File(openings)) => Some(openings),
        _ => None,
    };
    let inputs = [
        asked.settings.journal.clone(),
        asked.config.clone(),
        openings,
    ];
    let html = Output::new(path, inputs.into_iter().flatten()).map_err(Failure::usage)?;
    html.check().map_err(Failure::usage)?;
    Ok(Some(html))
}

/// The tournament as the settings say it.
fn of_settings(asked: &Asked) -> Result<(Header, Openings), Failure> {
    let settings = &asked.settings;
    if settings.engines.is_empty() {
        return Err(Failure::usage(
            "no engines: give two or more with --engine cmd=PROGRAM",
        ));
    }
    let seed = settings.seed.unwrap_or(0);
    let engines = contestants(settings.engines.clone(), &settings.each).map_err(Failure::usage)?;
    let source = settings.openings.as_deref().unwrap_or(DEFAULT_OPENINGS);
    let openings = load_openings(source, seed)?;
    let rounds = match settings.sprt {
        Some(_) => DEFAULT_SPRT_ROUNDS,
        None => DEFAULT_ROUNDS,
    };
    let format = match settings.engines.len() {
        0..=2 => Format::Match,
        _ => Format::RoundRobin,
    };
    let tournament = Tournament {
        event: settings.event.clone().unwrap_or_default(),
        format: settings.format.unwrap_or(format),
        rounds: settings.rounds.unwrap_or(rounds),
        seed,
        engines,
        openings: openings.summary(),
        sprt: settings.sprt,
    };
    tournament.check().map_err(Failure::usage)?;
    let header = Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        tournament,
        shard: asked.shard,
        started: now(),
    };
    Ok((header, openings))
}

/// The tournament of a journal, with the programs and the openings as they are now: whether they
/// still are those of the journal is seen when it is gone on with.
fn of_journal(asked: &Asked, path: &Path) -> Result<(Header, Openings), Failure> {
    let settings = &asked.settings;
    let given = [
        ("event", settings.event.is_some()),
        ("format", settings.format.is_some()),
        ("rounds", settings.rounds.is_some()),
        ("openings", settings.openings.is_some()),
        ("seed", settings.seed.is_some()),
        ("sprt", settings.sprt.is_some()),
        ("each", settings.each != EngineSpec::default()),
        ("shard", asked.shard.is_some()),
    ];
    if let Some((name, _)) = given.iter().find(|(_, given)| *given) {
        return Err(Failure::usage(format_args!(
            "--{name} is given but no engines: give everything as it was, or --journal only"
        )));
    }
    let mut header = Journal::open_header(path).map_err(Failure::usage)?;
    let tournament = &mut header.tournament;
    for engine in &mut tournament.engines {
        let digest = engine.current_digest();
        engine.digest = digest
            .map_err(|error| Failure::usage(format_args!("engine '{}': {error}", engine.name)))?;
    }
    let source = &tournament.openings.source;
    let openings = load_openings(source, tournament.seed).map_err(|mut failure| {
        if *source == Source::Stdin.to_string() {
            failure.message += AGAIN;
        }
        failure
    })?;
    tournament.openings = openings.summary();
    Ok((header, openings))
}

fn load_openings(source: &str, seed: u64) -> Result<Openings, Failure> {
    let source: Source = source
        .parse()
        .map_err(|error| Failure::usage(format_args!("openings: {error}")))?;
    Openings::load(&source, seed).map_err(Failure::usage)
}

fn workers(settings: &Settings, header: &Header) -> Result<usize, Failure> {
    let workers = settings.concurrency.unwrap_or(1);
    if !(1..=MOST_WORKERS).contains(&workers) {
        return Err(Failure::usage(format_args!(
            "concurrency: {workers} is not from 1 to {MOST_WORKERS}"
        )));
    }
    let pairs = usize::try_from(header.tournament.pairs()).unwrap_or(usize::MAX);
    Ok(workers.min(pairs))
}
