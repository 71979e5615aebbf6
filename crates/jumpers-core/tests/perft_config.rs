//! All ways of counting come to the same: threads, hash table, paths, divide, stopping.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

mod common;

use common::records::{Record, records};
use jumpers_core::{
    Counting, Eight, PerftConfig, PerftError, Position, Six, Size, SizeVisitor, Ten, perft,
};

const CONFIGS: [(usize, usize); 5] = [(1, 0), (2, 0), (1, 1), (2, 1), (3, 16)];

fn configs(counting: Counting) -> impl Iterator<Item = PerftConfig> {
    CONFIGS
        .into_iter()
        .map(move |(threads, hash_mib)| PerftConfig {
            counting,
            threads,
            hash_mib,
        })
}

struct Check<'a> {
    record: &'a Record,
    config: PerftConfig,
}

impl SizeVisitor for Check<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let Record {
            position,
            depth,
            paths,
            turns,
        } = self.record;
        let position: Position<S> = position.parse().unwrap();
        let report = self.config.run(&position, *depth).unwrap();
        let expected = match self.config.counting {
            Counting::Turns => *turns,
            Counting::Paths => *paths,
        };
        assert_eq!(
            report.total, expected,
            "{position} {depth} {:?}",
            self.config
        );
        let divided: u64 = report.divide.iter().map(|(_, count)| count).sum();
        assert_eq!(divided, report.total);
        for (turn, count) in &report.divide {
            let mut next = position;
            next.play(turn).unwrap();
            if self.config.counting == Counting::Turns && *turns < 100_000 {
                assert_eq!(*count, perft(&next, depth - 1), "{position} {turn:?}");
            }
        }
    }
}

fn check_all(counting: Counting, most: u64) {
    for record in records().iter().filter(|record| record.paths <= most) {
        let size = record.size();
        for config in configs(counting) {
            size.visit(Check { record, config });
        }
    }
}

#[test]
fn every_record_by_turns_in_every_way() {
    check_all(Counting::Turns, 2_000_000);
}

#[test]
fn every_record_by_paths_in_every_way() {
    check_all(Counting::Paths, 500_000);
}

/// The largest record, by turns with a hash table; minutes without one.
#[test]
#[ignore = "a minute"]
fn deepest_records_with_a_hash_table() {
    for record in records().iter().filter(|record| record.paths > 100_000_000) {
        let size = record.size();
        let config = PerftConfig {
            threads: 0,
            hash_mib: 1024,
            ..PerftConfig::default()
        };
        size.visit(Check { record, config });
    }
}

#[test]
#[ignore = "minutes"]
fn deepest_records_by_paths() {
    for record in records().iter().filter(|record| record.paths > 500_000) {
        let size = record.size();
        let config = PerftConfig {
            counting: Counting::Paths,
            threads: 0,
            hash_mib: 1024,
        };
        size.visit(Check { record, config });
    }
}

fn start_counts<S: Size>(expected: [u64; 7]) {
    let start = Position::<S>::start();
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(
            perft(&start, depth),
            expected,
            "{0}x{0} perft {depth}",
            S::N
        );
    }
}

#[test]
fn the_first_seven_depths_of_all_starts() {
    start_counts::<Six>([10, 100, 1158, 12036, 134_536, 1_338_914, 14_021_784]);
    start_counts::<Eight>([10, 100, 1180, 13924, 205_656, 3_013_706, 52_659_952]);
    start_counts::<Ten>([10, 100, 1180, 13924, 205_792, 3_041_536, 54_750_348]);
}

#[test]
fn depth_zero_is_one_and_the_end_of_the_game_none() {
    let start = Position::<Six>::start();
    let over: Position<Six> = "6/6/6/6/6/t5 r 3 0".parse().unwrap();
    for counting in [Counting::Turns, Counting::Paths] {
        for config in configs(counting) {
            assert_eq!(config.run(&start, 0).unwrap().total, 1);
            for depth in 1..5 {
                let report = config.run(&over, depth).unwrap();
                assert_eq!((report.total, report.divide), (0, Vec::new()));
            }
        }
    }
}

#[test]
fn progress_ends_at_the_total() {
    let start = Position::<Eight>::start();
    let (calls, most_done, nodes) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    let config = PerftConfig {
        threads: 2,
        ..PerftConfig::default()
    };
    let report = config
        .run_with(&start, 5, &AtomicBool::new(false), &|progress| {
            calls.fetch_add(1, Ordering::Relaxed);
            most_done.fetch_max(progress.done, Ordering::Relaxed);
            nodes.fetch_max(progress.nodes as usize, Ordering::Relaxed);
            assert!(progress.done <= progress.tasks);
        })
        .unwrap();
    assert_eq!(calls.into_inner(), most_done.into_inner());
    assert_eq!(nodes.into_inner() as u64, report.total);
}

#[test]
fn a_stopped_count_has_no_result() {
    let start = Position::<Ten>::start();
    for config in configs(Counting::Turns).chain(configs(Counting::Paths)) {
        let stop = AtomicBool::new(true);
        // Far too deep to be finished.
        assert_eq!(
            config.run_with(&start, 20, &stop, &|_| ()),
            Err(PerftError::Stopped)
        );
        let stop = AtomicBool::new(false);
        let result = config.run_with(&start, 9, &stop, &|_| stop.store(true, Ordering::Relaxed));
        assert_eq!(result, Err(PerftError::Stopped));
    }
}

#[test]
fn a_count_of_any_depth_can_be_stopped() {
    // Games of over a thousand turns: the recursion goes as deep.
    for text in [
        "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 255 255",
        "8tt/8tt/10/10/10/10/10/10/rr8/rr8 t 255 255",
    ] {
        let position: Position<Ten> = text.parse().unwrap();
        for config in configs(Counting::Turns).chain(configs(Counting::Paths)) {
            for depth in [500, u32::MAX] {
                let stop = AtomicBool::new(false);
                let result = std::thread::scope(|scope| {
                    scope.spawn(|| {
                        std::thread::sleep(Duration::from_millis(200));
                        stop.store(true, Ordering::Relaxed);
                    });
                    config.run_with(&position, depth, &stop, &|_| ())
                });
                assert_eq!(result, Err(PerftError::Stopped), "{config:?}");
            }
        }
    }
}

#[test]
fn a_table_that_cannot_be_had_is_refused() {
    let config = PerftConfig {
        hash_mib: 1 << 43,
        ..PerftConfig::default()
    };
    let error = config.run(&Position::<Six>::start(), 2).unwrap_err();
    assert_eq!(error, PerftError::NoMemory(1 << 43));
}
