//! An engine for the board game Jumpers: a search, and a session that speaks the protocol.
//!
//! [`Session`](session::Session) takes command lines and writes replies to any writer;
//! [`search`] knows nothing of texts. The binary joins them to standard input and output.

pub mod bench;
pub mod board;
pub mod book;
pub mod cli;
mod closing;
pub mod growth;
mod jobs;
pub mod log;
mod memory;
pub mod openings;
pub mod options;
pub mod output;
pub mod perfect;
pub mod players;
pub mod request;
pub mod reserves;
pub mod results;
pub mod search;
pub mod session;
mod solo;
pub mod solve;
