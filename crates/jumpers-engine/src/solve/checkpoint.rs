//! Checkpoints: what a table knows, in a file, for a later search to go on from.
//!
//! Integers are little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `JMPCHECK` |
//! | 4 | the version of the format, 1 |
//! | 1 | N, the size of the board |
//! | 2, and so many | the text of the position that was searched |
//! | 1, and so many | the version of the program |
//! | 8 | the number of entries |
//! | 28, or 44 on 10×10, each | the entries |
//! | 4 | the CRC-32 (that of zlib) of all bytes before it |
//!
//! An entry is a position up to reflection and what is known of it: the points with tokens of Red,
//! then of Teal (8 bytes each, or 16 on 10×10, bit i for the i-th point, rank by rank from a1), the
//! reserves of Red and of Teal (a byte each), the side to move (a byte, 0 for Red), the effort (a
//! byte), and the proof and the disproof number (IEEE 754, 4 bytes each). Positions that were only
//! looked at from their parents (effort 1) are left out, since that is soon done again, and so is what
//! is known of wins within a number of plies.
//!
//! A file is written beside the one that it replaces and then renamed, so that a write that fails
//! leaves the old one as it was. Before an entry is used the whole file is read and its sum is
//! compared. The sum finds accidents, not forgeries: what a file says of a position is believed.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use jumpers_core::{Bitboard, Color, Position, Setup, Size};

use super::numbers::Numbers;
use super::table::{ProofTable, Record};

const MAGIC: &[u8; 8] = b"JMPCHECK";
const VERSION: u32 = 1;
/// The greatest effort that an entry has.
const MOST_EFFORT: u8 = 63;
/// Bytes at once.
const BUFFER: usize = 1 << 16;

/// Why a checkpoint cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Read(io::Error),
    /// The file cannot be written.
    #[error("cannot write it: {0}")]
    Write(io::Error),
    /// It is no checkpoint.
    #[error("it is no checkpoint of the solver")]
    Foreign,
    /// It is of a later version of the format.
    #[error("it has version {0} of the format, and only version {VERSION} is known")]
    Version(u32),
    /// It is of a board of another size.
    #[error("it is of a board of {found}x{found} points, not of {wanted}x{wanted}")]
    Board {
        /// The size of its board.
        found: u8,
        /// The size that is wanted.
        wanted: u8,
    },
    /// It ends too early.
    #[error("it is cut off")]
    Truncated,
    /// It is longer than it says.
    #[error("something follows its end")]
    TooLong,
    /// Its bytes are not those that were written.
    #[error("it is damaged: the sum of its bytes is not right")]
    Sum,
    /// It has the right sum and says what cannot be.
    #[error("it is damaged: {0}")]
    Content(String),
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The text of the position that the checkpoint was made for.
    pub root: String,
    /// Entries in the file.
    pub entries: u64,
    /// Entries that found room in the table.
    pub kept: u64,
}

/// Counts and sums what goes through.
struct Summing<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T> Summing<T> {
    fn new(inner: T) -> Self {
        Summing {
            inner,
            sum: crc32fast::Hasher::new(),
        }
    }
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }
}

/// Writes what a table knows, and returns the number of entries. No search may run meanwhile.
///
/// # Errors
/// If the writer fails, or the table changes.
pub fn write<S: Size>(
    table: &ProofTable,
    root: &Position<S>,
    writer: impl Write,
) -> io::Result<u64> {
    let mut entries = 0u64;
    table.for_each::<S>(|_| entries += 1);
    let mut out = Summing::new(BufWriter::with_capacity(BUFFER, writer));
    let (root, version) = (root.to_string(), env!("CARGO_PKG_VERSION"));
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&[S::N])?;
    out.write_all(&(root.len() as u16).to_le_bytes())?;
    out.write_all(root.as_bytes())?;
    out.write_all(&[version.len() as u8])?;
    out.write_all(version.as_bytes())?;
    out.write_all(&entries.to_le_bytes())?;
    let mut written = 0;
    let mut result = Ok(());
    table.for_each::<S>(|record| {
        if result.is_ok() {
            result = write_record(&record, &mut out);
            written += 1;
        }
    });
    result?;
    if written != entries {
        return Err(io::Error::other("the table changes"));
    }
    let sum = out.sum.clone().finalize();
    out.write_all(&sum.to_le_bytes())?;
    out.flush()?;
    Ok(entries)
}

