//! The limits of one search are not those of the next, and the turns to choose from are kept.

use jumpers_core::{Position, Six};
use jumpers_protocol::{Info, ScoreValue};

use crate::common::{DIALECTS, Engine, FINISHED, LOSS_IN_1, START, STARTS, WIN_IN_1, open};

/// The worth of a line as a number that grows with it.
fn worth(info: &Info) -> i64 {
    match info.score.expect("a score").value {
        ScoreValue::Centipawns(value) => value.into(),
        ScoreValue::Mate(n) if n > 0 => 2_000_000 - i64::from(n),
        ScoreValue::Mate(n) => -2_000_000 - i64::from(n),
    }
}

/// Checks that these are the best turns, each once, and in order.
fn assert_best(lines: &[Info], allowed: &[String], wanted: usize) {
    assert_eq!(lines.len(), wanted.min(allowed.len()), "{lines:#?}");
    assert_in_order(lines, allowed);
}

/// The same, whatever the number of lines.
fn assert_in_order(lines: &[Info], allowed: &[String]) {
    let numbers = lines.iter().map(|info| info.multipv);
    assert!(numbers.eq((1..).map(Some).take(lines.len())), "{lines:#?}");
    assert!(
        lines.is_sorted_by(|one, next| worth(one) >= worth(next)),
        "{lines:#?}"
    );
    let mut firsts: Vec<_> = lines.iter().map(|info| &info.pv[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), lines.len(), "{lines:#?}");
    assert!(
        firsts.iter().all(|turn| allowed.contains(turn)),
        "{lines:#?}"
    );
}

#[test]
fn more_best_turns_are_wanted_than_there_are_turns() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        let [six, eight, ten] = STARTS;
        for text in [
            six,
            eight,
            ten,
            WIN_IN_1,
            LOSS_IN_1,
            "4tt/4tt/6/3r2/rr4/rr4 r 3 3",
        ] {
            engine.tell(&format!("position fen {text}"));
            let turns = open(text).expect("a position").turns();
            for wanted in [500, 11, 10, 9, 3, 2, 1] {
                engine.tell(&format!("setoption name MultiPV value {wanted}"));
                for go in [
                    "go depth 4",
                    "go nodes 3000",
                    "go movetime 20",
                    "go depth 2",
                    "go infinite depth 3\nstop",
                ] {
                    let searched = engine.go(go);
                    assert_best(searched.last_lines(), &turns, wanted);
                    assert_eq!(searched.turn.as_ref(), searched.last_lines()[0].pv.first());
                    // After each iteration there is a line for each of them, too.
                    let mut blocks: Vec<Vec<Info>> = Vec::new();
                    for info in searched.infos {
                        assert!(info.multipv.is_some(), "{info}");
                        match (info.multipv, blocks.last_mut()) {
                            (Some(1), _) | (_, None) => blocks.push(vec![info]),
                            (_, Some(block)) => block.push(info),
                        }
                    }
                    blocks
                        .iter()
                        .for_each(|block| assert_best(block, &turns, wanted));
                }
            }
        }
        engine.tell(&format!("position fen {FINISHED}"));
        assert_eq!(engine.go("go depth 3").turn, None);
    }
}

/// However early, there is a line for each.
#[test]
fn the_best_turns_of_a_search_that_is_cut_at_once() {
    let mut engine = Engine::start();
    let turns = open(START).expect("a position").turns();
    engine.tell("setoption name MultiPV value 3");
    for go in [
        "go nodes 1",
        "go nodes 2",
        "go nodes 5",
        "go nodes 15",
        "go movetime 0",
        "go infinite\nstop",
        "go ponder nodes 1\nponderhit",
    ] {
        for _ in 0..3 {
            engine.tell("ucinewgame");
            // The first iteration may not be over: what it has not come to is not told.
            let searched = engine.go(go);
            let lines = searched.last_lines();
            match lines[0].depth {
                Some(0 | 1) => assert!(lines.len() <= 3, "{lines:#?}"),
                _ => assert_eq!(lines.len(), 3, "{lines:#?}"),
            }
            assert_in_order(lines, &turns);
        }
    }
}

