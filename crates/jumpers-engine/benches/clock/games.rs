//! The engine against itself on a clock.

use std::sync::Mutex;
use std::time::Duration;

use jumpers_core::{BoardSize, Color, Position, Size, SizeVisitor};
use jumpers_engine::players::{random_turn, seeded};

use crate::engine::{Engine, Error};
use crate::stats::Times;
use crate::work::share_out;

#[derive(clap::Args)]
pub struct Args {
    /// Milliseconds on each clock.
    #[arg(long, value_name = "ms", default_value_t = 200)]
    time: u32,
    /// Milliseconds that each turn adds.
    #[arg(long, value_name = "ms", default_value_t = 5)]
    increment: u32,
    /// Games in all.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// The board; all three in turn if not given.
    #[arg(long)]
    board: Option<BoardSize>,
    /// Random plies before each game.
    #[arg(long, value_name = "plies", default_value_t = 4)]
    opening: usize,
    /// Games at a time, each between two engines.
    #[arg(long, value_name = "N", default_value_t = 2)]
    concurrency: usize,
    /// Threads that keep the machine busy meanwhile.
    #[arg(long, value_name = "N", default_value_t = 2)]
    busy: usize,
    /// The seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// So many games lost on time are shown.
const MOST_SHOWN: usize = 5;

/// What has been seen.
#[derive(Default)]
struct Tally {
    games: usize,
    plies: usize,
    most_plies: usize,
    /// Descriptions of games lost on time.
    forfeits: Vec<String>,
    /// The least time on a clock after a turn, in microseconds, and where.
    least: Option<(i64, String)>,
    /// What each turn took beyond the time that the engine claims.
    overhead: Times,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.most_plies = self.most_plies.max(other.most_plies);
        self.forfeits.extend(other.forfeits);
        if let Some((left, place)) = other.least {
            self.saw_clock(left, || place);
        }
        self.overhead.append(other.overhead);
    }

    fn saw_clock(&mut self, left: i64, place: impl FnOnce() -> String) {
        if self.least.as_ref().is_none_or(|&(least, _)| left < least) {
            self.least = Some((left, place()));
        }
    }
}

/// Plays the games; were there none lost on time?
pub fn run(args: &Args) -> Result<bool, Error> {
    let boards = args.board.map_or(BoardSize::ALL.to_vec(), |one| vec![one]);
    let tally = Mutex::new(Tally::default());
    let start = || Ok([Engine::start()?, Engine::start()?]);
    share_out(
        args.games,
        args.concurrency,
        args.busy,
        start,
        |engines, number| {
            let game = Game {
                args,
                number,
                engines,
            };
            let seen = boards[number % boards.len()].visit(game)?;
            tally.lock().expect("no game panicked").add(seen);
            Ok(())
        },
    )?;
    let tally = tally.into_inner().expect("no game panicked");
    Ok(report(args, tally))
}

fn report(args: &Args, tally: Tally) -> bool {
    println!(
        "{} games at {} ms + {} ms, {} at a time beside {} busy threads: {} lost on time",
        tally.games,
        args.time,
        args.increment,
        args.concurrency.max(1),
        args.busy,
        tally.forfeits.len(),
    );
    for forfeit in tally.forfeits.iter().take(MOST_SHOWN) {
        println!("  lost on time: {forfeit}");
    }
    println!(
        "{:.1} plies a game, at most {}",
        tally.plies as f64 / tally.games.max(1) as f64,
        tally.most_plies,
    );
    if let Some((left, place)) = &tally.least {
        println!("least time left: {:.1} ms, {place}", *left as f64 / 1e3);
    }
    println!(
        "time used beyond what the engine claims, over {} turns: {}",
        tally.overhead.len(),
        tally.overhead.sorted(),
    );
    tally.forfeits.is_empty()
}

struct Game<'a> {
    args: &'a Args,
    number: usize,
    engines: &'a mut [Engine; 2],
}

impl SizeVisitor for Game<'_> {
    type Output = Result<Tally, Error>;

    fn visit<S: Size>(self) -> Self::Output {
        let Game {
            args,
            number,
            engines,
        } = self;
        let board = format!("setoption name Board value {}", S::N);
        for engine in engines.iter_mut() {
            engine.prepare(&[&board, "ucinewgame"])?;
        }
        let (mut position, mut line) = opening::<S>(args, number);
        let increment = i64::from(args.increment) * 1_000;
        let mut clocks = [i64::from(args.time) * 1_000; 2];
        let mut tally = Tally {
            games: 1,
            ..Tally::default()
        };
        while position.has_turn() {
            let side = position.side_to_move();
            // Of the two engines each is Red in half of the games.
            let engine = &mut engines[(side as usize + number) % 2];
            engine.send(&line)?;
            let thought = engine.go(&go_line(clocks, args.increment))?;
            let place = || format!("{side} in game {number} ({line})");
            let turn = position
                .resolve_text(&thought.turn)
                .map_err(|error| format!("{error}: {}", place()))?;
            tally.overhead.add_excess(thought.elapsed, thought.claimed);
            clocks[side] -= micros(thought.elapsed);
            tally.saw_clock(clocks[side], place);
            if clocks[side] < 0 {
                tally.forfeits.push(place());
                break;
            }
            clocks[side] += increment;
            tally.plies += 1;
            position.play_unchecked(&turn);
            line.push(' ');
            line.push_str(&thought.turn);
        }
        tally.most_plies = tally.plies;
        Ok(tally)
    }
}

/// Some random plies, as a position and as the line that
/// says it.
fn opening<S: Size>(args: &Args, number: usize) -> (Position<S>, String) {
    let mut rng = seeded(args.seed << 32 | number as u64);
    loop {
        let mut position = Position::<S>::start();
        let mut line = "position startpos moves".to_owned();
        for _ in 0..args.opening {
            let Some(turn) = random_turn(&position, &mut rng) else {
                break;
            };
            line.push(' ');
            line.push_str(&position.text_of(&turn).to_string());
            position.play_unchecked(&turn);
        }
        if position.has_turn() {
            return (position, line);
        }
    }
}

/// The `go` for clocks in microseconds.
pub fn go_line(clocks: [i64; 2], increment: u32) -> String {
    let [red, teal] = clocks.map(|micros| micros / 1_000);
    format!("go wtime {red} btime {teal} winc {increment} binc {increment}")
}

/// A time as clocks have it.
pub fn micros(time: Duration) -> i64 {
    time.as_micros() as i64
}

const _: () = assert!(Color::Red as usize == 0 && Color::Teal as usize == 1);
