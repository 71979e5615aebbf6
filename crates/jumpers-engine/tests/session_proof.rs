//! The proof search of an ordinary `go`, over a pipe.

mod common;

use common::solver::{Solver, after, solved};
use common::{Engine, FINISHED, LOSS_IN_1, MANY_TURNS, START, STARTS, Searched, WIN_IN_2};
use jumpers_core::{Position, Six};
use jumpers_protocol::{Bound, Info, Score, ScoreValue};

/// Red wins, but not so soon that the first iterations of a search would show it.
const WON: &str = "5t/4tt/r5/r3t1/1rrrt1/1r2t1 r 6 3";

/// Solved positions in which there is a turn to make.
fn unfinished(count: usize, seed: u64) -> Vec<(Position<Six>, Solver<Six>)> {
    let mut found = solved::<Six>(count, seed);
    found.retain(|(position, _)| position.has_turn());
    found
}

/// The number of a mate score.
fn mate(info: &Info) -> Option<i32> {
    match info.score?.value {
        ScoreValue::Mate(moves) => Some(moves),
        ScoreValue::Centipawns(_) => None,
    }
}

/// The depths that a search tells.
fn depths(searched: &Searched) -> Vec<u32> {
    searched
        .infos
        .iter()
        .filter_map(|info| info.depth)
        .collect()
}

#[test]
fn a_proof_ends_the_search_with_a_bound() {
    let mut engine = Engine::start();
    let (mut won, mut lost) = (0, 0);
    for (position, mut truth) in unfinished(60, 51) {
        let value = truth.solve(&position).expect("a solution");
        engine.send(&format!("position fen {position}"));
        // It would not end in the test's time if it used all of its own.
        let searched = engine.go("go movetime 100000000");
        let turn = searched.check(&position).expect("a turn");
        // There is no iteration before.
        assert_eq!(searched.infos.len(), 1, "{position}");
        let moves = mate(searched.last()).unwrap_or_else(|| panic!("{position}: no proof"));
        assert_eq!(moves > 0, value > 0, "{position}");
        assert!(moves.abs() >= value.abs() / 2, "{position}");
        let next = truth.solve(&after(&position, &turn)).expect("a solution");
        assert_eq!(next <= 0, value > 0, "{position}");
        won += usize::from(value > 0);
        lost += usize::from(value <= 0);
    }
    assert!(won > 10 && lost > 10, "{won} {lost}");
}

#[test]
fn without_the_option_it_is_a_search_as_ever() {
    let mut engine = Engine::start();
    engine.tell(&format!("position fen {WON}"));
    let proved = engine.go("go movetime 100000000");
    assert!(mate(proved.last()).is_some_and(|moves| moves > 0));
    assert_eq!(proved.infos.len(), 1);
    engine.tell("setoption name ProofSearch value false");
    let plain = engine.go("go movetime 30");
    assert!(depths(&plain).starts_with(&[1, 2]));
    // A proof is for a turn alone: not for several lines, nor for analysis.
    engine.tell("setoption name ProofSearch value true");
    assert_eq!(engine.go("go movetime 30").infos.len(), 1);
    for option in ["MultiPV value 2", "UCI_AnalyseMode value true"] {
        engine.tell(&format!("setoption name {option}"));
        assert_eq!(depths(&engine.go("go movetime 30"))[0], 1, "{option}");
        engine.tell("setoption name MultiPV value 1");
    }
}

/// A turn that is refuted is left out of the search, but may hold out longer than the others.
#[test]
fn a_lost_game_lasts_as_long_as_it_is_said_at_most() {
    let mut engine = Engine::start();
    let mut check = |position: &str, nodes: u32, least: i32| {
        engine.tell("ucinewgame");
        engine.tell(&format!("position fen {position}"));
        let searched = engine.go(&format!("go solve nodes {nodes}"));
        let losses = searched.infos.iter().filter(|info| {
            let bound = info.score.map(|score| score.bound);
            bound == Some(Bound::Exact) && mate(info).is_some_and(|moves| moves <= 0)
        });
        let losses: Vec<_> = losses.filter_map(mate).collect();
        assert!(
            losses.iter().all(|&moves| -moves >= least),
            "{position}, {nodes} nodes: {losses:?}, not {least}"
        );
        losses.len()
    };
    // The lengths are those of `solve --shortest`.
    let mut found = check("rr1tt1/1r2t1/3tt1/rr1tt1/rr4/6 r 2 3", 12_000, 5);
    found += check("6t1/5tt1/4tt2/4tt2/2rr4/2rr4/rr6/2rr4 t 2 2", 12_000, 4);
    assert_eq!(found, 2);
    let mut found = 0;
    for (position, mut truth) in unfinished(100, 57) {
        let value = truth.solve(&position).expect("a solution");
        for nodes in [30, 100, 300, 1_000] {
            if value <= 0 {
                found += check(&position.to_string(), nodes, -value / 2);
            }
        }
    }
    assert!(found > 50, "{found}");
}

