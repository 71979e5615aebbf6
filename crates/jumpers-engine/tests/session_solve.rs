//! `go solve` in a session.

mod common;

use common::solver::{Solver, after, solved};
use common::{DIALECTS, Engine, FINISHED, LOSS_IN_1, MANY_TURNS, START, WIN_IN_1, WIN_IN_2};
use jumpers_core::{Eight, Position, Six, Size, Ten};
use jumpers_protocol::{Info, ScoreValue};

/// The number of a mate score.
fn mate(info: &Info) -> Option<i32> {
    match info.score?.value {
        ScoreValue::Mate(moves) => Some(moves),
        ScoreValue::Centipawns(_) => None,
    }
}

/// The score is right and no shorter than what is possible, and the turn keeps a win.
fn check<S: Size>(engine: &mut Engine, position: &Position<S>, truth: &mut Solver<S>) {
    let value = truth.solve(position).expect("a solution");
    engine.send(&format!("position fen {position}"));
    engine.send("go solve");
    let searched = engine.searched();
    let turn = searched.check(position);
    let plies = mate(searched.last()).unwrap_or_else(|| panic!("{position}: no proof"));
    assert_eq!(plies > 0, value > 0, "{position}: {plies}, {value}");
    assert!(plies.abs() >= value.abs(), "{position}: {plies}, {value}");
    assert!(plies.unsigned_abs() <= position.max_turns_left());
    if let Some(turn) = turn {
        let next = truth.solve(&after(position, &turn)).expect("a solution");
        assert_eq!(next <= 0, value > 0, "{position}");
    }
}

#[test]
fn small_positions_are_proved() {
    let mut engine = Engine::start();
    engine.send("ugi");
    engine.until(|line| line == "ugiok");
    engine.send("setoption name Hash value 1");
    // The sizes alternate: each has a table of its own.
    let six = solved::<Six>(40, 21);
    let eight = solved::<Eight>(40, 22);
    let ten = solved::<Ten>(40, 23);
    for (((six, six_truth), (eight, eight_truth)), (ten, ten_truth)) in
        six.into_iter().zip(eight).zip(ten)
    {
        check(&mut engine, &six, &mut { six_truth });
        check(&mut engine, &eight, &mut { eight_truth });
        check(&mut engine, &ten, &mut { ten_truth });
    }
    engine.send("setoption name Threads value 2");
    for (position, mut truth) in solved::<Six>(40, 24) {
        check(&mut engine, &position, &mut truth);
    }
}

#[test]
fn the_unit_of_a_mate_is_that_of_the_dialect() {
    for dialect in DIALECTS {
        let mut engine = Engine::start();
        engine.send(dialect);
        engine.until(|line| line.ends_with("ok"));
        for (position, in_uci, in_ugi) in [
            (WIN_IN_1, 1, 1),
            (WIN_IN_2, 2, 3),
            (LOSS_IN_1, -1, -2),
            (FINISHED, 0, 0),
        ] {
            engine.send(&format!("position fen {position}"));
            engine.send("go solve");
            let expected = if dialect == "ugi" { in_ugi } else { in_uci };
            assert_eq!(mate(engine.searched().last()), Some(expected), "{position}");
        }
    }
}

#[test]
fn searchmoves_bound_the_proof() {
    let mut engine = Engine::start();
    let mut losing = 0;
    for (position, mut truth) in solved::<Six>(60, 31) {
        for turn in position.turns() {
            let value = truth.solve(&after(&position, &turn)).expect("a solution");
            let text = position.text_of(&turn).to_string();
            engine.send(&format!("position fen {position}"));
            engine.send(&format!("go solve searchmoves {text}"));
            let searched = engine.searched();
            searched.check(&position);
            assert_eq!(searched.turn.as_deref(), Some(text.as_str()));
            let moves = mate(searched.last()).expect("a proof");
            assert_eq!(moves > 0, value <= 0, "{position}: {text}");
            // The moves of the winner until the end, from this turn on.
            let least = if value > 0 {
                -(1 + value) / 2
            } else {
                (2 - value) / 2
            };
            assert!(
                moves.abs() >= least.abs(),
                "{position}: {text} {moves} {least}"
            );
            losing += usize::from(value > 0);
        }
    }
    assert!(losing > 20, "{losing}");
}

