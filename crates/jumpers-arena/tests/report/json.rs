//! The JSON.

use jumpers_arena::journal::Header;
use jumpers_arena::report::Report;
use jumpers_arena::tournament::Format;
use jumpers_record::EndingKind;
use serde_json::Value;

use crate::journal::{fault, header, match_pairs, pair, sprt};

fn json(report: &Report) -> Value {
    let mut bytes = Vec::new();
    report.write_json(&mut bytes).unwrap();
    assert_eq!(bytes.last(), Some(&b'\n'));
    serde_json::from_slice(&bytes).unwrap()
}

/// The paths of what is null, without the numbers of list items.
fn nulls(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(path.to_owned()),
        Value::Array(items) => {
            for item in items {
                nulls(item, path, found);
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                nulls(value, &format!("{path}.{key}"), found);
            }
        }
        _ => {}
    }
}

fn nulls_of(report: &Report) -> Vec<String> {
    let mut found = Vec::new();
    nulls(&json(report), "", &mut found);
    found.sort();
    found.dedup();
    found
}

fn mixed() -> (Header, Report) {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.sprt = Some(sprt());
    header.tournament.rounds = 9;
    let mut entries = match_pairs(&header, &[2, 2, 2, 0, 0, 0, 1, 1, 1]);
    fault(&mut entries[0].games[0], EndingKind::Crash, "exited");
    let report = Report::new(&header, &entries).unwrap();
    (header, report)
}

/// A number that could not be written would be null, too.
#[test]
fn null_is_where_there_is_nothing() {
    let (_, report) = mixed();
    assert_eq!(
        nulls_of(&report),
        [
            ".crosstable.cells",
            ".engines.digest",
            ".sprt.beyond",
            ".sprt.decided_after",
            ".tournament.shard",
        ]
    );
}

#[test]
fn what_has_no_number_is_null() {
    let header = header(Format::Match, &["A", "B"]);
    let won = Report::new(&header, &match_pairs(&header, &[2, 2, 2])).unwrap();
    let pairing = &json(&won)["pairings"][0];
    for (elo, end) in [("elo", "low"), ("normalized_elo", "low")] {
        let elo = &pairing["all"][elo];
        assert!(elo["value"].is_null() && elo["high"].is_null(), "{elo}");
        assert!(elo[end].is_f64(), "{elo}");
    }
    assert_eq!(pairing["all"]["score"]["value"], 1.0);
    assert_eq!(pairing["all"]["score"]["high"], 1.0);

    let lost = Report::new(&header, &match_pairs(&header, &[0, 0, 0])).unwrap();
    let elo = &json(&lost)["pairings"][0]["all"]["elo"];
    assert!(elo["value"].is_null() && elo["low"].is_null(), "{elo}");
    assert!(elo["high"].is_f64(), "{elo}");

    let nothing = Report::new(&header, &[]).unwrap();
    let all = json(&nothing)["pairings"][0]["all"].clone();
    assert!(all["los"].is_null() && all["score"]["value"].is_null());
    assert_eq!(all["pairs"]["split"], 0);
}

#[test]
fn fields_and_their_values() {
    let (header, report) = mixed();
    let value = json(&report);
    let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert!(!keys.is_empty());
    assert_eq!(value["format"], "jumpers-arena-report");
    assert_eq!(value["version"], 1);
    assert_eq!(value["tournament"]["event"], "Test");
    assert_eq!(value["tournament"]["format"], "match");
    assert_eq!(value["engines"][0]["options"][0], "Hash=16");
    assert_eq!(value["engines"][0]["limit"], "10+0.1");
    assert_eq!(value["progress"]["games"], 18);
    assert_eq!(value["sprt"]["decision"], "continue");
    assert_eq!(value["sprt"]["model"], "logistic");
    assert_eq!(value["pairings"][0]["boards"][1]["board"], 8);
    assert_eq!(value["pairings"][0]["boards"][1]["pairs"]["won"], 1);
    assert_eq!(value["losses"][1]["kinds"][3]["kind"], "crash");
    assert_eq!(value["faults"][0]["side"], "teal");
    assert_eq!(value["lengths"][0]["counts"], serde_json::json!([3, 3]));
    // The environment may have secrets, and a report is shown around.
    assert_eq!(header.tournament.engines[0].environment[0].1, "secret");
    assert!(!value.to_string().contains("secret"));
    assert!(!report.to_html().contains("secret"));
    assert!(!report.to_text().contains("secret"));
}

/// The fields stand in the order in which the types have them, each time.
#[test]
fn the_order_of_fields_is_stable() {
    let (_, report) = mixed();
    let mut bytes = Vec::new();
    report.write_json(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let fields: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  \""))
        .filter_map(|line| line.split_once('"').map(|(field, _)| field))
        .collect();
    assert_eq!(
        fields,
        [
            "format",
            "version",
            "tournament",
            "engines",
            "progress",
            "sprt",
            "pairings",
            "ratings",
            "crosstable",
            "colors",
            "losses",
            "faults",
            "warnings",
            "lengths",
            "efforts",
            "scores",
            "times",
        ]
    );
}

#[test]
fn cells_are_null_where_engines_did_not_meet() {
    let header = header(Format::Gauntlet, &["A", "B", "C"]);
    let entries = [
        pair(&header, 0, [0, 1], 6, [0, 1]),
        pair(&header, 1, [2, 0], 8, [0, 2]),
    ];
    let value = json(&Report::new(&header, &entries).unwrap());
    let cells = |row: usize| value["crosstable"][row]["cells"].as_array().unwrap().len();
    assert_eq!([cells(0), cells(1), cells(2)], [3; 3]);
    let null = |row: &Value| {
        let cells = row["cells"].as_array().unwrap();
        cells.iter().filter(|cell| cell.is_null()).count()
    };
    let rows = value["crosstable"].as_array().unwrap();
    let mut counts: Vec<usize> = rows.iter().map(null).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 2, 2]);
}

#[test]
fn ratings_without_games_are_null_and_those_at_an_end_lack_one() {
    let header = header(Format::RoundRobin, &["A", "B", "C"]);
    let entries = [pair(&header, 0, [0, 1], 6, [0, 0])];
    let value = json(&Report::new(&header, &entries).unwrap());
    let rating = |engine: &str| {
        let rows = value["ratings"].as_array().unwrap();
        let row = rows.iter().find(|row| row["engine"] == engine).unwrap();
        ["value", "low", "high"].map(|part| row["rating"][part].is_number())
    };
    assert_eq!(rating("A"), [true, true, false]);
    assert_eq!(rating("B"), [true, false, true]);
    assert_eq!(rating("C"), [false; 3]);
}

#[test]
fn nothing_is_no_negative_nothing() {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.sprt = Some(sprt());
    for points in [&[][..], &[1, 1, 1], &[1, 1, 1, 1, 1, 1]] {
        let report = Report::new(&header, &match_pairs(&header, points)).unwrap();
        let text = json(&report).to_string();
        assert!(!text.contains("-0.0") && !text.contains("e-"), "{text}");
    }
}
