//! Simulates round robins: how often the 95 % intervals of ratings and of Red's advantage hold the
//! truth.
//!
//! ```console
//! cargo run -p jumpers-arena --example rating-coverage [RUNS] [SEED]
//! ```

use std::error::Error;
use std::io::Write;
use std::num::NonZero;

use jumpers_arena::stats::Estimate;
use jumpers_arena::stats::ratings::{RatedPair, Ratings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Red's advantage, in Elo.
const ADVANTAGE: f64 = 50.0;

/// Engines, the Elo from one to the next, pairs of each two, and the share of pairs of which one
/// throw of the dice decides both games, so that Red wins both or none if the engines are equal.
const TOURNAMENTS: [(usize, f64, u64, f64); 10] = [
    (2, 0.0, 10, 0.0),
    (2, 0.0, 10, 0.6),
    (2, 0.0, 100, 0.6),
    (2, 400.0, 100, 0.6),
    (5, 100.0, 3, 0.6),
    (5, 100.0, 20, 0.0),
    (5, 100.0, 20, 0.6),
    (5, 300.0, 20, 0.6),
    (10, 30.0, 2, 0.6),
    (10, 100.0, 20, 0.9),
];

/// How often intervals miss.
#[derive(Default)]
struct Misses {
    below: u64,
    above: u64,
    all: u64,
}

impl Misses {
    fn record(&mut self, estimate: &Estimate, truth: f64) {
        self.below += u64::from(estimate.high.is_some_and(|high| high < truth));
        self.above += u64::from(estimate.low.is_some_and(|low| low > truth));
        self.all += 1;
    }

    fn percent(&self, part: u64) -> f64 {
        100.0 * part as f64 / self.all as f64
    }

    fn held(&self) -> f64 {
        self.percent(self.all - self.below - self.above)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let runs: u64 = match arguments.next() {
        Some(runs) => runs.parse::<NonZero<u64>>()?.get(),
        None => 2000,
    };
    let seed: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{runs} runs a line, seed {seed}\n")?;
    writeln!(
        out,
        "| engines | Elo apart | pairs of each two | one throw | ± | below | above | held | Red's held |"
    )?;
    writeln!(
        out,
        "| --: | --: | --: | --: | --: | --: | --: | --: | --: |"
    )?;
    for (engines, apart, pairs, together) in TOURNAMENTS {
        let middle = (engines - 1) as f64 / 2.0;
        let truth: Vec<f64> = (0..engines)
            .map(|engine| apart * (engine as f64 - middle))
            .collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut ratings, mut red) = (Misses::default(), Misses::default());
        let mut widths = Vec::new();
        for _ in 0..runs {
            let games = round_robin(&truth, pairs, together, &mut random);
            let found = Ratings::of(engines, &games, None)?;
            for (rating, truth) in found.engines.iter().zip(&truth) {
                ratings.record(&rating.elo, *truth);
                if let (Some(low), Some(high)) = (rating.elo.low, rating.elo.high) {
                    widths.push((high - low) / 2.0);
                }
            }
            for advantage in &found.advantages {
                red.record(&advantage.elo, ADVANTAGE);
            }
        }
        writeln!(
            out,
            "| {engines} | {apart} | {pairs} | {:.0} % | {:.0} | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
            together * 100.0,
            widths.iter().sum::<f64>() / widths.len() as f64,
            ratings.percent(ratings.below),
            ratings.percent(ratings.above),
            ratings.held(),
            red.held(),
        )?;
    }
    Ok(())
}

fn round_robin(
    truth: &[f64],
    pairs: u64,
    together: f64,
    random: &mut Xoshiro256PlusPlus,
) -> Vec<RatedPair> {
    let chance = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let mut games = Vec::new();
    for first in 0..truth.len() {
        for second in 0..first {
            for _ in 0..pairs {
                let mut throws: [f64; 2] = random.random();
                if random.random::<f64>() < together {
                    throws[1] = throws[0];
                }
                let difference = truth[first] - truth[second];
                games.push(RatedPair {
                    first,
                    second,
                    size: 6,
                    red_won: [
                        throws[0] < chance(ADVANTAGE + difference),
                        throws[1] < chance(ADVANTAGE - difference),
                    ],
                });
            }
        }
    }
    games
}
