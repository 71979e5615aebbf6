//! Each fault of a text has its line and its cause.

mod common;

use common::FULL;
use jumpers_record::{GameRecord, RecordError, read_records};

/// The error of the full record with a change: its line, and its message.
fn error(old: &str, new: &str) -> (u64, String) {
    assert_eq!(FULL.matches(old).count(), 1, "{old}");
    let text = FULL.replace(old, new);
    let error = text.parse::<GameRecord>().expect_err(new);
    (error.line, error.cause.to_string())
}

/// The first error of a text. A failure does not show the text, which may be long.
fn one_error(text: &[u8]) -> RecordError {
    let errors = read_records(text).filter_map(Result::err);
    errors.last().expect("an error")
}

#[test]
fn first_lines() {
    for (line, found) in [
        ("jumpers-game", "jumpers-game"),
        ("jumpers-game1", "jumpers-game1"),
        ("Jumpers-game 1", "Jumpers-game 1"),
        ("\u{feff}jumpers-game 1", "\\u{feff}jumpers-game 1"),
        (" ", " "),
        ("[Event \"Spring\"]", "[Event \\\"Spring\\\"]"),
    ] {
        let cause = format!("a game begins with 'jumpers-game 1', not with '{found}'");
        assert_eq!(error("jumpers-game 1", line), (1, cause));
    }
    for version in ["2", "10", "1 ", "1.0", ""] {
        let cause = format!("version '{version}' of the format is not known: this is version 1");
        assert_eq!(
            error("jumpers-game 1", &format!("jumpers-game {version}")),
            (1, cause)
        );
    }
}

#[test]
fn lines_that_are_no_headers() {
    for line in ["event Spring", "event:Spring", "", "end", "turns: 3"] {
        let cause = format!("'{line}' is no header ('key: value') and not 'turns:'");
        assert_eq!(error("event: Spring", line), (2, cause));
    }
    for (line, name) in [
        ("Event: Spring", "Event"),
        (" event: Spring", " event"),
        ("event : Spring", "event "),
        ("site: here", "site"),
        (": here", ""),
    ] {
        assert_eq!(
            error("event: Spring", line),
            (2, format!("unknown header '{name}'"))
        );
    }
    let first_turn = "'a1-c1+d1 score cp -35 lowerbound dept...'";
    let cause = format!("{first_turn} is no header ('key: value') and not 'turns:'");
    assert_eq!(error("turns:\n", ""), (17, cause));
}

#[test]
fn headers_missing_and_repeated() {
    for (line, key) in [
        ("\nred: Alpha 1.0\n", "red"),
        ("\nteal: Beta \\\\ \\u{7}\n", "teal"),
        ("\nposition: 4tt/4tt/6/6/rr4/rr4 r 12 13\n", "position"),
        ("\nwinner: red\n", "winner"),
        ("\nending: crash\n", "ending"),
    ] {
        let cause = format!("no header '{key}' before 'turns:'");
        assert_eq!(error(line, "\n"), (16, cause));
    }
    for key in [
        "event",
        "round",
        "date",
        "red",
        "teal",
        "red-limit",
        "teal-limit",
        "position",
        "winner",
        "ending",
        "detail",
        "exit",
    ] {
        for line in [format!("{key}:"), format!("{key}: red")] {
            assert_eq!(
                error("turns:", &format!("{line}\nturns:")),
                (17, format!("header '{key}' for the second time"))
            );
        }
    }
}

