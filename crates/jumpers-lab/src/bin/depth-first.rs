//! Solves starts with small reserves as solvers of Othello do their endgames: depth first, for a win
//! or a loss, with a table and the turns in a good order. To be held against the proof-number search,
//! it counts positions as that one does. One thread; each run prints the same.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use jumpers_core::{Bitboard, Position, Setup, Size, SizeVisitor};
use jumpers_engine::solve::estimate::estimate;
use jumpers_engine::solve::{Numbers, ProofTable};
use jumpers_lab::command;

/// Turns are counted up to here.
const MOST_TURNS: u64 = 255;

/// Solve starts with as many tokens in each reserve, depth first.
///
/// Printed are, with tabs between them, the position, whether the side to move wins it (`win`,
/// `loss`, or `unknown`), and the positions evaluated, each from an empty table.
#[derive(Parser)]
#[command(name = "depth-first")]
struct Args {
    /// Points along an edge of the board.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(4..=10))]
    board: u8,
    /// The first start has so many tokens in each reserve.
    #[arg(long, value_name = "K", default_value_t = 0)]
    from: u8,
    /// The last one has so many.
    #[arg(long, value_name = "K", default_value_t = 5)]
    up_to: u8,
    /// Which turns come first.
    #[arg(long, value_enum, default_value_t = Order::Turns)]
    order: Order,
    /// Positions that a search evaluates at most, or a few more.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    nodes: u64,
    /// MiB of memory for the table.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
}

/// An order of turns.
#[derive(Clone, Copy, ValueEnum)]
enum Order {
    /// Those that leave the other side the fewest turns.
    Turns,
    /// Those that look most like a win by the solver's estimates.
    Odds,
}

impl Order {
    /// What comes first is the least. The numbers are those of the position after the turn.
    fn rank<S: Size>(self, setup: &Setup<S>, numbers: Numbers) -> f32 {
        let turns = setup.mobility(setup.side_to_move, MOST_TURNS) as f32;
        match self {
            Order::Turns => turns,
            // A refutation takes longer where there are many turns, however likely it is.
            Order::Odds => numbers.disproof / numbers.proof / turns.sqrt(),
        }
    }
}

struct Search {
    table: ProofTable,
    order: Order,
    most: u64,
    nodes: u64,
}

impl Search {
    /// Does the side to move win? `None` if that takes too long. The position is taken up to
    /// reflection.
    fn wins<S: Size>(&mut self, setup: &Setup<S>) -> Option<bool> {
        let before = self.nodes;
        self.nodes += 1;
        let children = children(setup);
        let mut is_won = false;
        let mut open = Vec::new();
        for child in &children {
            match self.table.get(child).map(|found| found.numbers) {
                None => open.push((0.0, *child)),
                Some(numbers) => is_won |= numbers.is_loss(),
            }
        }
        if !is_won {
            for (rank, child) in &mut open {
                self.nodes += 1;
                let numbers = estimate(self.table.estimates(), child);
                is_won = numbers.is_loss();
                if is_won {
                    break;
                }
                *rank = if numbers.is_win() {
                    f32::INFINITY
                } else {
                    self.order.rank(child, numbers)
                };
            }
        }
        open.retain(|(rank, _)| *rank < f32::INFINITY);
        open.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        for (_, child) in &open {
            if is_won {
                break;
            }
            if self.nodes >= self.most {
                return None;
            }
            // The turns before may have told.
            is_won = match self.table.get(child) {
                Some(found) => found.numbers.is_loss(),
                None => !self.wins(child)?,
            };
        }
        let numbers = if is_won { Numbers::WIN } else { Numbers::LOSS };
        let effort = 2 + 2 * (self.nodes - before).ilog2();
        self.table.put(setup, numbers, effort.min(63) as u8);
        Some(is_won)
    }
}

/// What the turns lead to, up to reflection, each once.
fn children<S: Size>(setup: &Setup<S>) -> Vec<Setup<S>> {
    let mut children = Vec::new();
    let _ = setup.for_each_successor(|next| {
        children.push(next.canonical());
        ControlFlow::<()>::Continue(())
    });
    if setup.tokens == setup.tokens.map(Bitboard::mirrored) {
        let key = |child: &Setup<S>| (child.tokens, child.reserves);
        children.sort_unstable_by_key(key);
        children.dedup();
    }
    children
}

impl SizeVisitor for &Args {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<S: Size>(self) -> Self::Output {
        for reserve in self.from..=self.up_to {
            let mut search = Search {
                table: ProofTable::new::<S>(self.hash as usize)?,
                order: self.order,
                most: self.nodes,
                nodes: 0,
            };
            let start = Setup {
                reserves: [reserve; 2],
                ..Position::<S>::start().setup()
            };
            let verdict = match search.wins(&start.canonical()) {
                Some(true) => "win",
                Some(false) => "loss",
                None => "unknown",
            };
            let start = Position::from_setup(&start)?;
            writeln!(io::stdout(), "{start}\t{verdict}\t{}", search.nodes)?;
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    command::on_board("depth-first", args.board, &args)
}

#[cfg(test)]
mod tests {
    use jumpers_core::Six;
    use jumpers_core::study::Five;
    use jumpers_engine::search::Control;
    use jumpers_engine::solve::{SolveLimits, Solver, Verdict};

    use super::*;

    fn search<S: Size>(order: Order, most: u64) -> Search {
        Search {
            table: ProofTable::new::<S>(16).unwrap(),
            order,
            most,
            nodes: 0,
        }
    }

    fn agrees_with_proof_numbers<S: Size>() {
        let pool = command::pool(1).unwrap();
        for [red, teal] in [[0, 0], [2, 2], [3, 2], [2, 3], [4, 4], [4, 3]] {
            let start = Setup {
                reserves: [red, teal],
                ..Position::<S>::start().setup()
            };
            let solver = Solver::<S>::new(16).unwrap();
            let solution = solver.solve(
                &Position::from_setup(&start).unwrap(),
                SolveLimits::default(),
                &pool,
                &Control::new(false),
                &|_| (),
            );
            for order in [Order::Turns, Order::Odds] {
                let wins = search::<S>(order, u64::MAX).wins(&start.canonical());
                assert_eq!(wins, Some(solution.verdict == Verdict::Win), "{red} {teal}");
            }
        }
    }

    #[test]
    fn says_what_proof_numbers_say() {
        agrees_with_proof_numbers::<Five>();
        agrees_with_proof_numbers::<Six>();
    }

    #[test]
    fn what_takes_too_long_is_not_known() {
        let mut search = search::<Six>(Order::Turns, 1000);
        assert_eq!(search.wins(&Position::<Six>::start().setup()), None);
        assert!(search.nodes < 2000);
    }
}
