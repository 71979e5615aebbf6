//! What records and seats keep of what engines say.

use jumpers_arena::contestant::Protocol;
use jumpers_protocol::Score;
use jumpers_record::Winner;

use crate::actor::{Actor, ONE_TURN, START, Stage, a_game, nodes, turns_of};

#[test]
fn a_turn_has_the_last_report() {
    let stage = Stage::new();
    let red = Actor {
        turns: vec![
            "echo info depth 2 score cp 3 nodes 10; \
             echo info depth 9 multipv 1 score mate 3 nodes 70 pv a1xc1; \
             echo info depth 9 multipv 2 score cp 0 nodes 75 pv a1xc1; \
             echo info string depth 20 score cp 1; echo bestmove a1xc1"
                .to_owned(),
        ],
        ..Actor::default()
    };
    for (protocol, moves) in [(Protocol::Uci, 3), (Protocol::Ugi, 2)] {
        let mut contestant = stage.contestant("red", &red, nodes(1));
        contestant.protocol = protocol;
        let mut seat = stage.seat(contestant);
        let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
        let record = stage.play(&mut seat, &mut teal, ONE_TURN);
        assert_eq!(record.winner, Winner::Red, "{:?}", record.ending);
        let turn = &record.turns[0];
        assert_eq!(turn.score, Some(Score::mate(moves)));
        assert_eq!((turn.depth, turn.nodes), (Some(9), Some(70)));
        assert!(turn.time.is_some());
        assert_eq!(turn.clock, None);
        assert_eq!(seat.warnings().count, 0);
    }
}

#[test]
fn illegal_turns_in_a_line_are_counted() {
    let stage = Stage::new();
    let game = a_game(START);
    let mut red = Actor::of_turns(&turns_of(&game, 0));
    for turn in &mut red.turns[..2] {
        *turn = format!("echo info depth 1 score cp 0 pv a1-a3+a4 b9-b8; {turn}");
    }
    let teal = Actor::of_turns(&turns_of(&game, 1));
    let mut red = stage.actor("red", &red, nodes(1));
    let mut teal = stage.actor("teal", &teal, nodes(1));
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(record.turns.len(), game.len(), "{:?}", record.ending);
    assert_eq!((red.warnings().count, teal.warnings().count), (2, 0));
    let first = red.warnings().first.clone().unwrap_or_default();
    assert!(first.starts_with("pv: turn 2: "), "{first}");
    assert!(
        first.ends_with(&format!("; position fen {START}")),
        "{first}"
    );
}

#[test]
fn other_spellings_of_a_turn_are_recorded_canonically() {
    let stage = Stage::new();
    let mut red = stage.actor("red", &Actor::of_turns(&["a1xa5"]), nodes(1));
    let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
    let record = stage.play(&mut red, &mut teal, "6/6/t5/6/t5/rt4 r 5 5");
    assert_eq!(record.winner, Winner::Red, "{:?}", record.ending);
    assert_eq!(record.turns[0].turn, "a1xa3xa5");
}
