//! What engines are told, line by line.

use std::time::Duration;

use jumpers_arena::contestant::Protocol;
use jumpers_arena::limit::Limit;
use jumpers_record::{EndingKind, Winner};

use crate::actor::{
    Actor, ONE_TURN, START, Stage, a_game, assert_lines, clock, mask_clocks, nodes, position_lines,
    turn_texts, turns_of,
};

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn a_whole_game_in_both_dialects() {
    let stage = Stage::new();
    let game = a_game(START);
    let red = Actor::of_turns(&turns_of(&game, 0));
    let teal = Actor::of_turns(&turns_of(&game, 1));
    let mut red = stage.actor("red", &red, nodes(5));
    let mut contestant = stage.contestant("teal", &teal, nodes(7));
    contestant.protocol = Protocol::Ugi;
    let mut teal = stage.seat(contestant);
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(record.ending.kind, EndingKind::Rules, "{:?}", record.ending);
    assert_eq!(turn_texts(&record), game);
    let winner = match game.len() % 2 {
        1 => Winner::Red,
        _ => Winner::Teal,
    };
    assert_eq!(record.winner, winner);
    assert_eq!(
        (record.position.as_str(), record.round.as_str()),
        (START, "1.1")
    );
    red.close();
    teal.close();

    for (name, side, handshake, go) in [
        (
            "red",
            0,
            ["uci", "isready", "ucinewgame", "isready"],
            "go nodes 5",
        ),
        (
            "teal",
            1,
            ["ugi", "isready", "uginewgame", "isready"],
            "go nodes 7",
        ),
    ] {
        let mut lines = handshake.map(str::to_owned).to_vec();
        for (number, position) in position_lines(&game, side).into_iter().enumerate() {
            if number > 0 {
                lines.push("isready".to_owned());
            }
            lines.extend([position, go.to_owned()]);
        }
        lines.push("quit".to_owned());
        assert_lines(&stage.told(name), &lines);
    }
}

/// What Red and Teal are told to go in the first two turns, with clocks masked.
fn first_goes(red: Limit, teal: Limit, protocol: Protocol) -> [String; 2] {
    let stage = Stage::new();
    let game = a_game(START);
    let seat = |name, side, limit| {
        let actor = Actor::of_turns(&turns_of(&game, side));
        let mut contestant = stage.contestant(name, &actor, limit);
        contestant.protocol = protocol;
        stage.seat(contestant)
    };
    let mut red = seat("red", 0, red);
    let mut teal = seat("teal", 1, teal);
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(record.ending.kind, EndingKind::Rules, "{:?}", record.ending);
    ["red", "teal"].map(|name| {
        let told = stage.told(name);
        let go = told.iter().find(|line| line.starts_with("go"));
        mask_clocks(go.expect("a go"))
    })
}

#[test]
fn both_clocks_are_told_in_the_words_of_the_dialect() {
    let red = clock(HOUR, Duration::from_millis(250));
    let teal = clock(2 * HOUR, Duration::ZERO);
    let uci = "go wtime # btime # winc 250 binc 0";
    let goes = first_goes(red.clone(), teal.clone(), Protocol::Uci);
    assert_eq!(goes, [uci, uci]);
    let ugi = "go p1time # p2time # p1inc 250 p2inc 0";
    let goes = first_goes(red, teal, Protocol::Ugi);
    assert_eq!(goes, [ugi, ugi]);
}

#[test]
fn an_engine_without_a_clock_is_told_of_none() {
    let red = Limit {
        nodes: Some(9),
        ..clock(HOUR, Duration::from_millis(5))
    };
    let teal = Limit {
        movetime: Some(HOUR),
        depth: Some(3),
        ..Limit::default()
    };
    let goes = first_goes(red, teal, Protocol::Uci);
    assert_eq!(
        goes,
        ["go wtime # winc 5 nodes 9", "go depth 3 movetime 3600000"]
    );
    let goes = first_goes(nodes(1), clock(HOUR, Duration::ZERO), Protocol::Ugi);
    assert_eq!(goes, ["go nodes 1", "go p2time # p2inc 0"]);
}

#[test]
fn a_clock_begins_with_its_time() {
    let stage = Stage::new();
    let red = Actor::of_turns(&["a1xc1"]);
    let mut red = stage.actor("red", &red, clock(HOUR, Duration::ZERO));
    let teal = Actor::default();
    let mut teal = stage.actor("teal", &teal, clock(2 * HOUR, Duration::from_millis(100)));
    let record = stage.play(&mut red, &mut teal, ONE_TURN);
    assert_eq!(record.winner, Winner::Red);
    let told = stage.told("red");
    assert!(told.contains(&"go wtime 3600000 btime 7200000 winc 0 binc 100".to_owned()));
    assert_eq!(
        (record.red.limit.as_str(), record.teal.limit.as_str()),
        ("3600+0", "7200+0.1")
    );
}

#[test]
fn options_are_set_after_the_handshake() {
    let stage = Stage::new();
    let red = Actor::of_turns(&["a1xc1"]).on(
        "uci",
        "echo option name Hash type spin default 1 min 1 max 64; \
         echo option name Clear Hash type button; \
         echo option name Ponder type check default false; echo uciok",
    );
    let mut contestant = stage.contestant("red", &red, nodes(1));
    contestant.ponder = true;
    contestant.options = [
        ("hash", Some("16")),
        ("Clear Hash", None),
        ("Contempt", Some("3")),
    ]
    .map(|(name, value)| (name.to_owned(), value.map(str::to_owned)))
    .to_vec();
    let mut red = stage.seat(contestant);
    let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
    let record = stage.play(&mut red, &mut teal, ONE_TURN);
    assert_eq!(record.winner, Winner::Red, "{:?}", record.ending);
    assert_lines(
        &stage.told("red")[..6],
        &[
            "uci",
            "setoption name Ponder value true",
            "setoption name hash value 16",
            "setoption name Clear Hash",
            "setoption name Contempt value 3",
            "isready",
        ]
        .map(str::to_owned),
    );
    assert_eq!(red.warnings().count, 1);
    let first = red.warnings().first.clone();
    assert_eq!(
        first.as_deref(),
        Some("option Contempt is not one that the engine has")
    );
}