#[test]
fn what_is_not_proved_is_searched() {
    let mut engine = Engine::start();
    for go in [
        "go solve nodes 4000",
        "go solve movetime 60",
        "go solve wtime 1000 btime 1000",
        "go solve nodes 1",
    ] {
        engine.send("position startpos");
        engine.send(go);
        let lines = engine.until(|line| line.starts_with("bestmove "));
        let is_progress = |line: &&String| line.starts_with("info nodes ");
        let progress = lines.iter().filter(is_progress).count();
        assert!(progress >= 1, "{go}: {lines:#?}");
        assert!(lines.iter().any(|line| line.contains(" score cp ")), "{go}");
        let nodes: Vec<u64> = lines
            .iter()
            .filter_map(|line| {
                line.split_once(" nodes ")
                    .or(line.split_once("info nodes "))
            })
            .filter_map(|(_, rest)| rest.split(' ').next()?.parse().ok())
            .collect();
        assert!(nodes.is_sorted(), "{go}: {nodes:?}");
    }
}

#[test]
fn it_can_be_stopped_and_goes_on() {
    let mut engine = Engine::start();
    let position: Position<Six> = START.parse().expect("a position");
    for go in ["go solve infinite", "go solve ponder movetime 100000"] {
        engine.send(go);
        engine.assert_searching();
        engine.send("stop");
        assert!(engine.searched().check(&position).is_some(), "{go}");
    }
    engine.send("go solve ponder nodes 5000");
    engine.assert_searching();
    engine.send("ponderhit");
    assert!(engine.searched().check(&position).is_some());
    // What is proved waits, too.
    engine.send(&format!("position fen {WIN_IN_2}"));
    engine.send("go solve infinite");
    engine.assert_searching();
    engine.send("stop");
    assert_eq!(mate(engine.searched().last()), Some(2));
}

#[test]
fn what_is_forgotten_is_proved_again() {
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine, before: &str| {
        if !before.is_empty() {
            engine.send(before);
        }
        engine.send("position fen 6/2ttt1/6/1rr3/6/6 r 2 2");
        engine.send("go solve nodes 100000000");
        let searched = engine.searched();
        assert!(mate(searched.last()).is_some());
        searched.last().nodes.expect("nodes")
    };
    let first = nodes(&mut engine, "");
    assert!(first > 0);
    assert!(nodes(&mut engine, "") < first / 2);
    for forget in [
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 2",
    ] {
        assert_eq!(nodes(&mut engine, forget), first, "{forget}");
    }
    assert!(nodes(&mut engine, "setoption name Threads value 1") < first / 2);
}

#[test]
fn too_many_turns_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MANY_TURNS}"));
    engine.send("go solve infinite");
    engine.assert_searching();
    engine.send("stop");
    assert!(engine.searched().turn.is_some());
}

#[cfg(unix)]
#[test]
fn without_memory_for_its_table_it_is_refused() {
    let mut engine = Engine::start_with_memory(1000);
    engine.tell("setoption name Hash value 500");
    engine.refuses("go solve", "no-resources");
    assert!(engine.go("go depth 2").turn.is_some());
    // A search that runs goes on.
    engine.send("go infinite");
    engine.send("go solve nodes 100");
    let lines = engine.until_prefix("info string error no-resources: go: ");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove ")));
    engine.assert_searching();
    engine.send("stop");
    assert!(engine.searched().turn.is_some());
    engine.tell("setoption name Hash value 16");
    assert!(engine.go("go solve nodes 100").turn.is_some());
}
