//! What clients send besides good lines, and positions that stay when a line is wrong.

mod common;

use common::{Engine, MADE_UP, MANY_TURNS, START, random_game};
use jumpers_core::{Position, Ten, Turn};

/// The turns of a game as texts.
fn texts(game: &[(Position<Ten>, Turn<Ten>)]) -> Vec<String> {
    let text = |(position, turn): &(Position<Ten>, Turn<Ten>)| position.text_of(turn).to_string();
    game.iter().map(text).collect()
}

#[test]
fn white_space_and_stray_bytes() {
    let mut engine = Engine::start();
    for line in [
        &b"isready\r\n"[..],
        b"  isready  \n",
        b"\tisready\t\n",
        b"\0isready\0\n",
        b"\xef\xbb\xbfisready\n",
        b"\xff\xfe isready\n",
        b"please be so kind: isready\n",
        b"\n\r\n \n\t\n\0\nisready\n",
        b"isready now\n",
        b"\x1b[A isready\r\r\r\n",
        "\u{a0}isready\u{3000}\n".as_bytes(),
    ] {
        engine.send_bytes(line);
        assert_eq!(engine.next_line().as_deref(), Some("readyok"), "{line:?}");
    }
    engine.send_bytes(b"  position \t fen   4tt/4tt/6/6/rr4/rr4\0r  12\t13   moves \r\n");
    engine.send_bytes(b"go\t\tdepth   1\r\n");
    assert!(engine.searched().turn.is_some());
    assert_eq!(engine.position(), START);
}

#[test]
fn words_that_are_no_command() {
    let mut engine = Engine::start();
    for bytes in [
        &b"is\0ready\n"[..],
        b"\xff\xff\xff\n",
        b"\xc0\x80isready\n",
        b"IsReady\n",
        b"isready,\n",
        b"7\n",
        b"info string error\n",
        "\u{1f3b2} \u{202e}yadaer\n".as_bytes(),
        &[b'z'; 100_000],
        b"\n",
    ] {
        engine.send_bytes(bytes);
        if bytes.ends_with(b"\n") {
            let line = engine.next_line().expect("a line");
            let error = "info string error unknown-command: ";
            assert!(line.starts_with(error), "{line}");
            assert!(line.len() < 200, "{line}");
        }
    }
    assert_eq!(engine.sync(), [""; 0]);
}

#[test]
fn numbers_of_every_kind() {
    let mut engine = Engine::start();
    for line in [
        "go depth -1",
        "go depth 1.5",
        "go depth 12x",
        "go depth 0x10",
        "go depth 4294967296",
        "go depth 99999999999999999999999999",
        "go depth --1",
        "go depth \u{663}",
        "go nodes -1",
        "go nodes 18446744073709551616",
        "go nodes 1e6",
        "go movetime 9223372036854775808",
        "go movetime soon",
        "go wtime 10 btime",
        "go wtime btime 10",
        "go wtime 5:00",
        "go winc -9223372036854775809",
        "go movestogo -1",
        "go mate -1",
        "go perft -1",
        "go perft",
        "go depth 2 perft x",
        "go infinite yes",
        "go 5",
        "bench -1",
        "bench 1.0",
        "setoption name Hash value 1e3",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash value -1",
        "setoption name Hash value",
        "setoption name Hash value 16 MB",
        "setoption name Threads value 0",
        "setoption name Move Overhead value 10001",
        "setoption name Board value 6x6",
    ] {
        let error = engine.error(line);
        assert!(error.len() < 200, "{error}");
    }
    // None of it was begun, and nothing is left of it.
    assert_eq!(engine.go("go depth 2").last().depth, Some(2));
}

