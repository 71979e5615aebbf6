//! The text, compared with files. `UPDATE_GOLDEN=1` writes them.

use std::path::Path;

use jumpers_arena::journal::{Header, PairEntry};
use jumpers_arena::report::Report;
use jumpers_arena::tournament::Format;
use jumpers_record::EndingKind;

use crate::journal::{fault, header, match_pairs, pair, sprt, warning};

fn compare(name: &str, header: &Header, entries: &[PairEntry]) {
    let text = Report::new(header, entries).unwrap().to_text();
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/report/golden")
        .join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, expected, "{name}");
}

#[test]
fn everything_won() {
    let header = header(Format::Match, &["Alpha", "Beta"]);
    compare("won.txt", &header, &match_pairs(&header, &[2, 2, 2, 2]));
}

#[test]
fn everything_lost() {
    let header = header(Format::Match, &["Alpha", "Beta"]);
    compare("lost.txt", &header, &match_pairs(&header, &[0, 0, 0, 0]));
}

#[test]
fn nothing_played() {
    let header = header(Format::Match, &["Alpha", "Beta"]);
    compare("nothing.txt", &header, &[]);
}

#[test]
fn won_and_lost_with_faults_and_a_test() {
    let mut header = header(Format::Match, &["Alpha", "Beta"]);
    header.tournament.sprt = Some(sprt());
    header.tournament.rounds = 50;
    let mut entries = match_pairs(&header, &[2, 1, 2, 2, 0, 1].repeat(4));
    fault(
        &mut entries[2].games[0],
        EndingKind::Crash,
        "exited in a search",
    );
    fault(
        &mut entries[2].games[1],
        EndingKind::Time,
        "used 153.2 ms of 100 ms",
    );
    fault(
        &mut entries[4].games[0],
        EndingKind::IllegalTurn,
        "a1-a9: \u{1b}[31mno such point",
    );
    entries[7].warnings = vec![warning(1, 2, "no option 'Hsah'")];
    entries.remove(20);
    compare("mixed.txt", &header, &entries);
}

#[test]
fn three_engines() {
    let header = header(Format::RoundRobin, &["Alpha", "Beta", "Gamma"]);
    let meetings = [[0, 1], [2, 0], [1, 2]];
    let entries: Vec<PairEntry> = (0..9)
        .map(|index| {
            let engines = meetings[index as usize % 3];
            let winners = [engines[0].min(engines[1]), engines[index as usize / 3 % 2]];
            pair(&header, index, engines, 6, winners)
        })
        .collect();
    compare("three.txt", &header, &entries);
}

/// Engines that never met cannot be compared.
#[test]
fn groups_that_never_met() {
    let header = header(Format::RoundRobin, &["A", "B", "C", "D"]);
    let entries = [
        pair(&header, 0, [0, 1], 6, [0, 1]),
        pair(&header, 5, [2, 3], 6, [2, 2]),
    ];
    let text = Report::new(&header, &entries).unwrap().to_text();
    assert!(text.contains("| group |"), "{text}");
    assert!(
        text.contains("No games connect engines of different groups"),
        "{text}"
    );
}

#[test]
fn lines_are_not_long() {
    let names: Vec<String> = (0..30)
        .map(|number| format!("{number} {}", "engine of a long name ".repeat(4).trim()))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for count in [2, 30] {
        let format = if count == 2 {
            Format::Match
        } else {
            Format::Gauntlet
        };
        let mut header = header(format, &names[..count]);
        header.tournament.event = "A tournament ".repeat(20).trim().to_owned();
        header.tournament.openings.source = "directory/".repeat(20);
        let mut entries: Vec<PairEntry> = (0..100)
            .map(|index| {
                let other = index as usize % (count - 1) + 1;
                pair(&header, index, [0, other], 10, [0, other])
            })
            .collect();
        let detail = "nonsense".repeat(30);
        fault(&mut entries[7].games[0], EndingKind::ProtocolError, &detail);
        let text = Report::new(&header, &entries).unwrap().to_text();
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{line}");
            assert_eq!(line, line.trim_end());
        }
        // What is cut into pieces is all there.
        for number in 1..=count {
            assert!(text.contains(&format!(" {number} |")), "{number}");
        }
    }
}

#[test]
fn long_lists_are_cut_and_say_so() {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.rounds = 30;
    let mut entries = match_pairs(&header, &[1; 30]);
    for entry in &mut entries {
        fault(&mut entry.games[0], EndingKind::Stall, "silence");
    }
    let text = Report::new(&header, &entries).unwrap().to_text();
    assert_eq!(text.matches("| silence |").count(), 20);
    assert!(text.contains("The first 20 of 30 faults; the JSON report has all."));

    let names: Vec<String> = (0..60).map(|number| format!("E{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let header = crate::journal::header(Format::RoundRobin, &names);
    let entries: Vec<PairEntry> = (0..150)
        .map(|index| {
            pair(
                &header,
                index,
                [index as usize % 9, 10 + index as usize / 9],
                6,
                [0; 2],
            )
        })
        .collect();
    let text = Report::new(&header, &entries).unwrap().to_text();
    assert_eq!(text.matches(" against ").count(), 100);
    assert!(text.contains("The first 100 of 150 pairings; the JSON report has all."));
    assert!(text.contains("Left out: there are 60 engines; the JSON report has it."));
}

/// Names that differ in their ends, or only in what a table has no room for.
#[test]
fn long_names_stay_different() {
    let long = "engine-with-a-very-long-name-of-a-branch";
    let names = [
        format!("{long}-one"),
        format!("{long}-two"),
        format!("{long}-A-{long}"),
        format!("{long}-B-{long}"),
    ];
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let header = header(Format::RoundRobin, &names);
    let entries: Vec<PairEntry> = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        .into_iter()
        .zip(0..)
        .map(|(engines, index)| pair(&header, index, engines, 6, engines))
        .collect();
    let report = Report::new(&header, &entries).unwrap();
    let text = report.to_text();
    let crosstable = text.split("\nCrosstable").nth(1).unwrap();
    let rows = crosstable.lines().filter(|line| line.contains("engine-"));
    let mut shown: Vec<&str> = rows
        .take(4)
        .map(|row| row.split('|').nth(2).unwrap())
        .collect();
    assert_eq!(shown.len(), 4, "{text}");
    shown.sort_unstable();
    shown.dedup();
    assert_eq!(shown.len(), 4, "{text}");
    for number in ["#3", "#4"] {
        assert!(text.contains(number), "{text}");
    }
    // The page has each name whole, where it stands for the engine and where it is pointed at.
    let page = report.to_html();
    for name in names {
        assert!(
            page.contains(&format!("<th scope=\"row\">{name}</th>")),
            "{name}"
        );
        assert!(page.contains(&format!("title=\"{name}\"")), "{name}");
    }
}

#[test]
fn bars_in_names_do_not_end_cells() {
    let header = header(Format::Match, &["A|B", "C"]);
    let text = Report::new(&header, &match_pairs(&header, &[1]))
        .unwrap()
        .to_text();
    assert!(text.contains("| A\\|B"), "{text}");
    assert!(text.contains("A|B against C\n"), "{text}");
}
