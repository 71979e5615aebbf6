//! `genfens`: random openings.

use crate::excerpt::Excerpt;
use crate::value::{ArgumentError, read_number, read_word};
use crate::words::{Words, write_field};
use std::fmt;

/// The parameters of `genfens <count> [seed <n>] [plies <n>] [depth <n>]`, of which those that are
/// absent are up to the engine. `book <name>`, which some testing frameworks send, is skipped.
///
/// ```
/// use jumpers_protocol::{Command, GenfensParams};
///
/// let Command::Genfens(params) = "genfens 8 seed 42 book None".parse()? else { panic!() };
/// assert_eq!(params, GenfensParams { count: 8, seed: Some(42), ..GenfensParams::default() });
/// # Ok::<(), jumpers_protocol::CommandError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GenfensParams {
    /// How many openings.
    pub count: u32,
    /// The seed: the same openings for the same one.
    pub seed: Option<u64>,
    /// Turns in an opening.
    pub plies: Option<u32>,
    /// The depth of the search that says whether an opening is fair.
    pub depth: Option<u32>,
}

const NAMES: [&str; 4] = ["seed", "plies", "depth", "book"];

impl GenfensParams {
    /// Reads what comes after `genfens`.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, ArgumentError> {
        let is_name = |word: &str| NAMES.contains(&word);
        let mut params = GenfensParams {
            count: read_number(words, "count", is_name)?,
            ..GenfensParams::default()
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => params.seed = Some(read_number(words, "seed", is_name)?),
                "plies" => params.plies = Some(read_number(words, "plies", is_name)?),
                "depth" => params.depth = Some(read_number(words, "depth", is_name)?),
                "book" => {
                    read_word(words, "book", "a name", is_name)?;
                }
                text => {
                    return Err(ArgumentError::UnexpectedWord {
                        text: Excerpt::new(text),
                        expected: "seed, plies, depth or book",
                        word: words.taken(),
                    });
                }
            }
        }
        Ok(params)
    }
}

impl fmt::Display for GenfensParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "genfens {}", self.count)?;
        write_field(f, "seed", self.seed)?;
        write_field(f, "plies", self.plies)?;
        write_field(f, "depth", self.depth)
    }
}
