use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use jumpers_arena::compliance::Outcome;
use jumpers_arena::fault::FaultKind;

use crate::{failed, rules, settings, table, untested};

/// What the table should say of an engine with a fault.
struct Expected {
    /// These rules are broken.
    broken: &'static [&'static str],
    /// Rules whose names begin like this may be broken, too; all others are not.
    also: &'static [&'static str],
    /// Other rules are not tried, since they depend on what is broken.
    untested: bool,
}

const fn only(broken: &'static [&'static str]) -> Expected {
    Expected {
        broken,
        also: &[],
        untested: false,
    }
}

/// The rules of an engine that does not play.
const NO_TURNS: Expected = Expected {
    broken: &[
        "go.legal",
        "go.depth",
        "go.nodes",
        "go.movetime",
        "go.clock",
        "go.no-time",
    ],
    also: &["go.", "handshake.without", "counts.divide"],
    untested: true,
};

fn expected(kind: FaultKind) -> Expected {
    match kind {
        FaultKind::HangHandshake
        | FaultKind::CrashAtStart
        | FaultKind::Deaf
        | FaultKind::WrongDialect => Expected {
            untested: true,
            ..only(&["handshake.identify"])
        },
        FaultKind::HangReady | FaultKind::StaleReady => Expected {
            untested: true,
            ..only(&["handshake.ready"])
        },
        FaultKind::Hang
        | FaultKind::Crash
        | FaultKind::Abort
        | FaultKind::IllegalTurn
        | FaultKind::IllegalText
        | FaultKind::NoBestmoveTurn
        | FaultKind::Resigns
        | FaultKind::Flood
        | FaultKind::FloodLine => NO_TURNS,
        FaultKind::DiesOfErrors => Expected {
            also: &[
                "lines.", "errors.", "options.", "stop.", "turns.", "counts.",
            ],
            ..only(&[
                "errors.unknown",
                "errors.position",
                "errors.turn",
                "errors.go",
            ])
        },
        FaultKind::DoubleBestmove => Expected {
            also: &["go.", "stop.", "ponder.", "end.status"],
            ..only(&["go.once", "stop.infinite"])
        },
        FaultKind::StrayBestmove => Expected {
            also: &[
                "go.", "info.", "stop.", "ponder.", "lines.", "errors.", "options.",
            ],
            ..only(&["go.once"])
        },
        FaultKind::LateBestmove => Expected {
            also: &["stop.", "ponder."],
            ..only(&["stop.infinite", "ponder.hit"])
        },
        FaultKind::ClockForfeit => Expected {
            also: &["go.", "info."],
            ..only(&["go.movetime", "go.clock"])
        },
        FaultKind::StopsEarly => Expected {
            also: &["stop.", "ponder.", "query.in-search", "end.status"],
            ..only(&["stop.infinite", "stop.decided", "ponder.stop", "ponder.hit"])
        },
        FaultKind::IgnoresStop => Expected {
            also: &["stop.", "ponder.", "query.in-search", "counts.stopped"],
            ..only(&["stop.infinite"])
        },
        FaultKind::BusyNotReady => Expected {
            also: &["stop.position", "ponder.idle", "query.in-search"],
            ..only(&["stop.ready"])
        },
        FaultKind::PondersInUgi => only(&["go.form"]),
        FaultKind::NoInfo => only(&["info.score", "info.lost"]),
        FaultKind::IllegalPv => only(&["info.pv"]),
        FaultKind::BadMate => only(&["info.mate", "info.lost"]),
        FaultKind::IgnoresSearchmoves => only(&["go.searchmoves", "errors.reported"]),
        FaultKind::Garbage => only(&["output.text"]),
        FaultKind::CrLf => only(&["output.lf"]),
        FaultKind::Spaces => only(&["output.spaces"]),
        FaultKind::SlowQuit => Expected {
            also: &["end."],
            ..only(&["end.quit", "end.input"])
        },
        FaultKind::Child => only(&["end.alone"]),
        FaultKind::BadMovelist => only(&["turns.movelist"]),
        FaultKind::BadPerft => only(&["counts.perft", "counts.paths", "counts.divide"]),
        FaultKind::BadQuery => Expected {
            also: &["handshake.without", "query.in-search"],
            ..only(&["query.p1turn", "query.gameover"])
        },
        FaultKind::BadLegality => only(&["turns.legality"]),
        FaultKind::MuteQuery => only(&["query.unknown"]),
        FaultKind::IgnoresUndo => only(&["turns.moves", "errors.reported"]),
        FaultKind::SilentError => Expected {
            also: &["errors.go-refused"],
            ..only(&[
                "lines.too-long",
                "errors.reported",
                "errors.turn-named",
                "options.bounds",
            ])
        },
        FaultKind::ForgetsPosition => Expected {
            also: &["errors.reported", "stop.position", "turns.moves"],
            ..only(&["errors.position", "errors.turn"])
        },
        FaultKind::LosesOptions => only(&["options.kept"]),
    }
}

