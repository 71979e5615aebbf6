//! Lines as long as may be, of words as many as may be: one error each, and nothing else.

use crate::common::{Engine, START};

/// The longest line, without its end.
const MOST_BYTES: usize = 8 << 20;

/// So many turns may stand behind `moves` and behind `searchmoves`.
const MOST_TURNS: usize = 1 << 17;

/// Sends a line that begins like this, goes on with a piece again and again, and is as long as
/// may be.
fn send_longest(engine: &mut Engine, start: &[u8], piece: &[u8]) {
    let mut left = MOST_BYTES - start.len();
    engine.send_bytes(start);
    let many = piece.repeat((1 << 20) / piece.len());
    while left > 0 {
        let part = &many[..left.min(many.len())];
        engine.send_bytes(part);
        left -= part.len();
    }
    engine.send_bytes(b"\n");
}

/// The engine is as it was: it plays, takes back and searches.
fn check_alive(engine: &mut Engine) {
    assert_eq!(engine.query("fen"), START);
    engine.tell("moves a1-c1+d1");
    assert_eq!(engine.query("p1turn"), "false");
    engine.tell("undo");
    assert!(engine.go("go depth 2").turn.is_some());
}

/// The kind of the only error that comes.
fn only_error(engine: &mut Engine, shown: &str) -> String {
    let lines = engine.sync();
    let [line] = lines.as_slice() else {
        panic!("{shown}: {lines:#?}");
    };
    let begin: String = line.chars().take(100).collect();
    assert!(line.len() < 400, "{shown}: {} bytes: {begin}", line.len());
    let error = line.strip_prefix("info string error ");
    let error = error.unwrap_or_else(|| panic!("{shown}: {line}"));
    error.split(':').next().unwrap_or_default().to_owned()
}

/// An engine with as much memory as there is, and one with little.
fn engines() -> Vec<Engine> {
    vec![
        Engine::start(),
        #[cfg(unix)]
        Engine::start_with_memory(586),
    ]
}

#[test]
fn more_turns_than_may_be() {
    for mut engine in engines() {
        for start in [
            "moves ",
            "position startpos moves ",
            "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 moves ",
            "go searchmoves ",
            "go infinite searchmoves ",
        ] {
            for piece in ["a ", "a\t\0", "a1-c1+d1 ", "\u{1f3b2} "] {
                send_longest(&mut engine, start.as_bytes(), piece.as_bytes());
                let kind = only_error(&mut engine, start);
                assert_eq!(kind, "too-many-turns", "{start}{piece}");
            }
            check_alive(&mut engine);
        }
    }
}

#[test]
fn the_longest_lines_of_words_and_bytes_of_every_kind() {
    for mut engine in engines() {
        for (start, piece, kind) in [
            (&b""[..], &b"\xff"[..], "unknown-command"),
            (b"", b"\xff ", "unknown-command"),
            (b"", b"z", "unknown-command"),
            (b"", b"a ", "unknown-command"),
            (b"", b"\xf0\x9f\x8e\xb2", "unknown-command"),
            (b"moves ", b"\xff ", "too-many-turns"),
            (b"go ", b"\xff", "unknown-parameter"),
            (b"go ", b"a ", "unknown-parameter"),
            (b"go depth ", b"9", "bad-number"),
            (b"perft ", b"\xff", "bad-number"),
            (b"undo ", b"1", "bad-number"),
            (b"position ", b"\xff", "unknown-position"),
            (b"position startpos ", b"a ", "unexpected-word"),
            (b"position fen ", b"a ", "bad-position"),
            (b"position fen ", b"r/", "bad-position"),
            (b"setoption name ", b"a ", "unknown-option"),
            (b"setoption name Hash value ", b"1 ", "bad-option-value"),
            (b"debug ", b"\xff", "bad-value"),
        ] {
            let shown = String::from_utf8_lossy(&[start, piece].concat()).into_owned();
            send_longest(&mut engine, start, piece);
            assert_eq!(only_error(&mut engine, &shown), kind, "{shown}");
        }
        // These are no errors.
        for (start, piece, answer) in [
            (&b"query islegal "[..], &b"a "[..], "response unsupported"),
            (b"query islegal ", b"a", "response false"),
            (b"query ", b"a ", "response unsupported"),
            (b"isready ", b"a ", "readyok"),
            (b"isready ", b"\xff", "readyok"),
        ] {
            send_longest(&mut engine, start, piece);
            assert_eq!(engine.next_line().as_deref(), Some(answer));
            assert_eq!(engine.sync(), [""; 0]);
        }
        for piece in [&b" "[..], b"\0", b"\r", b"\xe3\x80\x80"] {
            send_longest(&mut engine, b"", piece);
            let lines = engine.sync();
            // A character that is cut off at the end is a word.
            assert!(lines.len() <= 1, "{piece:?}: {lines:#?}");
        }
        check_alive(&mut engine);
    }
}

