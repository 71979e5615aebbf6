//! How often a lost position is saved: positions of 6×6 that are lost by proof are played against a
//! plain search of few nodes, which does not see all, with the plain search's choice of a turn while
//! the position is lost, and with the engine's own. Everything is seeded and counted in nodes: each
//! run prints the same.

#![expect(clippy::print_stdout, reason = "a command that prints")]

use clap::Parser;
use jumpers_arena::stats::wilson;
use jumpers_core::{Position, Setup, Six, Turn};
use jumpers_engine::players::{random_turn, seeded};
use jumpers_engine::search::{Control, Limits, Resources, Table, search};
use jumpers_engine::solve::{Prover, SolveLimits, Solver, Verdict, open_turns};
use rayon::ThreadPool;

/// Plays on from lost positions against a plain search.
#[derive(Parser)]
struct Args {
    /// Positions to play from.
    #[arg(long, default_value_t = 150)]
    positions: usize,
    /// Nodes a turn of the plain search that is the opponent; may be given several times.
    #[arg(long, default_values_t = [1_000, 10_000])]
    opponent: Vec<u64>,
    /// Nodes a turn to look for a proof, and as many to choose a turn if it is lost.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// Positions that their proof took at least: how hard they are to win.
    #[arg(long, default_value_t = 5_000)]
    least: u64,
    /// The seed of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How to choose a turn in a lost position.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// As if nothing were proved.
    Plain,
    /// As the engine does: the turn that misleads a short search most.
    Misleading,
}

const CHOICES: [Choice; 2] = [Choice::Plain, Choice::Misleading];

/// Reserves of the starts that random play begins from.
const RESERVES: [[u8; 2]; 4] = [[12, 13], [9, 9], [7, 8], [5, 5]];

/// One thread and the tables of both players.
struct Players {
    pool: ThreadPool,
    own: Table,
    opponent: Table,
    short: Table,
    solver: Solver<Six>,
}

impl Players {
    fn plain(&self, table: &Table, position: &Position<Six>, limits: &Limits<Six>) -> Turn<Six> {
        let resources = Resources {
            table,
            pool: &self.pool,
            control: &Control::new(false),
        };
        let report = search(position, limits, &resources, &|_| ());
        report.best.turns[0]
    }

    /// The turn of the side that was lost at first.
    fn own_turn(&self, position: &Position<Six>, choice: Choice, nodes: u64) -> Turn<Six> {
        let control = Control::new(false);
        let prover: Prover<'_, Six> = self.solver.prover(&self.pool, &control);
        let limits = SolveLimits {
            nodes: Some(nodes),
            time: None,
        };
        let solution = prover.solve(position, limits, &|_| ());
        let turns = position.turns().to_vec();
        let plain = |root_turns| {
            let limits = Limits {
                nodes: Some(nodes),
                root_turns: Some(root_turns),
                ..Limits::default()
            };
            self.plain(&self.own, position, &limits)
        };
        match (solution.verdict, choice) {
            (Verdict::Win, _) => solution.line[0],
            (Verdict::Loss, Choice::Plain) => plain(turns),
            (Verdict::Loss, Choice::Misleading) => prover
                .most_misleading(position, &turns, limits, &self.short)
                .expect("a turn"),
            _ => plain(open_turns(self.solver.table(), position, &turns)),
        }
    }

    /// Plays a game to its end. Is it won by the side to move, and in how many plies?
    fn play(&mut self, from: Position<Six>, choice: Choice, nodes: u64, few: u64) -> (bool, u32) {
        self.own.clear();
        self.opponent.clear();
        self.solver.clear();
        let limits = Limits {
            nodes: Some(few),
            ..Limits::default()
        };
        let mut position = from;
        let mut plies = 0;
        while position.has_turn() {
            let turn = if plies % 2 == 0 {
                self.own_turn(&position, choice, nodes)
            } else {
                self.plain(&self.opponent, &position, &limits)
            };
            position.play(&turn).expect("players play legal turns");
            plies += 1;
        }
        (plies % 2 == 1, plies)
    }
}

/// Positions of random play that are lost, and not too easy to win for the other side.
fn lost_positions(players: &mut Players, args: &Args) -> Vec<Position<Six>> {
    let mut found = Vec::new();
    let mut seed = args.seed << 32;
    while found.len() < args.positions {
        seed += 1;
        let mut rng = seeded(seed);
        let start = Setup {
            reserves: RESERVES[seed as usize % RESERVES.len()],
            ..Position::<Six>::start().setup()
        };
        let mut position = Position::from_setup(&start).expect("a start with other reserves");
        let plies = 2 + seed / RESERVES.len() as u64 % 12;
        for _ in 0..plies {
            if let Some(turn) = random_turn(&position, &mut rng) {
                position.play_unchecked(&turn);
            }
        }
        players.solver.clear();
        let limits = SolveLimits {
            nodes: Some(400_000),
            time: None,
        };
        let solution = players.solver.solve(
            &position,
            limits,
            &players.pool,
            &Control::new(false),
            &|_| (),
        );
        let is_hard = solution.statistics.nodes >= args.least;
        if solution.verdict == Verdict::Loss && is_hard && !found.contains(&position) {
            found.push(position);
        }
    }
    found
}

fn main() {
    let args = Args::parse();
    let mut players = Players {
        pool: rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("a thread"),
        own: Table::new(4).expect("4 MiB"),
        opponent: Table::new(4).expect("4 MiB"),
        short: Table::new(1).expect("1 MiB"),
        solver: Solver::new(8).expect("8 MiB"),
    };
    let positions = lost_positions(&mut players, &args);
    println!("{} lost positions", positions.len());
    for few in &args.opponent {
        for choice in CHOICES {
            let games = positions
                .iter()
                .map(|&position| players.play(position, choice, args.nodes, *few));
            let games: Vec<_> = games.collect();
            let saved = games.iter().filter(|(saved, _)| *saved).count();
            let plies: u32 = games.iter().map(|(_, plies)| plies).sum();
            let [low, high] = wilson(saved as u64, games.len() as u64).map(|share| share * 100.0);
            println!(
                "{few} nodes against {choice:?}: {saved} of {} saved ({low:.1} to {high:.1} %), {:.1} plies a game",
                games.len(),
                f64::from(plies) / games.len().max(1) as f64,
            );
        }
    }
}
