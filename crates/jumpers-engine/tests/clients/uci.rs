//! A client of UCI that knows no rules: a game is over when an engine has no turn.

use std::time::Instant;

use crate::common::Engine;
use crate::record::{Clocks, Record};
use crate::{LIMITS, OPENINGS};

/// The words of the engine's answer, of which the second is its turn and the last may be the
/// answer that it expects.
fn best_move(engine: &mut Engine, go: &str) -> (Option<String>, Option<String>) {
    engine.send(go);
    let lines = engine.until_best_move();
    let [.., info, best] = lines.as_slice() else {
        panic!("{lines:#?}: no info before the answer");
    };
    assert!(
        info.starts_with("info ") && info.contains(" score "),
        "{info}"
    );
    let words: Vec<_> = best.split(' ').collect();
    match words.as_slice() {
        ["bestmove", "(none)"] => (None, None),
        ["bestmove", turn] => (Some((*turn).to_owned()), None),
        ["bestmove", turn, "ponder", reply] => {
            (Some((*turn).to_owned()), Some((*reply).to_owned()))
        }
        _ => panic!("{best}"),
    }
}

/// One game; the engines ponder, if they are told to, on what they expect.
fn play(engines: &mut [Engine; 2], opening: &str, limits: &str, ponders: bool) -> Record {
    let mut record = Record {
        opening: opening.to_owned(),
        turns: Vec::new(),
        result: String::new(),
    };
    for engine in &mut *engines {
        engine.send("ucinewgame");
        engine.sync();
    }
    let mut clocks = Clocks::new(60);
    let is_teal_first = opening.contains(" t ");
    // What the side that is not to move thinks about.
    let mut pondered: Option<String> = None;
    loop {
        let side = (record.turns.len() + usize::from(is_teal_first)) % 2;
        let go = match limits {
            "clocks" => format!("go {}", clocks.parameters(["w", "b"])),
            limits => format!("go {limits}"),
        };
        let engine = &mut engines[side];
        let begin = Instant::now();
        let hit = pondered
            .take()
            .map(|expected| record.turns.last() == Some(&expected));
        let (turn, reply) = match hit {
            Some(true) => best_move(engine, "ponderhit"),
            other => {
                if other.is_some() {
                    best_move(engine, "stop");
                }
                engine.send(&record.command());
                best_move(engine, &go)
            }
        };
        clocks.take(side, begin.elapsed());
        let Some(turn) = turn else {
            record.result = ["p2win", "p1win"][side].to_owned();
            break;
        };
        record.turns.push(turn);
        if let Some(reply) = reply.filter(|_| ponders) {
            // It is the other's turn now; its opponent thinks about the answer to its reply.
            let mut expected = record.command();
            expected.push(' ');
            expected.push_str(&reply);
            engine.send(&expected);
            engine.send(&go.replace("go ", "go ponder "));
            let (other, _) = {
                let other = &mut engines[1 - side];
                other.send(&record.command());
                best_move(other, &go)
            };
            let Some(other) = other else {
                best_move(&mut engines[side], "stop");
                record.result = ["p2win", "p1win"][1 - side].to_owned();
                break;
            };
            record.turns.push(other);
            pondered = Some(reply);
        }
    }
    record
}

fn games(board: usize) {
    let mut engines = [Engine::start_speaking("uci"), Engine::start_speaking("uci")];
    for engine in &mut engines {
        engine.send(&format!(
            "setoption name Board value {}",
            ["6", "8", "10"][board]
        ));
        engine.send("setoption name Ponder value true");
    }
    for (i, opening) in OPENINGS.iter().enumerate() {
        for ponders in [false, true] {
            let limits = LIMITS[(i + board + usize::from(ponders)) % LIMITS.len()];
            play(&mut engines, opening, limits, ponders).check(board);
        }
    }
    for engine in &mut engines {
        engine.send("quit");
        let (lines, status) = engine.end();
        assert!(status.success());
        assert!(
            !lines.iter().any(|line| line.starts_with("bestmove")),
            "{lines:#?}"
        );
    }
}

#[test]
fn a_client_without_rules_on_6x6() {
    games(0);
}

#[test]
fn a_client_without_rules_on_8x8() {
    games(1);
}

#[test]
fn a_client_without_rules_on_10x10() {
    games(2);
}
