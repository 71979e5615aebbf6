//! The faults that engines are known for, a module for each kind: scripted sessions with the
//! binary, over pipes.

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod endings;
mod input;
mod limits;
mod many_turns;
mod numbers;
mod options;
mod output;
mod positions;
mod stops;
mod turns;
mod while_working;
