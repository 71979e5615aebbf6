//! One journal of several: of the shards of a tournament, or of parts of it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Place;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::check::Checker;
use super::write::sync_parent;
use super::{Entry, Header, Journal, JournalError, LineError, PairEntry, line};
use crate::output;
use crate::tournament::Tournament;

/// Several journals of one tournament in one.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The whole tournament, begun when the first of them was; its pairs are in the order of the
    /// schedule.
    pub journal: Journal,
    /// The pairs that none of them has, as ranges with both ends, in order.
    pub missing: Vec<(u64, u64)>,
}

/// Why journals cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are none.
    #[error("no journals to merge")]
    Nothing,
    /// They are of different tournaments.
    #[error("{} and {} are journals of different tournaments: {difference}", one.display(), other.display())]
    Tournaments {
        /// The first journal.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// What differs: the other's value, then the first one's.
        difference: String,
    },
    /// They say different things of a pair.
    #[error("{} and {} both have pair {}, and it is not the same", one.display(), other.display(), index + 1)]
    Conflict {
        /// The pair.
        index: u64,
        /// A journal that has it.
        one: PathBuf,
        /// Another.
        other: PathBuf,
    },
    /// A pair of one does not go with a pair of another.
    #[error("{}: {cause}", path.display())]
    Pair {
        /// The journal.
        path: PathBuf,
        /// What is wrong.
        cause: Box<LineError>,
    },
}

/// Merges journals, in any order. Pairs that several of them have must be the same in all.
///
/// # Errors
/// If they are not of one tournament, or do not agree.
pub fn merge(journals: Vec<(PathBuf, Journal)>) -> Result<Merged, MergeError> {
    let (one, first) = journals.first().ok_or(MergeError::Nothing)?;
    let one = one.clone();
    let mut header = Header {
        shard: None,
        ..first.header.clone()
    };
    let mut pairs: BTreeMap<u64, (PairEntry, PathBuf)> = BTreeMap::new();
    let mut checker = Checker::new(&header, None);
    for (path, journal) in journals {
        let tournament = &journal.header.tournament;
        if let Some(difference) = tournament.difference(&header.tournament) {
            return Err(MergeError::Tournaments {
                one,
                other: path,
                difference,
            });
        }
        header.started = header.started.min(journal.header.started);
        for pair in journal.pairs {
            match pairs.entry(pair.index) {
                Place::Vacant(place) => {
                    checker.check(&pair, 0).map_err(|cause| MergeError::Pair {
                        path: path.clone(),
                        cause: Box::new(cause),
                    })?;
                    place.insert((pair, path.clone()));
                }
                Place::Occupied(place) if place.get().0 == pair => {}
                Place::Occupied(place) => {
                    return Err(MergeError::Conflict {
                        index: pair.index,
                        one: place.get().1.clone(),
                        other: path,
                    });
                }
            }
        }
    }
    let mut journal = Journal::new(header);
    journal.pairs = pairs.into_values().map(|(pair, _)| pair).collect();
    Ok(Merged {
        missing: gaps(&journal),
        journal,
    })
}

/// The ranges of pairs that a journal has not, whose pairs are in order.
fn gaps(journal: &Journal) -> Vec<(u64, u64)> {
    let mut gaps = Vec::new();
    let mut next = 0;
    let tournament: &Tournament = &journal.header.tournament;
    let ends = journal.pairs.iter().map(|pair| pair.index);
    for index in ends.chain([tournament.pairs()]) {
        if index > next {
            gaps.push((next, index - 1));
        }
        next = index + 1;
    }
    gaps
}

impl Merged {
    /// Writes the journal to a new file. It is written under another name and then gets its own, so
    /// that there is never a part of it under its name.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), JournalError> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(JournalError::Exists(path.to_owned()));
        }
        output::create(path, |to| self.write_lines(to)).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => JournalError::io(path, "write")(error),
        })?;
        sync_parent(path).map_err(JournalError::io(path, "sync"))
    }

    fn write_lines(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut write = |entry: &Entry| to.write_all(line::encode(entry)?.as_bytes());
        write(&Entry::Header(self.journal.header.clone()))?;
        let mut pairs = self.journal.pairs.iter();
        pairs.try_for_each(|pair| write(&Entry::Pair(Box::new(pair.clone()))))
    }
}
