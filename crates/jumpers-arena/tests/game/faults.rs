//! Games of the built-in engines that have a fault each.

use std::time::Duration;

use jumpers_arena::fault::FaultKind;
use jumpers_arena::limit::Limit;
use jumpers_record::{EndingKind, Winner};

use crate::actor::{Actor, START, Stage};

#[test]
fn an_engine_with_a_fault_loses_as_it_should_and_the_next_game_goes_on() {
    let stage = Stage::new();
    let limit = |milliseconds| Limit {
        movetime: Some(Duration::from_millis(milliseconds)),
        ..Limit::default()
    };
    let mut good = stage.contestant("good", &Actor::default(), limit(60_000));
    good.command = "builtin:random".to_owned();
    good.args.clear();
    let mut good = stage.seat(good);
    for &kind in FaultKind::ALL {
        // This one is wrong at any time, also while it thinks.
        if kind == FaultKind::StrayBestmove {
            continue;
        }
        let expected = kind.ending();
        let (time, margin) = match expected {
            Some(EndingKind::Time) => (300, 200),
            _ => (30_000, 30_000),
        };
        let mut bad = good.contestant().clone();
        bad.command = format!("builtin:fault-{kind}");
        bad.limit = limit(time);
        bad.margin = Duration::from_millis(margin);
        if expected == Some(EndingKind::Stall) {
            bad.deadline = Duration::from_secs(1);
        }
        let mut bad = stage.seat(bad);
        let record = stage.play(&mut bad, &mut good, START);
        let ending = &record.ending;
        match expected {
            // If the machine is fast, or busy with other things, there is too much output before the
            // time is up.
            Some(_) if kind == FaultKind::Flood => assert!(
                matches!(ending.kind, EndingKind::Time | EndingKind::ProtocolError),
                "{kind}: {ending:?}"
            ),
            Some(expected) => {
                assert_eq!(
                    (record.winner, ending.kind),
                    (Winner::Teal, expected),
                    "{kind}: {ending:?}"
                );
            }
            None => assert_eq!(ending.kind, EndingKind::Rules, "{kind}: {ending:?}"),
        }
        assert_eq!(good.starts(), 1, "{kind}");
    }
    assert_eq!(good.warnings().count, 0);
}
