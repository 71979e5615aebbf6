//! The faults that engines are known for, a module for each kind: scripted sessions with the
//! binary, over pipes.

#[path = "../common/mod.rs"]
mod common;

mod arguments;
mod bench;
mod debug_lines;
mod endings;
mod input;
mod limits;
mod log;
#[cfg(unix)]
mod log_targets;
mod long_lines;
mod many_turns;
mod numbers;
mod options;
mod output;
mod positions;
mod readers;
mod refusals;
#[cfg(unix)]
mod starting;
mod stops;
mod turns;
mod while_working;
