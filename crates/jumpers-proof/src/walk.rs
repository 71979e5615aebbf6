//! The walk through the strategy of a certificate: every line of it, each position once.

use std::io::Read;
use std::ops::ControlFlow;

use jumpers_core::{Color, Position, Size, Turn};
use rustc_hash::FxHashMap;

use crate::error::{Cause, Flaw, Place, VerifyError};
use crate::source::Source;

/// So many replies are listed at a time. A made-up position can have hundreds of thousands, and
/// the walk is in as many positions at a time as a line has turns. Few positions have more than
/// some hundreds; those with more than this cost a generation of all turns for each list.
const MOST_LISTED: usize = 16 << 10;

/// What the strategy does in a winner node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<S: Size> {
    /// Its turn.
    pub turn: Turn<S>,
    /// The plies of the longest line from here.
    pub line: u32,
}

/// All of the strategy, by canonical positions.
pub(crate) struct Walked<S: Size> {
    pub winners: FxHashMap<Position<S>, Node<S>>,
    /// How many positions with the loser to move there are.
    pub loser_nodes: usize,
    /// The plies of the longest line from the root.
    pub line: u32,
}

/// A loser node whose replies are being walked.
struct Open<S: Size> {
    position: Position<S>,
    /// The winner node and the turn that led here first; none for the root.
    from: Option<(Position<S>, Turn<S>)>,
    /// The replies to come are the list's from here on, the last one first.
    start: usize,
    /// The greatest reply that was listed.
    last: Option<Turn<S>>,
    /// Are there replies that were not listed yet?
    more: bool,
    /// The plies of the longest line from here, as far as it is known.
    line: u32,
}

/// What comes of a winner node.
enum Met<S: Size> {
    /// The plies of its longest line are known.
    Line(u32),
    /// Its turn leads to a loser node that was not met before.
    Below(Open<S>),
}

/// The walk. Each turn lowers a reserve or takes a token, so no line comes back to a position,
/// and a node that is met again was left before: its longest line is known.
pub(crate) struct Walk<'a, S: Size, R> {
    source: &'a mut Source<R>,
    winner: Color,
    /// The number of winner nodes of the header: the body has no more numbers.
    claimed: u64,
    /// How many winner nodes were met.
    met: u64,
    winners: FxHashMap<Position<S>, Node<S>>,
    /// The longest line from each loser node that was left.
    losers: FxHashMap<Position<S>, u32>,
    /// The replies to come of all open nodes, the innermost node's at the end.
    replies: Vec<Turn<S>>,
    /// Turns of one position.
    turns: Vec<Turn<S>>,
    /// How many replies are listed at a time: [`MOST_LISTED`], except in tests.
    most_listed: usize,
}

impl<'a, S: Size, R: Read> Walk<'a, S, R> {
    pub fn new(source: &'a mut Source<R>, winner: Color, claimed: u64) -> Self {
        Walk {
            source,
            winner,
            claimed,
            met: 0,
            winners: FxHashMap::default(),
            losers: FxHashMap::default(),
            replies: Vec::new(),
            turns: Vec::new(),
            most_listed: MOST_LISTED,
        }
    }

    /// Walks everything below the root, and reads the body meanwhile.
    pub fn run(mut self, root: &Position<S>) -> Result<Walked<S>, VerifyError> {
        let mut stack = Vec::new();
        let mut line = 0;
        if root.side_to_move() == self.winner {
            match self.meet(root)? {
                Met::Line(known) => line = known,
                Met::Below(open) => stack.push(open),
            }
        } else {
            stack.push(self.open(root.canonical(), None));
        }
        while let Some(mut node) = stack.pop() {
            if let Some(below) = self.reply(&mut node)? {
                stack.push(node);
                stack.push(below);
                continue;
            }
            line = node.line;
            self.losers.insert(node.position, line);
            if let Some((position, turn)) = node.from {
                line += 1;
                self.winners.insert(position, Node { turn, line });
            }
            if let Some(parent) = stack.last_mut() {
                parent.line = parent.line.max(line + 1);
            }
        }
        Ok(Walked {
            winners: self.winners,
            loser_nodes: self.losers.len(),
            line,
        })
    }

    /// Makes one reply after another, up to one below which there is something new. `None`: none
    /// is left.
    fn reply(&mut self, node: &mut Open<S>) -> Result<Option<Open<S>>, VerifyError> {
        loop {
            if self.replies.len() == node.start {
                if !node.more {
                    return Ok(None);
                }
                self.list(node);
            }
            let Some(turn) = self.replies.pop() else {
                return Ok(None);
            };
            let mut next = node.position;
            next.play_unchecked(&turn);
            match self.meet(&next)? {
                Met::Line(line) => node.line = node.line.max(line + 1),
                Met::Below(open) => return Ok(Some(open)),
            }
        }
    }

