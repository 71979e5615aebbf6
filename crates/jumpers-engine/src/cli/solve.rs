//! `jumpers-engine solve`: who wins a position, exactly.

mod outcome;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use jumpers_protocol::Reply;

use super::interrupt::Interrupt;
use super::limit::{Limit, read_nodes, read_nodes_or_none};
use super::{Where, print, warn};
use crate::search::Control;
use crate::session::new_pool;
use crate::solve::checkpoint;
use crate::solve::{
    Effort, Prover, Shortest, ShortestProgress, SolveLimits, Solver, Statistics, Strategy, Verdict,
    effort_text as effort,
};
use outcome::{Certificate, Outcome, as_json, bounds_text, print_outcome};

/// The exit status when the limit ends the search.
pub(super) const UNSOLVED: u8 = 3;

/// So much more than its limit a search may take to find out how long a proved win takes at most.
const TIME_FOR_PLIES: Duration = Duration::from_secs(1);

/// Solve a position: who wins it, whatever the other side does.
///
/// Exit status: 0 if it is solved (with --turns, if each first turn is; with --shortest, even if only
/// bounds are known of the plies), 3 if a limit ended the search before that, 130 if Ctrl-C did, 2 if
/// something is wrong.
#[derive(Args)]
pub struct SolveArgs {
    #[command(flatten)]
    place: Where,
    /// MiB of memory for the table of positions.
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Threads that search; 0 for one on each processor.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,
    /// Positions to evaluate at most, such as 5000000, 500k, 50M or 2G.
    #[arg(long, value_name = "N", value_parser = read_nodes)]
    nodes: Option<u64>,
    /// Time to use at most, such as 10s or 2h.
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Either of both: a number is one of positions (k, M and G are thousands, millions and
    /// billions), anything else a time. May be given several times; the first limit reached ends
    /// the search.
    #[arg(long, value_name = "LIMIT")]
    limit: Vec<Limit>,
    /// Go on from what this file knows if it exists, and write there what is known when a limit or
    /// Ctrl-C ends the search.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write a certificate there when the position is solved: the winner's turn for each position
    /// that it can come to. The command verify checks it.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Positions to look at for a smaller certificate, such as 500k or 50M; 0 to take the first one.
    /// The limits of the search do not count for that; Ctrl-C ends it with the smallest one so far.
    #[arg(long, value_name = "N", default_value = "1M", value_parser = read_nodes_or_none, requires = "certificate")]
    shrink: u64,
    /// Begin with what is built in: who wins the positions of the first plies of 6×6. There is no
    /// certificate of most of them, and lines of play end with them.
    #[arg(long, conflicts_with_all = ["certificate", "shortest"])]
    known: bool,
    /// Solve each first turn, too.
    #[arg(long)]
    turns: bool,
    /// Go on to the shortest forced win with what the limits have left, and print its plies, with a
    /// line of play of that length, or bounds if a limit or Ctrl-C comes first.
    #[arg(long)]
    shortest: bool,
    /// Print one object of JSON.
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    /// The narrowest of all limits.
    fn limits(&self) -> SolveLimits {
        let all = |of: fn(Limit) -> SolveLimits| self.limit.iter().map(move |&limit| of(limit));
        let nodes = all(|limit| SolveLimits {
            nodes: match limit {
                Limit::Nodes(nodes) => Some(nodes),
                Limit::Time(_) => None,
            },
            time: None,
        });
        let times = all(|limit| SolveLimits {
            nodes: None,
            time: match limit {
                Limit::Time(time) => Some(time),
                Limit::Nodes(_) => None,
            },
        });
        SolveLimits {
            nodes: nodes.filter_map(|l| l.nodes).chain(self.nodes).min(),
            time: times.filter_map(|l| l.time).chain(self.time).min(),
        }
    }
}

/// Prints what is found, and how far it is on standard error meanwhile.
pub fn solve(args: &SolveArgs) -> Result<ExitCode, String> {
    struct Run<'a> {
        args: &'a SolveArgs,
        text: String,
    }

