//! The program `arena run` and what goes with it, as processes, with built-in players.
#![cfg(target_os = "linux")]

mod arguments;
mod blocked;
mod exporting;
mod faults;
mod kills;
mod limits;
mod outputs;
mod program;
mod readme;
mod sharding;
mod signals;
