//! The text of a record: what is written comes back, and all else is an error.

mod common;

use std::time::Duration;

use common::{FULL, any_record, any_text, any_turn, check, games};
use jumpers_protocol::{Bound, Score};
use jumpers_record::{
    EndingKind, Escaped, GameRecord, RecordCause, RecordError, TurnRecord, Winner,
};
use proptest::prelude::*;

fn full() -> GameRecord {
    FULL.parse().expect("a record")
}

/// The error of a text that is none.
fn error(text: &str) -> RecordError {
    text.parse::<GameRecord>().expect_err(text)
}

#[test]
fn a_full_record_has_all_its_values() {
    let record = full();
    assert_eq!(record.event, "Spring");
    assert_eq!(record.round, "12.1");
    assert_eq!(record.date, "2026-03-01T10:00:00Z");
    assert_eq!(record.red.name, "Alpha 1.0");
    assert_eq!(record.teal.name, "Beta \\ \u{7}");
    assert_eq!(record.red.limit, "10+0.1");
    assert_eq!(record.teal.limit, "nodes 1000");
    assert_eq!(record.position, "4tt/4tt/6/6/rr4/rr4 r 12 13");
    assert_eq!(record.winner, Winner::Red);
    assert_eq!(record.ending.kind, EndingKind::Crash);
    assert_eq!(record.ending.detail, "the process ended");
    assert_eq!(record.ending.exit.as_deref(), Some("signal 11"));
    let stderr = ["thread 'main' panicked", "", "  note"];
    assert_eq!(record.ending.stderr, stderr);
    assert_eq!(
        record.turns,
        [
            TurnRecord {
                turn: "a1-c1+d1".to_owned(),
                score: Some(Score {
                    bound: Bound::Lower,
                    ..Score::centipawns(-35)
                }),
                depth: Some(12),
                nodes: Some(123_456),
                time: Some(Duration::from_micros(99_871)),
                clock: Some(Duration::from_micros(5_901_003)),
            },
            TurnRecord {
                score: Some(Score::mate(3)),
                time: Some(Duration::from_nanos(1)),
                ..TurnRecord::new("f6-d6+c6")
            },
            TurnRecord::new("b1-b3+b4"),
        ]
    );
    assert_eq!(record.to_string(), FULL);
}

#[test]
fn headers_may_come_in_any_order_and_lines_may_end_with_cr() {
    let (head, tail) = FULL.split_at(FULL.find("turns:").expect("turns"));
    let mut lines: Vec<_> = head.lines().collect();
    // The order of the stderr lines alone says something.
    lines[1..13].reverse();
    let text = lines.join("\n") + "\n" + tail;
    assert_eq!(text.parse(), Ok(full()));
    assert_eq!(text.replace('\n', "\r\n").parse(), Ok(full()));
    let empty_lines = format!("\r\n\n{FULL}\n\r\n{FULL}\n\n");
    assert_eq!(games(empty_lines.as_bytes()), Ok(vec![full(), full()]));
    assert_eq!(games(b""), Ok(vec![]));
    assert_eq!(games(b"\n\n"), Ok(vec![]));
}

#[test]
fn headers_without_a_value_may_be_left_out_or_empty() {
    for key in [
        "event",
        "round",
        "date",
        "red-limit",
        "teal-limit",
        "detail",
    ] {
        let without = |line: &&str| !line.starts_with(&format!("{key}:"));
        let text: Vec<_> = FULL.lines().filter(without).collect();
        let text = text.join("\n") + "\n";
        let record: GameRecord = text.parse().expect(key);
        assert_ne!(record, full());
        assert_eq!(record.to_string(), text);
        let empty = text.replace("turns:", &format!("{key}:\nturns:"));
        assert_eq!(empty.parse(), Ok(record), "{key}");
    }
    let no_exit = FULL.replace("exit: signal 11\n", "");
    let record: GameRecord = no_exit.parse().expect("a record");
    assert_eq!(record.ending.exit, None);
    let empty_exit = FULL.replace("exit: signal 11\n", "exit:\n");
    let record: GameRecord = empty_exit.parse().expect("a record");
    assert_eq!(record.ending.exit.as_deref(), Some(""));
    assert_eq!(record.to_string(), empty_exit);
}

#[test]
fn what_is_written_comes_back() {
    check(2_000, any_record(), |record| {
        let text = record.to_string();
        assert!(text.ends_with("\nend\n"));
        let ends: &[char] = &['\r', '\t', '\u{1b}', '\0', '\u{85}', '\u{2028}'];
        assert!(!text.contains(ends), "{text:?}");
        assert_eq!(text.parse(), Ok(record), "{text}");
    });
}

#[test]
fn several_games_come_back() {
    let records = prop::collection::vec(any_record(), 0..5);
    check(200, records, |records| {
        let text: String = records.iter().map(GameRecord::to_string).collect();
        assert_eq!(games(text.as_bytes()), Ok(records));
    });
}

