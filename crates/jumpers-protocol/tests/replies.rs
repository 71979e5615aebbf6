//! Tables of replies, ours and those of other engines.

use jumpers_protocol::{
    Bound, Command, Dialect, Info, OptionDeclaration, OptionKind, Reply, Score, ScoreValue,
};

fn option(name: &str, kind: OptionKind) -> Reply {
    Reply::Option(OptionDeclaration {
        name: name.to_owned(),
        kind,
    })
}

fn best(turn: Option<&str>, ponder: Option<&str>) -> Reply {
    Reply::BestMove {
        turn: turn.map(str::to_owned),
        ponder: ponder.map(str::to_owned),
    }
}

fn scored(value: ScoreValue, bound: Bound) -> Reply {
    Reply::Info(Info {
        score: Some(Score { value, bound }),
        ..Info::default()
    })
}

fn text(text: &str) -> Reply {
    Reply::Text(text.to_owned())
}

fn turns(turns: &[&str]) -> Vec<String> {
    turns.iter().map(|&turn| turn.to_owned()).collect()
}

/// Each line is read as the reply, which prints as the last text.
fn check(table: &[(&str, Reply, &str)]) {
    for (line, reply, printed) in table {
        assert_eq!(line.parse(), Ok(reply.clone()), "{line:?}");
        assert_eq!(reply.to_string(), *printed, "{line:?}");
        assert_eq!(printed.parse(), Ok(reply.clone()), "{printed:?}");
    }
}

#[test]
fn handshake() {
    check(&[
        (
            "id name  A  B ",
            Reply::IdName("A B".to_owned()),
            "id name A B",
        ),
        (
            "id author X",
            Reply::IdAuthor("X".to_owned()),
            "id author X",
        ),
        ("id name", Reply::IdName(String::new()), "id name"),
        ("id country X", text("id country X"), "id country X"),
        ("uciok\r", Reply::HandshakeOk(Dialect::Uci), "uciok"),
        (" readyok", Reply::ReadyOk, "readyok"),
        (
            "a1-c1+d1:  10",
            Reply::divide("a1-c1+d1", 10),
            "a1-c1+d1: 10",
        ),
        (
            "Nodes searched: 7",
            Reply::nodes_searched(7),
            "Nodes searched: 7",
        ),
        ("ugiok", Reply::HandshakeOk(Dialect::Ugi), "ugiok"),
        (
            "response  p1win",
            Reply::Response("p1win".to_owned()),
            "response p1win",
        ),
        ("response", Reply::Response(String::new()), "response"),
        ("", text(""), ""),
    ]);
    assert_eq!(
        Reply::parse_bytes(b"uciok\r\n"),
        Ok(Reply::HandshakeOk(Dialect::Uci))
    );
    assert_eq!(Reply::parse_bytes(b"\xff\0"), Ok(text("\u{fffd}")));
}

#[test]
fn options() {
    let string = |default: &str| OptionKind::String {
        default: default.to_owned(),
    };
    check(&[
        (
            "option name Ponder type check default false",
            option("Ponder", OptionKind::Check { default: false }),
            "option name Ponder type check default false",
        ),
        (
            "option name Move Overhead type spin max 5000 default 10 min -1",
            option(
                "Move Overhead",
                OptionKind::Spin {
                    default: 10,
                    min: -1,
                    max: 5000,
                },
            ),
            "option name Move Overhead type spin default 10 min -1 max 5000",
        ),
        (
            "option name Board type combo default 6 x 6 var 6 x 6 var 8 x 8 var",
            option(
                "Board",
                OptionKind::Combo {
                    default: "6 x 6".to_owned(),
                    vars: turns(&["6 x 6", "8 x 8", ""]),
                },
            ),
            "option name Board type combo default 6 x 6 var 6 x 6 var 8 x 8 var <empty>",
        ),
        (
            "option name Book type type button",
            option("Book type", OptionKind::Button),
            "option name Book type type button",
        ),
        (
            "option name Book type string default",
            option("Book", string("")),
            "option name Book type string default <empty>",
        ),
        (
            "option name Book type string default a default",
            option("Book", string("a default")),
            "option name Book type string default a default",
        ),
        (
            "option name Log type string",
            option("Log", string("")),
            "option name Log type string default <empty>",
        ),
    ]);
}

#[test]
fn best_moves() {
    check(&[
        (
            "bestmove a1-c1+d1",
            best(Some("a1-c1+d1"), None),
            "bestmove a1-c1+d1",
        ),
        (
            "bestmove  c2xe2xe4\tponder e6-c6+c5 extra",
            best(Some("c2xe2xe4"), Some("e6-c6+c5")),
            "bestmove c2xe2xe4 ponder e6-c6+c5",
        ),
        ("bestmove (none)", best(None, None), "bestmove (none)"),
        (
            "bestmove 0000 ponder 0000",
            best(None, None),
            "bestmove (none)",
        ),
        ("bestmove a1 ponder", best(Some("a1"), None), "bestmove a1"),
        ("bestmove a1 what", best(Some("a1"), None), "bestmove a1"),
    ]);
}

