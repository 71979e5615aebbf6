//! The table of the states in `protocol.md`: what each line does in each state.

mod common;
#[path = "common/page.rs"]
mod page;

use std::time::{Duration, Instant};

use common::{DEADLINE, Engine};
use page::{cells, code_spans};

/// So long a `bestmove` is waited for that must not come.
const PATIENCE: Duration = Duration::from_millis(100);

/// The states with a line that leads there and has no end of its own.
const STATES: [(&str, &str); 4] = [
    ("idle", "stop"),
    ("searching", "go infinite"),
    ("pondering", "go ponder nodes 1"),
    ("counting", "perft 60"),
];

/// Lines of which the first cell of a row tells.
fn examples(cell: &'static str) -> Vec<&'static str> {
    match cell {
        "a line with an error" => vec![
            "position here",
            "moves c1-a1",
            "undo 9",
            "go depth x",
            // More than any machine has.
            "setoption name Hash value 1048576",
            "setoption name Threads value 257",
            "setoption name Debug Log File value .",
        ],
        "`setoption` of Hash, Clear Hash, Threads or Board" => vec![
            "setoption name Hash value 2",
            "setoption name Clear Hash",
            "setoption name Threads value 2",
            "setoption name Board value 8",
        ],
        "`setoption` of another option" => vec![
            "setoption name MultiPV value 2",
            "setoption name Ponder value true",
            "setoption name Move Overhead value 3",
            "setoption name OwnBook value true",
            "setoption name ProofSearch value false",
            "setoption name UCI_AnalyseMode value true",
            "setoption name Debug Log File value",
        ],
        _ => code_spans(cell).into_iter().map(example).collect(),
    }
}

/// A line with this command.
fn example(command: &'static str) -> &'static str {
    match command {
        "query" => "query gameover",
        "debug" => "debug on",
        "position" => "position startpos",
        "moves" => "moves f6-d6+c6",
        "go" => "go infinite",
        "go ponder" => "go ponder nodes 1",
        "perft" => "perft 60",
        "divide" => "divide 60 paths",
        "go perft" => "go perft 60",
        "bench" => "bench 100",
        // Its first search does not end.
        "genfens" => "genfens 1 depth 100",
        alone => alone,
    }
}

fn is_best_move(line: &str) -> bool {
    line.starts_with("bestmove ")
}

/// Is it the last line of some work?
fn is_last_line(line: &str) -> bool {
    is_best_move(line) || is_end_of_count(line)
}

fn is_end_of_count(line: &str) -> bool {
    let ends = ["info string error perft: ", "info string error openings: "];
    ends.iter().any(|end| line.starts_with(end)) || line.ends_with(" nps")
}

fn is_error(line: &str) -> bool {
    line.starts_with("info string error ") && !is_end_of_count(line)
}

/// Checks the state that an engine is in; it is idle afterwards.
fn check_state(engine: &mut Engine, state: &str, shown: &str) {
    engine.send("ponderhit");
    let patience = match state {
        "pondering" => DEADLINE,
        "searching" => PATIENCE,
        // A search of either kind would show itself below.
        _ => Duration::ZERO,
    };
    let begin = Instant::now();
    let mut found = "";
    while begin.elapsed() < patience && found.is_empty() {
        if engine.sync().iter().any(|line| is_best_move(line)) {
            found = "pondering";
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    // It ends all work and waits for it.
    let lines = engine.ask("position startpos");
    if found.is_empty() {
        found = if lines.iter().any(|line| is_best_move(line)) {
            "searching"
        } else if lines.iter().any(|line| is_end_of_count(line)) {
            "counting"
        } else {
            "idle"
        };
    }
    assert_eq!(found, state, "{shown}");
}

/// Checks what a cell says about a line.
fn check(line: &str, state: &str, start: &str, cell: &str) {
    let shown = format!("{line} while {state}: {cell}");
    let mut engine = Engine::start();
    engine.tell("position startpos moves a1-c1+d1");
    engine.ask(start);
    let (first, after) = cell.split_once("; ").unwrap_or((cell, cell));
    let ends =
        first.starts_with("ends the job") || ["`bestmove`", "the last line"].contains(&first);
    engine.send(line);
    if after == "the end" {
        let (lines, status) = engine.end();
        assert!(status.success(), "{shown}");
        let best_moves = lines.iter().filter(|line| is_best_move(line)).count();
        assert_eq!(best_moves, usize::from(ends), "{shown}: {lines:#?}");
        return;
    }
    let mut lines = Vec::new();
    if ends {
        lines = engine.until(is_last_line);
        let last = lines.pop().expect("a line");
        assert_eq!(is_best_move(&last), state != "counting", "{shown}: {last}");
    }
    if line == "isready" {
        lines.extend(engine.until(|line| line == "readyok"));
    }
    lines.extend(engine.sync());
    assert!(
        !lines.iter().any(|line| is_last_line(line)),
        "{shown}: {lines:#?}"
    );
    let errors = lines.iter().filter(|line| is_error(line)).count();
    assert_eq!(
        errors,
        usize::from(cell == "the error"),
        "{shown}: {lines:#?}"
    );
    lines.retain(|line| !line.starts_with("info depth "));
    let is_answered = cell == "is answered";
    assert_eq!(lines.len() > errors, is_answered, "{shown}: {lines:#?}");
    let known = STATES.iter().any(|&(state, _)| state == after);
    check_state(&mut engine, if known { after } else { state }, &shown);
}

/// Checks a column.
fn check_column(column: usize) {
    let (state, start) = STATES[column];
    let mut checked = 0;
    for row in cells("## States") {
        let cell = row[column + 1];
        for line in examples(row[0]) {
            match (line, state) {
                // It leads to a search that ends by itself, at once.
                ("ponderhit", "pondering") => assert_eq!(cell, "searching"),
                _ => check(line, state, start, cell),
            }
            checked += 1;
        }
    }
    assert!(checked > 35, "{checked}");
}

#[test]
fn what_happens_while_idle() {
    check_column(0);
}

#[test]
fn what_happens_while_searching() {
    check_column(1);
}

#[test]
fn what_happens_while_pondering() {
    check_column(2);
}

#[test]
fn what_happens_while_counting() {
    check_column(3);
}

/// After a `ponderhit` the limits hold; without one there is no end.
#[test]
fn a_ponderhit_leads_to_a_search() {
    let mut engine = Engine::start();
    engine.send("go ponder infinite");
    engine.send("ponderhit");
    engine.assert_searching();
    check_state(&mut engine, "searching", "infinite");
    engine.send("go ponder nodes 1");
    check_state(&mut engine, "pondering", "with a limit");
}