#[test]
fn json_comes_back() {
    check(1_000, any_record(), |record| {
        let json = serde_json::to_string(&record).expect("JSON");
        let back: GameRecord = serde_json::from_str(&json).expect(&json);
        assert_eq!(back, record, "{json}");
    });
    let json = serde_json::to_value(full()).expect("JSON");
    assert_eq!(json["turns"][2], "b1-b3+b4");
    assert_eq!(json["turns"][1], "f6-d6+c6 score mate 3 time 0.000001");
    assert_eq!(json["winner"], "red");
    assert_eq!(json["ending"]["kind"], "crash");
    let bad = json.to_string().replace("b1-b3+b4", "b1");
    let error = serde_json::from_str::<GameRecord>(&bad).expect_err("a turn without a jump");
    assert!(error.to_string().contains("\"b1\": '-' or 'x'"), "{error}");
}

#[test]
fn turns_and_texts_come_back() {
    check(5_000, any_turn(), |turn| {
        assert_eq!(turn.to_string().parse(), Ok(turn));
    });
    check(5_000, any_text(), |text| {
        let line = Escaped(&text).to_string();
        assert!(!line.contains(char::is_control), "{line:?}");
        assert_eq!(line.trim_matches(' '), line);
        assert_eq!(Escaped::read(&line), Ok(text));
    });
}

/// Whatever the turn's text is, a record of it has no more lines.
#[test]
fn a_text_that_is_no_turn_stays_in_its_line() {
    check(1_000, any_text(), |text| {
        let line = TurnRecord::new(text).to_string();
        assert!(!line.contains(char::is_control), "{line:?}");
    });
}

#[test]
fn a_text_cut_off_anywhere_is_an_error() {
    for end in 0..FULL.len() {
        let cut = &FULL[..end];
        let RecordError { line, cause } = error(cut);
        let complete = cut.matches('\n').count();
        let expected = match (end, cut.ends_with('\n')) {
            (0, _) => RecordCause::NoGame,
            (_, true) => RecordCause::NoEnd,
            (_, false) => RecordCause::NoLineEnd,
        };
        assert_eq!((line, cause), (complete as u64 + 1, expected), "{cut}");
    }
    // Of two games the first stays.
    let two = format!("{FULL}\n{FULL}");
    for end in FULL.len() + 2..two.len() {
        let mut records = jumpers_record::read_records(&two.as_bytes()[..end]);
        assert_eq!(records.next(), Some(Ok(full())));
        assert!(matches!(records.next(), Some(Err(_))), "{end}");
        assert_eq!(records.next(), None);
    }
}

/// A text with a change by chance.
fn mutated(text: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let lines: Vec<Vec<u8>> = text
        .split_inclusive('\n')
        .map(|line| line.as_bytes().to_vec())
        .collect();
    let count = lines.len();
    let mutation = (
        0..6,
        0..count,
        0..count,
        any::<prop::sample::Index>(),
        any::<u8>(),
    );
    prop::collection::vec(mutation, 1..3).prop_map(move |mutations| {
        let mut lines = lines.clone();
        for (kind, a, b, place, byte) in mutations {
            let (a, b) = (a % lines.len(), b % lines.len());
            let place = place.index(lines[a].len().max(1));
            match kind {
                0 if lines.len() > 1 => drop(lines.remove(a)),
                1 => lines.insert(b, lines[a].clone()),
                2 => lines.swap(a, b),
                3 => lines[a].insert(place, byte),
                4 if place < lines[a].len() => drop(lines[a].remove(place)),
                _ if place < lines[a].len() => lines[a][place] = byte,
                _ => {}
            }
        }
        lines.concat()
    })
}

#[test]
fn a_mutated_text_is_an_error_or_comes_back() {
    let two = format!("{FULL}{FULL}");
    check(20_000, mutated(&two), |bytes| match games(&bytes) {
        Ok(records) => {
            let text: String = records.iter().map(GameRecord::to_string).collect();
            assert_eq!(games(text.as_bytes()), Ok(records));
        }
        Err(error) => {
            let lines = bytes.split(|&byte| byte == b'\n').count() as u64;
            assert!((1..=lines).contains(&error.line), "{error}");
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
        }
    });
}

#[test]
fn any_bytes_are_read_or_an_error() {
    check(2_000, prop::collection::vec(any::<u8>(), 1..200), |bytes| {
        let blank = bytes.iter().all(|byte| b"\r\n".contains(byte));
        assert!(games(&bytes).is_err() || blank, "{bytes:?}");
    });
}

#[test]
fn times_may_have_fewer_decimals() {
    for (text, nanos) in [
        ("0", 0),
        ("5", 5_000_000),
        ("5.1", 5_100_000),
        ("5.10", 5_100_000),
        ("005.001", 5_001_000),
        ("5.000001", 5_000_001),
    ] {
        let turn: TurnRecord = format!("a1-c1 time {text}").parse().expect(text);
        assert_eq!(turn.time, Some(Duration::from_nanos(nanos)), "{text}");
    }
}
