//! Trains the network of the solver's estimates on lines that `estimate-data` made.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use jumpers_core::{Size, SizeVisitor};
use jumpers_engine::solve::checkpoint;
use jumpers_lab::command;
use jumpers_lab::labelled;
use jumpers_lab::train::loss::Score;
use jumpers_lab::train::{Plan, Progress, Samples, train};

/// Train the network of the solver's estimates.
///
/// It learns from nine tenths of the positions; the others, by a hash of the position, are held out.
/// After each epoch there is a line for it: for the positions that it learned from and then for those
/// held out, the cross-entropy of the odds, the share of right guesses among the positions of known
/// verdict, and the mean squared error of the effort's natural logarithm. Means are over all
/// positions; one of unknown verdict has no cross-entropy, and no error if the effort is thought to be
/// more than what was not enough. The same files in the same order give the same weights, whatever
/// the number of threads.
#[derive(Parser)]
#[command(name = "estimate-train")]
struct Args {
    /// Files of lines that `estimate-data` printed.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Points along an edge of the board that they are for.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(4..=8))]
    board: u8,
    /// Write the weights there.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often to learn from each position.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// The seed of the first weights and of the order of the positions.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// Do both lead to one file that exists?
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

fn text(score: Score) -> String {
    format!(
        "{:.4} {:.4} {:.3}",
        score.cross_entropy, score.accuracy, score.effort
    )
}

fn tell(progress: Progress) -> io::Result<()> {
    let Progress { epoch, train, test } = progress;
    writeln!(io::stdout(), "{epoch}\t{}\t{}", text(train), text(test))
}

impl SizeVisitor for &Args {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<S: Size>(self) -> Self::Output {
        let mut samples = Samples::default();
        for path in &self.files {
            if is_same_file(path, &self.out) {
                let path = path.display();
                return Err(
                    format!("{path}: the weights would take the place of this file").into(),
                );
            }
            samples.extend(&labelled::read::<S>(path)?);
        }
        if samples.train.is_empty() {
            return Err("there are no positions to learn from".into());
        }
        let pool = command::pool(self.threads)?;
        // What cannot be written had better be known before the training.
        let about = |error: &dyn Display| format!("{}: {error}", self.out.display());
        checkpoint::check_writable(&self.out).map_err(|error| about(&error))?;
        writeln!(
            io::stdout(),
            "{} positions to learn from, {} held out",
            samples.train.len(),
            samples.test.len()
        )?;
        let plan = Plan {
            epochs: self.epochs,
            seed: self.seed,
        };
        let weights = train(S::N, samples, plan, &pool, tell)?;
        let bytes = weights.to_bytes()?;
        checkpoint::replace(&self.out, |mut file| file.write_all(&bytes))
            .map_err(|error| about(&error))?;
        Ok(())
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    command::on_board("estimate-train", args.board, &args)
}
