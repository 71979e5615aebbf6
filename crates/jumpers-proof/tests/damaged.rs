//! Damaged and doctored certificates are refused.

mod common;

use common::{Chance, Proof, Solver, proofs, sealed, turns_in_order};
use jumpers_proof::{Cause, verify};
use jumpers_reference::ReferencePosition;

/// Some proofs on each board.
fn samples(count: usize, seed: u64) -> Vec<(ReferencePosition, Proof)> {
    let boards = [6, 8, 10].into_iter();
    boards
        .flat_map(|size| proofs(size, count, seed + 1000 * size as u64))
        .collect()
}

/// Something that need not be true: it is a proof if the slow check says so, and then it is true.
fn judge(bytes: &[u8]) -> bool {
    let verified = verify(bytes);
    let slow = Proof::check(bytes);
    match (&verified, &slow) {
        (Ok(verified), Some((proof, loser_nodes))) => {
            assert_eq!(verified.root, proof.root);
            assert_eq!(verified.winner_nodes, proof.winner_nodes);
            assert_eq!(verified.loser_nodes, *loser_nodes);
            assert_eq!(u64::from(verified.longest_line), proof.longest_line);
            let root = ReferencePosition::parse(&proof.root).expect("a position");
            let wins = Solver::default().wins(&root).expect("a small position");
            assert_eq!(wins, proof.winner() == root.to_move, "{proof:?}");
        }
        (Err(error), None) => {
            let text = error.to_string();
            assert!(!text.contains(char::is_control), "{text:?}");
            assert!(error.offset <= bytes.len() as u64, "{text}");
            assert!(!error.is_unreadable(), "{text}");
        }
        _ => panic!("{verified:?}, but {slow:?}"),
    }
    verified.is_ok()
}

#[test]
fn every_change_of_a_byte_is_refused() {
    let mut chance = Chance::from_seed(1);
    for (_, proof) in samples(4, 1) {
        let good = proof.bytes();
        for at in 0..good.len() {
            let mut bytes = good.clone();
            // All other values in small files, some in larger ones.
            for change in 1..=255 {
                if good.len() > 90 && chance.below(16) > 0 {
                    continue;
                }
                bytes[at] = good[at] ^ change;
                let result = verify(&bytes[..]);
                assert!(result.is_err(), "byte {at} of {proof:?}: {result:?}");
            }
        }
    }
}

#[test]
fn every_truncation_is_refused() {
    for (_, proof) in samples(4, 2) {
        let good = proof.bytes();
        for length in 0..good.len() {
            let error = verify(&good[..length]).expect_err("cut off");
            // The hash can be taken for a part of the body, but not for too long.
            assert_eq!(error.cause, Cause::CutOff, "{length} of {proof:?}: {error}");
            assert_eq!(error.offset, length as u64);
        }
    }
}

#[test]
fn nothing_may_follow() {
    for (_, proof) in samples(4, 3) {
        let good = proof.bytes();
        for more in [&[0][..], &[10], &[255; 40], &good] {
            let error = verify(&[&good[..], more].concat()[..]).expect_err("more");
            assert_eq!(error.cause, Cause::Trailing);
            assert_eq!(error.offset, good.len() as u64);
        }
    }
}

/// All that differs in the numbers of the body, with what the header then should say.
fn other_bodies(proof: &Proof) -> Vec<Vec<u64>> {
    let body = &proof.body;
    let mut bodies = Vec::new();
    for at in 0..body.len() {
        let mut dropped = body.clone();
        dropped.remove(at);
        bodies.push(dropped);
        let mut doubled = body.clone();
        doubled.insert(at, body[at]);
        bodies.push(doubled);
        for other in (0..body[at] + 12).chain([127, 128, u64::MAX]) {
            let mut replaced = body.clone();
            replaced[at] = other;
            bodies.push(replaced);
        }
        for with in at + 1..body.len() {
            let mut swapped = body.clone();
            swapped.swap(at, with);
            bodies.push(swapped);
        }
    }
    bodies
}

