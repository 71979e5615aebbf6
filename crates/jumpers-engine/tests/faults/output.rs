//! Lines: whole ones, one at a time, at once, and not too many.

use std::process::{Command, Stdio};
use std::time::Duration;

use jumpers_core::{Position, Six};
use jumpers_protocol::Reply;

use crate::common::{BINARY, DIALECTS, Engine, FINISHED, MANY_TURNS, START, WIN_IN_1, read_all};

/// What a line of a flood may be.
fn is_known(line: &str) -> bool {
    let is_info = |line: &str| {
        matches!(line.parse(), Ok(Reply::Info(info)) if info.score.is_some() && info.nodes.is_some()
            && info.nps.is_some() && info.time.is_some() && info.to_string() == line)
    };
    is_info(line)
        || line == "readyok"
        || line == format!("response {START}")
        || line == "response true"
        || line == "response unsupported"
        || line.starts_with("info string error unknown-command: ")
        || line.starts_with("bestmove ")
}

/// A flood of lines from the search, and of answers from the session.
#[test]
fn two_writers_never_mix_their_lines() {
    for (dialect, threads) in [("uci", 1), ("ugi", 2)] {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell("setoption name MultiPV value 10");
        engine.tell(&format!("setoption name Threads value {threads}"));
        let mut sent = String::new();
        for round in 0..400 {
            // Searches of which each ends the one before.
            sent.push_str("go depth 7\nisready\nquery fen\nnonsense\nquery islegal a1-c1+d1\n");
            if round % 3 == 0 {
                sent.push_str("query\nisready\nquery p1turn\n");
            }
        }
        sent.push_str("go infinite\n");
        for _ in 0..2000 {
            sent.push_str("isready\nquery fen\n");
        }
        sent.push_str("stop\nnonsense of the last line\n");
        let expected = |word: &str| sent.lines().filter(|line| line.starts_with(word)).count();
        engine.send_bytes(sent.as_bytes());
        let mut lines: Vec<_> = (0..expected("go "))
            .flat_map(|_| engine.until_best_move())
            .collect();
        lines.extend(engine.sync());
        let found = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
        for line in &lines {
            assert!(is_known(line), "{line}");
        }
        assert_eq!(found("readyok"), expected("isready"));
        assert_eq!(found("response "), expected("query"));
        assert_eq!(found("info string error "), expected("nonsense"));
        assert_eq!(found("bestmove "), expected("go "));
    }
}

/// Each line comes when it is written and not when more follow.
#[test]
fn lines_are_flushed_one_by_one_into_a_pipe() {
    let mut engine = Engine::start();
    for (line, answer) in [
        ("isready", "readyok"),
        ("query board", "response 6"),
        ("eval", "info string evaluation "),
        ("nothing", "info string error unknown-command: "),
        ("go infinite", "info depth 1 "),
    ] {
        engine.send(line);
        engine.until_prefix(answer);
    }
    engine.until_prefix("info depth 3 ");
    engine.send("stop");
    engine.searched();
    engine.send("bench 9");
    engine.until_prefix("position 1 of ");
    engine.send("position startpos");
    engine.sync();
}

/// Only the protocol's lines, and nothing beside them.
#[test]
fn standard_error_stays_empty() {
    for lines in [
        "uci\ngo depth 3\nquit\n",
        "ugi\nposition fen nonsense\ngo depth x\n\u{fffd}\nquery x\nquit\n",
        "go infinite\nquit\n",
        "perft 3\nbench 1\ngenfens 1 plies 2 depth 1\nquit\n",
    ] {
        let mut child = Command::new(BINARY)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut input, lines.as_bytes()).expect("the engine reads");
        let errors = read_all(child.stderr.take().expect("a pipe"));
        assert_eq!(errors, "", "{lines}");
        assert!(crate::common::wait(&mut child).success());
    }
}

#[test]
fn no_flood_of_infos() {
    let mut engine = Engine::start();
    let infos = engine.go("go movetime 500").infos.len();
    assert!(infos <= 121, "{infos}");
    // A search that has nothing to do says so once.
    for (text, most) in [(FINISHED, 5), (WIN_IN_1, 130)] {
        engine.tell(&format!("position fen {text}"));
        engine.send("go infinite");
        std::thread::sleep(Duration::from_millis(300));
        engine.send("stop");
        let infos = engine.searched().infos.len();
        assert!(infos <= most, "{text}: {infos}");
    }
    // So many best turns and so many iterations, and no more.
    engine.tell("position startpos");
    engine.tell("setoption name MultiPV value 500");
    let infos = engine.go("go movetime 300").infos.len();
    assert!(infos <= 10 * 121, "{infos}");
}

#[test]
fn a_legal_turn_always_however_short_the_time() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        let position = Position::<Six>::start();
        for round in 0..10 {
            for go in [
                "go movetime 0",
                "go movetime 1",
                "go movetime -1",
                "go wtime 0 btime 0",
                "go wtime 1 btime 1",
                "go wtime 1 btime 1 winc 1 binc 1",
                "go p1time -1 p2time -1",
                "go nodes 0",
                "go nodes 1",
                "go infinite\nstop",
                "go ponder movetime 0\nponderhit",
            ] {
                let searched = engine.go(go);
                assert!(searched.check(&position).is_some(), "{round}, {go}");
            }
        }
        engine.ask(&format!("position fen {MANY_TURNS}"));
        let position = MANY_TURNS
            .parse::<Position<jumpers_core::Ten>>()
            .expect("a position");
        for go in [
            "go movetime 0",
            "go wtime 1 btime 1",
            "go infinite\nstop",
            "go nodes 1",
        ] {
            assert!(engine.go(go).check(&position).is_some(), "{go}");
        }
    }
}

/// All its turns win or lose by force, and soon: when that is proved there is nothing new to say.
#[test]
fn no_flood_of_infos_about_settled_lines() {
    let settled = "10/rr6rr/10/10/4rr4/10/10/2rr6/rr6rr/rr1rr5 r 3 0";
    for (text, lines) in [
        (settled, 500),
        (settled, 3),
        (settled, 1),
        (WIN_IN_1, 500),
        ("4tt/6/6/6/6/rr4 r 2 1", 500),
        ("4tt/6/6/6/6/rr4 r 1 1", 500),
        (FINISHED, 500),
    ] {
        for go in [
            "go infinite",
            "go ponder",
            "go movetime 600",
            "go infinite depth 120",
        ] {
            let mut engine = Engine::start();
            engine.tell("setoption name UCI_AnalyseMode value true");
            engine.tell(&format!("setoption name MultiPV value {lines}"));
            engine.ask(&format!("position fen {text}"));
            engine.send(go);
            std::thread::sleep(Duration::from_millis(800));
            engine.send("stop");
            let infos = engine.searched().infos.len();
            assert!(infos < 1500, "{text}, {lines} lines, {go}: {infos}");
        }
    }
}
