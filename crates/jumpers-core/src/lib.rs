//! The rules of Jumpers (Rey Alicea, 2026) on bitboards: positions, turns, texts and perft.
//!
//! Jumpers is a two-player game on a grid of 6×6, 8×8 or 10×10 points. A token jumps along the
//! lines over an adjacent enemy token and captures it, as often as it can, and must do so if any
//! can; otherwise a token hops over adjacent own tokens and a token from the reserve is placed
//! next to where it stops. Who cannot move has lost; there are no draws.
//!
//! A board size is a type ([`Six`], [`Eight`], [`Ten`]) inside and a value ([`BoardSize`]) at
//! the door; [`BoardSize::visit`] leads from one to the other. The module [`study`] has more sizes,
//! which are not of the game and stay inside. This crate does no I/O.
//!
//! ```
//! use jumpers_core::{Position, Six, perft};
//!
//! let mut position = Position::<Six>::start();
//! let turn = position.resolve_text("a1-c1+d1").unwrap();
//! position.play(&turn).unwrap();
//! assert_eq!(position.to_string(), "4tt/4tt/6/6/rr4/1rrr2 t 11 13");
//! assert_eq!(perft(&Position::<Six>::start(), 4), 12036);
//! ```

mod bitboard;
mod canonical;
mod color;
mod drawing;
mod game;
mod generate;
mod perft;
mod position;
mod position_text;
mod resolve;
mod setup;
mod size;
mod square;
pub mod study;
mod turn;
mod turn_text;
mod word;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use game::Game;
pub use perft::{Counting, PerftConfig, PerftError, PerftProgress, PerftReport, perft};
pub use position::{IllegalTurn, Outcome, Position};
pub use position_text::PositionTextError;
pub use resolve::ResolveError;
pub use setup::{MaterialError, Setup, SetupError};
pub use size::{BoardSize, BoardSizeError, Eight, Masks, Six, Size, SizeVisitor, Ten};
pub use square::{Coord, Square, SquareError};
pub use turn::{IntoTurns, Turn, TurnList};
pub use turn_text::{Step, TurnTextError, UncheckedTurn};
pub use word::Word;
