//! `arena report`.

use std::path::Path;
use std::process::{Command, Output};

use jumpers_arena::journal::{Entry, Header, PairEntry, encode};
use jumpers_arena::schedule::Schedule;
use jumpers_arena::tournament::Format;
use jumpers_record::{EndingKind, TurnRecord, Winner};
use serde_json::Value;

use crate::journal::{fault, header, pair};

/// A journal of whole pairs that the rules allow: who is to move first has lost on time.
fn journal() -> (Header, Vec<PairEntry>) {
    let header = header(Format::Match, &["Alpha", "Beta"]);
    let schedule = Schedule::new(&header.tournament);
    let entries = schedule
        .iter()
        .map(|scheduled| {
            let engines = [scheduled.first, scheduled.second];
            let mut entry = pair(&header, scheduled.index, engines, 6, [0, 0]);
            entry.opening = scheduled.opening;
            for game in &mut entry.games {
                // Alpha wins: Beta loses on time as soon as it is to move.
                game.turns.clear();
                if game.winner == Winner::Red {
                    game.turns.push(TurnRecord::new("a1-c1+d1"));
                }
                fault(game, EndingKind::Time, "late");
            }
            entry
        })
        .collect();
    (header, entries)
}

fn lines(header: &Header, entries: &[PairEntry]) -> Vec<String> {
    let mut lines = vec![encode(&Entry::Header(header.clone())).unwrap()];
    for entry in entries {
        lines.push(encode(&Entry::Pair(Box::new(entry.clone()))).unwrap());
    }
    lines
}

fn arena(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .arg("report")
        .args(arguments)
        .current_dir(directory)
        .output()
        .unwrap()
}

fn good(directory: &Path, arguments: &[&str]) -> String {
    let output = arena(directory, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    assert_eq!(error, "");
    String::from_utf8(output.stdout).unwrap()
}

fn bad(directory: &Path, arguments: &[&str]) -> String {
    let output = arena(directory, arguments);
    let status = if arguments.contains(&"no/such/file") {
        1
    } else {
        2
    };
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    assert_eq!(output.stdout, b"");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn all_forms() {
    let directory = tempfile::tempdir().unwrap();
    let (header, entries) = journal();
    let text = lines(&header, &entries).concat();
    std::fs::write(directory.path().join("journal"), text).unwrap();
    let report = |arguments: &[&str]| good(directory.path(), arguments);

    let text = report(&["journal"]);
    assert!(text.starts_with("Event     Test\n"), "{text}");
    assert!(text.contains("Alpha against Beta"));
    assert_eq!(report(&["journal", "--format", "text"]), text);
    let json: Value = serde_json::from_str(&report(&["journal", "--format", "json"])).unwrap();
    assert_eq!(json["pairings"][0]["all"]["won"], 8);
    assert!(report(&["journal", "--format", "html"]).starts_with("<!DOCTYPE html>"));
    let games = report(&["journal", "--format", "csv"]);
    assert_eq!(games.lines().count(), 9);
    for (table, lines) in [("games", 9), ("pairs", 5), ("ratings", 3), ("pairings", 3)] {
        let table = report(&["journal", "--format", "csv", "--table", table]);
        assert_eq!(table.lines().count(), lines);
    }
    let comparable = report(&["journal", "--format", "json", "--comparable"]);
    let json: Value = serde_json::from_str(&comparable).unwrap();
    assert!(json["times"].is_null());
}

#[test]
fn files_are_written_and_their_names_say_the_form() {
    let directory = tempfile::tempdir().unwrap();
    let (header, entries) = journal();
    let journal = lines(&header, &entries).concat();
    std::fs::write(directory.path().join("journal"), &journal).unwrap();
    for (file, begins) in [
        ("report.html", "<!DOCTYPE html>"),
        ("report.json", "{"),
        ("report.csv", "round,"),
        ("report.txt", "Event"),
        ("report", "Event"),
    ] {
        assert_eq!(good(directory.path(), &["journal", "-o", file]), "");
        let text = std::fs::read_to_string(directory.path().join(file)).unwrap();
        assert!(text.starts_with(begins), "{file}: {text}");
    }
    let arguments = ["journal", "--format", "json", "--output", "report.txt"];
    assert_eq!(good(directory.path(), &arguments), "");
    let text = std::fs::read_to_string(directory.path().join("report.txt")).unwrap();
    assert!(text.starts_with('{'));

    // The journal is never overwritten.
    let output = arena(directory.path(), &["journal", "-o", "./journal"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: ./journal: this is the same file as journal, which it would overwrite\n"
    );
    let kept = std::fs::read_to_string(directory.path().join("journal")).unwrap();
    assert_eq!(kept, journal);
}

/// The same from a journal in another order, and from one that a runner has not finished.
#[test]
fn shuffled_and_torn_journals() {
    let directory = tempfile::tempdir().unwrap();
    let (header, entries) = journal();
    let mut lines = lines(&header, &entries);
    let path = directory.path();
    std::fs::write(path.join("straight"), lines.concat()).unwrap();
    lines[1..].reverse();
    std::fs::write(path.join("reversed"), lines.concat()).unwrap();
    for form in ["text", "json", "html"] {
        let straight = good(path, &["straight", "--format", form]);
        assert_eq!(good(path, &["reversed", "--format", form]), straight);
    }
    let last = lines.pop().unwrap();
    let torn = lines.concat() + &last[..last.len() / 2];
    std::fs::write(path.join("torn"), torn).unwrap();
    assert!(good(path, &["torn"]).contains("3 of 4 pairs, 6 games"));
}

#[test]
fn errors_are_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let (header, mut entries) = journal();
    std::fs::write(directory.path().join("good"), lines(&header, &[]).concat()).unwrap();
    entries[1].index = 0;
    std::fs::write(
        directory.path().join("damaged"),
        lines(&header, &entries).concat(),
    )
    .unwrap();
    for (arguments, begins) in [
        (&["missing"][..], "error: missing: open: "),
        (&["."], "error: .: not a regular file"),
        (&["damaged"], "error: damaged: line 3: "),
        (
            &["good", "--table", "pairs"],
            "error: --table is for --format csv",
        ),
        (
            &["good", "--format", "csv", "--comparable"],
            "error: --comparable is not for --format csv",
        ),
        (&["good", "-o", "no/such/file"], "error: no/such/file: "),
    ] {
        let error = bad(directory.path(), arguments);
        assert!(error.starts_with(begins), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let error = bad(directory.path(), &["good", "--format", "pdf"]);
    assert!(
        error.contains("possible values: text, json, csv, html"),
        "{error}"
    );
}
