//! A session whose lines are the arguments of the program.
//!
//! The testing framework OpenBench asks for openings like this: `jumpers-engine "genfens 10 seed 42
//! book None" "quit"`.

use std::ffi::{OsStr, OsString};
use std::io;

use crate::output::Output;
use crate::session::Session;

/// Is this first argument a line, and so all of them?
pub fn is_script(first: &OsStr) -> bool {
    first.as_encoded_bytes().starts_with(b"genfens ")
}

/// Does what the lines say, each after the one before has come to its end.
///
/// # Errors
/// If the session cannot begin.
pub fn run(lines: &[OsString]) -> Result<(), String> {
    let output = Output::new(io::stdout(), || std::process::exit(0));
    let mut session = Session::new(output).map_err(|error| error.to_string())?;
    for line in lines {
        if session.handle_line(line.as_encoded_bytes()).is_break() {
            break;
        }
        session.wait_for_job();
    }
    Ok(())
}
