//! What the commands have in common.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use jumpers_core::{SizeVisitor, study};
use rayon::ThreadPool;

/// So many threads.
///
/// # Errors
/// If the system does not give them, with what it says.
pub fn pool(threads: u16) -> Result<ThreadPool, String> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build()
        .map_err(|error| format!("cannot start {threads} threads: {error}"))
}

/// Runs the command with this name on a board of N×N points, and ends it.
pub fn on_board<E, V>(name: &str, board: u8, run: V) -> ExitCode
where
    E: Display + From<&'static str>,
    V: SizeVisitor<Output = Result<(), E>>,
{
    let done = study::visit(board, run).unwrap_or_else(|| Err("there is no such board".into()));
    end(name, done)
}

/// How the command with this name ends: with an error as one line, and then 2 as the status.
pub fn end(name: &str, done: Result<(), impl Display>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A line that nobody reads is lost.
            let _ = writeln!(std::io::stderr(), "{name}: {error}");
            ExitCode::from(2)
        }
    }
}
