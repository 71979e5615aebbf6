//! Lines of the protocol as the arguments of the program.
//!
//! The testing framework OpenBench asks for openings like this: `jumpers-engine "genfens 10 seed 42
//! book None" "quit"`. Nothing else can be asked for in this form.

use std::ffi::{OsStr, OsString};
use std::io;

use jumpers_core::BoardSize;
use jumpers_protocol::Command;

use crate::openings::{self, OpeningsConfig};
use crate::output::Output;
use crate::search::Control;

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
    for line in lines {
        match Command::parse_bytes(line.as_encoded_bytes()).map_err(|error| error.to_string())? {
            None => {}
            Some(Command::Quit) => break,
            Some(Command::Genfens(params)) => {
                let config = OpeningsConfig::of_params(&params, BoardSize::default());
                let reply = |reply| output.line(reply);
                openings::reply_with(&config, &Control::new(false), &reply)
                    .map_err(|error| format!("genfens: {error}"))?;
            }
            Some(_) => return Err(format!("{line:?}: only genfens and quit can be arguments")),
        }
    }
    Ok(())
}