/// Words of 64 bits for the tokens of a side.
const fn words<S: Size>() -> usize {
    if size_of::<S::Word>() > size_of::<u64>() {
        2
    } else {
        1
    }
}

fn write_record<S: Size>(record: &Record<S>, out: &mut impl Write) -> io::Result<()> {
    let Record {
        setup,
        numbers,
        effort,
    } = record;
    for tokens in setup.tokens {
        for half in &tokens.halves()[..words::<S>()] {
            out.write_all(&half.to_le_bytes())?;
        }
    }
    let [red, teal] = setup.reserves;
    out.write_all(&[red, teal, setup.side_to_move as u8, *effort])?;
    out.write_all(&numbers.proof.to_le_bytes())?;
    out.write_all(&numbers.disproof.to_le_bytes())
}

/// Reads what [`write()`] wrote into a table, besides what that knows. If there is not room for
/// all, the entries stay that took the most effort. Nothing is changed if the file is refused for
/// its sum or its head.
///
/// # Errors
/// If the file cannot be read or is no whole checkpoint of this size of board.
pub fn read<S: Size>(
    table: &ProofTable,
    mut file: impl Read + Seek,
) -> Result<Restored, CheckpointError> {
    // First the sum, then the entries.
    visit_file::<S>(&mut file, |_| false)?;
    file.rewind().map_err(CheckpointError::Read)?;
    visit_file::<S>(&mut file, |record| table.restore(record))
}

fn visit_file<S: Size>(
    file: impl Read,
    mut visit: impl FnMut(&Record<S>) -> bool,
) -> Result<Restored, CheckpointError> {
    let mut input = Input(Summing::new(BufReader::with_capacity(BUFFER, file)));
    let magic = input.take::<8>().map_err(|error| match error {
        CheckpointError::Truncated => CheckpointError::Foreign,
        error => error,
    })?;
    if magic != *MAGIC {
        return Err(CheckpointError::Foreign);
    }
    let version = u32::from_le_bytes(input.take()?);
    if version != VERSION {
        return Err(CheckpointError::Version(version));
    }
    let [found] = input.take()?;
    if found != S::N {
        let wanted = S::N;
        return Err(CheckpointError::Board { found, wanted });
    }
    let length = u16::from_le_bytes(input.take()?);
    let root = input.text(length.into())?;
    let [length] = input.take()?;
    input.text(length.into())?;
    let entries = u64::from_le_bytes(input.take()?);
    let mut kept = 0;
    let mut content = Ok(());
    for number in 1..=entries {
        match input.record::<S>()? {
            Ok(record) => kept += u64::from(visit(&record)),
            Err(what) if content.is_ok() => content = Err(format!("entry {number}: {what}")),
            Err(_) => {}
        }
    }
    let sum = input.0.sum.clone().finalize();
    if sum.to_le_bytes() != input.take::<4>()? {
        return Err(CheckpointError::Sum);
    }
    if input.0.read(&mut [0]).map_err(CheckpointError::Read)? != 0 {
        return Err(CheckpointError::TooLong);
    }
    content.map_err(CheckpointError::Content)?;
    if root.parse::<Position<S>>().is_err() {
        return Err(CheckpointError::Content("its position is none".to_owned()));
    }
    Ok(Restored {
        root,
        entries,
        kept,
    })
}

struct Input<R>(Summing<R>);

