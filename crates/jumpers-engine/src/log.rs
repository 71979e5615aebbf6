//! The log of a session: every line of both directions, with its time.

use std::fmt::Write as _;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::time::SystemTime;

/// Which way a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the client: `>`.
    In,
    /// From the engine: `<`.
    Out,
}

/// A file that grows by a line for each line.
///
/// A line is `<time> <direction> <text>`: the time in UTC as RFC 3339 has it, with microseconds,
/// then `>` for a line from the client or `<` for one from the engine. Control characters are
/// escaped and bytes that are not UTF-8 stand as U+FFFD.
#[derive(Debug)]
pub struct Log {
    file: File,
}

impl Log {
    /// Adds to this file, which is made if there is none.
    ///
    /// # Errors
    /// If it cannot be opened for that, or is something else than a file: to write to a pipe or a
    /// device could take for ever.
    pub fn open(path: &str) -> io::Result<Self> {
        let is_file = |data: &Metadata| data.is_file();
        let other = || io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
        // To open a pipe can take for ever, too.
        if fs::metadata(path).is_ok_and(|data| !is_file(&data)) {
            return Err(other());
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        if !is_file(&file.metadata()?) {
            return Err(other());
        }
        Ok(Log { file })
    }

    /// The same, but an empty path is no log.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open_or_none(path: &str) -> io::Result<Option<Self>> {
        (!path.is_empty()).then(|| Log::open(path)).transpose()
    }

    /// Adds a line, in one write, so that nothing is lost when the program is killed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, direction: Direction, text: &str) -> io::Result<()> {
        let line = entry(SystemTime::now(), direction, text);
        self.file.write_all(line.as_bytes())
    }
}

fn entry(time: SystemTime, direction: Direction, text: &str) -> String {
    let mark = match direction {
        Direction::In => '>',
        Direction::Out => '<',
    };
    let mut line = format!("{} {mark} ", humantime::format_rfc3339_micros(time));
    for c in text.trim_end_matches(['\r', '\n']).chars() {
        if c.is_control() {
            let _ = write!(line, "{}", c.escape_default());
        } else {
            line.push(c);
        }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_line_has_its_time_and_direction_and_stays_a_line() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_micros(1_500_000);
        let line = entry(time, Direction::In, "go\tdepth \"1\"\r\n");
        assert_eq!(line, "1970-01-01T00:00:01.500000Z > go\\tdepth \"1\"\n");
        let line = entry(time, Direction::Out, "readyok");
        assert_eq!(line, "1970-01-01T00:00:01.500000Z < readyok\n");
    }
}
