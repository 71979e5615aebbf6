//! Proofs that a position of Jumpers is won: a certificate holds a whole strategy of the winner,
//! and the verifier follows it against everything that the other side can do.
//!
//! - [`verify`]: checks a certificate of any board size and says what it proves ([`Verified`]);
//! - [`Strategy`]: the same certificate to look up the turns of the winner;
//! - [`format`](mod@format): the certificate, byte for byte;
//! - [`VerifyError`]: where something is no proof, and why.
//!
//! The verifier shares nothing with whatever made the certificate except the rules, that is
//! `jumpers-core`. A certificate is believed in nothing: its numbers are counted again, and what
//! it says decides only which turn the winner makes.
//!
//! ```
//! use jumpers_core::Color;
//!
//! // Red wins by a1xc1: the only turn, so its number is 0.
//! let mut bytes = b"JMPPROOF\x01\x06\x13".to_vec();
//! bytes.extend(b"6/6/6/6/6/rt4 r 0 0"); // the position,
//! bytes.extend([0, 1, 1]); // Red wins: one winner node, one ply,
//! bytes.push(0); // whose turn has the number 0.
//! # use sha2::{Digest, Sha256};
//! let trailer = Sha256::digest(&bytes);
//! bytes.extend(trailer);
//!
//! let proved = jumpers_proof::verify(&bytes[..])?;
//! assert_eq!(proved.winner, Color::Red);
//! assert_eq!(proved.longest_line, 1);
//! # Ok::<(), jumpers_proof::VerifyError>(())
//! ```

mod error;
pub mod format;
mod header;
mod source;
mod strategy;
mod verify;
mod walk;

pub use error::{Cause, Place, VerifyError};
pub use strategy::Strategy;
pub use verify::{Verified, verify};
