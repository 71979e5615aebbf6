//! The parameters of `go`, over a pipe.

mod common;

use common::{Engine, LOSS_IN_1, WIN_IN_1, WIN_IN_2};
use jumpers_core::{Position, Six};
use jumpers_protocol::Score;

#[test]
fn the_first_of_two_time_limits_ends_the_search() {
    let mut engine = Engine::start();
    for line in [
        "go movetime 30 wtime 100000000",
        "go movetime 100000000 wtime 30",
    ] {
        assert!(engine.go(line).turn.is_some(), "{line}");
    }
}

/// As some clients send it when there is no clock.
#[test]
fn clocks_without_end() {
    let mut engine = Engine::start();
    for clock in [
        "wtime 9223372036854775807 btime 9223372036854775807",
        "wtime 9223372036854775807 movestogo 1",
        "wtime 9223372036854775807 winc 9223372036854775807",
        "wtime 4611686018427387904 winc 4611686018427387904",
        "movetime 9223372036854775807",
    ] {
        assert!(
            engine.go(&format!("go depth 2 {clock}")).turn.is_some(),
            "{clock}"
        );
    }
}

#[test]
fn the_clock_of_the_side_to_move_counts() {
    let mut engine = Engine::start();
    let turn = engine.go("go depth 1").turn.expect("a turn");
    for (position, go) in [
        ("position startpos", "go wtime 100 btime 1000000000"),
        ("position startpos", "go p2time 1000000000 p1time 100"),
        ("after", "go wtime 1000000000 btime 100"),
        ("after", "go p1time 1000000000 p2time 100"),
    ] {
        let after = format!("position startpos moves {turn}");
        engine.tell(if position == "after" {
            &after
        } else {
            position
        });
        assert!(engine.go(go).turn.is_some(), "{position}, {go}");
    }
}

#[test]
fn depths_are_kept() {
    let mut engine = Engine::start();
    for (depth, expected) in [("0", 1), ("1", 1), ("2", 2), ("5", 5), ("3", 3)] {
        let searched = engine.go(&format!("go depth {depth}"));
        assert_eq!(searched.last().depth, Some(expected));
        // One for each iteration and one at the end.
        let depths: Vec<_> = searched
            .infos
            .iter()
            .filter_map(|info| info.depth)
            .collect();
        let expected: Vec<_> = (1..=expected).chain([expected]).collect();
        assert_eq!(depths, expected);
    }
}

#[test]
fn nodes_are_kept_exactly() {
    let mut engine = Engine::start();
    for board in ["6", "8", "10"] {
        engine.tell(&format!("setoption name Board value {board}"));
        for nodes in [1, 2, 3, 10, 100, 255, 256, 257, 1000, 12_345] {
            let searched = engine.go(&format!("go nodes {nodes}"));
            assert_eq!(searched.last().nodes, Some(nodes), "{board}");
            assert!(searched.infos.iter().all(|info| info.nodes <= Some(nodes)));
        }
    }
    // A search that ends by itself may take fewer.
    engine.tell(&format!("position fen {WIN_IN_2}"));
    let searched = engine.go("go nodes 1000000");
    assert!(searched.last().nodes < Some(1_000_000));
    assert_eq!(searched.last().score, Some(Score::mate(2)));
}

#[test]
fn proved_ends_are_counted_in_moves_of_the_winner() {
    let mut engine = Engine::start();
    for (text, mate) in [(WIN_IN_1, 1), (LOSS_IN_1, -1), (WIN_IN_2, 2)] {
        engine.tell(&format!("position fen {text}"));
        let position: Position<Six> = text.parse().expect("a position");
        for line in [
            "go",
            "go depth 50",
            "go mate 2 depth 50",
            "go wtime 5000 btime 5000",
        ] {
            let searched = engine.go(line);
            assert!(searched.check(&position).is_some(), "{line}: {text}");
            let score = searched.last().score;
            assert_eq!(score, Some(Score::mate(mate)), "{line}: {text}");
        }
        for line in ["go infinite", "go ponder", "go infinite depth 1"] {
            engine.send(line);
            engine.assert_searching();
            engine.send("stop");
            assert!(engine.searched().check(&position).is_some());
        }
    }
    // A win that is near enough is looked for without another limit.
    engine.tell(&format!("position fen {WIN_IN_2}"));
    assert_eq!(engine.go("go mate 2").last().score, Some(Score::mate(2)));
}
