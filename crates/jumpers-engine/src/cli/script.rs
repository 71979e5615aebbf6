//! A session whose lines are the arguments of the program.
//!
//! The testing framework OpenBench asks for openings like this: `jumpers-engine "genfens 10 seed 42
//! book None" "quit"`. Nothing else can be asked for in this form.

use std::ffi::{OsStr, OsString};
use std::io;

use jumpers_protocol::Command;

use crate::output::Output;
use crate::session::Session;

/// Is this first argument a line, and so all of them?
pub fn is_script(first: &OsStr) -> bool {
    let text = first.to_string_lossy();
    let mut words = text.split_whitespace();
    words.next() == Some("genfens") && words.next().is_some()
}

/// Does what the lines say, each after the one before has come to its end.
///
/// # Errors
/// If a line is something else than `genfens` or `quit`, or there are not so many openings.
pub fn run(lines: &[OsString]) -> Result<(), String> {
    let output = Output::new(io::stdout(), || std::process::exit(0));
    let mut session = Session::new(output).map_err(|error| error.to_string())?;
    for line in lines {
        match Command::parse_bytes(line.as_encoded_bytes()).map_err(|error| error.to_string())? {
            None => {}
            Some(Command::Quit) => break,
            Some(Command::Genfens(params)) => session.make_openings(&params)?,
            Some(_) => return Err(format!("{line:?}: only genfens and quit can be arguments")),
        }
    }
    Ok(())
}
