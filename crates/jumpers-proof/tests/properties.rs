//! No bytes at all make the verifier panic, and it agrees with the slow check.

mod common;

use common::{Proof, sealed};
use jumpers_core::{Eight, Six, Ten};
use jumpers_proof::{Strategy, verify};
use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};

/// Runs a property on values of a strategy, the same ones at every run, and leaves no files.
fn check<T: proptest::strategy::Strategy>(cases: u32, strategy: T, property: impl Fn(T::Value)) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner.run(&strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

fn read(bytes: &[u8]) {
    let verified = verify(bytes);
    assert_eq!(
        verified.is_ok(),
        Proof::check(bytes).is_some(),
        "{verified:?}"
    );
    match verified {
        Ok(verified) => assert_eq!(verified.bytes, bytes.len() as u64),
        Err(error) => {
            let text = error.to_string();
            assert!(!text.contains(char::is_control), "{text:?}");
            assert!(error.offset <= bytes.len() as u64, "{text}");
        }
    }
    let loaded = [
        Strategy::<Six>::load(bytes).is_ok(),
        Strategy::<Eight>::load(bytes).is_ok(),
        Strategy::<Ten>::load(bytes).is_ok(),
    ];
    let boards = loaded.iter().filter(|&&loaded| loaded).count();
    assert_eq!(boards, usize::from(verify(bytes).is_ok()));
}

#[test]
fn any_bytes_are_read() {
    check(4000, prop::collection::vec(any::<u8>(), 0..200), |bytes| {
        read(&bytes);
        read(&[&b"JMPPROOF\x01\x06"[..], &bytes].concat());
        read(&sealed([&b"JMPPROOF\x01\x06"[..], &bytes].concat()));
    });
}

/// Roots in which much can happen, and any body.
#[test]
fn any_body_is_read() {
    let roots = [
        (6, "4tt/4tt/6/6/rr4/rr4 r 12 13"),
        (6, "6/6/6/2t3/1rr3/6 r 1 1"),
        (6, "4tt/6/6/6/6/rr4 r 1 1"),
        (6, "4tt/6/6/6/6/rr4 r 2 1"),
        (6, "6/6/6/6/6/rt4 r 0 0"),
        (8, "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20"),
        (10, "8tt/8tt/10/10/10/10/10/10/rr8/rr8 t 255 255"),
    ];
    let numbers = prop::collection::vec(prop_oneof![0..4u64, 0..12u64, any::<u64>()], 0..200);
    let proof = (
        prop::sample::select(roots.to_vec()),
        0..2u8,
        0..6u64,
        numbers,
    );
    check(
        4000,
        proof,
        |((board, root), winner, longest_line, body)| {
            let proof = Proof {
                board,
                root: root.to_owned(),
                winner,
                winner_nodes: body.len() as u64,
                longest_line,
                body,
            };
            read(&proof.bytes());
        },
    );
}