/// What has a limit of depth or nodes is the same each time, whatever was proved before.
#[test]
fn limits_of_depth_and_nodes_know_no_proof() {
    let mut engine = Engine::start();
    for go in [
        "go depth 5",
        "go nodes 5000",
        "go depth 5 movetime 100000000",
    ] {
        let mut nodes = |option: &str| {
            engine.tell("ucinewgame");
            engine.tell(&format!("setoption name ProofSearch value {option}"));
            engine.tell(&format!("position fen {WON}"));
            let searched = engine.go(go);
            assert!(depths(&searched).starts_with(&[1, 2]), "{go}");
            searched.last().nodes
        };
        assert_eq!(nodes("true"), nodes("false"), "{go}");
    }
}

#[test]
fn searchmoves_are_kept_whoever_wins() {
    let mut engine = Engine::start();
    let (mut won, mut lost) = (0, 0);
    for (position, mut truth) in unfinished(40, 52) {
        let turns = position.turns();
        for pair in turns.windows(2) {
            let texts = [0, 1].map(|i| position.text_of(&pair[i]).to_string());
            engine.send(&format!("position fen {position}"));
            let go = format!("go movetime 100000000 searchmoves {}", texts.join(" "));
            let searched = engine.go(&go);
            let turn = searched.check(&position).expect("a turn");
            assert!(pair.contains(&turn), "{position}: {go}");
            let mut wins = |turn| truth.solve(&after(&position, turn)).expect("a solution") <= 0;
            let can_win = wins(&pair[0]) || wins(&pair[1]);
            assert_eq!(wins(&turn), can_win, "{position}: {go}");
            let moves = mate(searched.last()).expect("a proof");
            assert_eq!(moves > 0, can_win, "{position}: {go}");
            won += usize::from(can_win);
            lost += usize::from(!can_win);
        }
    }
    assert!(won > 10 && lost > 10, "{won} {lost}");
}

#[test]
fn a_turn_that_is_refuted_is_not_made() {
    let mut engine = Engine::start();
    let mut told = 0;
    for (position, mut truth) in unfinished(60, 53) {
        if truth.solve(&position).expect("a solution") <= 0 {
            continue;
        }
        // The proofs are in the table; a search that may only look at a turn or two must use them.
        engine.send(&format!("position fen {position}"));
        engine.send("go solve");
        engine.searched();
        for go in ["go movetime 3", "go infinite"] {
            engine.send(go);
            engine.send("stop");
            let searched = engine.searched();
            let turn = searched.check(&position).expect("a turn");
            let next = truth.solve(&after(&position, &turn)).expect("a solution");
            assert!(next <= 0, "{position}: {go}");
            told += 1;
        }
    }
    assert!(told > 20, "{told}");
}

#[test]
fn it_can_be_stopped_at_once_on_every_board() {
    let mut engine = Engine::start();
    for position in STARTS.iter().chain([&MANY_TURNS]) {
        engine.send(&format!("position fen {position}"));
        engine.send("isready");
        engine.until(|line| line == "readyok");
        for go in [
            "go infinite",
            "go movetime 100000000",
            "go ponder movetime 100000000",
        ] {
            // While it looks for a proof, for which it has a part of the time.
            engine.send(go);
            engine.assert_searching();
            engine.send("stop");
            assert!(engine.searched().turn.is_some(), "{go}: {position}");
            engine.send_bytes(format!("{go}\nstop\n").as_bytes());
            assert!(engine.searched().turn.is_some(), "{go}: {position}");
        }
    }
}

