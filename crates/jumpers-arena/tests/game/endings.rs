//! Each way in which a game ends, and what its record says then.

use std::time::Duration;

use jumpers_arena::contestant::Contestant;
use jumpers_arena::limit::Limit;
use jumpers_record::{Ending, EndingKind, GameRecord, Winner};

use crate::actor::{Actor, ONE_TURN, START, Stage, a_game, clock, nodes, turns_of};

const MS: Duration = Duration::from_millis(1);

/// A game from the start in which Red is an actor, changed as told, and Teal makes no fault.
fn play_changed(red: &Actor, change: impl FnOnce(&mut Contestant)) -> GameRecord {
    let stage = Stage::new();
    let mut contestant = stage.contestant("red", red, nodes(1));
    change(&mut contestant);
    let mut red = stage.seat(contestant);
    let game = a_game(START);
    let teal = Actor::of_turns(&turns_of(&game, 1));
    let mut teal = stage.actor("teal", &teal, nodes(1));
    stage.play(&mut red, &mut teal, START)
}

/// How Red loses.
fn loss(red: &Actor, change: impl FnOnce(&mut Contestant)) -> Ending {
    let record = play_changed(red, change);
    assert_eq!(record.winner, Winner::Teal, "{:?}", record.ending);
    record.ending
}

/// How Red loses if that is what it does at its first `go`.
fn loss_at_go(commands: &str) -> Ending {
    let actor = Actor {
        turns: vec![commands.to_owned()],
        ..Actor::default()
    };
    loss(&actor, |_| {})
}

fn nothing(_: &mut Contestant) {}

#[test]
fn rules() {
    let stage = Stage::new();
    let mut red = stage.actor("red", &Actor::of_turns(&["a1-c1"]), nodes(1));
    let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
    let record = stage.play(&mut red, &mut teal, ONE_TURN);
    // An abbreviation and the wrong sign are not what wins here.
    assert_eq!(record.ending.kind, EndingKind::IllegalTurn);
    let mut red = stage.actor("red", &Actor::of_turns(&["a1xc1"]), nodes(1));
    let record = stage.play(&mut red, &mut teal, ONE_TURN);
    assert_eq!(record.winner, Winner::Red);
    assert_eq!(record.ending, Ending::new(EndingKind::Rules, "no turn"));
    // Nobody has a turn: it is over before it begins.
    let record = stage.play(&mut red, &mut teal, "4tt/6/6/6/6/rr4 r 0 1");
    assert_eq!((record.winner, record.turns.len()), (Winner::Teal, 0));
}

#[test]
fn a_turn_that_is_late() {
    let actor = Actor {
        turns: vec!["sleep 0.3; echo bestmove a1-a3+a4".to_owned()],
        ..Actor::default()
    };
    for limit in [
        clock(100 * MS, 60_000 * MS),
        Limit {
            movetime: Some(100 * MS),
            ..Limit::default()
        },
    ] {
        let ending = loss(&actor, |red| {
            red.limit = limit;
            red.margin = 20 * MS;
        });
        assert_eq!(ending.kind, EndingKind::Time);
        assert!(ending.detail.starts_with("used "), "{}", ending.detail);
        assert!(
            ending.detail.ends_with(" of 0.100 s, margin 0.020 s"),
            "{}",
            ending.detail
        );
    }
}

/// Nobody thinks for nothing before `readyok`.
#[test]
fn an_engine_that_is_late_in_being_ready() {
    // Ready at once for the first turn, and long after that was made for the second one.
    let pausing = |seconds: &str| {
        let isready = format!("r=$((r+1)); [ $r -gt 2 ] && sleep {seconds}; echo readyok");
        Actor::of_turns(&["a1-a3+a4", "a2-a4+a5"]).on("isready", &isready)
    };
    for limit in [
        clock(2000 * MS, Duration::ZERO),
        Limit {
            movetime: Some(2000 * MS),
            ..Limit::default()
        },
    ] {
        let ending = loss(&pausing("1000"), |red| {
            red.limit = limit;
            red.margin = 500 * MS;
        });
        assert_eq!(ending.kind, EndingKind::Time);
        assert!(
            ending.detail.starts_with("no readyok after ")
                && ending.detail.ends_with(" of 2.000 s, margin 0.500 s"),
            "{}",
            ending.detail
        );
    }
    // The deadline is for engines whose turns have no limit in time.
    let ending = loss(&pausing("1000"), |red| red.deadline = 3000 * MS);
    assert_eq!(
        (ending.kind, ending.detail.as_str()),
        (EndingKind::Stall, "no readyok within 3.000 s")
    );
}

