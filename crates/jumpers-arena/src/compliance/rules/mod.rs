//! The rules, a file for each group.

pub(super) mod answers;
pub(super) mod counts;
pub(super) mod end;
pub(super) mod errors;
pub(super) mod go;
pub(super) mod handshake;
pub(super) mod lines;
pub(super) mod options;
pub(super) mod output;
pub(super) mod ponder;
pub(super) mod query;
pub(super) mod stop;
pub(super) mod turns;
