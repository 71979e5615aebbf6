//! Built-in players: small programs that speak the engines' protocol, in both dialects.
//!
//! They are opponents that are always at hand, and of three strengths that are known to differ:
//! [`Random`](PlayerKind::Random) < [`Greedy`](PlayerKind::Greedy) <
//! [`Shallow`](PlayerKind::Shallow). A player answers each `go` at once, and chooses by its seed and
//! the position alone: the same seed and the same game give the same turns, whatever happened before
//! and however busy the machine is.
//!
//! A [`Session`] is a player without input and output; [`serve`] gives it those of the process.
//! [`Hooks`] stand between the two, for players with faults.

pub(crate) mod answer;
mod change;
mod count;
mod greedy;
mod hooks;
mod input;
mod kind;
pub(crate) mod lot;
mod options;
mod random;
mod session;
mod shallow;
mod thought;

pub use hooks::{Fate, Hooks, NoHooks, Saying, Sayings};
pub use input::serve;
pub use kind::PlayerKind;
pub use session::{Event, Session};
