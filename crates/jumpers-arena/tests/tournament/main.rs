//! Tournaments without engines: their specification, schedule and journal, and the runner with
//! players that make random legal turns.

mod damage;
mod engine_specs;
mod journals;
mod merging;
mod running;
mod schedules;
mod simulation;
