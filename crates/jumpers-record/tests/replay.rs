//! Records under the rules: real games pass, and doctored ones do not.

mod common;

use common::{Chance, FULL, MANY_TURNS, any_record, check, random_game};
use jumpers_core::{BoardSize, Color};
use jumpers_record::{
    Ending, EndingKind, GameRecord, Referee, RefereeError, ReplayError, TurnRecord, Winner,
};

/// Some games of each size.
fn random_games() -> impl Iterator<Item = GameRecord> {
    let mut chance = Chance::from_seed(7);
    (0..60).map(move |i| random_game(BoardSize::ALL[i % 3], &mut chance))
}

fn other(winner: Winner) -> Winner {
    match winner {
        Winner::Red => Winner::Teal,
        Winner::Teal => Winner::Red,
        Winner::None => Winner::None,
    }
}

fn message(record: &GameRecord) -> String {
    record.replay().expect_err("an error").to_string()
}

/// The record without its last turns, which ends otherwise.
fn cut(record: &GameRecord, plies: usize, kind: EndingKind, winner: Winner) -> GameRecord {
    let mut record = record.clone();
    record.turns.truncate(plies);
    record.ending = Ending::new(kind, "");
    record.winner = winner;
    record
}

#[test]
fn games_by_chance_pass() {
    for record in random_games() {
        let replay = record.replay().expect("a game");
        let turns: Vec<_> = record.turns.iter().map(|turn| &turn.turn).collect();
        assert!(replay.game.turns().iter().eq(turns));
        assert_eq!(replay.positions.len(), record.turns.len() + 1);
        assert_eq!(replay.positions[0], record.position);
        assert_eq!(replay.positions.last(), Some(&replay.game.position()));
        for (ply, position) in replay.positions.iter().enumerate() {
            let game = Referee::new(position).expect("a position");
            assert_eq!(game.side_to_move(), replay.side_to_move(ply));
            assert_eq!(game.winner().is_some(), ply == record.turns.len());
        }
        assert_eq!(record.winner, replay.game.winner().expect("an end").into());
        // As a text and as JSON, too.
        assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
        let json = serde_json::to_string(&record).expect("JSON");
        let back: GameRecord = serde_json::from_str(&json).expect("a record");
        assert_eq!(back, record);
    }
}

#[test]
fn an_illegal_turn_in_the_middle() {
    for record in random_games() {
        let middle = record.turns.len() / 2;
        let position = &record.replay().expect("a game").positions[middle];
        let game = Referee::new(position).expect("a position");
        // A turn from elsewhere in the game, or none at all.
        let elsewhere = record.turns.iter().map(|turn| turn.turn.as_str());
        let wrong = elsewhere
            .chain(["a1-b2", "a1-c1", "j10xj8"])
            .find(|turn| game.clone().play(turn).is_err());
        let mut doctored = record.clone();
        doctored.turns[middle] = TurnRecord::new(wrong.expect("a wrong turn"));
        let error = doctored.replay().expect_err("an illegal turn");
        let expected = game.clone().play(&doctored.turns[middle].turn);
        let reason = expected.expect_err("an illegal turn");
        let side = game.side_to_move();
        assert_eq!(
            error.to_string(),
            format!("turn {}, by {side}: {reason}", middle + 1)
        );
        assert_eq!(
            error,
            ReplayError::Turn {
                ply: middle + 1,
                side,
                turn: doctored.turns[middle].turn.clone(),
                reason
            }
        );
    }
}

#[test]
fn a_turn_too_many_or_too_few() {
    for record in random_games() {
        let plies = record.turns.len();
        let winner = record.winner.color().expect("a winner");
        let mut doctored = record.clone();
        doctored.turns.push(TurnRecord::new("a1-c1+d1"));
        assert_eq!(
            message(&doctored),
            format!(
                "turn {}, by {}: a1-c1+d1: the game is over, {winner} has won it",
                plies + 1,
                !winner
            )
        );
        doctored.turns.truncate(plies - 1);
        assert_eq!(
            message(&doctored),
            format!("the ending is rules, but {winner} has a turn")
        );
    }
}

#[test]
fn a_wrong_winner() {
    for mut record in random_games() {
        let winner = record.winner;
        for wrong in [other(winner), Winner::None] {
            record.winner = wrong;
            assert_eq!(
                message(&record),
                format!("the winner is {wrong}, but the ending is rules, so it is {winner}")
            );
        }
    }
}

#[test]
fn a_game_that_is_over_ended_by_the_rules() {
    for record in random_games() {
        let winner = record.winner.color().expect("a winner");
        for kind in EndingKind::ALL {
            for result in Winner::ALL {
                let record = cut(&record, record.turns.len(), kind, result);
                if kind == EndingKind::Rules {
                    assert_eq!(record.replay().is_ok(), result == winner.into());
                } else {
                    assert_eq!(
                        message(&record),
                        format!("the ending is {kind}, but {winner} has won by the rules")
                    );
                }
            }
        }
    }
}

