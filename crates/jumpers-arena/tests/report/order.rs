//! What a report does not depend on.

use jumpers_arena::journal::Shard;
use jumpers_arena::report::Report;
use jumpers_arena::tournament::Format;
use jumpers_record::EndingKind;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::journal::{fault, header, match_pairs, pair, sprt};

fn shuffled<T: Clone>(entries: &[T], seed: u64) -> Vec<T> {
    let mut entries = entries.to_vec();
    entries.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    entries
}

#[test]
fn the_order_of_lines_does_not_matter() {
    let header = header(Format::RoundRobin, &["A", "B", "C"]);
    let meetings = [[0, 1], [2, 0], [1, 2]];
    let mut entries: Vec<_> = (0..12)
        .map(|index| {
            let engines = meetings[index as usize % 3];
            let winners = [engines[index as usize % 2], engines[index as usize / 5 % 2]];
            pair(
                &header,
                index,
                engines,
                [6, 8, 10][index as usize % 3],
                winners,
            )
        })
        .collect();
    for index in [2, 5, 7] {
        fault(&mut entries[index].games[1], EndingKind::Stall, "silence");
    }
    let expected = Report::new(&header, &entries).unwrap();
    for seed in 0..20 {
        let report = Report::new(&header, &shuffled(&entries, seed)).unwrap();
        assert_eq!(report, expected);
        assert_eq!(report.to_text(), expected.to_text());
        assert_eq!(report.to_html(), expected.to_html());
    }
}

/// Other times of day and other times used: another run of the same games.
#[test]
fn comparable_reports_have_no_times() {
    let header = header(Format::Match, &["A", "B"]);
    let entries = match_pairs(&header, &[2, 1, 0, 2]);
    let mut other = header.clone();
    other.started = "2027-01-01T00:00:00Z".to_owned();
    let mut again = entries.clone();
    for entry in &mut again {
        entry.finished = "2027-01-01T01:00:00Z".to_owned();
        for game in &mut entry.games {
            game.date = String::new();
            for turn in &mut game.turns {
                turn.time = None;
            }
        }
    }
    let one = Report::new(&header, &entries).unwrap();
    let two = Report::new(&other, &again).unwrap();
    assert_ne!(one, two);
    assert_eq!(one.clone().comparable(), two.comparable());
    let text = one.comparable().to_text();
    assert!(!text.contains("2026") && !text.contains("(ms)"), "{text}");
}

/// The verdict falls with some pair, and however many were played behind it, the rest is the same.
#[test]
fn pairs_beyond_the_verdict_do_not_matter() {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.sprt = Some(sprt());
    let points: Vec<usize> = [2, 1, 2].repeat(30);
    let entries = match_pairs(&header, &points);
    let all = Report::new(&header, &entries).unwrap();
    let decided = all.sprt.as_ref().unwrap().decided_after.unwrap();
    assert!(decided < 80, "{decided}");
    assert_eq!(all.progress.pairs, decided);
    for more in [0, 1, 2, 9] {
        let mut played = entries[..decided as usize + more].to_vec();
        // Those behind were won by the other engine.
        for entry in &mut played[decided as usize..] {
            for game in &mut entry.games {
                std::mem::swap(&mut game.red, &mut game.teal);
            }
            std::mem::swap(&mut entry.first, &mut entry.second);
        }
        let report = Report::new(&header, &shuffled(&played, more as u64)).unwrap();
        let beyond = report.sprt.as_ref().unwrap().beyond.as_ref();
        assert_eq!(beyond.map_or(0, |beyond| beyond.pairs.pairs()), more as u64);
        assert_eq!(report.comparable(), all.clone().comparable());
    }
}

/// A journal of all shares has the same report as one of the whole.
#[test]
fn shares_add_up_to_the_whole() {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.rounds = 9;
    let entries = match_pairs(&header, &[2, 1, 0, 2, 2, 1, 1, 2, 0]);
    let whole = Report::new(&header, &entries).unwrap();
    let mut merged = Vec::new();
    for number in [2, 1] {
        let shard = Shard { number, count: 2 };
        let share: Vec<_> = entries
            .iter()
            .filter(|entry| shard.contains(entry.index))
            .cloned()
            .collect();
        let mut sharded = header.clone();
        sharded.shard = Some(shard);
        let report = Report::new(&sharded, &share).unwrap();
        assert_eq!(report.progress.scheduled_pairs, share.len() as u64);
        assert!(report.progress.complete);
        assert!(report.to_text().contains(&format!("in share {number}/2")));
        merged.extend(share);
    }
    assert_eq!(Report::new(&header, &merged).unwrap(), whole);
}
