//! The README describes every field and every column.

use std::collections::BTreeSet;

use jumpers_arena::report::{CsvTable, Report, write_csv};
use jumpers_arena::tournament::Format;
use jumpers_record::EndingKind;
use serde_json::Value;

use crate::journal::{fault, header, match_pairs, sprt, warning};

/// The section on reports.
fn section() -> &'static str {
    let readme = include_str!("../../README.md");
    let from = readme.find("\n## Reports\n").expect("the section");
    let section = &readme[from + 1..];
    section[2..]
        .find("\n## ")
        .map_or(section, |end| &section[..end + 2])
}

/// The words in backquotes.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        Value::Object(map) => {
            for (key, value) in map {
                found.insert(key.clone());
                keys(value, found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_field_is_described() {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.sprt = Some(sprt());
    header.shard = Some(jumpers_arena::journal::Shard {
        number: 1,
        count: 1,
    });
    let mut entries = match_pairs(&header, &[2, 2, 1].repeat(30));
    fault(&mut entries[0].games[0], EndingKind::Crash, "exited");
    fault(&mut entries[80].games[0], EndingKind::Crash, "exited");
    entries[0].warnings = vec![warning(1, 2, "no option 'Hsah'")];
    let report = Report::new(&header, &entries).unwrap();
    assert!(report.sprt.as_ref().unwrap().beyond.is_some());
    let mut found = BTreeSet::new();
    keys(&serde_json::to_value(&report).unwrap(), &mut found);
    let described = quoted(section());
    for key in found {
        assert!(described.contains(&key[..]), "{key} is not described");
    }
}

#[test]
fn every_column_is_described() {
    let header = header(Format::Match, &["A", "B"]);
    for table in [
        CsvTable::Games,
        CsvTable::Pairs,
        CsvTable::Ratings,
        CsvTable::Pairings,
    ] {
        let mut bytes = Vec::new();
        write_csv(&header, &[], table, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let columns: Vec<String> = text
            .lines()
            .next()
            .unwrap()
            .split(',')
            .map(|column| format!("`{column}`"))
            .collect();
        // In this order, in one sentence.
        let columns = columns.join(", ");
        let words: Vec<&str> = section().split_whitespace().collect();
        assert!(words.join(" ").contains(&columns), "{columns}");
    }
}
