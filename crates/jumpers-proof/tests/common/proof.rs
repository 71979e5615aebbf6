//! Certificates as values: writing, reading and checking them the slow way.

use std::collections::HashMap;

use jumpers_reference::{ReferencePosition, Side};
use sha2::{Digest, Sha256};

use super::{SIDES, canonical, turns_in_order};

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub board: u64,
    pub root: String,
    pub winner: u8,
    pub winner_nodes: u64,
    pub longest_line: u64,
    pub body: Vec<u64>,
}

/// A number as the format has it.
pub fn number(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number /= 128;
    }
    bytes.push(number as u8);
    bytes
}

impl Proof {
    /// The bytes before the body.
    pub fn header(&self) -> Vec<u8> {
        let mut bytes = b"JMPPROOF\x01".to_vec();
        bytes.extend(number(self.board));
        bytes.extend(number(self.root.len() as u64));
        bytes.extend(self.root.bytes());
        bytes.push(self.winner);
        bytes.extend(number(self.winner_nodes));
        bytes.extend(number(self.longest_line));
        bytes
    }

    /// All bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.header();
        bytes.extend(self.body.iter().copied().flat_map(number));
        sealed(bytes)
    }

    pub fn winner(&self) -> Side {
        SIDES[usize::from(self.winner)]
    }

    /// What is proved, and how many loser nodes there are. `None`: nothing.
    pub fn check(bytes: &[u8]) -> Option<(Proof, u64)> {
        let (content, trailer) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if Sha256::digest(content)[..] != *trailer {
            return None;
        }
        let mut rest = content.strip_prefix(b"JMPPROOF\x01")?;
        let rest = &mut rest;
        let board = take_number(rest)?;
        let length = usize::try_from(take_number(rest)?).ok()?;
        let (text, behind) = rest.split_at_checked(length)?;
        *rest = behind;
        let root = String::from_utf8(text.to_vec()).ok()?;
        // The reference reads a text in its one form only.
        let position = ReferencePosition::parse(&root)?;
        if ![6, 8, 10].contains(&board)
            || position.size as u64 != board
            || position.reserve.iter().any(|&reserve| reserve > 255)
        {
            return None;
        }
        let (&winner, behind) = rest.split_first()?;
        *rest = behind;
        let winner_side = *SIDES.get(usize::from(winner))?;
        let winner_nodes = take_number(rest)?;
        let longest_line = take_number(rest)?;
        let mut walk = SlowWalk {
            rest,
            body: Vec::new(),
            lines: HashMap::new(),
        };
        let line = walk.node(&position, winner_side)?;
        let loser_nodes = (walk.lines.len() - walk.body.len()) as u64;
        let proof = Proof {
            board,
            root,
            winner,
            winner_nodes,
            longest_line,
            body: walk.body,
        };
        let true_claims = proof.body.len() as u64 == winner_nodes && line == longest_line;
        (true_claims && walk.rest.is_empty()).then_some((proof, loser_nodes))
    }
}

/// With the hash at the end.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let trailer = Sha256::digest(&bytes);
    bytes.extend(trailer);
    bytes
}

/// A number in its shortest form, which is the one that comes out when it is written.
fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let length = 1 + rest.iter().position(|&byte| byte < 128)?;
    let (bytes, behind) = rest.split_at(length);
    let value = bytes.iter().rev().try_fold(0u128, |value, &byte| {
        Some(value.checked_mul(128)? + u128::from(byte & 127))
    })?;
    let value = u64::try_from(value).ok()?;
    *rest = behind;
    (number(value) == bytes).then_some(value)
}

struct SlowWalk<'a> {
    rest: &'a [u8],
    body: Vec<u64>,
    /// The longest line from each node.
    lines: HashMap<ReferencePosition, u64>,
}

impl SlowWalk<'_> {
    /// The longest line; `None` if the winner does not win.
    fn node(&mut self, position: &ReferencePosition, winner: Side) -> Option<u64> {
        let position = canonical(position);
        if let Some(&line) = self.lines.get(&position) {
            return Some(line);
        }
        let mut turns = turns_in_order(&position);
        if position.to_move == winner {
            let number = take_number(&mut self.rest)?;
            let number = usize::try_from(number).ok()?;
            if number >= turns.len() {
                return None;
            }
            self.body.push(number as u64);
            turns = vec![turns.swap_remove(number)];
        }
        let mut line = 0;
        for turn in turns {
            line = line.max(1 + self.node(&position.play(&turn), winner)?);
        }
        self.lines.insert(position, line);
        Some(line)
    }
}
