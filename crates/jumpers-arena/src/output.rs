//! A file that is written as a whole, and that no input is lost to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many symbolic links are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// How many names are tried for a temporary file.
const MOST_NAMES: usize = 1000;

/// Why a file is not written. Each is one line that begins with the file's name.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutputError {
    /// It is an input.
    #[error("{}: this is the same file as {}, which it would overwrite", .0.display(), .1.display())]
    Same(PathBuf, PathBuf),
    /// The system refused something.
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
}

/// A file to be written.
///
/// It is written under another name in the same directory and then renamed, so that there is never
/// a part of it under its name, and other names of what was there before (hard links) keep it. What
/// is no regular file, as a pipe or `/dev/stdout`, is written directly.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    path: PathBuf,
    inputs: Vec<PathBuf>,
}

impl Output {
    /// This file, unless it is one of the inputs, by whatever name. An input need not be there yet.
    pub(crate) fn new(
        path: &Path,
        inputs: impl IntoIterator<Item: Into<PathBuf>>,
    ) -> Result<Output, OutputError> {
        let output = Output {
            path: path.to_owned(),
            inputs: inputs.into_iter().map(Into::into).collect(),
        };
        output.check_inputs()?;
        Ok(output)
    }

    /// Whether it is this file, by whatever name.
    pub(crate) fn is(&self, path: &Path) -> bool {
        is_same(&self.path, path)
    }

    /// Sees whether it can be written, as far as that can be seen without writing it.
    pub(crate) fn check(&self) -> Result<(), OutputError> {
        let checked = match self.target() {
            Target::Whole(path) => check_existing(&path)
                .and_then(|()| new_file(&path))
                .and_then(|(part, file)| {
                    drop(file);
                    fs::remove_file(part)
                }),
            // To open a pipe can last until somebody reads it.
            Target::Direct => match fs::metadata(&self.path) {
                Ok(data) if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
                result => result.map(drop),
            },
        };
        checked.map_err(self.failed())
    }

    /// Writes it.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        // There may be other links now than there were.
        self.check_inputs()?;
        let written = match self.target() {
            Target::Whole(path) => check_existing(&path).and_then(|()| replace(&path, write)),
            Target::Direct => File::create(&self.path).and_then(|file| {
                let mut writer = BufWriter::new(file);
                write(&mut writer)?;
                writer.flush()
            }),
        };
        written.map_err(self.failed())
    }

    fn check_inputs(&self) -> Result<(), OutputError> {
        match self.inputs.iter().find(|input| self.is(input)) {
            Some(input) => Err(OutputError::Same(self.path.clone(), input.clone())),
            None => Ok(()),
        }
    }

    fn target(&self) -> Target {
        let path = resolved(&self.path);
        // Behind /dev/stdout is what the shell has opened, which no other file can replace.
        let is_of_system = ["/dev", "/proc"]
            .iter()
            .any(|place| self.path.starts_with(place));
        let is_opened = is_of_system && path != self.path;
        match fs::metadata(&self.path) {
            Ok(data) if is_opened || !data.is_file() => Target::Direct,
            _ => Target::Whole(path),
        }
    }

    fn failed(&self) -> impl FnOnce(io::Error) -> OutputError {
        let path = self.path.clone();
        move |error| OutputError::Io { path, error }
    }
}

enum Target {
    /// A regular file, or none yet; without symbolic links.
    Whole(PathBuf),
    /// Anything else.
    Direct,
}

/// Writes a file that must not be there yet: nothing is overwritten, whoever makes it meanwhile.
pub(crate) fn create(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    whole(path, write, |part| match fs::hard_link(part, path) {
        Ok(()) => fs::remove_file(part),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no links.
        Err(_) if fs::symlink_metadata(path).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(part, path),
    })
}

/// Writes a file in the place of the one that is there, if there is one.
fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    whole(path, write, |part| {
        if let Ok(data) = fs::metadata(path) {
            fs::set_permissions(part, data.permissions())?;
        }
        fs::rename(part, path)
    })
}

/// Writes a temporary file, which `publish` gives its name.
fn whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    publish: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let (part, file) = new_file(path)?;
    let mut writer = BufWriter::new(file);
    let written = write(&mut writer)
        .and_then(|()| writer.into_inner().map_err(io::IntoInnerError::into_error))
        .and_then(|file| file.sync_all())
        .and_then(|()| publish(&part));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// What may not be written is not replaced either.
fn check_existing(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).open(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A new file beside another, with a name of its own.
fn new_file(beside: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);

    let no_name = || io::Error::from(ErrorKind::InvalidInput);
    let name = beside.file_name().ok_or_else(no_name)?;
    // A name has at most 255 bytes; the beginning is enough to tell whose it is.
    let begin: String = name.to_string_lossy().chars().take(40).collect();
    for _ in 0..MOST_NAMES {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let part = beside.with_file_name(format!(".{begin}.{}-{number}.part", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Ok(file) => return Ok((part, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Whether two names are of one file, which need not be there.
fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => resolved(one) == resolved(other),
        _ => false,
    }
}

/// What tells a file from all others, whatever its names.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    let data = fs::metadata(path).ok()?;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// The path without symbolic links, as far as it is there; also of a file that is not there yet,
/// to which a link may lead.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(found) = path.canonicalize() {
            return found;
        }
        let directory = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let Ok(directory) = directory.canonicalize() else {
            break;
        };
        let Some(name) = path.file_name() else { break };
        match fs::read_link(&path) {
            Ok(link) => path = directory.join(link),
            Err(_) => return directory.join(name),
        }
    }
    path
}
