//! `jumpers-engine solve`.

mod common;

use std::fs;
use std::path::Path;

use common::{FINISHED, LOSS_IN_1, MADE_UP, WIN_IN_1, WIN_IN_2, run};
use serde_json::Value;

/// Takes two million positions or so.
const SOME_WORK: &str = "4tt/4tt/6/6/rr4/rr4 r 5 5";

/// What a run says: its exit status, standard output, and standard error.
fn solve(args: &[&str]) -> (Option<i32>, String, String) {
    let output = run(&[&["solve"], args].concat());
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(!error.contains("panic"), "{args:?}: {error}");
    (output.status.code(), out, error)
}

/// What a run says as JSON.
fn json(args: &[&str]) -> (Option<i32>, Value) {
    let (status, out, error) = solve(&[&["--json"], args].concat());
    let value = serde_json::from_str(&out);
    (
        status,
        value.unwrap_or_else(|e| panic!("{e}: {out}{error}")),
    )
}

fn nodes(value: &Value) -> u64 {
    value["nodes"].as_u64().expect("nodes")
}

#[test]
fn short_games() {
    for (position, verdict, winner, plies) in [
        (WIN_IN_1, "win", "red", 1),
        (WIN_IN_2, "win", "red", 3),
        (LOSS_IN_1, "loss", "teal", 2),
        (FINISHED, "loss", "teal", 0),
    ] {
        let (status, value) = json(&["--position", position]);
        assert_eq!(status, Some(0), "{position}");
        assert_eq!(value["position"], position);
        assert_eq!(value["verdict"], verdict, "{position}");
        assert_eq!(value["winner"], winner, "{position}");
        assert_eq!(value["plies_at_most"], plies, "{position}");
        assert_eq!(value["line"].as_array().expect("a line").len(), plies);
        assert_eq!(value["turn"].is_string(), plies > 0, "{position}");
    }
    let (status, out, error) = solve(&["--position", WIN_IN_1, "--threads", "0", "--hash", "1"]);
    assert_eq!((status, error.as_str()), (Some(0), ""));
    for line in ["verdict: win (Red wins)", "turn: a1xc1", "line: a1xc1"] {
        assert!(out.lines().any(|l| l == line), "{line}: {out}");
    }
}

#[test]
fn the_shortest_win() {
    for (position, plies) in [(WIN_IN_1, 1), (WIN_IN_2, 3), (LOSS_IN_1, 2), (FINISHED, 0)] {
        let (status, value) = json(&["--shortest", "--position", position]);
        assert_eq!(status, Some(0), "{position}");
        let shortest = &value["shortest"];
        for bound in ["plies_at_least", "plies_at_most"] {
            assert_eq!(shortest[bound], plies, "{position}");
        }
        assert_eq!(value["plies_at_most"], plies);
        assert_eq!(shortest["line"].as_array().expect("a line").len(), plies);
        assert_eq!(value["interrupted"], false);
    }
    let (_, value) = json(&["--position", WIN_IN_1]);
    assert_eq!(value["shortest"], Value::Null);
    let (status, out, _) = solve(&["--shortest", "--position", WIN_IN_2]);
    assert_eq!(status, Some(0));
    assert!(out.lines().any(|l| l == "shortest win: 3 plies"), "{out}");
    let line = out.lines().find_map(|l| l.strip_prefix("shortest line: "));
    assert_eq!(line.expect("a line").split(' ').count(), 3, "{out}");
    let (_, out, _) = solve(&["--shortest", "--position", WIN_IN_1]);
    assert!(out.lines().any(|l| l == "shortest win: 1 ply"), "{out}");
    // Without a verdict there is none.
    let (status, out, _) = solve(&["--shortest", "--nodes", "1000"]);
    assert_eq!(status, Some(3));
    assert!(!out.contains("shortest"), "{out}");
}

#[test]
fn a_limit_leaves_bounds_of_the_shortest_win() {
    let (status, solved) = json(&["--position", SOME_WORK]);
    assert_eq!(status, Some(0));
    let limit = (nodes(&solved) + 10_000).to_string();
    let args = ["--position", SOME_WORK, "--shortest", "--nodes", &limit];
    let (status, value) = json(&args);
    // It is solved all the same.
    assert_eq!(status, Some(0));
    let [at_least, at_most] = ["plies_at_least", "plies_at_most"]
        .map(|bound| value["shortest"][bound].as_u64().expect("a bound"));
    assert!(at_least < at_most, "{value}");
    assert_eq!(value["shortest"]["line"], Value::Array(Vec::new()));
    assert!(nodes(&value["shortest"]) > 0);
    let (status, out, _) = solve(&args);
    assert_eq!(status, Some(0));
    let line = format!("shortest win: between {at_least} and {at_most} plies");
    assert!(out.lines().any(|l| l == line), "{out}");
}

