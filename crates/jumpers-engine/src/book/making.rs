//! How the book is made.

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};

use super::{BookEntry, BookLine, REMARK, positions};
use crate::search::{Control, Limits};
use crate::session::StartError;
use crate::solo::Solo;

/// The nodes of each search for the book of this engine.
pub const NODES: NonZeroU64 = NonZeroU64::new(10_000_000).expect("not zero");
/// The table of each search.
const TABLE_MIB: usize = 64;

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// What the searches need is not to be had.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Works out a position of the book: a search on one thread with an empty table that looks at
/// `nodes` positions. It finds the same each time; nothing if it was stopped or the game is over.
///
/// # Errors
/// If the memory or the thread that it needs is not to be had.
pub fn work_out<S: Size>(
    position: &Position<S>,
    nodes: NonZeroU64,
    control: &Control,
) -> Result<Option<BookLine<S>>, StartError> {
    Ok(line_of(position, nodes, &Solo::new(TABLE_MIB)?, control))
}

fn line_of<S: Size>(
    position: &Position<S>,
    nodes: NonZeroU64,
    solo: &Solo,
    control: &Control,
) -> Option<BookLine<S>> {
    let limits = Limits {
        nodes: Some(nodes.get()),
        ..Limits::default()
    };
    let report = solo.search(position, &limits, control);
    let turn = *report.best.turns.first()?;
    (!control.is_stopped()).then(|| BookLine {
        position: *position,
        entry: BookEntry {
            turn,
            score: report.best.value.into(),
            depth: report.best.depth,
        },
    })
}

/// Makes a book: gives each line to `line`, in order. Works on `threads` positions at a time; the
/// book does not depend on how many.
///
/// # Errors
/// If it was stopped, or the memory or the threads that it needs are not to be had.
pub fn make(
    nodes: NonZeroU64,
    threads: NonZeroUsize,
    control: &Control,
    line: &mut dyn FnMut(&str),
) -> Result<(), BookError> {
    struct Make<'a> {
        nodes: NonZeroU64,
        solos: &'a [Solo],
        control: &'a Control,
        line: &'a mut dyn FnMut(&str),
    }

    impl SizeVisitor for Make<'_> {
        type Output = Result<(), BookError>;

        fn visit<S: Size>(self) -> Self::Output {
            make_on::<S>(self.nodes, self.solos, self.control, self.line)
        }
    }

    let solos = (0..threads.get())
        .map(|_| Solo::new(TABLE_MIB))
        .collect::<Result<Vec<_>, _>>()?;
    line(&format!("{REMARK} jumpers-engine book --nodes {nodes}"));
    for board in BoardSize::ALL {
        board.visit(Make {
            nodes,
            solos: &solos,
            control,
            line,
        })?;
    }
    Ok(())
}

fn make_on<S: Size>(
    nodes: NonZeroU64,
    solos: &[Solo],
    control: &Control,
    line: &mut dyn FnMut(&str),
) -> Result<(), BookError> {
    let positions = positions::<S>();
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for solo in solos {
            let (sender, positions, next) = (sender.clone(), &positions, &next);
            let work = move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(position) = positions.get(number) else {
                        return;
                    };
                    let Some(found) = line_of(position, nodes, solo, control) else {
                        return;
                    };
                    if sender.send((number, found)).is_err() {
                        return;
                    }
                }
            };
            std::thread::Builder::new()
                .spawn_scoped(scope, work)
                .map_err(StartError::Thread)?;
        }
        drop(sender);
        // Lines that wait for one before them.
        let mut waiting = BTreeMap::new();
        let mut done = 0;
        for (number, found) in results {
            waiting.insert(number, found);
            while let Some(found) = waiting.remove(&done) {
                line(&found.to_string());
                done += 1;
            }
        }
        if done == positions.len() {
            Ok(())
        } else {
            Err(BookError::Stopped)
        }
    })
}