/// Does the fault show by what is not said in time? Then the time is short, and only the rules that
/// should be broken are tried: others might be on a machine that is busy.
fn is_slow(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Hang
            | FaultKind::HangHandshake
            | FaultKind::HangReady
            | FaultKind::LateBestmove
            | FaultKind::ClockForfeit
            | FaultKind::IgnoresStop
            | FaultKind::BusyNotReady
            | FaultKind::SlowQuit
            | FaultKind::Deaf
    )
}

fn check(kind: FaultKind) -> Result<(), String> {
    let name = kind.name();
    let delay = match kind {
        // It has to come while is listened.
        FaultKind::StrayBestmove => "1",
        _ => "60000",
    };
    let mut settings = settings(&["fault", &name, "--delay", delay]);
    let expected = expected(kind);
    let mut broken = expected.broken;
    if is_slow(kind) {
        broken = &broken[..broken.len().min(2)];
        settings.deadline = Duration::from_secs(4);
        settings.margin = Duration::from_secs(2);
        settings.only = broken.iter().map(|&rule| rule.to_owned()).collect();
    }
    if kind == FaultKind::SilentError {
        // That a count was stopped is an error, too: its lack would be waited for.
        let groups = [
            "handshake",
            "lines",
            "errors",
            "options",
            "go",
            "query",
            "turns",
            "end",
        ];
        settings.only = groups.map(str::to_owned).into();
    }
    let report = table(&settings);
    let failed = match kind {
        // What says nothing of errors does not have error replies.
        FaultKind::SilentError => rules(&report, |outcome| {
            matches!(outcome, Outcome::Fail { .. } | Outcome::Absent { .. })
        }),
        _ => failed(&report),
    };
    let missing = broken.iter().find(|rule| !failed.contains(rule));
    let may_fail = |rule: &&&str| {
        let also = expected.also.iter().any(|start| rule.starts_with(start));
        broken.contains(*rule) || also
    };
    let surplus = failed.iter().find(|rule| !may_fail(rule));
    let untested = untested(&report);
    // Of a few rules all may have been tried.
    let as_expected = is_slow(kind) || untested.is_empty() != expected.untested;
    match (missing, surplus) {
        (None, None) if as_expected => Ok(()),
        _ => Err(format!(
            "{kind}: kept {missing:?}, broke {surplus:?}, untested: {untested:?}\n{}",
            report.summary()
        )),
    }
}

#[test]
fn each_engine_with_a_fault_breaks_the_rules_that_it_should_and_no_others() {
    // Most of the time is spent waiting.
    let kinds = Mutex::new(VecDeque::from(FaultKind::ALL.to_vec()));
    let next = || kinds.lock().unwrap().pop_front();
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let work = || std::iter::from_fn(next).filter_map(|kind| check(kind).err());
        let workers: Vec<_> = (0..8)
            .map(|_| scope.spawn(move || work().collect::<Vec<_>>()))
            .collect();
        let found = workers.into_iter().map(|worker| worker.join().unwrap());
        found.flatten().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_that_only_one_dialect_shows_is_one_of_that_dialect() {
    use jumpers_arena::contestant::Protocol;

    let mut settings = settings(&["fault", "ponders-in-ugi"]);
    settings.protocols = vec![Protocol::Uci, Protocol::Ugi];
    settings.only = vec!["go.form".to_owned()];
    let report = table(&settings);
    let outcomes: Vec<_> = report.rows[0].cells.iter().map(|c| &c.outcome).collect();
    assert!(matches!(
        outcomes[..],
        [Outcome::Pass, Outcome::Fail { .. }]
    ));
}

#[test]
fn a_failure_tells_what_was_sent_what_came_and_what_was_expected() {
    let mut settings = settings(&["fault", "bad-query"]);
    settings.only = vec!["query.p1turn".to_owned()];
    let report = table(&settings);
    let Outcome::Fail { failure } = &report.rows[0].cells[0].outcome else {
        panic!("{report:#?}");
    };
    assert_eq!(
        failure.to_string(),
        "after 'position fen 6/6/t5/6/t5/rt4 r 5 5', 'query p1turn': \
         expected 'response true', found 'response false'"
    );
}
