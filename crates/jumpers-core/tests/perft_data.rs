//! Perft and the counts of turns and paths against a file of positions with known numbers.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use common::records::{Record, records};
use jumpers_core::{Position, Size, SizeVisitor, perft};

/// Records with more turns than this are for patient people.
const MOST_TURNS: u64 = 200_000_000;

/// Compares one record with what is counted.
struct Count<'a>(&'a Record);

impl SizeVisitor for Count<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let record = self.0;
        let position: Position<S> = common::position(&record.position);
        assert_eq!(
            perft(&position, record.depth),
            record.turns,
            "perft({}) of {position}",
            record.depth
        );
        if record.depth == 1 {
            assert_eq!(position.count_turns(), record.turns, "{position}");
            assert_eq!(position.count_paths(), record.paths, "{position}");
            assert_eq!(position.turns().len() as u64, record.turns, "{position}");
            assert_eq!(position.has_turn(), record.turns > 0, "{position}");
        }
    }
}

/// Counts the records on as many threads as there are processors.
fn count_all(mut records: Vec<Record>) {
    // The long ones first, so that none is left to one thread at the end.
    records.sort_by_key(|record| std::cmp::Reverse(record.turns));
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(record) = records.get(next.fetch_add(1, Ordering::Relaxed)) {
                    record.size().visit(Count(record));
                }
            });
        }
    });
}

#[test]
fn perft_counts_what_the_file_says() {
    let mut records = records();
    records.retain(|record| record.turns <= MOST_TURNS);
    assert!(records.len() > 280, "{} records", records.len());
    count_all(records);
}

#[test]
#[ignore = "counts fourteen thousand million turns"]
fn deep_perft_counts_what_the_file_says() {
    let mut records = records();
    records.retain(|record| record.turns > MOST_TURNS);
    assert!(!records.is_empty());
    count_all(records);
}

/// Every position of the file has a record of depth 1, so the paths are counted everywhere.
#[test]
fn every_position_has_its_turns_and_paths_counted() {
    let records = records();
    for record in &records {
        let has_depth_1 = records
            .iter()
            .any(|other| other.depth == 1 && other.position == record.position);
        assert!(has_depth_1, "{}", record.position);
    }
}

/// The definition of perft, on small trees: playing every turn and adding up.
#[test]
fn perft_is_the_sum_over_the_turns() {
    struct Sum<'a>(&'a str);
    impl SizeVisitor for Sum<'_> {
        type Output = ();
        fn visit<S: Size>(self) {
            let position: Position<S> = common::position(self.0);
            assert_eq!(perft(&position, 0), 1);
            for depth in 1..4 {
                let sum: u64 = position
                    .turns()
                    .iter()
                    .map(|turn| {
                        let mut next = position;
                        next.play(turn).expect("a legal turn");
                        perft(&next, depth - 1)
                    })
                    .sum();
                assert_eq!(perft(&position, depth), sum, "{position} {depth}");
            }
        }
    }
    for record in records() {
        if record.depth == 3 && record.turns < 100_000 {
            record.size().visit(Sum(&record.position));
        }
    }
}
