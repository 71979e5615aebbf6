//! Engines that end when they should not.

use std::io::{self, Write};

use jumpers_protocol::{Command, Reply};

use crate::player::{Fate, Hooks, Sayings};

/// Ends like this at a `go`.
pub(super) struct AtGo(pub fn() -> !);

impl Hooks for AtGo {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        match command {
            Command::Go(_) => (self.0)(),
            _ => Fate::Done,
        }
    }
}

/// Ends at once.
pub(super) struct AtStart;

impl Hooks for AtStart {
    fn start(&mut self) {
        crash()
    }
}

/// Ends at a line that it should refuse.
pub(super) struct OfErrors;

impl Hooks for OfErrors {
    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        match reply {
            Reply::Error { .. } => crash(),
            other => sayings.reply(other),
        }
    }
}

/// Ends as a program does that cannot go on.
pub(super) fn crash() -> ! {
    // Nobody need read it.
    let _ = writeln!(
        io::stderr(),
        "fault: a line before the crash\nfault: crash, with status 3"
    );
    std::process::exit(3)
}
