//! The section of `protocol.md` on game records says what this crate does.

mod common;

use common::FULL;
use jumpers_record::{Ending, EndingKind, GameRecord, TurnRecord, Winner, read_records};

const PAGE: &str = include_str!("../../../protocol.md");

/// The lines of the section.
fn section() -> impl Iterator<Item = &'static str> {
    let mut lines = PAGE.lines().skip_while(|&line| line != "## Game records");
    assert!(lines.next().is_some());
    lines.take_while(|line| !line.starts_with("## "))
}

/// The rows of the table whose first column has this head: their cells.
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let start = format!("| {head} |");
    let rows: Vec<_> = section()
        .skip_while(|line| !line.starts_with(&start))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(!rows.is_empty(), "{head}");
    rows
}

/// The word in the first cell of a row.
fn word<'a>(row: &[&'a str]) -> &'a str {
    row[0].trim_matches('`')
}

/// The games of the section, as the page has them.
fn examples() -> Vec<String> {
    let mut examples = Vec::new();
    let mut lines = section();
    while lines.any(|line| line == "```record") {
        let example = lines.by_ref().take_while(|&line| line != "```");
        examples.push(example.map(|line| format!("{line}\n")).collect());
    }
    examples
}

#[test]
fn the_example_is_a_game() {
    let examples = examples();
    assert_eq!(examples.len(), 1);
    for example in examples {
        let record: GameRecord = example.parse().expect("a record");
        assert_eq!(record.to_string(), example);
        let replay = record.replay().expect("a game");
        let recorded = record.turns.iter().map(|turn| &turn.turn);
        assert!(replay.game.turns().iter().eq(recorded));
        assert!(record.turns.iter().all(|turn| turn.clock.is_some()));
        assert_eq!(read_records(example.as_bytes()).count(), 1);
    }
}

#[test]
fn the_headers_are_those_that_are_read() {
    let rows = table("header");
    let keys: Vec<_> = rows.iter().map(|row| word(row)).collect();
    // The full record has all headers, in the order in which they are written.
    let headers = FULL.lines().skip(1).take_while(|&line| line != "turns:");
    let mut written: Vec<_> = headers.filter_map(|line| line.split(':').next()).collect();
    written.dedup();
    assert_eq!(keys, written);
    for row in rows {
        let key = word(&row);
        let others = FULL
            .lines()
            .filter(|line| !line.starts_with(&format!("{key}:")));
        let without: String = others.map(|line| format!("{line}\n")).collect();
        let expected = match row[1] {
            "yes" => Err(format!("no header '{key}' before 'turns:'")),
            "no" => Ok(()),
            other => panic!("{other}"),
        };
        let result = without.parse::<GameRecord>();
        let result = result.map(drop).map_err(|error| error.cause.to_string());
        assert_eq!(result, expected);
    }
}

#[test]
fn the_fields_are_those_that_are_read() {
    let fields: Vec<_> = table("field").iter().map(|row| word(row)).collect();
    let error = "a1-c1 x".parse::<TurnRecord>().expect_err("no field");
    assert_eq!(
        error.to_string(),
        format!("expected {}, found 'x'", fields.join(", "))
    );
}

#[test]
fn the_endings_are_those_that_there_are() {
    let rows = table("ending");
    let kinds: Vec<_> = rows.iter().map(|row| word(row)).collect();
    assert_eq!(kinds, EndingKind::ALL.map(EndingKind::name));
    // An open game in which Red is to move.
    let mut record: GameRecord = FULL.parse().expect("a record");
    record.turns.clear();
    for row in rows {
        let kind = EndingKind::from_name(word(&row)).expect("an ending");
        if kind == EndingKind::Rules {
            record.position = "4tt/6/6/6/6/rr4 r 0 1".to_owned();
        } else {
            record.position = "4tt/4tt/6/6/rr4/rr4 r 12 13".to_owned();
        }
        record.ending = Ending::new(kind, "");
        let winners: Vec<_> = Winner::ALL
            .into_iter()
            .filter(|&winner| {
                record.winner = winner;
                record.replay().is_ok()
            })
            .collect();
        let expected: &[Winner] = match (row[2], row[1].contains("the side to move")) {
            ("none", false) => &[Winner::None],
            ("the other side", true) => &[Winner::Teal],
            ("the other side", false) => &[Winner::Red, Winner::Teal],
            other => panic!("{other:?}"),
        };
        assert_eq!(winners, expected, "{kind}");
    }
}
