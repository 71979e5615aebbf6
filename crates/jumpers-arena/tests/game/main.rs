//! Games between small programs made on the fly, which say what the tests have them say.

mod actor;
mod client;
mod dialogues;
mod endings;
mod faults;
mod pondering;
mod reports;
mod several_games;
