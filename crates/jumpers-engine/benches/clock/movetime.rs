//! `go movetime` against the clock on the wall.

use std::sync::Mutex;
use std::time::Duration;

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use jumpers_engine::players::{random_turn, seeded};

use crate::engine::{Engine, Error};
use crate::stats::Times;
use crate::work::share_out;

/// 99 of 100 turns take less beyond the time asked for, in milliseconds.
const TARGET: f64 = 5.0;

#[derive(clap::Args)]
pub struct Args {
    /// Milliseconds a turn.
    #[arg(long, value_name = "ms", default_value_t = 5)]
    movetime: u32,
    /// Turns in all.
    #[arg(long, default_value_t = 2000)]
    turns: usize,
    /// Threads that keep the machine busy meanwhile.
    #[arg(long, value_name = "N", default_value_t = 0)]
    busy: usize,
    /// The seed of the random games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Measures; is the target reached?
pub fn run(args: &Args) -> Result<bool, Error> {
    let times = Mutex::new(Times::default());
    share_out(1, 1, args.busy, Engine::start, |engine, _| {
        let mut times = times.lock().expect("nothing panicked");
        for game in 0.. {
            if times.len() >= args.turns {
                break;
            }
            let board = BoardSize::ALL[game % BoardSize::ALL.len()];
            board.visit(RandomGame {
                args,
                seed: args.seed << 32 | game as u64,
                engine,
                times: &mut times,
            })?;
        }
        Ok(())
    })?;
    let times = times.into_inner().expect("nothing panicked");
    let turns = times.len();
    let times = times.sorted();
    let reached = times.quantile(0.99) < TARGET;
    println!(
        "{turns} turns at {} ms beside {} busy threads, time beyond that: {times}",
        args.movetime, args.busy,
    );
    println!(
        "target (99 % within {TARGET} ms): {}",
        if reached { "reached" } else { "missed" },
    );
    Ok(reached)
}

struct RandomGame<'a> {
    args: &'a Args,
    seed: u64,
    engine: &'a mut Engine,
    times: &'a mut Times,
}

impl SizeVisitor for RandomGame<'_> {
    type Output = Result<(), Error>;

    /// Has the engine think at each ply of a random game.
    fn visit<S: Size>(self) -> Self::Output {
        let movetime = Duration::from_millis(self.args.movetime.into());
        let go = format!("go movetime {}", self.args.movetime);
        let mut rng = seeded(self.seed);
        let mut position = Position::<S>::start();
        self.engine.prepare(&["ucinewgame"])?;
        while let Some(turn) = random_turn(&position, &mut rng) {
            if self.times.len() >= self.args.turns {
                break;
            }
            self.engine.send(&format!("position fen {position}"))?;
            let thought = self.engine.go(&go)?;
            position
                .resolve_text(&thought.turn)
                .map_err(|error| format!("{error}: {position}"))?;
            self.times.add_excess(thought.elapsed, movetime);
            position.play_unchecked(&turn);
        }
        Ok(())
    }
}
