//! The options: each declared once. Listing, limits and the table in `protocol.md` come from
//! the declaration.

use jumpers_core::BoardSize;
use jumpers_protocol::{Excerpt, OptionDeclaration, OptionKind, SetOptionParams};

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Search threads.
    pub threads: usize,
    /// How many of the best turns to tell.
    pub multi_pv: usize,
    /// The client lets the engine ponder.
    pub ponder: bool,
    /// Milliseconds that are lost on the way to and from the client each turn.
    pub move_overhead: i64,
    /// Play from the built-in certificate and the built-in book.
    pub own_book: bool,
    /// Look for a proof of who wins in each search with a time.
    pub proof_search: bool,
    /// The board of `position startpos`.
    pub board: BoardSize,
    /// Look for the best turns, not for the first that will do.
    pub analyse: bool,
    /// The file that gets all lines of both directions; none if empty.
    pub log_file: String,
}

/// What setting an option asks the session to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing more.
    None,
    /// Make a table of `hash_mib`.
    Hash,
    /// Start `threads` threads.
    Threads,
    /// Forget what the table holds.
    ClearHash,
    /// Go to the start of `board`.
    Board,
    /// Log to `log_file`.
    LogFile,
}

/// Why an option cannot be set. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("setoption: no option is called '{0}'")]
    Unknown(Excerpt),
    /// The value is missing, of the wrong kind, or out of bounds.
    #[error("setoption: {name}: expected {expected}, found {found}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
        /// What it takes.
        expected: String,
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

/// How a value gets into [`Options`].
enum Setter {
    Number {
        default: i64,
        min: i64,
        max: i64,
        set: fn(&mut Options, i64) -> Change,
    },
    Flag {
        default: bool,
        set: fn(&mut Options, bool) -> Change,
    },
    Choice {
        default: &'static str,
        choices: &'static [&'static str],
        set: fn(&mut Options, &str) -> Change,
    },
    Text {
        default: &'static str,
        set: fn(&mut Options, &str) -> Change,
    },
    Button(Change),
}

struct Declaration {
    name: &'static str,
    meaning: &'static str,
    setter: Setter,
}

const fn flag(set: fn(&mut Options, bool) -> Change) -> Setter {
    Setter::Flag {
        default: false,
        set,
    }
}

const DECLARATIONS: [Declaration; 11] = [
    Declaration {
        name: "Hash",
        meaning: "Size of the transposition table in MiB; that of proofs is a quarter of it, 16 at most, and after `go solve` as big.",
        setter: Setter::Number {
            default: 64,
            min: 1,
            max: 1 << 20,
            set: |options, mib| {
                options.hash_mib = mib as usize;
                Change::Hash
            },
        },
    },
    Declaration {
        name: "Clear Hash",
        meaning: "Forgets what the transposition table holds.",
        setter: Setter::Button(Change::ClearHash),
    },
    Declaration {
        name: "Threads",
        meaning: "Threads that search. One searches the same tree each time.",
        setter: Setter::Number {
            default: 1,
            min: 1,
            max: 256,
            set: |options, threads| {
                options.threads = threads as usize;
                Change::Threads
            },
        },
    },
    Declaration {
        name: "MultiPV",
        meaning: "How many of the best turns the search tells, each with its line.",
        setter: Setter::Number {
            default: 1,
            min: 1,
            max: 500,
            set: |options, lines| {
                options.multi_pv = lines as usize;
                Change::None
            },
        },
    },
    Declaration {
        name: "Ponder",
        meaning: "The client sends `go ponder`: the engine uses a quarter more of its clock.",
        setter: flag(|options, on| {
            options.ponder = on;
            Change::None
        }),
    },
    Declaration {
        name: "Move Overhead",
        meaning: "Milliseconds a turn that are lost between client and engine.",
        setter: Setter::Number {
            default: 10,
            min: 0,
            max: 10_000,
            set: |options, millis| {
                options.move_overhead = millis;
                Change::None
            },
        },
    },
    Declaration {
        name: "OwnBook",
        meaning: "Plays from the built-in certificate (Red on 6x6, wins from the start) and the built-in book.",
        setter: flag(|options, on| {
            options.own_book = on;
            Change::None
        }),
    },
    Declaration {
        name: "ProofSearch",
        meaning: "Looks first for a proof of who wins, for a part of the time.",
        setter: Setter::Flag {
            default: true,
            set: |options, on| {
                options.proof_search = on;
                Change::None
            },
        },
    },
    Declaration {
        name: "Board",
        meaning: "Size of the board of `position startpos`; setting it goes to the start.",
        setter: Setter::Choice {
            default: "6",
            choices: &["6", "8", "10"],
            set: |options, size| {
                options.board = size.parse().unwrap_or_default();
                Change::Board
            },
        },
    },
    Declaration {
        name: "UCI_AnalyseMode",
        meaning: "Analysis: no certificate, no book, and a proved result does not end the search.",
        setter: flag(|options, on| {
            options.analyse = on;
            Change::None
        }),
    },
    Declaration {
        name: "Debug Log File",
        meaning: "A file to which all lines of both directions are added, with their times.",
        setter: Setter::Text {
            default: "",
            set: |options, path| {
                path.clone_into(&mut options.log_file);
                Change::LogFile
            },
        },
    },
];