#[test]
fn values() {
    let outer_space = "a space at the beginning or at the end, which must be written as \\u{20}";
    for value in ["", " Spring", "Spring ", " "] {
        assert_eq!(
            error("event: Spring", &format!("event: {value}")),
            (2, format!("header 'event': {outer_space}"))
        );
    }
    for (value, number) in [
        ("a\tb", "9"),
        ("a\rb", "d"),
        ("\0", "0"),
        ("a\u{85}", "85"),
        ("a\u{2028}b", "2028"),
    ] {
        let cause = format!("header 'event': a character that must be written as \\u{{{number}}}");
        assert_eq!(
            error("event: Spring", &format!("event: {value}")),
            (2, cause)
        );
    }
    for value in [
        "\\",
        "\\x41",
        "\\u",
        "\\u41",
        "\\u{}",
        "\\u{+41}",
        "\\u{d800}",
        "\\u{110000}",
        "\\u{41",
        "\\u{000000000041000000000}",
    ] {
        let escaped = value.replace('\\', "\\\\");
        let expected = "where \\\\, \\n, \\r, \\t or \\u{…} is expected";
        let cause = format!("header 'event': '{escaped}' {expected}");
        assert_eq!(
            error("event: Spring", &format!("event: {value}")),
            (2, cause)
        );
    }
    for value in ["Red", "draw", "r"] {
        let cause = format!("winner '{value}': expected red, teal or none");
        assert_eq!(
            error("winner: red", &format!("winner: {value}")),
            (10, cause)
        );
    }
    let kinds = "rules, time, stall, crash, illegal-turn, protocol-error, interrupt";
    for value in ["draw", "Rules", "illegal turn"] {
        let cause = format!("ending '{value}': expected one of {kinds}");
        assert_eq!(
            error("ending: crash", &format!("ending: {value}")),
            (11, cause)
        );
    }
    assert_eq!(error("winner: red", "winner:").0, 10);
}

#[test]
fn turns() {
    const DEPTH: &str = "depth: expected a whole number from 0 to 4294967295, found";
    const NODES: &str = "nodes: expected a whole number from 0 to 18446744073709551615, found";
    const SCORE: &str = "score: expected a whole number from -2147483648 to 2147483647, found";
    const TIME: &str = "time: expected milliseconds with up to six decimals, found";
    const CLOCK: &str = "clock: expected milliseconds with up to six decimals, found";
    const FIELD: &str = "expected score, depth, nodes, time, clock, found";
    for (fields, message, found) in [
        (" ", FIELD, "''"),
        (" seldepth 3", FIELD, "'seldepth'"),
        (" a1-c1", FIELD, "'a1-c1'"),
        ("  depth 3", FIELD, "''"),
        (" depth 3 ", FIELD, "''"),
        (" depth 3 4", FIELD, "'4'"),
        (" depth\t3", FIELD, "'depth\\t3'"),
        (" depth", DEPTH, "the end of the line"),
        (" depth  3", DEPTH, "''"),
        (" depth +3", DEPTH, "'+3'"),
        (" depth -3", DEPTH, "'-3'"),
        (" depth 3x", DEPTH, "'3x'"),
        (" depth 4294967296", DEPTH, "'4294967296'"),
        (
            " nodes 18446744073709551616",
            NODES,
            "'18446744073709551616'",
        ),
        (
            " score",
            "score: expected cp or mate, found",
            "the end of the line",
        ),
        (" score 35", "score: expected cp or mate, found", "'35'"),
        (" score cp", SCORE, "the end of the line"),
        (" score cp +5", SCORE, "'+5'"),
        (" score mate --5", SCORE, "'--5'"),
        (" score mate -", SCORE, "'-'"),
        (" score cp 2147483648", SCORE, "'2147483648'"),
        (" score cp 5 lowerbound upperbound", FIELD, "'upperbound'"),
        (" time", TIME, "the end of the line"),
        (" time .5", TIME, "'.5'"),
        (" time 5.", TIME, "'5.'"),
        (" time 1e3", TIME, "'1e3'"),
        (" time -1.5", TIME, "'-1.5'"),
        (" time 1.1234567", TIME, "'1.1234567'"),
        (" time 1.2.3", TIME, "'1.2.3'"),
        (
            " clock 18446744073709551616000",
            CLOCK,
            "'18446744073709551616000'",
        ),
        (
            " clock 9999999999999999999999999999999999999",
            CLOCK,
            "'9999999999999999999999999999999999999'",
        ),
        (" score cp 1 score cp 1", "score for the second time", ""),
        (" depth 3 nodes 4 depth 3", "depth for the second time", ""),
        (" nodes 3 nodes 3", "nodes for the second time", ""),
        (" time 1 time 1", "time for the second time", ""),
        (" clock 1 clock 1", "clock for the second time", ""),
    ] {
        let cause = format!("turn 3: {message} {found}");
        assert_eq!(
            error("b1-b3+b4", &format!("b1-b3+b4{fields}")),
            (20, cause.trim_end().to_owned())
        );
    }
    for (line, message) in [
        ("", "\"\": a point expected at character 1, not the end"),
        (
            " b1-b3+b4",
            "\"\": a point expected at character 1, not the end",
        ),
        (
            "b1",
            "\"b1\": '-' or 'x' expected at character 3, not the end",
        ),
        (
            "B1-B3+B4",
            "\"B1-B3+B4\": a point expected at character 1, not 'B'",
        ),
        (
            "event: Spring",
            "\"event:\": a point expected at character 1, not 'e'",
        ),
    ] {
        assert_eq!(error("b1-b3+b4", line), (20, format!("turn 3: {message}")));
    }
}