#[test]
fn other_bodies_are_refused_unless_they_are_true() {
    let (mut accepted, mut refused) = (0, 0);
    for (_, proof) in samples(12, 4) {
        if proof.body.len() > 12 {
            continue;
        }
        for body in other_bodies(&proof) {
            let same = body == proof.body;
            let other = Proof {
                body,
                ..proof.clone()
            };
            let fitted = Proof {
                winner_nodes: other.body.len() as u64,
                ..other.clone()
            };
            for proof in [other, fitted] {
                let good = judge(&proof.bytes());
                assert!(good || !same);
                accepted += u32::from(good && !same);
                refused += u32::from(!good);
            }
        }
    }
    // Some are another proof of the same.
    assert!(accepted > 10 && refused > 1000, "{accepted} {refused}");
}

#[test]
fn a_body_of_another_length_is_refused() {
    for (_, proof) in samples(8, 5) {
        // With the number of the header as it was, no luck can help.
        for at in 0..proof.body.len() {
            let mut other = proof.clone();
            other.body.remove(at);
            assert!(!judge(&other.bytes()), "{other:?}");
            let mut other = proof.clone();
            other.body.insert(at, proof.body[at]);
            assert!(!judge(&other.bytes()), "{other:?}");
        }
    }
}

#[test]
fn false_claims_are_refused() {
    let mut chance = Chance::from_seed(6);
    for (_, proof) in samples(12, 6) {
        let mut others = vec![Proof {
            winner: 1 - proof.winner,
            ..proof.clone()
        }];
        for (nodes, line) in [
            (1, 0),
            (0, 1),
            (0, 2),
            (2, 0),
            (1, 1),
            (1 << 40, 0),
            (0, 1 << 40),
        ] {
            for up in [true, false] {
                let shift = |number: u64, by| {
                    if up {
                        number + by
                    } else {
                        number.wrapping_sub(by)
                    }
                };
                let mut other = proof.clone();
                other.winner_nodes = shift(other.winner_nodes, nodes);
                other.longest_line = shift(other.longest_line, line);
                others.push(other);
            }
        }
        // The other side as the winner of everything that can be counted.
        let mut other = others[0].clone();
        other.body = vec![chance.below(3) as u64; 1 + chance.below(4)];
        other.winner_nodes = other.body.len() as u64;
        other.longest_line = chance.below(8) as u64;
        others.push(other);
        for other in others {
            assert!(!judge(&other.bytes()), "{other:?}");
        }
    }
}

#[test]
fn other_roots_are_refused_unless_they_are_won() {
    let (mut accepted, mut refused) = (0, 0);
    for (root, proof) in samples(12, 7) {
        let mut roots = vec![root.mirrored()];
        for side in [0, 1] {
            let mut other = root.clone();
            other.reserve[side] += 1;
            roots.push(other);
        }
        let mut other = root.clone();
        other.to_move = root.to_move.other();
        roots.push(other);
        for y in 0..root.size {
            for x in 0..root.size {
                let mut other = root.clone();
                other.grid[y][x] = match root.grid[y][x] {
                    None => Some(proof.winner().other()),
                    Some(side) if (x + y) % 2 == 0 => Some(side.other()),
                    Some(_) => None,
                };
                roots.push(other);
            }
        }
        roots.extend(turns_in_order(&root).iter().map(|turn| root.play(turn)));
        for other in roots {
            // What is too large for the solver is not asked.
            if Solver::default().wins(&other).is_none() {
                continue;
            }
            let root = other.text();
            let good = judge(
                &Proof {
                    root,
                    ..proof.clone()
                }
                .bytes(),
            );
            accepted += u32::from(good);
            refused += u32::from(!good);
        }
    }
    assert!(accepted > 10 && refused > 1000, "{accepted} {refused}");
}

/// Bytes changed with the hash made right again.
#[test]
fn changed_bytes_with_a_right_hash_are_refused_unless_they_are_true() {
    let mut chance = Chance::from_seed(8);
    for (_, proof) in samples(6, 8) {
        let good = proof.bytes();
        let content = &good[..good.len() - 32];
        for _ in 0..400 {
            let mut bytes = content.to_vec();
            for _ in 0..1 + chance.below(2) {
                let at = chance.below(bytes.len());
                match chance.below(4) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, chance.below(256) as u8),
                    2 => bytes[at] = chance.below(8) as u8,
                    _ => bytes[at] ^= 1 << chance.below(8),
                }
            }
            let root_is_small = Proof::check(&sealed(bytes.clone())).is_none_or(|(proof, _)| {
                let root = ReferencePosition::parse(&proof.root).expect("a position");
                Solver::default().wins(&root).is_some()
            });
            if root_is_small {
                judge(&sealed(bytes));
            }
        }
    }
}
