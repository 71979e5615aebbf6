//! One thread's iterations: deeper and deeper, for as many lines as are wanted.

use std::cell::Cell;
use std::time::Duration;

use jumpers_core::{Position, Size, Turn};

use super::limits::MAX_DEPTH;
use super::line::{Line, merge};
use super::ordering::Rated;
use super::table::Bound;
use super::value::{self, INFINITE, Value, is_proved, plies_to_end};
use super::worker::{Shared, Worker};
use super::{Progress, Report};

/// The width of the first window around the value of the iteration before.
const ASPIRATION: Value = 40;
/// Below this depth the window is full.
const ASPIRATION_DEPTH: u8 = 4;
/// A search that has taken so long tells more than whole iterations.
const LONG: Duration = Duration::from_secs(3);
/// Between two turns that it tells so much time goes by.
const TURN_INTERVAL: Duration = Duration::from_millis(200);

/// Whom to tell.
type Tell<'r, S> = &'r (dyn Fn(Progress<'_, S>) + Sync);

/// The iterations of one thread.
pub struct Deepening<'a, S: Size> {
    position: &'a Position<S>,
    shared: &'a Shared<'a, S>,
    worker: Worker<'a, S>,
    /// The first thread keeps the time and reports.
    is_first: bool,
    first_depth: u8,
    last_depth: u8,
    /// How many lines are wanted.
    count: usize,
    /// The first turns, in the order of what they are known to be worth.
    turns: Vec<Rated<S>>,
    /// The lines of the last iteration.
    lines: Vec<Line<S>>,
}

impl<'a, S: Size> Deepening<'a, S> {
    /// The iterations of the thread with this number, for these first turns.
    pub fn new(
        position: &'a Position<S>,
        turns: &[Turn<S>],
        shared: &'a Shared<'a, S>,
        index: usize,
    ) -> Self {
        let limits = shared.limits;
        let deepest = limits.win_within.map_or(u32::MAX, |plies| plies.max(1));
        let last_depth = limits.depth.clamp(1, MAX_DEPTH).min(deepest.min(255) as u8);
        let rated = |&turn| Rated { turn, rating: 0 };
        Deepening {
            position,
            shared,
            worker: Worker::new(shared, index),
            is_first: index == 0,
            // Every other helper is a ply ahead, so that the threads do not all do the same.
            first_depth: last_depth.min(1 + (index % 2) as u8),
            last_depth,
            count: limits.lines.clamp(1, turns.len().max(1)),
            turns: turns.iter().map(rated).collect(),
            lines: vec![Line::unsearched(turns.first().copied())],
        }
    }

    /// Iterates until there is no use in going on, or the search is over. The lines, at least
    /// one, the best first.
    pub fn run(mut self, report: Tell<'_, S>) -> Vec<Line<S>> {
        if self.turns.is_empty() {
            self.lines[0].value = value::lost_at(0);
            return self.lines;
        }
        let mut told = Vec::new();
        for depth in self.first_depth..=self.last_depth {
            let over = self.iterate(depth, report);
            self.worker.publish_nodes();
            if over {
                break;
            }
            if self.is_first {
                let values: Vec<_> = self.lines.iter().map(|line| line.value).collect();
                // An exhaustive search often goes on with nothing new to tell.
                if !self.lines.iter().all(Line::is_settled) || values != told {
                    report(Progress::Report(&self.shared.report(self.lines.clone())));
                }
                told = values;
                if self.is_enough() {
                    break;
                }
            }
        }
        self.lines
    }

    /// Searches all lines to one depth; true if the search was over before that.
    fn iterate(&mut self, depth: u8, report: Tell<'_, S>) -> bool {
        let mut found = Vec::with_capacity(self.count);
        let mut over = false;
        while found.len() < self.count && !over {
            let value;
            (value, over) = self.search_line(found.len(), depth, report);
            // Of several lines only a complete one counts, as nothing that is left out is then
            // worth more, unless nothing better is known.
            if let Some(value) = value
                && (self.count == 1 || !over || self.lines[0].depth == 0)
            {
                found.push(self.line(depth, value));
            }
        }
        // Search is not perfectly consistent: a line may turn out better than one before it.
        found.sort_by_key(|line| std::cmp::Reverse(line.value));
        for (place, line) in found.iter().enumerate() {
            let turn = self
                .turns
                .iter()
                .position(|rated| Some(&rated.turn) == line.turns.first());
            if let Some(from) = turn.filter(|&from| from > place) {
                self.turns[place..=from].rotate_right(1);
            }
        }
        if over {
            let mut before = std::mem::take(&mut self.lines);
            before.retain(|line| line.depth > 0 || found.is_empty());
            self.lines = merge(found, before, self.count);
        } else {
            self.lines = found;
        }
        over
    }

    fn line(&self, depth: u8, value: Value) -> Line<S> {
        Line {
            depth,
            selective_depth: self.worker.selective_depth,
            value,
            bound: Bound::Exact,
            turns: self.worker.line().to_vec(),
        }
    }

    /// Searches the turns from `first` on to one depth, within a window that widens until the
    /// value lies in it. The value is `None` if the search was over before it was better than
    /// nothing.
    fn search_line(
        &mut self,
        first: usize,
        depth: u8,
        report: Tell<'_, S>,
    ) -> (Option<Value>, bool) {
        let guess = self.lines.get(first).map_or(0, |line| line.value);
        let mut width = if depth < ASPIRATION_DEPTH || is_proved(guess) {
            INFINITE
        } else {
            ASPIRATION
        };
        let (mut low, mut high) = (guess - width, guess + width);
        let (shared, is_first) = (self.shared, self.is_first);
        let last_told = Cell::new(LONG);
        let tell_turn = |turn, place: usize| {
            if is_first && shared.control.elapsed() >= last_told.get() {
                last_told.set(shared.control.elapsed() + TURN_INTERVAL);
                report(Progress::Turn {
                    depth,
                    turn,
                    number: first + place + 1,
                });
            }
        };
        loop {
            let window = (low.max(-INFINITE), high.min(INFINITE));
            let turns = &mut self.turns[first..];
            let searched = self
                .worker
                .search_root(self.position, turns, window, depth, &tell_turn);
            let (Some(value), over) = searched else {
                return (None, true);
            };
            let inside = value > window.0 && value < window.1;
            if over {
                // A value at or below the window is only a bound, of a turn that may be bad; and
                // that the turns searched so far lose proves nothing of the others.
                let is_known = value > window.0 && (value > 0 || !is_proved(value));
                return (is_known.then_some(value), true);
            }
            if inside {
                return (Some(value), false);
            }
            if first == 0 {
                self.tell_bound(depth, value, value <= window.0, report);
            }
            width = width.saturating_mul(4);
            if value <= window.0 {
                low = value.saturating_sub(width);
            } else {
                high = value.saturating_add(width);
            }
            if width > INFINITE / 8 {
                (low, high) = (-INFINITE, INFINITE);
            }
        }
    }

    /// In a search that takes long, that the value lies outside of the window is news.
    fn tell_bound(&self, depth: u8, value: Value, is_upper: bool, report: Tell<'_, S>) {
        if !self.is_first || self.shared.control.elapsed() < LONG {
            return;
        }
        let bound = if is_upper { Bound::Upper } else { Bound::Lower };
        let line = Line {
            bound,
            ..self.line(depth, value)
        };
        self.worker.publish_nodes();
        report(Progress::Report(&self.shared.report(vec![line])));
    }

    /// Is there no use in another iteration?
    fn is_enough(&self) -> bool {
        let limits = self.shared.limits;
        let is_soon = |within| {
            plies_to_end(self.lines[0].value)
                .is_some_and(|plies| plies > 0 && plies as u32 <= within)
        };
        !limits.exhaustive && self.lines.iter().all(Line::is_settled)
            || limits.win_within.is_some_and(is_soon)
            || limits
                .time
                .is_some_and(|time| self.shared.control.is_past(time.soft))
    }
}

impl<S: Size> Shared<'_, S> {
    /// What is known when these are the lines, of which there is at least one.
    pub fn report(&self, lines: Vec<Line<S>>) -> Report<S> {
        let mut lines = lines.into_iter();
        Report {
            best: lines.next().unwrap_or_else(|| Line::unsearched(None)),
            others: lines.collect(),
            nodes: self.total_nodes(),
            time: self.control.elapsed(),
            table_fullness: self.table.fullness(),
        }
    }
}
