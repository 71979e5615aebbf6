//! What one game leaves for the next.

use std::time::Duration;

use jumpers_arena::game::Seat;
use jumpers_arena::limit::Limit;
use jumpers_record::{EndingKind, Winner};

use crate::actor::{Actor, ONE_TURN, Stage, clock, nodes};

const MS: Duration = Duration::from_millis(1);

fn id(seat: &Seat) -> Option<u32> {
    seat.client().map(|client| client.id())
}

/// Plays two games of one turn that Red should win, with the actor's turns; returns their endings,
/// and whether the engine is the same in the second.
fn two_games(turns: &[&str], limit: Limit, margin: Duration) -> ([EndingKind; 2], bool, Seat) {
    let stage = Stage::new();
    let actor = Actor {
        turns: turns.iter().map(|&turn| turn.to_owned()).collect(),
        ..Actor::default()
    };
    let mut contestant = stage.contestant("red", &actor, limit);
    contestant.margin = margin;
    let mut red = stage.seat(contestant);
    let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
    let first = stage.play(&mut red, &mut teal, ONE_TURN);
    let before = id(&red);
    let second = stage.play(&mut red, &mut teal, ONE_TURN);
    let same = before.is_some() && id(&red) == before;
    ([first.ending.kind, second.ending.kind], same, red)
}

#[test]
fn an_engine_stays() {
    let turns = ["echo bestmove a1xc1", "echo bestmove a1xc1"];
    let (endings, same, red) = two_games(&turns, nodes(1), 50 * MS);
    assert_eq!(endings, [EndingKind::Rules, EndingKind::Rules]);
    assert!(same);
    assert_eq!((red.starts(), red.warnings().count), (1, 0));
}

#[test]
fn a_late_turn_is_not_read_in_the_next_game() {
    // The second line comes after the game has ended. The second game needs an answer that takes
    // longer than nothing, so that a wrong one would be seen.
    let turns = [
        "sleep 0.3; echo bestmove a1xc1; echo bestmove a1-c1",
        "sleep 0.1; echo bestmove a1xc1",
    ];
    let (endings, _, _) = two_games(&turns, clock(100 * MS, Duration::ZERO), Duration::ZERO);
    assert_eq!(endings[0], EndingKind::Time);
    assert_eq!(endings[1], EndingKind::Time);
    let slow = ["sleep 0.3; echo bestmove a1xc1", "echo bestmove a1xc1"];
    let limit = Limit {
        movetime: Some(100 * MS),
        ..Limit::default()
    };
    let (endings, same, _) = two_games(&slow, limit, 100 * MS);
    assert_eq!(endings[0], EndingKind::Time);
    // It has answered, though late: it is kept.
    assert!(same);
}

#[test]
fn an_engine_that_owes_a_turn_is_started_again() {
    // Its turn would come in the next game.
    let turns = ["sleep 4; echo bestmove a1-c1"];
    let (endings, same, red) = two_games(&turns, clock(10 * MS, Duration::ZERO), 10 * MS);
    assert_eq!(endings, [EndingKind::Time, EndingKind::Time]);
    assert!(!same);
    assert_eq!(red.starts(), 2);
}

#[test]
fn an_engine_that_was_wrong_is_started_again() {
    for (turn, kind) in [
        ("echo bestmove a1-c1", EndingKind::IllegalTurn),
        ("echo bestmove", EndingKind::ProtocolError),
        ("exit 1", EndingKind::Crash),
    ] {
        let (endings, same, red) = two_games(&[turn], nodes(1), MS);
        assert_eq!(endings, [kind, kind]);
        assert!(!same);
        assert_eq!(red.starts(), 2);
    }
}

#[test]
fn an_engine_that_ends_between_games_is_started_again() {
    let (endings, same, red) = two_games(&["echo bestmove a1xc1; exit 0"], nodes(1), MS);
    assert_eq!(endings, [EndingKind::Rules, EndingKind::Rules]);
    assert!(!same);
    assert_eq!((red.starts(), red.warnings().count), (2, 1));
    let first = red.warnings().first.clone().unwrap_or_default();
    assert_eq!(first, "between two games: crash: it ended before readyok");
}

#[test]
fn a_contestant_may_be_started_for_each_game() {
    let stage = Stage::new();
    let actor = Actor::of_turns(&["a1xc1"]);
    let mut contestant = stage.contestant("red", &actor, nodes(1));
    contestant.restart = true;
    let mut red = stage.seat(contestant);
    let mut teal = stage.actor("teal", &Actor::default(), nodes(1));
    for game in 1..=3 {
        let record = stage.play(&mut red, &mut teal, ONE_TURN);
        assert_eq!(record.winner, Winner::Red, "{:?}", record.ending);
        assert_eq!((red.starts(), teal.starts()), (game, 1));
    }
    assert_eq!(
        stage
            .told("red")
            .iter()
            .filter(|line| *line == "quit")
            .count(),
        2
    );
}

#[test]
fn a_loser_does_not_take_the_winner_down() {
    let stage = Stage::new();
    let mut bad = stage.actor("bad", &Actor::default().on("go*", "kill -9 $$"), nodes(1));
    let mut good = stage.actor("good", &Actor::of_turns(&["a1xc1"]), nodes(1));
    for _ in 0..3 {
        let record = stage.play(&mut bad, &mut good, ONE_TURN);
        assert_eq!(record.winner, Winner::Teal);
        assert_eq!(record.ending.exit.as_deref(), Some("signal 9 (SIGKILL)"));
    }
    assert_eq!((bad.starts(), good.starts()), (3, 1));
    let record = stage.play(&mut good, &mut bad, ONE_TURN);
    assert_eq!(record.winner, Winner::Red, "{:?}", record.ending);
}
