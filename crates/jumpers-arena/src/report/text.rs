//! A report as text.

use super::Report;
use super::clean::clean;
use super::grid::WIDTH;
use super::tables::{self, Most, facts};

/// How much of what may be long the text has.
const MOST: Most = Most {
    faults: 20,
    pairings: 100,
    crosstable: 50,
};

impl Report {
    /// The report as text in lines of at most 100 columns. Its tables are tables in Markdown, too,
    /// but where a cell had to be broken.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, value) in facts(self) {
            let line = format!("{key:9} {value}");
            text.push_str(&clean(&line, WIDTH));
            text.push('\n');
        }
        for table in tables::all(self, MOST) {
            text.push('\n');
            text.push_str(&table.to_text());
        }
        text
    }
}