    impl SizeVisitor for Run<'_> {
        type Output = Result<ExitCode, String>;

        fn visit<S: Size>(self) -> Self::Output {
            let position = self.text.parse::<Position<S>>();
            solve_on(self.args, &position.map_err(|error| error.to_string())?)
        }
    }

    let board = args.place.open()?;
    if let Some(notice) = board.notice() {
        match args.json {
            true => warn(&notice),
            false => print(Reply::info_string(notice)),
        }
    }
    let text = board.text();
    BoardSize::visit(board.size(), Run { args, text })
}

fn solve_on<S: Size>(args: &SolveArgs, position: &Position<S>) -> Result<ExitCode, String> {
    let fail = |error: &dyn std::fmt::Display| error.to_string();
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.into(),
    };
    let pool = new_pool(threads).map_err(|error| fail(&error))?;
    let mut solver = Solver::<S>::new(args.hash as usize).map_err(|error| fail(&error))?;
    if args.known {
        solver = solver.with_known();
    }
    if let Some(path) = &args.checkpoint {
        let about = |error: checkpoint::CheckpointError| format!("{}: {error}", path.display());
        let restored = checkpoint::load::<S>(solver.table(), path).map_err(about)?;
        checkpoint::check_writable(path).map_err(about)?;
        if let Some(restored) = restored {
            tell_restored(position, path, &restored);
        }
    }
    if let Some(path) = &args.certificate {
        checkpoint::check_writable(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let control = Arc::new(Control::new(false));
    let interrupt = Interrupt::watch(Arc::clone(&control)).map_err(|error| fail(&error))?;
    let prover = solver.prover(&pool, &control);
    let mut outcome = search(args, position, &prover);
    let is_solved = match &outcome.turns {
        Some(turns) => turns.turns.iter().all(|t| t.verdict != Verdict::Unknown),
        None => outcome.verdict != Verdict::Unknown,
    };
    let signal = interrupt.signal().filter(|_| !is_solved);
    let mut saved = None;
    if let Some(path) = &args.checkpoint
        && !is_solved
    {
        let entries = checkpoint::save(solver.table(), position, path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        warn(&format!("{}: {entries} entries written", path.display()));
        saved = Some(entries);
    }
    let mut written = None;
    if let Some(path) = &args.certificate
        && outcome.verdict != Verdict::Unknown
    {
        let effort = Effort {
            nodes: args.shrink,
            ..Effort::default()
        };
        let strategy = Strategy::extract(&solver, position, &pool, &control, effort);
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let strategy = strategy.map_err(|error| about(&error))?;
        written = Some(write_certificate(&strategy, path).map_err(|error| about(&error))?);
    } else if let Some(path) = &args.certificate {
        warn(&format!(
            "{}: no certificate, as the position is not solved",
            path.display()
        ));
    }
    if args.shortest {
        outcome.shortest = search_shortest(args, position, &prover, &outcome, control.elapsed());
        if let Some(shortest) = &outcome.shortest {
            outcome.plies = Some(shortest.bounds.at_most);
        }
    }
    // What is solved is, but the bounds may be wider for a signal.
    let is_exact = (outcome.shortest.as_ref()).is_none_or(|shortest| shortest.bounds.is_exact());
    let is_interrupted = signal.is_some() || !is_exact && interrupt.signal().is_some();
    if args.json {
        print(as_json(position, &outcome, is_interrupted, saved, written));
    } else {
        print_outcome(position, &outcome);
        if let Some(Certificate {
            winner_nodes,
            longest_line,
            bytes,
        }) = written
        {
            print(format_args!(
                "certificate: {winner_nodes} positions of the winner, {bytes} bytes, at most {longest_line} plies"
            ));
        }
    }
    Ok(match signal {
        Some(signal) => ExitCode::from(128 + signal),
        None if is_solved => ExitCode::SUCCESS,
        None => ExitCode::from(UNSOLVED),
    })
}

fn write_certificate<S: Size>(strategy: &Strategy<S>, path: &Path) -> io::Result<Certificate> {
    let bytes = checkpoint::replace(path, |file| {
        let mut out = BufWriter::new(file);
        strategy.write(&mut out)?;
        out.flush()?;
        Ok(file.metadata()?.len())
    })?;
    Ok(Certificate {
        winner_nodes: strategy.winner_nodes(),
        longest_line: strategy.longest_line(),
        bytes,
    })
}

fn tell_restored<S: Size>(position: &Position<S>, path: &Path, restored: &checkpoint::Restored) {
    let checkpoint::Restored {
        root,
        entries,
        kept,
    } = restored;
    let mut text = format!("{}: goes on from {entries} entries", path.display());
    if kept < entries {
        text += &format!(", of which {kept} found room");
    }
    if *root != position.to_string() {
        text += &format!(", of a search of {root}");
    }
    warn(&text);
}

fn search<S: Size>(args: &SolveArgs, position: &Position<S>, prover: &Prover<'_, S>) -> Outcome<S> {
    let limits = args.limits();
    let report = |statistics: &Statistics| {
        let Statistics { nodes, root, .. } = statistics;
        // A line that nobody reads is lost.
        let _ = writeln!(
            io::stderr(),
            "solve: {:.1} s, {nodes} nodes, {:.0} nodes/s, proof {}, disproof {}, table {:.1} %, {} collections",
            statistics.time.as_secs_f64(),
            statistics.rate(),
            effort(root.proof),
            effort(root.disproof),
            f64::from(statistics.table_fullness) / 10.0,
            statistics.collections,
        );
    };
    let mut outcome = if args.turns {
        let turns = position.turns();
        let solved = prover.solve_turns(position, &turns, false, limits, &report);
        Outcome {
            verdict: solved.verdict,
            line: solved.line.clone(),
            plies: None,
            statistics: solved.statistics,
            turns: Some(solved),
            shortest: None,
        }
    } else {
        let solution = prover.solve(position, limits, &report);
        Outcome {
            verdict: solution.verdict,
            line: solution.line,
            plies: None,
            statistics: solution.statistics,
            turns: None,
            shortest: None,
        }
    };
    if outcome.verdict != Verdict::Unknown {
        let is_win = outcome.verdict == Verdict::Win;
        let time = limits
            .time
            .map(|time| time.max(outcome.statistics.time + TIME_FOR_PLIES));
        outcome.plies = Some(prover.most_plies(position, is_win, &outcome.line, time));
    }
    outcome
}

/// Goes on to the shortest win with what the limits have left `now`, if it is known who wins.
fn search_shortest<S: Size>(
    args: &SolveArgs,
    position: &Position<S>,
    prover: &Prover<'_, S>,
    outcome: &Outcome<S>,
    now: Duration,
) -> Option<Shortest<S>> {
    let at_most = outcome.plies?;
    let SolveLimits { nodes, time } = args.limits();
    let limits = SolveLimits {
        nodes: nodes.map(|most| most.saturating_sub(outcome.statistics.nodes)),
        // A certificate, which may have been made meanwhile, does not count.
        time: time.map(|most| now + most.saturating_sub(outcome.statistics.time)),
    };
    let report = |progress: &ShortestProgress| {
        let ShortestProgress {
            bounds,
            asked,
            statistics,
        } = progress;
        // A line that nobody reads is lost.
        let _ = writeln!(
            io::stderr(),
            "solve: {:.1} s, shortest win {}, asking for {asked}: {} nodes, proof {}, disproof {}, table {:.1} %, {} collections",
            statistics.time.as_secs_f64(),
            bounds_text(*bounds),
            statistics.nodes,
            effort(statistics.root.proof),
            effort(statistics.root.disproof),
            f64::from(statistics.table_fullness) / 10.0,
            statistics.collections,
        );
    };
    let is_win = outcome.verdict == Verdict::Win;
    Some(prover.shortest_win(position, is_win, at_most, limits, &report))
}
