//! `jumpers-engine solve`: who wins a position, exactly.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use jumpers_protocol::Reply;
use serde_json::{Value, json};

use super::interrupt::Interrupt;
use super::{Where, print, warn};
use crate::search::Control;
use crate::session::new_pool;
use crate::solve::checkpoint;
use crate::solve::{
    Bounds, Effort, Prover, Shortest, ShortestProgress, SolveLimits, SolvedTurns, Solver,
    Statistics, Strategy, Verdict, effort_text as effort,
};

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

/// Positions or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Nodes(u64),
    Time(Duration),
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(nodes) = read_nodes(text) {
            return Ok(Limit::Nodes(nodes));
        }
        // A month would be an M, too.
        let is_number = text.ends_with(['k', 'K', 'M', 'G']);
        let time = (!is_number).then(|| humantime::parse_duration(text).ok());
        time.flatten().map(Limit::Time).ok_or_else(|| {
            "neither a number of positions (5000000, 50M) nor a time (10s)".to_owned()
        })
    }
}

/// A number of positions, at least one.
pub(super) fn read_nodes(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1_000),
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        Some(b'G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_plain.then(|| digits.parse::<u64>().ok()).flatten();
    number
        .and_then(|number| number.checked_mul(factor))
        .filter(|&number| number > 0)
        .ok_or_else(|| "not a number of positions, from 1 on, such as 5000000 or 50M".to_owned())
}

