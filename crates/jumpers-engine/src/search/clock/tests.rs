use proptest::prelude::*;

use super::*;

/// Milliseconds as clients send them, and as they do not.
fn millis() -> impl Strategy<Value = i64> {
    prop_oneof![
        -10..100_i64,
        0..20_000_i64,
        0..10_000_000_i64,
        any::<i64>(),
        Just(i64::MIN),
        Just(i64::MAX),
    ]
}

fn clock() -> impl Strategy<Value = Clock> {
    let to_go = prop_oneof![Just(None), (0..50_u32).prop_map(Some), any::<Option<u32>>()];
    let turns_left = prop_oneof![0..140_u32, any::<u32>()];
    let clock = |(left, increment, turns_to_go, turns_left)| Clock {
        left,
        increment,
        turns_to_go,
        turns_left,
    };
    (millis(), millis(), to_go, turns_left).prop_map(clock)
}

fn ms(n: i64) -> Duration {
    Duration::from_millis(n.unsigned_abs())
}

const SHORT: Duration = Duration::from_millis(1);

proptest! {
    #[test]
    fn budgets_stay_within_the_clock(clock in clock(), overhead in millis(), ponders: bool) {
        let budget = clock.budget(overhead, ponders);
        prop_assert!(SHORT <= budget.soft && budget.soft <= budget.hard);
        prop_assert!(budget.hard <= ms(clock.left.max(1)));
        // What is lost on the way, and a thread that is woken late, leave something.
        let delay = Duration::from_micros(DELAY as u64).min(ms(clock.left.max(0)) / 4 * 3);
        let lost = ms(overhead.clamp(0, MOST)) + delay;
        prop_assert!(budget.hard == SHORT || budget.hard + lost <= ms(clock.left));
    }

    #[test]
    fn more_time_never_gives_less(
        clock in clock(), overhead in millis(), ponders: bool, more in 0..100_000_i64,
    ) {
        let less = clock.budget(overhead, ponders);
        let left = clock.left.saturating_add(more);
        let increment = clock.increment.saturating_add(more);
        let lower = overhead.saturating_sub(more);
        for budget in [
            Clock { left, ..clock }.budget(overhead, ponders),
            Clock { increment, ..clock }.budget(overhead, ponders),
            clock.budget(lower, ponders),
            clock.budget(overhead, true),
        ] {
            prop_assert!(less.soft <= budget.soft && less.hard <= budget.hard, "{:?}", budget);
        }
    }

    #[test]
    fn pondering_gives_a_quarter_more_at_most(clock in clock(), overhead in millis()) {
        let (without, with) = (clock.budget(overhead, false), clock.budget(overhead, true));
        // Rounding to microseconds is not what this is about.
        let rounding = Duration::from_micros(10);
        prop_assert!(with.hard <= without.hard * 5 / 4 + rounding);
        prop_assert!(with.soft <= without.soft * 5 / 4 + rounding);
    }

    #[test]
    fn the_longest_game_never_takes_more_than_the_clock(
        bound in 1..=130_u32, extra in 0..20_000_i64, overhead in 0..50_i64,
        plies in 2..6_u32, ponders: bool,
    ) {
        let turns = i64::from(bound.div_ceil(2));
        // For each turn there are the overhead and a millisecond.
        let mut left = turns * (overhead + 1) + extra;
        let mut turns_left = bound;
        while turns_left > 0 {
            let clock = Clock { left, turns_left, ..Clock::default() };
            let hard = clock.budget(overhead, ponders).hard;
            left -= hard.as_micros().div_ceil(1_000) as i64 + overhead;
            prop_assert!(left >= 0, "{} ms at {} turns", left, turns_left);
            turns_left = turns_left.saturating_sub(plies);
        }
    }

    #[test]
    fn an_increment_pays_for_what_is_lost(
        left in 50..5_000_i64, overhead in 1..50_i64, more in 0..20_i64, bound in 1..=130_u32,
        ponders: bool,
    ) {
        let increment = overhead + 1 + more;
        let mut left = left + overhead;
        // A game has fewer turns; this one does not even come nearer to its end.
        for _ in 0..500 {
            let clock = Clock { left, increment, turns_to_go: None, turns_left: bound };
            let hard = clock.budget(overhead, ponders).hard;
            left -= hard.as_micros().div_ceil(1_000) as i64 + overhead;
            prop_assert!(left >= 0, "{} ms", left);
            left += increment;
        }
    }

    #[test]
    fn a_period_of_turns_never_takes_more_than_the_clock(
        to_go in 1..60_u32, extra in 0..20_000_i64, overhead in 0..50_i64, ponders: bool,
    ) {
        let mut left = i64::from(to_go) * (overhead + 1) + extra;
        for to_go in (1..=to_go).rev() {
            let clock = Clock { left, increment: 0, turns_to_go: Some(to_go), turns_left: 130 };
            let hard = clock.budget(overhead, ponders).hard;
            left -= hard.as_micros().div_ceil(1_000) as i64 + overhead;
            prop_assert!(left >= 0, "{} ms with {} to go", left, to_go);
        }
    }
}

