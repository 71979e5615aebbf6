use std::collections::HashSet;

use jumpers_arena::openings::{Builtin, Opening, Openings};
use jumpers_core::{BoardSize, Position, Size, SizeVisitor};

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

/// Tournaments with these sets are resumed by later versions.
#[test]
fn the_sets_are_known() {
    let digests = ["6", "8", "10"].map(|name| set(name).summary().digest);
    assert_eq!(
        digests,
        [
            "8616ce8e2c458d0324597c1341fd22044e1ad4f7147891223a70ea237a944d7d",
            "2fb6075e369be496c5695ec98c49851db3d6c17f56719f2dfdc4d1b290ce845d",
            "bc4484e4b8c7faeacf06100f3ecc730353da0fcadb8cf0711b6dba8bbfbb9dc1"
        ]
    );
}

/// How each was made stands at its top.
#[test]
fn the_first_line_is_the_command() {
    for (board, rest) in [
        (
            BoardSize::Six,
            "--board 6 --plies 6 --depth 14 --balance 50",
        ),
        (
            BoardSize::Eight,
            "--board 8 --plies 6 --depth 11 --balance 50",
        ),
        (
            BoardSize::Ten,
            "--board 10 --plies 8 --depth 9 --balance 50",
        ),
    ] {
        let text = Builtin::Board(board).text();
        let expected = format!("# jumpers-engine genfens 500 {rest}\n");
        assert!(text.starts_with(&expected), "{board}");
        assert_eq!(text.lines().count(), 501);
        assert!(text.ends_with('\n'));
    }
}
