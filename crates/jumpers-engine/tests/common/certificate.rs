//! A slow check of certificates, from the description of the format alone.

use std::collections::HashMap;

use jumpers_core::{Color, Position, Size, Turn};
use sha2::{Digest, Sha256};

use super::solver::after;

/// What a certificate says.
#[derive(Debug, PartialEq, Eq)]
pub struct Checked {
    /// The position that is won.
    pub root: String,
    /// Who wins it.
    pub winner: Color,
    /// Positions of the winner.
    pub winner_nodes: u64,
    /// Plies of the longest line.
    pub longest_line: u64,
    /// Positions of the loser.
    pub loser_nodes: usize,
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or("too short")?;
        self.bytes = rest;
        Ok(taken)
    }

    fn varint(&mut self) -> Result<u64, String> {
        let mut value = 0;
        for i in 0..10 {
            let byte = self.take(1)?[0];
            value |= u64::from(byte & 0x7f) << (7 * i);
            if byte < 0x80 {
                return if byte == 0 && i > 0 {
                    Err("a varint that could be shorter".to_owned())
                } else {
                    Ok(value)
                };
            }
        }
        Err("a varint without an end".to_owned())
    }
}

struct Walk<'a, S: Size> {
    body: Reader<'a>,
    /// The plies to the end for the positions met.
    heights: HashMap<Position<S>, u64>,
    winner_nodes: u64,
    loser_nodes: usize,
}

fn sorted_turns<S: Size>(position: &Position<S>) -> Vec<Turn<S>> {
    let mut turns = position.turns().to_vec();
    turns.sort();
    turns
}

impl<S: Size> Walk<'_, S> {
    fn visit_winner(&mut self, position: &Position<S>) -> Result<u64, String> {
        let position = position.canonical();
        if let Some(height) = self.heights.get(&position) {
            return Ok(*height);
        }
        self.winner_nodes += 1;
        let turns = sorted_turns(&position);
        let number = self.body.varint()? as usize;
        let turn = turns
            .get(number)
            .ok_or(format!("{position}: no turn {number}"))?;
        let height = 1 + self.visit_loser(&after(&position, turn))?;
        self.heights.insert(position, height);
        Ok(height)
    }

    fn visit_loser(&mut self, position: &Position<S>) -> Result<u64, String> {
        let position = position.canonical();
        if let Some(height) = self.heights.get(&position) {
            return Ok(*height);
        }
        self.loser_nodes += 1;
        let mut height = 0;
        for turn in sorted_turns(&position) {
            height = height.max(1 + self.visit_winner(&after(&position, &turn))?);
        }
        self.heights.insert(position, height);
        Ok(height)
    }
}

/// Walks through a whole certificate; an error if anything is wrong with it.
pub fn check<S: Size>(bytes: &[u8]) -> Result<Checked, String> {
    let (content, hash) = bytes.split_last_chunk::<32>().ok_or("too short")?;
    if Sha256::digest(content)[..] != hash[..] {
        return Err("another hash".to_owned());
    }
    let mut body = Reader { bytes: content };
    if body.take(8)? != b"JMPPROOF" || body.varint()? != 1 || body.varint()? != u64::from(S::N) {
        return Err("another format or board".to_owned());
    }
    let length = body.varint()? as usize;
    let root = String::from_utf8(body.take(length)?.to_vec()).map_err(|e| e.to_string())?;
    let position: Position<S> = root.parse().map_err(|e| format!("{e}"))?;
    if position.to_string() != root {
        return Err(format!("{root} is not how it is written"));
    }
    let winner = match body.take(1)? {
        [0] => Color::Red,
        [1] => Color::Teal,
        other => return Err(format!("winner {other:?}")),
    };
    let (winner_nodes, longest_line) = (body.varint()?, body.varint()?);
    let mut walk = Walk {
        body,
        heights: HashMap::new(),
        winner_nodes: 0,
        loser_nodes: 0,
    };
    let height = if position.side_to_move() == winner {
        walk.visit_winner(&position)?
    } else {
        walk.visit_loser(&position)?
    };
    if !walk.body.bytes.is_empty() {
        return Err(format!("{} bytes too many", walk.body.bytes.len()));
    }
    let found = (walk.winner_nodes, height);
    if found != (winner_nodes, longest_line) {
        return Err(format!("{found:?}, not {:?}", (winner_nodes, longest_line)));
    }
    Ok(Checked {
        root,
        winner,
        winner_nodes,
        longest_line,
        loser_nodes: walk.loser_nodes,
    })
}
