//! Plays a tournament: workers that play pairs of games, and a collector that writes the journal.
//!
//! - [`play`]: plays the pairs of a schedule that a journal has not yet;
//! - [`PairPlayer`]: what plays a pair; [`Engines`] does it with engines, whose [`Programs`] must stay
//!   what they are;
//! - [`Stop`]: ends it before its end, as a signal does ([`Signals`]);
//! - [`Verdict`]: the sequential test, over the pairs in the order of the schedule;
//! - [`slots`]: the CPUs of each worker;
//! - [`allow_games`]: the files that they need;
//! - [`Observer`]: sees each pair, as [`Progress`] does.
//!
//! A pair that is begun is either finished and written to the journal, or it leaves no trace: when
//! the tournament goes on it is played from its beginning.

mod collector;
mod engines;
mod files;
mod programs;
mod progress;
mod queue;
mod signals;
pub mod slots;
mod speaker;
mod stop;
mod verdict;
mod worker;

pub(crate) use collector::now;
pub use collector::{Ending, Observer, RunError, play};
pub use engines::Engines;
pub use files::{FilesError, allow_games};
pub use programs::Programs;
pub use progress::Progress;
pub use signals::Signals;
pub(crate) use signals::exit_status;
pub use stop::Stop;
pub use verdict::{Verdict, pair_score};
pub use worker::{PairPlayer, PlayedPair, Unplayed};