#[test]
fn ends() {
    let unfinished = "a game begins before the 'end' of the one before";
    assert_eq!(
        error("b1-b3+b4", "jumpers-game 1"),
        (20, unfinished.to_owned())
    );
    assert_eq!(
        error("event: Spring", "jumpers-game 1"),
        (2, unfinished.to_owned())
    );
    for (end, line, found) in [
        ("end\nend\n", 22, "end"),
        ("end\n\n \n", 23, " "),
        ("end\njumpers-game 1\n", 22, "jumpers-game 1"),
    ] {
        let cause = format!("'{found}' after the end of the game");
        assert_eq!(error("\nend\n", &format!("\n{end}")), (line, cause));
    }
    let turn = "turn 4: \"End\": a point expected at character 1, not 'E'";
    assert_eq!(error("\nend\n", "\nEnd\n"), (21, turn.to_owned()));
    for text in ["", "\n\r\n"] {
        let error = text.parse::<GameRecord>().expect_err("no game");
        assert!(error.to_string().ends_with(": no game"), "{error}");
    }
}

#[test]
fn bytes_that_are_no_text_and_long_lines_are_errors() {
    let bytes = FULL.replace("Spring", "#").into_bytes();
    let bytes: Vec<u8> = bytes
        .into_iter()
        .map(|byte| if byte == b'#' { 0xff } else { byte })
        .collect();
    let error = one_error(&bytes);
    assert_eq!(error.to_string(), "line 2: not UTF-8");

    const MOST: usize = 8 << 20;
    let with_value = |length: usize| FULL.replace("Spring", &"x".repeat(length));
    let longest = with_value(MOST - "event: ".len());
    assert!(longest.parse::<GameRecord>().is_ok());
    for text in [with_value(MOST - "event:".len()), with_value(3 * MOST)] {
        let error = one_error(text.as_bytes());
        assert_eq!(
            error.to_string(),
            "line 2: a line of more than 8388608 bytes"
        );
    }
    // Without any line end, too.
    let error = one_error(&vec![b'j'; 2 * MOST]);
    assert_eq!(
        error.to_string(),
        "line 1: a line of more than 8388608 bytes"
    );
}

#[test]
fn a_source_that_fails_is_an_error() {
    struct Broken;

    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }

    let begin = &FULL.as_bytes()[..40];
    let input = std::io::BufReader::new(std::io::Read::chain(begin, Broken));
    let mut records = jumpers_record::read_records(input);
    let error = records.next().expect("an item").expect_err("an error");
    assert_eq!(
        error.to_string(),
        "line 3: cannot read on: the disk is gone"
    );
    assert_eq!(records.next(), None);
}
