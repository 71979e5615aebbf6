//! Sessions of lines by chance: whatever comes in whatever order, each line has the replies that
//! are due to it.

mod common;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{DEADLINE, START, assert_line};
use jumpers_engine::output::Output;
use jumpers_engine::session::Session;
use jumpers_protocol::Reply;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Writes into memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines with one `bestmove` each.
const SEARCHES: [&str; 16] = [
    "go solve nodes 300",
    "go solve movetime 2",
    "go solve infinite",
    "go solve ponder nodes 50",
    "go depth 2",
    "go nodes 30",
    "go movetime 1",
    "go infinite",
    "go ponder",
    "go ponder depth 1",
    "go mate 1",
    "go wtime 5 btime 5 infinite",
    "go wtime -3 btime 0 winc 1",
    "go depth 0 nodes 0 movetime 0",
    "go mate 0 nodes 5",
    "go infinite depth 1",
];

/// Lines that end with a count, or an error if they are stopped.
const COUNTS: [&str; 7] = [
    "go perft 2",
    "go perft 30",
    "go perft 0",
    "perft 2",
    "perft 30 paths",
    "divide 2",
    "divide 1 paths",
];

/// Lines that end with the number of openings, or an error if they are stopped.
const OPENINGS: [&str; 3] = [
    "genfens 0",
    "genfens 2 plies 2 depth 1",
    "genfens 1000 plies 6 depth 2",
];

/// Lines with one `response` each.
const QUESTIONS: [&str; 6] = [
    "query fen",
    "query islegal a1-c1+d1",
    "query gameover",
    "query",
    "movelist",
    "query movelist",
];

/// Lines with one error each.
const ERRORS: [&str; 16] = [
    "go depth",
    "go depth -1",
    "go searchmoves a1-a1",
    "go searchmoves zebra depth 2",
    "position fen 4tt/4tt/6/6/rr4/rr4",
    "position startpos moves a1-c1+d1 a1-c1+d1",
    "position",
    "setoption name Hash value 0",
    "setoption name Hash value 99999999",
    "setoption name Nothing",
    "setoption value 3",
    "nothing",
    "bench x",
    "undo 1000",
    "moves a1-a1",
    "genfens x",
];

/// Lines without a reply.
const SILENT: [&str; 23] = [
    "stop",
    "stop",
    "ponderhit",
    "ucinewgame",
    "debug off",
    "setoption name Hash value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Clear Hash",
    "setoption name Move Overhead value 0",
    "setoption name Board value 8",
    "position startpos",
    "position startpos moves a1-c1+d1",
    "position fen 4tt/6/6/6/6/rr4 r 0 1",
    "position fen 6/6/6/6/6/rt4 r 0 0",
    "",
    "moves",
    "undo 0",
    "uginewgame",
    "setoption name MultiPV value 3",
    "setoption name OwnBook value true",
    "setoption name ProofSearch value false",
];

/// Plays a session and gives its lines.
fn play(lines: &[&str]) -> Vec<Reply> {
    let memory = Memory::default();
    let output = Output::new(memory.clone(), || ());
    let mut session = Session::with_hash(output, 1).expect("a session");
    for line in lines {
        assert!(session.handle_line(line.as_bytes()).is_continue());
    }
    session.quit(DEADLINE + Duration::from_secs(1));
    let bytes = memory.0.lock().expect("no panic").clone();
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'));
    let reply = |line: &str| {
        assert_line(line);
        line.parse::<Reply>().expect("a reply")
    };
    text.lines().map(reply).collect()
}

