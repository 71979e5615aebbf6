//! The lines of a journal: an entry, and a checksum of its bytes.
//!
//! ```text
//! {"crc":"89abcdef","entry":{"pair":{…}}}
//! ```
//!
//! `crc` is the CRC-32 of IEEE 802.3 (as in zlib) of the entry's bytes as they stand in the line,
//! in eight hexadecimal digits. A line ends with LF.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Entry, LineError};

/// What stands before the checksum, which tells a torn journal from any other file.
pub(super) const BEFORE_CHECKSUM: &str = "{\"crc\":\"";

/// What stands between the checksum and the entry.
pub(super) const BEFORE_ENTRY: &str = "\",\"entry\":";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    crc: &'a str,
    #[serde(borrow)]
    entry: &'a RawValue,
}

/// The line of an entry, LF behind it.
///
/// # Errors
/// If the entry cannot be said in JSON, as a path that is not UTF-8.
pub fn encode(entry: &Entry) -> Result<String, serde_json::Error> {
    let entry = serde_json::to_string(entry)?;
    let checksum = crc32fast::hash(entry.as_bytes());
    Ok(format!(
        "{BEFORE_CHECKSUM}{checksum:08x}{BEFORE_ENTRY}{entry}}}\n"
    ))
}

/// The bytes of the entry in a line, after comparing the checksum. `line` is without its LF.
///
/// # Errors
/// If the line is not such a line, or its checksum differs.
pub fn checked(line: &[u8]) -> Result<&str, LineError> {
    let line: Line<'_> = serde_json::from_slice(line)?;
    let entry = line.entry.get();
    let expected = crc32fast::hash(entry.as_bytes());
    if line.crc != format!("{expected:08x}") {
        return Err(LineError::Checksum {
            found: line.crc.chars().take(20).collect(),
            expected,
        });
    }
    Ok(entry)
}

/// Reads a line, without its LF.
///
/// # Errors
/// If the line is damaged, or its entry is none that there is.
pub fn decode(line: &[u8]) -> Result<Entry, LineError> {
    Ok(serde_json::from_str(checked(line)?)?)
}
