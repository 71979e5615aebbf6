//! `jumpers-engine growth`.

mod common;

use std::fs;
use std::path::Path;

use common::exhaustive::Exhaustive;
use common::run;
use jumpers_core::study::{Five, Four};
use jumpers_core::{Six, Size};
use jumpers_engine::growth::{Growth, Winner};
use jumpers_engine::reserves::start_with;
use jumpers_engine::results::{Row, read};
use jumpers_engine::solve::Verdict;

/// What a run says: its exit status, standard output, and standard error.
fn growth(args: &[&str]) -> (Option<i32>, String, String) {
    let output = run(&[&["growth"], args].concat());
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(!error.contains("panic"), "{args:?}: {error}");
    (output.status.code(), out, error)
}

fn rows(text: &str) -> Vec<Growth> {
    let rows = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    rows.into_iter().map(|(_, row)| row).collect()
}

#[test]
fn every_start_is_solved_as_by_exhaustive_search() {
    fn check<S: Size>(most: u8) {
        let mut search = Exhaustive::<S>::new(10_000_000);
        let [board, up_to] = [S::N, most].map(|number| number.to_string());
        let args = ["--board", &board, "--up-to", &up_to, "--hash", "1"];
        let (status, out, error) = growth(&args);
        assert_eq!(status, Some(0), "{error}");
        let rows = rows(&out);
        assert_eq!(rows.len(), usize::from(most) + 1, "{out}");
        for (reserve, row) in (0..).zip(&rows) {
            let wins = search
                .wins(&start_with([reserve; 2]))
                .expect("a small game");
            let (verdict, winner) = match wins {
                true => (Verdict::Win, Winner::Red),
                false => (Verdict::Loss, Winner::Teal),
            };
            assert_eq!((row.board, row.red, row.teal), (S::N, reserve, reserve));
            assert_eq!((row.verdict, row.winner), (verdict, Some(winner)), "{out}");
            assert_eq!((row.hash, row.threads), (1, 1));
            assert!(row.nodes > 0);
        }
        // One thread takes the same positions each time, and none of one pair serves another.
        let last = rows.last().expect("a row");
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut text = format!("{}\n", Growth::COLUMNS.join(","));
        for row in &rows[..rows.len() - 1] {
            text += &jumpers_engine::results::line(row).expect("a line");
        }
        fs::write(file.path(), text).expect("a file");
        let (_, out, _) = growth(&[&args[..], &["--out", path_text(file.path())]].concat());
        let again = self::rows(&out);
        assert_eq!(again[..rows.len() - 1], rows[..rows.len() - 1]);
        assert_eq!(again.last().expect("a row").nodes, last.nodes);
    }

    check::<Four>(8);
    check::<Five>(4);
    check::<Six>(3);
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_limit_ends_it_and_a_wider_one_goes_on() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("some.csv");
    let file = path_text(&path);
    let text = || fs::read_to_string(&path).expect("the file");
    let limited = ["--up-to", "5", "--out", file, "--nodes", "20k"];
    let (status, out, _) = growth(&limited);
    assert_eq!((status, &out), (Some(3), &text()));
    let found = rows(&out);
    assert_eq!(found.len(), 6, "{out}");
    let is_open = |row: &Growth| row.verdict == Verdict::Unknown;
    let (open, done): (Vec<_>, Vec<_>) = found.into_iter().partition(is_open);
    assert!(open.len() >= 2 && done.len() >= 3, "{out}");
    for row in &open {
        assert_eq!((row.winner, row.nodes_limit), (None, Some(20_000)));
        assert!(row.nodes >= 20_000, "{out}");
    }
    // The same limit is of no use.
    let (status, again, error) = growth(&limited);
    assert_eq!((status, &again, error.as_str()), (Some(3), &out, ""));
    assert_eq!(text(), out);
    let (status, all, _) = growth(&["--up-to", "5", "--out", file]);
    assert_eq!(status, Some(0));
    let known = rows(&all);
    assert_eq!(known.len(), 6);
    assert!(done.iter().all(|row| known.contains(row)), "{all}");
    assert!(!known.iter().any(is_open), "{all}");
    assert!(text().starts_with(&out));
    // What was solved once need not be solved again.
    let (status, last, error) = growth(&limited);
    assert_eq!((status, &last, error.as_str()), (Some(0), &all, ""));
    // A part of it.
    let (status, part, _) = growth(&["--from", "2", "--up-to", "3", "--out", file]);
    assert_eq!(status, Some(0));
    assert_eq!(rows(&part), known[2..=3]);
}

#[test]
fn what_is_wrong_is_one_error() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("some.csv");
    let file = path_text(&path);
    for (lines, message) in [
        (
            "7,1,1,loss,teal,6,0,0,0,1,1,,\n",
            "line 2: of board 7, not 6",
        ),
        (
            "6,1,2,loss,teal,6,0,0,0,1,1,,\n",
            "line 2: reserves of 1 and 2 differ",
        ),
        (
            "6,1,1,loss,teal,6,0,0,0,1,1,,\n6,1,1,win,red,6,0,0,0,1,1,,\n",
            "line 3: a win, but a loss in line 2",
        ),
        (
            "6,1,1,loss,teal,-6,0,0,0,1,1,,\n",
            "line 2: field 6: invalid digit",
        ),
        ("6,1,1,loss", "line 2: "),
    ] {
        let text = format!("{}\n{lines}", Growth::COLUMNS.join(","));
        fs::write(&path, &text).expect("a file");
        let (status, out, error) = growth(&["--up-to", "1", "--out", file]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{text}");
        assert_eq!(error.lines().count(), 1, "{error}");
        let start = format!("jumpers-engine: {file}: {message}");
        assert!(error.starts_with(&start), "{error}{start}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }
    for args in [
        &[][..],
        &["--up-to", "256"],
        &["--from", "2", "--up-to", "1"],
        &["--up-to", "1", "--board", "3"],
        &["--up-to", "1", "--threads", "257"],
        &["--up-to", "1", "--out", "/no/such/directory/file"],
    ] {
        let (status, out, error) = growth(args);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{args:?}: {error}");
        let errors = error.matches("error:").count() + error.matches("jumpers-engine:").count();
        assert_eq!(errors, 1, "{args:?}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_and_what_was_found_is_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("some.csv");
    let args = ["growth", "--board", "10", "--up-to", "30", "--out"];
    // It never gets to the end.
    let (status, out) = common::interrupt(&[&args[..], &[path_text(&path)]].concat(), 3);
    assert_eq!(status, Some(130), "{out}");
    assert_eq!(fs::read_to_string(&path).expect("the file"), out);
    let found = rows(&out);
    assert!(found.len() >= 3, "{out}");
    assert!(found.iter().all(|row| row.verdict != Verdict::Unknown));
}
