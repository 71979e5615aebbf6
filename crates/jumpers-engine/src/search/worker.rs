//! One thread's alpha-beta search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use jumpers_core::{Position, Size, Turn};

use super::evaluation::Assessment;
use super::limits::{Control, Limits};
use super::ordering::{History, Rated, fingerprint, pick};
use super::table::{Bound, Entry, Table};
use super::value::{INFINITE, Value, from_table, lost_at, to_table};

/// No line gets longer.
pub const MAX_PLY: usize = 250;
/// Captures are followed so many plies beyond the depth.
const QUIESCENCE_PLIES: i32 = 12;
/// After so many nodes a thread looks whether to stop.
const NODES_PER_CHECK: u64 = 256;
/// So many turns of a position take as long as a node.
const TURNS_PER_NODE: u64 = 16;
/// After so many turns of one position a thread looks whether to stop.
pub const TURNS_PER_CHECK: usize = 1024;

/// Tells the entries of searches without reductions from the others.
const FULL_WIDTH_KEY: u64 = 0x6a09_e667_f3bc_c908;

/// What all threads of one search share.
pub struct Shared<'a, S: Size> {
    pub table: &'a Table,
    pub control: &'a Control,
    pub limits: &'a Limits<S>,
    /// The search is over, for whatever reason.
    pub over: AtomicBool,
    /// The nodes of each thread, up to its last look.
    pub nodes: Vec<AtomicU64>,
}

impl<S: Size> Shared<'_, S> {
    /// The nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }
}

/// One thread.
pub struct Worker<'a, S: Size> {
    shared: &'a Shared<'a, S>,
    index: usize,
    nodes: u64,
    /// The exact limit of nodes, if there is one.
    most_nodes: u64,
    /// Nodes until the next look whether to stop.
    next_check: u64,
    /// Does nothing search less deep than it should?
    full_width: bool,
    history: History<S>,
    /// For each ply the turns of the position there.
    lists: Vec<Vec<Rated<S>>>,
    /// For each ply the best line from there.
    lines: Vec<Vec<Turn<S>>>,
    /// The longest line looked at.
    pub selective_depth: usize,
}

/// Unwinds a search that is over. Its values mean nothing.
struct Over;

type Searched = Result<Value, Over>;

impl<'a, S: Size> Worker<'a, S> {
    pub fn new(shared: &'a Shared<'a, S>, index: usize) -> Self {
        // With one thread a limit of nodes is kept exactly.
        let most_nodes = match shared.limits.nodes {
            Some(limit) if shared.nodes.len() == 1 => limit.max(1),
            _ => u64::MAX,
        };
        Worker {
            shared,
            index,
            nodes: 0,
            most_nodes,
            next_check: NODES_PER_CHECK,
            full_width: shared.limits.win_within.is_some(),
            history: History::new(MAX_PLY + 1),
            lists: vec![Vec::new(); MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
            selective_depth: 0,
        }
    }

    /// The best line of the last search.
    pub fn line(&self) -> &[Turn<S>] {
        &self.lines[0]
    }

    /// Makes the nodes counted so far visible to the others.
    pub fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
    }

    /// Counts a node.
    fn count_node(&mut self, ply: usize) -> Result<(), Over> {
        if self.nodes >= self.most_nodes || self.next_check == 0 {
            self.look_up()?;
        }
        self.next_check -= 1;
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        Ok(())
    }

    /// Looks whether the search is over.
    fn look_up(&mut self) -> Result<(), Over> {
        self.publish_nodes();
        let shared = self.shared;
        let limits = shared.limits;
        let is_over = shared.over.load(Ordering::Relaxed)
            || shared.control.is_stopped()
            || limits.nodes.is_some_and(|n| shared.total_nodes() >= n)
            || limits
                .time
                .is_some_and(|time| shared.control.is_past(time.hard));
        if is_over {
            shared.over.store(true, Ordering::Relaxed);
            return Err(Over);
        }
        self.next_check = NODES_PER_CHECK;
        Ok(())
    }

