//! A client without a game.

use std::time::Duration;

use jumpers_arena::client::{Client, TimeRules};
use jumpers_protocol::GoParams;
use jumpers_record::EndingKind;

use crate::actor::{Actor, START, Stage, nodes, position_line};

const FREE: TimeRules = TimeRules {
    allowance: None,
    margin: Duration::ZERO,
};

fn client(stage: &Stage, actor: &Actor, deadline: Duration) -> Client {
    let mut contestant = stage.contestant("engine", actor, nodes(1));
    contestant.deadline = deadline;
    let client = Client::start(&contestant, &[], &stage.supervisor, &stage.interrupt);
    client.unwrap_or_else(|ending| panic!("{ending:?}"))
}

#[test]
fn a_client_knows_what_the_engine_said_of_itself() {
    let stage = Stage::new();
    let actor = Actor::of_turns(&["a1-a3+a4 ponder e6-e4+d4"]).on(
        "uci",
        "echo hello; echo id name The  Actor 1.0; echo id author Some Body; \
         echo option name Hash type spin default 1 min 1 max 2; echo uciok",
    );
    let mut client = client(&stage, &actor, Duration::from_secs(60));
    assert_eq!(client.name(), Some("The Actor 1.0"));
    assert_eq!(client.author(), Some("Some Body"));
    assert_eq!(client.options().len(), 1);
    assert_eq!(client.warnings(), [""; 0]);
    client.new_game().expect("ready");
    let go = GoParams {
        depth: Some(3),
        ..GoParams::default()
    };
    let answer = client
        .go(&position_line(&[]), &go, &FREE)
        .expect("an answer");
    assert_eq!(answer.turn.as_deref(), Some("a1-a3+a4"));
    assert_eq!(answer.ponder.as_deref(), Some("e6-e4+d4"));
    assert_eq!(
        client.quit().map(|exit| exit.to_string()).as_deref(),
        Some("exit status 0")
    );
    let told = stage.told("engine");
    let position = format!("position fen {START}");
    let lines = [
        "uci",
        "isready",
        "ucinewgame",
        "isready",
        &position,
        "go depth 3",
        "quit",
    ];
    assert_eq!(told, lines);
}

#[test]
fn a_long_line_arrives_whole() {
    let stage = Stage::new();
    let actor = Actor::of_turns(&["a1-a3+a4"]);
    let mut client = client(&stage, &actor, Duration::from_secs(60));
    let turns = vec!["a1-a3+a4".to_owned(); 20_000];
    let position = position_line(&turns);
    assert!(position.len() > 2 << 16);
    let answer = client
        .go(&position, &GoParams::default(), &FREE)
        .expect("an answer");
    assert_eq!(answer.turn.as_deref(), Some("a1-a3+a4"));
    assert!(stage.told("engine").contains(&position));
}

#[test]
fn an_engine_that_does_not_read_is_not_waited_for() {
    let stage = Stage::new();
    // Its last answer is that to the second isready.
    let actor = Actor::default().on("ucinewgame", "echo readyok; exec sleep 1000");
    let mut client = client(&stage, &actor, Duration::from_secs(3));
    client.new_game().expect("ready");
    let position = position_line(&vec!["a1-a3+a4".to_owned(); 20_000]);
    let ending = client
        .go(&position, &GoParams::default(), &FREE)
        .expect_err("no answer");
    assert_eq!(ending.kind, EndingKind::Stall);
    assert_eq!(
        ending.detail,
        "no bestmove within 3.000 s, and it does not read its input"
    );
}

#[test]
fn an_answer_that_nobody_asked_for_is_an_error() {
    let stage = Stage::new();
    let actor = Actor::of_turns(&["a1-a3+a4; echo bestmove a1-c1+c2", "a1-a3+a4"]);
    let mut client = client(&stage, &actor, Duration::from_secs(60));
    let go = GoParams::default();
    client
        .go(&position_line(&[]), &go, &FREE)
        .expect("an answer");
    let ending = client
        .go(&position_line(&[]), &go, &FREE)
        .expect_err("a fault");
    assert_eq!(ending.kind, EndingKind::ProtocolError);
    assert_eq!(ending.detail, "'bestmove a1-c1+c2' without a go");
}

#[test]
fn a_sync_drops_what_is_old() {
    let stage = Stage::new();
    let actor = Actor::of_turns(&["a1-a3+a4", "a1-a3+b3"]).on(
        "ucinewgame",
        "echo bestmove a1-c1+c2; echo info depth 9 score cp 1",
    );
    let mut client = client(&stage, &actor, Duration::from_secs(60));
    for turn in ["a1-a3+a4", "a1-a3+b3"] {
        client.new_game().expect("ready");
        let answer = client.go(&position_line(&[]), &GoParams::default(), &FREE);
        let answer = answer.expect("an answer");
        assert_eq!(answer.turn.as_deref(), Some(turn));
        assert_eq!(answer.report.depth, None);
    }
}

#[test]
fn options_that_the_engine_refuses_are_warned_of() {
    let stage = Stage::new();
    let actor = Actor::default()
        .on(
            "uci",
            "echo option name Hash type spin default 16 min 1 max 64; \
             echo option name Style type string default x; \
             echo info string error before: the handshake is no answer to an option; echo uciok",
        )
        .on(
            "'setoption name Style'*",
            "echo info string no error; echo info string error bad-option-value: Style: no such",
        );
    let warnings = |options: &[(&str, &str)]| {
        let mut contestant = stage.contestant("engine", &actor, nodes(1));
        contestant.options = options
            .iter()
            .map(|&(name, value)| (name.to_owned(), Some(value.to_owned())))
            .collect();
        let client = Client::start(&contestant, &[], &stage.supervisor, &stage.interrupt);
        client.expect("it starts").warnings().to_vec()
    };
    assert_eq!(warnings(&[("Hash", "64")]), [""; 0]);
    assert_eq!(
        warnings(&[("hash", "65"), ("Style", "wild")]),
        [
            "option Hash is set to '65'; it takes a whole number from 1 to 64",
            "the engine says: error bad-option-value: Style: no such",
        ]
    );
}
