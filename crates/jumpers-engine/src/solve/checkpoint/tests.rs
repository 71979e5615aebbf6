use std::io::Cursor;

use jumpers_core::{Eight, Six, Ten};
use rayon::ThreadPoolBuilder;

use super::*;
use crate::search::Control;
use crate::solve::limit::Limit;
use crate::solve::table::board_hash;
use crate::solve::{SolveLimits, Solver};

/// A table after so many positions of the start, with one thread.
fn searched<S: Size>(nodes: u64) -> Solver<S> {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let solver = Solver::<S>::new(1).unwrap();
    let limits = SolveLimits {
        nodes: Some(nodes),
        time: None,
    };
    let control = Control::new(false);
    solver.solve(&Position::start(), limits, &pool, &control, &|_| ());
    solver
}

fn records<S: Size>(table: &ProofTable) -> Vec<Record<S>> {
    let mut records = Vec::new();
    table.for_each(|record| records.push(record));
    records
}

fn written<S: Size>(table: &ProofTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    write::<S>(table, &Position::start(), &mut bytes).unwrap();
    bytes
}

fn check_round_trip<S: Size>() {
    let solver = searched::<S>(20_000);
    let bytes = written::<S>(solver.table());
    let other = Solver::<S>::new(1).unwrap();
    let restored = read::<S>(other.table(), Cursor::new(&bytes)).unwrap();
    let known = records::<S>(solver.table());
    assert!(known.len() > 500);
    assert_eq!(restored.entries, known.len() as u64);
    assert_eq!(restored.kept, restored.entries);
    assert_eq!(restored.root, Position::<S>::start().to_string());
    for record in &known {
        let found = other.table().get(&record.setup).unwrap();
        assert_eq!(found.numbers, record.numbers);
    }
    // What is known already is not stored again.
    let again = read::<S>(other.table(), Cursor::new(&bytes)).unwrap();
    assert_eq!(again.kept, 0);
    assert_eq!(records::<S>(other.table()).len(), known.len());
}

#[test]
fn what_is_written_is_read() {
    check_round_trip::<Six>();
    check_round_trip::<Eight>();
    check_round_trip::<Ten>();
}

#[test]
fn what_is_soon_found_again_and_what_has_a_limit_is_left_out() {
    let half = Numbers {
        proof: 2.0,
        disproof: 3.0,
    };
    let [kept, looked_at, limited] = [[1, 2], [3, 4], [5, 6]].map(|reserves| Setup {
        reserves,
        ..Position::<Six>::start().setup()
    });
    let table = ProofTable::new::<Six>(1).unwrap();
    table.put(&kept, half, 2);
    table.put_estimate(&looked_at, board_hash(&looked_at), Limit::NONE, half);
    table.put_within(&limited, Limit::of(5), Numbers::LOSS, 40);
    let restored = ProofTable::new::<Six>(1).unwrap();
    let read = read::<Six>(&restored, Cursor::new(written::<Six>(&table))).unwrap();
    assert_eq!((read.entries, read.kept), (1, 1));
    assert_eq!(restored.get(&kept).unwrap().numbers, half);
    assert_eq!(restored.get(&looked_at), None);
    assert_eq!(restored.get_within(&limited, Limit::of(5)), None);
}

