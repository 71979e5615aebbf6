//! Simulates sequential tests: how often they err, and how many pairs they take.
//!
//! ```console
//! cargo run -p jumpers-arena --example sprt-simulation [RUNS] [SEED]
//! ```

use std::error::Error;
use std::io::Write;
use std::num::NonZero;

use jumpers_arena::stats::{Cells, Decision, PairScore, Sprt, score_of_elo, t_of_normalized_elo};
use jumpers_arena::tournament::{EloModel, SprtConfig};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Bounds, and the share of pairs that are split.
const TESTS: [(EloModel, f64, f64, f64); 15] = [
    (EloModel::Logistic, 0.0, 5.0, 0.5),
    (EloModel::Logistic, 0.0, 10.0, 0.2),
    (EloModel::Logistic, 0.0, 10.0, 0.5),
    (EloModel::Logistic, 0.0, 10.0, 0.8),
    (EloModel::Logistic, -10.0, 0.0, 0.5),
    (EloModel::Logistic, 0.0, 50.0, 0.2),
    (EloModel::Logistic, 0.0, 50.0, 0.5),
    (EloModel::Logistic, 0.0, 50.0, 0.8),
    (EloModel::Logistic, 0.0, 100.0, 0.5),
    (EloModel::Logistic, 50.0, 100.0, 0.5),
    (EloModel::Normalized, 0.0, 5.0, 0.5),
    (EloModel::Normalized, 0.0, 10.0, 0.5),
    (EloModel::Normalized, 0.0, 50.0, 0.2),
    (EloModel::Normalized, 0.0, 50.0, 0.5),
    (EloModel::Normalized, 0.0, 50.0, 0.8),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let runs: u64 = match arguments.next() {
        Some(runs) => runs.parse::<NonZero<u64>>()?.get(),
        None => 2000,
    };
    let seed: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "alpha = beta = 5 %; {runs} runs a line, seed {seed}\n")?;
    writeln!(
        out,
        "| model | bounds | splits | true Elo | wrong | mean pairs | median | 95 % | Brownian |"
    )?;
    writeln!(
        out,
        "| --- | --- | --: | --: | --: | --: | --: | --: | --: |"
    )?;
    for (model, elo0, elo1, splits) in TESTS {
        let sprt = Sprt::new(&SprtConfig {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        })?;
        for (elo, right) in [(elo0, Decision::AcceptH0), (elo1, Decision::AcceptH1)] {
            let truth = truth(model, elo, splits);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut wrong = 0;
            let mut lengths = Vec::new();
            for _ in 0..runs {
                let mut sprt = sprt.clone();
                while sprt.decision() == Decision::Continue {
                    sprt.record(draw(&truth, &mut random));
                }
                wrong += u64::from(sprt.decision() != right);
                lengths.push(sprt.counts().pairs());
            }
            lengths.sort_unstable();
            let part = |part: f64| lengths.get((lengths.len() as f64 * part) as usize);
            let mean = lengths.iter().sum::<u64>() as f64 / runs as f64;
            writeln!(
                out,
                "| {} | [{elo0}, {elo1}] | {:.0} % | {elo} | {:.2} % | {mean:.0} | {} | {} | {:.0} |",
                match model {
                    EloModel::Logistic => "logistic",
                    EloModel::Normalized => "normalised",
                },
                splits * 100.0,
                wrong as f64 * 100.0 / runs as f64,
                part(0.5).unwrap_or(&0),
                part(0.95).unwrap_or(&0),
                sprt.expected_pairs(&truth, 0.0).unwrap_or(0.0),
            )?;
        }
    }
    Ok(())
}

/// Probabilities of a pair's scores with this Elo difference and share of splits.
fn truth(model: EloModel, elo: f64, split: f64) -> Cells {
    // Twice the score above ½.
    let above = match model {
        EloModel::Logistic => 2.0 * score_of_elo(elo) - 1.0,
        EloModel::Normalized => {
            let t = t_of_normalized_elo(elo);
            t / t.hypot(1.0) * (1.0 - split).sqrt()
        }
    };
    Cells {
        lost: (1.0 - split - above) / 2.0,
        split,
        won: (1.0 - split + above) / 2.0,
    }
}

fn draw(cells: &Cells, random: &mut Xoshiro256PlusPlus) -> PairScore {
    let x: f64 = random.random();
    if x < cells.split {
        PairScore::Split
    } else if x < cells.split + cells.won {
        PairScore::Won
    } else {
        PairScore::Lost
    }
}
