//! The two passes of a batch, without branches on what a position holds.

use super::{Digits, LANES, Lanes, Queue, all_if, scan};
use crate::bitboard::{Bitboard, Direction};
use crate::size::Size;

/// The digits whose sum is the number of turns, or a mark if this cannot count them. As
/// `count.rs` does it, but for captures and hops together: the tokens that are hopped over are
/// enemies where there is a capture, and then each landing counts once.
#[inline(always)]
pub(super) fn count_short<S: Size>(
    [own, enemy]: [Bitboard<S>; 2],
    stock: Bitboard<S>,
) -> (Digits<S>, Bitboard<S>) {
    let scan = scan([own, enemy], 0);
    let capturing = all_if(scan.must_capture());
    let over = own ^ ((own ^ enemy) & capturing);
    let from = Bitboard::jumps(over, scan.empty);
    let [east, north, west, south] = from;
    let landings = Bitboard::jump_each([east & own, north & own, west & own, south & own]);
    let [one_token, two_tokens, four_tokens] = Bitboard::tally(landings);

    // No hop goes on after a capture, for all these points are in `can_capture`.
    let through = scan.empty - scan.can_capture;
    let beyond = |set: Bitboard<S>| {
        (east & set.jump_within(Direction::West))
            | (north & set.jump_within(Direction::South))
            | (west & set.jump_within(Direction::East))
            | (south & set.jump_within(Direction::North))
    } & through;
    let branching = (east & north) | (west & south) | ((east | north) & (west | south));
    let end = branching | scan.longer() | (scan.can_capture & capturing);
    let hard = end | beyond(end);

    let [ones, twos] = scan.short_ways(stock);
    let (ones, twos) = (ones | capturing, twos - capturing);
    let (beyond_ones, beyond_twos) = (beyond(ones), beyond(twos));
    let (carry, sum) = (ones & beyond_ones, twos ^ beyond_twos);
    let fours = (twos & beyond_twos) | (sum & carry);
    let (digits, over_seven) = product(
        [one_token, two_tokens, Bitboard::EMPTY],
        [ones ^ beyond_ones, sum ^ carry, fours],
    );
    let mark = (Bitboard::union(landings) & hard) | four_tokens | over_seven;
    unless(mark, digits)
}

/// As [`count_short`] for a batch, but with floods and with longer captures.
#[inline(always)]
pub(super) fn count_long<S: Size>(
    queue: &Queue<S>,
    stock: Bitboard<S>,
) -> ([Lanes<Bitboard<S>>; 3], Lanes<Bitboard<S>>) {
    let none = [Bitboard::<S>::EMPTY; LANES];
    let (mut from, mut on) = ([none; 4], [none; 4]);
    // The tokens yet to hop; for each point the number of tokens that reach it, and of ways.
    let (mut left, mut tokens, mut ways) = (none, [none; 3], [none; 3]);
    let (mut unknown, mut marks) = (none, none);
    let mut any_left = Bitboard::EMPTY;
    for i in 0..LANES {
        let scan = scan(queue.boards[i], 0);
        let own = scan.view.own;
        let hops = scan.hops();
        for d in 0..4 {
            (from[d][i], on[d][i]) = (hops.from[d], hops.on[d]);
        }
        left[i] = (own & Bitboard::union(hops.from)) - all_if(scan.must_capture());
        any_left |= left[i];
        let found = scan.ways(stock);
        tokens[0][i] = own & scan.can_capture;
        marks[i] = tokens[0][i] & (found.unknown | found.cycles);
        [ways[0][i], ways[1][i], ways[2][i]] = found.digits;
        unknown[i] = found.unknown;
    }
    // In each round one token of each grid hops: they cannot meet.
    while !any_left.is_empty() {
        any_left = Bitboard::EMPTY;
        let mut reached = none;
        for i in 0..LANES {
            let round = left[i].first_of_each_grid();
            left[i] = left[i] - round;
            any_left |= left[i];
            reached[i] = Bitboard::jump_all([
                from[0][i] & round,
                from[1][i] & round,
                from[2][i] & round,
                from[3][i] & round,
            ]);
        }
        let mut widened = true;
        while widened {
            let mut new = Bitboard::EMPTY;
            for i in 0..LANES {
                let sweep = |set: Bitboard<S>| {
                    let set = set | (on[0][i] & set).jump_within(Direction::East);
                    let set = set | (on[1][i] & set).jump_within(Direction::North);
                    let set = set | (on[2][i] & set).jump_within(Direction::West);
                    set | (on[3][i] & set).jump_within(Direction::South)
                };
                let twice = sweep(sweep(reached[i]));
                reached[i] = sweep(twice);
                new |= reached[i] ^ twice;
            }
            widened = !new.is_empty();
        }
        for i in 0..LANES {
            let carry = tokens[0][i] & reached[i];
            let carry_two = tokens[1][i] & carry;
            marks[i] |= (reached[i] & unknown[i]) | (tokens[2][i] & carry_two);
            tokens[0][i] ^= reached[i];
            tokens[1][i] ^= carry;
            tokens[2][i] ^= carry_two;
        }
    }
    for i in 0..LANES {
        let (digits, over_seven) = product(
            [tokens[0][i], tokens[1][i], tokens[2][i]],
            [ways[0][i], ways[1][i], ways[2][i]],
        );
        let counted = unless(marks[i] | over_seven, digits);
        ([ways[0][i], ways[1][i], ways[2][i]], marks[i]) = counted;
    }
    (ways, marks)
}

