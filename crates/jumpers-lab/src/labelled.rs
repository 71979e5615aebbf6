//! Positions that were solved, as lines of text: what estimates learn from.
//!
//! A line is the position's text, who wins it for the side to move (`win`, `loss`, or `unknown` if
//! that was not found out), and the positions that the solver evaluated, with tabs between them.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use jumpers_core::{Position, PositionTextError, Size};
use jumpers_engine::solve::Verdict;

/// A position and what the solver found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled<S: Size> {
    /// The position.
    pub position: Position<S>,
    /// Does the side to move win?
    pub verdict: Verdict,
    /// The positions that it took to find out, or not to find out.
    pub nodes: u64,
}

impl<S: Size> fmt::Display for Labelled<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.position, self.verdict, self.nodes)
    }
}

/// A line that is no [`Labelled`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelledError {
    /// It has not three fields.
    #[error("there should be a position, a verdict and a number of nodes, with tabs between them")]
    Fields,
    /// The first field is no position.
    #[error("{0}")]
    Position(PositionTextError),
    /// The second one is no verdict.
    #[error("the verdict should be `win`, `loss` or `unknown`, not {0:?}")]
    Verdict(String),
    /// The third one is no number.
    #[error("the nodes should be a number, not {0:?}")]
    Nodes(String),
}

/// The begin of a text, for errors.
fn begin(text: &str) -> String {
    text.chars().take(20).collect()
}

impl<S: Size> FromStr for Labelled<S> {
    type Err = LabelledError;

    fn from_str(line: &str) -> Result<Self, LabelledError> {
        let mut fields = line.split('\t');
        let (Some(position), Some(verdict), Some(nodes), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(LabelledError::Fields);
        };
        let verdicts = [Verdict::Win, Verdict::Loss, Verdict::Unknown];
        Ok(Labelled {
            position: position.parse().map_err(LabelledError::Position)?,
            verdict: verdicts
                .into_iter()
                .find(|known| known.to_string() == verdict)
                .ok_or_else(|| LabelledError::Verdict(begin(verdict)))?,
            nodes: nodes
                .parse()
                .map_err(|_| LabelledError::Nodes(begin(nodes)))?,
        })
    }
}

/// The longest file.
const MOST_BYTES: u64 = 1 << 30;

/// Why a file of lines cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read.
    #[error("{}: {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// It is so large that it is hardly meant.
    #[error("{}: more than {} GiB", .path.display(), MOST_BYTES >> 30)]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// It may be cut off within a number.
    #[error("{}: the last line has no end", .path.display())]
    Cut {
        /// The file.
        path: PathBuf,
    },
    /// A line is none.
    #[error("{}, line {number}: {error}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with it.
        error: LabelledError,
    },
}

/// The positions of a file.
///
/// # Errors
/// If it cannot be read, or a line is not as it should be.
pub fn read<S: Size>(path: &Path) -> Result<Vec<Labelled<S>>, FileError> {
    let mut text = String::new();
    let file =
        File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
    file.map_err(|error| FileError::Read {
        path: path.to_owned(),
        error,
    })?;
    if text.len() as u64 > MOST_BYTES {
        return Err(FileError::TooLong {
            path: path.to_owned(),
        });
    }
    if !text.is_empty() && !text.ends_with('\n') {
        return Err(FileError::Cut {
            path: path.to_owned(),
        });
    }
    let of_line = |(line, number): (&str, usize)| {
        line.parse().map_err(|error| FileError::Line {
            path: path.to_owned(),
            number,
            error,
        })
    };
    text.lines().zip(1..).map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use jumpers_core::{Eight, Six};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_read_as_they_were_written(
            seed in any::<u64>(),
            plies in 0..12usize,
            verdict in prop::sample::select(vec![Verdict::Win, Verdict::Loss, Verdict::Unknown]),
            nodes in any::<u64>(),
        ) {
            if let Some(position) = jumpers_benches::random_position::<Six>(seed, plies) {
                let labelled = Labelled { position, verdict, nodes };
                prop_assert_eq!(labelled.to_string().parse(), Ok(labelled));
            }
        }

        #[test]
        fn no_line_is_too_strange(line in "\\PC*", tail in "[0-9a-z\t]*") {
            let _ = line.parse::<Labelled<Six>>();
            let _ = format!("4tt/4tt/6/6/rr4/rr4 r 12 13\t{tail}").parse::<Labelled<Six>>();
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let start = Position::<Six>::start();
        let eight = Position::<Eight>::start();
        let cases = [
            (String::new(), "there should be a position"),
            (format!("{start}\twin"), "there should be a position"),
            (format!("{start}\twin\t3\t4"), "there should be a position"),
            (format!("{start}\twon\t3"), "not \"won\""),
            (format!("{start}\twin\t-3"), "not \"-3\""),
            (format!("{eight}\twin\t3"), ""),
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.txt");
        for (line, expected) in cases {
            std::fs::write(&path, format!("{start}\tloss\t3\n{line}\n")).unwrap();
            let error = read::<Six>(&path).unwrap_err().to_string();
            assert!(error.contains("data.txt, line 2: "), "{error}");
            assert!(error.contains(expected), "{error}");
        }
        let whole = format!("{start}\tloss\t354\n");
        for length in 1..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let error = read::<Six>(&path).unwrap_err();
            assert!(matches!(error, FileError::Cut { .. }), "{error}");
        }
        let error = read::<Six>(&folder.path().join("none")).unwrap_err();
        assert!(matches!(error, FileError::Read { .. }), "{error}");
    }
}