/// Bytes that are not UTF-8 are read as characters of more bytes than one.
#[test]
fn the_longest_words_of_bytes_that_are_no_text() {
    for mut engine in engines() {
        for (start, kind) in [
            ("moves ", "bad-turn"),
            ("position startpos moves ", "bad-turn"),
            ("go searchmoves ", "bad-turn"),
            ("position fen ", "bad-position"),
            ("setoption name ", "unknown-option"),
            ("setoption name Hash value ", "bad-option-value"),
            ("setoption name Board value ", "bad-option-value"),
            ("genfens 1 book None seed ", "bad-number"),
        ] {
            send_longest(&mut engine, start.as_bytes(), b"\xff");
            assert_eq!(only_error(&mut engine, start), kind, "{start}");
        }
        for (start, answer) in [("islegal ", "false"), ("", "unsupported")] {
            send_longest(&mut engine, format!("query {start}").as_bytes(), b"\xff");
            assert_eq!(engine.sync(), [format!("response {answer}")]);
        }
        check_alive(&mut engine);
    }
}

#[test]
fn the_longest_names_of_a_log() {
    for mut engine in engines() {
        for piece in [&b"a"[..], b"a ", b"/", b"a/", b"\xff"] {
            let start = "setoption name Debug Log File value ";
            send_longest(&mut engine, start.as_bytes(), piece);
            assert_eq!(only_error(&mut engine, start), "log-file", "{piece:?}");
        }
        check_alive(&mut engine);
    }
}

/// `searchmoves` again and again, each with a turn: the last of them counts.
#[test]
fn as_many_lists_of_turns_as_may_be() {
    for mut engine in engines() {
        send_longest(&mut engine, b"go ", b"searchmoves a ");
        only_error(&mut engine, "searchmoves a");
        let again = "depth 1 searchmoves a1-c1+d1 ";
        let list = again.repeat(MOST_BYTES / again.len() - 1);
        assert_eq!(
            engine.go(&format!("go {list}")).turn.as_deref(),
            Some("a1-c1+d1")
        );
        check_alive(&mut engine);
    }
}

#[test]
fn exactly_as_many_turns_as_may_be_and_one_more() {
    for mut engine in engines() {
        for (start, turn, kind) in [
            ("moves", "a", "bad-turn"),
            ("position startpos moves", "a", "bad-turn"),
            ("go searchmoves", "a", "bad-turn"),
            ("moves", "a1-c1+d1", "illegal-turn"),
            ("position startpos moves", "a1-c1+d1", "illegal-turn"),
            ("go searchmoves", "a1-c1+e1", "illegal-turn"),
        ] {
            for (count, kind) in [
                (MOST_TURNS - 1, kind),
                (MOST_TURNS, kind),
                (MOST_TURNS + 1, "too-many-turns"),
            ] {
                engine.send(&format!("{start} {}", vec![turn; count].join(" ")));
                let found = only_error(&mut engine, start);
                assert_eq!(found, kind, "{start}: {turn}, {count} times");
            }
        }
        let list = vec!["a1-c1+d1"; MOST_TURNS].join(" ");
        let searched = engine.go(&format!("go depth 2 searchmoves {list}"));
        assert_eq!(searched.turn.as_deref(), Some("a1-c1+d1"));
        engine.refuses(
            &format!("go depth 2 searchmoves {list} a1-c1+d1"),
            "too-many-turns",
        );
        check_alive(&mut engine);
    }
}

#[test]
fn exactly_as_many_bytes_as_may_be_and_one_more() {
    for mut engine in engines() {
        for (end, more, kind) in [
            ("\n", 0, "unknown-command"),
            ("\n", 1, "line-too-long"),
            ("\n", 2, "line-too-long"),
            ("\n", MOST_BYTES, "line-too-long"),
        ] {
            engine.send_bytes(&vec![b'z'; MOST_BYTES + more]);
            engine.send_bytes(end.as_bytes());
            assert_eq!(only_error(&mut engine, "z"), kind, "{more}");
        }
        check_alive(&mut engine);
    }
}

/// Many of them at once, read ahead of a session that is busy with the first, and beside a search.
#[test]
fn many_long_lines_at_once() {
    for mut engine in engines() {
        for work in ["stop", "go infinite", "perft 60"] {
            engine.send(work);
            for _ in 0..3 {
                send_longest(&mut engine, b"moves ", b"a ");
                send_longest(&mut engine, b"", b"\xff");
            }
            let lines = engine.sync();
            for kind in ["too-many-turns", "unknown-command"] {
                let start = format!("info string error {kind}: ");
                let errors = lines.iter().filter(|line| line.starts_with(&start));
                assert_eq!(errors.count(), 3, "{work}: {lines:#?}");
            }
            engine.send("stop");
            engine.sync();
            engine.ask("position startpos");
        }
        check_alive(&mut engine);
    }
}

/// Also with a log, in which a byte may take several.
#[test]
fn long_lines_in_a_log() {
    let place = crate::log::Place::new("longest-lines");
    for mut engine in engines() {
        let path = place.path("log");
        engine.tell(&format!("setoption name Debug Log File value {path}"));
        for (start, piece) in [
            ("moves ", &b"a "[..]),
            ("", b"\xff"),
            ("undo", b"\0"),
            ("undo ", b"\x7f"),
            ("go searchmoves ", b"\xff "),
        ] {
            send_longest(&mut engine, start.as_bytes(), piece);
            let lines = engine.sync();
            assert!(lines.len() <= 1, "{start}: {lines:#?}");
        }
        check_alive(&mut engine);
        engine.send("quit");
        assert!(engine.end().1.success());
    }
}