/// The digits unless there is a mark, which comes back as all points or none.
#[inline(always)]
fn unless<S: Size>(mark: Bitboard<S>, [a, b, c]: Digits<S>) -> (Digits<S>, Bitboard<S>) {
    let mark = all_if(!mark.is_empty());
    ([a - mark, b - mark, c - mark], mark)
}

/// The product of two numbers for each point, and where it is over 7.
#[inline(always)]
fn product<S: Size>([a1, a2, a4]: Digits<S>, [b1, b2, b4]: Digits<S>) -> (Digits<S>, Bitboard<S>) {
    let (two, other_two) = (a1 & b2, a2 & b1);
    let carry = two & other_two;
    let (four, other_four, last_four) = (a1 & b4, a2 & b2, a4 & b1);
    let sum = four ^ other_four;
    let sum_of_three = sum ^ last_four;
    let over = (four & other_four)
        | (sum & last_four)
        | (sum_of_three & carry)
        | (a2 & b4)
        | (a4 & (b2 | b4));
    ([a1 & b1, two ^ other_two, sum_of_three ^ carry], over)
}

/// The numbers of two positions summed over all points, into four fields of 16 bits.
#[inline(always)]
pub(super) fn sum_pair<S: Size>([a1, a2, a4]: Digits<S>, [b1, b2, b4]: Digits<S>) -> u64 {
    const TWOS: u64 = u64::MAX / 0x3;
    const NIBBLES: u64 = u64::MAX / 0x5;
    const BYTES: u64 = u64::MAX / 0x11;
    const FIELDS: u64 = u64::MAX / 0x101;
    let nibbles = |set: Bitboard<S>| {
        let [bits, _] = set.halves();
        let twos = bits - ((bits >> 1) & TWOS);
        (twos & NIBBLES) + ((twos >> 2) & NIBBLES)
    };
    let bytes = |nibbles: u64| (nibbles & BYTES) + ((nibbles >> 4) & BYTES);
    let (carry, two, four) = (a1 & b1, a2 ^ b2, a4 ^ b4);
    let carry_four = (a2 & b2) | (two & carry);
    let eight = (a4 & b4) | (four & carry_four);
    let low = nibbles(a1 ^ b1) + 2 * nibbles(two ^ carry);
    let high = nibbles(four ^ carry_four) + 2 * nibbles(eight);
    let bytes = bytes(low) + 4 * bytes(high);
    (bytes & FIELDS) + ((bytes >> 8) & FIELDS)
}
