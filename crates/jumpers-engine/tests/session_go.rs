//! The parameters of `go`, over a pipe.

mod common;

use std::time::{Duration, Instant};

use common::{Engine, LOSS_IN_1, START, WIN_IN_1, WIN_IN_2};
use jumpers_core::{Position, Six};
use jumpers_protocol::Score;

fn start() -> Position<Six> {
    Position::start()
}

#[test]
fn every_limit_ends_the_search() {
    let mut engine = Engine::start();
    for line in [
        "go",
        "go movetime 30",
        "go movetime 0",
        "go movetime 1",
        "go movetime -100",
        "go movetime -9223372036854775808",
        "go depth 3",
        "go depth 0",
        "go nodes 1",
        "go nodes 0",
        "go nodes 500",
        "go wtime 500 btime 500",
        "go wtime 500 btime 500 winc 10 binc 10 movestogo 7",
        "go p1time 500 p2time 500 p1inc 10 p2inc 10",
        "go wtime 0 btime 0",
        "go wtime -5000 btime -5000 winc -5 binc -5",
        "go wtime -9223372036854775808",
        "go wtime 300 movestogo 0",
        "go wtime 300 movestogo 1",
        "go wtime 300 movestogo 4294967295",
        "go wtime 300 winc 9223372036854775807",
        "go wtime 300 winc -9223372036854775808",
        // No limit that applies to the side to move.
        "go btime 50",
        "go winc 100",
        "go movestogo 3",
        // The first limit that is reached ends the search.
        "go depth 100 movetime 30",
        "go depth 2 movetime 1000000",
        "go nodes 18446744073709551615 movetime 30",
        "go depth 4294967295 nodes 300",
        "go mate 1 movetime 30",
        "go mate 4294967295 depth 3",
        "go movetime 1000000 nodes 100",
        "go wtime 1000000000 btime 1000000000 nodes 100",
        "go movetime 9223372036854775807 depth 2",
        // The last value of a parameter that is given twice.
        "go depth 100 depth 2",
    ] {
        engine.tell("position startpos");
        let searched = engine.go(line);
        assert!(searched.check(&start()).is_some(), "{line}");
        assert_eq!(engine.sync(), [""; 0], "{line}");
    }
}

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

#[test]
fn infinite_has_no_answer_before_stop() {
    let mut engine = Engine::start();
    for line in [
        "go infinite",
        "go infinite depth 1",
        "go nodes 10 infinite",
        "go infinite movetime 1",
        "go infinite wtime 1 btime 1",
        "go infinite ponder",
    ] {
        engine.send(line);
        engine.assert_searching();
        if line == "go infinite ponder" {
            engine.send("ponderhit");
            engine.assert_searching();
        }
        engine.send("stop");
        assert!(engine.searched().check(&start()).is_some(), "{line}");
        engine.tell("stop");
    }
}

#[test]
fn pondering() {
    let mut engine = Engine::start();
    engine.tell("ponderhit");
    for line in [
        "go ponder movetime 20",
        "go ponder wtime 100 btime 100",
        "go ponder depth 1",
        "go ponder nodes 10",
        "go ponder",
    ] {
        for end in ["ponderhit", "stop"] {
            engine.send(line);
            engine.assert_searching();
            engine.send(end);
            assert!(engine.searched().check(&start()).is_some(), "{line}");
            engine.tell("stop");
            engine.tell("ponderhit");
        }
    }
    // Neither a stop nor a hit is left for the next search.
    engine.send_bytes(b"go ponder movetime 1\nstop\ngo ponder movetime 1\n");
    engine.searched();
    engine.assert_searching();
    engine.send_bytes(b"ponderhit\ngo ponder depth 1\n");
    engine.searched();
    engine.assert_searching();
    engine.send("stop");
    engine.searched();
}

/// The clock begins to run once: hits that nobody waits for give no more time.
#[test]
fn a_ponderhit_out_of_place_changes_nothing() {
    let mut engine = Engine::start();
    for line in ["go movetime 1500", "go ponder movetime 1500"] {
        engine.send(line);
        let begin = Instant::now();
        let answered = loop {
            engine.send("ponderhit");
            std::thread::sleep(Duration::from_millis(100));
            let lines = engine.sync();
            if lines.iter().any(|line| line.starts_with("bestmove")) {
                break true;
            }
            if begin.elapsed() > Duration::from_secs(10) {
                break false;
            }
        };
        assert!(answered, "{line}");
    }
}

#[test]
fn only_searchmoves_are_chosen_from() {
    let mut engine = Engine::start();
    let position = start();
    let turns: Vec<_> = position
        .turns()
        .iter()
        .map(|turn| position.text_of(turn).to_string())
        .collect();
    for turn in &turns {
        for line in [
            format!("go depth 3 searchmoves {turn}"),
            format!("go searchmoves {turn} {turn} nodes 1"),
            format!("go movetime 1 searchmoves {turn} movetime 2"),
        ] {
            let searched = engine.go(&line);
            assert_eq!(searched.turn.as_ref(), Some(turn), "{line}");
            assert!(searched.infos.iter().all(|info| info.pv[0] == *turn));
        }
    }
    let [.., one, other] = turns.as_slice() else {
        panic!("{turns:?}");
    };
    let searched = engine.go(&format!("go depth 4 searchmoves {one} {other}"));
    assert!([one, other].contains(&searched.turn.as_ref().expect("a turn")));
    // The next search has them all again, and no limit of one before.
    let all = engine.go("go depth 2");
    let mut fresh = Engine::start();
    assert_eq!(all.last().depth, Some(2));
    assert_eq!(fresh.go("go depth 2").turn, all.turn);
    assert_eq!(engine.position(), START);
}

#[test]
fn no_flood_of_infos() {
    let mut engine = Engine::start();
    let infos = engine.go("go movetime 500").infos.len();
    assert!(infos <= 121, "{infos}");
}