/// A number of positions, or 0.
fn read_nodes_or_none(text: &str) -> Result<u64, String> {
    if text == "0" {
        return Ok(0);
    }
    read_nodes(text)
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

/// What a run came to.
struct Outcome<S: Size> {
    verdict: Verdict,
    line: Vec<jumpers_core::Turn<S>>,
    /// The most plies that the winner needs.
    plies: Option<u32>,
    statistics: Statistics,
    /// The first turns, if they were asked for.
    turns: Option<SolvedTurns<S>>,
    /// The shortest win, if it was asked for.
    shortest: Option<Shortest<S>>,
}

fn solve_on<S: Size>(args: &SolveArgs, position: &Position<S>) -> Result<ExitCode, String> {
    let fail = |error: &dyn std::fmt::Display| error.to_string();
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.into(),
    };
    let pool = new_pool(threads).map_err(|error| fail(&error))?;
    let solver = Solver::<S>::new(args.hash as usize).map_err(|error| fail(&error))?;
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

/// What is told of a certificate that was written.
#[derive(Clone, Copy)]
struct Certificate {
    winner_nodes: usize,
    longest_line: u32,
    bytes: u64,
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

/// What is known of the plies of the shortest win.
fn bounds_text(bounds: Bounds) -> String {
    let Bounds { at_least, at_most } = bounds;
    match at_most {
        1 if bounds.is_exact() => "1 ply".to_owned(),
        _ if bounds.is_exact() => format!("{at_most} plies"),
        _ => format!("between {at_least} and {at_most} plies"),
    }
}

/// The texts of turns that follow each other.
fn texts<S: Size>(position: &Position<S>, line: &[jumpers_core::Turn<S>]) -> Vec<String> {
    let mut at = *position;
    let text = |turn: &jumpers_core::Turn<S>| {
        let text = at.text_of(turn).to_string();
        at.play_unchecked(turn);
        text
    };
    line.iter().map(text).collect()
}

/// A first turn in text.
struct FirstTurn {
    text: String,
    verdict: Verdict,
    nodes: u64,
    twin_of: Option<String>,
}

/// The first turns in the order of their texts.
fn first_turns<S: Size>(position: &Position<S>, solved: &SolvedTurns<S>) -> Vec<FirstTurn> {
    let text = |turn| position.text_of(turn).to_string();
    let mut turns: Vec<_> = solved
        .turns
        .iter()
        .map(|solved| FirstTurn {
            text: text(&solved.turn),
            verdict: solved.verdict,
            nodes: solved.nodes,
            twin_of: solved.twin_of.as_ref().map(text),
        })
        .collect();
    turns.sort_by(|a, b| a.text.cmp(&b.text));
    turns
}

/// Who wins, if that is known.
fn winner<S: Size>(position: &Position<S>, verdict: Verdict) -> Option<jumpers_core::Color> {
    let side = position.side_to_move();
    match verdict {
        Verdict::Win => Some(side),
        Verdict::Loss => Some(!side),
        Verdict::Unknown => None,
    }
}

fn print_outcome<S: Size>(position: &Position<S>, outcome: &Outcome<S>) {
    let Outcome {
        verdict,
        line,
        plies,
        statistics,
        turns,
        shortest,
    } = outcome;
    for turn in turns.iter().flat_map(|turns| first_turns(position, turns)) {
        let FirstTurn {
            text,
            verdict,
            nodes,
            twin_of,
        } = turn;
        match twin_of {
            Some(twin) => print(format_args!("{text}: {verdict}, mirror image of {twin}")),
            None => print(format_args!("{text}: {verdict}, {nodes} nodes")),
        }
    }
    match winner(position, *verdict) {
        Some(color) => print(format_args!("verdict: {verdict} ({color} wins)")),
        None => print(format_args!("verdict: {verdict}")),
    }
    let line = texts(position, line);
    if let Some(first) = line.first() {
        print(format_args!("turn: {first}"));
        print(format_args!("line: {}", line.join(" ")));
    }
    if let Some(plies) = plies {
        print(format_args!("plies to the end: at most {plies}"));
    }
    if let Some(shortest) = shortest {
        let bounds = bounds_text(shortest.bounds);
        print(format_args!("shortest win: {bounds}"));
        let line = texts(position, &shortest.line);
        if !line.is_empty() {
            print(format_args!("shortest line: {}", line.join(" ")));
        }
        print(format_args!(
            "nodes for the shortest win: {}",
            shortest.nodes
        ));
    }
    print(format_args!("nodes: {}", statistics.nodes));
    print(format_args!("nodes a second: {:.0}", statistics.rate()));
    print(format_args!("time: {:.3} s", statistics.time.as_secs_f64()));
    let Statistics { root, .. } = statistics;
    print(format_args!("proof number: {}", effort(root.proof)));
    print(format_args!("disproof number: {}", effort(root.disproof)));
    let fullness = f64::from(statistics.table_fullness) / 10.0;
    print(format_args!("table: {fullness:.1} % full"));
    print(format_args!("collections: {}", statistics.collections));
}

fn as_json<S: Size>(
    position: &Position<S>,
    outcome: &Outcome<S>,
    is_interrupted: bool,
    saved: Option<u64>,
    written: Option<Certificate>,
) -> Value {
    let Outcome {
        verdict,
        line,
        plies,
        statistics,
        turns,
        shortest,
    } = outcome;
    let line = texts(position, line);
    // JSON has no number for what cannot be.
    let number = |effort: f32| (effort < crate::solve::Numbers::WIN.disproof).then_some(effort);
    let mut object = json!({
        "position": position.to_string(),
        "verdict": verdict.to_string(),
        "winner": winner(position, *verdict).map(|color| color.to_string().to_lowercase()),
        "turn": line.first(),
        "line": line,
        "plies_at_most": plies,
        "nodes": statistics.nodes,
        "nodes_per_second": statistics.rate().round() as u64,
        "time_ms": statistics.time.as_millis() as u64,
        "proof": number(statistics.root.proof),
        "disproof": number(statistics.root.disproof),
        "table_permille": statistics.table_fullness,
        "collections": statistics.collections,
        "interrupted": is_interrupted,
        "checkpoint_entries": saved,
        "certificate": written.map(|certificate| json!({
            "winner_nodes": certificate.winner_nodes,
            "longest_line": certificate.longest_line,
            "bytes": certificate.bytes,
        })),
    });
    if let Some(shortest) = shortest {
        object["shortest"] = json!({
            "plies_at_least": shortest.bounds.at_least,
            "plies_at_most": shortest.bounds.at_most,
            "line": texts(position, &shortest.line),
            "nodes": shortest.nodes,
        });
    }
    if let Some(turns) = turns {
        let turns = first_turns(position, turns).into_iter();
        object["turns"] = turns
            .map(|turn| {
                json!({
                    "turn": turn.text,
                    "verdict": turn.verdict.to_string(),
                    "nodes": turn.nodes,
                    "mirror_of": turn.twin_of,
                })
            })
            .collect();
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_nodes_or_time() {
        for (text, limit) in [
            ("1", Limit::Nodes(1)),
            ("5000000", Limit::Nodes(5_000_000)),
            ("500k", Limit::Nodes(500_000)),
            ("50M", Limit::Nodes(50_000_000)),
            ("2G", Limit::Nodes(2_000_000_000)),
            ("10s", Limit::Time(Duration::from_secs(10))),
            ("2m", Limit::Time(Duration::from_secs(120))),
            ("1h 30m", Limit::Time(Duration::from_secs(5400))),
        ] {
            assert_eq!(text.parse(), Ok(limit), "{text}");
        }
        for text in ["", "M", "-1", "+1", "1.5M", "99999999999G", "soon", "é"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }
}
