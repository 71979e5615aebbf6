//! A position with more legal turns than a list of a fixed size holds: over 300,000.

use std::time::Duration;

use jumpers_core::{Position, Ten};

use crate::common::{Engine, MANY_TURNS, Rules};

fn position() -> Position<Ten> {
    MANY_TURNS.parse().expect("a position")
}

fn at_many_turns() -> Engine {
    let mut engine = Engine::start();
    let notice = engine.ask(&format!("position fen {MANY_TURNS}"));
    assert_eq!(notice.len(), 1, "{notice:#?}");
    engine
}

#[test]
fn very_many_turns_are_searched() {
    let mut engine = at_many_turns();
    for line in [
        "go movetime 1",
        "go depth 1",
        "go nodes 100",
        "go wtime 1 btime 1",
    ] {
        assert!(engine.go(line).check(&position()).is_some(), "{line}");
    }
    engine.send("go infinite");
    engine.assert_searching();
    engine.send("stop");
    assert!(engine.searched().check(&position()).is_some());
}

#[test]
fn very_many_turns_are_searched_with_many_threads() {
    let mut engine = at_many_turns();
    engine.tell("setoption name Threads value 4");
    for line in ["go movetime 1", "go movetime 100", "go nodes 1"] {
        assert!(engine.go(line).check(&position()).is_some(), "{line}");
    }
    engine.send("go infinite");
    engine.send("stop");
    assert!(engine.searched().check(&position()).is_some());
}

#[test]
fn the_best_of_very_many_turns() {
    let mut engine = at_many_turns();
    engine.tell("setoption name MultiPV value 500");
    for go in ["go movetime 1", "go nodes 1", "go infinite\nstop"] {
        assert!(engine.go(go).check(&position()).is_some(), "{go}");
    }
    engine.tell("setoption name MultiPV value 3");
    let searched = engine.go("go depth 1");
    assert!(searched.check(&position()).is_some());
    assert_eq!(searched.last_lines().len(), 3);
}

/// The list is compared with one of another making, and each of its turns can be searched.
#[test]
fn very_many_turns_are_listed_and_chosen_from() {
    let mut engine = at_many_turns();
    let expected = Rules::turns(&position());
    assert!(expected.len() > 300_000, "{}", expected.len());
    let list = engine.response("movelist");
    let listed: Vec<_> = list.split(' ').collect();
    assert_eq!(listed.len(), expected.len());
    assert!(listed.iter().eq(expected.iter()));
    for turn in [listed[0], listed[150_000], listed[listed.len() - 1]] {
        assert_eq!(engine.query(&format!("islegal {turn}")), "true");
        let searched = engine.go(&format!("go depth 1 searchmoves {turn}"));
        assert_eq!(searched.turn.as_deref(), Some(turn));
    }
    assert_eq!(engine.query("islegal a1xa3"), "false", "it is ambiguous");
    // Ten thousand of them, in a line of a megabyte or so.
    let some = &listed[..10_000];
    let searched = engine.go(&format!("go nodes 20000 searchmoves {}", some.join(" ")));
    let turn = searched.turn.expect("a turn");
    assert!(some.contains(&turn.as_str()), "{turn}");
    assert_eq!(engine.query("gameover"), "false");
    assert_eq!(engine.query("fen"), MANY_TURNS);
}

#[test]
fn each_of_very_many_turns_can_be_played_and_taken_back() {
    let mut engine = at_many_turns();
    let turn = engine.go("go nodes 1").turn.expect("a turn");
    let after = position().after(&turn).expect("a legal turn");
    for _ in 0..20 {
        engine.ask(&format!("moves {turn}"));
        assert_eq!(engine.query("fen"), after.text());
        engine.ask("undo");
        assert_eq!(engine.query("fen"), MANY_TURNS);
    }
}

#[test]
fn a_count_of_very_many_turns_can_be_stopped() {
    let mut engine = at_many_turns();
    // While it counts, and while it names the turns, which takes much longer.
    for line in ["go perft 1", "divide 1", "divide 1 paths", "perft 3"] {
        for millis in [0, 200] {
            engine.send(line);
            std::thread::sleep(Duration::from_millis(millis));
            engine.send("stop");
            let lines = engine.until(|line| {
                line.starts_with("info string error perft: ") || line.starts_with("Nodes ")
            });
            assert!(lines.len() <= 1 + 400_000);
            engine.sync();
        }
    }
    engine.send("perft 1");
    let count = position().count_turns();
    engine.until(|line| line == format!("Nodes searched: {count}"));
}
