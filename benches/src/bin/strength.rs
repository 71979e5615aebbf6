//! The engine against weak players: a uniformly random one, and a greedy one that takes the turn
//! with the best evaluation. Openings are those of [`jumpers_engine::openings`]: random and seeded,
//! and such that a search of fixed depth sees neither side far ahead; each is played twice, with
//! colours swapped. With `--nodes` everything is deterministic.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command that prints"
)]

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use jumpers_core::{BoardSize, Color, Position, Size, SizeVisitor, Turn};
use jumpers_engine::openings::{OpeningsConfig, OpeningsError, generate};
use jumpers_engine::players::{Rng, greedy_turn, random_turn, seeded};
use jumpers_engine::search::{Control, Limits, Report, Resources, Table, TimeBudget, search};
use rayon::ThreadPoolBuilder;

/// Plays the engine, with one thread, against a weak player.
#[derive(Parser)]
struct Args {
    /// The opponent; both if not given.
    #[arg(long)]
    opponent: Option<Opponent>,
    /// The board; all three if not given.
    #[arg(long)]
    board: Option<BoardSize>,
    /// Games of each opponent on each board: pairs with colours swapped.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Milliseconds a turn.
    #[arg(long, default_value_t = 50)]
    movetime: u64,
    /// Nodes a turn instead of a time: the same games each time.
    #[arg(long)]
    nodes: Option<u64>,
    /// Random plies before each game.
    #[arg(long, default_value_t = OpeningsConfig::default().plies)]
    opening_plies: u32,
    /// The seed of openings and opponents.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Opponent {
    Random,
    Greedy,
}

/// One thread's engine.
struct Engine {
    table: Table,
    pool: rayon::ThreadPool,
    time: TimeBudget,
    nodes: Option<u64>,
}

impl Engine {
    fn new(args: &Args) -> Self {
        let time = Duration::from_millis(args.movetime.max(1));
        Engine {
            table: Table::new(16).expect("16 MiB"),
            pool: ThreadPoolBuilder::new()
                .num_threads(1)
                .build()
                .expect("a thread"),
            time: TimeBudget {
                soft: time,
                hard: time,
            },
            nodes: args.nodes,
        }
    }

    fn search<S: Size>(&self, position: &Position<S>, limits: &Limits<S>) -> Report<S> {
        let resources = Resources {
            table: &self.table,
            pool: &self.pool,
            control: &Control::new(false),
        };
        search(position, limits, &resources, &|_| ())
    }

    fn turn<S: Size>(&self, position: &Position<S>) -> Option<Turn<S>> {
        let limits = Limits {
            nodes: self.nodes,
            time: self.nodes.is_none().then_some(self.time),
            ..Limits::default()
        };
        self.search(position, &limits).best.turns.first().copied()
    }
}

/// Plays one game and says whether the engine won it, and in how many plies.
fn play<S: Size>(
    engine: &Engine,
    opponent: Opponent,
    engine_color: Color,
    opening: Position<S>,
    rng: &mut Rng,
) -> (bool, usize) {
    let mut position = opening;
    engine.table.clear();
    for plies in 0.. {
        let own = position.side_to_move() == engine_color;
        let turn = match opponent {
            _ if own => engine.turn(&position),
            Opponent::Random => random_turn(&position, rng),
            Opponent::Greedy => greedy_turn(&position, rng),
        };
        match turn {
            Some(turn) => position.play(&turn).expect("players play legal turns"),
            None => return (!own, plies),
        }
    }
    unreachable!("a game has an end")
}

struct Match<'a> {
    args: &'a Args,
    opponent: Opponent,
    openings: &'a [String],
}

/// The openings of a board, one for each pair of games.
fn openings(args: &Args, board: BoardSize) -> Result<Vec<String>, OpeningsError> {
    let config = OpeningsConfig {
        board,
        count: args.games.div_ceil(2).try_into().unwrap_or(u32::MAX),
        seed: args.seed,
        plies: args.opening_plies,
        ..OpeningsConfig::default()
    };
    let mut openings = Vec::new();
    let control = Control::new(false);
    generate(&config, &control, &mut |text| {
        openings.push(text.to_owned());
    })?;
    Ok(openings)
}

impl SizeVisitor for Match<'_> {
    type Output = usize;

    /// The games won.
    fn visit<S: Size>(self) -> usize {
        let Args {
            games,
            seed,
            concurrency,
            ..
        } = *self.args;
        let openings: Vec<Position<S>> = self
            .openings
            .iter()
            .map(|text| text.parse().expect("openings are positions"))
            .collect();
        let next = AtomicUsize::new(0);
        let results = Mutex::new(vec![(false, 0); games]);
        std::thread::scope(|scope| {
            for _ in 0..concurrency.max(1) {
                scope.spawn(|| {
                    let engine = Engine::new(self.args);
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= games {
                            break;
                        }
                        let mut rng = seeded(seed ^ (game as u64) << 40);
                        let color = Color::ALL[game % 2];
                        let opening = openings[game / 2];
                        let result = play(&engine, self.opponent, color, opening, &mut rng);
                        results.lock().expect("no game panicked")[game] = result;
                    }
                });
            }
        });
        let results = results.into_inner().expect("no game panicked");
        let won = results.iter().filter(|(won, _)| *won).count();
        let plies: usize = results.iter().map(|(_, plies)| plies).sum();
        println!(
            "{0}x{0} against {1:?}: {won} won, {2} lost, {3:.1} %, {4:.1} plies a game",
            S::N,
            self.opponent,
            games - won,
            100.0 * won as f64 / games.max(1) as f64,
            plies as f64 / games.max(1) as f64,
        );
        for (game, _) in results.iter().enumerate().filter(|(_, (won, _))| !won) {
            let opening = openings[game / 2];
            println!("  lost as {} from {opening}", Color::ALL[game % 2]);
        }
        won
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let opponents = args
        .opponent
        .map_or(vec![Opponent::Random, Opponent::Greedy], |one| vec![one]);
    let boards = args.board.map_or(BoardSize::ALL.to_vec(), |one| vec![one]);
    let openings: Result<Vec<_>, _> = boards.iter().map(|&b| openings(&args, b)).collect();
    let openings = match openings {
        Ok(openings) => openings,
        Err(error) => {
            eprintln!("openings: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut reached = true;
    for &opponent in &opponents {
        for (board, openings) in boards.iter().zip(&openings) {
            let won = board.visit(Match {
                args: &args,
                opponent,
                openings,
            });
            reached &= match opponent {
                Opponent::Random => won == args.games,
                Opponent::Greedy => won * 100 >= args.games * 95,
            };
        }
    }
    println!(
        "target (all games against Random, 95 % against Greedy): {}",
        if reached { "reached" } else { "missed" }
    );
    if reached {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
