//! A certificate to look turns up in.

use std::fmt;

use jumpers_core::{Position, Size, Turn};
use rustc_hash::FxHashMap;

use crate::error::{Cause, Flaw, Place, VerifyError};
use crate::header::read_board;
use crate::source::Source;
use crate::verify::{Verified, check};
use crate::walk::Node;

/// The strategy of a certificate that was verified: a turn for the winner in each position that
/// it can lead to from the root, and in their mirror images.
///
/// ```
/// use jumpers_core::{Position, Six};
/// use jumpers_proof::Strategy;
/// # use sha2::{Digest, Sha256};
/// # let mut bytes = b"JMPPROOF\x01\x06\x136/6/6/6/6/rt4 r 0 0\x00\x01\x01\x00".to_vec();
/// # let trailer = Sha256::digest(&bytes);
/// # bytes.extend(trailer);
///
/// let strategy = Strategy::<Six>::load(&bytes)?;
/// let mirrored: Position<Six> = "6/6/6/6/t5/r5 r 0 0".parse().unwrap();
/// let (turn, plies) = strategy.turn(&mirrored).unwrap();
/// assert_eq!(mirrored.text_of(&turn).to_string(), "a1xa3");
/// assert_eq!(plies, 1);
/// # Ok::<(), jumpers_proof::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Strategy<S: Size> {
    verified: Verified,
    nodes: FxHashMap<Position<S>, Node<S>>,
}

impl<S: Size> Strategy<S> {
    /// Verifies a certificate, as [`verify`](crate::verify()) does, and keeps its strategy.
    ///
    /// # Errors
    /// If the bytes are no certificate, do not prove what they claim, or are for another board.
    pub fn load(bytes: &[u8]) -> Result<Self, VerifyError> {
        let mut source = Source::new(bytes);
        let board = read_board(&mut source)?;
        if board.points() != S::N {
            let cause = Cause::OtherBoard {
                found: board,
                expected: S::N,
            };
            // The size is a number of one byte.
            let offset = source.offset() - 1;
            return Err(Flaw { offset, cause }.at(Place::BoardSize));
        }
        let (verified, walked) = check(&mut source, board)?;
        Ok(Strategy {
            verified,
            nodes: walked.winners,
        })
    }

    /// What the certificate proves.
    pub fn verified(&self) -> &Verified {
        &self.verified
    }

    /// The winner's turn, and the plies from here to the end of the game at most, this turn among
    /// them, as long as the winner goes on with the strategy. `None` if the loser is to move, or
    /// if neither the position nor its mirror image is one of the strategy's.
    pub fn turn(&self, position: &Position<S>) -> Option<(Turn<S>, u32)> {
        let canonical = position.canonical();
        let node = self.nodes.get(&canonical)?;
        let turn = if canonical == *position {
            node.turn
        } else {
            node.turn.mirrored()
        };
        Some((turn, node.line))
    }
}

impl<S: Size> fmt::Debug for Strategy<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strategy")
            .field("verified", &self.verified)
            .finish_non_exhaustive()
    }
}
