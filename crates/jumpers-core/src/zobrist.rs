//! Keys of the position hash.
//!
//! Zobrist hashing (A. L. Zobrist, 1970): a position's hash is the exclusive or of a key for
//! each token, each reserve and the side to move, so that a turn changes it by a few keys.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::size::Size;

struct Keys {
    tokens: [[u64; 128]; 2],
    reserves: [[u64; 256]; 2],
    teal_to_move: u64,
    sizes: [u64; 16],
}

static KEYS: Keys = make_keys();

/// SplitMix64 (Steele, Lea and Flood, 2014): the next state and the output for it.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn make_keys() -> Keys {
    let mut keys = Keys {
        tokens: [[0; 128]; 2],
        reserves: [[0; 256]; 2],
        teal_to_move: 0,
        sizes: [0; 16],
    };
    let mut state = 0;
    (state, keys.teal_to_move) = split_mix(state);
    let mut color = 0;
    while color < 2 {
        let mut i = 0;
        while i < 128 {
            (state, keys.tokens[color][i]) = split_mix(state);
            i += 1;
        }
        let mut i = 0;
        while i < 256 {
            (state, keys.reserves[color][i]) = split_mix(state);
            i += 1;
        }
        color += 1;
    }
    let mut n = 0;
    while n < 16 {
        (state, keys.sizes[n]) = split_mix(state);
        n += 1;
    }
    keys
}

/// The keys of all tokens of `color` on the points of `set`.
#[inline]
pub(crate) fn tokens<S: Size>(color: Color, set: Bitboard<S>) -> u64 {
    let keys = &KEYS.tokens[color];
    set.into_iter()
        .fold(0, |hash, square| hash ^ keys[square.index() & 127])
}

/// The key of a reserve.
#[inline]
pub(crate) fn reserve(color: Color, reserve: u8) -> u64 {
    KEYS.reserves[color][usize::from(reserve)]
}

/// The key of the side to move.
#[inline]
pub(crate) fn side_to_move(color: Color) -> u64 {
    match color {
        Color::Red => 0,
        Color::Teal => KEYS.teal_to_move,
    }
}

/// The key of a board size, so that positions of different sizes can share a table.
#[inline]
pub(crate) fn size<S: Size>() -> u64 {
    KEYS.sizes[usize::from(S::N)]
}