#[test]
fn a_game_that_goes_on_did_not_end_by_the_rules() {
    for (record, kind) in random_games().zip(EndingKind::ALL.into_iter().cycle()) {
        let plies = record.turns.len() / 2;
        let side = if plies.is_multiple_of(2) {
            Color::Red
        } else {
            Color::Teal
        };
        let fault_of_the_side_to_move = |kind, winner: Winner| {
            let expected = Winner::from(!side);
            (winner != expected).then(|| {
                format!("the winner is {winner}, but the ending is {kind}, so it is {expected}")
            })
        };
        for winner in Winner::ALL {
            let none = winner == Winner::None;
            let expected = match kind {
                EndingKind::Rules => Some(format!("the ending is rules, but {side} has a turn")),
                EndingKind::Time | EndingKind::IllegalTurn => {
                    fault_of_the_side_to_move(kind, winner)
                }
                EndingKind::Stall | EndingKind::Crash | EndingKind::ProtocolError => {
                    none.then(|| {
                        format!("the winner is none, but the ending is {kind}, so there is one")
                    })
                }
                EndingKind::Interrupt => (!none).then(|| {
                    format!("the winner is {winner}, but the ending is interrupt, so it is none")
                }),
            };
            let record = cut(&record, plies, kind, winner);
            let found = record.replay().err().map(|error| error.to_string());
            assert_eq!(found, expected, "{record}");
        }
    }
}

#[test]
fn turns_may_be_any_text_that_fits_one() {
    let record: GameRecord = "jumpers-game 1\nred: A\nteal: B\nposition: 6/6/t5/6/t5/rt4 r 5 5\n\
         winner: red\nending: rules\nturns:\na1xa5\nend\n"
        .parse()
        .expect("a record");
    let replay = record.replay().expect("a game");
    assert_eq!(replay.game.turns(), ["a1xa3xa5"]);
    assert_eq!(replay.positions[1], "6/r5/6/6/6/1t4 t 5 5");
}

#[test]
fn a_start_without_a_turn_is_over_at_once() {
    let over = FULL.replace("4tt/4tt/6/6/rr4/rr4 r 12 13", "4tt/6/6/6/6/rr4 r 0 1");
    let mut record: GameRecord = over.parse().expect("a record");
    record.turns.clear();
    record.ending = Ending::new(EndingKind::Rules, "");
    record.winner = Winner::Teal;
    assert_eq!(record.replay().expect("a game").positions.len(), 1);
    record.winner = Winner::Red;
    assert!(matches!(record.replay(), Err(ReplayError::Winner { .. })));
}

#[test]
fn a_start_that_no_game_can_have() {
    let mut record: GameRecord = FULL.parse().expect("a record");
    assert!(record.replay().is_ok());
    for (position, error) in [
        (
            "4tt/4tt/6/6/rr4/rr4 r 12",
            "position: the position text has no reserve of Teal",
        ),
        ("", "position: the position text has no board"),
        (
            "4tt/4tt/6/6/rr4/rr4 r 13 13",
            "position: Red has 4 tokens on the board and 13 in reserve: more than the 16 of the start",
        ),
        (
            MANY_TURNS,
            "position: Teal has 50 tokens on the board and 1 in reserve: more than the 35 of the start",
        ),
    ] {
        record.position = position.to_owned();
        assert_eq!(message(&record), error);
    }
}

#[test]
fn a_record_in_words() {
    let mut record: GameRecord = FULL.parse().expect("a record");
    assert_eq!(
        record.title(),
        "Alpha 1.0 (Red, 10+0.1) against Beta \\\\ \\u{7} (Teal, nodes 1000), Spring, round 12.1, \
         2026-03-01T10:00:00Z"
    );
    assert_eq!(
        record.result(),
        "Red won: crash: the process ended (signal 11)"
    );
    record.event.clear();
    record.round.clear();
    record.date.clear();
    record.red.name.clear();
    record.teal.limit.clear();
    record.winner = Winner::None;
    record.ending = Ending::new(EndingKind::Interrupt, "");
    assert_eq!(
        record.title(),
        "(no name) (Red, 10+0.1) against Beta \\\\ \\u{7} (Teal)"
    );
    assert_eq!(record.result(), "nobody won: interrupt");
}

/// Whatever the texts are, the answer is a line.
#[test]
fn records_without_sense_have_an_error() {
    check(2_000, any_record(), |mut record| {
        let error = record.replay().expect_err("no position");
        assert!(matches!(
            error,
            ReplayError::Position(RefereeError::Position(_))
        ));
        assert!(!error.to_string().contains(char::is_control), "{error}");
        record.position = "4tt/4tt/6/6/rr4/rr4 r 12 13".to_owned();
        if let Err(error) = record.replay() {
            assert!(!error.to_string().contains(char::is_control), "{error}");
        }
    });
    let mut record: GameRecord = FULL.parse().expect("a record");
    record.turns[1] = TurnRecord::new("a\nb");
    assert_eq!(
        message(&record),
        "turn 2, by Teal: \"a\\nb\": a point expected at character 1, not 'a'"
    );
}
