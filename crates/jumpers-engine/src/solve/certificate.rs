//! Certificates of wins: a strategy as a file that a program can check that knows only the rules.
//!
//! Integers are little-endian, a *varint* is an unsigned LEB128 of least length. A file has
//!
//! | what | how |
//! |---|---|
//! | `JMPPROOF` | 8 bytes |
//! | the version, 1 | varint |
//! | the points of an edge of the board | varint |
//! | the root's position text | varint: its length; then its bytes |
//! | the winner: 0 Red, 1 Teal | 1 byte |
//! | W: positions with the winner to move | varint |
//! | L: the plies of the longest line | varint |
//! | the turns | W varints |
//! | the SHA-256 of all bytes before | 32 bytes |
//!
//! The turns are those of the positions of the winner in the order in which they are first met
//! from the root, depth first. Positions count as the same if they are each other's reflection;
//! the one of the two that [`Position::canonical`] gives stands for both. A position of the winner
//! that was met before adds nothing. Otherwise its legal turns are listed in the order of
//! [`Turn`], and the number of the strategy's turn in this list, from 0, is the varint; then
//! follows what that turn leads to. After a position of the loser that was not met before follows
//! what each of its turns leads to, in the same order.

use std::io::{self, Write};

use jumpers_core::{Color, Position, Setup, Size, Turn};
use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};

use super::line::after;

/// What a certificate begins with.
pub const MAGIC: &[u8; 8] = b"JMPPROOF";
/// The version of the format.
pub const VERSION: u64 = 1;

/// What the header says of a strategy.
pub(super) struct Header<'a, S: Size> {
    pub root: &'a Position<S>,
    pub winner: Color,
    pub winner_nodes: usize,
    pub longest_line: u32,
}

/// A writer that keeps the hash of what went through it.
struct Hashed<W> {
    out: W,
    hash: Sha256,
}

impl<W: Write> Hashed<W> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }

    fn varint(&mut self, mut value: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut count = 0;
        while value >= 0x80 {
            bytes[count] = value as u8 | 0x80;
            value >>= 7;
            count += 1;
        }
        bytes[count] = value as u8;
        self.bytes(&bytes[..=count])
    }
}

/// What the turns of a canonical position lead to, in canonical form, in the order of the turns.
fn sorted_successors<S: Size>(position: &Position<S>) -> Vec<Position<S>> {
    let mut turns: Vec<Turn<S>> = position.turns().to_vec();
    turns.sort_unstable();
    let next = turns.iter().map(|turn| after(position, turn).canonical());
    next.collect()
}

/// Writes a certificate. `choice` gives for each canonical position of the winner what its turn
/// leads to, in canonical form.
///
/// # Errors
/// If the writer fails, or (as [`io::ErrorKind::InvalidData`]) if no turn leads to what `choice`
/// says.
pub(super) fn write<S: Size>(
    out: &mut impl Write,
    header: &Header<'_, S>,
    choice: impl Fn(&Setup<S>) -> Option<Setup<S>>,
) -> io::Result<()> {
    let mut out = Hashed {
        out,
        hash: Sha256::new(),
    };
    out.bytes(MAGIC)?;
    out.varint(VERSION)?;
    out.varint(u64::from(S::N))?;
    let text = header.root.to_string();
    out.varint(text.len() as u64)?;
    out.bytes(text.as_bytes())?;
    out.bytes(&[header.winner as u8])?;
    out.varint(header.winner_nodes as u64)?;
    out.varint(u64::from(header.longest_line))?;
    let mut met = FxHashSet::default();
    // The last one is next.
    let mut open = vec![header.root.canonical()];
    while let Some(position) = open.pop() {
        if !met.insert(position) {
            continue;
        }
        let next = sorted_successors(&position);
        if position.side_to_move() == header.winner {
            let wanted = choice(&position.setup());
            let turn = wanted.and_then(|to| next.iter().position(|next| next.setup() == to));
            let Some(turn) = turn else {
                let error = format!("no turn of the strategy at {position}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, error));
            };
            out.varint(turn as u64)?;
            open.push(next[turn]);
        } else {
            open.extend(next.into_iter().rev());
        }
    }
    let Hashed { out, hash } = out;
    out.write_all(&hash.finalize())
}
