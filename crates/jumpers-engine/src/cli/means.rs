//! What a command that solves many positions may use, and how it tells how far it is.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use jumpers_core::study;
use jumpers_core::{Size, SizeVisitor};
use rayon::ThreadPool;

use super::interrupt::Interrupt;
use super::limit::read_nodes;
use super::solve::UNSOLVED;
use crate::results::{Results, ResultsError, Row};
use crate::search::Control;
use crate::session::new_pool;
use crate::solve::{SolveLimits, Solver, Statistics, effort_text};

/// Memory, threads, and limits for each position.
#[derive(Args)]
pub struct Means {
    /// MiB of memory for the table of positions.
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Threads that search; 0 for one on each processor.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,
    /// Positions to evaluate for each result, such as 5000000, 500k, 50M or 2G; a little more may be.
    #[arg(long, value_name = "N", value_parser = read_nodes)]
    pub nodes: Option<u64>,
    /// Time to use at most for each result, such as 10s or 2h.
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
}

impl Means {
    /// The most seconds.
    pub fn seconds(&self) -> Option<f64> {
        self.time.map(|time| time.as_secs_f64())
    }

    /// Did a result that these limits ended have at least as much as there is now?
    pub fn had_as_much(&self, nodes: Option<u64>, seconds: Option<f64>) -> bool {
        let nodes = nodes.is_none_or(|had| self.nodes.is_some_and(|now| had >= now));
        let seconds = seconds.is_none_or(|had| self.seconds().is_some_and(|now| had >= now));
        nodes && seconds
    }
}

/// A size of board, one of the game or of study.
pub fn read_board(text: &str) -> Result<u8, String> {
    struct Points;
    impl SizeVisitor for Points {
        type Output = u8;
        fn visit<S: Size>(self) -> u8 {
            S::N
        }
    }
    let points = text.parse().ok();
    points
        .and_then(|points| study::visit(points, Points))
        .ok_or_else(|| "not a size: they are 4, 5, 6, 7, 8 and 10".to_owned())
}

/// Reserves such as 0-13, or one.
pub fn read_range(text: &str) -> Result<RangeInclusive<u8>, String> {
    let number = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| text.parse().ok()).flatten()
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("not reserves, such as 7 or 0-13, up to 255".to_owned()),
    }
}

/// What searches, and a clock.
pub struct Machine<S: Size> {
    pub solver: Solver<S>,
    pub pool: Arc<ThreadPool>,
    pub control: Arc<Control>,
    interrupt: Interrupt,
}

impl<S: Size> Machine<S> {
    /// From now on Ctrl-C stops the search.
    pub fn new(means: &Means) -> Result<Self, String> {
        let threads = match means.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads.into(),
        };
        let fail = |error: &dyn std::fmt::Display| error.to_string();
        let pool = new_pool(threads).map_err(|error| fail(&error))?;
        let solver = Solver::new(means.hash as usize).map_err(|error| fail(&error))?;
        let control = Arc::new(Control::new(false));
        let interrupt = Interrupt::watch(Arc::clone(&control)).map_err(|error| fail(&error))?;
        Ok(Machine {
            solver,
            pool,
            control,
            interrupt,
        })
    }

    /// The limits of a search that begins now.
    pub fn limits(&self, means: &Means) -> SolveLimits {
        SolveLimits {
            nodes: means.nodes,
            // The clock runs since the start of the program.
            time: means
                .time
                .map(|time| self.control.elapsed().saturating_add(time)),
        }
    }

    /// The exit status: whether all is known, or else what ended the search.
    pub fn status(&self, is_known: bool) -> ExitCode {
        match self.interrupt.signal() {
            _ if is_known => ExitCode::SUCCESS,
            Some(signal) => ExitCode::from(128 + signal),
            None => ExitCode::from(UNSOLVED),
        }
    }
}

/// A file of results, or none.
pub struct Keeper<'a> {
    file: Option<(&'a Path, Results)>,
}

impl<'a> Keeper<'a> {
    /// Opens the file if there is one, with what is in it, each result with its line.
    pub fn open<R: Row>(path: Option<&'a Path>) -> Result<(Self, Vec<(u64, R)>), String> {
        let Some(path) = path else {
            return Ok((Keeper { file: None }, Vec::new()));
        };
        let about = |error: ResultsError| format!("{}: {error}", path.display());
        let (results, rows) = Results::open(path).map_err(about)?;
        let file = Some((path, results));
        Ok((Keeper { file }, rows))
    }

    /// Keeps a result.
    pub fn add<R: Row>(&mut self, row: &R) -> Result<(), String> {
        let Some((path, results)) = &mut self.file else {
            return Ok(());
        };
        let about = |error: io::Error| format!("{}: cannot write: {error}", path.display());
        results.add(row).map_err(about)
    }

    /// Something is wrong with a line.
    pub fn refuse(&self, line: u64, cause: &dyn std::fmt::Display) -> String {
        match &self.file {
            Some((path, _)) => format!("{}: line {line}: {cause}", path.display()),
            None => cause.to_string(),
        }
    }
}

/// Rounded to milliseconds.
pub fn seconds_of(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

/// A line of progress on standard error; one that nobody reads is lost.
pub fn tell(what: &dyn std::fmt::Display, since: Duration, statistics: &Statistics) {
    let Statistics {
        nodes, time, root, ..
    } = statistics;
    let seconds = time.saturating_sub(since).as_secs_f64();
    let _ = writeln!(
        io::stderr(),
        "{what}: {seconds:.1} s, {nodes} nodes, {:.0} nodes/s, proof {}, disproof {}, table {:.1} %, {} collections",
        *nodes as f64 / seconds.max(1e-6),
        effort_text(root.proof),
        effort_text(root.disproof),
        f64::from(statistics.table_fullness) / 10.0,
        statistics.collections,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_one_or_two_numbers() {
        assert_eq!(read_range("7"), Ok(7..=7));
        assert_eq!(read_range("0-13"), Ok(0..=13));
        assert_eq!(read_range("5-5"), Ok(5..=5));
        for text in ["", "-", "3-", "-3", "4-3", "1-2-3", "0-256", "+1-2", "a"] {
            assert!(read_range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_result_is_tried_again_with_more() {
        let means = |nodes, time: Option<u64>| Means {
            hash: 1,
            threads: 1,
            nodes,
            time: time.map(Duration::from_secs),
        };
        for (means, nodes, seconds, had) in [
            (means(Some(10), None), Some(10), None, true),
            (means(Some(10), None), Some(9), None, false),
            (means(Some(10), None), Some(10), Some(5.0), false),
            (means(None, Some(5)), Some(10), Some(5.0), false),
            (means(Some(10), Some(5)), Some(10), Some(5.0), true),
            (means(Some(10), Some(5)), Some(11), Some(4.0), false),
            (means(None, None), Some(11), Some(4.0), false),
            (means(None, None), None, None, true),
        ] {
            assert_eq!(
                means.had_as_much(nodes, seconds),
                had,
                "{nodes:?} {seconds:?}"
            );
        }
    }
}
