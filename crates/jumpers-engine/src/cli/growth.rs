//! `jumpers-engine growth`: how the work to solve the start grows with the reserves.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use jumpers_core::{Size, SizeVisitor, study};

use super::means::{Keeper, Machine, Means, read_board, seconds_of, tell};
use super::print;
use crate::growth::Growth;
use crate::reserves::start_with;
use crate::results::{Row, line};
use crate::solve::{Statistics, Verdict};

/// Solve the start of a board with reserves of 0 and 0, 1 and 1, and so on, each with a table that
/// knows nothing, and print what each took.
///
/// The result is CSV, a line for each pair, on standard output; progress is told on standard error.
/// A pair that runs into a limit is left open; larger ones may take less. The command growth-plot makes
/// a plot of such files and says how fast the work grows.
///
/// Exit status: 0 if all pairs are solved, 3 if a limit left something open, 130 if Ctrl-C did, 2 if
/// something is wrong.
#[derive(Args)]
pub struct GrowthArgs {
    /// The board: 6, 8 or 10, or one for study: 4, 5 or 7.
    #[arg(long, value_name = "N", default_value = "6", value_parser = read_board)]
    board: u8,
    /// The reserve of each side in the first pair.
    #[arg(long, value_name = "K", default_value_t = 0)]
    from: u8,
    /// The reserve of each side in the last pair.
    #[arg(long, value_name = "K")]
    up_to: u8,
    #[command(flatten)]
    means: Means,
    /// Take results from this file if it exists, and add new ones to it: CSV. What a limit had
    /// ended is tried again if the limits are wider now.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Prints a line for each pair.
pub fn growth(args: &GrowthArgs) -> Result<ExitCode, String> {
    struct Run<'a>(&'a GrowthArgs);

    impl SizeVisitor for Run<'_> {
        type Output = Result<ExitCode, String>;

        fn visit<S: Size>(self) -> Self::Output {
            growth_on::<S>(self.0)
        }
    }

    study::visit(args.board, Run(args)).unwrap_or_else(|| Err("no such board".to_owned()))
}

fn growth_on<S: Size>(args: &GrowthArgs) -> Result<ExitCode, String> {
    if args.from > args.up_to {
        return Err(format!(
            "--from {} is above --up-to {}",
            args.from, args.up_to
        ));
    }
    let (mut keeper, rows) = Keeper::open::<Growth>(args.out.as_deref())?;
    let known = take(args, &keeper, rows)?;
    let mut machine = Machine::<S>::new(&args.means)?;
    print(Growth::COLUMNS.join(","));
    let mut is_known = true;
    for reserve in args.from..=args.up_to {
        let found = match &known[usize::from(reserve)] {
            Some(row) => row.clone(),
            None => {
                let row = solve(args, &mut machine, reserve);
                // What Ctrl-C ended has not had its time.
                if row.verdict == Verdict::Unknown && machine.control.is_stopped() {
                    return Ok(machine.status(false));
                }
                keeper.add(&row)?;
                row
            }
        };
        print(line(&found).map_err(|error| error.to_string())?.trim_end());
        is_known &= found.verdict != Verdict::Unknown;
    }
    Ok(machine.status(is_known))
}

/// The results of a file by their reserves. A later one counts more than an earlier one.
fn take(
    args: &GrowthArgs,
    keeper: &Keeper<'_>,
    rows: Vec<(u64, Growth)>,
) -> Result<Vec<Option<Growth>>, String> {
    let mut known: Vec<Option<(u64, Growth)>> = vec![None; 1 + usize::from(u8::MAX)];
    for (line, row) in rows {
        if row.board != args.board {
            let cause = format!("of board {}, not {}", row.board, args.board);
            return Err(keeper.refuse(line, &cause));
        }
        let place = &mut known[usize::from(row.red)];
        if let Some((before, other)) = place
            && other.verdict == row.verdict.reversed()
            && row.verdict != Verdict::Unknown
        {
            let cause = format!(
                "a {}, but a {} in line {before}",
                row.verdict, other.verdict
            );
            return Err(keeper.refuse(line, &cause));
        }
        let is_final = row.verdict != Verdict::Unknown
            || args.means.had_as_much(row.nodes_limit, row.seconds_limit);
        let is_news = place
            .as_ref()
            .is_none_or(|(_, other)| other.verdict == Verdict::Unknown);
        if is_news && is_final {
            *place = Some((line, row));
        }
    }
    Ok(known
        .into_iter()
        .map(|place| place.map(|(_, row)| row))
        .collect())
}

fn solve<S: Size>(args: &GrowthArgs, machine: &mut Machine<S>, reserve: u8) -> Growth {
    let what = format!("growth {reserve}/{reserve}");
    machine.solver.clear();
    let since = machine.control.elapsed();
    let prover = machine.solver.prover(&machine.pool, &machine.control);
    let report = |statistics: &Statistics| tell(&what, since, statistics);
    let limits = machine.limits(&args.means);
    let solution = prover.solve(&start_with::<S>([reserve; 2]), limits, &report);
    let statistics = solution.statistics;
    tell(
        &format_args!("{what}: {}", solution.verdict),
        since,
        &statistics,
    );
    Growth {
        board: S::N,
        red: reserve,
        teal: reserve,
        verdict: solution.verdict,
        winner: Growth::winner_of(solution.verdict),
        nodes: statistics.nodes,
        seconds: seconds_of(statistics.time.saturating_sub(since)),
        table_permille: statistics.table_fullness,
        collections: statistics.collections,
        hash: args.means.hash,
        threads: machine.pool.current_num_threads(),
        nodes_limit: args.means.nodes,
        seconds_limit: args.means.seconds(),
    }
}
