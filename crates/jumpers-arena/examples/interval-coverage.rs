//! How often the 95 % interval of a match holds the true difference: not simulated, but summed over
//! all results that there can be.
//!
//! ```console
//! cargo run -p jumpers-arena --example interval-coverage
//! ```

use std::io::{Result, Write};

use jumpers_arena::stats::{Cells, Estimate, MatchStatistics, PairCounts};
use jumpers_arena::stats::{normalized_elo_of_t, score_of_elo};

fn main() -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "| pairs | true Elo | splits | below | above | held | held, normalised | LOS above 95 % |"
    )?;
    writeln!(out, "| --: | --: | --: | --: | --: | --: | --: | --: |")?;
    for pairs in [5, 20, 100, 300] {
        let all = results(pairs);
        for (elo, split) in [
            (0.0, 0.2),
            (0.0, 0.5),
            (0.0, 0.8),
            (100.0, 0.5),
            (300.0, 0.2),
            (600.0, 0.05),
        ] {
            let score = score_of_elo(elo);
            let truth = Cells {
                lost: 1.0 - score - split / 2.0,
                split,
                won: score - split / 2.0,
            };
            let nelo = normalized_elo_of_t((score - 0.5) / truth.variance().sqrt());

            let (mut below, mut above, mut normalized, mut superior) = (0.0, 0.0, 0.0, 0.0);
            for found in &all {
                let chance = chance(&found.counts, &truth);
                below += chance * f64::from(found.elo.high.is_some_and(|high| high < elo));
                above += chance * f64::from(found.elo.low.is_some_and(|low| low > elo));
                normalized += chance * f64::from(holds(&found.normalized_elo, nelo));
                superior += chance * f64::from(found.los > 0.95);
            }
            writeln!(
                out,
                "| {pairs} | {elo:.0} | {:.0} % | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
                split * 100.0,
                below * 100.0,
                above * 100.0,
                (1.0 - below - above) * 100.0,
                normalized * 100.0,
                superior * 100.0,
            )?;
        }
    }
    Ok(())
}

/// What all results of so many pairs say.
fn results(pairs: u64) -> Vec<MatchStatistics> {
    let counts = (0..=pairs).flat_map(|lost| {
        (0..=pairs - lost).map(move |split| PairCounts {
            lost,
            split,
            won: pairs - lost - split,
        })
    });
    counts.map(|counts| MatchStatistics::of(&counts)).collect()
}

fn holds(estimate: &Estimate, truth: f64) -> bool {
    estimate.low.is_none_or(|low| low <= truth) && estimate.high.is_none_or(|high| truth <= high)
}

/// The probability of the counts.
fn chance(counts: &PairCounts, truth: &Cells) -> f64 {
    let log_factorial = |n: u64| (2..=n).map(|n| (n as f64).ln()).sum::<f64>();
    let PairCounts { lost, split, won } = *counts;
    let ways = log_factorial(lost + split + won)
        - log_factorial(lost)
        - log_factorial(split)
        - log_factorial(won);
    (ways + truth.log_likelihood(counts)).exp()
}
