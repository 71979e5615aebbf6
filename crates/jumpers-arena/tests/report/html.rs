//! The page.

use std::io::Write;
use std::process::{Command, Stdio};

use jumpers_arena::journal::PairEntry;
use jumpers_arena::report::Report;
use jumpers_arena::tournament::Format;
use jumpers_record::EndingKind;

use crate::journal::{fault, header, match_pairs, pair, sprt};

/// Has the page checked by a parser, and gives what it saw: a line with the numbers of elements,
/// then the text.
fn checked(page: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/report/check_page.py");
    let mut child = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("PYTHONIOENCODING", "utf-8")
        .spawn()
        .expect("python3");
    // The script reads all of it before it writes.
    child
        .stdin
        .take()
        .unwrap()
        .write_all(page.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

fn page_of_match(points: &[usize]) -> String {
    let mut header = header(Format::Match, &["Alpha", "Beta"]);
    header.tournament.sprt = Some(sprt());
    let report = Report::new(&header, &match_pairs(&header, points)).unwrap();
    report.to_html()
}

#[test]
fn pages_are_well_formed_and_alone() {
    for (points, plots) in [
        (&[][..], 0),
        // The score, Elo and Red's share by board, the test, and the lengths on each board.
        (&[1], 5),
        (&[2, 2, 2], 7),
        (&[0, 0, 0], 7),
        (&[2, 1, 0, 1, 2], 7),
    ] {
        let page = page_of_match(points);
        let seen = checked(&page);
        assert_eq!(
            page.matches("role=\"img\"").count(),
            plots,
            "{points:?}: {seen}"
        );
        for foreign in ["http", "src=", "@import", "url(", "<script", "javascript:"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("prefers-color-scheme: dark"));
    }
}

#[test]
fn many_engines() {
    let names: Vec<String> = (0..15).map(|number| format!("Engine {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let header = header(Format::Gauntlet, &names);
    let entries: Vec<PairEntry> = (0..56)
        .map(|index| {
            let other = index as usize % 14 + 1;
            let winners = [if index % 3 == 0 { other } else { 0 }, other];
            pair(
                &header,
                index,
                [0, other],
                [6, 8][index as usize % 2],
                winners,
            )
        })
        .collect();
    let page = Report::new(&header, &entries).unwrap().to_html();
    let seen = checked(&page);
    // Ratings, 12 scores, Red's share, and two boards' lengths.
    assert_eq!(page.matches("role=\"img\"").count(), 16);
    assert!(seen.contains("Engine 0 against Engine 14"));
    assert!(seen.contains("Those of the first 12 engines"));
}

#[test]
fn names_and_details_are_escaped() {
    let names = ["<script>alert(1)</script>", "a & \"b\" 'c' </title> <!--"];
    let mut header = header(Format::Match, &names);
    header.tournament.event = "</style><b onload=x>".to_owned();
    header.tournament.sprt = Some(sprt());
    let mut entries = match_pairs(&header, &[2, 1, 0]);
    let detail = "<img src=x> \u{1b}[31m]]>";
    fault(&mut entries[0].games[0], EndingKind::Crash, detail);
    entries[0].games[0].ending.stderr = vec!["</pre><script>".to_owned()];
    let page = Report::new(&header, &entries).unwrap().to_html();
    let seen = checked(&page);
    for foreign in ["<script", "<b ", "<img", "<!--", "\u{1b}"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // As texts they are what they were.
    for text in [
        names[0],
        names[1],
        "</style><b onload=x>",
        "<img src=x> \\u{1b}[31m]]>",
        "</pre><script>",
    ] {
        assert!(seen.contains(text), "{text}");
    }
}

#[test]
fn large_tournaments_stay_small() {
    let mut header = header(Format::Match, &["Alpha", "Beta"]);
    header.tournament.rounds = 5000;
    header.tournament.sprt = Some(sprt());
    // Even, so that no verdict falls early.
    header.tournament.sprt.as_mut().unwrap().elo0 = -200.0;
    let mut entries = match_pairs(&header, &[2, 0, 1, 1].repeat(1250));
    for entry in &mut entries {
        fault(
            &mut entry.games[1],
            EndingKind::Crash,
            &"detail ".repeat(20),
        );
        entry.games[1].ending.stderr = vec!["line of standard error ".repeat(50); 20];
    }
    let page = Report::new(&header, &entries).unwrap().to_html();
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    let seen = checked(&page);
    assert!(
        seen.contains("The first 200 of 5000 faults"),
        "{}",
        &seen[..2000]
    );

    let names: Vec<String> = (0..101).map(|number| format!("Engine {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let header = crate::journal::header(Format::RoundRobin, &names);
    let entries: Vec<PairEntry> = (0..100)
        .flat_map(|one| (one + 1..101).map(move |other| [one, other]))
        .zip(0..)
        .map(|(engines, index)| pair(&header, index, engines, 6, engines))
        .collect();
    let page = Report::new(&header, &entries).unwrap().to_html();
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    checked(&page);
}
