//! `jumpers-engine reserves`.

mod common;

use std::fs;
use std::path::Path;

use common::exhaustive::Exhaustive;
use common::run;
use common::solver::after;
use jumpers_core::study::{Five, Four};
use jumpers_core::{Six, Size};
use jumpers_engine::reserves::{first_turns, start_with};

const COLUMNS: &str = "board,red,teal,turn,verdict,nodes,seconds,nodes_limit,seconds_limit";

/// What a run says: its exit status, standard output, and standard error.
fn reserves(args: &[&str]) -> (Option<i32>, String, String) {
    let output = run(&[&["reserves"], args].concat());
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(!error.contains("panic"), "{args:?}: {error}");
    (output.status.code(), out, error)
}

/// The cells of a table, without the headings.
fn cells(table: &str) -> Vec<Vec<&str>> {
    let rows = table.lines().filter(|line| line.starts_with("| **"));
    rows.map(|row| {
        let cells = row.trim_matches('|').split('|').skip(1);
        cells.map(str::trim).collect()
    })
    .collect()
}

/// The letters of the first turns that win, by search of every line.
fn expected<S: Size>(search: &mut Exhaustive<S>, pair: [u8; 2]) -> String {
    let start = start_with::<S>(pair);
    let legal = start.turns();
    let letters: String = first_turns::<S>()
        .iter()
        .zip('a'..)
        .filter(|(first, _)| {
            legal.contains(&first.turn)
                && !search
                    .wins(&after(&start, &first.turn))
                    .expect("a small game")
        })
        .map(|(_, letter)| letter)
        .collect();
    match letters.is_empty() {
        true => "–".to_owned(),
        false => letters,
    }
}

#[test]
fn every_cell_is_as_exhaustive_search_has_it() {
    fn check<S: Size>(most: u8, least: u8) {
        let [board, range, from] = [
            S::N.to_string(),
            format!("0-{most}"),
            format!("{least}-{most}"),
        ];
        let mut search = Exhaustive::<S>::new(10_000_000);
        for (red, first) in [(&range, 0), (&from, least)] {
            let args = ["--board", &board, "--red", red, "--teal", &range];
            let (status, table, _) = reserves(&args);
            assert_eq!(status, Some(0), "{table}");
            let cells = cells(&table);
            assert_eq!(cells.len(), usize::from(most - first) + 1, "{table}");
            for (red, row) in (first..).zip(cells) {
                assert_eq!(row.len(), usize::from(most) + 1, "{table}");
                for (teal, cell) in (0..).zip(row) {
                    let expected = expected(&mut search, [red, teal]);
                    assert_eq!(cell, expected, "{board}: {red} {teal}");
                }
            }
        }
    }

    check::<Four>(8, 3);
    check::<Five>(4, 2);
    check::<Six>(3, 2);
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_file_is_gone_on_from() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("some.csv");
    let file = path_text(&path);
    let all = ["--red", "0-5", "--teal", "0-5"];
    let (status, scratch, _) = reserves(&all);
    assert_eq!(status, Some(0));
    // A part, then with a limit that leaves something open, then with a wider one.
    let small = ["--red", "2-3", "--teal", "1-3", "--out", file];
    assert_eq!(reserves(&small).0, Some(0));
    let lines = || fs::read_to_string(&path).expect("the file");
    let part = lines();
    assert!(part.lines().count() > 5, "{part}");
    let limited = [&all[..], &["--out", file, "--nodes", "100k"]].concat();
    let (status, open, _) = reserves(&limited);
    assert_eq!(status, Some(3));
    let known = cells(&scratch);
    let mut open_cells = 0;
    for (row, known) in cells(&open).into_iter().zip(&known) {
        for (cell, known) in row.into_iter().zip(known) {
            match cell.strip_suffix('?') {
                Some(wins) => {
                    assert!(wins.chars().all(|letter| known.contains(letter)), "{open}");
                    open_cells += 1;
                }
                None => assert_eq!(cell, *known),
            }
        }
    }
    assert!(open_cells > 0, "{open}");
    let before = lines();
    assert!(before.starts_with(&part));
    assert!(before.contains(",unknown,"), "{before}");
    // The same limit is of no use.
    assert_eq!(reserves(&limited).1, open);
    assert_eq!(lines(), before);
    let (status, resumed, _) = reserves(&[&all[..], &["--out", file]].concat());
    assert_eq!((status, &resumed), (Some(0), &scratch));
    let after = lines();
    assert!(after.starts_with(&before));
    // All is known now, also if there is no time.
    let (status, again, error) = reserves(&[&all[..], &["--out", file, "--nodes", "1"]].concat());
    assert_eq!((status, again, error.as_str()), (Some(0), scratch, ""));
    assert_eq!(lines(), after);
}