/// The start of the 6×6 board has 58 turns left, that of the 10×10 board 130.
fn hard(left: i64, increment: i64, turns_left: u32, turns_to_go: Option<u32>) -> i64 {
    let clock = Clock {
        left,
        increment,
        turns_to_go,
        turns_left,
    };
    clock.budget(10, false).hard.as_millis() as i64
}

#[test]
fn a_turn_has_its_share_of_the_clock() {
    // A 14th of 59.71 s, and at most two and a half times as much.
    let clock = Clock {
        left: 60_000,
        turns_left: 58,
        ..Clock::default()
    };
    let budget = clock.budget(10, false);
    assert_eq!(budget.soft, Duration::from_micros(4_265_000 / 5 * 3));
    assert_eq!(budget.hard, Duration::from_micros(4_265_000 / 2 * 5));
    // Less of it if the game may be longer.
    assert!((600..700).contains(&hard(10_000, 0, 130, None)));
    assert!((1_600..1_800).contains(&hard(10_000, 0, 58, None)));
}

#[test]
fn the_last_turn_of_a_period_may_use_nearly_all() {
    assert!((9_000..9_890).contains(&hard(10_000, 0, 130, Some(1))));
    assert_eq!(hard(10_000, 0, 130, Some(0)), hard(10_000, 0, 130, Some(1)));
    assert!((12..16).contains(&hard(100, 0, 130, Some(1))));
    assert!((3_000..5_000).contains(&hard(10_000, 0, 130, Some(2))));
    assert_eq!(
        hard(10_000, 0, 58, Some(u32::MAX)),
        hard(10_000, 0, 58, None)
    );
}

#[test]
fn a_short_clock_with_increment_is_used_and_never_used_up() {
    for (left, least, most) in [
        (250, 10, 30),
        (200, 4, 6),
        (150, 2, 4),
        (100, 1, 2),
        (60, 1, 1),
    ] {
        for turns_left in [130, 58] {
            let hard = hard(left, 5, turns_left, None);
            assert!(
                (least..=most).contains(&hard),
                "{left}, {turns_left}: {hard}"
            );
        }
    }
}

#[test]
fn with_little_time_there_is_a_millisecond() {
    for left in [i64::MIN, -1, 0, 1, 10, 20] {
        for to_go in [None, Some(1), Some(2)] {
            assert_eq!(hard(left, 0, 58, to_go), 1);
            assert_eq!(hard(left, i64::MAX, 58, to_go), 1);
        }
    }
}

#[test]
fn a_fixed_time_is_kept_but_for_the_overhead() {
    assert_eq!(Clock::fixed(100, 10).hard, ms(90));
    assert_eq!(Clock::fixed(20, 10).hard, ms(16));
    assert_eq!(Clock::fixed(0, 10).hard, ms(1));
    assert_eq!(Clock::fixed(i64::MIN, 10).soft, ms(1));
    assert_eq!(Clock::fixed(i64::MAX, i64::MAX).soft, ms(MOST / 5 * 4));
    assert_eq!(Clock::fixed(100, i64::MIN).soft, ms(100));
}
