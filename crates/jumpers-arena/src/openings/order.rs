//! The order in which a tournament takes its openings.

use super::draw::Draw;

/// A seeded order of `count` openings: the same for the same seed, in every version and on every
/// machine. When all have had their turn they are taken again in the same order.
///
/// It is made by the shuffle of Fisher and Yates in Durstenfeld's form: for each place from the
/// last to the second, the opening there changes places with one of those up to there, drawn at
/// random.
///
/// ```
/// use jumpers_arena::openings::Order;
///
/// let order = Order::new(3, 1);
/// let mut taken = [order.opening(0), order.opening(1), order.opening(2)];
/// assert_eq!(order.opening(3), taken[0]);
/// taken.sort();
/// assert_eq!(taken, [0, 1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(Vec<u64>);

impl Order {
    /// The order of `count` openings; `count` is at least 1, and 1 if it is 0.
    pub fn new(count: u64, seed: u64) -> Order {
        let mut order: Vec<u64> = (0..count.max(1)).collect();
        let mut draw = Draw::new(seed);
        for place in (1..order.len()).rev() {
            let other = draw.below(place as u64 + 1) as usize;
            order.swap(place, other);
        }
        Order(order)
    }

    /// The index of the opening that is taken at this turn, from 0.
    pub fn opening(&self, turn: u64) -> u64 {
        self.0[(turn % self.0.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(count: u64, seed: u64) -> Vec<u64> {
        let order = Order::new(count, seed);
        (0..count).map(|turn| order.opening(turn)).collect()
    }

    /// Journals are resumed by later versions: these orders must never change.
    #[test]
    fn known_orders() {
        assert_eq!(taken(10, 0), [0, 5, 1, 2, 9, 7, 6, 8, 4, 3]);
        assert_eq!(taken(10, 1), [1, 4, 5, 3, 6, 2, 9, 0, 8, 7]);
        assert_eq!(taken(10, u64::MAX), [7, 9, 8, 4, 0, 5, 2, 3, 1, 6]);
    }

    #[test]
    fn every_opening_once_then_again() {
        for count in [1, 2, 3, 500] {
            for seed in 0..20 {
                let mut all = taken(count, seed);
                all.sort_unstable();
                assert!(all.iter().copied().eq(0..count));
                let order = Order::new(count, seed);
                assert_eq!(order.opening(count), order.opening(0));
                assert_eq!(order.opening(u64::MAX), order.opening(u64::MAX % count));
            }
        }
        assert_eq!(Order::new(0, 3), Order::new(1, 3));
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut times = std::collections::BTreeMap::new();
        for seed in 0..6000 {
            *times.entry(taken(3, seed)).or_insert(0) += 1;
        }
        assert_eq!(times.len(), 6);
        // 1000 expected, standard deviation 29; the seeds are fixed, so this never fails by chance.
        assert!(times.values().all(|n| (880..1120).contains(n)), "{times:?}");
    }
}
