//! The pages that say what the engine does, and their tables.

#![allow(dead_code, reason = "not every test file uses every helper")]

/// What the engine does.
pub const PROTOCOL: &str = include_str!("../../../../protocol.md");
/// How to begin.
pub const README: &str = include_str!("../../../../README.md");

/// The rows of the first table under a heading.
pub fn table(heading: &str) -> Vec<&'static str> {
    let mut lines = PROTOCOL.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "{heading}");
    let rows: Vec<_> = lines
        .take_while(|line| !line.starts_with('#'))
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(rows.len() > 2, "{heading}");
    rows
}

/// The cells of the table under a heading, without its head.
pub fn cells(heading: &str) -> Vec<Vec<&'static str>> {
    let rows = table(heading).split_off(2);
    let cells = |row: &'static str| {
        let row = row.trim_matches('|');
        row.split('|').map(str::trim).collect()
    };
    rows.into_iter().map(cells).collect()
}

/// The first cells of the table under a heading, without its head.
pub fn first_cells(heading: &str) -> Vec<&'static str> {
    cells(heading).into_iter().map(|row| row[0]).collect()
}

/// What stands between backticks.
pub fn code_spans(text: &'static str) -> Vec<&'static str> {
    text.split('`').skip(1).step_by(2).collect()
}
