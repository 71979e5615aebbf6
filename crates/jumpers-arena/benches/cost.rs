//! What the runner itself costs: its share of the processors' time, engines left out, and how many
//! games of next to no thinking it gets through. It needs `/proc`, as Linux has it.
#![expect(clippy::print_stdout, reason = "a command that prints")]

use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use clap::{CommandFactory, Parser};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// The unit of times in `/proc`: USER_HZ, which is 100 on all common architectures.
const TICKS_PER_SECOND: f64 = 100.0;

/// Measures what the runner costs: two matches of an engine against itself, two games at once.
#[derive(Parser)]
#[command(name = "cost")]
struct Args {
    /// What cargo passes to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
    /// The engine, a program; a name without a slash is looked for in `PATH`.
    engine: Option<String>,
    /// Pairs of games of the match at 10 ms a turn.
    #[arg(long, default_value_t = 250)]
    pairs: u64,
    /// Pairs of games of the match at one node a turn.
    #[arg(long, default_value_t = 5000)]
    quick_pairs: u64,
    /// The openings.
    #[arg(long, default_value = "builtin:6")]
    openings: String,
}

/// How a match was.
struct Cost {
    wall: Duration,
    /// Seconds of processor time of the runner, user and system, without its children.
    own: f64,
    /// The same of the engines.
    engines: f64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let Some(engine) = &args.engine else {
        // Writing help to a closed pipe is nobody's fault.
        let _ = Args::command().print_help();
        return ExitCode::SUCCESS;
    };
    for (what, limit, pairs) in [
        ("10 ms a turn", "movetime=10", args.pairs),
        ("1 node a turn", "nodes=1", args.quick_pairs),
    ] {
        match play(&args, engine, limit, pairs) {
            Ok(Cost { wall, own, engines }) => {
                let wall = wall.as_secs_f64();
                println!(
                    "{what}: {} games in {wall:.1} s, {:.0} games/s; the runner's own processor \
                     time: {own:.2} s, {:.2} % of a processor, {:.2} % of the match's processor \
                     time",
                    2 * pairs,
                    2.0 * pairs as f64 / wall,
                    100.0 * own / wall,
                    100.0 * own / (own + engines)
                );
            }
            Err(error) => {
                println!("error: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Plays a match.
fn play(args: &Args, engine: &str, limit: &str, pairs: u64) -> io::Result<Cost> {
    let directory = tempfile::tempdir()?;
    let engine = format!("cmd={engine}");
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["run", "--quiet", "--concurrency", "2"])
        .args(["--engine", &engine, "name=a"])
        .args(["--engine", &engine, "name=b"])
        // A margin so that no engine loses on time here, whatever else the machine does.
        .args(["--each", limit, "margin=1000"])
        .args(["--openings", &args.openings])
        .args(["--rounds", &pairs.to_string()])
        .arg("--journal")
        .arg(directory.path().join("journal"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()?;
    let times = times_of(&child);
    let wall = begun.elapsed();
    let status = child.wait()?;
    if !status.success() {
        return Err(io::Error::other(format!("the runner: {status}")));
    }
    let [own, engines] = times?;
    Ok(Cost { wall, own, engines })
}

/// Waits until a process has ended, and tells how much processor time it used, in seconds, and how
/// much its children did. `wait4` would tell the sum only: so it is read while the process is still
/// a zombie.
fn times_of(child: &Child) -> io::Result<[f64; 2]> {
    let id = WaitId::Pid(Pid::from_child(child));
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while let Err(error) = waitid(id.clone(), options) {
        if error != rustix::io::Errno::INTR {
            return Err(error.into());
        }
    }
    let path = Path::new("/proc").join(child.id().to_string()).join("stat");
    let text = fs::read_to_string(path)?;
    // The name, in brackets, may have anything in it. Behind it the 12th to 15th fields are the
    // times in user and in system mode, and those of the children, see proc(5).
    let fields = text.rsplit(')').next().unwrap_or_default();
    let ticks: Result<Vec<f64>, _> = fields
        .split_whitespace()
        .skip(11)
        .take(4)
        .map(str::parse)
        .collect();
    match ticks.as_deref() {
        Ok([user, system, children_user, children_system]) => Ok([
            (user + system) / TICKS_PER_SECOND,
            (children_user + children_system) / TICKS_PER_SECOND,
        ]),
        _ => Err(io::Error::other("/proc/PID/stat cannot be read")),
    }
}
