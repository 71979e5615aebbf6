//! Engines as processes: started, written to, read from, and ended, whatever they do.
//!
//! - [`Supervisor`]: one for the whole runner; starts engines, and sees to it that none outlives
//!   the runner, not even if that is killed by SIGKILL;
//! - [`Launch`]: what to start; [`Launch::new`] makes it from a
//!   [`Contestant`](crate::contestant::Contestant);
//! - [`Process`]: a running engine with its pipes;
//! - [`wait`]: waits for several processes at once, with a deadline and an [`Interrupt`];
//! - [`times_continued`]: whether the runner itself was stopped for a while.
//!
//! Nothing here waits without a deadline, and there are no threads: the pipes are non-blocking,
//! and `poll` waits for all of them.
//!
//! # How an engine is started and ended
//!
//! The runner starts its own executable as `arena shim … -- PROGRAM ARGUMENTS`, in a process group
//! of its own. The shim asks for SIGKILL when the thread that started it ends (Linux), sets the
//! CPUs to run on (Linux), waits for a byte on its standard input, and becomes the program by
//! `exec`. The byte comes after the group was announced to the watcher, `arena watch`: a process
//! that reads the groups from a pipe which only the runner can write to. When that pipe closes, for
//! whatever reason, the watcher kills all groups that it knows. So there is no moment in which an
//! engine runs and would survive the runner. What an engine starts is in its group, too, as long as
//! it makes no group of its own.
//!
//! For those that do (`setsid`, daemons), each engine has the variable `ARENA_RUNNER` in its
//! environment, with a value that no other runner has, and what it starts inherits it. On Linux the
//! watcher looks for it in `/proc/*/environ` when the pipe closes, also at a normal end of the
//! runner, and kills all that have it, until there are none. What escapes is a process that has both
//! left the group and begun with another environment (`env -i`), and one that another user runs.
//! Such processes of an engine that is restarted live until the runner ends.
//!
//! A group is withdrawn from the watcher after all in it were sent SIGKILL and its leader has ended,
//! but before the leader is reaped: until then its number belongs to nobody else.
//!
//! Since the death signal is tied to the *thread* that started the engine, a [`Process`] cannot be
//! sent to another thread. It is dropped, and so killed, in the thread that started it:
//!
//! ```compile_fail,E0277
//! fn send<T: Send>() {}
//! send::<jumpers_arena::process::Process>();
//! ```
//!
//! # Use
//!
//! ```no_run
//! use std::time::{Duration, Instant};
//! use jumpers_arena::process::{Interrupt, Launch, Process, Supervisor};
//!
//! let supervisor = Supervisor::of_this_program()?;
//! let interrupt = Interrupt::new()?;
//! let mut engine = Process::start(&supervisor, &Launch::program("some-engine"))?;
//! engine.send("uci");
//! let deadline = Instant::now() + Duration::from_secs(10);
//! while let Ok(line) = engine.read_line(deadline, &interrupt) {
//!     if line.text == "uciok" {
//!         break;
//!     }
//! }
//! engine.quit(Duration::from_secs(1), &interrupt);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod child;
mod continued;
mod end;
mod exit;
mod input;
mod interrupt;
mod launch;
mod lines;
mod marked;
mod output;
mod supervisor;
mod tail;
mod wait;
mod watcher;

pub use child::Process;
pub use continued::times_continued;
pub use end::{End, Line, ReadError};
pub use exit::Exit;
pub use interrupt::Interrupt;
pub use launch::{Launch, StartError};
pub use lines::LONGEST_LINE;
pub use supervisor::{Supervisor, SupervisorError};
pub use tail::{STDERR_LINE_BYTES, STDERR_LINES};
pub use wait::{Wake, after, wait};

pub(crate) use launch::{CANNOT_START, reason};
pub(crate) use marked::kill_marked;
pub(crate) use watcher::WATCHING;

/// Whether the same call may work later.
fn is_transient(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{Interrupted, WouldBlock};
    matches!(error.kind(), WouldBlock | Interrupted)
}
