//! Rules.

use jumpers_protocol::Dialect;
use serde::Serialize;

use super::bench::Bench;
use super::failure::Verdict;
use super::rules;

/// How much depends on a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A client that plays games relies on it.
    Required,
    /// A client that speaks UGI relies on it; in UCI it is an extension.
    RequiredInUgi,
    /// An engine may do without it.
    Extension,
}

impl Level {
    /// Is it required in this dialect?
    pub fn is_required(self, dialect: Dialect) -> bool {
        match self {
            Level::Required => true,
            Level::RequiredInUgi => dialect == Dialect::Ugi,
            Level::Extension => false,
        }
    }

    /// The word in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Required => "required",
            Level::RequiredInUgi => "required in UGI",
            Level::Extension => "extension",
        }
    }
}

/// In which dialects a rule is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// In each that is asked for.
    Each,
    /// In the first that is asked for, since the dialects do not differ in it.
    Once,
}

/// A rule of the protocol.
pub(super) struct Rule {
    /// Its group and its name, `go.depth`.
    pub id: &'static str,
    pub level: Level,
    pub scope: Scope,
    /// What it asks for, a line of text.
    pub asks: &'static str,
    pub check: fn(&Bench<'_>) -> Verdict,
}

/// All rules, in the order in which they are tried.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    [
        rules::handshake::RULES,
        rules::lines::RULES,
        rules::errors::RULES,
        rules::options::RULES,
        rules::go::RULES,
        rules::answers::RULES,
        rules::stop::RULES,
        rules::ponder::RULES,
        rules::query::RULES,
        rules::turns::RULES,
        rules::counts::RULES,
        rules::end::RULES,
        // These look at all lines that were written for the others.
        rules::output::RULES,
    ]
    .into_iter()
    .flatten()
}
