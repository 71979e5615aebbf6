//! The program is killed at random moments and goes on each time, and the tables are those of a
//! tournament that nothing happened to.

use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::program::Place;

/// How often it is killed.
const KILLS: usize = 100;

#[test]
fn a_tournament_that_is_killed_a_hundred_times() {
    let arguments = "run --engine cmd=builtin:shallow --engine cmd=builtin:greedy --engine \
                     cmd=builtin:random --each nodes=50 --rounds 120 \
                     --concurrency 2 --quiet --resume --journal j";
    let undisturbed = Place::new();
    undisturbed.succeed(arguments);
    let place = Place::new();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..KILLS {
        let mut child = place.arena(arguments).spawn().unwrap();
        thread::sleep(Duration::from_micros(random.random_range(0..60_000)));
        // An error says that it has ended already.
        let _ = child.kill();
        child.wait().unwrap();
        place.expect_no_processes();
    }
    place.succeed(arguments);
    place.expect_no_processes();
    assert_eq!(place.journal("j").pairs.len(), 360);
    assert_eq!(place.report("j"), undisturbed.report("j"));
}