/// Checks that each line has its replies.
fn check(lines: &[&str]) {
    let replies = play(lines);
    let expected = |kinds: &[&str]| lines.iter().filter(|line| kinds.contains(line)).count();
    let found = |is: fn(&Reply) -> bool| replies.iter().filter(|reply| is(reply)).count();
    let is_error = |reply: &Reply| matches!(reply, Reply::Error { code, .. } if !["perft", "openings"].contains(&code.as_str()));
    let is_count = |reply: &Reply| match reply {
        Reply::Error { code, .. } => code == "perft",
        Reply::Text(text) => text.starts_with("Nodes searched: "),
        _ => false,
    };
    let is_openings = |reply: &Reply| match reply {
        Reply::Error { code, .. } => code == "openings",
        Reply::Info(info) => info
            .string
            .as_ref()
            .is_some_and(|text| text.starts_with("genfens done ")),
        _ => false,
    };
    let shown = || format!("{lines:#?}: {replies:#?}");
    let best_moves = found(|reply| matches!(reply, Reply::BestMove { .. }));
    assert_eq!(best_moves, expected(&SEARCHES), "{}", shown());
    assert_eq!(found(is_error), expected(&ERRORS), "{}", shown());
    assert_eq!(found(is_count), expected(&COUNTS), "{}", shown());
    assert_eq!(found(is_openings), expected(&OPENINGS), "{}", shown());
    let responses = found(|reply| matches!(reply, Reply::Response(_)));
    assert_eq!(responses, expected(&QUESTIONS), "{}", shown());
    let ready = found(|reply| *reply == Reply::ReadyOk);
    assert_eq!(ready, expected(&["isready"]), "{}", shown());
    let ends = found(|reply| matches!(reply, Reply::Text(text) if text.ends_with(" nps")));
    assert_eq!(ends, expected(&["bench 1"]), "{}", shown());
    // The turn is always told with what it is worth.
    for (i, reply) in replies.iter().enumerate() {
        if matches!(reply, Reply::BestMove { .. }) {
            let before = replies[..i].iter().rev();
            let info = before.clone().find_map(|reply| match reply {
                Reply::Info(info) if info.string.is_none() => Some(info.score),
                _ => None,
            });
            assert!(info.flatten().is_some(), "{}", shown());
        }
    }
}

/// The same 120 cases each time.
fn runner() -> TestRunner {
    let config = Config {
        cases: 120,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
}

#[test]
fn every_line_has_its_replies() {
    let line = prop_oneof![
        5 => prop::sample::select(&SEARCHES[..]),
        1 => prop::sample::select(&COUNTS[..]),
        1 => prop::sample::select(&OPENINGS[..]),
        2 => prop::sample::select(&QUESTIONS[..]),
        2 => prop::sample::select(&ERRORS[..]),
        5 => prop::sample::select(&SILENT[..]),
        2 => prop::sample::select(&["isready", "isready", "d", "eval", "help", "uci", "ugi", "bench 1"][..]),
    ];
    let mut runner = runner();
    let outcome = runner.run(&prop::collection::vec(line, 0..30), |lines| {
        check(&lines);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// Words of the language and others.
const WORDS: &[&str] = &[
    "go",
    "depth",
    "1",
    "-1",
    "position",
    "fen",
    "startpos",
    "moves",
    "a1-c1+d1",
    START,
    "r",
    "12",
    "/",
    "setoption",
    "name",
    "Hash",
    "value",
    "Board",
    "10",
    "Threads",
    "stop",
    "eval",
    "perft",
    "searchmoves",
    "a1-c1",
    "nodes",
    "99999999999999999999",
    "\u{feff}",
    "\u{1f3b2}",
    "movetime",
    "wtime",
    "ponderhit",
    "ucinewgame",
    "d",
    "debug",
    "isready",
    "ugi",
    "query",
    "islegal",
    "movelist",
    "undo",
    "divide",
    "genfens",
    "plies",
    "MultiPV",
    "\t",
    "(none)",
];

#[test]
fn bytes_of_every_kind_do_no_harm() {
    let word = prop_oneof![
        6 => prop::sample::select(WORDS).prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..8),
    ];
    let line = prop::collection::vec(word, 0..12).prop_map(|words| words.join(&b' '));
    let mut runner = runner();
    let outcome = runner.run(&prop::collection::vec(line, 0..20), |lines| {
        let memory = Memory::default();
        let mut session =
            Session::with_hash(Output::new(memory.clone(), || ()), 1).expect("a session");
        for line in &lines {
            let _ = session.handle_line(line);
        }
        session.quit(DEADLINE);
        let bytes = memory.0.lock().expect("no panic").clone();
        let text = String::from_utf8(bytes).expect("UTF-8");
        text.lines().for_each(assert_line);
        assert!(!text.contains("error internal"), "{text}");
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