/// What is beyond the margin is charged, and told to the engine.
#[test]
fn time_to_be_ready_is_time_of_the_turn() {
    let stage = Stage::new();
    let game = a_game(START);
    let red = Actor {
        turns: vec![
            format!("echo bestmove {}", game[0]),
            format!("echo bestmove {}", game[2]),
            "exit 5".to_owned(),
        ],
        ..Actor::default()
    };
    let red = red.on("isready", "r=$((r+1)); [ $r = 3 ] && sleep 2; echo readyok");
    let mut red = stage.contestant("red", &red, clock(600_000 * MS, Duration::ZERO));
    red.margin = 100 * MS;
    let mut red = stage.seat(red);
    let mut teal = stage.actor("teal", &Actor::of_turns(&turns_of(&game, 1)), nodes(1));
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(record.ending.kind, EndingKind::Crash, "{:?}", record.ending);
    let [first, second] = [&record.turns[0], &record.turns[2]];
    assert!(second.time.is_some_and(|time| time >= 1900 * MS));
    let clocks = [first.clock, second.clock].map(|clock| clock.expect("a clock"));
    assert!(clocks[0] - clocks[1] >= 1900 * MS);
    // It is told at its `go`, not only afterwards.
    let told = stage.told("red");
    let go = told.iter().filter(|line| line.starts_with("go")).nth(1);
    let wtime = go.and_then(|go| go.split(' ').nth(2)?.parse().ok());
    assert!(wtime.is_some_and(|wtime: u64| wtime <= 598_100), "{go:?}");
}

#[test]
fn a_turn_within_the_margin_is_in_time() {
    let record = play_changed(
        &Actor {
            turns: vec![
                "sleep 0.1; echo bestmove a1-a3+a4".to_owned(),
                "exit 5".to_owned(),
            ],
            ..Actor::default()
        },
        |red| {
            red.limit = clock(10 * MS, 5 * MS);
            red.margin = Duration::from_secs(60);
        },
    );
    assert_eq!(record.ending.kind, EndingKind::Crash);
    let first = &record.turns[0];
    assert!(first.time.is_some_and(|time| time >= 100 * MS));
    assert_eq!(first.clock, Some(5 * MS));
}

#[test]
fn a_turn_that_never_comes() {
    let silent = Actor {
        turns: vec!["echo info depth 1 score cp 3".to_owned()],
        ..Actor::default()
    };
    let ending = loss(&silent, |red| {
        red.limit = clock(10 * MS, Duration::ZERO);
        red.margin = 10 * MS;
    });
    assert_eq!(ending.kind, EndingKind::Time);
    assert!(
        ending.detail.starts_with("no bestmove after "),
        "{}",
        ending.detail
    );
    let ending = loss(&silent, |red| red.deadline = 3000 * MS);
    assert_eq!(ending.kind, EndingKind::Stall);
    assert_eq!(ending.detail, "no bestmove within 3.000 s");
}

#[test]
fn an_engine_that_floods_is_stopped_by_its_deadline() {
    let flood = Actor {
        turns: vec!["exec yes info depth 1 score cp 3".to_owned()],
        ..Actor::default()
    };
    let ending = loss(&flood, |red| red.deadline = 3000 * MS);
    // On a fast machine there is too much output even before.
    assert!(matches!(
        ending.kind,
        EndingKind::Stall | EndingKind::ProtocolError
    ));
}

#[test]
fn a_hang_in_the_handshake() {
    let hang = Actor::default().on("uci", "exec sleep 1000");
    let ending = loss(&hang, |red| red.deadline = 500 * MS);
    assert_eq!(ending.kind, EndingKind::Stall);
    assert_eq!(ending.detail, "no uciok within 0.500 s");
    let hang = Actor::default().on("isready", ":");
    let ending = loss(&hang, |red| red.deadline = 3000 * MS);
    assert_eq!(ending.detail, "no readyok within 3.000 s");
}

#[test]
fn a_crash_with_a_status() {
    let ending = loss_at_go("echo oh >&2; echo dear >&2; exit 3");
    assert_eq!(
        ending,
        Ending {
            kind: EndingKind::Crash,
            detail: "it ended in its turn".to_owned(),
            exit: Some("exit status 3".to_owned()),
            stderr: vec!["oh".to_owned(), "dear".to_owned()],
        }
    );
}

#[test]
fn a_crash_by_a_signal() {
    let ending = loss_at_go("kill -SEGV $$");
    assert_eq!(ending.kind, EndingKind::Crash);
    assert_eq!(ending.exit.as_deref(), Some("signal 11 (SIGSEGV)"));
}

#[test]
fn a_crash_in_the_handshake() {
    let ending = loss(&Actor::default().on("uci", "exit 1"), nothing);
    assert_eq!(ending.detail, "it ended in the handshake");
    assert_eq!(ending.exit.as_deref(), Some("exit status 1"));
    let ending = loss(&Actor::default().on("ucinewgame", "exit 2"), nothing);
    assert_eq!(ending.detail, "it ended before readyok");
}

#[test]
fn a_crash_in_the_opponents_turn() {
    let stage = Stage::new();
    let red = Actor {
        turns: vec!["echo bestmove a1-a3+a4; exit 9".to_owned()],
        ..Actor::default()
    };
    let mut red = stage.actor("red", &red, nodes(1));
    let teal = Actor {
        turns: vec!["exec sleep 1000".to_owned()],
        ..Actor::default()
    };
    let mut teal = stage.actor("teal", &teal, nodes(1));
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!((record.winner, record.turns.len()), (Winner::Teal, 1));
    assert_eq!(record.ending.detail, "it ended in the opponent's turn");
    assert_eq!(record.ending.exit.as_deref(), Some("exit status 9"));
}

