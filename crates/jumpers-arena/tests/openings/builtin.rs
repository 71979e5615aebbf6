use std::collections::HashSet;

use jumpers_arena::openings::{Opening, Openings};
use jumpers_core::{Position, Size, SizeVisitor};

use super::{load, texts};

/// The smaller text of an opening and its mirror image.
struct Canonical<'a>(&'a Opening);

impl SizeVisitor for Canonical<'_> {
    type Output = String;

    fn visit<S: Size>(self) -> String {
        let position: Position<S> = self.0.text().parse().expect("a position");
        let [text, mirrored] = [position, position.mirrored()].map(|p| p.to_string());
        text.min(mirrored)
    }
}

fn set(name: &str) -> Openings {
    load(&format!("builtin:{name}"), 0).expect("a shipped set")
}

#[test]
fn each_set_has_enough_different_openings_of_its_board() {
    for (name, points) in [("6", 6), ("8", 8), ("10", 10)] {
        let openings = set(name);
        assert!(openings.len() >= 500, "{name}: {}", openings.len());
        assert!(openings.notices().is_empty(), "{name}");
        assert!(openings.iter().all(|o| o.board().points() == points));
        let different: HashSet<String> = openings
            .iter()
            .map(|opening| opening.board().visit(Canonical(opening)))
            .collect();
        assert_eq!(different.len() as u64, openings.len(), "{name}");
    }
}

#[test]
fn all_are_those_of_all_boards() {
    let sets = ["6", "8", "10"].map(set);
    let expected: Vec<&str> = sets.iter().flat_map(texts).collect();
    let all = set("all");
    assert_eq!(texts(&all), expected);
    assert!(all.notices().is_empty());
}
