//! `jumpers-engine replay`: shows games of a file of records, and thinks about their positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use jumpers_core::BoardSize;
use jumpers_protocol::{PositionBase, PositionParams};
use jumpers_record::{Escaped, GameRecord, Replay, read_records};

use super::go::think;
use super::print;
use crate::board;

#[derive(Args)]
pub struct ReplayArgs {
    /// A file of game records, as the protocol's page describes them; "-" is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game with this number in the file, from 1; all games if not given.
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,
    /// The position after this many turns; with parameters of `go`, the last one if not given.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The parameters of the protocol's `go`, to think about the position.
    #[arg(value_name = "GO", trailing_var_arg = true)]
    params: Vec<String>,
}

/// A record that agrees with the rules.
struct Game {
    number: usize,
    record: GameRecord,
    replay: Replay,
}

/// Prints games, a turn a line, or a position of one.
pub fn replay(args: &ReplayArgs) -> Result<(), String> {
    let file = args.file.to_string_lossy();
    let place = |message| format!("replay: {}: {message}", Escaped(&file));
    let games = load(args).map_err(place)?;
    if args.ply.is_none() && args.params.is_empty() {
        // A closed output is nobody's fault.
        let _ = show_games(&games);
        return Ok(());
    }
    let [game] = games.as_slice() else {
        let message = format!("{} games: --game says which", games.len());
        return Err(place(message));
    };
    let turns = game.replay.game.turns();
    let ply = args.ply.unwrap_or(turns.len());
    if ply > turns.len() {
        let (number, last) = (game.number, turns.len());
        return Err(place(format!(
            "game {number} has no ply {ply}: the last is {last}"
        )));
    }
    let position = PositionParams {
        base: PositionBase::Fen(game.replay.game.start().to_owned()),
        moves: turns[..ply].to_vec(),
    };
    let board = board::open(&position.base, BoardSize::default(), &position.moves);
    let board = board.map_err(|error| place(error.to_string()))?;
    if !args.params.is_empty() {
        return think(board.as_ref(), &args.params);
    }
    for line in board.drawing() {
        print(line);
    }
    print(format_args!("fen {}", board.text()));
    print(position);
    Ok(())
}

/// The games that are asked for, at least one.
fn load(args: &ReplayArgs) -> Result<Vec<Game>, String> {
    let input: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.file).map_err(|error| error.to_string())?;
        Box::new(BufReader::new(file))
    };
    let mut games = Vec::new();
    let mut count = 0;
    for (record, number) in read_records(input).zip(1..) {
        let record = record.map_err(|error| error.to_string())?;
        count = number;
        if args.game.is_some_and(|game| game.get() != number) {
            continue;
        }
        let replay = record.replay();
        let replay = replay.map_err(|error| format!("game {number}: {error}"))?;
        games.push(Game {
            number,
            record,
            replay,
        });
        if args.game.is_some() {
            break;
        }
    }
    match args.game {
        Some(game) if games.is_empty() => Err(format!("no game {game}: the file has {count}")),
        None if games.is_empty() => Err("no game".to_owned()),
        _ => Ok(games),
    }
}

fn show_games(games: &[Game]) -> io::Result<()> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    for (i, game) in games.iter().enumerate() {
        if i > 0 {
            writeln!(output)?;
        }
        let Game {
            number,
            record,
            replay,
        } = game;
        writeln!(output, "game {number}: {}", record.title())?;
        writeln!(output, "position {}", replay.game.start())?;
        let width = record.turns.len().to_string().len();
        for (turn, ply) in record.turns.iter().zip(1..) {
            let side = replay.side_to_move(ply - 1).to_string();
            writeln!(output, "{ply:>width$} {side:<4} {turn}")?;
        }
        writeln!(output, "{}", record.result())?;
        for line in &record.ending.stderr {
            writeln!(output, "stderr: {}", Escaped(line))?;
        }
    }
    output.flush()
}
