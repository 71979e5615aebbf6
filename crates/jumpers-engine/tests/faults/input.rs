//! Bytes of every kind between, before and in the commands.

use crate::common::{DIALECTS, Engine, MANY_TURNS, START, STARTS};

#[test]
fn white_space_and_stray_bytes() {
    let mut engine = Engine::start();
    for line in [
        &b"isready\r\n"[..],
        b"  isready  \n",
        b"\tisready\t\n",
        b"\0isready\0\n",
        b"\xef\xbb\xbfisready\n",
        b"\xef\xbb\xbf\xef\xbb\xbf isready\xef\xbb\xbf\r\n",
        b"\xff\xfe isready\n",
        b"please be so kind: isready\n",
        b"\n\r\n \n\t\n\0\nisready\n",
        b"\r\r\r\n\x0b\n\x0c\nisready\n",
        b"isready now\n",
        b"isready\risready\n",
        b"\x1b[A isready\r\r\r\n",
        b"\x7fisready\x08\n",
        "\u{a0}isready\u{3000}\n".as_bytes(),
        "\u{85}isready\u{2028}\u{2029}\n".as_bytes(),
        "\u{1f3b2} isready \u{202e}\n".as_bytes(),
        b"\xf0\x9f \xc0\xaf isready \xed\xa0\x80\n",
    ] {
        engine.send_bytes(line);
        assert_eq!(engine.next_line().as_deref(), Some("readyok"), "{line:?}");
    }
    engine.send_bytes(b"  position \t fen   4tt/4tt/6/6/rr4/rr4\0r  12\t13   moves \r\n");
    engine.send_bytes(b"go\t\tdepth   1\r\n");
    assert!(engine.searched().turn.is_some());
    assert_eq!(engine.position(), START);
}

/// Each kind of white space between the words of each kind of command.
#[test]
fn words_are_separated_by_white_space_of_every_kind() {
    let mut engine = Engine::start_speaking("ugi");
    for space in [
        "  ", "\t", "\r", "\0", "\x0b", "\x0c", "\u{a0}", "\u{2003}", "\u{3000}", "\u{feff}",
        " \t\r\0 ",
    ] {
        for end in ["\n", "\r\n", " \n", "\t\r\n", "\0\n"] {
            let mut send = |line: &str| {
                let line = format!("{space}{}{end}", line.replace(' ', space));
                engine.send_bytes(line.as_bytes());
            };
            send("setoption name Board value 8");
            send("position startpos moves a1-c1+d1");
            send("query fen");
            send("undo 1");
            send("query islegal a1-c1+d1");
            send("go depth 1 searchmoves a1-c1+d1");
            let fen = engine.next_line();
            let fen = fen.as_deref().unwrap_or_default();
            assert!(
                fen.starts_with("response 6tt/6tt/8/8/8/8/rr6/1rrr4 t 19 20"),
                "{space:?}: {fen}"
            );
            assert_eq!(engine.next_line().as_deref(), Some("response true"));
            assert_eq!(engine.searched().turn.as_deref(), Some("a1-c1+d1"));
        }
    }
    assert_eq!(engine.query("fen"), STARTS[1]);
}

#[test]
fn words_before_a_command_are_skipped() {
    let mut engine = Engine::start_speaking("ugi");
    for before in [
        "joho ",
        "joho joho\t",
        "? ",
        "\u{fffd} ",
        "GO ",
        "Position: ",
        "1. ",
        "--> ",
        "\0\u{feff}x ",
    ] {
        engine.tell(&format!("{before}position startpos moves a1-c1+d1"));
        assert_eq!(engine.response(&format!("{before}query p1turn")), "false");
        engine.tell(&format!("{before}undo"));
        assert_eq!(
            engine
                .response(&format!("{before}movelist"))
                .split(' ')
                .count(),
            10
        );
        assert!(engine.go(&format!("{before}go depth 1")).turn.is_some());
    }
    // A command that is misspelt hides none behind it; the first word that is one counts.
    engine.refuses("positon startpos", "unknown-command");
    engine.refuses("joho go depth x stop", "bad-number");
}

