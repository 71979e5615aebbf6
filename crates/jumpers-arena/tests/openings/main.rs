//! Openings: what files may look like, what is wrong with others, and what random ones are.

mod builtin;
mod command;
mod files;
mod random;
mod sources;

use jumpers_arena::openings::{Openings, OpeningsError, Source};

/// The openings of a file with these bytes.
fn read(bytes: impl AsRef<[u8]>) -> Result<Openings, OpeningsError> {
    Openings::read("set.txt", bytes.as_ref())
}

/// The openings of a source.
fn load(source: &str, seed: u64) -> Result<Openings, OpeningsError> {
    let source: Source = source.parse().expect("a source");
    Openings::load(&source, seed)
}

/// Their texts.
fn texts(openings: &Openings) -> Vec<&str> {
    openings.iter().map(|opening| opening.text()).collect()
}

const START: &str = "4tt/4tt/6/6/rr4/rr4 r 12 13";
const START_8: &str = "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20";
const START_10: &str = "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31";
