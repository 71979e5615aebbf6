//! Sessions in which something happens while the engine works, and how they end.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{BINARY, Engine, FINISHED, MADE_UP, MANY_TURNS, START, read_all, wait};
use jumpers_core::{Position, Ten};

/// An engine that searches the start until it is stopped.
fn searching() -> Engine {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until_prefix("info depth 2 ");
    engine
}

/// Of the lines only those that are no `info depth …`.
fn without_infos(lines: Vec<String>) -> Vec<String> {
    let kept = |line: &String| !line.starts_with("info depth ");
    lines.into_iter().filter(kept).collect()
}

#[test]
fn a_handshake() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.until(|line| line == "uciok");
    engine.tell("setoption name hash value 16");
    engine.tell("ucinewgame");
    engine.tell("position startpos");
    let searched = engine.go("go movetime 50");
    assert_eq!(searched.turn.as_ref(), searched.last().pv.first());
    engine.send("quit");
    let (lines, status) = engine.end();
    assert_eq!(lines, [""; 0]);
    assert!(status.success());
}

#[test]
fn a_search_does_not_keep_these_from_their_answer() {
    let mut engine = searching();
    for (line, last) in [
        ("uci", "uciok"),
        ("isready", "readyok"),
        ("d", "info string fen 4tt/4tt/6/6/rr4/rr4 r 12 13"),
        ("eval", "info string evaluation "),
        (
            "help",
            "info string genfens <n> [seed <n>] [plies <n>] [depth <n>]",
        ),
        ("position here", "info string error unknown-position: "),
        (
            "setoption name Hash value 0",
            "info string error bad-option-value: ",
        ),
    ] {
        engine.send(line);
        let lines = engine.until(|line| line.starts_with(last));
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    }
    for line in [
        "debug on",
        "ponderhit",
        "setoption name Move Overhead value 5",
    ] {
        engine.send(line);
        assert_eq!(without_infos(engine.sync()), [""; 0], "{line}");
    }
    engine.assert_searching();
    engine.send("stop");
    assert!(engine.searched().turn.is_some());
    engine.tell("stop");
}

#[test]
fn these_end_a_search_first_and_then_take_effect() {
    for line in [
        "position fen 4tt/4tt/6/6/rr4/rr4 r 13 13",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name Board value 8",
    ] {
        let mut engine = searching();
        engine.send(line);
        let lines = without_infos(engine.sync());
        assert!(lines[0].starts_with("bestmove "), "{line}: {lines:#?}");
        let notice = lines.get(1).map_or("", String::as_str);
        match line {
            _ if line.starts_with("position") => {
                assert!(notice.starts_with("info string notice: "), "{lines:#?}");
                assert_eq!(engine.position(), MADE_UP);
            }
            _ if line.contains("Board") => {
                assert_eq!(engine.position(), "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20");
            }
            _ => {
                assert_eq!(lines.len(), 1, "{line}: {lines:#?}");
                assert_eq!(engine.position(), START);
            }
        }
        assert!(engine.go("go depth 2").turn.is_some());
    }
    let mut engine = searching();
    engine.send("go depth 1");
    assert!(engine.searched().turn.is_some());
    assert!(engine.searched().last().depth == Some(1));
    engine.send("go infinite");
    engine.send("bench 1");
    assert!(engine.searched().turn.is_some());
    engine.until(|line| line.ends_with(" nps"));
    engine.send("go infinite");
    engine.send("go perft 1");
    assert!(engine.searched().turn.is_some());
    engine.until_prefix("Nodes searched: 10");
    engine.tell("stop");
}

#[test]
fn other_work_is_ended_too() {
    let mut engine = Engine::start();
    engine.send("go perft 30");
    assert_eq!(engine.sync(), [""; 0]);
    engine.send("go depth 1");
    engine.until_prefix("info string error perft: ");
    assert!(engine.searched().turn.is_some());
    engine.send("bench 100");
    engine.send("stop");
    engine.until(|line| line.ends_with(" nps"));
    engine.send("bench 100");
    engine.send("go depth 1");
    engine.until(|line| line.ends_with(" nps"));
    assert!(engine.searched().turn.is_some());
}

#[test]
fn stops() {
    let mut engine = Engine::start();
    // Without a search there is nothing to say, and the next search does not hear of it.
    engine.tell("stop");
    engine.send_bytes(b"stop\ngo infinite\n");
    engine.assert_searching();
    engine.send("stop");
    assert!(engine.searched().turn.is_some());
    // However early, it ends the search before it.
    for _ in 0..20 {
        engine.send_bytes(b"go infinite\nstop\n");
        assert!(engine.searched().turn.is_some());
    }
    engine.send_bytes(b"go infinite\nstop\nstop\ngo infinite\n");
    assert!(engine.searched().turn.is_some());
    engine.assert_searching();
    engine.send_bytes(b"stop\ngo depth 3\nisready\n");
    assert!(engine.searched().turn.is_some());
    let lines = engine.until_best_move();
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")));
}

#[test]
fn each_go_has_one_answer() {
    let mut engine = Engine::start();
    for line in ["go depth 1", "go nodes 20", "go movetime 1", "go infinite"] {
        for _ in 0..5 {
            engine.send(line);
        }
    }
    engine.send("stop");
    for _ in 0..20 {
        assert!(engine.searched().turn.is_some());
    }
    assert_eq!(engine.sync(), [""; 0]);
}