#[test]
fn only_searchmoves_are_chosen_from() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        let turns = open(START).expect("a position").turns();
        for turn in &turns {
            for line in [
                format!("go depth 3 searchmoves {turn}"),
                format!("go searchmoves {turn} {turn} nodes 1"),
                format!("go movetime 1 searchmoves {turn} movetime 2"),
                format!("go searchmoves {turn} infinite\nstop"),
                format!("go ponder searchmoves {turn} depth 2\nponderhit"),
                format!("go wtime 1 btime 1 searchmoves {turn}"),
            ] {
                let searched = engine.go(&line);
                assert_eq!(searched.turn.as_ref(), Some(turn), "{line}");
                assert!(searched.infos.iter().all(|info| info.pv[0] == *turn));
            }
        }
        engine.tell("setoption name MultiPV value 4");
        for (from, to) in [(0, 2), (3, 10), (9, 10), (0, 10)] {
            let some = &turns[from..to];
            let searched = engine.go(&format!("go depth 4 searchmoves {}", some.join(" ")));
            assert_best(searched.last_lines(), some, 4);
        }
        engine.tell("setoption name MultiPV value 1");
        // The next search has them all again, and no limit of one before.
        let all = engine.go("go depth 2");
        let mut fresh = Engine::start();
        assert_eq!(all.last().depth, Some(2));
        assert_eq!(fresh.go("go depth 2").turn, all.turn);
        assert_eq!(engine.position(), START);
    }
}

/// One that is wrong makes the whole of it wrong, and the next search has nothing of it.
#[test]
fn searchmoves_that_are_no_turns_are_errors() {
    let mut engine = Engine::start();
    for (list, code) in [
        ("a1-a1", "illegal-turn"),
        ("a1-c1", "ambiguous-turn"),
        ("a1-c1+d1 f6-d6+c6", "illegal-turn"),
        ("f6-d6+c6 a1-c1+d1", "illegal-turn"),
        ("zebra", "bad-turn"),
        ("(none)", "bad-turn"),
        ("a1-c1+d1 depth 3 searchmoves zebra", "bad-turn"),
    ] {
        engine.refuses(&format!("go searchmoves {list}"), code);
        engine.refuses(&format!("go depth 2 searchmoves {list}"), code);
    }
    engine.tell(&format!("position fen {FINISHED}"));
    engine.refuses("go searchmoves a1-c1+d1", "illegal-turn");
    assert_eq!(engine.go("go").turn, None);
}

#[test]
fn no_limit_of_a_search_is_left_for_the_next() {
    let mut engine = Engine::start();
    let position = Position::<Six>::start();
    for before in [
        "go nodes 1",
        "go depth 1",
        "go movetime 1",
        "go mate 1 depth 1",
        "go wtime 1 btime 1",
        "go wtime -1 btime -1 movestogo 1",
        "go searchmoves a1-c1+d1 depth 1",
        "go infinite\nstop",
        "go infinite depth 1\nstop",
        "go ponder nodes 1\nponderhit",
        "go ponder depth 1\nstop",
        "go depth 1 nodes 1 movetime 1 searchmoves a1-c1+d1",
        "setoption name MultiPV value 5\ngo nodes 1\nsetoption name MultiPV value 1",
        "go depth x\ngo nodes 1",
        "perft 1\ngo nodes 1",
    ] {
        engine.send(before);
        engine.until_best_move();
        engine.sync();
        let searched = engine.go("go depth 5");
        assert!(searched.check(&position).is_some());
        assert_eq!(searched.last().depth, Some(5), "{before}");
        engine.send(before);
        engine.until_best_move();
        engine.sync();
        engine.tell("ucinewgame");
        let searched = engine.go("go nodes 4000");
        assert_eq!(searched.last().nodes, Some(4000), "{before}");
        engine.send(before);
        engine.until_best_move();
        engine.send("go infinite");
        engine.until_prefix("info depth 4 ");
        engine.send("stop");
        engine.searched();
    }
}
