//! Memory and threads that are not to be had while the engine works: it works on.

use crate::common::{DIALECTS, Engine, START};

/// Work that ends only when it is stopped, and its last line.
const WORK: [(&str, &str); 7] = [
    ("go infinite", "bestmove "),
    ("go movetime 1000000000", "bestmove "),
    ("go ponder nodes 1", "bestmove "),
    ("perft 60", "info string error perft: "),
    ("go perft 60", "info string error perft: "),
    ("genfens 1 depth 100", "info string error openings: "),
    ("bench 100", ""),
];

/// Is this the last line of such work?
fn ends(line: &str, last: &str) -> bool {
    if last.is_empty() {
        line.ends_with(" nps")
    } else {
        line.starts_with(last)
    }
}

/// Each of the lines is refused with this code, again and again, and the work goes on.
fn are_refused(mut start: impl FnMut() -> Engine, lines: &[&str], code: &str) {
    for (work, last) in WORK {
        let mut engine = start();
        engine.send(work);
        engine.sync();
        for line in lines.iter().cycle().take(3 * lines.len()) {
            engine.send(line);
            let mut said = engine.until_prefix(&format!("info string error {code}: "));
            said.extend(engine.sync());
            std::thread::sleep(std::time::Duration::from_millis(10));
            said.extend(engine.sync());
            let ended = said.iter().any(|line| ends(line, last));
            assert!(!ended, "{work}, {line}: {said:#?}");
            let errors = said.iter().filter(|line| line.contains(" error "));
            assert_eq!(errors.count(), 1, "{work}, {line}: {said:#?}");
        }
        assert_eq!(engine_fen(&mut engine), START);
        engine.send("stop");
        engine.until(|line| ends(line, last));
        assert_eq!(engine.sync(), [""; 0], "{work}");
        assert!(engine.go("go depth 3").turn.is_some(), "{work}");
    }
}

/// The position, while reports come.
fn engine_fen(engine: &mut Engine) -> String {
    engine.send("query fen");
    let lines = engine.until_prefix("response ");
    lines[lines.len() - 1]["response ".len()..].to_owned()
}

#[test]
fn a_hash_that_no_machine_has_leaves_the_work_alone() {
    for dialect in DIALECTS {
        let start = || Engine::start_speaking(dialect);
        are_refused(
            start,
            &["setoption name Hash value 1048576"],
            "no-resources",
        );
    }
}

#[test]
fn values_out_of_bounds_leave_the_work_alone() {
    let lines = [
        "setoption name Hash value 1048577",
        "setoption name Hash value 0",
        "setoption name Hash value +1",
        "setoption name Threads value 257",
        "setoption name Threads value 0",
        "setoption name Threads value +2",
        "setoption name Board value 7",
        "setoption name Board value +8",
        "setoption name Hash",
        "setoption name Threads value",
    ];
    are_refused(Engine::start, &lines, "bad-option-value");
}

#[cfg(unix)]
#[test]
fn what_the_system_refuses_leaves_the_work_alone() {
    let lines = [
        "setoption name Hash value 2000",
        "setoption name Threads value 256",
        "setoption name Hash value 1048576",
    ];
    are_refused(|| Engine::start_with_memory(1000), &lines, "no-resources");
}

/// Not even its tree is another one.
#[cfg(unix)]
#[test]
fn a_search_is_the_same_with_refusals_in_it() {
    let search = |refused: bool| {
        let mut engine = Engine::start_with_memory(1000);
        engine.tell("setoption name Hash value 4");
        engine.tell("setoption name Board value 8");
        engine.send("go nodes 300000");
        let mut lines = Vec::new();
        for _ in 0..if refused { 10 } else { 0 } {
            engine.send("setoption name Hash value 2000");
            lines.extend(engine.until_prefix("info string error no-resources: "));
            lines.pop();
            engine.send("setoption name Threads value 256");
            lines.extend(engine.until_prefix("info string error no-resources: "));
            lines.pop();
        }
        if !lines.iter().any(|line| line.starts_with("bestmove ")) {
            lines.extend(engine.until_best_move());
        }
        let searched = crate::common::Searched::new(lines);
        let last = searched.last();
        (
            last.nodes,
            last.depth,
            last.pv.clone(),
            searched.turn.clone(),
        )
    };
    let expected = search(false);
    assert_eq!(expected.0, Some(300_000));
    assert_eq!(search(true), expected);
}
