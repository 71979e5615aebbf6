//! The arguments of `arena run`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::cli::Failure;
use crate::engine_spec::EngineSpec;
use crate::journal::Shard;
use crate::settings::{ReportForm, Settings, parse_sprt};
use crate::tournament::Format;

/// The arguments of `arena run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    words: Words,
    /// Read what is not given here from a file in JSON.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Who plays whom: match, round-robin, or gauntlet (the first engine against all others)
    /// [default: match for two engines, else round-robin].
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Pairs of games of each two engines that meet; a pair is two games from one opening with
    /// colours swapped [default: 100; with --sprt 20000].
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_negative_numbers = true)]
    rounds: Option<u64>,
    /// Openings: a file, - for standard input, builtin:6, builtin:8, builtin:10, builtin:all, or
    /// random:board=N,plies=N,count=N [default: builtin:6].
    #[arg(long, value_name = "SOURCE")]
    openings: Option<String>,
    /// Decides the order of the openings, and random ones [default: 0].
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Play so many games at once [default: 1].
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_negative_numbers = true)]
    concurrency: Option<usize>,
    /// Give each game CPUs of its own: as many as the option Threads says, twice as many if an
    /// engine ponders.
    #[arg(long)]
    pin: bool,
    /// The file that the tournament is written to, pair by pair [default: a new file named by the
    /// time].
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with the tournament of the journal. Without engines all is as the journal says.
    #[arg(long)]
    resume: bool,
    /// Play a share of the pairs only: 2/3 is the second of three.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write the report as text, json or csv [default: text].
    #[arg(long, value_name = "FORM")]
    report: Option<ReportForm>,
    /// Write the report in HTML to a file, too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The name of the tournament.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Say nothing on standard error but what is wrong.
    #[arg(long)]
    quiet: bool,
}

/// Reads a whole number.
fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| format!("not a whole number of at most {} bits", 8 * size_of::<N>()))
}

/// Options with several words each, of which clap's derive does not keep apart those of each.
#[derive(Clone, Debug, Default)]
struct Words {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
    sprt: Vec<String>,
}

impl Args for Words {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str, help: &'static str| {
            Arg::new(name)
                .long(name)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help(help)
        };
        command
            .arg(words(
                "engine",
                "An engine; can be given several times. Keys: cmd, name, arg, dir, env.VARIABLE, \
                 proto=uci|ugi, option.NAME, tc=SECONDS+INCREMENT, movetime=MS, nodes, depth, \
                 margin=MS, deadline=MS, ponder=on|off, restart=on|off",
            ))
            .arg(words(
                "each",
                "What holds for engines that do not say otherwise",
            ))
            .arg(words(
                "sprt",
                "Stop as soon as a sequential test decides. Keys: elo0, elo1, alpha and beta \
                 [default: 0.05], model=normalized|logistic [default: normalized]",
            ))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Words {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut words = Words::default();
        words.update_from_arg_matches(matches)?;
        Ok(words)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let all = |name| {
            let values = matches.get_many::<String>(name);
            values.into_iter().flatten().cloned().collect()
        };
        let engines = matches.get_occurrences::<String>("engine");
        self.engines = engines
            .into_iter()
            .flatten()
            .map(|words| words.cloned().collect())
            .collect();
        self.each = all("each");
        self.sprt = all("sprt");
        Ok(())
    }
}

/// What is asked for, from the command line and the configuration file.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) settings: Settings,
    pub(super) resume: bool,
    pub(super) shard: Option<Shard>,
    /// The configuration file.
    pub(super) config: Option<PathBuf>,
}

impl RunArgs {
    /// Puts the command line and the configuration file together.
    pub(super) fn asked(self) -> Result<Asked, Failure> {
        let file = match &self.config {
            Some(path) => Settings::read(path).map_err(Failure::usage)?,
            None => Settings::default(),
        };
        let mut engines = Vec::new();
        for (words, number) in self.words.engines.iter().zip(1..) {
            let spec = EngineSpec::parse(words);
            let spec = spec.map_err(|error| {
                Failure::usage(format_args!("--engine, number {number}: {error}"))
            })?;
            engines.push(spec);
        }
        let each = EngineSpec::parse(&self.words.each)
            .map_err(|error| Failure::usage(format_args!("--each: {error}")))?;
        let sprt = match &self.words.sprt[..] {
            [] => None,
            words => Some(
                parse_sprt(words)
                    .map_err(|error| Failure::usage(format_args!("--sprt: {error}")))?,
            ),
        };
        let settings = Settings {
            event: self.event,
            format: self.format,
            rounds: self.rounds,
            openings: self.openings,
            seed: self.seed,
            sprt,
            concurrency: self.concurrency,
            pin: self.pin.then_some(true),
            journal: self.journal,
            report: self.report,
            html: self.html,
            quiet: self.quiet.then_some(true),
            each,
            engines,
        };
        Ok(Asked {
            settings: settings.over(file).map_err(Failure::usage)?,
            resume: self.resume,
            shard: self.shard,
            config: self.config,
        })
    }
}
