//! Games that the fuzzer plays: at each ply the bitboards and the reference agree.

#![no_main]

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use jumpers_reference::ReferencePosition;
use libfuzzer_sys::fuzz_target;

/// Positions with more paths are not compared with the reference.
const MOST_PATHS: usize = 5000;

struct Play<'a>(&'a [u8]);

impl SizeVisitor for Play<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let mut position = Position::<S>::start();
        for &choice in self.0 {
            let turns = position.turns();
            assert_eq!(position.count_turns(), turns.len() as u64);
            assert_eq!(position.has_turn(), !turns.is_empty());
            let text = position.to_string();
            let reference = ReferencePosition::parse(&text).expect("its own text");
            if let Some(paths) = reference.paths_up_to(MOST_PATHS) {
                assert_eq!(position.count_paths(), paths.len() as u64, "{text}");
                let expected = reference.turns();
                assert_eq!(turns.len(), expected.len(), "{text}");
                for path in &paths {
                    let turn = position.resolve_text(&path.text()).expect("a legal path");
                    let mut next = position;
                    next.play_unchecked(&turn);
                    let expected = reference.play(&path.outcome());
                    assert_eq!(next.to_string(), expected.text(), "{text} {}", path.text());
                }
            }
            if turns.is_empty() {
                return;
            }
            let turn = turns[usize::from(choice) * turns.len() / 256];
            position.play(&turn).expect("a listed turn is legal");
            assert_eq!(position.hash(), position.recomputed_hash());
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Some((size, choices)) = bytes.split_first() {
        BoardSize::ALL[usize::from(size % 3)].visit(Play(choices));
    }
});
