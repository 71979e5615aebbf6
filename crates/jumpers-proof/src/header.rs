//! The header of a certificate.

use std::io::Read;

use jumpers_core::{BoardSize, Color, Position, Size};

use crate::error::{Cause, Flaw, Place, VerifyError};
use crate::format::{MAGIC, VERSION, most_text_bytes};
use crate::source::Source;

/// What stands before the root: the board that it is on.
pub(crate) fn read_board<R: Read>(source: &mut Source<R>) -> Result<BoardSize, VerifyError> {
    let wrong = |offset, cause, place| Err(Flaw { offset, cause }.at(place));
    for expected in MAGIC {
        let byte = source.byte().map_err(|flaw| flaw.at(Place::Magic))?;
        if byte != expected {
            return wrong(0, Cause::Magic, Place::Magic);
        }
    }
    let offset = source.offset();
    let version = source.number().map_err(|flaw| flaw.at(Place::Version))?;
    if version != VERSION {
        return wrong(offset, Cause::Version(version), Place::Version);
    }
    let offset = source.offset();
    let points = source.number().map_err(|flaw| flaw.at(Place::BoardSize))?;
    match usize::try_from(points)
        .ok()
        .and_then(BoardSize::from_points)
    {
        Some(board) => Ok(board),
        None => wrong(offset, Cause::BoardSize(points), Place::BoardSize),
    }
}

/// What the rest of the header claims.
pub(crate) struct Claim<S: Size> {
    pub root: Position<S>,
    pub winner: Color,
    pub winner_nodes: Claimed,
    pub longest_line: Claimed,
}

/// A number of the header, and where it stands.
pub(crate) struct Claimed {
    pub number: u64,
    pub offset: u64,
}

impl<S: Size> Claim<S> {
    pub fn read<R: Read>(source: &mut Source<R>, board: BoardSize) -> Result<Self, VerifyError> {
        let root = read_root(source, board).map_err(|flaw| flaw.at(Place::Root))?;
        let winner = read_winner(source).map_err(|flaw| flaw.at(Place::Winner))?;
        let mut number = |place| {
            let offset = source.offset();
            let number = source.number().map_err(|flaw| flaw.at(place))?;
            Ok(Claimed { number, offset })
        };
        Ok(Claim {
            root,
            winner,
            winner_nodes: number(Place::WinnerNodes)?,
            longest_line: number(Place::LongestLine)?,
        })
    }
}

fn read_root<S: Size, R: Read>(
    source: &mut Source<R>,
    board: BoardSize,
) -> Result<Position<S>, Flaw> {
    let wrong = |offset, cause| Err(Flaw { offset, cause });
    let offset = source.offset();
    let length = source.number()?;
    let most = most_text_bytes(board);
    if length > most {
        return wrong(offset, Cause::TextTooLong { length, most });
    }
    let offset = source.offset();
    let bytes = source.bytes(length)?;
    let Some(text) = std::str::from_utf8(&bytes).ok().filter(|t| t.is_ascii()) else {
        return wrong(offset, Cause::NotAscii);
    };
    let root = match text.parse::<Position<S>>() {
        Ok(root) => root,
        Err(error) => return wrong(offset, Cause::Text(error)),
    };
    let canonical = root.to_string();
    if text != canonical {
        return wrong(offset, Cause::TextNotCanonical(canonical));
    }
    Ok(root)
}

fn read_winner<R: Read>(source: &mut Source<R>) -> Result<Color, Flaw> {
    let offset = source.offset();
    match source.byte()? {
        0 => Ok(Color::Red),
        1 => Ok(Color::Teal),
        other => Err(Flaw {
            offset,
            cause: Cause::Winner(other),
        }),
    }
}