#[test]
fn a_limit_has_a_status_of_its_own() {
    for limits in [
        &["--nodes", "2000"][..],
        &["--time", "30ms"],
        &["--limit", "2k"],
        &["--limit", "30ms"],
        &["--limit", "1G", "--limit", "1h", "--limit", "2000"],
        &["--nodes", "2000", "--turns"],
    ] {
        let (status, value) = json(limits);
        assert_eq!(status, Some(3), "{limits:?}");
        assert_eq!(value["verdict"], "unknown", "{limits:?}");
        assert_eq!(value["winner"], Value::Null);
        assert!(value["turn"].is_string(), "{limits:?}");
        for number in ["proof", "disproof"] {
            assert!(
                value[number].as_f64().expect("a number") > 0.0,
                "{limits:?}"
            );
        }
        assert!(value.get("turns").is_some() == limits.contains(&"--turns"));
    }
    let (status, out, _) = solve(&["--board", "10", "--nodes", "1"]);
    assert_eq!(status, Some(3));
    assert!(out.lines().any(|line| line == "verdict: unknown"), "{out}");
}

#[test]
fn every_first_turn_has_its_verdict() {
    // It is its own mirror image.
    let position = "6/6/3t2/2t3/rr4/rr4 r 1 1";
    let (status, value) = json(&["--turns", "--position", position]);
    assert_eq!(status, Some(0));
    let turns = value["turns"].as_array().expect("turns");
    assert!(turns.len() > 4);
    let sum: u64 = turns.iter().map(nodes).sum();
    assert_eq!(sum, nodes(&value));
    let twins = turns.iter().filter(|turn| turn["mirror_of"].is_string());
    assert_eq!(twins.count(), turns.len() / 2);
    for turn in turns {
        let is_known = ["win", "loss"]
            .iter()
            .any(|verdict| turn["verdict"] == *verdict);
        assert!(is_known, "{turn}");
        if let Some(twin) = turn["mirror_of"].as_str() {
            let of = turns.iter().find(|other| other["turn"] == twin);
            assert_eq!(of.expect("the twin")["verdict"], turn["verdict"]);
        }
    }
    let (_, alone) = json(&["--position", position]);
    assert_eq!(alone["verdict"], value["verdict"]);
    let (status, out, _) = solve(&["--turns", "--position", position]);
    assert_eq!(status, Some(0));
    let first: Vec<_> = out.lines().take(turns.len()).collect();
    assert!(first.is_sorted(), "{out}");
    for line in first {
        assert!(
            line.contains(": win, ") || line.contains(": loss, "),
            "{line}"
        );
    }
}

#[test]
fn what_is_wrong_is_one_error() {
    for args in [
        &["--hash", "0"][..],
        &["--hash", "9999999"],
        &["--threads", "257"],
        &["--threads", "-1"],
        &["--nodes", "0"],
        &["--nodes", "many"],
        &["--time", "soon"],
        &["--limit", "1.5M"],
        &["--limit", ""],
        &["--board", "7"],
        &["--position", "rnbqkbnr"],
        &["--position", FINISHED, "--board", "6"],
        &["--checkpoint", "/no/such/directory/file"],
        &["--checkpoint", "/"],
        &["more"],
    ] {
        let (status, out, error) = solve(args);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{args:?}: {error}");
        let errors = error.matches("error:").count() + error.matches("jumpers-engine:").count();
        assert_eq!(errors, 1, "{args:?}: {error}");
    }
}

