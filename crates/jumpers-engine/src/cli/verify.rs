//! `jumpers-engine verify`: checks a certificate of a won position.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use jumpers_proof::verify as check;
use jumpers_record::Escaped;

use super::{print, warn};

/// The exit status if the file is no proof.
const NO_PROOF: u8 = 1;
/// The exit status if the file cannot be read.
const UNREADABLE: u8 = 2;

#[derive(Args)]
#[command(
    after_help = "Exit status: 0 if the file is a proof, 1 if it is none, 2 if it cannot be read."
)]
pub struct VerifyArgs {
    /// A certificate, a file that usually ends in .proof; "-" is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Prints what the file proves and how long it took to see it, or why it is no proof.
pub fn verify(args: &VerifyArgs) -> ExitCode {
    let refuse = |message: &str, status| {
        let file = args.file.to_string_lossy();
        warn(&format!("verify: {}: {message}", Escaped(&file)));
        ExitCode::from(status)
    };
    let start = Instant::now();
    let input: Box<dyn Read> = if args.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        match File::open(&args.file) {
            Ok(file) => Box::new(file),
            Err(error) => return refuse(&error.to_string(), UNREADABLE),
        }
    };
    match check(input) {
        Ok(verified) => {
            print(verified);
            let ms = start.elapsed().as_secs_f64() * 1000.0;
            print(format_args!("verified in {ms:.1} ms"));
            ExitCode::SUCCESS
        }
        Err(error) if error.is_unreadable() => refuse(&error.to_string(), UNREADABLE),
        Err(error) => refuse(&error.to_string(), NO_PROOF),
    }
}
