//! Tables of commands, and of lines that are none.

mod common;

use common::{check, check_errors};
use jumpers_protocol::{
    Command, CommandError, Dialect, Excerpt, GenfensParams, PerftParams, PositionBase,
    PositionError, PositionParams, Query, SetOptionParams,
};

const START: &str = "4tt/4tt/6/6/rr4/rr4 r 12 13";

fn position(base: PositionBase, moves: &[&str]) -> Command {
    Command::Position(PositionParams {
        base,
        moves: moves.iter().map(|&turn| turn.to_owned()).collect(),
    })
}

fn set(name: &str, value: Option<&str>) -> Command {
    Command::SetOption(SetOptionParams {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    })
}

fn startpos(moves: &[&str]) -> Command {
    position(PositionBase::Startpos, moves)
}

fn fen(text: &str, moves: &[&str]) -> Command {
    position(PositionBase::Fen(text.to_owned()), moves)
}

#[test]
fn plain_commands() {
    check(&[
        ("uci", Command::Handshake(Dialect::Uci), "uci"),
        ("isready", Command::IsReady, "isready"),
        ("ugi", Command::Handshake(Dialect::Ugi), "ugi"),
        ("ucinewgame", Command::NewGame, "ucinewgame"),
        ("uginewgame", Command::NewGame, "ucinewgame"),
        ("stop", Command::Stop, "stop"),
        ("quit", Command::Quit, "quit"),
        ("ponderhit", Command::PonderHit, "ponderhit"),
        ("d", Command::Display, "d"),
        ("print", Command::Display, "d"),
        ("eval", Command::Eval, "eval"),
        ("help", Command::Help, "help"),
        ("bench", Command::Bench { depth: None }, "bench"),
        ("bench 7", Command::Bench { depth: Some(7) }, "bench 7"),
        ("debug on", Command::Debug(true), "debug on"),
        ("debug off", Command::Debug(false), "debug off"),
        ("isready now please", Command::IsReady, "isready"),
    ]);
}

#[test]
fn turns_that_go_on_or_back() {
    let moves =
        |turns: &[&str]| Command::Moves(turns.iter().map(|&turn| turn.to_owned()).collect());
    check(&[
        ("moves", moves(&[]), "moves"),
        ("moves ", moves(&[]), "moves"),
        (
            "moves a1-c1+d1  e6-c6+c5",
            moves(&["a1-c1+d1", "e6-c6+c5"]),
            "moves a1-c1+d1 e6-c6+c5",
        ),
        ("undo", Command::Undo { turns: 1 }, "undo 1"),
        ("undo 0", Command::Undo { turns: 0 }, "undo 0"),
        ("undo 12", Command::Undo { turns: 12 }, "undo 12"),
    ]);
}

#[test]
fn questions() {
    let unknown = |text: &str| Command::Query(Query::Unknown(text.to_owned()));
    check(&[
        (
            "query gameover",
            Command::Query(Query::GameOver),
            "query gameover",
        ),
        (
            "query  p1turn\r",
            Command::Query(Query::P1Turn),
            "query p1turn",
        ),
        (
            "query result",
            Command::Query(Query::Result),
            "query result",
        ),
        ("query fen", Command::Query(Query::Fen), "query fen"),
        ("query board", Command::Query(Query::Board), "query board"),
        (
            "query movelist",
            Command::Query(Query::MoveList),
            "query movelist",
        ),
        (
            "movelist",
            Command::Query(Query::MoveList),
            "query movelist",
        ),
        (
            "query islegal a1-c1",
            Command::Query(Query::IsLegal("a1-c1".to_owned())),
            "query islegal a1-c1",
        ),
        ("query", unknown(""), "query"),
        ("query islegal", unknown("islegal"), "query islegal"),
        (
            "query islegal a1-c1 c1-e1",
            unknown("islegal a1-c1 c1-e1"),
            "query islegal a1-c1 c1-e1",
        ),
        ("query fen now", unknown("fen now"), "query fen now"),
        ("query P1TURN", unknown("P1TURN"), "query P1TURN"),
    ]);
}

