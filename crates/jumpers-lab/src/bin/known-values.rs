//! Solves all positions of the first plies, for the solver to know from the beginning: lines of
//! [`jumpers_engine::solve::known`].

#![expect(clippy::print_stderr, reason = "a command that says how far it is")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use jumpers_core::{Position, Size, SizeVisitor};
use jumpers_engine::search::Control;
use jumpers_engine::solve::known::{self, Known};
use jumpers_engine::solve::{SolveLimits, Solver, Verdict, checkpoint};
use jumpers_lab::command;
use rayon::ThreadPool;

/// The positions that a search evaluates in the first round; in each round after it, so many times
/// as many.
const FIRST_NODES: u64 = 1_000_000;
const GROWTH: u64 = 3;
/// What is known is written so often.
const WRITE_INTERVAL: Duration = Duration::from_secs(30);

/// Solve all positions of the first plies.
///
/// One table serves all, and what takes long comes last, or is left out. The file has a line for each position that is
/// solved, up to reflection, in the order of their texts: the position and, after a tab, a turn that
/// wins it, or `lost`. If the file exists, what it has is not solved again; it is written anew every
/// half a minute and at the end.
#[derive(Parser)]
#[command(name = "known-values")]
struct Args {
    /// Points along an edge of the board.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(4..=10))]
    board: u8,
    /// Positions after up to so many plies.
    #[arg(long, value_name = "PLIES", default_value_t = 3)]
    plies: u32,
    /// Leave out what is not solved with so many positions, of which there are 1,000,000, or three times
    /// as many, or nine times, and so on.
    #[arg(long, value_name = "N", default_value_t = 27_000_000, value_parser = clap::value_parser!(u64).range(FIRST_NODES..))]
    nodes: u64,
    /// MiB of memory for the table.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Threads that search.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

type Failure = Box<dyn Error>;

/// Positions by their texts.
type ByText<S> = BTreeMap<String, Position<S>>;

/// The positions after each number of plies, up to reflection.
fn levels<S: Size>(plies: u32) -> Vec<ByText<S>> {
    let start = Position::<S>::start().canonical();
    let mut levels = vec![BTreeMap::from([(start.to_string(), start)])];
    for ply in 0..plies as usize {
        let mut next = BTreeMap::new();
        for position in levels[ply].values() {
            for turn in position.turns() {
                let mut after = *position;
                after.play_unchecked(&turn);
                let after = after.canonical();
                next.insert(after.to_string(), after);
            }
        }
        levels.push(next);
    }
    levels
}

/// What the file knows; nothing if there is none.
fn read<S: Size>(path: &Path) -> Result<BTreeMap<String, Known<S>>, Failure> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        text => text.map_err(|error| format!("{}: {error}", path.display()))?,
    };
    let entry = |(line, number): (&str, usize)| {
        let entry = line.parse::<Known<S>>();
        let entry = entry.map_err(|error| format!("{}, line {number}: {error}", path.display()))?;
        Ok((entry.position.canonical().to_string(), entry))
    };
    text.lines().zip(1..).map(entry).collect()
}

/// What is solved.
struct Solved<'a, S: Size> {
    solver: &'a Solver<S>,
    pool: &'a ThreadPool,
    path: &'a Path,
    known: BTreeMap<String, Known<S>>,
    nodes: u64,
    written: Instant,
}

impl<S: Size> Solved<'_, S> {
    /// Solves a position with so many positions at most. Is it solved?
    fn solve(&mut self, text: &str, position: &Position<S>, nodes: u64) -> Result<bool, Failure> {
        if self.known.contains_key(text) {
            return Ok(true);
        }
        let limits = SolveLimits {
            nodes: Some(nodes),
            time: None,
        };
        let control = Control::new(false);
        let solution = (self.solver).solve(position, limits, self.pool, &control, &|_| ());
        self.nodes += solution.statistics.nodes;
        let winning = match solution.verdict {
            Verdict::Win => solution.line.first().copied(),
            Verdict::Loss => None,
            Verdict::Unknown => return Ok(false),
        };
        let entry = Known {
            position: *position,
            winning,
        };
        known::tell(self.solver.table(), [entry]);
        self.known.insert(text.to_owned(), entry);
        if self.written.elapsed() >= WRITE_INTERVAL {
            self.write()?;
        }
        Ok(true)
    }

    fn write(&mut self) -> Result<(), Failure> {
        self.written = Instant::now();
        let lines: String = (self.known.values().map(|known| format!("{known}\n"))).collect();
        checkpoint::replace(self.path, |mut file| file.write_all(lines.as_bytes()))
            .map_err(|error| format!("{}: {error}", self.path.display()).into())
    }
}

