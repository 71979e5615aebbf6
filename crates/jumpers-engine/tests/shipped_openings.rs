//! The arena's sets of openings are what `genfens` makes.

use std::fs;
use std::path::Path;

mod common;

use common::run;

/// How many openings of each set are made again here; the README says how to make all.
const FIRST: usize = 2;

#[test]
fn genfens_makes_the_first_openings_of_the_shipped_sets_again() {
    let sets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../jumpers-arena/openings");
    for board in ["6", "8", "10"] {
        let path = sets.join(format!("{board}.txt"));
        let set = fs::read_to_string(&path).expect("a set");
        let mut lines = set.lines();
        let command = lines.next().expect("the command");
        let mut words = command
            .strip_prefix("# jumpers-engine genfens 500 ")
            .unwrap_or_else(|| panic!("{command}"))
            .split(' ');
        assert_eq!(words.next(), Some("--board"));
        assert_eq!(words.next(), Some(board));
        let first = FIRST.to_string();
        let mut arguments = vec!["genfens", &first, "--board", board];
        arguments.extend(words);
        let output = run(&arguments);
        assert!(output.status.success(), "{output:?}");
        let made = String::from_utf8(output.stdout).expect("UTF-8");
        let made: Vec<&str> = made.lines().collect();
        let expected: Vec<&str> = lines.take(FIRST).collect();
        assert_eq!(made, expected, "{board}");
    }
}
