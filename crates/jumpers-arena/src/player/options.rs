//! The options of a player.

use jumpers_core::BoardSize;
use jumpers_protocol::{Excerpt, OptionDeclaration, OptionKind, SetOptionParams};

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Decides between turns that are as good as each other.
    pub seed: u64,
    /// The board of `position startpos`.
    pub board: BoardSize,
}

/// What is done when an option is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing but that it has its value.
    None,
    /// The board is set up.
    Board,
}

/// An option that was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    /// There is none of this name.
    #[error("setoption: no option is called '{0}'")]
    Unknown(Excerpt),
    /// It does not take the value.
    #[error("setoption: {name} takes {expected}, not '{found}'")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What was given.
        found: Excerpt,
    },
}

impl OptionError {
    /// The code of the error reply.
    pub fn code(&self) -> &'static str {
        match self {
            OptionError::Unknown(_) => "unknown-option",
            OptionError::Value { .. } => "bad-option-value",
        }
    }
}

const SEED: &str = "Seed";
const BOARD: &str = "Board";
const PONDER: &str = "Ponder";

impl Options {
    /// What is said of the options in a handshake. The seed there is that of the command line.
    pub fn declarations(seed: u64) -> [OptionDeclaration; 3] {
        let declare = |name: &str, kind| OptionDeclaration {
            name: name.to_owned(),
            kind,
        };
        [
            declare(
                SEED,
                OptionKind::Spin {
                    default: i64::try_from(seed).unwrap_or(i64::MAX),
                    min: 0,
                    max: i64::MAX,
                },
            ),
            declare(
                BOARD,
                OptionKind::Combo {
                    default: BoardSize::default().to_string(),
                    vars: BoardSize::ALL.iter().map(BoardSize::to_string).collect(),
                },
            ),
            declare(PONDER, OptionKind::Check { default: false }),
        ]
    }

    /// Sets an option, whose name may be in any case.
    ///
    /// # Errors
    /// If there is no such option or it does not take the value; all is as before then.
    pub fn set(&mut self, params: &SetOptionParams) -> Result<Change, OptionError> {
        let value = params.value.as_deref().unwrap_or_default();
        let is = |name: &str| params.name.eq_ignore_ascii_case(name);
        let fail = |name, expected| OptionError::Value {
            name,
            expected,
            found: Excerpt::new(value),
        };
        if is(SEED) {
            let digits = value.bytes().all(|byte| byte.is_ascii_digit());
            let seed = value.parse::<i64>().ok().filter(|_| digits);
            let seed = seed.and_then(|seed| u64::try_from(seed).ok());
            self.seed =
                seed.ok_or_else(|| fail(SEED, "a whole number from 0 to 9223372036854775807"))?;
            Ok(Change::None)
        } else if is(BOARD) {
            let size = BoardSize::ALL
                .into_iter()
                .find(|size| size.to_string() == value);
            self.board = size.ok_or_else(|| fail(BOARD, "6, 8 or 10"))?;
            Ok(Change::Board)
        } else if is(PONDER) {
            // A player thinks so little that nothing depends on it.
            match value.to_ascii_lowercase().as_str() {
                "true" | "false" => Ok(Change::None),
                _ => Err(fail(PONDER, "true or false")),
            }
        } else {
            Err(OptionError::Unknown(Excerpt::new(&params.name)))
        }
    }
}
