//! `jumpers-engine go`: thinks about one position.

use std::io;

use clap::Args;
use jumpers_protocol::{Command, GoParams};

use super::Where;
use crate::board::Board;
use crate::output::Output;
use crate::request::Request;
use crate::session::Session;

#[derive(Args)]
pub struct GoArgs {
    #[command(flatten)]
    place: Where,
    /// The parameters of the protocol's `go`, such as "movetime 1000" or "depth 12".
    #[arg(trailing_var_arg = true)]
    params: Vec<String>,
}

/// Prints what the protocol prints.
pub fn go(args: &GoArgs) -> Result<(), String> {
    let board = args.place.open()?;
    think(board.as_ref(), &args.params)
}

/// Thinks about a position and prints what the protocol prints.
pub fn think(board: &dyn Board, params: &[String]) -> Result<(), String> {
    let params = read_params(params)?;
    let request = Request {
        turns: params.searchmoves.clone(),
        ..Request::default()
    };
    board.check(&request).map_err(|error| error.to_string())?;
    let output = Output::new(io::stdout(), || std::process::exit(0));
    let mut session = Session::new(output).map_err(|error| error.to_string())?;
    let _ = session.handle_line(format!("position fen {}", board.text()).as_bytes());
    let _ = session.handle(Command::Go(params));
    session.wait_for_job();
    Ok(())
}

fn read_params(params: &[String]) -> Result<GoParams, String> {
    let line = format!("go {}", params.join(" "));
    let command = Command::parse(&line).map_err(|error| error.to_string())?;
    match command {
        Some(Command::Go(params)) if params.infinite || params.ponder => {
            Err("go: infinite and ponder have no end here".to_owned())
        }
        Some(Command::Go(params)) => Ok(params),
        _ => Err(format!("not the parameters of go: {params:?}")),
    }
}
