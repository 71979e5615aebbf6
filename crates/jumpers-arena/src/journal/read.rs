//! Reading a journal.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use super::check::Checker;
use super::{Entry, FORMAT, Header, Interrupt, JournalError, LineError, PairEntry, VERSION, line};
use crate::openings::Openings;

/// The longest line that is read, in bytes. The longest games have a few hundred turns.
pub(super) const LONGEST_LINE: u64 = 64 << 20;

/// What a journal says, all of it checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// The first line.
    pub header: Header,
    /// The pairs, in the order in which they were finished.
    pub pairs: Vec<PairEntry>,
    /// When the runner was stopped.
    pub interrupts: Vec<Interrupt>,
    /// The bytes of the torn line at the end, which a runner left that was killed; mostly 0.
    pub torn: u64,
}

impl Journal {
    /// A journal in which nothing was played yet.
    pub fn new(header: Header) -> Journal {
        Journal {
            header,
            pairs: Vec::new(),
            interrupts: Vec::new(),
            torn: 0,
        }
    }

    /// Reads a journal, also one that a runner is writing.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not as it should be, save for a torn one at the
    /// end.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        check_regular(path)?;
        let file = File::open(path).map_err(JournalError::io(path, "open"))?;
        Journal::read(path, BufReader::new(file), None, |_| Ok(()))
    }

    /// Reads the first line of a journal only.
    ///
    /// # Errors
    /// If the file cannot be read, or its first line is not as it should be.
    pub fn open_header(path: &Path) -> Result<Header, JournalError> {
        check_regular(path)?;
        let file = File::open(path).map_err(JournalError::io(path, "open"))?;
        Lines::new(path, BufReader::new(file)).header()
    }

    /// Reads a journal from its bytes; `path` is for messages. With openings, games are checked to
    /// begin from them. `accept` sees the header before the rest is read.
    ///
    /// # Errors
    /// As [`Journal::open`], or what `accept` says.
    pub fn read(
        path: &Path,
        from: impl BufRead,
        openings: Option<&Openings>,
        accept: impl FnOnce(&Header) -> Result<(), JournalError>,
    ) -> Result<Journal, JournalError> {
        let mut lines = Lines::new(path, from);
        let header = lines.header()?;
        accept(&header)?;
        let mut checker = Checker::new(&header, openings);
        let mut journal = Journal::new(header);
        while lines.next()? {
            let number = lines.number;
            match line::decode(&lines.text).map_err(|cause| lines.error(cause))? {
                Entry::Header(_) => return Err(lines.error(LineError::SecondHeader)),
                Entry::Pair(pair) => {
                    checker
                        .check(&pair, number)
                        .map_err(|cause| lines.error(cause))?;
                    journal.pairs.push(*pair);
                }
                Entry::Interrupt(interrupt) => {
                    checker
                        .check_interrupt(&interrupt)
                        .map_err(|cause| lines.error(cause))?;
                    journal.interrupts.push(interrupt);
                }
            }
        }
        journal.torn = lines.text.len() as u64;
        Ok(journal)
    }
}

/// Reading a directory fails late, and opening a pipe may last for ever.
pub(super) fn check_regular(path: &Path) -> Result<(), JournalError> {
    let data = fs::metadata(path).map_err(JournalError::io(path, "open"))?;
    if data.is_file() {
        Ok(())
    } else {
        Err(JournalError::NotAFile(path.to_owned()))
    }
}

struct Lines<'a, R> {
    path: &'a Path,
    from: R,
    /// The number of the line in `text`, from 1.
    number: u64,
    /// The line without its LF; after the last, what stands behind its LF.
    text: Vec<u8>,
}

impl<'a, R: BufRead> Lines<'a, R> {
    fn new(path: &'a Path, from: R) -> Self {
        Lines {
            path,
            from,
            number: 0,
            text: Vec::new(),
        }
    }

    /// Reads the first line.
    fn header(&mut self) -> Result<Header, JournalError> {
        if !self.next()? {
            return Err(JournalError::NoHeader(self.path.to_owned()));
        }
        header(&self.text).map_err(|cause| self.error(cause))
    }

    /// Reads the next line, if there is a complete one.
    fn next(&mut self) -> Result<bool, JournalError> {
        self.text.clear();
        let mut bounded = (&mut self.from).take(LONGEST_LINE + 1);
        loop {
            match bounded.read_until(b'\n', &mut self.text) {
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(JournalError::io(self.path, "read")(error)),
            }
        }
        self.number += 1;
        if self.text.last() == Some(&b'\n') {
            self.text.pop();
            return Ok(true);
        }
        if self.text.len() as u64 > LONGEST_LINE {
            return Err(self.error(LineError::TooLong));
        }
        Ok(false)
    }

    fn error(&self, cause: LineError) -> JournalError {
        JournalError::Line {
            path: self.path.to_owned(),
            line: self.number,
            cause: Box::new(cause),
        }
    }
}

/// Reads the first line. The format and its version are looked at before the rest, which another
/// version may have otherwise.
fn header(text: &[u8]) -> Result<Header, LineError> {
    #[derive(Deserialize)]
    struct Outer {
        header: Option<Version>,
    }
    #[derive(Deserialize)]
    struct Version {
        #[serde(default)]
        format: String,
        #[serde(default)]
        version: u64,
    }

    let entry = line::checked(text)?;
    let Ok(Outer {
        header: Some(Version { format, version }),
    }) = serde_json::from_str(entry)
    else {
        return Err(LineError::NoHeader);
    };
    if format != FORMAT {
        return Err(LineError::Format(format.chars().take(40).collect()));
    }
    if version != u64::from(VERSION) {
        return Err(LineError::Version(version));
    }
    let Entry::Header(header) = serde_json::from_str(entry)? else {
        return Err(LineError::NoHeader);
    };
    header.tournament.check()?;
    if let Some(shard) = header.shard
        && !shard.is_valid()
    {
        return Err(LineError::Shard(shard.number, shard.count));
    }
    Ok(header)
}
