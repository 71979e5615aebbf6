//! The verifier, and what it says.

use std::fmt;
use std::io::Read;

use jumpers_core::{BoardSize, Color, Size, SizeVisitor};

use crate::error::{Cause, Flaw, Place, VerifyError};
use crate::format::TRAILER_BYTES;
use crate::header::{Claim, read_board};
use crate::source::Source;
use crate::walk::{Walk, Walked};

/// What a certificate proves, every number of it counted by the verifier.
///
/// It prints as one line that says it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The board.
    pub board: BoardSize,
    /// The text of the position that is won.
    pub root: String,
    /// Who wins it.
    pub winner: Color,
    /// The positions of the strategy with the winner to move; mirror images count once.
    pub winner_nodes: u64,
    /// Those with the loser to move, the ends of the game among them; mirror images count once.
    pub loser_nodes: u64,
    /// The plies from the root to the end of the game, at most.
    pub longest_line: u32,
    /// The bytes of the certificate.
    pub bytes: u64,
    /// Its trailer: the SHA-256 of the bytes before the trailer.
    pub sha256: [u8; TRAILER_BYTES],
}

impl Verified {
    /// Is the winner to move in the root? The winner makes the last turn, so it is if the longest
    /// line has an odd number of plies.
    pub fn winner_to_move(&self) -> bool {
        self.longest_line % 2 == 1
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified {
            board,
            root,
            winner,
            ..
        } = self;
        let loser = !*winner;
        f.write_str("proved: ")?;
        let plies = count(self.longest_line.into(), "ply", "plies");
        let own = count(self.longest_line.div_ceil(2).into(), "turn", "turns");
        if self.longest_line == 0 {
            write!(f, "{winner} has won {root} on {board}x{board}, ")?;
            write!(f, "as {loser}, to move, has no turn")?;
        } else if self.winner_to_move() {
            write!(f, "{winner}, to move, wins {root} on {board}x{board} ")?;
            write!(f, "in at most {plies} ({own} of its own), ")?;
            write!(f, "whatever {loser} does")?;
        } else {
            write!(f, "{winner} wins {root} on {board}x{board} ")?;
            write!(f, "in at most {plies} ({own} of its own), ")?;
            write!(f, "whatever {loser}, to move, does")?;
        }
        write!(
            f,
            ": {}, {}, {}, sha256 ",
            count(self.winner_nodes, "winner node", "winner nodes"),
            count(self.loser_nodes, "loser node", "loser nodes"),
            count(self.bytes, "byte", "bytes"),
        )?;
        self.sha256
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A number with commas between its thousands, and what it counts.
fn count(number: u64, one: &str, many: &str) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} {}", if number == 1 { one } else { many })
}

/// Checks a certificate of any board size, as [`format`](mod@crate::format) describes it, and says
/// what it proves.
///
/// The reader needs no buffer of its own. The memory used is in proportion to the bytes that were
/// read, whatever the header claims: a node for each byte at most, a list of at most 16,384 turns
/// for each ply of the line that is being walked, and the turns of one position.
///
/// # Errors
/// If the bytes cannot be read, are no certificate, or do not prove what they claim.
pub fn verify(reader: impl Read) -> Result<Verified, VerifyError> {
    struct Rest<R>(Source<R>, BoardSize);

    impl<R: Read> SizeVisitor for Rest<R> {
        type Output = Result<Verified, VerifyError>;

        fn visit<S: Size>(mut self) -> Self::Output {
            check::<S, R>(&mut self.0, self.1).map(|(verified, _)| verified)
        }
    }

    let mut source = Source::new(reader);
    let board = read_board(&mut source)?;
    board.visit(Rest(source, board))
}

/// Checks everything after the board size.
pub(crate) fn check<S: Size, R: Read>(
    source: &mut Source<R>,
    board: BoardSize,
) -> Result<(Verified, Walked<S>), VerifyError> {
    let claim = Claim::<S>::read(source, board)?;
    let claimed = claim.winner_nodes.number;
    let walked = Walk::new(source, claim.winner, claimed).run(&claim.root)?;
    let found = walked.winners.len() as u64;
    if found != claimed {
        let offset = claim.winner_nodes.offset;
        let cause = Cause::FewerNodes { claimed, found };
        return Err(Flaw { offset, cause }.at(Place::WinnerNodes));
    }
    let (claimed, found) = (claim.longest_line.number, walked.line);
    if claimed != u64::from(found) {
        let offset = claim.longest_line.offset;
        let cause = Cause::LongestLine { claimed, found };
        return Err(Flaw { offset, cause }.at(Place::LongestLine));
    }
    let sha256 = read_trailer(source).map_err(|flaw| flaw.at(Place::Trailer))?;
    let bytes = source.offset();
    if source
        .byte_or_end()
        .map_err(|flaw| flaw.at(Place::End))?
        .is_some()
    {
        let cause = Cause::Trailing;
        let offset = bytes;
        return Err(Flaw { offset, cause }.at(Place::End));
    }
    let verified = Verified {
        board,
        root: claim.root.to_string(),
        winner: claim.winner,
        winner_nodes: walked.winners.len() as u64,
        loser_nodes: walked.loser_nodes as u64,
        longest_line: walked.line,
        bytes,
        sha256,
    };
    Ok((verified, walked))
}

/// Reads the hash, which must be that of all bytes before it.
fn read_trailer<R: Read>(source: &mut Source<R>) -> Result<[u8; TRAILER_BYTES], Flaw> {
    let sha256 = source.digest();
    let offset = source.offset();
    let mut trailer = [0; TRAILER_BYTES];
    for byte in &mut trailer {
        *byte = source.byte()?;
    }
    if trailer != sha256 {
        let cause = Cause::Hash;
        return Err(Flaw { offset, cause });
    }
    Ok(sha256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_commas() {
        for (number, text) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1000, "1,000 bytes"),
            (27_344, "27,344 bytes"),
            (1_234_567, "1,234,567 bytes"),
        ] {
            assert_eq!(count(number, "byte", "bytes"), text);
        }
    }
}