#[test]
fn a_file_with_something_wrong_is_one_error_and_stays() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("some.csv");
    let file = path_text(&path);
    let a = "a1-a3+a4";
    for (lines, message) in [
        (
            format!("6,3,2,{a},win,1,0,,\n6,4,2,{a},loss,1,0,,\n"),
            "line 3: a loss with reserves 4 and 2, but a win with 3 and 2 (line 2)",
        ),
        (
            format!("6,3,2,{a},loss,1,0,,\n6,3,3,{a},unknown,1,0,9,\n6,3,3,{a},win,1,0,,\n"),
            "line 4: a win with reserves 3 and 3, but a loss with 3 and 2 (line 2)",
        ),
        (
            format!("6,0,2,{a},win,1,0,,\n"),
            "line 2: a win with reserves 0 and 2, but a loss with 0 and 0 (by the rules)",
        ),
        (
            format!("4,3,2,{a},win,1,0,,\n"),
            "line 2: of board 4, not 6",
        ),
        (
            "6,3,2,a1-c1+d1,win,1,0,,\n".to_owned(),
            "line 2: a1-c1+d1 is none of the first turns",
        ),
        (
            format!("6,3,2,{a},win,1,0,,\n6,3,2,{a},won,1,0,,\n"),
            "line 3: unknown variant `won`, expected one of `win`, `loss`, `unknown`",
        ),
        (
            format!("6,3,300,{a},win,1,0,,\n"),
            "line 2: field 3: number too large",
        ),
        (
            format!("6,3,3,{a},win,1,inf,,\n"),
            "line 2: inf is no number of seconds",
        ),
        (format!("6,3,3,{a},win\n"), "line 2: 5 fields instead of 9"),
        (format!("6,3,3,{a},win,1,0,,"), "line 2: cut off"),
    ] {
        let text = format!("{COLUMNS}\n{lines}");
        fs::write(&path, &text).expect("a file");
        let (status, out, error) = reserves(&["--red", "1", "--teal", "1", "--out", file]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{text}{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        let start = format!("jumpers-engine: {file}: {message}");
        assert!(error.starts_with(&start), "{error}{start}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }
}

#[test]
fn what_is_wrong_is_one_error() {
    for args in [
        &[][..],
        &["--red", "1"],
        &["--teal", "1"],
        &["--red", "2-1", "--teal", "1"],
        &["--red", "1-256", "--teal", "1"],
        &["--red", "x", "--teal", "1"],
        &["--red", "1", "--teal", "1", "--board", "9"],
        &["--red", "1", "--teal", "1", "--board", "six"],
        &["--red", "1", "--teal", "1", "--hash", "0"],
        &["--red", "1", "--teal", "1", "--nodes", "0"],
        &["--red", "1", "--teal", "1", "--time", "soon"],
        &[
            "--red",
            "1",
            "--teal",
            "1",
            "--out",
            "/no/such/directory/file",
        ],
        &["--red", "1", "--teal", "1", "--out", "/"],
        &["--red", "1", "--teal", "1", "--out", "/dev/null"],
        &["--red", "1", "--teal", "1", "more"],
    ] {
        let (status, out, error) = reserves(args);
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
    let file = path_text(&path);
    let args = [
        "reserves", "--board", "8", "--red", "0-20", "--teal", "0-20",
    ];
    let args = [&args[..], &["--out", file]].concat();
    // It never gets to the end, and after a few results there is something to keep.
    let (status, table) = common::interrupt(&args, 10);
    assert_eq!(status, Some(130), "{table}");
    assert!(table.contains("| **20** |"), "{table}");
    assert!(table.contains('?'), "{table}");
    let text = fs::read_to_string(&path).expect("the file");
    assert!(text.lines().count() >= 10, "{text}");
    assert!(!text.contains(",unknown,"), "{text}");
    let (status, _, error) =
        reserves(&["--board", "8", "--red", "1", "--teal", "1", "--out", file]);
    assert_eq!((status, error.as_str()), (Some(0), ""));
}
