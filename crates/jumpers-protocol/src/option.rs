//! `option`: what a client can set.

use crate::excerpt::Excerpt;
use crate::value::{Number, ValueError, read_choice, read_number};
use crate::words::{Spaced, Words, read_maybe_empty, write_maybe_empty};
use std::fmt;

/// The type of an option, with its default and its limits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A number within limits. An absent limit is read as that of the type.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The value at the start.
        default: String,
        /// All values.
        vars: Vec<String>,
    },
    /// Something to press.
    Button,
    /// Any text. The empty one is written `<empty>`.
    String {
        /// The value at the start.
        default: String,
    },
}

/// The declaration of an option: `option name <name> type <kind> …`.
///
/// ```
/// use jumpers_protocol::{OptionDeclaration, OptionKind, Reply};
///
/// let hash = Reply::Option(OptionDeclaration {
///     name: "Hash".to_owned(),
///     kind: OptionKind::Spin { default: 16, min: 1, max: 4096 },
/// });
/// assert_eq!(hash.to_string(), "option name Hash type spin default 16 min 1 max 4096");
/// assert_eq!("option name Hash type spin min 1 max 4096 default 16".parse(), Ok(hash));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OptionDeclaration {
    /// The name, which may have several words.
    pub name: String,
    /// The type.
    pub kind: OptionKind,
}

impl OptionDeclaration {
    /// Reads what comes after `option`.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, ValueError> {
        read_choice(words, "option", "name", |word| {
            (word == "name").then_some(())
        })?;
        let (name, kind) = read_name_and_type(words)?;
        let kind = match kind {
            Type::Check => OptionKind::Check {
                default: read_check(words)?,
            },
            Type::Spin => read_spin(words)?,
            Type::Combo => read_combo(words),
            Type::Button => OptionKind::Button,
            Type::String => {
                words.accept("default");
                OptionKind::String {
                    default: read_maybe_empty(words.text()),
                }
            }
        };
        Ok(OptionDeclaration { name, kind })
    }
}

enum Type {
    Check,
    Spin,
    Combo,
    Button,
    String,
}

const TYPES: &str = "check, spin, combo, button or string";

fn read_type(word: &str) -> Option<Type> {
    Some(match word {
        "check" => Type::Check,
        "spin" => Type::Spin,
        "combo" => Type::Combo,
        "button" => Type::Button,
        "string" => Type::String,
        _ => return None,
    })
}

/// Takes the name and the type. The word `type` belongs to the name unless a type follows it.
fn read_name_and_type(words: &mut Words<'_>) -> Result<(String, Type), ValueError> {
    let mut name = String::new();
    let mut error = None;
    while let Some(word) = words.next() {
        if word == "type" {
            match read_choice(&mut words.clone(), "type", TYPES, read_type) {
                Ok(kind) if !name.is_empty() => {
                    words.next();
                    return Ok((name, kind));
                }
                Ok(_) => return Err(missing(words, "name", "a name", Some(word))),
                Err(bad) => error = Some(bad),
            }
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    Err(error.unwrap_or_else(|| missing(words, "type", TYPES, None)))
}

/// The error for a value that is missing at the last word, `found`, or at the end of the line.
fn missing(
    words: &Words<'_>,
    parameter: &'static str,
    expected: &'static str,
    found: Option<&str>,
) -> ValueError {
    ValueError::Missing {
        parameter,
        expected,
        found: found.map(Excerpt::new),
        word: words.taken() + usize::from(found.is_none()),
    }
}

fn read_check(words: &mut Words<'_>) -> Result<bool, ValueError> {
    words.accept("default");
    read_choice(words, "default", "true or false", |word| match word {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    })
}

fn read_spin(words: &mut Words<'_>) -> Result<OptionKind, ValueError> {
    let is_key = |word: &str| ["default", "min", "max"].contains(&word);
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        match word {
            "default" => default = Some(read_number(words, "default", is_key)?),
            "min" => min = read_number(words, "min", is_key)?,
            "max" => max = read_number(words, "max", is_key)?,
            _ => {}
        }
    }
    let default = default.ok_or_else(|| missing(words, "default", i64::EXPECTED, None))?;
    Ok(OptionKind::Spin { default, min, max })
}

fn read_combo(words: &mut Words<'_>) -> OptionKind {
    let is_key = |word: &str| ["default", "var"].contains(&word);
    let (mut default, mut vars) = (String::new(), Vec::new());
    while let Some(word) = words.next() {
        match word {
            "default" => default = read_maybe_empty(words.text_until(is_key)),
            "var" => vars.push(read_maybe_empty(words.text_until(is_key))),
            _ => {}
        }
    }
    OptionKind::Combo { default, vars }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name{} type ", Spaced(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                f.write_str("combo default")?;
                write_maybe_empty(f, default)?;
                vars.iter().try_for_each(|var| {
                    f.write_str(" var")?;
                    write_maybe_empty(f, var)
                })
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => {
                f.write_str("string default")?;
                write_maybe_empty(f, default)
            }
        }
    }
}
