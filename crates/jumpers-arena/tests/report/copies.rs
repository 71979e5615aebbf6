//! Pairs that repeat earlier ones.

use jumpers_arena::journal::PairEntry;
use jumpers_arena::report::Report;
use jumpers_arena::tournament::Format;
use jumpers_record::Winner;

use crate::journal::{header, match_pairs, pair, sprt};

/// Gives a pair the turns of another one, game by game.
fn repeat(entries: &mut [PairEntry], from: usize, to: usize) {
    for game in 0..2 {
        entries[to].games[game].turns = entries[from].games[game].turns.clone();
    }
}

const WARNING: &str = "2 of 9 pairs are copies of earlier ones: the intervals are too narrow";

#[test]
fn copies_are_counted_and_warned_of() {
    let header = header(Format::Match, &["A", "B"]);
    let mut entries = match_pairs(&header, &[1; 9]);
    let report = Report::new(&header, &entries).unwrap();
    assert_eq!(report.progress.copies, 0);
    assert!(!report.to_text().contains("copies"));
    assert!(!report.to_html().contains("copies"));
    // On the same board, with the same engine as Red in the first game.
    repeat(&mut entries, 0, 6);
    repeat(&mut entries, 1, 7);
    let report = Report::new(&header, &entries).unwrap();
    assert_eq!(report.progress.copies, 2);
    assert!(report.to_text().contains(WARNING), "{}", report.to_text());
    assert!(report.to_html().contains(WARNING));
    assert_eq!(report.comparable().progress.copies, 2);
}

#[test]
fn another_winner_position_or_turn_is_no_copy() {
    let header = header(Format::Match, &["A", "B"]);
    let mut same = vec![
        pair(&header, 0, [0, 1], 6, [0, 1]),
        pair(&header, 1, [0, 1], 6, [0, 1]),
    ];
    repeat(&mut same, 0, 1);
    let copies = |entries: &[PairEntry]| Report::new(&header, entries).unwrap().progress.copies;
    assert_eq!(copies(&same), 1);
    let mut other = same.clone();
    other[1].games[1].winner = Winner::Teal;
    assert_eq!(copies(&other), 0);
    let mut other = same.clone();
    other[1].games[1].turns[3].turn = "a1-c1+d1".to_owned();
    assert_eq!(copies(&other), 0);
    let mut other = same.clone();
    for game in &mut other[1].games {
        game.position = "4tt/4tt/6/6/rr4/rr4 r 12 12".to_owned();
    }
    assert_eq!(copies(&other), 0);
    // What engines used for their turns is nothing that matters.
    same[1].games[0].turns[0].nodes = Some(7);
    assert_eq!(copies(&same), 1);
}

#[test]
fn it_does_not_matter_who_is_red_first_but_who_plays_does() {
    let header = header(Format::RoundRobin, &["A", "B", "C"]);
    let mut swapped = pair(&header, 1, [1, 0], 6, [1, 0]);
    let mut entries = vec![
        pair(&header, 0, [0, 1], 6, [0, 1]),
        pair(&header, 2, [2, 1], 6, [2, 1]),
    ];
    for game in 0..2 {
        swapped.games[game].turns = entries[0].games[1 - game].turns.clone();
    }
    repeat(&mut entries, 0, 1);
    entries.insert(1, swapped);
    let report = Report::new(&header, &entries).unwrap();
    assert_eq!(report.progress.copies, 1);
}

#[test]
fn pairs_beyond_a_verdict_are_told_of() {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.sprt = Some(sprt());
    let entries = match_pairs(&header, &[2; 60]);
    let report = Report::new(&header, &entries).unwrap();
    let beyond = 60 - report.progress.pairs;
    assert!(beyond > 1);
    let told = format!("; {beyond} pairs behind the verdict not counted");
    assert!(report.to_text().contains(&told), "{}", report.to_text());
    assert!(!report.comparable().to_text().contains("not counted"));
}
