//! What `go` asks for.

use std::fmt;

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
    /// See [`Limits::lines`](crate::search::Limits::lines).
    pub lines: usize,
    /// See [`Limits::exhaustive`](crate::search::Limits::exhaustive).
    pub exhaustive: bool,
    /// Look for a proof of who wins first, with half of the limits.
    pub solve: bool,
    /// Look for a proof of who wins first, as long as that promises something.
    pub proof_search: bool,
    /// Does a mate score count the turns of both sides, as UGI has it, or those of the winner?
    pub mate_in_plies: bool,
    /// The first turns to choose from, if any are given.
    pub turns: Vec<String>,
}

/// The nearest depth that a search can have.
pub fn as_depth(depth: u32) -> u8 {
    depth.clamp(1, MAX_DEPTH.into()) as u8
}

/// What a `go` has to be seen with.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// Whose turn it is.
    pub side: Color,
    /// The most turns that the game can still have.
    pub turns_left: u32,
    /// Milliseconds that each turn loses between client and engine.
    pub overhead: i64,
    /// Does the client let the engine think in the opponent's time?
    pub ponders: bool,
    /// Does `mate` count the turns of both sides, as UGI has it, or those of the winner?
    pub mate_in_plies: bool,
}

impl Request {
    /// What the parameters of `go` ask for. A `go` that bounds the search in no way, neither by a
    /// limit nor by a clock of the side to move, gets one second.
    pub fn of_go(params: &GoParams, situation: &Situation) -> Request {
        let &Situation { side, overhead, .. } = situation;
        let clock = params.clock[side].map(|left| Clock {
            left,
            increment: params.increment[side].unwrap_or(0),
            turns_to_go: params.movestogo,
            turns_left: situation.turns_left,
        });
        // Neither depth nor mate bounds the search for a proof.
        let bounded = params.infinite
            || params.nodes.is_some()
            || !params.solve && (params.depth.is_some() || params.mate.is_some());
        let fixed = params.movetime.map(|time| Clock::fixed(time, overhead));
        let share = clock.map(|clock| clock.budget(overhead, situation.ponders));
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
            win_within: params.mate.map(|n| situation.plies_of_mate(n)),
            solve: params.solve,
            mate_in_plies: situation.mate_in_plies,
            turns: params.searchmoves.clone(),
            ..Request::default()
        }
    }
}

impl Situation {
    /// The plies of a mate in `n`.
    fn plies_of_mate(&self, n: u32) -> u32 {
        let n = n.max(1);
        if self.mate_in_plies {
            n
        } else {
            // n turns of the winner and n - 1 of the loser.
            n.saturating_mul(2) - 1
        }
    }
}

impl fmt::Display for Request {
    /// The limits, each after a comma.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(TimeBudget { soft, hard }) = self.time {
            let [soft, hard] = [soft, hard].map(|time| time.as_secs_f64() * 1e3);
            write!(f, ", time {soft:.1} to {hard:.1} ms")?;
        }
        if let Some(depth) = self.depth {
            write!(f, ", depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ", nodes {nodes}")?;
        }
        if let Some(plies) = self.win_within {
            write!(f, ", a win within {plies} plies")?;
        }
        if self.solve {
            write!(f, ", a proof first")?;
        }
        match self.turns.len() {
            0 => Ok(()),
            turns => write!(f, ", {turns} turns to choose from"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITUATION: Situation = Situation {
        side: Color::Red,
        turns_left: 58,
        overhead: 10,
        ponders: false,
        mate_in_plies: false,
    };

    fn mate(n: u32, mate_in_plies: bool) -> Option<u32> {
        let params = GoParams {
            mate: Some(n),
            ..GoParams::default()
        };
        let situation = Situation {
            mate_in_plies,
            ..SITUATION
        };
        Request::of_go(&params, &situation).win_within
    }

    #[test]
    fn a_mate_counts_turns_of_the_winner_or_of_both() {
        for (n, of_winner, of_both) in [(0, 1, 1), (1, 1, 1), (2, 3, 2), (3, 5, 3)] {
            assert_eq!(mate(n, false), Some(of_winner));
            assert_eq!(mate(n, true), Some(of_both));
        }
        assert_eq!(mate(u32::MAX, false), Some(u32::MAX - 1));
        assert_eq!(mate(u32::MAX, true), Some(u32::MAX));
    }

    #[test]
    fn the_clock_that_counts_is_that_of_the_side_to_move() {
        let params = GoParams {
            clock: [Some(60_000), Some(1_000)],
            ..GoParams::default()
        };
        let hard = |side| {
            let situation = Situation { side, ..SITUATION };
            Request::of_go(&params, &situation).time.unwrap().hard
        };
        assert!(hard(Color::Red) > 10 * hard(Color::Teal));
    }

    #[test]
    fn limits_of_time_add_up() {
        let params = GoParams {
            clock: [Some(60_000), None],
            movetime: Some(50),
            ..GoParams::default()
        };
        let request = Request::of_go(&params, &SITUATION);
        assert_eq!(request.time, Some(Clock::fixed(50, 10)));
        let infinite = GoParams {
            infinite: true,
            ..params
        };
        assert_eq!(Request::of_go(&infinite, &SITUATION).time, None);
    }
}
