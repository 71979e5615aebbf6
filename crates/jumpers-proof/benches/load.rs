//! How long it takes to verify a certificate and to load it as a strategy.
//!
//! The certificate is made on the spot: a search without any art solves a position with few tokens
//! in reserve.
#![expect(clippy::print_stdout, reason = "a command that prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use jumpers_core::{Position, Six, Turn};
use jumpers_proof::{Strategy, verify};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

/// Solved in seconds; the strategy has 74,803 winner nodes.
const ROOT: &str = "4tt/4tt/6/6/rr4/rr4 r 5 5";

/// The measurements are medians of so many runs.
const RUNS: usize = 31;

/// For each canonical position that was looked at the turn that wins, if one does.
#[derive(Default)]
struct Solver(FxHashMap<Position<Six>, Option<Turn<Six>>>);

fn after(position: &Position<Six>, turn: &Turn<Six>) -> Position<Six> {
    let mut next = *position;
    next.play_unchecked(turn);
    next.canonical()
}

impl Solver {
    fn win(&mut self, position: &Position<Six>) -> Option<Turn<Six>> {
        if let Some(&known) = self.0.get(position) {
            return known;
        }
        let mut turns: Vec<_> = position.turns().to_vec();
        let other = !position.side_to_move();
        turns.sort_by_key(|turn| after(position, turn).mobility(other, 100));
        let win = turns
            .into_iter()
            .find(|turn| self.win(&after(position, turn)).is_none());
        self.0.insert(*position, win);
        win
    }
}

/// Writes the body.
struct Writer {
    solver: Solver,
    /// The longest line from each position met.
    lines: FxHashMap<Position<Six>, u32>,
    body: Vec<u8>,
    winner_nodes: u64,
}

impl Writer {
    fn node(&mut self, position: &Position<Six>) -> u32 {
        if let Some(&line) = self.lines.get(position) {
            return line;
        }
        let mut turns = position.turns().to_vec();
        turns.sort();
        if let Some(win) = self.solver.win(position) {
            let number = turns
                .iter()
                .position(|&turn| turn == win)
                .expect("its turn");
            push_number(&mut self.body, number as u64);
            self.winner_nodes += 1;
            turns = vec![win];
        }
        let below = turns
            .iter()
            .map(|turn| 1 + self.node(&after(position, turn)));
        let line = below.max().unwrap_or(0);
        self.lines.insert(*position, line);
        line
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number /= 128;
    }
    bytes.push(number as u8);
}

fn certificate(text: &str) -> Vec<u8> {
    let root: Position<Six> = text.parse().expect("a position");
    let mut solver = Solver::default();
    let root = root.canonical();
    let winner = match solver.win(&root) {
        Some(_) => root.side_to_move(),
        None => !root.side_to_move(),
    };
    let mut writer = Writer {
        solver,
        lines: FxHashMap::default(),
        body: Vec::new(),
        winner_nodes: 0,
    };
    let line = writer.node(&root);
    let mut bytes = b"JMPPROOF\x01\x06".to_vec();
    push_number(&mut bytes, text.len() as u64);
    bytes.extend(text.bytes());
    bytes.push(winner as u8);
    push_number(&mut bytes, writer.winner_nodes);
    push_number(&mut bytes, line.into());
    bytes.extend(writer.body);
    let trailer = Sha256::digest(&bytes);
    bytes.extend(trailer);
    bytes
}

fn median(run: impl Fn()) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[RUNS / 2]
}

fn main() {
    let text = std::env::args().skip(1).find(|arg| arg != "--bench");
    let start = Instant::now();
    let bytes = certificate(text.as_deref().unwrap_or(ROOT));
    println!("made in {:.1} s", start.elapsed().as_secs_f64());
    let verified = verify(&bytes[..]).expect("a proof");
    println!("{verified}");
    let say = |what, time: Duration| {
        let (ms, nodes) = (time.as_secs_f64() * 1e3, verified.winner_nodes as f64);
        println!(
            "{what}: {ms:.1} ms, {:.0} ns a winner node",
            ms * 1e6 / nodes
        );
    };
    say("verify", median(|| drop(black_box(verify(&bytes[..])))));
    say(
        "load",
        median(|| drop(black_box(Strategy::<Six>::load(&bytes)))),
    );
}
