//! The form of all lines that were written while the other rules were tried.

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Broken, Verdict};
use crate::compliance::form::FormFault;
use crate::compliance::rule::{Level, Rule, Scope};

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "output.lf",
        level: Level::Required,
        scope: Scope::Once,
        asks: "all lines end with LF, without CR",
        check: |bench| check(bench, FormFault::CarriageReturn),
    },
    Rule {
        id: "output.spaces",
        level: Level::Required,
        scope: Scope::Once,
        asks: "all lines have words, single spaces between them, and none at the ends",
        check: |bench| check(bench, FormFault::Spaces),
    },
    Rule {
        id: "output.text",
        level: Level::Required,
        scope: Scope::Once,
        asks: "all lines are UTF-8 without control characters",
        check: |bench| check(bench, FormFault::NoText),
    },
];

/// Looks at what was written. If that is nothing, to a handshake.
fn check(bench: &Bench<'_>, fault: FormFault) -> Verdict {
    if bench.form.borrow().lines() == 0 {
        bench.ready()?;
    }
    bench.form.borrow().check(fault).map_err(Broken::Failure)
}
