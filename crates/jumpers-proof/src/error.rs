//! Where something is no proof, and why.

use std::fmt;

use jumpers_core::{BoardSize, Color, PositionTextError};

use crate::format::{MAGIC, TRAILER_BYTES, VERSION};

/// Where bytes are no certificate, or one that proves nothing, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}, {place}: {cause}")]
pub struct VerifyError {
    /// The number of bytes before the place: before the number or text that is wrong, or all
    /// there are if they end too early.
    pub offset: u64,
    /// The part of the certificate.
    pub place: Place,
    /// What is wrong there.
    pub cause: Cause,
}

impl VerifyError {
    /// Was there something that could not be read at all, so that nothing is known about it?
    pub fn is_unreadable(&self) -> bool {
        matches!(self.cause, Cause::Read(_))
    }
}

/// A part of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The first eight bytes.
    Magic,
    /// The version of the format.
    Version,
    /// The board size.
    BoardSize,
    /// The root: its length or its text.
    Root,
    /// The byte that says who wins.
    Winner,
    /// The number of winner nodes.
    WinnerNodes,
    /// The length of the longest line.
    LongestLine,
    /// A node of the body.
    Node {
        /// Its number in the order of the body, from 1.
        number: u64,
        /// The text of its canonical position.
        position: String,
    },
    /// The hash.
    Trailer,
    /// Behind the hash.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Place::Magic => "first bytes",
            Place::Version => "version",
            Place::BoardSize => "board size",
            Place::Root => "root",
            Place::Winner => "winner",
            Place::WinnerNodes => "number of winner nodes",
            Place::LongestLine => "longest line",
            Place::Node { number, position } => {
                return write!(f, "winner node {number}, {position}");
            }
            Place::Trailer => "hash",
            Place::End => "end",
        })
    }
}

/// Why something is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The bytes could not be read on.
    #[error("cannot read on: {0}")]
    Read(String),
    /// There are no more bytes.
    #[error("it is cut off here")]
    CutOff,
    /// A number that does not fit into 64 bits.
    #[error("a number of more than 64 bits")]
    NumberTooLarge,
    /// A number with zeros at its end that could be left out.
    #[error("a number that is not in its shortest form")]
    NumberNotShortest,
    /// Other first bytes.
    #[error("no certificate: it does not begin with {}", MAGIC.escape_ascii())]
    Magic,
    /// A version that this crate does not know.
    #[error("version {0} is not known, only version {VERSION}")]
    Version(u64),
    /// A size that no board has.
    #[error("no board of size {0}: the sizes are 6, 8 and 10")]
    BoardSize(u64),
    /// A certificate for another board than the one asked for.
    #[error("a proof on the board of size {found} where one of size {expected} is wanted")]
    OtherBoard {
        /// The certificate's board.
        found: BoardSize,
        /// The size that was wanted.
        expected: u8,
    },
    /// A length that no position text of this board has.
    #[error("a position text of {length} bytes: {most} at most")]
    TextTooLong {
        /// The length in bytes.
        length: u64,
        /// The most that the board has.
        most: u64,
    },
    /// Bytes that are no ASCII.
    #[error("the position text is not ASCII")]
    NotAscii,
    /// A text that is no position of this board.
    #[error("{0}")]
    Text(#[from] PositionTextError),
    /// A position text in another form than its canonical one.
    #[error("the position text is not in its canonical form, {0}")]
    TextNotCanonical(String),
    /// A byte for the winner other than 0 and 1.
    #[error("the winner is 0 for Red or 1 for Teal, not {0}")]
    Winner(u8),
    /// A position in which the winner has lost.
    #[error("{0}, said to win, is to move and has no turn")]
    Lost(Color),
    /// A turn that the winner does not have.
    #[error("the turn's number is {number}, not less than the number of turns, {turns}")]
    NoSuchTurn {
        /// The number that is there.
        number: u64,
        /// How many turns there are.
        turns: usize,
    },
    /// The strategy leads to more winner nodes than the header says.
    #[error("one more than the {claimed} winner nodes of the header")]
    MoreNodes {
        /// The number of the header.
        claimed: u64,
    },
    /// The strategy has fewer winner nodes than the header says.
    #[error("{claimed} winner nodes are claimed, and the strategy has {found}")]
    FewerNodes {
        /// The number of the header.
        claimed: u64,
        /// How many there are.
        found: u64,
    },
    /// The longest line has another length than the header says.
    #[error("{claimed} plies are claimed, and the longest line has {found}")]
    LongestLine {
        /// The number of the header.
        claimed: u64,
        /// How many plies there are.
        found: u32,
    },
    /// The hash is another one.
    #[error("the last {TRAILER_BYTES} bytes are not the SHA-256 of those before")]
    Hash,
    /// Something behind the hash.
    #[error("bytes behind the end of the certificate")]
    Trailing,
}

/// A cause at an offset, before it is known what the bytes there are for.
pub(crate) struct Flaw {
    pub offset: u64,
    pub cause: Cause,
}

impl Flaw {
    pub(crate) fn at(self, place: Place) -> VerifyError {
        let Flaw { offset, cause } = self;
        VerifyError {
            offset,
            place,
            cause,
        }
    }
}
