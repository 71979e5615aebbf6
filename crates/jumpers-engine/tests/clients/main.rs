//! Clients that know no rules play whole games, as real ones do: a referee in UGI and a client in
//! UCI. What they recorded is checked with the rules afterwards.

#[path = "../common/mod.rs"]
mod common;

mod record;
mod uci;
mod ugi;

use common::{FINISHED, LOSS_IN_1, STARTS, WIN_IN_1};

/// Limits of all kinds; those of clocks have their times filled in.
pub const LIMITS: [&str; 4] = ["movetime 2", "depth 2", "nodes 60", "clocks"];

/// Openings of all boards by turns, so that it is another one in each game.
pub const OPENINGS: [&str; 12] = [
    "startpos",
    STARTS[1],
    STARTS[2],
    STARTS[0],
    "8tt/8tt/10/10/10/10/10/3rr5/rr2r5/10 t 28 31",
    WIN_IN_1,
    "6tt/4t1tt/6t1/8/8/1rr5/rr6/rr6 r 18 18",
    LOSS_IN_1,
    "8/8/8/8/8/8/8/8 t 1 1",
    "4tt/4tt/6/6/rr4/1rrr2 t 11 13",
    FINISHED,
    "10/10/10/10/10/10/10/10/10/rr8 r 1 0",
];