#[test]
fn what_is_proved_waits_for_stop() {
    let mut engine = Engine::start();
    for (text, score) in [(WIN_IN_2, 2), (LOSS_IN_1, -1), (FINISHED, 0)] {
        engine.tell(&format!("position fen {text}"));
        for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
            engine.send(go);
            engine.assert_searching();
            engine.send("stop");
            assert_eq!(engine.searched().last().score, Some(Score::mate(score)));
        }
        engine.send("go ponder wtime 1000 btime 1000");
        engine.assert_searching();
        engine.send("ponderhit");
        assert_eq!(engine.searched().last().score, Some(Score::mate(score)));
    }
}

#[test]
fn what_is_proved_is_kept_until_it_is_forgotten() {
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine, before: &str| {
        if !before.is_empty() {
            engine.tell(before);
        }
        engine.tell(&format!("position fen {WON}"));
        let searched = engine.go("go movetime 100000000");
        assert!(mate(searched.last()).is_some());
        searched.last().nodes.expect("nodes")
    };
    let first = nodes(&mut engine, "");
    assert!(nodes(&mut engine, "") < first);
    for forget in [
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 32",
    ] {
        assert_eq!(nodes(&mut engine, forget), first, "{forget}");
    }
    // The proof of `go solve` serves as well.
    engine.tell("ucinewgame");
    engine.tell(&format!("position fen {WON}"));
    engine.go("go solve");
    assert!(nodes(&mut engine, "") < first);
}

#[test]
fn a_lost_position_has_a_legal_turn_however_short_the_time() {
    let mut engine = Engine::start();
    let mut several = 0;
    for (position, mut truth) in unfinished(60, 54) {
        if truth.solve(&position).expect("a solution") > 0 {
            continue;
        }
        several += usize::from(position.turns().len() > 1);
        engine.send(&format!("position fen {position}"));
        for go in [
            "go movetime 1",
            "go movetime 5",
            "go movetime 1000",
            "go wtime 50 btime 50",
        ] {
            assert!(engine.go(go).check(&position).is_some(), "{position}: {go}");
        }
    }
    assert!(several > 5, "{several}");
}

/// A proof of a win answers only if it is known to be near enough; one of a loss always.
#[test]
fn a_mate_within_a_bound() {
    let mut engine = Engine::start();
    for (position, mut truth) in unfinished(60, 55) {
        let value = truth.solve(&position).expect("a solution");
        let moves = if value > 0 {
            (value + 1) / 2
        } else {
            value / 2
        };
        for n in 1..=5 {
            engine.send("ucinewgame");
            engine.send(&format!("position fen {position}"));
            let searched = engine.go(&format!("go mate {n}"));
            searched.check(&position);
            let found = mate(searched.last());
            if moves > 0 && moves <= n {
                assert!(
                    found.is_some_and(|found| (moves..=n).contains(&found)),
                    "{position} {n}"
                );
            } else {
                assert!(
                    found.is_none_or(|found| found <= 0 || found >= moves),
                    "{position} {n}"
                );
            }
            if let Some(found) = found {
                assert_eq!(found > 0, moves > 0, "{position} {n}");
            }
        }
    }
}

#[test]
fn several_threads_prove_the_same() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 2");
    for (position, mut truth) in unfinished(30, 56) {
        let value = truth.solve(&position).expect("a solution");
        engine.send(&format!("position fen {position}"));
        let searched = engine.go("go movetime 100000000");
        searched.check(&position);
        let moves = mate(searched.last()).expect("a proof");
        assert_eq!(moves > 0, value > 0, "{position}");
    }
    let start: Position<Six> = START.parse().expect("a position");
    engine.tell("position startpos");
    assert!(engine.go("go movetime 30").check(&start).is_some());
}

/// Of the memory there is less and less left for the proofs, in the end none.
#[cfg(unix)]
#[test]
fn with_little_memory_there_is_still_a_turn() {
    let mut engine = Engine::start_with_memory(1000);
    for mib in (100..=1000).step_by(50) {
        engine.send(&format!("setoption name Hash value {mib}"));
        engine.send(&format!("position fen {WON}"));
        engine.send("isready");
        engine.until(|line| line == "readyok");
        assert!(engine.go("go movetime 100").turn.is_some(), "{mib}");
    }
}
