//! Groups of engines that games connect.

/// The group of each engine, numbered from 0 in the order of their first engines, given the engines
/// that met.
pub(crate) fn groups(engines: usize, met: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    // Each engine points to one of its group with a lower or the same number.
    let mut lower: Vec<usize> = (0..engines).collect();
    for (a, b) in met {
        let (a, b) = (first(&mut lower, a), first(&mut lower, b));
        lower[a.max(b)] = a.min(b);
    }
    let mut groups = vec![0; engines];
    let mut count = 0;
    for engine in 0..engines {
        let leader = first(&mut lower, engine);
        if leader == engine {
            groups[engine] = count;
            count += 1;
        } else {
            groups[engine] = groups[leader];
        }
    }
    groups
}

/// The first engine of an engine's group, with the way to it made shorter.
fn first(lower: &mut [usize], mut engine: usize) -> usize {
    while lower[engine] != engine {
        lower[engine] = lower[lower[engine]];
        engine = lower[engine];
    }
    engine
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn engines_are_grouped() {
        let met = [(4, 2), (1, 5), (5, 4), (3, 3)];
        assert_eq!(groups(7, met.into_iter()), [0, 1, 1, 2, 1, 1, 3]);
        assert_eq!(groups(0, std::iter::empty()), [0_usize; 0]);
    }
}