#[test]
fn damaged_files_are_refused_and_change_nothing() {
    let bytes = written::<Six>(searched::<Six>(600).table());
    let table = ProofTable::new::<Six>(1).unwrap();
    let refused = |bytes: &[u8], what: &str| {
        let error = read::<Six>(&table, Cursor::new(bytes)).expect_err(what);
        assert!(!error.to_string().contains('\n'));
        error
    };
    // All of the head, and some of the rest.
    let some = |i: &usize| *i < 200 || i.is_multiple_of(13) || i + 8 > bytes.len();
    for i in (0..bytes.len()).filter(some) {
        let mut flipped = bytes.clone();
        flipped[i] ^= 1 << (i % 8);
        refused(&flipped, &format!("byte {i} flipped"));
    }
    for length in (0..bytes.len()).filter(some) {
        let error = refused(&bytes[..length], &format!("{length} bytes"));
        let is_short = matches!(error, CheckpointError::Truncated);
        assert!(is_short || length < 8, "{length}: {error}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let error = refused(&longer, "one byte more");
    assert!(matches!(error, CheckpointError::TooLong));
    assert_eq!(records::<Six>(&table), []);
}

#[test]
fn files_of_others_are_refused() {
    let table = ProofTable::new::<Six>(1).unwrap();
    let bytes = written::<Eight>(searched::<Eight>(600).table());
    let error = read::<Six>(&table, Cursor::new(&bytes)).unwrap_err();
    assert!(
        matches!(
            error,
            CheckpointError::Board {
                found: 8,
                wanted: 6
            }
        ),
        "{error}"
    );
    let error = read::<Six>(&table, Cursor::new(b"JMPPROOF and more of it")).unwrap_err();
    assert!(matches!(error, CheckpointError::Foreign), "{error}");
    let mut later = written::<Six>(&table);
    later[8] = 2;
    let error = read::<Six>(&table, Cursor::new(&later)).unwrap_err();
    assert!(matches!(error, CheckpointError::Version(2)), "{error}");
}

#[test]
fn entries_that_cannot_be_are_refused_with_the_right_sum() {
    let bytes = written::<Six>(searched::<Six>(600).table());
    let count = records::<Six>(searched::<Six>(600).table()).len();
    let first = bytes.len() - 4 - count * 28;
    let table = ProofTable::new::<Six>(1).unwrap();
    // A point beyond the board, a side, no effort, and numbers.
    for (at, byte) in [
        (7, 0xff),
        (18, 2),
        (19, 0),
        (19, 64),
        (23, 0xff),
        (27, 0x7f),
    ] {
        let mut changed = bytes.clone();
        changed[first + at] = byte;
        let end = changed.len() - 4;
        let sum = crc32fast::hash(&changed[..end]);
        changed[end..].copy_from_slice(&sum.to_le_bytes());
        let error = read::<Six>(&table, Cursor::new(&changed)).unwrap_err();
        assert!(
            matches!(&error, CheckpointError::Content(what) if what.starts_with("entry 1: ")),
            "{at}: {error}"
        );
    }
    assert_eq!(records::<Six>(&table), []);
}

#[test]
fn of_too_many_entries_those_with_the_most_effort_stay() {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let big = Solver::<Six>::new(8).unwrap();
    let limits = SolveLimits {
        nodes: Some(1_000_000),
        time: None,
    };
    let control = Control::new(false);
    big.solve(&Position::start(), limits, &pool, &control, &|_| ());
    let bytes = written::<Six>(big.table());
    let small = ProofTable::new::<Six>(1).unwrap();
    let restored = read::<Six>(&small, Cursor::new(&bytes)).unwrap();
    let known = records::<Six>(big.table());
    assert!(known.len() > small.capacity(), "{}", known.len());
    let stay = records::<Six>(&small);
    assert!(stay.len() as u64 <= restored.kept && restored.kept < restored.entries);
    let mut efforts: Vec<_> = known.iter().map(|record| record.effort).collect();
    efforts.sort_unstable_by(|a, b| b.cmp(a));
    // The table is in clusters, so it is not exactly those: but nearly all of a twentieth, and for each
    // of the others there is no room among the entries that it could be in.
    let count = small.capacity() / 20;
    let bound = efforts[count];
    let is_missing = |record: &&Record<Six>| !stay.contains(record);
    let above = known.iter().filter(|record| record.effort > bound);
    let missing = above.filter(is_missing).count();
    assert!(missing <= count / 100, "{missing} above {bound}");
    for record in known.iter().step_by(50).filter(is_missing) {
        assert!(!small.restore(record), "{record:?}");
    }
    let mean = |records: &[Record<Six>]| {
        records.iter().map(|r| f64::from(r.effort)).sum::<f64>() / records.len() as f64
    };
    assert!(mean(&stay) > mean(&known));
}

#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("six.check");
    let solver = searched::<Six>(2_000);
    let entries = save::<Six>(solver.table(), &Position::start(), &path).unwrap();
    assert!(entries > 0);
    let before = fs::read(&path).unwrap();
    let failed = replace(&path, |mut file: &File| {
        file.write_all(b"half of it")?;
        Err::<(), _>(io::Error::other("the disk is full"))
    });
    assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    // Where nothing can be written, that is known before.
    check_writable(&path).unwrap();
    for wrong in [directory.path().to_owned(), directory.path().join("no/x")] {
        let error = check_writable(&wrong).unwrap_err().to_string();
        assert!(error.starts_with("cannot write it: "), "{error}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    let none = load::<Six>(solver.table(), &directory.path().join("none")).unwrap();
    assert_eq!(none, None);
    let some = load::<Six>(solver.table(), &path).unwrap().unwrap();
    assert_eq!(some.entries, entries);
    assert!(load::<Six>(solver.table(), directory.path()).is_err());
}