#[test]
fn a_made_up_position_has_its_notice() {
    let args = ["--position", MADE_UP, "--nodes", "10"];
    let (_, out, _) = solve(&args);
    assert!(
        out.starts_with("info string notice: a made-up position: "),
        "{out}"
    );
    let (_, value) = json(&args);
    assert_eq!(value["position"], MADE_UP);
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_checkpoint_saves_work() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("some.check");
    let file = path_text(&path);
    let (status, scratch) = json(&["--position", SOME_WORK]);
    assert_eq!(status, Some(0));
    let part = (nodes(&scratch) / 2).to_string();
    let args = ["--position", SOME_WORK, "--checkpoint", file];
    let (status, out, error) = solve(&[&args[..], &["--nodes", &part]].concat());
    assert_eq!(status, Some(3), "{out}");
    assert!(error.contains(" entries written"), "{error}");
    let whole = fs::read(&path).expect("a checkpoint");
    // What was searched may be another position of the same board.
    let other = "4tt/4tt/6/6/rr4/rr4 r 1 1";
    let (status, _, error) = solve(&["--position", other, "--checkpoint", file]);
    assert_eq!(status, Some(0));
    assert!(
        error.contains(&format!(", of a search of {SOME_WORK}")),
        "{error}"
    );
    let (status, resumed) = json(&args);
    assert_eq!(status, Some(0));
    assert_eq!(resumed["verdict"], scratch["verdict"]);
    assert!(nodes(&resumed) < nodes(&scratch), "{resumed} {scratch}");
    // What is solved leaves the file as it is.
    assert_eq!(fs::read(&path).expect("a checkpoint"), whole);
    // Damaged and foreign files are refused, and stay.
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    for bytes in [
        &whole[..whole.len() - 1],
        &whole[..whole.len() / 2],
        &flipped,
        &[],
        b"something else altogether",
    ] {
        fs::write(&path, bytes).expect("a file");
        let (status, out, error) = solve(&args);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(file), "{error}");
        assert_eq!(fs::read(&path).expect("the file"), bytes);
    }
    fs::write(&path, &whole).expect("a file");
    let (status, _, error) = solve(&["--board", "8", "--checkpoint", file]);
    assert_eq!(status, Some(2));
    assert!(
        error.contains("a board of 6x6 points, not of 8x8"),
        "{error}"
    );
    assert_eq!(
        fs::read_dir(directory.path()).expect("a directory").count(),
        1
    );
}

#[cfg(unix)]
mod interrupted {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use rustix::process::{Pid, Signal, kill_process};

    use super::*;
    use crate::common::{BINARY, read_all, wait};

    /// Runs until the first line of progress, then sends SIGINT; the exit status and the rest of
    /// standard error.
    fn interrupt(args: &[&str]) -> (Option<i32>, String) {
        let mut child = Command::new(BINARY)
            .arg("solve")
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine runs");
        let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        errors.read_line(&mut line).expect("a line");
        if !line.is_empty() {
            assert!(line.starts_with("solve: "), "{line}");
            let pid = Pid::from_raw(child.id() as i32).expect("a process");
            kill_process(pid, Signal::INT).expect("a signal");
        }
        let rest = read_all(errors);
        (wait(&mut child).code(), rest)
    }

    #[test]
    fn ctrl_c_writes_a_checkpoint_to_go_on_from() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("some.check");
        let file = path_text(&path);
        // A fast machine may have done the first before it is told to stop.
        for reserves in ["5 5", "6 6", "7 7"] {
            let position = format!("4tt/4tt/6/6/rr4/rr4 r {reserves}");
            let args = ["--position", &position, "--checkpoint", file];
            let (status, errors) = interrupt(&args);
            if status == Some(0) {
                continue;
            }
            assert_eq!(status, Some(130), "{errors}");
            assert!(errors.contains(" entries written"), "{errors}");
            let (status, scratch) = json(&["--position", &position]);
            assert_eq!(status, Some(0));
            let (status, resumed) = json(&args);
            assert_eq!(status, Some(0));
            assert_eq!(resumed["verdict"], scratch["verdict"]);
            assert!(nodes(&resumed) < nodes(&scratch), "{resumed} {scratch}");
            return;
        }
        panic!("no search took a second");
    }

    #[test]
    fn ctrl_c_leaves_bounds_of_the_shortest_win() {
        // A fast machine may have done the first before it is told to stop.
        for reserves in ["6 6", "7 7", "12 13"] {
            let position = format!("4tt/4tt/6/6/rr4/rr4 r {reserves}");
            let mut child = Command::new(BINARY)
                .args(["solve", "--json", "--shortest", "--hash", "256"])
                .args(["--position", &position])
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the engine runs");
            let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
            let mut line = String::new();
            while !line.contains("shortest win between") {
                line.clear();
                if errors.read_line(&mut line).expect("a line") == 0 {
                    break;
                }
            }
            let pid = Pid::from_raw(child.id() as i32).expect("a process");
            kill_process(pid, Signal::INT).expect("a signal");
            let out = read_all(child.stdout.take().expect("a pipe"));
            assert_eq!(wait(&mut child).code(), Some(0), "{out}");
            let value: Value = serde_json::from_str(&out).expect("JSON");
            assert_ne!(value["verdict"], "unknown");
            let bound = |name| value["shortest"][name].as_u64().expect("a bound");
            if bound("plies_at_least") == bound("plies_at_most") {
                assert_eq!(value["interrupted"], false);
                continue;
            }
            assert_eq!(value["interrupted"], true, "{value}");
            assert!(bound("plies_at_least") < bound("plies_at_most"), "{value}");
            return;
        }
        panic!("no search took a second");
    }

    #[test]
    fn ctrl_c_without_a_checkpoint_writes_none() {
        let (status, errors) = interrupt(&["--board", "10", "--threads", "2"]);
        assert_eq!(status, Some(130), "{errors}");
        assert!(!errors.contains("written"), "{errors}");
    }
}

