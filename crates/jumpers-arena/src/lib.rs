//! A tournament runner for Jumpers engines: plays them against each other over their protocol,
//! referees by the rules, and tells what the results say.

pub mod cli;
pub mod client;
pub mod compliance;
pub mod contestant;
pub mod engine_spec;
pub mod fault;
pub mod game;
mod hidden;
pub mod journal;
pub mod limit;
pub mod openings;
mod output;
pub mod player;
pub mod process;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod stats;
pub mod tournament;
