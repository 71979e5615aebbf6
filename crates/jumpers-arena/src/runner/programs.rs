//! The programs of a tournament's engines.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::contestant::{Contestant, ExecutableError};
use crate::tournament::Tournament;

/// The programs of a tournament's engines, which must stay what they were when it began: one that
/// is built again while it runs would otherwise be mixed in when an engine is started again.
#[derive(Clone, Debug)]
pub struct Programs(Vec<Option<Program>>);

#[derive(Clone, Debug)]
struct Program {
    path: PathBuf,
    /// What is looked at before its digest is taken.
    stamp: Stamp,
}

/// The size of a file, when it was changed, and its number: if all are the same, so is the file.
type Stamp = (u64, Option<SystemTime>, u64);

impl Programs {
    /// The programs as they are now.
    ///
    /// # Errors
    /// If there is one that cannot be had.
    pub fn of(tournament: &Tournament) -> Result<Programs, ExecutableError> {
        let programs = tournament.engines.iter().map(|engine| {
            Ok(engine.executable()?.map(|path| Program {
                stamp: stamp(&path),
                path,
            }))
        });
        programs.collect::<Result<_, _>>().map(Programs)
    }

    /// Checks that the program of an engine, given by its place, is what it was.
    ///
    /// # Errors
    /// If it is not, in one line.
    pub fn check(&mut self, engine: usize, contestant: &Contestant) -> Result<(), String> {
        let Some(Some(program)) = self.0.get_mut(engine) else {
            return Ok(());
        };
        let now = stamp(&program.path);
        if now == program.stamp {
            return Ok(());
        }
        let digest = contestant
            .current_digest()
            .map_err(|error| format!("engine '{}': {error}", contestant.name))?;
        if digest != contestant.digest {
            return Err(format!(
                "engine '{}': {} has changed since the tournament began",
                contestant.name,
                program.path.display()
            ));
        }
        program.stamp = now;
        Ok(())
    }

    /// The contestant at this place with the path of its program as its command, so that no other
    /// one is started, wherever it runs and whatever its `PATH` is.
    pub fn launchable(&self, engine: usize, contestant: &Contestant) -> Contestant {
        let mut contestant = contestant.clone();
        if let Some(Some(program)) = self.0.get(engine)
            && let Some(path) = program.path.to_str()
        {
            contestant.command = path.to_owned();
        }
        contestant
    }
}

fn stamp(path: &Path) -> Stamp {
    match fs::metadata(path) {
        Ok(data) => (data.len(), data.modified().ok(), number(&data)),
        // That it cannot be had is found out when its digest is taken.
        Err(_) => (0, None, 0),
    }
}

#[cfg(unix)]
fn number(data: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(data)
}

#[cfg(not(unix))]
fn number(_: &fs::Metadata) -> u64 {
    0
}
