#![doc = include_str!("../certificate.md")]

use jumpers_core::BoardSize;

/// The first bytes of a certificate.
pub const MAGIC: [u8; 8] = *b"JMPPROOF";

/// The version of the format that this crate reads.
pub const VERSION: u64 = 1;

/// The bytes of the trailer: a SHA-256.
pub const TRAILER_BYTES: usize = 32;

/// The bytes of the longest position text of a board: a letter for each point, the strokes
/// between the ranks, and `" r 255 255"`.
///
/// ```
/// use jumpers_core::BoardSize;
/// assert_eq!(jumpers_proof::format::most_text_bytes(BoardSize::Six), 51);
/// ```
pub const fn most_text_bytes(board: BoardSize) -> u64 {
    let n = board.points() as u64;
    n * n + (n - 1) + 10
}
