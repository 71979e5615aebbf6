//! Writing a journal.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::line::{BEFORE_CHECKSUM, BEFORE_ENTRY};
use super::read::{LONGEST_LINE, check_regular};
use super::{Entry, FORMAT, Header, Journal, JournalError, line};
use crate::openings::Openings;

/// A journal that is being written. Nobody else can write it as long as this lives.
#[derive(Debug)]
pub struct JournalWriter {
    path: PathBuf,
    file: File,
    /// The length up to the last complete line.
    length: u64,
}

impl JournalWriter {
    /// Begins a journal. There must be no such file, or an empty one, or one with a part of a
    /// header and nothing else, as a runner leaves it that is killed as soon as it begins.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<JournalWriter, JournalError> {
        let mut writer = JournalWriter::lock(path)?;
        if !writer.is_blank()? {
            return Err(JournalError::Exists(path.to_owned()));
        }
        writer.begin(header)?;
        Ok(writer)
    }

    /// Goes on with a journal, or begins it if [`JournalWriter::create`] would. Cuts off a torn
    /// line at its end.
    ///
    /// # Errors
    /// If the file is not the journal of the tournament and the shard of this header, games in it
    /// are not from these openings, a line is damaged, or the file cannot be written.
    pub fn resume(
        path: &Path,
        header: &Header,
        openings: &Openings,
    ) -> Result<(JournalWriter, Journal), JournalError> {
        let mut writer = JournalWriter::lock(path)?;
        if writer.is_blank()? {
            writer.begin(header)?;
            return Ok((writer, Journal::new(header.clone())));
        }
        writer
            .file
            .seek(SeekFrom::Start(0))
            .map_err(JournalError::io(path, "read"))?;
        let from = BufReader::new(&writer.file);
        let journal = Journal::read(path, from, Some(openings), |found| {
            match found.difference(header) {
                Some(difference) => Err(JournalError::Foreign {
                    path: path.to_owned(),
                    difference,
                }),
                None => Ok(()),
            }
        })?;
        let end = writer
            .file
            .seek(SeekFrom::End(0))
            .map_err(JournalError::io(path, "read"))?;
        writer.length = end - journal.torn;
        if journal.torn > 0 {
            writer
                .cut()
                .and_then(|()| writer.file.sync_all())
                .map_err(JournalError::io(path, "cut off the torn line"))?;
        }
        Ok((writer, journal))
    }

    /// Adds entries, each with one write, and syncs them to the disk.
    ///
    /// # Errors
    /// If the file is no longer there under its name, or has not the length that it had: what is
    /// written then would be lost. If they cannot be written; the journal then ends, as far as the system lets it, where it
    /// ended before.
    pub fn append<'e>(
        &mut self,
        entries: impl IntoIterator<Item = &'e Entry>,
    ) -> Result<(), JournalError> {
        self.check_place()?;
        let mut length = self.length;
        let write = || {
            for entry in entries {
                let line = line::encode(entry)?;
                self.file.write_all(line.as_bytes())?;
                length += line.len() as u64;
            }
            self.file.sync_data()
        };
        match write() {
            Ok(()) => {
                self.length = length;
                Ok(())
            }
            Err(error) => {
                // If this fails, too, a torn line stays, which is cut off when the tournament
                // goes on.
                let _ = self.cut();
                Err(JournalError::io(&self.path, "write")(error))
            }
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file, which it makes if there is none, and locks it.
    fn lock(path: &Path) -> Result<JournalWriter, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = match options.clone().create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                check_regular(path)?;
                options.open(path).map_err(JournalError::io(path, "open"))?
            }
            Err(error) => return Err(JournalError::io(path, "create")(error)),
        };
        match file.try_lock() {
            Ok(()) => Ok(JournalWriter {
                path: path.to_owned(),
                file,
                length: 0,
            }),
            Err(TryLockError::WouldBlock) => Err(JournalError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(JournalError::io(path, "lock")(error)),
        }
    }

    /// Sees whether the file is what it was when this wrote it last.
    fn check_place(&self) -> Result<(), JournalError> {
        let ours = self.file.metadata();
        let ours = ours.map_err(JournalError::io(&self.path, "write"))?;
        let is_ours = fs::metadata(&self.path).is_ok_and(|found| is_same(&found, &ours));
        if !is_ours {
            return Err(JournalError::Gone(self.path.clone()));
        }
        if ours.len() != self.length {
            return Err(JournalError::Length {
                path: self.path.clone(),
                found: ours.len(),
                expected: self.length,
            });
        }
        Ok(())
    }

    /// Whether there is nothing in the file but a part of a header at most.
    fn is_blank(&mut self) -> Result<bool, JournalError> {
        let mut text = Vec::new();
        (&self.file)
            .take(LONGEST_LINE)
            .read_to_end(&mut text)
            .map_err(JournalError::io(&self.path, "read"))?;
        Ok(is_torn_header(&text))
    }

    /// Writes the first line, and syncs it and the directory that has the file.
    fn begin(&mut self, header: &Header) -> Result<(), JournalError> {
        self.cut().map_err(JournalError::io(&self.path, "write"))?;
        self.append([&Entry::Header(header.clone())])?;
        let synced = self.file.sync_all().and_then(|()| sync_parent(&self.path));
        synced.map_err(JournalError::io(&self.path, "sync"))
    }

    /// Cuts the file behind the last complete line.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

/// Whether this is one file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, _: &Metadata) -> bool {
    one.is_file()
}

/// Whether this is the beginning of a header's line without its LF, or nothing.
fn is_torn_header(text: &[u8]) -> bool {
    let before = BEFORE_CHECKSUM.bytes().map(Some);
    let checksum = [None; 8];
    let after = format!("{BEFORE_ENTRY}{{\"header\":{{\"format\":\"{FORMAT}\"");
    let expected = before.chain(checksum).chain(after.bytes().map(Some));
    let fits = |(&found, expected): (&u8, Option<u8>)| match expected {
        Some(byte) => found == byte,
        None => found.is_ascii_hexdigit(),
    };
    !text.contains(&b'\n') && text.iter().zip(expected).all(fits)
}

/// Syncs the directory that has a file, so that the file is in it after a failure of the machine.
#[cfg(unix)]
pub(super) fn sync_parent(path: &Path) -> io::Result<()> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    match fs::File::open(directory)?.sync_all() {
        // Some file systems cannot do so.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
pub(super) fn sync_parent(_: &Path) -> io::Result<()> {
    Ok(())
}