#[test]
fn infos() {
    let full = Info {
        depth: Some(12),
        seldepth: Some(20),
        multipv: Some(1),
        score: Some(Score::centipawns(-35)),
        nodes: Some(123_456_789_012),
        nps: Some(2_000_000),
        hashfull: Some(999),
        tbhits: Some(0),
        time: Some(61_728),
        currmove: Some("a1-c1+d1".to_owned()),
        currmovenumber: Some(3),
        pv: turns(&["a1-c1+d1", "e6-c6+c5"]),
        string: Some("all is well".to_owned()),
    };
    let full_text = "info depth 12 seldepth 20 multipv 1 score cp -35 nodes 123456789012 \
                     nps 2000000 hashfull 999 tbhits 0 time 61728 currmove a1-c1+d1 \
                     currmovenumber 3 pv a1-c1+d1 e6-c6+c5 string all is well";
    let short = Info {
        depth: Some(3),
        score: Some(Score::mate(2)),
        time: Some(5),
        pv: turns(&["a1", "b1"]),
        ..Info::default()
    };
    let short_text = "info depth 3 score mate 2 time 5 pv a1 b1";
    use ScoreValue::{Centipawns, Mate};
    check(&[
        (full_text, Reply::Info(full.clone()), full_text),
        (
            "info  depth 3 flux 8 score mate 2 wdl 1 2 3 pv a1 b1 time 5 cpuload 4 x",
            Reply::Info(short.clone()),
            short_text,
        ),
        ("info", Reply::Info(Info::default()), "info"),
        ("info string", Reply::info_string(""), "info string"),
        (
            "info string pv  depth x",
            Reply::info_string("pv depth x"),
            "info string pv depth x",
        ),
        (
            "info score cp 7 lowerbound",
            scored(Centipawns(7), Bound::Lower),
            "info score cp 7 lowerbound",
        ),
        (
            "info score upperbound cp +7",
            scored(Centipawns(7), Bound::Upper),
            "info score cp 7 upperbound",
        ),
        (
            "info score mate -0",
            scored(Mate(0), Bound::Exact),
            "info score mate 0",
        ),
        ("info score wdl 1 2 3", Reply::Info(Info::default()), "info"),
    ]);
}

#[test]
fn error_lines() {
    let error = Reply::Error {
        code: "bad-number".to_owned(),
        text: "depth: 12x".to_owned(),
    };
    let line = "info string error bad-number: depth: 12x";
    check(&[
        (line, error.clone(), line),
        (
            "info flux 8 string  error bad-number: depth:  12x",
            error,
            line,
        ),
        (
            "info depth 3 string error x: y",
            Reply::Info(Info {
                depth: Some(3),
                ..Info::text("error x: y")
            }),
            "info depth 3 string error x: y",
        ),
        (
            "info string error : y",
            Reply::info_string("error : y"),
            "info string error : y",
        ),
        (
            "info string error in line 3",
            Reply::info_string("error in line 3"),
            "info string error in line 3",
        ),
    ]);
    let error = Command::parse("hello").unwrap_err();
    assert_eq!(
        Reply::from(&error).to_string(),
        "info string error unknown-command: unknown command 'hello' at word 1"
    );
}

#[test]
fn errors() {
    let table = [
        (
            "bestmove",
            "missing-value",
            "bestmove: no value for bestmove at word 2: expected a turn, found the end of the line",
        ),
        (
            "info depth 1.5",
            "bad-number",
            "info: bad value for depth at word 3: expected a whole number from 0 to 4294967295, \
             found '1.5'",
        ),
        (
            "info depth nodes 3",
            "missing-value",
            "info: no value for depth at word 3: expected a whole number from 0 to 4294967295, \
             found 'nodes'",
        ),
        (
            "info score cp 2147483648",
            "bad-number",
            "info: bad value for cp at word 4: expected a whole number from -2147483648 to \
             2147483647, found '2147483648'",
        ),
        (
            "info score",
            "missing-value",
            "info: no value for score at word 3: expected cp or mate, found the end of the line",
        ),
        (
            "option Hash",
            "bad-value",
            "option: bad value for option at word 2: expected name, found 'Hash'",
        ),
        (
            "option name type button",
            "missing-value",
            "option: no value for name at word 3: expected a name, found 'type'",
        ),
        (
            "option name Hash",
            "missing-value",
            "option: no value for type at word 4: expected check, spin, combo, button or string, \
             found the end of the line",
        ),
        (
            "option name Hash type slider default 3",
            "bad-value",
            "option: bad value for type at word 5: expected check, spin, combo, button or string, \
             found 'slider'",
        ),
        (
            "option name A type check default yes",
            "bad-value",
            "option: bad value for default at word 7: expected true or false, found 'yes'",
        ),
        (
            "option name A type spin min 1 max 9",
            "missing-value",
            "option: no value for default at word 10: expected a whole number from \
             -9223372036854775808 to 9223372036854775807, found the end of the line",
        ),
    ];
    for (line, code, message) in table {
        let error = line.parse::<Reply>().expect_err(line);
        assert_eq!(error.to_string(), message, "{line:?}");
        assert_eq!(error.code(), code, "{line:?}");
    }
}

#[test]
fn printing_keeps_to_one_line() {
    let info = Info {
        currmove: Some("\n".to_owned()),
        pv: turns(&["a1 \r\n-c1", ""]),
        string: Some("  two\r\n lines\u{2028}\0".to_owned()),
        ..Info::default()
    };
    let error = Reply::Error {
        code: " ".to_owned(),
        text: "\n".to_owned(),
    };
    let table = [
        (Reply::Info(info), "info pv a1-c1 string two lines"),
        (best(Some("\r\n"), Some(" ")), "bestmove (none)"),
        (error, "info string error unknown:"),
        (text(" a\tb\nuciok\n"), "a b uciok"),
        (Reply::IdName("\n".to_owned()), "id name"),
    ];
    for (reply, printed) in table {
        assert_eq!(reply.to_string(), printed);
    }
}
