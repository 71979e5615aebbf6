//! Fewer points for a plot.

/// Which of so many points a plot shows: at most `most` (at least 2), evenly spread, the first and
/// the last among them.
pub(super) fn thin(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let shown = count.min(most);
    (0..shown).map(move |place| match shown {
        1 => 0,
        // Rounded, so that the last is exact.
        _ => (place * (count - 1) + (shown - 1) / 2) / (shown - 1),
    })
}

#[cfg(test)]
mod tests {
    use super::thin;

    #[test]
    fn all_or_spread_evenly() {
        for count in 0..40 {
            for most in 2..40 {
                let places: Vec<usize> = thin(count, most).collect();
                assert_eq!(places.len(), count.min(most));
                assert!(places.windows(2).all(|two| two[0] < two[1]), "{places:?}");
                if count > 0 {
                    assert_eq!((places[0], places[places.len() - 1]), (0, count - 1));
                }
            }
        }
        assert_eq!(thin(5, 9).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(thin(101, 3).collect::<Vec<_>>(), [0, 50, 100]);
    }
}
