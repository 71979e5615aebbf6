//! Who wins small positions, from all lines, and certificates of it.

use std::collections::HashMap;

use jumpers_reference::ReferencePosition;

use super::{Chance, Proof, SIDES, canonical, turns_in_order};

/// Solves positions by looking at every line.
#[derive(Default)]
pub struct Solver(HashMap<ReferencePosition, bool>);

/// A solver gives up on positions with more positions below them.
const MOST_KNOWN: usize = 4000;
/// And on those with so many paths of turns.
const MOST_PATHS: usize = 500;

impl Solver {
    /// Does the side to move win? `None`: too much to look at.
    pub fn wins(&mut self, position: &ReferencePosition) -> Option<bool> {
        let position = canonical(position);
        if let Some(&known) = self.0.get(&position) {
            return Some(known);
        }
        if self.0.len() >= MOST_KNOWN {
            return None;
        }
        let mut wins = false;
        // Everything is looked at, so that any position below is known.
        for turn in position.turns_up_to(MOST_PATHS)? {
            wins |= !self.wins(&position.play(&turn))?;
        }
        self.0.insert(position, wins);
        Some(wins)
    }
}

/// A certificate of the position for whoever wins it, with turns by chance among those that win.
/// `None`: too much to look at.
pub fn prove(root: &ReferencePosition, chance: &mut Chance) -> Option<Proof> {
    let mut solver = Solver::default();
    let wins = solver.wins(root)?;
    let winner = if wins {
        root.to_move
    } else {
        root.to_move.other()
    };
    let mut writer = Writer {
        solver,
        chance,
        lines: HashMap::new(),
        body: Vec::new(),
    };
    let longest_line = if wins {
        writer.winner_node(root)
    } else {
        writer.loser_node(root)
    };
    Some(Proof {
        board: root.size as u64,
        root: root.text(),
        winner: SIDES.iter().position(|&side| side == winner)? as u8,
        winner_nodes: writer.body.len() as u64,
        longest_line,
        body: writer.body,
    })
}

struct Writer<'a> {
    solver: Solver,
    chance: &'a mut Chance,
    /// The longest line from each position met.
    lines: HashMap<ReferencePosition, u64>,
    body: Vec<u64>,
}

impl Writer<'_> {
    /// The plies of the longest line, the numbers of all turns below having been added.
    fn winner_node(&mut self, position: &ReferencePosition) -> u64 {
        let position = canonical(position);
        if let Some(&line) = self.lines.get(&position) {
            return line;
        }
        let turns = turns_in_order(&position);
        let good: Vec<usize> = (0..turns.len())
            .filter(|&i| self.solver.wins(&position.play(&turns[i])) == Some(false))
            .collect();
        let number = good[self.chance.below(good.len())];
        self.body.push(number as u64);
        let line = 1 + self.loser_node(&position.play(&turns[number]));
        self.lines.insert(position, line);
        line
    }

    fn loser_node(&mut self, position: &ReferencePosition) -> u64 {
        let position = canonical(position);
        if let Some(&line) = self.lines.get(&position) {
            return line;
        }
        let mut line = 0;
        for turn in turns_in_order(&position) {
            line = line.max(1 + self.winner_node(&position.play(&turn)));
        }
        self.lines.insert(position, line);
        line
    }
}
