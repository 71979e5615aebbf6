//! Any text is game records or a clean error; what is read prints and reads as itself, and agrees
//! with the rules or has a clean error.

#![no_main]

use jumpers_record::{GameRecord, Referee, read_records};
use libfuzzer_sys::fuzz_target;

fn check_message(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
}

fuzz_target!(|bytes: &[u8]| {
    let mut text = String::new();
    let mut games = Vec::new();
    for game in read_records(bytes) {
        match game {
            Ok(game) => {
                let written = game.to_string();
                assert_eq!(written.parse().as_ref(), Ok(&game), "{written}");
                text += &written;
                games.push(game);
            }
            Err(error) => check_message(&error.to_string()),
        }
    }
    let back: Result<Vec<_>, _> = read_records(text.as_bytes()).collect();
    assert_eq!(back.as_ref(), Ok(&games), "{text}");
    games.iter().for_each(replay);
});

fn replay(game: &GameRecord) {
    match game.replay() {
        Ok(replay) => {
            assert_eq!(replay.positions.len(), game.turns.len() + 1);
            for (ply, position) in replay.positions.iter().enumerate() {
                let at = Referee::new(position).expect("a position");
                assert_eq!(at.side_to_move(), replay.side_to_move(ply));
            }
            assert_eq!(replay.positions.last(), Some(&replay.game.position()));
        }
        Err(error) => check_message(&error.to_string()),
    }
    check_message(&game.title());
    check_message(&game.result());
}
