//! Who scored what against whom.

use std::collections::BTreeMap;

use serde::Serialize;

use super::boards::ByBoard;
use super::played::Pair;
use super::standing::Standing;

/// Two engines that met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The one that comes first in the tournament, whose results these are.
    pub engine: String,
    /// The other.
    pub opponent: String,
    /// What the engine scored.
    #[serde(flatten)]
    pub standing: ByBoard<Standing>,
}

/// The pairings that have a pair, in the order of the engines; that of two engines is always there.
pub(super) fn pairings(names: &[String], pairs: &[Pair<'_>]) -> Vec<Pairing> {
    let mut met: BTreeMap<(usize, usize), Vec<Pair<'_>>> = BTreeMap::new();
    if names.len() == 2 {
        met.insert((0, 1), Vec::new());
    }
    for &pair in pairs {
        let [a, b] = pair.engines;
        met.entry((a.min(b), a.max(b))).or_default().push(pair);
    }
    met.into_iter()
        .map(|((engine, opponent), pairs)| Pairing {
            engine: names[engine].clone(),
            opponent: names[opponent].clone(),
            standing: ByBoard::new(&pairs, |pairs| Standing::of(engine, pairs)),
        })
        .collect()
}