    /// Lists the turns of a position. Some positions have so many that it takes a while.
    fn list_turns(
        &mut self,
        position: &Position<S>,
        turns: &mut Vec<Rated<S>>,
    ) -> Result<(), Over> {
        turns.clear();
        let flow = position.for_each_turn(|turn| {
            turns.push(Rated { turn, rating: 0 });
            if turns.len().is_multiple_of(TURNS_PER_CHECK) && self.look_up().is_err() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        // A node with many turns takes as long as several with few.
        let nodes = turns.len() as u64 / TURNS_PER_NODE;
        self.next_check = self.next_check.saturating_sub(nodes);
        if flow.is_break() { Err(Over) } else { Ok(()) }
    }

    /// Searches the root within a window. The first turn of `turns` is expected to be the best;
    /// what is found to be better goes to the front. `None` if the search was over before the
    /// first turn had a value; otherwise the best value and whether it was over after all.
    /// `begin` is told each turn before it is searched, and its place.
    pub fn search_root(
        &mut self,
        position: &Position<S>,
        turns: &mut [Rated<S>],
        window: (Value, Value),
        depth: u8,
        begin: &dyn Fn(Turn<S>, usize),
    ) -> (Option<Value>, bool) {
        let (mut alpha, beta) = window;
        let mut best = None;
        if self.count_node(0).is_err() {
            return (None, true);
        }
        for i in 0..turns.len() {
            let turn = turns[i].turn;
            begin(turn, i);
            let mut child = *position;
            child.play_unchecked(&turn);
            let searched = self.search_child(&child, alpha, beta, i32::from(depth) - 1, 0, i, 0);
            let Ok(value) = searched else {
                return (best, true);
            };
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                if i == 0 || value > alpha {
                    self.put_line(0, turn);
                    turns[..=i].rotate_right(1);
                }
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        (best, false)
    }

    fn put_line(&mut self, ply: usize, turn: Turn<S>) {
        let [line, rest] = &mut self.lines[ply..ply + 2] else {
            return;
        };
        line.clear();
        line.push(turn);
        line.extend_from_slice(rest);
    }

    /// Searches the position after the turn with number `index`: the first with the full window,
    /// later ones with an empty window and, where they promise little, less deep, and again in
    /// full if that shows them to be better (principal variation search with late-move
    /// reductions).
    #[expect(clippy::too_many_arguments, reason = "the state of one node")]
    fn search_child(
        &mut self,
        child: &Position<S>,
        alpha: Value,
        beta: Value,
        depth: i32,
        reduction: i32,
        index: usize,
        ply: usize,
    ) -> Searched {
        if index == 0 {
            return Ok(-self.search(child, -beta, -alpha, depth, ply + 1)?);
        }
        let mut value = -self.search(child, -alpha - 1, -alpha, depth - reduction, ply + 1)?;
        if value > alpha && reduction > 0 {
            value = -self.search(child, -alpha - 1, -alpha, depth, ply + 1)?;
        }
        if value > alpha && value < beta {
            value = -self.search(child, -beta, -alpha, depth, ply + 1)?;
        }
        Ok(value)
    }

    /// Searches a position other than the root to `depth`; fail-soft.
    fn search(
        &mut self,
        position: &Position<S>,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Searched {
        self.lines[ply].clear();
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, alpha, beta, QUIESCENCE_PLIES, ply);
        }
        self.count_node(ply)?;
        // What a search with reductions knows is not good enough for one without.
        let key = position.hash() ^ if self.full_width { FULL_WIDTH_KEY } else { 0 };
        let full_window = beta - alpha > 1;
        let known = self.shared.table.get(key);
        if let Some(entry) = known
            && i32::from(entry.depth) >= depth
            && !full_window
        {
            let value = from_table(entry.value, ply);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if enough {
                return Ok(value);
            }
        }
        let table_turn = known.map_or(0, |entry| entry.turn);

        let mut turns = std::mem::take(&mut self.lists[ply]);
        self.list_turns(position, &mut turns)?;
        if turns.is_empty() {
            self.lists[ply] = turns;
            return Ok(lost_at(ply));
        }
        self.history.rate(&mut turns, ply, table_turn);
        let searched = self.search_turns(position, &mut turns, &mut alpha, beta, depth, ply);
        self.lists[ply] = turns;
        let (value, best, improved) = searched?;

        let entry = Entry {
            value: to_table(value, ply),
            bound: if value >= beta {
                Bound::Lower
            } else if improved {
                Bound::Exact
            } else {
                Bound::Upper
            },
            depth: depth as u8,
            turn: if value >= beta || improved {
                fingerprint(&best)
            } else {
                table_turn
            },
        };
        self.shared.table.put(key, entry);
        Ok(value)
    }

    /// The best value, its turn, and whether it is above the first alpha.
    fn search_turns(
        &mut self,
        position: &Position<S>,
        turns: &mut [Rated<S>],
        alpha: &mut Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Result<(Value, Turn<S>, bool), Over> {
        // A forced turn costs no depth.
        let next_depth = if turns.len() == 1 && ply < 2 * MAX_PLY / 3 {
            depth
        } else {
            depth - 1
        };
        let mut best = (-INFINITE, turns[0].turn, false);
        for i in 0..turns.len() {
            let turn = pick(turns, i);
            let mut child = *position;
            child.play_unchecked(&turn);
            let reduction = if depth >= 3 && i >= 2 && !turn.is_capture() && !self.full_width {
                1 + i32::from(i >= 6) + i32::from(i >= 14 && depth >= 5)
            } else {
                0
            };
            let value = self.search_child(&child, *alpha, beta, next_depth, reduction, i, ply)?;
            if value > best.0 {
                best = (value, turn, value > *alpha || best.2);
                if value > *alpha {
                    *alpha = value;
                    self.put_line(ply, turn);
                }
                if value >= beta {
                    self.history.refuted(&turn, &turns[..i], ply, depth as u8);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Follows captures, which are forced, until there is none.
    fn quiesce(
        &mut self,
        position: &Position<S>,
        mut alpha: Value,
        beta: Value,
        plies: i32,
        ply: usize,
    ) -> Searched {
        self.count_node(ply)?;
        if plies == 0 || ply >= MAX_PLY || !position.must_capture() {
            let assessment = Assessment::new(position);
            return Ok(if assessment.has_turn {
                assessment.value
            } else {
                lost_at(ply)
            });
        }
        let mut turns = std::mem::take(&mut self.lists[ply]);
        self.list_turns(position, &mut turns)?;
        self.history.rate(&mut turns, ply, 0);
        let mut best = -INFINITE;
        let mut searched = Ok(best);
        for i in 0..turns.len() {
            let turn = pick(&mut turns, i);
            let mut child = *position;
            child.play_unchecked(&turn);
            match self.quiesce(&child, -beta, -alpha, plies - 1, ply + 1) {
                Ok(value) => best = best.max(-value),
                over => {
                    searched = over;
                    break;
                }
            }
            searched = Ok(best);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.lists[ply] = turns;
        searched
    }
}
