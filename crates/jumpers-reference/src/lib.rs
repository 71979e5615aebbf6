//! The rules of Jumpers once more, slowly and obviously.
//!
//! This crate is the twin that fast move generators are compared with, in tests and by fuzzers.
//! It is written straight from the rules, sentence by sentence, on a plain `Vec` of rows. It
//! shares no code with any other crate of the workspace, knows no bit tricks, keeps no derived
//! state, and makes no use of the facts that shorten the work of a fast generator (parity, flood
//! fill, late removal of captured tokens): those are what it is there to check.
//!
//! # How it finds the turns
//!
//! A [`Path`] is one way to carry out a turn on the board, landing by landing. A turn itself is
//! what the path comes to, its [`Outcome`]; several paths can make the same turn.
//!
//! 1. For each own token, ask whether it can capture. If any can, this turn is captures only.
//! 2. Lift a token off a copy of the board. Where it is now is the end of its path so far.
//! 3. In a capture turn, try each capture in turn: copy the board, take the jumped token off the
//!    copy, lengthen the path, and go on from there. A path ends where no capture is left.
//! 4. In a hop turn, try each hop onto a point that the path has not visited. If the token can
//!    capture from there, go on as in step 3. Otherwise each empty neighbour, while the reserve
//!    lasts, completes a path with a spawn, and the token hops on as in step 4.
//!
//! Every path is walked by itself and none shares work with another, so the time is that of the
//! number of paths: microseconds in ordinary play, but there are made-up positions with many
//! millions. [`ReferencePosition::paths_up_to`] and [`ReferencePosition::turns_up_to`] give up
//! beyond a limit.
//!
//! ```
//! use jumpers_reference::ReferencePosition;
//!
//! let start = ReferencePosition::start(6);
//! assert_eq!(start.turns().len(), 10);
//! assert_eq!(start.perft(3), 1158);
//! ```

mod outcome;
mod path;
mod perft;
mod point;
mod position;
mod search;
mod side;
mod text;

pub use outcome::Outcome;
pub use path::{Path, Step, canonical_text};
pub use point::{Point, point_text};
pub use position::ReferencePosition;
pub use side::Side;
