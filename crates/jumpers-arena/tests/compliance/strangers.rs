//! Programs that are no engines.

use std::time::Duration;

use jumpers_arena::compliance::Outcome;
use jumpers_arena::process::Launch;

use crate::{rules, settings, table};

#[test]
fn a_program_that_is_no_engine_has_a_table_all_the_same() {
    for program in ["true", "cat", "yes"] {
        let mut settings = settings(&[]);
        settings.launch = Launch::program(program);
        settings.deadline = Duration::from_millis(300);
        let report = table(&settings);
        assert!(!report.compliant, "{program}");
        let passed = rules(&report, |outcome| *outcome == Outcome::Pass);
        assert_eq!(passed, [""; 0], "{program}: {}", report.summary());
    }
}