#[test]
fn counts_and_openings() {
    let perft = |depth, paths, divide| {
        Command::Perft(PerftParams {
            depth,
            paths,
            divide,
        })
    };
    let genfens = |params| Command::Genfens(params);
    let full = GenfensParams {
        count: 9,
        seed: Some(u64::MAX),
        plies: Some(6),
        depth: Some(3),
    };
    check(&[
        ("perft 3", perft(3, false, false), "perft 3"),
        ("perft 3 paths", perft(3, true, false), "perft 3 paths"),
        ("divide 0", perft(0, false, true), "divide 0"),
        ("divide 2 paths", perft(2, true, true), "divide 2 paths"),
        (
            "genfens 9 depth 3 plies 6 seed 18446744073709551615",
            genfens(full),
            "genfens 9 seed 18446744073709551615 plies 6 depth 3",
        ),
        (
            "genfens 1 seed 1 book books/some.epd",
            genfens(GenfensParams {
                count: 1,
                seed: Some(1),
                ..GenfensParams::default()
            }),
            "genfens 1 seed 1",
        ),
    ]);
}

#[test]
fn separators_and_unknown_words_in_front() {
    check(&[
        ("  isready  ", Command::IsReady, "isready"),
        ("\tisready\r\n", Command::IsReady, "isready"),
        ("\0isready\0", Command::IsReady, "isready"),
        ("\u{feff}uci", Command::Handshake(Dialect::Uci), "uci"),
        ("joho debug on", Command::Debug(true), "debug on"),
        ("\u{1} x y\tz  stop", Command::Stop, "stop"),
        (
            "position\tstartpos   moves\ta1-c1+d1\r",
            startpos(&["a1-c1+d1"]),
            "position startpos moves a1-c1+d1",
        ),
    ]);
    for line in ["", " ", "\r", "\r\n", "\t \0 \u{feff}\u{a0}"] {
        assert_eq!(Command::parse(line), Ok(None), "{line:?}");
        assert_eq!(Command::parse_bytes(line.as_bytes()), Ok(None), "{line:?}");
        assert_eq!(line.parse::<Command>(), Err(CommandError::EmptyLine));
    }
    assert_eq!(CommandError::EmptyLine.code(), "empty-line");
}

#[test]
fn bytes() {
    let table: [(&[u8], Command); 4] = [
        (b"isready\r\n", Command::IsReady),
        (b"\xff\xfe isready", Command::IsReady),
        (b"\xef\xbb\xbfuci\n", Command::Handshake(Dialect::Uci)),
        (b"stop\0\0\0", Command::Stop),
    ];
    for (line, command) in table {
        assert_eq!(Command::parse_bytes(line), Ok(Some(command)), "{line:?}");
    }
    let error = Command::parse_bytes(b"go\xff depth 1").unwrap_err();
    assert_eq!(error.to_string(), r"unknown command 'go\u{fffd}' at word 1");
    let error = Command::parse_bytes(b"go depth \xc3\x28").unwrap_err();
    assert_eq!(error.code(), "bad-number");
}

#[test]
fn unknown_commands() {
    check_errors(&[
        (
            "hello",
            "unknown-command",
            "unknown command 'hello' at word 1",
        ),
        ("UCI", "unknown-command", "unknown command 'UCI' at word 1"),
        (
            "  no such thing",
            "unknown-command",
            "unknown command 'no' at word 1",
        ),
        (
            "é\u{1b}[31m",
            "unknown-command",
            r"unknown command '\u{e9}' at word 1",
        ),
        (
            "it's",
            "unknown-command",
            r"unknown command 'it\'s' at word 1",
        ),
    ]);
    let error = Command::parse(&"é".repeat(1_000_000)).unwrap_err();
    let text = r"\u{e9}".repeat(6) + "...";
    assert_eq!(
        error.to_string(),
        format!("unknown command '{text}' at word 1")
    );
}

