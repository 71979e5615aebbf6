//! Any text is a position or a clean error; a position's text gives the position again, and its
//! turns agree with the reference.

#![no_main]

use std::ops::ControlFlow;

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use jumpers_reference::ReferencePosition;
use libfuzzer_sys::fuzz_target;

/// Positions with more paths are not compared with the reference.
const MOST_PATHS: usize = 2000;

struct Check<'a>(&'a str);

impl SizeVisitor for Check<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let Ok(position) = self.0.parse::<Position<S>>() else {
            return;
        };
        let text = position.to_string();
        assert_eq!(text.parse::<Position<S>>().as_ref(), Ok(&position));
        assert_eq!(position.hash(), position.recomputed_hash());
        assert_eq!(position.mirrored().mirrored(), position);
        let first = position.for_each_turn(ControlFlow::Break);
        assert_eq!(first.is_break(), position.has_turn());
        let reference = ReferencePosition::parse(&text).expect("its own text");
        if let Some(turns) = reference.turns_up_to(MOST_PATHS) {
            assert_eq!(position.count_turns(), turns.len() as u64, "{text}");
            let listed = position.turns();
            assert_eq!(listed.len(), turns.len(), "{text}");
            for turn in &listed {
                assert!(position.is_legal(turn), "{text} {turn:?}");
            }
        }
    }
}

fuzz_target!(|text: &str| match BoardSize::of_position_text(text) {
    Ok(size) => size.visit(Check(text)),
    Err(error) => assert!(!error.to_string().contains('\n')),
});