    /// A winner node: reads its turn if it is new.
    fn meet(&mut self, position: &Position<S>) -> Result<Met<S>, VerifyError> {
        let position = position.canonical();
        if let Some(node) = self.winners.get(&position) {
            return Ok(Met::Line(node.line));
        }
        self.met += 1;
        let turn = self.choice(&position).map_err(|flaw| {
            flaw.at(Place::Node {
                number: self.met,
                position: position.to_string(),
            })
        })?;
        let mut next = position;
        next.play_unchecked(&turn);
        let next = next.canonical();
        if let Some(line) = self.losers.get(&next) {
            let line = line + 1;
            self.winners.insert(position, Node { turn, line });
            return Ok(Met::Line(line));
        }
        Ok(Met::Below(self.open(next, Some((position, turn)))))
    }

    /// The turn of the winner that the body names here.
    fn choice(&mut self, position: &Position<S>) -> Result<Turn<S>, Flaw> {
        self.turns.clear();
        let turns = &mut self.turns;
        let _ = position.for_each_turn(|turn| {
            turns.push(turn);
            ControlFlow::<()>::Continue(())
        });
        if turns.is_empty() {
            return Err(self.source.flaw(Cause::Lost(self.winner)));
        }
        if self.met > self.claimed {
            let claimed = self.claimed;
            return Err(self.source.flaw(Cause::MoreNodes { claimed }));
        }
        let offset = self.source.offset();
        let number = self.source.number()?;
        match usize::try_from(number) {
            Ok(index) if index < turns.len() => Ok(*turns.select_nth_unstable(index).1),
            _ => Err(Flaw {
                offset,
                cause: Cause::NoSuchTurn {
                    number,
                    turns: turns.len(),
                },
            }),
        }
    }

    /// A loser node that is new.
    fn open(&mut self, position: Position<S>, from: Option<(Position<S>, Turn<S>)>) -> Open<S> {
        let mut node = Open {
            position,
            from,
            start: self.replies.len(),
            last: None,
            more: true,
            line: 0,
        };
        self.list(&mut node);
        node
    }

    /// Lists the next replies of a node.
    fn list(&mut self, node: &mut Open<S>) {
        node.more = next_turns(&node.position, node.last, self.most_listed, &mut self.turns);
        node.last = self.turns.last().copied();
        self.replies.extend(self.turns.iter().rev());
    }
}

/// Lists the smallest turns that are greater than `last`, `most` of them, in order; `true` if there
/// are more.
fn next_turns<S: Size>(
    position: &Position<S>,
    last: Option<Turn<S>>,
    most: usize,
    turns: &mut Vec<Turn<S>>,
) -> bool {
    turns.clear();
    let mut more = false;
    let mut keep_smallest = |turns: &mut Vec<Turn<S>>| {
        if turns.len() > most {
            turns.select_nth_unstable(most - 1);
            turns.truncate(most);
            more = true;
        }
    };
    let _ = position.for_each_turn(|turn| {
        if Some(turn) > last {
            turns.push(turn);
            if turns.len() == 2 * most {
                keep_smallest(turns);
            }
        }
        ControlFlow::<()>::Continue(())
    });
    keep_smallest(turns);
    turns.sort_unstable();
    more
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Eight, Ten};

    use super::*;

    /// A list at a time is the whole list, in order.
    #[test]
    fn many_turns_are_listed_in_order() {
        let text = "t1t1t1t1tr/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/\
                    1t1t1t1t1t/t1t1t1t1t1/6t1t1/t1t5t1/rt1t4t1 r 1 1";
        let position: Position<Ten> = text.parse().expect("a position");
        let mut expected = position.turns().to_vec();
        let count = expected.len();
        expected.sort();
        for most in [count / 50, count / 2, count - 1, count, count + 1] {
            assert!(most > 0, "{count}");
            let mut listed = Vec::new();
            let mut turns = Vec::new();
            loop {
                let more = next_turns(&position, listed.last().copied(), most, &mut turns);
                assert!(turns.len() == most || !more);
                listed.extend_from_slice(&turns);
                assert_eq!(more, listed.len() < count);
                if !more {
                    break;
                }
            }
            assert_eq!(listed, expected);
        }
    }

    /// The walk is the same however many replies are listed at a time.
    #[test]
    fn lists_can_be_short() {
        // Red has ten turns, five and their mirror images. Whatever Teal then does, Red has no
        // token left to place, and nothing to capture.
        let text = "6tt/6tt/8/8/8/8/rr6/rr6 r 1 1";
        let root: Position<Eight> = text.parse().expect("a position");
        for most_listed in 1..12 {
            let body = [0; 5];
            let mut source = Source::new(&body[..]);
            let mut walk = Walk::new(&mut source, Color::Teal, 5);
            walk.most_listed = most_listed;
            let walked = walk.run(&root).unwrap_or_else(|error| panic!("{error}"));
            let Walked {
                winners,
                loser_nodes,
                line,
            } = walked;
            assert_eq!((winners.len(), loser_nodes, line), (5, 6, 2));
            assert_eq!(source.offset(), 5);
        }
    }
}
