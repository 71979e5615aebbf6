//! The longest games on a clock without increment.

use std::sync::Mutex;

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use jumpers_engine::players::{random_turn, seeded};

use crate::engine::{Engine, Error};
use crate::games::{go_line, micros};
use crate::work::share_out;

#[derive(clap::Args)]
pub struct Args {
    /// Milliseconds on each clock.
    #[arg(long, value_name = "ms", default_value_t = 10_000)]
    time: u32,
    /// The board.
    #[arg(long, default_value_t = BoardSize::Ten)]
    board: BoardSize,
    /// Random games to take the longest of.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    random_games: usize,
    /// So many of the longest are played.
    #[arg(long, default_value_t = 6)]
    games: usize,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    concurrency: usize,
    /// Threads that keep the machine busy meanwhile.
    #[arg(long, value_name = "N", default_value_t = 0)]
    busy: usize,
    /// The seed of the random games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The seeds of random games are worked through in pieces of so many.
const PIECE: usize = 1000;

/// Plays the games; did no clock run out?
pub fn run(args: &Args) -> Result<bool, Error> {
    args.board.visit(SuddenDeath(args))
}

struct SuddenDeath<'a>(&'a Args);

impl SizeVisitor for SuddenDeath<'_> {
    type Output = Result<bool, Error>;

    fn visit<S: Size>(self) -> Self::Output {
        let args = self.0;
        let longest = longest_games::<S>(args)?;
        println!(
            "the longest of {} random games on {}x{1} have {:?} turns",
            args.random_games,
            S::N,
            longest
                .iter()
                .map(|&(length, _)| length)
                .collect::<Vec<_>>(),
        );
        let all_lasted = Mutex::new(true);
        share_out(
            longest.len(),
            args.concurrency,
            args.busy,
            Engine::start,
            |engine, number| {
                let (length, seed) = longest[number];
                let least = play::<S>(engine, args, seed)?;
                let [red, teal] = least.map(|micros| micros as f64 / 1e3);
                println!(
                    "{length} turns at {} ms + 0 ms: least time left {red:.1} ms (Red), \
                     {teal:.1} ms (Teal)",
                    args.time,
                );
                if least.into_iter().any(|left| left < 0) {
                    println!("  lost on time");
                    *all_lasted.lock().expect("no game panicked") = false;
                }
                Ok(())
            },
        )?;
        Ok(all_lasted.into_inner().expect("no game panicked"))
    }
}

/// The lengths and seeds of the longest random games, the longest first.
fn longest_games<S: Size>(args: &Args) -> Result<Vec<(usize, u64)>, Error> {
    let longest = Mutex::new(Vec::new());
    let pieces = args.random_games.div_ceil(PIECE);
    let nothing = || Ok(());
    share_out(pieces, args.concurrency, 0, nothing, |(), piece| {
        let games = piece * PIECE..args.random_games.min((piece + 1) * PIECE);
        let lengths = games.map(|game| {
            let seed = args.seed << 32 | game as u64;
            let mut rng = seeded(seed);
            let mut position = Position::<S>::start();
            let mut length = 0;
            while let Some(turn) = random_turn(&position, &mut rng) {
                position.play_unchecked(&turn);
                length += 1;
            }
            (length, seed)
        });
        let lengths: Vec<_> = lengths.collect();
        let mut longest = longest.lock().expect("no game panicked");
        longest.extend(lengths);
        // Of games of the same length the one with the smaller seed, whoever found it first.
        longest.sort_by_key(|&(length, seed)| (std::cmp::Reverse(length), seed));
        longest.truncate(args.games);
        Ok(())
    })?;
    Ok(longest.into_inner().expect("no game panicked"))
}

/// Has the engine think for both sides at each ply of a random game; the least time left on the
/// two clocks after a turn, in microseconds.
fn play<S: Size>(engine: &mut Engine, args: &Args, seed: u64) -> Result<[i64; 2], Error> {
    let board = format!("setoption name Board value {}", S::N);
    engine.prepare(&[&board, "ucinewgame"])?;
    let mut rng = seeded(seed);
    let mut position = Position::<S>::start();
    let mut line = "position startpos moves".to_owned();
    let mut clocks = [i64::from(args.time) * 1_000; 2];
    while let Some(turn) = random_turn(&position, &mut rng) {
        engine.send(&line)?;
        let thought = engine.go(&go_line(clocks, 0))?;
        position
            .resolve_text(&thought.turn)
            .map_err(|error| format!("{error}: {line}"))?;
        // Without increment the last is the least.
        clocks[position.side_to_move()] -= micros(thought.elapsed);
        if clocks.iter().any(|&left| left < 0) {
            break;
        }
        line.push(' ');
        line.push_str(&position.text_of(&turn).to_string());
        position.play_unchecked(&turn);
    }
    Ok(clocks)
}
