use jumpers_core::{Position, Six, Ten};
use proptest::prelude::*;

use super::*;

const HALF: Numbers = Numbers {
    proof: 2.0,
    disproof: 3.0,
};

fn start(reserves: [u8; 2], side_to_move: Color) -> Setup<Six> {
    Setup {
        reserves,
        side_to_move,
        ..Position::<Six>::start().setup()
    }
}

/// Setups that share a cluster if the table has only one: with one token each.
fn single(red: usize, teal: usize) -> Setup<Ten> {
    let point = |i: usize| jumpers_core::Square::from_index(i).expect("a point").into();
    Setup {
        tokens: [point(red), point(teal)],
        reserves: [1, 1],
        side_to_move: Color::Red,
    }
}

proptest! {
    #[test]
    fn a_proof_counts_for_reserves_that_are_better_for_the_winner(
        stored in any::<[u8; 2]>(),
        asked in any::<[u8; 2]>(),
        red_moves in any::<bool>(),
        is_win in any::<bool>(),
    ) {
        let side = if red_moves { Color::Red } else { Color::Teal };
        let table = ProofTable::new::<Six>(1).unwrap();
        let proved = if is_win { Numbers::WIN } else { Numbers::LOSS };
        table.put(&start(stored, side), proved, 5);
        let (winner, loser) = if is_win { (side, !side) } else { (!side, side) };
        let counts = asked[winner] >= stored[winner] && asked[loser] <= stored[loser];
        let found = table.get(&start(asked, side)).map(|found| found.numbers);
        prop_assert_eq!(found, counts.then_some(proved));
        // It says nothing with the other side to move.
        prop_assert_eq!(table.get(&start(stored, !side)), None);
    }
}

proptest! {
    #[test]
    fn a_proof_with_a_limit_counts_where_it_follows(
        stored in any::<[u8; 2]>(),
        asked in any::<[u8; 2]>(),
        limits in any::<[Option<u8>; 2]>(),
        red_moves in any::<bool>(),
        red_wins in any::<bool>(),
        distance in 0..4u8,
    ) {
        // Limits that are near each other are what matters.
        let [stored_limit, asked_limit] = match limits {
            [Some(a), Some(_)] => [Some(a % 200 + 4), Some(a % 200 + 2 + distance)],
            one => one.map(|limit| limit.map(|plies| plies % 200)),
        };
        let color = |is_red| if is_red { Color::Red } else { Color::Teal };
        let (side, winner) = (color(red_moves), color(red_wins));
        let numbers = if side == winner { Numbers::WIN } else { Numbers::LOSS };
        let limit = |plies: Option<u8>| plies.map_or(Limit::NONE, Limit::of);
        let table = ProofTable::new::<Six>(1).unwrap();
        table.put_within(&start(stored, side), limit(stored_limit), numbers, 5);
        // Whoever makes the last of the plies is looked for.
        let looked_for = |plies: u8| if plies % 2 == 1 { side } else { !side };
        let is_better = asked[winner] >= stored[winner] && asked[!winner] <= stored[!winner];
        let is_true_win = stored_limit.is_none_or(|plies| looked_for(plies) == winner);
        let follows = match (stored_limit, asked_limit) {
            (_, None) => is_true_win,
            (None, Some(asked)) => looked_for(asked) != winner,
            (Some(stored), Some(asked)) if is_true_win => {
                looked_for(asked) != winner || asked >= stored
            }
            (Some(stored), Some(asked)) => looked_for(asked) != winner && asked <= stored,
        };
        let found = table.get_within(&start(asked, side), limit(asked_limit));
        let found = found.map(|found| found.numbers);
        prop_assert_eq!(found, (is_better && follows).then_some(numbers));
        // What is not proved counts for itself alone.
        let table = ProofTable::new::<Six>(1).unwrap();
        table.put_within(&start(stored, side), limit(stored_limit), HALF, 5);
        let found = table.get_within(&start(asked, side), limit(asked_limit));
        let is_same = asked == stored && asked_limit == stored_limit;
        prop_assert_eq!(found.is_some(), is_same);
        let found = table.get_within(&start(stored, side), limit(stored_limit));
        prop_assert_eq!(found.map(|found| found.numbers), Some(HALF));
    }
}