impl Default for Options {
    fn default() -> Self {
        let mut options = Options {
            hash_mib: 0,
            threads: 0,
            multi_pv: 0,
            ponder: false,
            move_overhead: 0,
            own_book: false,
            proof_search: false,
            board: BoardSize::default(),
            analyse: false,
            log_file: String::new(),
        };
        for declaration in &DECLARATIONS {
            match declaration.setter {
                Setter::Number { default, set, .. } => set(&mut options, default),
                Setter::Flag { default, set } => set(&mut options, default),
                Setter::Choice { default, set, .. } => set(&mut options, default),
                Setter::Text { default, set } => set(&mut options, default),
                Setter::Button(change) => change,
            };
        }
        options
    }
}

impl Setter {
    fn kind(&self) -> OptionKind {
        match *self {
            Setter::Number {
                default, min, max, ..
            } => OptionKind::Spin { default, min, max },
            Setter::Flag { default, .. } => OptionKind::Check { default },
            Setter::Choice {
                default, choices, ..
            } => OptionKind::Combo {
                default: default.to_owned(),
                vars: choices.iter().map(|&choice| choice.to_owned()).collect(),
            },
            Setter::Text { default, .. } => OptionKind::String {
                default: default.to_owned(),
            },
            Setter::Button(_) => OptionKind::Button,
        }
    }
}

impl Options {
    /// The `option` lines.
    pub fn declarations() -> impl Iterator<Item = OptionDeclaration> {
        DECLARATIONS.iter().map(|declaration| OptionDeclaration {
            name: declaration.name.to_owned(),
            kind: declaration.setter.kind(),
        })
    }

    /// The table of `protocol.md`, a row for each option.
    pub fn table() -> Vec<String> {
        let mut rows = vec![
            "| name | type | default | values | meaning |".to_owned(),
            "| --- | --- | --- | --- | --- |".to_owned(),
        ];
        rows.extend(DECLARATIONS.iter().map(|declaration| {
            let (kind, default, values) = match declaration.setter.kind() {
                OptionKind::Spin { default, min, max } => {
                    ("spin", default.to_string(), format!("{min} to {max}"))
                }
                OptionKind::Check { default } => {
                    ("check", default.to_string(), "true, false".to_owned())
                }
                OptionKind::Combo { default, vars } => ("combo", default, vars.join(", ")),
                OptionKind::String { default } if default.is_empty() => {
                    ("string", "`<empty>`".to_owned(), "any text".to_owned())
                }
                OptionKind::String { default } => ("string", default, "any text".to_owned()),
                OptionKind::Button => ("button", String::new(), String::new()),
            };
            let Declaration { name, meaning, .. } = declaration;
            let cells = [name, kind, &default, &values, meaning];
            cells.iter().fold("|".to_owned(), |row, cell| match *cell {
                "" => row + " |",
                cell => row + " " + cell + " |",
            })
        }));
        rows
    }

    /// Sets an option, whose name may be in any case.
    ///
    /// # Errors
    /// If there is no such option or the value is not one of its values.
    pub fn set(&mut self, params: &SetOptionParams) -> Result<Change, OptionError> {
        let declaration = DECLARATIONS
            .iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(&params.name))
            .ok_or_else(|| OptionError::Unknown(Excerpt::new(&params.name)))?;
        let fail = |expected: String| OptionError::Value {
            name: declaration.name,
            found: match &params.value {
                Some(value) => format!("'{}'", Excerpt::new(value)),
                None => "no value".to_owned(),
            },
            expected,
        };
        let value = params.value.as_deref();
        match declaration.setter {
            Setter::Number { min, max, set, .. } => value
                .filter(|value| !value.starts_with('+'))
                .and_then(|value| value.parse().ok())
                .filter(|number| (min..=max).contains(number))
                .map(|number| set(self, number))
                .ok_or_else(|| fail(format!("a whole number from {min} to {max}"))),
            Setter::Flag { set, .. } => value
                .and_then(|value| value.to_ascii_lowercase().parse().ok())
                .map(|on| set(self, on))
                .ok_or_else(|| fail("true or false".to_owned())),
            Setter::Text { set, .. } => value
                .map(|text| set(self, text))
                .ok_or_else(|| fail("a text, or <empty>".to_owned())),
            Setter::Choice { choices, set, .. } => value
                .and_then(|value| choices.iter().find(|c| c.eq_ignore_ascii_case(value)))
                .map(|choice| set(self, choice))
                .ok_or_else(|| fail(format!("one of {}", choices.join(", ")))),
            Setter::Button(change) => Ok(change),
        }
    }
}

#[cfg(test)]
mod tests;
