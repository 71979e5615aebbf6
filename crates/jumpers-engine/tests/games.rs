//! Whole games over the protocol, by a client that checks every turn and every line.

mod common;

use common::Engine;
use jumpers_core::{Color, Eight, Position, Six, Size, Ten};

/// The other way to say where a game begins.
#[derive(Clone, Copy)]
enum From {
    Start,
    Fen,
}

/// Plays a game of an engine against itself until it has no turn; who has lost.
fn play<S: Size>(engine: &mut Engine, from: From, go: [&str; 2]) -> Color {
    let mut position = Position::<S>::start();
    let mut command = match from {
        From::Start => "position startpos".to_owned(),
        From::Fen => format!("position fen {position}"),
    };
    engine.tell("ucinewgame");
    for ply in 0.. {
        engine.tell(&command);
        let searched = engine.go(go[ply % 2]);
        let Some(turn) = searched.check(&position) else {
            assert_eq!(searched.turn, None);
            assert_eq!(engine.position(), position.to_string());
            return position.side_to_move();
        };
        if ply == 0 {
            command.push_str(" moves");
        }
        command.push(' ');
        command.push_str(&position.text_of(&turn).to_string());
        position.play(&turn).expect("a legal turn");
        assert!(position.check_material().is_ok());
        if ply % 10 == 0 {
            // What the next search expects.
            engine.tell(&command);
            assert_eq!(engine.position(), position.to_string());
        }
    }
    unreachable!("games end")
}

fn play_on_board<S: Size>() {
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name Board value {}", S::N));
    for go in [
        ["go depth 2", "go depth 3"],
        ["go movetime 1", "go movetime 2"],
        ["go wtime 10 btime 10 winc 1 binc 1", "go nodes 40"],
    ] {
        for from in [From::Start, From::Fen] {
            play::<S>(&mut engine, from, go);
        }
    }
    engine.tell("setoption name Threads value 2");
    play::<S>(&mut engine, From::Start, ["go movetime 1", "go depth 3"]);
}

#[test]
fn games_on_6x6() {
    play_on_board::<Six>();
}

#[test]
fn games_on_8x8() {
    play_on_board::<Eight>();
}

#[test]
fn games_on_10x10() {
    play_on_board::<Ten>();
}

/// One position looked at is the first turn that there is, whatever comes of it.
#[test]
fn looking_ahead_wins() {
    let mut engine = Engine::start();
    let (deep, shallow) = ("go depth 4", "go nodes 1");
    let lost = play::<Six>(&mut engine, From::Fen, [deep, shallow]);
    assert_eq!(lost, Color::Teal);
    let lost = play::<Eight>(&mut engine, From::Fen, [shallow, deep]);
    assert_eq!(lost, Color::Red);
}
