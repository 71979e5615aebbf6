//! A bench looks at the same number of positions each time.

use std::process::Command;

use crate::common::{BINARY, DIALECTS, Engine};

/// The number of positions that a bench says it looked at.
fn nodes(line: &str) -> u64 {
    let words: Vec<_> = line.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words.as_slice() else {
        panic!("{line}");
    };
    assert!(nps.parse::<u64>().is_ok(), "{line}");
    nodes.parse().expect("a number")
}

fn bench(engine: &mut Engine) -> u64 {
    engine.send("bench 3");
    let lines = engine.until(|line| line.ends_with(" nps"));
    nodes(lines.last().expect("a line"))
}

#[test]
fn a_bench_counts_the_same_positions_whatever_was_before() {
    let output = Command::new(BINARY).args(["bench", "3"]).output();
    let output = String::from_utf8(output.expect("the engine runs").stdout).expect("UTF-8");
    let expected = nodes(output.lines().next_back().expect("a line"));
    assert!(expected > 0);
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        assert_eq!(bench(&mut engine), expected);
        for line in [
            "setoption name Threads value 2",
            "setoption name Hash value 1",
            "setoption name Hash value 2",
            "setoption name MultiPV value 5",
            "setoption name OwnBook value true",
            "setoption name UCI_AnalyseMode value true",
            "setoption name Ponder value true",
            "setoption name Move Overhead value 1000",
            "setoption name Board value 10",
            "position fen 4tt/6/6/6/6/rr4 r 0 1",
            "position startpos moves a1-c1+d1",
            "debug off",
            "ucinewgame",
        ] {
            engine.tell(line);
            assert_eq!(bench(&mut engine), expected, "{line}");
        }
        // After work that was ended, and after a bench that was.
        for work in ["go infinite", "go ponder", "perft 30", "bench 100"] {
            engine.send(work);
            engine.send("bench 3");
            if work == "bench 100" {
                engine.until(|line| line.ends_with(" nps"));
            }
            let lines = engine.until(|line| line.ends_with(" nps"));
            assert_eq!(nodes(lines.last().expect("a line")), expected, "{work}");
        }
        engine.send("bench 100");
        engine.sync();
        engine.send("stop");
        engine.until(|line| line.ends_with(" nps"));
        assert_eq!(bench(&mut engine), expected);
    }
}
