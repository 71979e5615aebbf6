//! `jumpers-engine reserves`: which first turns win with which reserves.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use jumpers_core::{Size, SizeVisitor, study};

use super::means::{Keeper, Machine, Means, read_board, read_range, seconds_of, tell};
use super::print;
use crate::reserves::{FirstTurn, Item, Ranges, Staircase, first_turns, markdown, start_with};
use crate::solve::{SolvedTurns, Statistics, Verdict};

/// Solve Red's first turns at the start of a board, for each pair of reserves: which of them win?
///
/// More own reserve is never worse, so most pairs follow from others and are not solved. A table of
/// all pairs in Markdown is printed in the end; progress is told on standard error.
///
/// Exit status: 0 if all is known, 3 if a limit left something open, 130 if Ctrl-C did, 2 if
/// something is wrong.
#[derive(Args)]
pub struct ReservesArgs {
    /// The board: 6, 8 or 10, or one for study: 4, 5 or 7.
    #[arg(long, value_name = "N", default_value = "6", value_parser = read_board)]
    board: u8,
    /// Red's reserves: from one to another, or one.
    #[arg(long, value_name = "A-B", value_parser = read_range)]
    red: RangeInclusive<u8>,
    /// Teal's reserves.
    #[arg(long, value_name = "A-B", value_parser = read_range)]
    teal: RangeInclusive<u8>,
    #[command(flatten)]
    means: Means,
    /// Go on from the results in this file if it exists, and add new ones to it: CSV. What a limit
    /// had ended is tried again if the limits are wider now.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Prints the table.
pub fn reserves(args: &ReservesArgs) -> Result<ExitCode, String> {
    struct Run<'a>(&'a ReservesArgs);

    impl SizeVisitor for Run<'_> {
        type Output = Result<ExitCode, String>;

        fn visit<S: Size>(self) -> Self::Output {
            reserves_on::<S>(self.0)
        }
    }

    study::visit(args.board, Run(args)).unwrap_or_else(|| Err("no such board".to_owned()))
}

/// A first turn, and what is known of it.
struct Known<S: Size> {
    turn: FirstTurn<S>,
    stairs: Staircase,
    /// The positions that its most expensive result took.
    most_nodes: u64,
}

fn reserves_on<S: Size>(args: &ReservesArgs) -> Result<ExitCode, String> {
    let ranges = Ranges {
        red: args.red.clone(),
        teal: args.teal.clone(),
    };
    let mut known: Vec<_> = first_turns::<S>().into_iter().map(known_at_first).collect();
    let (mut keeper, items) = Keeper::open::<Item>(args.out.as_deref())?;
    take(args, &keeper, &items, &mut known)?;
    let machine = Machine::<S>::new(&args.means)?;
    while let Some((index, pair)) = next(&known, &ranges)
        && !machine.control.is_stopped()
    {
        let item = solve(args, &machine, &known[index].turn, pair);
        let Known {
            stairs, most_nodes, ..
        } = &mut known[index];
        // What Ctrl-C ended has not had its time.
        if item.verdict == Verdict::Unknown && machine.control.is_stopped() {
            break;
        }
        stairs
            .add(pair, item.verdict)
            .map_err(|error| format!("{}: {error}", item.turn))?;
        *most_nodes = item.nodes.max(*most_nodes);
        keeper.add(&item)?;
    }
    let (turns, stairs): (Vec<_>, Vec<_>) = known
        .into_iter()
        .map(|known| (known.turn, known.stairs))
        .unzip();
    print(markdown(&turns, &stairs, &ranges).trim_end());
    let is_known = ranges.red.clone().all(|red| {
        ranges.teal.clone().all(|teal| {
            let mut stairs = stairs.iter();
            stairs.all(|stairs| stairs.verdict([red, teal]) != Verdict::Unknown)
        })
    });
    Ok(machine.status(is_known))
}

/// What needs no search: without a reserve a turn that places a token is not legal.
fn known_at_first<S: Size>(turn: FirstTurn<S>) -> Known<S> {
    let mut stairs = Staircase::default();
    if !start_with::<S>([0, 0]).turns().contains(&turn.turn) {
        // Nothing is known yet that this could contradict.
        let _ = stairs.add([0, 0], Verdict::Loss);
    }
    Known {
        turn,
        stairs,
        most_nodes: 0,
    }
}

/// Takes over what a file says.
fn take<S: Size>(
    args: &ReservesArgs,
    keeper: &Keeper<'_>,
    items: &[(u64, Item)],
    known: &mut [Known<S>],
) -> Result<(), String> {
    for (i, (line, item)) in items.iter().enumerate() {
        let refuse = |cause: &dyn std::fmt::Display| keeper.refuse(*line, cause);
        if item.board != args.board {
            return Err(refuse(&format_args!(
                "of board {}, not {}",
                item.board, args.board
            )));
        }
        let Some(known) = known.iter_mut().find(|known| known.turn.text == item.turn) else {
            let turn = jumpers_record::Escaped(&item.turn);
            return Err(refuse(&format_args!("{turn} is none of the first turns")));
        };
        let is_open = item.verdict == Verdict::Unknown;
        if is_open && !args.means.had_as_much(item.nodes_limit, item.seconds_limit) {
            continue;
        }
        let pair = [item.red, item.teal];
        known.stairs.add(pair, item.verdict).map_err(|error| {
            let mut before = items[..i].iter().filter(|(_, other)| {
                other.turn == item.turn && [other.red, other.teal] == error.old
            });
            let at = before.find(|(_, other)| other.verdict == item.verdict.reversed());
            let place = at.map_or("by the rules".to_owned(), |(line, _)| {
                format!("line {line}")
            });
            refuse(&format_args!("{error} ({place})"))
        })?;
        known.most_nodes = known.most_nodes.max(item.nodes);
    }
    Ok(())
}

/// The turn and the reserves to solve next: of the turn that was cheapest so far, so that what is
/// expensive comes last.
fn next<S: Size>(known: &[Known<S>], ranges: &Ranges) -> Option<(usize, [u8; 2])> {
    let next = known
        .iter()
        .enumerate()
        .filter_map(|(i, known)| Some((i, known.stairs.next(ranges)?)));
    next.min_by_key(|&(i, _)| known[i].most_nodes)
}

fn solve<S: Size>(
    args: &ReservesArgs,
    machine: &Machine<S>,
    first: &FirstTurn<S>,
    pair: [u8; 2],
) -> Item {
    let [red, teal] = pair;
    let what = format!("reserves {red}/{teal} {}", first.text);
    let since = machine.control.elapsed();
    let prover = machine.solver.prover(&machine.pool, &machine.control);
    let report = |statistics: &Statistics| tell(&what, since, statistics);
    let SolvedTurns {
        verdict,
        statistics,
        ..
    } = prover.solve_turns(
        &start_with::<S>(pair),
        &[first.turn],
        false,
        machine.limits(&args.means),
        &report,
    );
    tell(&format_args!("{what}: {verdict}"), since, &statistics);
    Item {
        board: S::N,
        red,
        teal,
        turn: first.text.clone(),
        verdict,
        nodes: statistics.nodes,
        seconds: seconds_of(statistics.time.saturating_sub(since)),
        nodes_limit: args.means.nodes,
        seconds_limit: args.means.seconds(),
    }
}