impl SizeVisitor for &Args {
    type Output = Result<(), Failure>;

    fn visit<S: Size>(self) -> Self::Output {
        let path = &self.out;
        checkpoint::check_writable(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let pool = command::pool(self.threads)?;
        let solver = Solver::<S>::new(self.hash as usize)?;
        let known = read(path)?;
        known::tell(solver.table(), known.values().copied());
        let mut solved = Solved {
            solver: &solver,
            pool: &pool,
            path,
            known,
            nodes: 0,
            written: Instant::now(),
        };
        let start = Instant::now();
        // The last plies first: what is before them follows.
        for (ply, level) in levels::<S>(self.plies).into_iter().enumerate().rev() {
            let mut left: Vec<_> = level.into_iter().collect();
            let mut nodes = FIRST_NODES;
            while !left.is_empty() && nodes <= self.nodes {
                let mut open = Vec::new();
                for (text, position) in left {
                    if !solved.solve(&text, &position, nodes)? {
                        open.push((text, position));
                    }
                }
                left = open;
                eprintln!(
                    "{ply} plies, up to {nodes} positions each: {} open, {} positions evaluated, {:.0} s",
                    left.len(),
                    solved.nodes,
                    start.elapsed().as_secs_f64()
                );
                let Some(more) = nodes.checked_mul(GROWTH) else {
                    break;
                };
                nodes = more;
            }
        }
        solved.write()
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    command::on_board("known-values", args.board, &args)
}

#[cfg(test)]
mod tests {
    use jumpers_core::study::{Five, Four};

    use super::*;

    #[test]
    fn positions_are_those_of_perft_up_to_reflection() {
        // perft(1) = 10 on 6×6; the start is its own reflection, so five are left.
        let counts: Vec<_> = (levels::<jumpers_core::Six>(2).iter())
            .map(BTreeMap::len)
            .collect();
        assert_eq!(counts, [1, 5, 50]);
    }

    #[test]
    fn a_run_goes_on_from_its_file_and_agrees_with_the_solver() {
        fn args(board: u8, out: &Path) -> Args {
            Args {
                board,
                plies: 2,
                nodes: u64::MAX,
                hash: 16,
                threads: 1,
                out: out.to_owned(),
            }
        }

        fn agrees<S: Size>() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("values.txt");
            (&args(S::N, &path)).visit::<S>().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let known = read::<S>(&path).unwrap();
            assert!(known.len() > 5, "{}", known.len());
            let pool = command::pool(1).unwrap();
            for Known { position, winning } in known.values() {
                let solver = Solver::<S>::new(16).unwrap();
                let verdict = |position: &Position<S>| {
                    let control = Control::new(false);
                    let limits = SolveLimits::default();
                    solver
                        .solve(position, limits, &pool, &control, &|_| ())
                        .verdict
                };
                let is_win = verdict(position) == Verdict::Win;
                assert_eq!(is_win, winning.is_some(), "{position}");
                if let Some(turn) = winning {
                    let mut after = *position;
                    after.play_unchecked(turn);
                    assert_eq!(verdict(&after), Verdict::Loss, "{position}");
                }
            }
            // With every second line gone it comes to the same.
            let some: String = (text.lines().step_by(2))
                .map(|line| format!("{line}\n"))
                .collect();
            fs::write(&path, some).unwrap();
            (&args(S::N, &path)).visit::<S>().unwrap();
            let again = read::<S>(&path).unwrap();
            let value = |entry: &Known<S>| entry.winning.is_some();
            assert_eq!(known.len(), again.len());
            for (text, entry) in &known {
                assert_eq!(value(entry), value(&again[text]), "{text}");
            }
            fs::write(&path, "nonsense\n").unwrap();
            let error = (&args(S::N, &path)).visit::<S>().unwrap_err();
            assert!(error.to_string().contains("values.txt, line 1"), "{error}");
        }

        agrees::<Four>();
        agrees::<Five>();
    }
}
