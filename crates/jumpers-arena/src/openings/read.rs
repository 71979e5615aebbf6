//! Reads openings from a file, a line each.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read};

use super::error::{LineError, OpeningsError};
use super::{Opening, Openings};

/// The longest line, the comment included and the end of the line not.
pub const MOST_BYTES_A_LINE: usize = 4096;
/// How many repeated openings are told with their lines.
const MOST_REPEATS_TOLD: usize = 3;

/// As [`Openings::read`].
pub fn read(source: &str, from: impl Read) -> Result<Openings, OpeningsError> {
    let source_name = || source.to_owned();
    let mut from = BufReader::new(from);
    let mut list: Vec<Opening> = Vec::new();
    // Of each text the number of its line.
    let mut lines: HashMap<String, u64> = HashMap::new();
    let mut repeats = Vec::new();
    let mut bytes = Vec::new();
    for line in 1.. {
        let more = read_line(&mut from, &mut bytes).map_err(|error| OpeningsError::Read {
            source_name: source_name(),
            error,
        })?;
        if !more {
            break;
        }
        let is_first = line == 1;
        let opening = parse_line(&bytes, is_first).map_err(|error| OpeningsError::Line {
            source_name: source_name(),
            line,
            error,
        })?;
        let Some(opening) = opening else { continue };
        match lines.get(opening.text()) {
            Some(&first) => repeats.push((line, first)),
            None => {
                lines.insert(opening.text().to_owned(), line);
                list.push(opening);
            }
        }
    }
    if list.is_empty() {
        return Err(OpeningsError::None {
            source_name: source_name(),
        });
    }
    Ok(Openings {
        source: source_name(),
        list,
        notices: notice(source, &repeats).into_iter().collect(),
    })
}

/// What is said of lines that repeat others, if there are any.
fn notice(source: &str, repeats: &[(u64, u64)]) -> Option<String> {
    let mut told: Vec<String> = repeats
        .iter()
        .take(MOST_REPEATS_TOLD)
        .map(|(line, first)| format!("line {line} repeats line {first}"))
        .collect();
    let rest = repeats.len() - told.len();
    if rest > 0 {
        told.push(format!("{rest} more repeat others"));
    }
    (!told.is_empty()).then(|| {
        format!(
            "openings {source}: {}; repeated openings are left out",
            told.join(", ")
        )
    })
}

/// Reads a line without its LF, but no more than is needed to see that it is too long. False at
/// the end.
fn read_line(from: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    let most = MOST_BYTES_A_LINE as u64 + 2;
    let read = from.take(most).read_until(b'\n', bytes)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    }
    Ok(read > 0)
}

/// The opening of a line, if it has one.
fn parse_line(bytes: &[u8], is_first: bool) -> Result<Option<Opening>, LineError> {
    if bytes.len() > MOST_BYTES_A_LINE {
        return Err(LineError::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| LineError::Encoding)?;
    let text = match text.strip_prefix('\u{feff}') {
        Some(rest) if is_first => rest,
        _ => text,
    };
    let text = text.split('#').next().unwrap_or_default();
    if text.trim_ascii().is_empty() {
        return Ok(None);
    }
    Ok(Some(text.parse::<Opening>()?))
}
