//! Files of results that a long computation goes on from: CSV, a line for each result.
//!
//! A file is taken by one run at a time. Each result is written as soon as it is known, so that
//! nothing is lost when the run ends, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

use csv::{ReaderBuilder, WriterBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Larger files are none of ours.
const MOST_BYTES: u64 = 64 << 20;

/// A result: a line of a file.
pub trait Row: Serialize + DeserializeOwned {
    /// The names of the fields in their order: the first line of the file.
    const COLUMNS: &'static [&'static str];

    /// What is wrong with the values, if something is.
    ///
    /// # Errors
    /// In words for people.
    fn check(&self) -> Result<(), String>;
}

/// Why a file is not taken.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// It cannot be opened, read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a directory, a pipe or a device.
    #[error("not a regular file")]
    NoFile,
    /// Another run has it.
    #[error("another run is using it")]
    InUse,
    /// It is too large.
    #[error("more than {MOST_BYTES} bytes")]
    TooLarge,
    /// The first line is another one.
    #[error("line 1: not the columns {}", .expected.join(","))]
    Columns {
        /// What should be there.
        expected: &'static [&'static str],
    },
    /// A line is no result.
    #[error("line {line}: {cause}")]
    Line {
        /// Lines count from 1.
        line: u64,
        /// What is wrong with it.
        cause: String,
    },
}

/// A file that results are added to.
#[derive(Debug)]
pub struct Results {
    file: File,
}

impl Results {
    /// Opens a file, or makes it, and reads what is there, each result with its line.
    ///
    /// # Errors
    /// If it cannot be read and written, is used by another run, or a line is no result.
    pub fn open<R: Row>(path: &Path) -> Result<(Self, Vec<(u64, R)>), ResultsError> {
        let mut options = OpenOptions::new();
        // A pipe would be read without end, and a device keeps nothing.
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(ResultsError::NoFile);
        }
        let mut file = options.read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut text = Vec::new();
        (&mut file).take(MOST_BYTES + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MOST_BYTES {
            return Err(ResultsError::TooLarge);
        }
        if text.is_empty() {
            file.write_all(format!("{}\n", R::COLUMNS.join(",")).as_bytes())?;
            return Ok((Results { file }, Vec::new()));
        }
        let rows = read(&text)?;
        Ok((Results { file }, rows))
    }

    /// Adds a result.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add<R: Row>(&mut self, row: &R) -> io::Result<()> {
        self.file.write_all(line(row)?.as_bytes())?;
        self.file.sync_data()
    }
}

/// The line of a result, with its end.
///
/// # Errors
/// If a value cannot be told in one field.
pub fn line<R: Row>(row: &R) -> io::Result<String> {
    let mut bytes = Vec::new();
    let mut builder = WriterBuilder::new();
    let mut writer = builder.has_headers(false).from_writer(&mut bytes);
    writer.serialize(row)?;
    writer.flush()?;
    drop(writer);
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Reads the text of a whole file: the results with their lines.
///
/// # Errors
/// If a line is no result, the last one has no end, or the first one does not name the columns.
pub fn read<R: Row>(text: &[u8]) -> Result<Vec<(u64, R)>, ResultsError> {
    let mut builder = ReaderBuilder::new();
    // Lines and records are the same.
    let mut reader = builder.quoting(false).has_headers(true).from_reader(text);
    let at = |line, cause| ResultsError::Line { line, cause };
    let expected = R::COLUMNS;
    let headers = reader
        .byte_headers()
        .map_err(|error| at(1, cause(&error)))?;
    if !headers
        .iter()
        .eq(expected.iter().map(|name| name.as_bytes()))
    {
        return Err(ResultsError::Columns { expected });
    }
    // The reader would pass over it, and count the next one wrong.
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    if let Some(i) = lines.position(|line| line.trim_ascii().is_empty()) {
        return Err(at(i as u64 + 1, "empty".to_owned()));
    }
    let mut rows = Vec::new();
    let mut record = csv::ByteRecord::new();
    loop {
        let next = reader.position().line();
        let more = reader.read_byte_record(&mut record).map_err(|error| {
            at(
                error.position().map_or(next, csv::Position::line),
                cause(&error),
            )
        })?;
        if !more {
            break;
        }
        let line = record.position().map_or(next, csv::Position::line);
        let row: R = record
            .deserialize(None)
            .map_err(|error| at(line, cause(&error)))?;
        row.check().map_err(|cause| at(line, cause))?;
        rows.push((line, row));
    }
    if text.last() != Some(&b'\n') {
        let lines = text.split(|&byte| byte == b'\n').count() as u64;
        return Err(at(lines, "cut off: it has no end".to_owned()));
    }
    Ok(rows)
}

/// What is wrong, without the place.
fn cause(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let field = err.field().map(|i| format!("field {}: ", i + 1));
            format!("{}{}", field.unwrap_or_default(), err.kind())
        }
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} fields instead of {expected_len}"),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Pair {
        name: String,
        number: Option<u8>,
    }

    impl Row for Pair {
        const COLUMNS: &'static [&'static str] = &["name", "number"];

        fn check(&self) -> Result<(), String> {
            match self.name.as_str() {
                "" => Err("no name".to_owned()),
                _ => Ok(()),
            }
        }
    }

    fn pair(name: &str, number: Option<u8>) -> Pair {
        Pair {
            name: name.to_owned(),
            number,
        }
    }

    #[test]
    fn what_was_added_is_there_and_one_run_has_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("pairs.csv");
        for round in 0..3 {
            let (mut results, rows) = Results::open::<Pair>(&path).unwrap();
            assert_eq!(rows.len(), 2 * round);
            assert!(
                rows.iter()
                    .enumerate()
                    .all(|(i, (line, _))| i as u64 + 2 == *line)
            );
            assert!(matches!(
                Results::open::<Pair>(&path),
                Err(ResultsError::InUse)
            ));
            results.add(&pair("a", Some(round as u8))).unwrap();
            results.add(&pair("b", None)).unwrap();
        }
        let (_, rows) = Results::open::<Pair>(&path).unwrap();
        assert_eq!(rows[4], (6, pair("a", Some(2))));
        assert_eq!(rows[5], (7, pair("b", None)));
    }

    #[test]
    fn what_is_wrong_names_its_line() {
        for (text, message) in [
            ("", "line 1: not the columns name,number"),
            ("name\n", "line 1: not the columns name,number"),
            ("name,number,more\n", "line 1: not the columns name,number"),
            ("name,number\na,1\n\nb,1\n", "line 3: empty"),
            ("name,number\na,1\nb\n", "line 3: 1 fields instead of 2"),
            ("name,number\na,1,2\n", "line 2: 3 fields instead of 2"),
            (
                "name,number\nb,\na,300\n",
                "line 3: field 2: number too large to fit in target type",
            ),
            (
                "name,number\na,x\n",
                "line 2: field 2: invalid digit found in string",
            ),
            ("name,number\na,1\nb,2\n,3\n", "line 4: no name"),
            ("name,number\na,1\nb,2", "line 3: cut off: it has no end"),
            ("name,number", "line 1: cut off: it has no end"),
        ] {
            let error = read::<Pair>(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), message, "{text:?}");
        }
        assert!(read::<Pair>(b"name,number\n\xff,1\n").is_err());
        assert_eq!(read::<Pair>(b"name,number\n").unwrap(), []);
    }
}
