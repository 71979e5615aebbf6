//! Any text in any position is a legal turn or a clean error.

#![no_main]

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use libfuzzer_sys::fuzz_target;

struct Check<'a> {
    position: &'a str,
    turn: &'a str,
}

impl SizeVisitor for Check<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let position = self
            .position
            .parse::<Position<S>>()
            .unwrap_or_else(|_| Position::start());
        if let Ok(turn) = position.resolve_text(self.turn) {
            assert!(position.is_legal(&turn));
            let canonical = position.text_of(&turn).to_string();
            assert_eq!(position.resolve_text(&canonical), Ok(turn));
        }
    }
}

fuzz_target!(|texts: (&str, &str)| {
    let (position, turn) = texts;
    let size = BoardSize::of_position_text(position).unwrap_or_default();
    size.visit(Check { position, turn });
});