#[test]
fn a_wrong_position_leaves_the_old_one() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves a1-c1+d1");
    let before = engine.position();
    for line in [
        "position fen nonsense",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen 4tt/4tt/6/6/rr4/rr4",
        "position fen 4tt/4tt/6/6/rr4/rr4 r",
        "position fen 4tt/4tt/6/6/rr4/rr4 r 12",
        "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 0",
        "position fen 4tt/4tt/6/6/rr4/rr4 w 12 13",
        "position fen 4tt/4tt/6/6/rr4/rr4 r -1 13",
        "position fen 4tt/4tt/6/6/rr4/rr4 r 256 13",
        "position fen 4tt/4tt/6/6/rr4/rr4 r 99999999999999999999 13",
        "position fen 4tt/4tt/6/6/rr4 r 12 13",
        "position fen 4tt/4tt/6/6/rr4/rr4/6 r 12 13",
        "position fen 4tt/4tt/6/6/rr4/rr5 r 12 13",
        "position fen 4tt/4tt/6/6/rr4/rr r 12 13",
        "position fen 5tt/5tt/7/7/7/rr5/rr5 r 12 13",
        "position fen 6/6/6/6/6/6/6/6 r 12 13",
        "position fen 4tt/4tt/06/6/rr4/rr4 r 12 13",
        "position fen 4tt/4tt/99999999999999999999/6/rr4/rr4 r 12 13",
        "position fen 4tt/4tt/6/6/RR4/RR4 r 12 13",
        "position fen ///// r 12 13",
        "position fen startpos",
        "position fen moves a1-c1+d1",
        "position moves a1-c1+d1",
        "position startpos moves a1-c1+d1 hello",
        "position startpos moves a1-c1+d1 a1-c1+d1",
        "position startpos moves a1-c1+d1 e2e4",
        "position startpos moves z9-z8",
        "position startpos moves a1-c1+j10",
        "position startpos moves (none)",
        "position startpos moves -",
        "position startpos move a1-c1+d1",
    ] {
        let error = engine.error(line);
        assert!(error.len() < 300, "{error}");
        assert_eq!(engine.position(), before, "{line}");
    }
    // A list of turns that is empty is none.
    engine.tell("position startpos moves ");
    assert_eq!(engine.position(), START);
}

#[test]
fn an_illegal_turn_is_named_with_its_place() {
    let mut engine = Engine::start();
    let turns = texts(&random_game(&Position::<Ten>::start(), 3));
    engine.tell("setoption name Board value 10");
    engine.tell(&format!("position startpos moves {}", turns[..9].join(" ")));
    let before = engine.position();
    for place in [0, 1, 20, turns.len() - 1] {
        let mut wrong = turns.clone();
        // A turn of nobody: there is no token that far from its own corner yet, or ever.
        wrong[place] = "a1-a1+a1".to_owned();
        let error = engine.error(&format!("position startpos moves {}", wrong.join(" ")));
        let expected = format!(
            "illegal-turn: position: turn {} of {}: a1-a1+a1: ",
            place + 1,
            turns.len()
        );
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(engine.position(), before);
    }
}

#[test]
fn hundreds_of_turns_in_one_line() {
    let mut engine = Engine::start();
    let text = "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 255 255";
    let from: Position<Ten> = text.parse().expect("a position");
    let game = (0..200)
        .map(|seed| random_game(&from, seed))
        .max_by_key(Vec::len)
        .expect("a game");
    let turns = texts(&game);
    assert!(turns.len() > 200, "{}", turns.len());
    let mut position = from;
    for (i, turn) in turns.iter().enumerate() {
        position.play_unchecked(&position.resolve_text(turn).expect("a turn"));
        if i % 50 == 0 || i + 1 == turns.len() {
            let moves = turns[..=i].join(" ");
            engine.ask(&format!("position fen {text} moves {moves}"));
            assert_eq!(engine.position(), position.to_string());
        }
    }
}