impl<R: Read> Input<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointError> {
        self.0.read_exact(bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                CheckpointError::Truncated
            } else {
                CheckpointError::Read(error)
            }
        })
    }

    fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], CheckpointError> {
        let mut bytes = [0; COUNT];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn text(&mut self, length: usize) -> Result<String, CheckpointError> {
        let mut bytes = vec![0; length];
        self.fill(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// An entry, or what is wrong with it.
    fn record<S: Size>(&mut self) -> Result<Result<Record<S>, String>, CheckpointError> {
        let mut tokens = [Bitboard::from_halves([0; 2]); 2];
        let mut is_on_board = true;
        for tokens in &mut tokens {
            let mut halves = [0; 2];
            for half in &mut halves[..words::<S>()] {
                *half = u64::from_le_bytes(self.take()?);
            }
            *tokens = Bitboard::from_halves(halves);
            is_on_board &= tokens.halves() == halves;
        }
        let [red, teal, side, effort] = self.take()?;
        let numbers = Numbers {
            proof: f32::from_le_bytes(self.take()?),
            disproof: f32::from_le_bytes(self.take()?),
        };
        let Some(&side_to_move) = Color::ALL.get(usize::from(side)) else {
            return Ok(Err(format!("no side {side}")));
        };
        let setup = Setup {
            tokens,
            reserves: [red, teal],
            side_to_move,
        };
        let is_position = is_on_board && Position::from_setup(&setup).is_ok();
        Ok(if !is_position || setup.canonical() != setup {
            Err("no position".to_owned())
        } else if !(1..=MOST_EFFORT).contains(&effort) {
            Err(format!("no effort {effort}"))
        } else if !is_possible(numbers) {
            let Numbers { proof, disproof } = numbers;
            Err(format!("no numbers {proof} and {disproof}"))
        } else {
            Ok(Record {
                setup,
                numbers,
                effort,
            })
        })
    }
}

/// Can a position have these numbers?
fn is_possible(numbers: Numbers) -> bool {
    let is_open = |number: f32| number > 0.0 && number < Numbers::WIN.disproof;
    numbers == Numbers::WIN
        || numbers == Numbers::LOSS
        || is_open(numbers.proof) && is_open(numbers.disproof)
}

/// The file that is written before it is renamed to `path`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// Writes a checkpoint to a file, in place of the old one as soon as it is whole.
///
/// # Errors
/// If it cannot be written: the old file is left as it was.
pub fn save<S: Size>(
    table: &ProofTable,
    root: &Position<S>,
    path: &Path,
) -> Result<u64, CheckpointError> {
    replace(path, |file| write(table, root, file)).map_err(CheckpointError::Write)
}

/// Writes a file anew and, if that succeeds, puts it in the place of the old one.
///
/// # Errors
/// If it cannot be written: the old file is left as it was.
pub fn replace<T>(path: &Path, fill: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
    let new = beside(path);
    let written = File::create(&new).and_then(|file| {
        let written = fill(&file)?;
        file.sync_all()?;
        Ok(written)
    });
    let replaced = written.and_then(|written| {
        fs::rename(&new, path)?;
        Ok(written)
    });
    if replaced.is_err() {
        // There may be nothing to remove.
        let _ = fs::remove_file(&new);
    }
    replaced
}

/// Can a checkpoint be written there? To know that before a long search.
///
/// # Errors
/// If not.
pub fn check_writable(path: &Path) -> Result<(), CheckpointError> {
    let check = || {
        if path.exists() && !path.is_file() {
            return Err(io::Error::other("it is not a file"));
        }
        let new = beside(path);
        File::create(&new)?;
        fs::remove_file(&new)
    };
    check().map_err(CheckpointError::Write)
}

/// Reads a checkpoint from a file into a table; `None` if there is no such file. See [`read()`].
///
/// # Errors
/// If the file cannot be read or is no whole checkpoint of this size of board.
pub fn load<S: Size>(table: &ProofTable, path: &Path) -> Result<Option<Restored>, CheckpointError> {
    // To open a pipe could take for ever.
    let opened = fs::metadata(path).and_then(|found| {
        if found.is_file() {
            File::open(path)
        } else {
            Err(io::Error::other("it is not a file"))
        }
    });
    match opened {
        Ok(file) => read::<S>(table, file).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CheckpointError::Read(error)),
    }
}

#[cfg(test)]
mod tests;
