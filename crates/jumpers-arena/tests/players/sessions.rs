use super::{replies, talk};

/// Replies to these lines, without the `info` lines.
fn short_replies(lines: &[&str]) -> Vec<String> {
    let mut replies = replies(&["shallow"], lines);
    replies.retain(|line| !line.starts_with("info depth"));
    replies
}

#[test]
fn a_handshake_is_answered_in_its_dialect() {
    for (hello, end) in [("uci", "uciok"), ("ugi", "ugiok")] {
        let lines = replies(&["random", "--seed", "7"], &[hello]);
        assert_eq!(
            lines,
            [
                "id name Jumpers player random",
                "id author The Jumpers engine authors",
                "option name Seed type spin default 7 min 0 max 9223372036854775807",
                "option name Board type combo default 6 var 6 var 8 var 10",
                "option name Ponder type check default false",
                end,
            ]
        );
    }
}

#[test]
fn questions_are_answered() {
    let lines = short_replies(&[
        "query p1turn",
        "query gameover",
        "query result",
        "query board",
        "query fen",
        "query islegal a1-c1+d1",
        "query islegal a1-c1",
        "query colour",
        "movelist",
        "position fen 4tt/6/6/6/6/rr4 r 0 1",
        "query movelist",
        "query result",
        "setoption name Board value 10",
        "query fen",
    ]);
    assert_eq!(
        lines,
        [
            "response true",
            "response false",
            "response none",
            "response 6",
            "response 4tt/4tt/6/6/rr4/rr4 r 12 13",
            "response true",
            "response false",
            "response unsupported",
            "response a1-a3+a4 a1-a3+b3 a1-c1+c2 a1-c1+d1 a2-c2+c1 a2-c2+c3 a2-c2+d2 b1-b3+a3 \
             b1-b3+b4 b1-b3+c3",
            "response (none)",
            "response p2win",
            "response 8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31",
        ]
    );
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let cases = [
        ("hello", "unknown-command"),
        ("position", "missing-position"),
        ("position fen 6/6 r 1 1", "bad-position"),
        ("position startpos moves a1-c1+d1 a1-c1+d1", "illegal-turn"),
        ("position startpos moves e2e4", "bad-turn"),
        ("moves f6-d6", "ambiguous-turn"),
        ("undo 2", "nothing-to-undo"),
        ("go depth 1x", "bad-number"),
        ("go searchmoves a1-c1+c2", "illegal-turn"),
        ("setoption name Seed value -1", "bad-option-value"),
        ("setoption name Board value 7", "bad-option-value"),
        ("setoption name Hash value 16", "unknown-option"),
        ("bench", "unsupported"),
    ];
    for (line, code) in cases {
        let lines = short_replies(&["moves a1-c1+d1", line, "query fen"]);
        let [error, position] = lines.as_slice() else {
            panic!("{line}: {lines:#?}");
        };
        assert!(
            error.starts_with(&format!("info string error {code}: ")),
            "{line}: {error}"
        );
        assert_eq!(position, "response 4tt/4tt/6/6/rr4/1rrr2 t 11 13", "{line}");
    }
}

#[test]
fn the_turn_that_is_wrong_is_named() {
    let lines = short_replies(&["position startpos moves a1-c1+d1 f6-d6+c6 a1-a3+a4 zz"]);
    assert!(lines[0].contains("turn 3 of 4: a1-a3+a4"), "{lines:?}");
}

#[test]
fn what_waits_for_a_stop_is_said_then_and_in_order() {
    let lines = short_replies(&[
        "go infinite",
        "isready",
        "go ponder infinite",
        "ponderhit",
        "query p1turn",
        "stop",
        "stop",
        "go ponder",
        "isready",
        "ponderhit",
        "isready",
        "go infinite",
        "position startpos moves a1-c1+d1",
        "query p1turn",
        "go infinite",
        "quit",
    ]);
    let shape: Vec<_> = lines
        .iter()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(
        shape,
        [
            "readyok", "bestmove", "response", "bestmove", "readyok", "bestmove", "readyok",
            "bestmove", "response", "bestmove"
        ]
    );
}

#[test]
fn sequences_of_turns_are_counted_until_a_stop() {
    let lines = short_replies(&[
        "perft 40",
        "stop",
        "position fen 6/6/t5/6/t5/rt4 r 5 5",
        "divide 1",
        "go perft 0",
        "perft 1 paths",
        "quit",
    ]);
    // A count that another line ends is stopped, so all that is certain is what the last says.
    assert_eq!(lines[0], "info string error perft: perft: stopped");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 2"));
}

#[test]
fn mates_count_turns_of_the_winner_or_of_both() {
    let (one, three) = ("6/6/6/6/6/rt4 r 0 0", "4tt/6/6/6/6/rr4 r 2 1");
    for (hello, position, score) in [
        ("uci", one, "mate 1"),
        ("ugi", one, "mate 1"),
        ("uci", three, "mate 2"),
        ("ugi", three, "mate 3"),
    ] {
        let position = &format!("position fen {position}");
        let lines = replies(&["shallow"], &[hello, position, "go"]);
        let score = format!(" score {score} ");
        assert!(lines[lines.len() - 2].contains(&score), "{lines:#?}");
    }
}

#[test]
fn a_finished_game_has_no_turn() {
    for player in ["random", "greedy", "shallow"] {
        let lines = replies(&[player], &["position fen 4tt/6/6/6/6/rr4 r 0 1", "go"]);
        assert!(
            lines[0].starts_with("info depth 0 multipv 1 score mate 0"),
            "{lines:?}"
        );
        assert_eq!(lines[1], "bestmove (none)");
    }
}

#[test]
fn any_bytes_and_any_ends_of_lines_are_read() {
    let (text, status) = talk(
        &["random"],
        b"\xff\0\xfe\r\n\n  \t\n\xef\xbb\xbfquery\t p1turn \r\nplease isready\r\nquery board",
    );
    assert_eq!(
        text.lines().skip(1).collect::<Vec<_>>(),
        ["response true", "readyok", "response 6"]
    );
    assert!(text.starts_with("info string error unknown-command: "));
    assert_eq!(status, Some(0));
}

#[test]
fn a_line_that_is_too_long_is_refused() {
    let mut input = vec![b'a'; (8 << 20) + 1];
    input.extend(b"\nisready\n");
    let (text, _) = talk(&["random"], &input);
    assert_eq!(
        text,
        "info string error line-too-long: a line of more than 8388608 bytes\nreadyok\n"
    );
}

#[test]
fn a_bad_command_line_is_refused() {
    for arguments in [
        &["clever"][..],
        &[],
        &["random", "--seed", "-1"],
        &["random", "--seed", "9223372036854775808"],
    ] {
        assert_eq!(talk(arguments, b"").1, Some(2), "{arguments:?}");
    }
}
