//! What was wrong with engines without losing a game.

use std::collections::BTreeMap;

use serde::Serialize;

use super::played::Pair;

/// What was wrong with an engine without losing a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The engine.
    pub engine: String,
    /// How often something was.
    pub count: u64,
    /// What it was first, a line of text. What came after that, perhaps something else, is only
    /// counted.
    pub text: String,
}

/// The warnings of each engine, in the order of engines and texts.
pub(super) fn warnings(names: &[String], pairs: &[Pair<'_>]) -> Vec<Warning> {
    let mut counts: BTreeMap<(usize, &str), u64> = BTreeMap::new();
    for warning in pairs.iter().flat_map(|pair| &pair.entry.warnings) {
        let count = counts.entry((warning.engine, &warning.text)).or_default();
        *count = count.saturating_add(warning.count);
    }
    counts
        .into_iter()
        .map(|((engine, text), count)| Warning {
            engine: names[engine].clone(),
            count,
            text: text.to_owned(),
        })
        .collect()
}