#[test]
fn lines_of_many_megabytes() {
    let mut engine = Engine::start();
    let long = "a1-c1+d1 ".repeat(1 << 20);
    for (start, code) in [
        ("position startpos moves ", "illegal-turn"),
        ("position startpos ", "unexpected-word"),
        ("position fen ", "bad-position"),
        ("position fen 4tt/4tt/6/6/rr4/rr4 r 12 ", "bad-position"),
        ("setoption name ", "unknown-option"),
        ("setoption name Hash value ", "bad-option-value"),
        ("", "unknown-command"),
        ("go ", "unknown-parameter"),
        ("bench ", "bad-number"),
    ] {
        let error = engine.error(&format!("{start}{long}"));
        assert!(error.starts_with(code), "{error}");
        assert!(error.len() < 300, "{error}");
    }
    let error = engine.error(&format!("position fen {}", long.replace(' ', "/")));
    assert!(error.len() < 300, "{error}");
    let error = engine.error(&format!(
        "position startpos moves {}",
        long.replace(' ', "")
    ));
    assert!(error.len() < 300, "{error}");
    let searched = engine.go(&format!("go depth 2 searchmoves {long}"));
    assert_eq!(searched.turn.as_deref(), Some("a1-c1+d1"));
    assert_eq!(engine.position(), START);
}

#[test]
fn abbreviations_and_the_candidates_of_ambiguous_ones() {
    let mut engine = Engine::start();
    assert_eq!(
        engine.error("position startpos moves a1-c1"),
        "ambiguous-turn: position: turn 1 of 1: a1-c1: ambiguous, it fits a1-c1+c2 a1-c1+d1"
    );
    // Of very many the first eight.
    engine.ask(&format!("position fen {MANY_TURNS}"));
    let error = engine.error(&format!("position fen {MANY_TURNS} moves a1xa3"));
    assert!(error.starts_with("ambiguous-turn: "), "{error}");
    let (_, candidates) = error.split_once(" fits ").expect("candidates");
    let named = candidates.split(' ').filter(|word| word.contains('x'));
    assert_eq!(named.count(), 8, "{error}");
}

#[test]
fn a_made_up_position_is_noticed_once() {
    let mut engine = Engine::start();
    let is_notice = |line: &String| line.starts_with("info string notice: a made-up position: ");
    for moves in ["", " moves a1-c1+d1 f6-d6+c6"] {
        let made_up = if moves.is_empty() {
            MADE_UP.to_owned()
        } else {
            MADE_UP.replace("13 13", "99 13")
        };
        let lines = engine.ask(&format!("position fen {made_up}{moves}"));
        assert!(lines.len() == 1 && is_notice(&lines[0]), "{lines:#?}");
        for line in ["d", "eval", "ucinewgame", "stop"] {
            assert!(!engine.ask(line).iter().any(is_notice), "{line}");
        }
        assert!(engine.go("go depth 2").turn.is_some());
    }
    engine.tell(&format!("position fen {START}"));
}

#[test]
fn options_last() {
    let mut engine = Engine::start();
    engine.tell("SETOPTION isready; setoption name BOARD value 8");
    let eight = "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20";
    assert_eq!(engine.position(), eight);
    engine.tell(&format!("position fen {START}"));
    engine.tell("ucinewgame");
    assert_eq!(engine.position(), START, "a new game keeps the position");
    engine.tell("position startpos");
    assert_eq!(engine.position(), eight, "and the options");
    engine.tell("position startpos moves a1-c1+d1");
    engine.tell("setoption name Board value 8");
    assert_eq!(
        engine.position(),
        eight,
        "setting the board goes to the start"
    );
    engine.tell("setoption name Clear Hash");
    engine.tell("setoption name clear hash value now");
    engine.tell("setoption name Board value 10");
    assert_eq!(engine.go("go depth 1").last().depth, Some(1));
}

#[test]
fn pictures_and_numbers() {
    let mut engine = Engine::start();
    for (size, ranks) in [("6", 6), ("8", 8), ("10", 10)] {
        engine.tell(&format!("setoption name Board value {size}"));
        let lines = engine.ask("d");
        assert_eq!(lines, engine.ask("print"));
        assert_eq!(lines.len(), ranks + 2);
        assert!(lines[0].starts_with(&format!("info string {size} . ")));
        assert!(lines[ranks - 1].starts_with("info string 1 r r . "));
        let eval = engine.ask("eval");
        let number = eval[0].strip_prefix("info string evaluation ");
        assert!(number.is_some_and(|n| n.parse::<i32>().is_ok()), "{eval:?}");
    }
}
