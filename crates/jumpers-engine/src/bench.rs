//! A fixed amount of work: the same number of nodes each time, and how fast they were.

use std::fmt;
use std::time::Duration;

use jumpers_core::BoardSize;
use jumpers_protocol::PositionBase;

use crate::board;
use crate::request::Request;
use crate::search::Control;
use crate::session::StartError;
use crate::solo::Solo;

/// The depth of a bench that does not say.
pub const DEFAULT_DEPTH: u8 = 8;
/// The table of a bench, whatever the options say.
const TABLE_MIB: usize = 16;

/// The positions: the starts, and for each size some that random games came to, from early to
/// late, in which neither side is far ahead.
pub const POSITIONS: &[&str] = &[
    "4tt/4tt/6/6/rr4/rr4 r 12 13",
    "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20",
    "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31",
    "5t/4tt/3tt1/6/1rrr2/1rrr2 t 10 12",
    "4tt/1ttt2/r1tt2/r5/2rr2/1rrr2 r 9 10",
    "3ttt/4tt/3trt/r1t1r1/rr1rr1/r2r2 t 7 9",
    "ttt1t1/1r3t/1rr3/1r1ttt/r1r1t1/r1r2r r 7 7",
    "2t3/2tt1t/2ttt1/3t2/rrr1r1/rrrrrr t 5 7",
    "1tt1t1/2tt1t/4tt/2rr2/rrr1rr/1r1r2 t 5 6",
    "8/6tt/5ttt/7t/8/8/1rrr4/1rrr4 r 18 18",
    "4t1t1/5t1t/4tt2/4tt2/1r6/1rrr4/rrrr4/8 r 16 16",
    "3t1t1t/6t1/5t2/5tt1/3rr3/2r1r1t1/1rrr2tt/r1rr4 r 14 14",
    "4t1t1/rr3ttt/2rrtttt/3r2tt/5t2/1r6/rrr5/rrr5 r 12 12",
    "7t/5t2/2r1tt1t/4tt1t/rr1r2t1/rrr5/r1r1t3/1r6 r 12 12",
    "4ttt1/4ttt1/3ttt1t/r3ttt1/1rr3t1/r2rr3/rrr2rr1/r5r1 r 9 8",
    "10/8tt/7ttt/9t/10/10/10/1rr7/1rrr6/2rr6 t 27 29",
    "6t1t1/7t1t/7t2/6tt2/6tt2/rr8/1r8/2rr6/rrrr6/10 r 25 26",
    "5t1t1t/8t1/7t2/7tt1/10/10/1r1rrr1tt1/2r1r3tt/1rrr6/r1rr6 t 22 24",
    "5ttt2/5ttt1t/4tt1ttt/4tt4/r1r7/rr8/r1r7/rr8/r1rrr5/1r1r6 r 20 21",
    "r5t1t1/1r2t2t1t/r3tt2t1/rr1r2t2t/r1rr2t1tt/1r2tt4/8t1/10/rrr7/r2rrr4 t 17 19",
    "4ttttt1/5ttttt/5tttt1/2rr2tt1t/3r1tt3/2r1r4t/1r1r1r4/r1r1rrr3/1r1rrr4/r1rr6 r 14 15",
];

/// What a bench came to. It prints as `<n> nodes <n> nps`, which testing frameworks look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time for all positions.
    pub time: Duration,
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nps = self.nodes as f64 / self.time.as_secs_f64().max(1e-6);
        write!(f, "{} nodes {} nps", self.nodes, nps as u64)
    }
}

/// Searches each position to `depth`, on one thread and with an empty table, until stopped.
/// `line` gets a line for each position.
///
/// # Errors
/// If the memory or the thread that it needs is not to be had.
pub fn run(depth: u8, control: &Control, line: &dyn Fn(&str)) -> Result<Total, StartError> {
    let solo = Solo::new(TABLE_MIB)?;
    let mut total = Total {
        nodes: 0,
        time: Duration::ZERO,
    };
    for (i, text) in POSITIONS.iter().enumerate() {
        let base = PositionBase::Fen((*text).to_owned());
        let Ok(board) = board::open(&base, BoardSize::default(), &[]) else {
            continue;
        };
        let resources = solo.fresh(control);
        let request = Request {
            depth: Some(depth),
            ..Request::default()
        };
        let before = control.elapsed();
        let answer = board.think(&request, &resources, &|_| ());
        let nodes = answer.infos[0].nodes.unwrap_or(0);
        total.nodes += nodes;
        total.time += control.elapsed().saturating_sub(before);
        let turn = answer.turn.as_deref().unwrap_or("(none)");
        line(&format!(
            "position {} of {}: {turn} {nodes}",
            i + 1,
            POSITIONS.len()
        ));
        if control.is_stopped() {
            break;
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read_and_played() {
        for text in POSITIONS {
            let base = PositionBase::Fen((*text).to_owned());
            let board = board::open(&base, BoardSize::default(), &[]).unwrap();
            assert_eq!(board.text(), *text);
            assert_eq!(board.notice(), None);
        }
    }

    #[test]
    fn twice_the_same_nodes() {
        let nodes = || run(4, &Control::new(false), &|_| ()).unwrap().nodes;
        assert_eq!(nodes(), nodes());
    }
}
