//! `arena shim`: becomes an engine, and dies with the runner.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;
use rustix::process::getppid;

use crate::process::{CANNOT_START, reason};

/// For the runner itself: becomes a program that dies with the runner.
#[derive(Args)]
pub struct ShimArgs {
    /// The process that must be the parent.
    #[arg(long, value_name = "PID")]
    parent: i32,
    /// The CPUs to run on.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    cpus: Vec<usize>,
    /// Where to run.
    #[arg(long, value_name = "PATH")]
    directory: Option<PathBuf>,
    /// The program and its arguments.
    #[arg(required = true, last = true)]
    program: Vec<OsString>,
}

/// Becomes the program, if it can; else says why, in a line that the runner looks for.
pub fn shim(args: &ShimArgs) -> ExitCode {
    if let Err(message) = become_program(args) {
        let _ = writeln!(io::stderr(), "{CANNOT_START}{message}");
    }
    ExitCode::from(127)
}

/// Returns only if there is nothing to become.
fn become_program(args: &ShimArgs) -> Result<(), String> {
    die_with_parent()?;
    // The order matters: if the parent ended before it was asked for there is no signal.
    if getppid().map(|parent| parent.as_raw_nonzero().get()) != Some(args.parent) {
        return Err("the runner has ended".to_owned());
    }
    if !args.cpus.is_empty() {
        run_on(&args.cpus)?;
    }
    if let Some(directory) = &args.directory {
        std::env::set_current_dir(directory)
            .map_err(|error| format!("{}: {}", reason(&error), directory.display()))?;
    }
    // The runner writes a byte when the watcher knows about this process. Not more than that byte
    // may be read: the rest is for the program.
    match rustix::io::retry_on_intr(|| rustix::io::read(io::stdin(), &mut [0; 1])) {
        Ok(1) => {}
        _ => return Err("the runner has ended".to_owned()),
    }
    let Some((program, arguments)) = args.program.split_first() else {
        return Err("no program".to_owned());
    };
    let error = Command::new(program).args(arguments).exec();
    Err(format!("{}: {}", reason(&error), program.display()))
}

#[cfg(target_os = "linux")]
fn die_with_parent() -> Result<(), String> {
    use rustix::process::{Signal, set_parent_process_death_signal};

    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| format!("no death signal: {}", reason(&error.into())))
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() -> Result<(), String> {
    // There is the watcher.
    Ok(())
}

#[cfg(target_os = "linux")]
fn run_on(cpus: &[usize]) -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_setaffinity};

    let mut set = CpuSet::new();
    for &cpu in cpus {
        if cpu >= CpuSet::MAX_CPU {
            return Err(format!("no such CPU: {cpu}"));
        }
        set.set(cpu);
    }
    sched_setaffinity(None, &set)
        .map_err(|error| format!("{}: cannot run on CPUs {cpus:?}", reason(&error.into())))
}

#[cfg(not(target_os = "linux"))]
fn run_on(_cpus: &[usize]) -> Result<(), String> {
    Err("this system cannot bind a program to CPUs".to_owned())
}
