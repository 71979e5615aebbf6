use jumpers_arena::compliance::Outcome;
use jumpers_arena::contestant::Protocol;

use crate::{failed, rules, settings, table, untested};

#[test]
fn the_random_player_keeps_all_rules_in_both_dialects() {
    let mut settings = settings(&["player", "random"]);
    settings.protocols = vec![Protocol::Uci, Protocol::Ugi];
    let report = table(&settings);
    assert!(report.compliant, "{}", report.summary());
    assert_eq!(failed(&report), [""; 0], "{}", report.summary());
    assert_eq!(untested(&report), [""; 0]);
    let absent = rules(&report, |found| matches!(found, Outcome::Absent { .. }));
    assert_eq!(absent, ["info.lines"]);
    assert_eq!(report.engine, "Jumpers player random");
    // With all rules required nothing may be absent.
    settings.full = true;
    settings.only = vec!["info.lines".to_owned()];
    assert!(!table(&settings).compliant);
}

#[test]
fn players_that_think_keep_what_is_said_of_thinking() {
    for player in ["greedy", "shallow"] {
        let mut settings = settings(&["player", player]);
        settings.games = 2;
        settings.protocols = vec![Protocol::Uci, Protocol::Ugi];
        settings.only = ["go", "info"].map(str::to_owned).into();
        let report = table(&settings);
        assert_eq!(failed(&report), [""; 0], "{}", report.summary());
    }
}