#[test]
fn a_certificate_passes_the_verifier_and_says_what_the_search_said() {
    let folder = tempfile::tempdir().expect("a folder");
    for (i, position) in [
        "4tt/4tt/6/6/rr4/rr4 r 3 3",
        "4tt/4tt/6/6/rr4/rr4 r 4 3",
        "6tt/6tt/8/8/8/8/rr6/rr6 t 2 2",
        "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 1 2",
        FINISHED,
    ]
    .into_iter()
    .enumerate()
    {
        let mut sizes = Vec::new();
        for shrink in ["0", "100k"] {
            let path = folder.path().join(format!("{i}-{shrink}.proof"));
            let path = path.to_str().expect("a path in UTF-8");
            let args = [
                "--position",
                position,
                "--certificate",
                path,
                "--shrink",
                shrink,
            ];
            let (status, solved) = json(&args);
            assert_eq!(status, Some(0), "{position}");
            let bytes = fs::read(path).expect("a certificate");
            let proved = jumpers_proof::verify(&bytes[..]).expect("a proof");
            assert_eq!(proved.root, position);
            assert_eq!(
                proved.winner.to_string().to_lowercase(),
                solved["winner"].as_str().expect("a winner")
            );
            let told = &solved["certificate"];
            assert_eq!(told["winner_nodes"].as_u64(), Some(proved.winner_nodes));
            assert_eq!(
                told["longest_line"].as_u64(),
                Some(proved.longest_line.into())
            );
            assert_eq!(told["bytes"].as_u64(), Some(bytes.len() as u64));
            sizes.push(proved.winner_nodes);
            let output = run(&["verify", path]);
            assert!(output.status.success(), "{position}");
        }
        assert!(sizes[1] <= sizes[0], "{position}: {sizes:?}");
    }
}

#[test]
fn without_a_solution_there_is_no_certificate_and_the_old_one_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.proof");
    fs::write(&path, "old").expect("a file");
    let name = path.to_str().expect("a path in UTF-8");
    let (status, _, error) = solve(&["--certificate", name, "--limit", "1k"]);
    assert_eq!(status, Some(3));
    assert!(error.contains("no certificate"), "{error}");
    assert_eq!(fs::read(&path).expect("a file"), b"old");
    let (status, out, error) = solve(&["--certificate", "/no/such/folder/x.proof"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        error.contains("/no/such/folder/x.proof: cannot write"),
        "{error}"
    );
}

#[test]
fn what_is_built_in_is_an_answer_at_once_if_it_is_wanted() {
    // After the first turn b1-b3+b4: Teal loses, which takes some million positions to find out.
    let position = "4tt/4tt/1r4/1r4/rr4/r5 t 11 13";
    let (status, value) = json(&["--known", "--position", position, "--nodes", "2000"]);
    assert_eq!(status, Some(0), "{value}");
    assert_eq!(
        (&value["verdict"], &value["winner"]),
        (&"loss".into(), &"red".into())
    );
    assert!(nodes(&value) < 2000, "{value}");
    let (status, value) = json(&["--position", position, "--nodes", "2000"]);
    assert_eq!((status, &value["verdict"]), (Some(3), &"unknown".into()));
    for other in [&["--certificate", "x.proof"][..], &["--shortest"]] {
        let (status, _, error) = solve(&[&["--known", "--position", position], other].concat());
        assert_eq!(status, Some(2), "{other:?}");
        assert!(error.contains(other[0]), "{error}");
    }
}
