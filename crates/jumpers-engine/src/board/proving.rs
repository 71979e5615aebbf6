//! An ordinary `go` that looks for a proof of who wins first, as long as that promises something.

use std::time::Duration;

use jumpers_core::{Game, Position, Size, Turn};
use jumpers_protocol::Info;

use super::solving::{Proof, after_proof, can_be_proved, fall_back, given_turns, how_far, prove};
use super::{Answer, Board};
use crate::request::Request;
use crate::search::{Resources, Table};
use crate::solve::{Numbers, ProofTable, Prover, SolveLimits, Statistics, Verdict};

/// So much of the time a proof gets anyway, and so much while it is promising.
const LEAST_PART: u32 = 10;
const MOST_PART: u32 = 2;
/// A search that only `stop` ends counts as one with so much time.
const WITHOUT_TIME: Duration = Duration::from_secs(4);
/// In less time than this there is no use in it.
const TOO_SHORT: Duration = Duration::from_millis(2);
/// The positions of a proof for a `go mate` that has no time.
const MATE_NODES: u64 = 200_000;
/// The positions of the first look; each look after it has twice as many.
const FIRST_BUDGET: u64 = 2_000;
/// A proof is promising while one result takes so many times as much as the other. Of positions in
/// games on 6×6 and 8×8 that took from 20,000 to 1,000,000 positions to solve, 62 % were so after
/// 40,000; of those that took more, 47 %.
const PROMISING: f32 = 8.0;

/// What may be searched for the turn to make in a lost position, in positions, and its table in MiB.
const LOST_NODES: u64 = 200_000;
const LOST_MIB: usize = 1;

/// A table of so many MiB is large enough for so much time.
const MIB_TIME: Duration = Duration::from_millis(10);
/// An ordinary search has a table of no more than this,
const MOST_MIB: usize = 16;
/// and of no more than this part of the option `Hash`.
const HASH_PART: usize = 4;
/// It takes one that is there if it is no smaller than this part of the one that it would make.
const ENOUGH_PART: usize = 4;

/// How large a table of proofs is to be, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// One that is there will do if it is as large as this.
    pub enough: usize,
    /// A new one is to be as large as this.
    pub mib: usize,
}

impl TableSize {
    /// The size for a request, where the option `Hash` is so many MiB; `None` if it looks for no
    /// proof.
    pub fn of_request(request: &Request, hash_mib: usize) -> Option<Self> {
        if request.solve {
            return Some(TableSize {
                enough: hash_mib,
                mib: hash_mib,
            });
        }
        if !request.proof_search || time_of(request) < TOO_SHORT {
            return None;
        }
        let wanted = (time_of(request) / MOST_PART).as_nanos() / MIB_TIME.as_nanos();
        let most = (hash_mib / HASH_PART).clamp(1, MOST_MIB);
        let mib = (wanted.max(1)).min(most as u128) as usize;
        Some(TableSize {
            enough: mib.div_ceil(ENOUGH_PART),
            mib,
        })
    }
}

/// The time that a request has.
fn time_of(request: &Request) -> Duration {
    request.time.map_or(WITHOUT_TIME, |time| time.soft)
}

/// Is it a `go mate` that has all the time that it needs?
fn has_no_time(request: &Request) -> bool {
    request.time.is_none() && request.win_within.is_some()
}

/// What the proof came to.
struct Attempt<S: Size> {
    proof: Proof<S>,
    /// The clock when it was over.
    time: Duration,
}

/// Searches for who wins while that is promising, then as ever for a turn that is not refuted.
pub fn think<S: Size>(
    game: &Game<S>,
    request: &Request,
    resources: &Resources<'_>,
    table: &ProofTable,
    report: &(dyn Fn(Info) + Sync),
) -> Answer {
    let position = game.position();
    if !can_be_proved(position) {
        return game.think(request, resources, report);
    }
    let prover = Prover::<S>::new(table, resources.pool, resources.control);
    let Attempt { mut proof, time } = attempt(position, request, resources, &prover, report);
    // As much again for how long it takes at most.
    let latest = time_of(request) / 8 * 7;
    // Without a time the result is the same each time.
    let within = |end: Duration| (!has_no_time(request)).then(|| end.min(latest));
    match proof.verdict {
        Verdict::Unknown => {}
        Verdict::Win => {
            let answer = after_proof(position, request, &prover, &proof, within(time * 2));
            let is_near = |plies: u32| request.win_within.is_none_or(|within| plies <= within);
            if answer.infos[0].depth.is_some_and(is_near) {
                return answer;
            }
        }
        Verdict::Loss => {
            if let Some(turn) = lost_turn(position, request, &prover) {
                proof.line = prover.line_after(position, turn);
            }
            let end = within(prover.elapsed() + time);
            return after_proof(position, request, &prover, &proof, end);
        }
    }
    fall_back(
        position,
        request,
        resources,
        table,
        &proof.statistics,
        report,
    )
}

/// Looks for a proof, a longer time each time, until the time for it is over.
fn attempt<S: Size>(
    position: &Position<S>,
    request: &Request,
    resources: &Resources<'_>,
    prover: &Prover<'_, S>,
    report: &(dyn Fn(Info) + Sync),
) -> Attempt<S> {
    let control = resources.control;
    let has_no_time = has_no_time(request);
    let time = time_of(request);
    let mut nodes = 0;
    let mut collections = 0;
    let mut budget = FIRST_BUDGET;
    let mut bound = time / LEAST_PART;
    loop {
        let limits = SolveLimits {
            nodes: Some(if has_no_time {
                budget.min(MATE_NODES - nodes)
            } else {
                budget
            }),
            time: (!has_no_time).then_some(bound),
        };
        let with_those_before = |statistics: &Statistics| Statistics {
            nodes: nodes + statistics.nodes,
            collections: collections + statistics.collections,
            ..*statistics
        };
        let tell = |statistics: &Statistics| report(how_far(&with_those_before(statistics)));
        let mut proof = prove(position, request, prover, limits, &tell);
        proof.statistics = with_those_before(&proof.statistics);
        Statistics {
            nodes,
            collections,
            ..
        } = proof.statistics;
        if is_promising(proof.statistics.root) {
            bound = time / MOST_PART;
        } else {
            bound = time / LEAST_PART;
        }
        // While it ponders the clock stands still.
        let is_over = if has_no_time {
            nodes >= MATE_NODES
        } else {
            control.elapsed() >= bound
        };
        if is_over || control.is_stopped() || proof.verdict != Verdict::Unknown {
            return Attempt {
                time: control.elapsed(),
                proof,
            };
        }
        budget = budget.saturating_mul(2);
    }
}

/// The turn to make in a position that is proved lost, if it is not the only one.
fn lost_turn<S: Size>(
    position: &Position<S>,
    request: &Request,
    prover: &Prover<'_, S>,
) -> Option<Turn<S>> {
    let turns = given_turns(position, request);
    if turns.len() < 2 || request.win_within.is_some() {
        return None;
    }
    // Without the memory any turn will do.
    let table = Table::new(LOST_MIB).ok()?;
    let limits = SolveLimits {
        nodes: Some(LOST_NODES),
        time: request.time.map(|time| time.soft / 4 * 3),
    };
    prover.most_misleading(position, &turns, limits, &table)
}

/// Is one result much nearer than the other?
fn is_promising(Numbers { proof, disproof }: Numbers) -> bool {
    proof.max(disproof) >= PROMISING * proof.min(disproof)
}