#[test]
fn a_position_with_very_many_turns() {
    let mut engine = Engine::start();
    let notice = engine.ask(&format!("position fen {MANY_TURNS}"));
    assert_eq!(notice.len(), 1, "{notice:#?}");
    let position: Position<Ten> = MANY_TURNS.parse().expect("a position");
    for line in ["go movetime 1", "go depth 1", "go nodes 100"] {
        assert!(engine.go(line).check(&position).is_some(), "{line}");
    }
    engine.send("go infinite");
    engine.assert_searching();
    engine.send("stop");
    assert!(engine.searched().check(&position).is_some());
}

#[test]
fn very_many_turns_with_many_threads() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 4");
    engine.ask(&format!("position fen {MANY_TURNS}"));
    let position: Position<Ten> = MANY_TURNS.parse().expect("a position");
    for line in ["go movetime 1", "go movetime 100", "go nodes 1"] {
        assert!(engine.go(line).check(&position).is_some(), "{line}");
    }
    engine.send("go infinite");
    engine.send("stop");
    assert!(engine.searched().check(&position).is_some());
}

#[test]
fn a_perft_of_very_many_turns_can_be_stopped() {
    let mut engine = Engine::start();
    engine.ask(&format!("position fen {MANY_TURNS}"));
    // While it counts, and while it names the turns, which takes much longer.
    for millis in [0, 200] {
        engine.send("go perft 1");
        std::thread::sleep(Duration::from_millis(millis));
        engine.send("stop");
        let lines = engine.until(|line| line.starts_with("info string error"));
        let last = lines.last().expect("a line");
        assert_eq!(last, "info string error perft: go perft: stopped");
        assert!(lines.len() < 300_000);
        engine.sync();
    }
}

#[test]
fn more_threads_than_processors() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 8");
    let position = Position::<Ten>::start();
    engine.tell("setoption name Board value 10");
    for line in ["go movetime 1", "go depth 4", "go nodes 1000"] {
        assert!(engine.go(line).check(&position).is_some(), "{line}");
    }
    engine.send_bytes(b"go infinite\nisready\n");
    engine.until(|line| line == "readyok");
    engine.send("stop");
    assert!(engine.searched().check(&position).is_some());
}

#[test]
fn a_bench_counts_the_same_nodes_each_time() {
    let mut engine = Engine::start();
    let mut bench = || {
        engine.send("bench 3");
        let lines = engine.until(|line| line.ends_with(" nps"));
        engine.tell("setoption name Threads value 2");
        engine.tell("setoption name Hash value 1");
        engine.go("go depth 4");
        let last = lines.last().expect("a line");
        last.split(" nodes ").next().expect("a number").to_owned()
    };
    let first = bench();
    assert!(first.parse::<u64>().is_ok_and(|n| n > 0), "{first}");
    assert_eq!(bench(), first);
    let mut other = Engine::start();
    other.send("bench 3");
    let lines = other.until(|line| line.ends_with(" nps"));
    assert!(lines[lines.len() - 1].starts_with(&format!("{first} nodes ")));
}

#[test]
fn quit_and_the_end_of_the_input() {
    for work in [
        "",
        "go infinite",
        "go ponder",
        "go perft 30",
        "bench 100",
        "position fen 4tt/6/6/6/6/rr4 r 0 1\ngo infinite",
    ] {
        for quits in [true, false] {
            let mut engine = Engine::start();
            engine.send(work);
            if work == "go infinite" {
                engine.until_prefix("info depth 2 ");
            }
            engine.sync();
            if quits {
                engine.send("quit");
            } else {
                engine.close_input();
            }
            let (lines, status) = engine.end();
            assert!(status.success(), "{work}");
            let turns = lines.iter().filter(|line| line.starts_with("bestmove "));
            assert_eq!(
                turns.count(),
                usize::from(work.contains("go in") || work == "go ponder")
            );
        }
    }
    // The last line counts also without an end.
    let mut engine = Engine::start();
    engine.send_bytes(b"go depth 1\nisready");
    engine.close_input();
    let (lines, status) = engine.end();
    assert!(status.success());
    assert!(lines.contains(&"readyok".to_owned()), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
}

#[test]
fn nobody_reads_any_more() {
    for (work, then) in [
        ("", "isready"),
        ("go infinite", "isready"),
        ("go infinite", "stop"),
        ("go infinite", "position startpos"),
        ("bench 100", "uci"),
        ("go perft 30", "d"),
    ] {
        let mut child = Command::new(BINARY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        write!(input, "{work}\nisready\n").expect("the engine reads");
        let mut line = String::new();
        while line != "readyok\n" {
            line.clear();
            assert!(output.read_line(&mut line).expect("UTF-8") > 0);
        }
        drop(output);
        // The engine may have noticed by itself.
        let _ = writeln!(input, "{then}");
        let status = wait(&mut child);
        let errors = read_all(child.stderr.take().expect("a pipe"));
        assert!(!errors.contains("panic"), "{work}, {then}: {errors}");
        assert!(status.success(), "{work}, {then}: {status}");
        drop(input);
    }
}

#[test]
fn a_finished_game() {
    let mut engine = Engine::start();
    engine.tell(&format!("position fen {FINISHED}"));
    for line in ["go", "go depth 3", "go movetime 10", "go nodes 5"] {
        let lines = {
            engine.send(line);
            engine.until_best_move()
        };
        assert_eq!(lines[lines.len() - 1], "bestmove (none)");
        let score = &lines[lines.len() - 2];
        assert!(score.contains(" score mate 0 "), "{lines:#?}");
    }
    assert!(engine.ask("eval")[0].starts_with("info string evaluation "));
    engine.send("go perft 1");
    engine.until(|line| line == "Nodes searched: 0");
    for line in ["go infinite", "go ponder"] {
        engine.send(line);
        engine.assert_searching();
        engine.send(if line == "go ponder" {
            "ponderhit"
        } else {
            "stop"
        });
        assert_eq!(engine.searched().turn, None);
    }
}
