//! Whole sessions by chance over a pipe: lines of all commands, good and mutated, in one write, in
//! several or byte by byte, against a model of the session that knows every answer but the turn
//! that the search likes best.
//!
//! `PROPTEST_CASES` says how many sessions; they are the same each time.

#[path = "../common/mod.rs"]
mod common;

mod model;
mod play;
mod script;
mod transcript;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use play::play;

/// So many sessions where nothing else is said.
const CASES: u32 = 200;

#[test]
fn every_session_is_as_the_model_has_it() {
    let wanted = std::env::var("PROPTEST_CASES").ok();
    let config = Config {
        cases: wanted.and_then(|cases| cases.parse().ok()).unwrap_or(CASES),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let known = play::Known::ask();
    let sessions = (
        prop::collection::vec(script::step(), 1..25),
        script::ending(),
    );
    let outcome = runner.run(&sessions, |(steps, ending)| {
        play(&known, &steps, ending).map_err(TestCaseError::fail)
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