#[test]
fn excerpts_are_short() {
    let exact = "x".repeat(Excerpt::MAX_LEN);
    assert_eq!(Excerpt::new(&exact).as_str(), exact);
    let cut = Excerpt::new(&(exact + "x"));
    assert_eq!(cut.as_str(), "x".repeat(37) + "...");
    assert_eq!(Excerpt::new("\u{10ffff}\n\"").as_str(), r#"\u{10ffff}\n\""#);
}

#[test]
fn positions() {
    check(&[
        ("position startpos", startpos(&[]), "position startpos"),
        (
            "position startpos moves ",
            startpos(&[]),
            "position startpos",
        ),
        (
            "position startpos moves a1-c1-c3+d3 c2xe2xe4 moves",
            startpos(&["a1-c1-c3+d3", "c2xe2xe4", "moves"]),
            "position startpos moves a1-c1-c3+d3 c2xe2xe4 moves",
        ),
        (
            "position fen 4tt/4tt/6/6/rr4/rr4  r 12\t13",
            fen(START, &[]),
            "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13",
        ),
        (
            "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 moves b2-d2xd4",
            fen(START, &["b2-d2xd4"]),
            "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 moves b2-d2xd4",
        ),
        // What the text means is for others to say.
        (
            "position fen nonsense",
            fen("nonsense", &[]),
            "position fen nonsense",
        ),
        (
            "position fen 4tt/4tt r moves",
            fen("4tt/4tt r", &[]),
            "position fen 4tt/4tt r",
        ),
    ]);
}

#[test]
fn position_errors() {
    check_errors(&[
        (
            "position",
            "missing-position",
            "position: no position at word 2: expected startpos or fen, found the end of the line",
        ),
        (
            "position moves a1-c1+d1",
            "missing-position",
            "position: no position at word 2: expected startpos or fen, found 'moves'",
        ),
        (
            "position 4tt/4tt/6/6/rr4/rr4 r 12 13",
            "unknown-position",
            "position: unknown word '4tt/4tt/6/6/rr4/rr4' at word 2: expected startpos or fen",
        ),
        (
            "x position fen",
            "missing-position-text",
            "position: no position text after fen at word 4, found the end of the line",
        ),
        (
            "position fen moves a1-c1+d1",
            "missing-position-text",
            "position: no position text after fen at word 3, found 'moves'",
        ),
        (
            "position startpos a1-c1+d1",
            "unexpected-word",
            "position: unexpected word 'a1-c1+d1' at word 3: expected moves",
        ),
    ]);
    assert_eq!(
        Command::parse("position"),
        Err(CommandError::Position(PositionError::MissingBase {
            found: None,
            word: 2
        }))
    );
}

#[test]
fn options() {
    check(&[
        (
            "setoption name Hash value 64",
            set("Hash", Some("64")),
            "setoption name Hash value 64",
        ),
        (
            "setoption name Clear  Hash",
            set("Clear Hash", None),
            "setoption name Clear Hash",
        ),
        (
            "setoption name Move Overhead value a  value of words",
            set("Move Overhead", Some("a value of words")),
            "setoption name Move Overhead value a value of words",
        ),
        (
            "setoption name Book value",
            set("Book", Some("")),
            "setoption name Book value <empty>",
        ),
        (
            "setoption name Book value <empty>",
            set("Book", Some("")),
            "setoption name Book value <empty>",
        ),
        (
            "setoption name name value é",
            set("name", Some("é")),
            "setoption name name value é",
        ),
    ]);
    check_errors(&[
        (
            "setoption",
            "missing-name",
            "setoption: expected name at word 2, found the end of the line",
        ),
        (
            "setoption Hash value 64",
            "missing-name",
            "setoption: expected name at word 2, found 'Hash'",
        ),
        (
            "setoption name",
            "missing-name",
            "setoption: no option after name at word 3, found the end of the line",
        ),
        (
            "setoption name value 64",
            "missing-name",
            "setoption: no option after name at word 3, found 'value'",
        ),
    ]);
}

#[test]
fn errors_of_arguments() {
    check_errors(&[
        (
            "debug",
            "missing-value",
            "debug: no value for debug at word 2: expected on or off, found the end of the line",
        ),
        (
            "debug maybe",
            "bad-value",
            "debug: bad value for debug at word 2: expected on or off, found 'maybe'",
        ),
        (
            "bench deep",
            "bad-number",
            "bench: bad value for depth at word 2: expected a whole number from 0 to 4294967295, \
             found 'deep'",
        ),
        (
            "undo x",
            "bad-number",
            "undo: bad value for undo at word 2: expected a whole number from 0 to 4294967295, \
             found 'x'",
        ),
        (
            "undo 1 2",
            "unexpected-word",
            "undo: unexpected word '2' at word 3: expected the end of the line",
        ),
        (
            "perft",
            "missing-value",
            "perft: no value for depth at word 2: expected a whole number from 0 to 4294967295, \
             found the end of the line",
        ),
        (
            "divide 3 ways",
            "unexpected-word",
            "divide: unexpected word 'ways' at word 3: expected the end of the line",
        ),
        (
            "genfens",
            "missing-value",
            "genfens: no value for count at word 2: expected a whole number from 0 to 4294967295, \
             found the end of the line",
        ),
        (
            "genfens 3 seed plies 4",
            "missing-value",
            "genfens: no value for seed at word 4: expected a whole number from 0 to \
             18446744073709551615, found 'plies'",
        ),
        (
            "genfens 3 4",
            "unexpected-word",
            "genfens: unexpected word '4' at word 3: expected seed, plies, depth or book",
        ),
        (
            "bench 3 4",
            "unexpected-word",
            "bench: unexpected word '4' at word 3: expected the end of the line",
        ),
    ]);
}

#[test]
fn printing_keeps_to_one_line() {
    let table = [
        (
            fen("a\nb  c", &["x\ny", " \r"]),
            "position fen a b c moves xy",
        ),
        (
            set(" Clear\r\nHash ", Some("\n")),
            "setoption name Clear Hash value <empty>",
        ),
    ];
    for (command, printed) in table {
        assert_eq!(command.to_string(), printed);
    }
}

#[test]
fn very_long_lines() {
    let turn = "a1-c1-c3-e3-e5-c5+b5";
    // The most that a line may have.
    let count = 131_072;
    let line = format!(
        "position startpos moves{}",
        format!(" {turn}").repeat(count)
    );
    let Ok(Some(Command::Position(position))) = Command::parse_bytes(line.as_bytes()) else {
        panic!("not a position");
    };
    assert_eq!(position.moves.len(), count);
    assert_eq!(position.to_string(), line);

    let line = format!("go searchmoves{} depth 3", format!(" {turn}").repeat(count));
    let Ok(Some(Command::Go(go))) = Command::parse(&line) else {
        panic!("not a go");
    };
    assert_eq!((go.searchmoves.len(), go.depth), (count, Some(3)));

    let turns = format!(" {turn}").repeat(count + 1);
    for start in ["position startpos moves", "go searchmoves", "moves"] {
        let error = Command::parse(&format!("{start}{turns}")).unwrap_err();
        assert_eq!(error.code(), "too-many-turns", "{error}");
        assert!(
            error.to_string().contains("more than 131072 turns"),
            "{error}"
        );
    }

    let blank = " ".repeat(10_000_000);
    assert_eq!(Command::parse(&blank), Ok(None));
    let unknown = "x ".repeat(5_000_000);
    assert!(Command::parse(&unknown).is_err());
    assert_eq!(Command::parse(&(unknown + "stop")), Ok(Some(Command::Stop)));
    let digits = format!("go depth {}", "9".repeat(10_000_000));
    assert!(Command::parse(&digits).unwrap_err().to_string().len() < 200);
}
