//! How much of a tournament has been played.

use serde::Serialize;

use super::copies::copies;
use super::played::Pair;
use crate::journal::{Header, Shard};

/// How much of a tournament has been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Pairs of games that this report counts.
    pub pairs: u64,
    /// Games, twice as many.
    pub games: u64,
    /// Pairs in the schedule, or in the share of it that the journal is of.
    pub scheduled_pairs: u64,
    /// Whether no pair is missing, or the sequential test has its verdict.
    pub complete: bool,
    /// Pairs that repeat an earlier one of the same engines, turn by turn in both games. They say
    /// nothing new, but intervals and the sequential test take them as if they did.
    pub copies: u64,
}

/// How many pairs of a schedule a share has.
fn share(total: u64, shard: Option<Shard>) -> u64 {
    match shard {
        // The pairs with index `number - 1`, `number - 1 + count`, …
        Some(Shard { number, count }) if count > 0 => {
            let skipped = number.saturating_sub(1);
            total.saturating_sub(skipped).div_ceil(count)
        }
        _ => total,
    }
}

impl Progress {
    pub(super) fn new(header: &Header, pairs: &[Pair<'_>], decided: bool) -> Self {
        let scheduled_pairs = share(header.tournament.pairs(), header.shard);
        let copies = copies(pairs);
        let pairs = pairs.len() as u64;
        Progress {
            pairs,
            games: pairs * 2,
            scheduled_pairs,
            complete: decided || pairs >= scheduled_pairs,
            copies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        for total in 0..20 {
            for count in 1..6 {
                let shares: Vec<u64> = (1..=count)
                    .map(|number| share(total, Some(Shard { number, count })))
                    .collect();
                assert_eq!(shares.iter().sum::<u64>(), total);
                for (number, share) in (1..).zip(shares) {
                    let shard = Shard { number, count };
                    let indices = (0..total).filter(|&index| shard.contains(index));
                    assert_eq!(share, indices.count() as u64);
                }
            }
        }
        assert_eq!(share(7, None), 7);
    }
}
