//! The speed of turn generation against a yardstick in the same run: bulk perft of the chess
//! move generator cozy-chess from its start position. Machines differ and are noisy, ratios less
//! so: each round measures both, and the medians of the rounds' ratios are what counts.

#![expect(clippy::print_stdout, reason = "a command that prints")]

use clap::Parser;
use cozy_chess::Board;
use jumpers_benches::{median, timed};
use jumpers_core::{Eight, PerftConfig, Position, Six, Size, Ten, perft};

/// Perft of Jumpers against cozy-chess's, in sequences a second on one thread.
#[derive(Parser)]
struct Args {
    /// How often each is measured.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure perft 10 on 6×6, too: with a hash table and two threads against one thread
    /// without (this one takes about a minute).
    #[arg(long)]
    hashed: bool,
    /// The hash table of that measurement, in MiB.
    #[arg(long, default_value_t = 512)]
    hash: usize,
}

const CHESS_DEPTH: u32 = 6;
const CHESS_NODES: u64 = 119_060_324;

fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += chess_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

/// Millions of sequences a second.
fn rate<S: Size>(depth: u32, expected: u64) -> f64 {
    let (nodes, seconds) = timed(|| perft(&Position::<S>::start(), depth));
    assert_eq!(nodes, expected, "{0}x{0} perft {depth}", S::N);
    nodes as f64 / seconds / 1e6
}

fn main() {
    let args = Args::parse();
    let mut ratios = [const { Vec::new() }; 3];
    println!("round  cozy-chess  6x6 d8  8x8 d7  10x10 d7   million sequences a second");
    for round in 1..=args.rounds {
        let (nodes, seconds) = timed(|| chess_perft(&Board::default(), CHESS_DEPTH));
        assert_eq!(nodes, CHESS_NODES);
        let chess = nodes as f64 / seconds / 1e6;
        let ours = [
            rate::<Six>(8, 131_096_122),
            rate::<Eight>(7, 52_659_952),
            rate::<Ten>(7, 54_750_348),
        ];
        let [six, eight, ten] = ours;
        println!("{round:5}  {chess:10.1}  {six:6.1}  {eight:6.1}  {ten:8.1}");
        for (ratios, rate) in ratios.iter_mut().zip(ours) {
            ratios.push(rate / chess);
        }
    }
    let names = ["6x6 perft 8", "8x8 perft 7", "10x10 perft 7"];
    for (name, ratios) in names.into_iter().zip(ratios) {
        println!("{name}: {:.2} x cozy-chess (median)", median(ratios));
    }
    if args.hashed {
        hashed(args.hash);
    }
}

fn hashed(hash_mib: usize) {
    let start = Position::<Six>::start();
    let (plain_nodes, plain) = timed(|| perft(&start, 10));
    let config = PerftConfig {
        threads: 2,
        hash_mib,
        ..PerftConfig::default()
    };
    let (report, with_hash) = timed(|| config.run(&start, 10));
    let report = report.expect("memory for the hash table and two threads");
    assert_eq!(plain_nodes, 10_905_201_684);
    assert_eq!(report.total, plain_nodes);
    println!("6x6 perft 10, one thread, no hash table: {plain:.2} s");
    println!("6x6 perft 10, two threads, {hash_mib} MiB: {with_hash:.2} s");
    println!("ratio of the times: 1/{:.1}", plain / with_hash);
}
