//! What `go` asks for.

use jumpers_core::Color;
use jumpers_protocol::GoParams;

use crate::search::{Clock, MAX_DEPTH, TimeBudget};

/// A `go` without a limit thinks for so many milliseconds.
const DEFAULT_MOVETIME: i64 = 1000;

/// What to search for; texts stand for turns.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Bounds of the search; turns are given in `turns`.
    pub depth: Option<u8>,
    /// See [`Limits::nodes`](crate::search::Limits::nodes).
    pub nodes: Option<u64>,
    /// See [`Limits::time`](crate::search::Limits::time).
    pub time: Option<TimeBudget>,
    /// See [`Limits::win_within`](crate::search::Limits::win_within).
    pub win_within: Option<u32>,
    /// The first turns to choose from, if any are given.
    pub turns: Vec<String>,
}

/// The nearest depth that a search can have.
pub fn as_depth(depth: u32) -> u8 {
    depth.clamp(1, MAX_DEPTH.into()) as u8
}

impl Request {
    /// What the parameters of `go` ask for when it is the turn of `side`. A `go` that bounds the
    /// search in no way, neither by a limit nor by a clock of that side, gets one second.
    pub fn of_go(params: &GoParams, side: Color, overhead: i64) -> Request {
        let clock = params.clock[side].map(|left| Clock {
            left,
            increment: params.increment[side].unwrap_or(0),
            turns_to_go: params.movestogo,
        });
        let bounded = params.infinite
            || params.depth.is_some()
            || params.nodes.is_some()
            || params.mate.is_some();
        let fixed = params.movetime.map(|time| Clock::fixed(time, overhead));
        let share = clock.map(|clock| clock.budget(overhead));
        let time = match (fixed, share) {
            _ if params.infinite => None,
            (Some(fixed), Some(share)) => Some(fixed.min(share)),
            (None, None) if !bounded => Some(Clock::fixed(DEFAULT_MOVETIME, overhead)),
            (fixed, share) => fixed.or(share),
        };
        Request {
            depth: params.depth.map(as_depth),
            nodes: params.nodes,
            time,
            // A mate in n is n turns of the winner and n - 1 of the loser.
            win_within: params.mate.map(|n| n.max(1).saturating_mul(2) - 1),
            turns: params.searchmoves.clone(),
        }
    }
}