#[test]
fn a_proof_with_a_limit_gives_way_to_one_that_says_more() {
    let table = ProofTable::new::<Six>(1).unwrap();
    let here = start([3, 3], Color::Red);
    let entries = || {
        let metas = table
            .entries()
            .map(|entry| entry[0].load(Ordering::Relaxed));
        metas.filter(|&meta| meta != 0).count()
    };
    // Red does not win within 5 plies, nor within 7, nor within 9.
    for plies in [5, 7, 9] {
        table.put_within(&here, Limit::of(plies), Numbers::LOSS, 9);
        assert_eq!(entries(), 1);
    }
    // It does within 13, and within 11.
    for plies in [13, 11] {
        table.put_within(&here, Limit::of(plies), Numbers::WIN, 9);
        assert_eq!(entries(), 2);
    }
    // What has no limit stays, and is told alone.
    table.put(&here, Numbers::WIN, 9);
    assert_eq!(entries(), 3);
    for (plies, numbers) in [(9, Numbers::LOSS), (11, Numbers::WIN)] {
        let found = table.get_within(&here, Limit::of(plies));
        assert_eq!(found.unwrap().numbers, numbers);
    }
    let mut records = Vec::new();
    table.for_each::<Six>(|record| records.push(record));
    let record = Record {
        setup: here,
        numbers: Numbers::WIN,
        effort: 9,
    };
    assert_eq!(records, [record]);
    // Nor is what was only looked at.
    let other = start([1, 1], Color::Teal);
    table.put_estimate(&other, board_hash(&other), Limit::NONE, HALF);
    assert!(table.get(&other).is_some());
    records.clear();
    table.for_each::<Six>(|record| records.push(record));
    assert_eq!(records, [record]);
    // Unless it is asked for.
    records.clear();
    table.for_each_seen::<Six>(|record| records.push(record));
    let looked_at = Record {
        setup: other,
        numbers: HALF,
        effort: ESTIMATED,
    };
    let [first, second] = &records[..] else {
        panic!("two entries, not {records:?}")
    };
    assert!([first, second] == [&record, &looked_at] || [first, second] == [&looked_at, &record]);
}

#[test]
fn estimates_count_for_their_own_reserves_alone_and_do_not_replace_proofs() {
    let table = ProofTable::new::<Six>(1).unwrap();
    let here = start([3, 3], Color::Teal);
    table.put(&here, HALF, 9);
    assert_eq!(
        table.get(&here),
        Some(Found {
            numbers: HALF,
            effort: 9
        })
    );
    assert_eq!(table.get(&start([2, 4], Color::Teal)), None);
    table.put(&here, Numbers::LOSS, 2);
    table.put(&here, HALF, 60);
    assert_eq!(table.get(&here).unwrap().numbers, Numbers::LOSS);
    let mut table = table;
    table.clear();
    assert_eq!(table.get(&here), None);
}

#[test]
fn the_least_effort_is_replaced_and_collected_first() {
    let table = ProofTable::new::<Ten>(1).unwrap();
    let mut state = 1u64;
    let mut put = 0;
    while put < 3 * table.capacity() {
        // Squares in turn, with efforts that have nothing to do with them.
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        let [red, teal] = [state >> 33, state >> 45].map(|i| i as usize % 100);
        let mut setup = single(red, teal);
        setup.reserves = (state as u16).to_le_bytes();
        if red != teal {
            put += 1;
            table.put(&setup, HALF, 1 + (state >> 50) as u8 % 60);
        }
    }
    // Some clusters have no board with a single token a side.
    assert!(table.fullness() > 700);
    let mut before = Vec::new();
    table.for_each::<Ten>(|record| before.push(record.effort));
    let freed = table.collect();
    let mut after = Vec::new();
    table.for_each::<Ten>(|record| after.push(record.effort));
    assert_eq!(before.len() - after.len(), freed);
    let free = table.capacity() - after.len();
    assert!(free >= table.capacity() / 3 && !after.is_empty());
    before.sort_unstable();
    assert!(after.iter().min() >= before.get(freed));
}

#[test]
fn what_threads_read_is_what_one_of_them_wrote() {
    // Four positions in a table of one cluster, written with numbers that tell which.
    let table = ProofTable {
        clusters: 1,
        ..ProofTable::new::<Ten>(1).unwrap()
    };
    let seen = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4usize {
            let (table, seen) = (&table, &seen);
            scope.spawn(move || {
                for round in 0..20_000usize {
                    let i = (thread + round) % 12;
                    let setup = single(i, 99 - i);
                    if let Some(found) = table.get(&setup) {
                        let Numbers { proof, disproof } = found.numbers;
                        assert_eq!(proof, (i + 1) as f32);
                        assert_eq!(disproof % 16.0, i as f32);
                        seen.fetch_add(1, Ordering::Relaxed);
                    }
                    let numbers = Numbers {
                        proof: (i + 1) as f32,
                        disproof: (16 * (round + 1) + i) as f32,
                    };
                    table.put(&setup, numbers, 1 + (round % 3) as u8);
                }
            });
        }
    });
    assert!(seen.into_inner() > 0);
}

#[test]
fn effort_is_twice_the_logarithm_and_more_than_a_look() {
    for (expansions, effort) in [(0, 2), (1, 2), (2, 4), (3, 5), (4, 6), (1 << 20, 42)] {
        assert!(effort > ESTIMATED);
        assert_eq!(effort_of(expansions), effort);
    }
    assert_eq!(effort_of(u64::MAX), 63);
}

#[test]
fn records_are_what_was_put() {
    let table = ProofTable::new::<Ten>(1).unwrap();
    let record = Record {
        setup: single(3, 97),
        numbers: HALF,
        effort: 7,
    };
    table.put(&record.setup, record.numbers, record.effort);
    let mut found = Vec::new();
    table.for_each::<Ten>(|record| found.push(record));
    assert_eq!(found, [record]);
}