#[test]
fn an_engine_that_cannot_be_started() {
    let ending = loss(&Actor::default(), |red| {
        red.command = "/no/such/engine".to_owned()
    });
    assert_eq!(ending.kind, EndingKind::Crash);
    assert_eq!(
        ending.detail,
        "cannot start: No such file or directory: /no/such/engine"
    );
    let ending = loss(&Actor::default(), |red| {
        red.directory = Some("/no/such/place".into())
    });
    assert_eq!(
        ending.detail,
        "cannot start: No such file or directory: /no/such/place"
    );
    // A text with NUL cannot be handed to a program.
    let ending = loss(&Actor::default(), |red| red.args = vec!["a\0b".to_owned()]);
    assert!(
        ending.detail.starts_with("cannot start: "),
        "{}",
        ending.detail
    );
}

#[test]
fn red_is_looked_at_first() {
    let stage = Stage::new();
    let mut seats = ["red", "teal"].map(|name| {
        let mut contestant = stage.contestant(name, &Actor::default(), nodes(1));
        contestant.command = "no-such-engine".to_owned();
        stage.seat(contestant)
    });
    let [red, teal] = &mut seats;
    let record = stage.play(red, teal, START);
    assert_eq!(record.winner, Winner::Teal);
    let mut red = stage.actor("red", &Actor::default(), nodes(1));
    let record = stage.play(&mut red, teal, START);
    assert_eq!(record.winner, Winner::Red);
    assert!(
        record.ending.detail.starts_with("cannot start: "),
        "{}",
        record.ending.detail
    );
}

#[test]
fn turns_that_are_not_legal() {
    for (turn, detail) in [
        (
            "b4-b6+b5",
            "bestmove b4-b6+b5: no token of the side to move on b4",
        ),
        (
            "a1-c1",
            "bestmove a1-c1: ambiguous, it fits a1-c1+c2 a1-c1+d1",
        ),
        ("(none)", "bestmove (none): there are legal turns"),
    ] {
        let ending = loss_at_go(&format!("echo 'bestmove {turn}'"));
        assert_eq!(
            (ending.kind, ending.detail.as_str()),
            (EndingKind::IllegalTurn, detail)
        );
    }
    let ending = loss_at_go("echo complaint >&2; sleep 0.2; echo bestmove e2e4");
    assert_eq!(ending.kind, EndingKind::IllegalTurn);
    assert!(
        ending.detail.starts_with("bestmove \"e2e4\": "),
        "{}",
        ending.detail
    );
    assert_eq!(ending.stderr, ["complaint"]);
}

#[test]
fn a_bestmove_without_a_turn() {
    let ending = loss_at_go("echo bestmove");
    assert_eq!(ending.kind, EndingKind::ProtocolError);
    assert!(
        ending.detail.starts_with("bestmove: no value "),
        "{}",
        ending.detail
    );
}

#[test]
fn two_bestmoves_for_one_go() {
    let ending = loss_at_go("echo bestmove a1-a3+a4; echo bestmove a1-c1+c2");
    assert_eq!(ending.kind, EndingKind::ProtocolError);
    assert_eq!(ending.detail, "'bestmove a1-c1+c2' without a go");
}

#[test]
fn a_line_without_an_end() {
    let ending = loss_at_go("exec tr '\\000' x </dev/zero");
    assert_eq!(ending.kind, EndingKind::ProtocolError);
    assert_eq!(ending.detail, "a line of more than 8388608 bytes");
}

#[test]
fn an_engine_that_closes_its_output() {
    let ending = loss_at_go("exec sleep 1000 >&-");
    assert_eq!(ending.kind, EndingKind::Crash);
    assert_eq!(ending.detail, "it closed its standard output in its turn");
}

#[test]
fn an_interrupt() {
    let stage = Stage::new();
    let red = Actor {
        turns: vec!["echo info depth 1; exec sleep 1000".to_owned()],
        ..Actor::default()
    };
    let mut red = stage.actor("red", &red, nodes(1));
    let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
    let interrupt = stage.interrupt.clone();
    let setter = std::thread::spawn(move || {
        std::thread::sleep(300 * MS);
        interrupt.set();
    });
    let record = stage.play(&mut red, &mut teal, START);
    setter.join().expect("the thread");
    assert_eq!(
        (record.winner, record.ending.kind),
        (Winner::None, EndingKind::Interrupt)
    );
    assert!(red.client().is_none() && teal.client().is_none());
    // From now on no game begins.
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(
        (record.winner, record.ending.kind),
        (Winner::None, EndingKind::Interrupt)
    );
}

#[test]
fn a_position_that_is_none() {
    let stage = Stage::new();
    let mut red = stage.actor("red", &Actor::default(), nodes(1));
    let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
    let record = stage.play(&mut red, &mut teal, "nonsense");
    assert_eq!(record.winner, Winner::None);
    assert!(
        record.ending.detail.starts_with("position: "),
        "{}",
        record.ending.detail
    );
}