#[test]
fn words_that_are_no_command() {
    let mut engine = Engine::start();
    for bytes in [
        &b"is\0ready\n"[..],
        b"\xff\xff\xff\n",
        b"\xc0\x80isready\n",
        b"IsReady\n",
        b"UCI\n",
        b"isready,\n",
        b"\"isready\"\n",
        b"isready;\n",
        b"7\n",
        b"info string error\n",
        b"bestmove a1-c1+d1\n",
        b"response true\n",
        b"readyok\n",
        b"uciok\n",
        b"%s%n%d\n",
        b"`reboot`\n",
        b"../../etc/passwd\n",
        "\u{1f3b2} \u{202e}yadaer\n".as_bytes(),
        "\u{456}sready\n".as_bytes(),
        &[b'z'; 100_000],
        b"\n",
        // UTF-16: a command between NULs is none.
        b"\xff\xfeu\0c\0i\0\n",
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

/// In the middle of every command, where a word of it stood.
#[test]
fn stray_words_within_commands() {
    let mut engine = Engine::start_speaking("ugi");
    for stray in [
        "\u{fffd}",
        "\u{1f3b2}",
        "joho",
        "%s",
        "\"",
        "e2e4",
        "\u{202e}",
        "\u{200b}",
        "\u{301}",
    ] {
        for (line, code) in [
            (format!("position {stray}"), "unknown-position"),
            (format!("position {stray} startpos"), "unknown-position"),
            (format!("position startpos {stray}"), "unexpected-word"),
            (format!("position startpos moves {stray}"), "bad-turn"),
            (
                format!("position startpos moves a1-c1+d1 {stray}"),
                "bad-turn",
            ),
            (format!("position fen {stray}"), "bad-position"),
            (format!("position fen {START} {stray}"), "bad-position"),
            (format!("moves {stray}"), "bad-turn"),
            (format!("moves a1-c1+d1 {stray}"), "bad-turn"),
            (format!("undo {stray}"), "bad-number"),
            (format!("go {stray}"), "unknown-parameter"),
            (format!("go infinite {stray}"), "unknown-parameter"),
            (format!("go depth {stray}"), "bad-number"),
            (format!("go depth 1 {stray}"), "unknown-parameter"),
            (format!("go searchmoves {stray}"), "bad-turn"),
            (format!("perft {stray}"), "bad-number"),
            (format!("divide {stray}"), "bad-number"),
            (format!("perft 1 {stray}"), "unexpected-word"),
            (format!("bench {stray}"), "bad-number"),
            (format!("genfens {stray}"), "bad-number"),
            (format!("genfens 1 {stray}"), "unexpected-word"),
            (format!("genfens 1 seed {stray}"), "bad-number"),
            (format!("setoption {stray}"), "missing-name"),
            (format!("setoption name {stray}"), "unknown-option"),
            (format!("setoption name {stray} value 1"), "unknown-option"),
            (
                format!("setoption name Hash {stray} value 1"),
                "unknown-option",
            ),
            (
                format!("setoption name Hash value {stray}"),
                "bad-option-value",
            ),
            (
                format!("setoption name Hash value 1 {stray}"),
                "bad-option-value",
            ),
            (
                format!("setoption name Board value {stray}"),
                "bad-option-value",
            ),
            (
                format!("setoption name OwnBook value {stray}"),
                "bad-option-value",
            ),
            (format!("debug {stray}"), "bad-value"),
        ] {
            engine.refuses(&line, code);
        }
        for question in [
            (*stray).to_owned(),
            format!("gameover {stray}"),
            format!("{stray} gameover"),
        ] {
            assert_eq!(engine.query(&question), "unsupported", "{question}");
        }
        assert_eq!(engine.query(&format!("islegal {stray}")), "false");
        assert_eq!(engine.query("fen"), START);
    }
    // None of it was begun, and nothing is left of it.
    assert_eq!(engine.go("go depth 2").last().depth, Some(2));
}

#[test]
fn lines_that_come_byte_by_byte() {
    for dialect in DIALECTS {
        let mut engine = Engine::start();
        engine.send_byte_by_byte(format!("{dialect}\r\n").as_bytes());
        engine.until(|line| line == format!("{dialect}ok"));
        engine.send_byte_by_byte(b"position startpos moves a1-c1+d1\nquery fen\nisready\n");
        let lines = engine.until(|line| line == "readyok");
        assert_eq!(lines[0], "response 4tt/4tt/6/6/rr4/1rrr2 t 11 13");
        engine.send_byte_by_byte("joho\u{1f3b2} go depth 1\n".as_bytes());
        assert!(engine.searched().turn.is_some());
        engine.send_byte_by_byte(b"quit\n");
        assert!(engine.end().1.success());
    }
}

#[test]
fn lines_of_a_megabyte_and_more() {
    let mut engine = Engine::start();
    let long = "a1-c1+d1 ".repeat(1 << 17);
    for (start, code) in [
        ("position startpos moves ", "illegal-turn"),
        ("position startpos ", "unexpected-word"),
        ("position fen ", "bad-position"),
        ("position fen 4tt/4tt/6/6/rr4/rr4 r 12 ", "bad-position"),
        ("moves ", "illegal-turn"),
        ("undo ", "bad-number"),
        ("setoption name ", "unknown-option"),
        ("setoption name Hash value ", "bad-option-value"),
        ("", "unknown-command"),
        ("go ", "unknown-parameter"),
        ("bench ", "bad-number"),
        ("genfens 1 ", "unexpected-word"),
    ] {
        engine.refuses(&format!("{start}{long}"), code);
    }
    engine.refuses(
        &format!("position fen {}", long.replace(' ', "/")),
        "bad-position",
    );
    let word = long.replace(' ', "");
    for (start, code) in [
        ("position startpos moves ", "bad-turn"),
        ("position fen ", "bad-position"),
        ("position ", "unknown-position"),
        ("go depth ", "bad-number"),
        ("go ", "unknown-parameter"),
        ("setoption name Hash value ", "bad-option-value"),
        ("setoption name ", "unknown-option"),
        ("", "unknown-command"),
    ] {
        engine.refuses(&format!("{start}{word}"), code);
    }
    for question in [&long, &word] {
        assert_eq!(engine.query(question), "unsupported");
        assert_eq!(engine.query(&format!("islegal {word}")), "false");
    }
    let searched = engine.go(&format!("go depth 2 searchmoves {long}"));
    assert_eq!(searched.turn.as_deref(), Some("a1-c1+d1"));
    assert_eq!(engine.position(), START);
}

#[test]
fn lines_longer_than_any_are_one_error_and_no_more() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves a1-c1+d1");
    for (start, piece, end) in [
        ("position startpos moves ", "a1-c1+d1 ", "\n"),
        ("", "z", "\r\n"),
        ("quit ", "\0", "\n"),
        ("", " ", "isready\n"),
    ] {
        engine.send_bytes(start.as_bytes());
        let megabyte = piece.repeat((1 << 20) / piece.len() + 1);
        for _ in 0..65 {
            engine.send_bytes(megabyte.as_bytes());
        }
        engine.send_bytes(end.as_bytes());
        let line = engine.next_line().expect("a line");
        assert!(
            line.starts_with("info string error line-too-long: "),
            "{line}"
        );
        assert_eq!(engine.sync(), [""; 0]);
    }
    assert_eq!(engine.query("p1turn"), "false");
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
    for line in [
        format!("position fen {MANY_TURNS} moves a1xa3"),
        "moves a1xa3".to_owned(),
    ] {
        let error = engine.error(&line);
        assert!(error.starts_with("ambiguous-turn: "), "{error}");
        let (_, candidates) = error.split_once(" fits ").expect("candidates");
        let named = candidates.split(' ').filter(|word| word.contains('x'));
        assert_eq!(named.count(), 8, "{error}");
    }
}
