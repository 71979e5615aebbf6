//! `protocol.md` says what the engine does: its tables against the program.

mod common;
#[path = "common/page.rs"]
mod page;

use common::{Engine, START};
use jumpers_engine::options::Options;
use jumpers_protocol::Reply;
use page::{cells, code_spans, first_cells, table};

/// The codes of all errors that the sources can produce.
const CODES: [&str; 24] = [
    "unknown-command",
    "missing-position",
    "unknown-position",
    "missing-position-text",
    "unexpected-word",
    "missing-name",
    "missing-value",
    "bad-number",
    "bad-value",
    "unknown-parameter",
    "bad-position",
    "bad-turn",
    "illegal-turn",
    "ambiguous-turn",
    "nothing-to-undo",
    "unknown-option",
    "bad-option-value",
    "no-resources",
    "log-file",
    "perft",
    "openings",
    "too-many-turns",
    "line-too-long",
    "internal",
];

#[test]
fn the_options_are_those_declared() {
    assert_eq!(table("## Options"), Options::table());
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until(|line| line == "uciok");
    let options: Vec<_> = Options::declarations()
        .map(|declaration| Reply::Option(declaration).to_string())
        .collect();
    assert!(lines[0].starts_with("id name "), "{lines:#?}");
    assert!(lines[1].starts_with("id author "), "{lines:#?}");
    assert_eq!(lines[2..lines.len() - 1], options);
}

#[test]
fn the_errors_are_those_of_the_sources() {
    let cells = first_cells("## Errors").into_iter();
    let codes: Vec<_> = cells.flat_map(code_spans).collect();
    assert_eq!(codes, CODES);
}

#[test]
fn a_wrong_line_has_one_error_and_changes_nothing() {
    let examples = [
        ("hello", "unknown-command"),
        ("ISREADY", "unknown-command"),
        ("position", "missing-position"),
        ("position moves a1-c1+c2", "missing-position"),
        ("position here", "unknown-position"),
        ("position fen", "missing-position-text"),
        ("position fen moves a1-c1+c2", "missing-position-text"),
        ("position startpos a1-c1+c2", "unexpected-word"),
        ("bench 1 2", "unexpected-word"),
        ("setoption Hash 3", "missing-name"),
        ("setoption name value 3", "missing-name"),
        ("go depth", "missing-value"),
        ("go wtime btime 50000", "missing-value"),
        ("go searchmoves depth 2", "missing-value"),
        ("debug", "missing-value"),
        ("go depth 12x", "bad-number"),
        ("go depth -1", "bad-number"),
        ("go nodes 99999999999999999999", "bad-number"),
        ("bench deep", "bad-number"),
        ("debug maybe", "bad-value"),
        ("go deep 3", "unknown-parameter"),
        ("position fen nonsense", "bad-position"),
        ("position fen 4tt/4tt/6/6/rr4/rr4", "bad-position"),
        ("position startpos moves a1", "bad-turn"),
        ("go searchmoves hello", "bad-turn"),
        ("position startpos moves a1-c3+c2", "illegal-turn"),
        ("go depth 2 searchmoves a2-c2+c3 a2-a6+b6", "illegal-turn"),
        ("position startpos moves a1-c1", "ambiguous-turn"),
        ("go searchmoves a2-c2", "ambiguous-turn"),
        ("setoption name Nope value 1", "unknown-option"),
        ("setoption name Hash value 0", "bad-option-value"),
        ("setoption name Hash value 1048577", "bad-option-value"),
        ("setoption name Threads", "bad-option-value"),
        ("setoption name Threads value many", "bad-option-value"),
        ("setoption name Move Overhead value -1", "bad-option-value"),
        ("setoption name Board value 7", "bad-option-value"),
        ("setoption name MultiPV value 501", "bad-option-value"),
        ("setoption name OwnBook value 1", "bad-option-value"),
        ("setoption name Debug Log File value /", "log-file"),
        ("moves hello", "bad-turn"),
        ("moves f6-d6+c6", "illegal-turn"),
        ("moves b1-b3+b4 a1-a3+a4", "illegal-turn"),
        ("moves b1-b3", "ambiguous-turn"),
        ("undo 3", "nothing-to-undo"),
        ("undo all", "bad-number"),
        ("undo 1 2", "unexpected-word"),
        ("perft", "missing-value"),
        ("perft 2 turns", "unexpected-word"),
        ("divide many", "bad-number"),
        ("genfens", "missing-value"),
        ("genfens 2 seed", "missing-value"),
        ("genfens 2 seeds 3", "unexpected-word"),
    ];
    let mut engine = Engine::start();
    let start = "position startpos moves a1-c1+d1 f6-d6+c6";
    engine.tell(start);
    let before = engine.position();
    assert_ne!(before, START);
    for (line, code) in examples {
        let error = engine.error(line);
        assert!(error.starts_with(&format!("{code}: ")), "{line}: {error}");
        assert_eq!(engine.position(), before, "{line}");
    }
    // Four more need more than a line; the one that is left is a fault of the engine.
    let others = [
        "no-resources",
        "perft",
        "openings",
        "too-many-turns",
        "line-too-long",
        "internal",
    ];
    let provoked = |code| examples.iter().any(|&(_, c)| c == code) || others.contains(&code);
    assert!(CODES.into_iter().all(provoked));
}

#[test]
fn a_stopped_perft_is_an_error() {
    let mut engine = Engine::start();
    engine.send("go perft 40");
    engine.sync();
    engine.send("stop");
    let lines = engine.until_prefix("info string error");
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].starts_with("info string error perft: "));
    engine.send("go perft 2");
    let lines = engine.until_prefix("Nodes searched: ");
    assert_eq!(lines.len(), 11);
    assert_eq!(lines[10], "Nodes searched: 100");
    assert!(lines[..10].iter().all(|line| line.ends_with(": 10")));
    assert!(lines[..10].is_sorted());
}

#[test]
fn more_turns_than_a_line_may_have_are_an_error() {
    let mut engine = Engine::start();
    for start in ["moves", "position startpos moves", "go depth 1 searchmoves"] {
        let line = |turns: usize| start.to_owned() + &" a".repeat(turns);
        let error = engine.error(&line((1 << 17) + 1));
        assert!(error.starts_with("too-many-turns: "), "{error}");
        let error = engine.error(&line(1 << 17));
        assert!(error.starts_with("bad-turn: "), "{error}");
        assert_eq!(engine.position(), START);
    }
}

#[test]
fn a_line_that_is_too_long_is_an_error() {
    let mut engine = Engine::start();
    engine.send_bytes(&vec![b'a'; (8 << 20) + 1]);
    engine.send(" and more");
    assert!(engine.sync()[0].starts_with("info string error line-too-long: "));
    // The longest one that is read.
    engine.send_bytes(&b"a ".repeat(4 << 20));
    let error = engine.error("");
    assert!(error.starts_with("unknown-command: "), "{error}");
}

#[cfg(unix)]
#[test]
fn what_is_not_to_be_had_is_an_error_and_the_old_stays() {
    let mut engine = Engine::start_with_memory(1000);
    for line in [
        "setoption name Hash value 2000",
        "setoption name Hash value 1048576",
        "setoption name Threads value 256",
    ] {
        let error = engine.error(line);
        assert!(error.starts_with("no-resources: "), "{line}: {error}");
    }
    assert!(engine.go("go depth 3").turn.is_some());
    // Also while the engine searches, and goes on with that.
    engine.send("go infinite");
    engine.send("setoption name Hash value 2000");
    engine.until_prefix("info string error no-resources: ");
    engine.assert_searching();
    engine.send("stop");
    engine.until_best_move();
    assert!(engine.go("go depth 3").turn.is_some());
}

#[test]
fn openings_that_are_not_there_are_an_error() {
    let mut engine = Engine::start();
    engine.send("genfens 2 plies 0 depth 1");
    let lines = engine.until_prefix("info string error openings: ");
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert_eq!(lines[0], format!("info string genfens {START}"));
    engine.send("genfens 4000000000");
    engine.send("stop");
    engine.until_prefix("info string error openings: ");
    engine.tell("stop");
}

#[test]
fn every_command_is_accepted() {
    // What the table has, what to send, and how what comes back begins and ends.
    let commands = [
        ("uci", "uci", "id name", "uciok"),
        ("ugi", "ugi", "id name", "ugiok"),
        ("isready", "isready", "readyok", ""),
        (
            "setoption name <name> [value <value>]",
            "setoption name Hash value 8",
            "",
            "",
        ),
        ("ucinewgame", "ucinewgame", "", ""),
        ("uginewgame", "uginewgame", "", ""),
        (
            "position startpos [moves <turn> …]",
            "position startpos moves a1-c1+d1",
            "",
            "",
        ),
        (
            "position fen <position> [moves <turn> …]",
            "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 moves a1-c1+d1 f6-d6+c6",
            "",
            "",
        ),
        ("moves <turn> …", "moves b1-b3+b4", "", ""),
        ("undo [n]", "undo", "", ""),
        ("go …", "go depth 1", "info depth 1 ", "bestmove "),
        ("stop", "stop", "", ""),
        ("ponderhit", "ponderhit", "", ""),
        ("query gameover", "query gameover", "response false", ""),
        ("query p1turn", "query p1turn", "response true", ""),
        ("query result", "query result", "response none", ""),
        (
            "query fen",
            "query fen",
            "response 2ttt1/4tt/6/6/rr4/1rrr2 r 11 12",
            "",
        ),
        ("query board", "query board", "response 6", ""),
        (
            "query islegal <turn>",
            "query islegal b1-b3+b4",
            "response true",
            "",
        ),
        ("query movelist", "query movelist", "response ", ""),
        ("movelist", "movelist", "response ", ""),
        (
            "query <anything else>",
            "query anything else",
            "response unsupported",
            "",
        ),
        ("perft <n> [paths]", "perft 1", "Nodes searched: ", ""),
        (
            "divide <n> [paths]",
            "divide 1",
            "a2-c2+c3: 1",
            "Nodes searched: ",
        ),
        (
            "go perft <n>",
            "go perft 1",
            "a2-c2+c3: 1",
            "Nodes searched: ",
        ),
        ("d", "d", "info string 6 ", "info string fen "),
        ("print", "print", "info string 6 ", "info string fen "),
        ("eval", "eval", "info string evaluation ", ""),
        ("bench [depth]", "bench 1", "position 1 of ", ""),
        (
            "genfens <n> [seed <n>] [plies <n>] [depth <n>] [book <word>]",
            "genfens 1 seed 2 plies 3 depth 1 book None",
            "info string genfens ",
            "info string genfens done 1",
        ),
        ("debug on", "debug on", "", ""),
        ("debug off", "debug off", "", ""),
        ("help", "help", "info string ", ""),
        ("quit", "quit", "", ""),
    ];
    let names: Vec<_> = commands.iter().map(|&(name, ..)| name).collect();
    // The meanings of two commands are code, too.
    let cells = first_cells("## Commands").into_iter();
    assert_eq!(cells.flat_map(code_spans).collect::<Vec<_>>(), names);
    let mut engine = Engine::start();
    for (_, line, start, end) in commands {
        engine.send(line);
        if !start.is_empty() {
            let lines = engine.until_prefix(start);
            assert_eq!(lines.len(), 1, "{line}: {lines:#?}");
        }
        match line {
            "quit" => assert!(engine.end().1.success()),
            "bench 1" => drop(engine.until(|line| line.ends_with(" nps"))),
            _ if !end.is_empty() => drop(engine.until_prefix(end)),
            _ => {
                let lines = engine.sync();
                let errors = lines.iter().filter(|line| line.contains("error"));
                assert_eq!(errors.count(), 0, "{line}: {lines:#?}");
            }
        }
    }
}

#[test]
fn every_parameter_of_go_is_accepted() {
    let parameters = [
        ("searchmoves <turn> …", "go depth 1 searchmoves a1-c1+d1"),
        ("movetime <ms>", "go movetime 20"),
        ("depth <n>", "go depth 2"),
        ("nodes <n>", "go nodes 50"),
        ("mate <n>", "go mate 3 depth 2"),
        ("wtime", "go wtime 90"),
        ("btime", "go wtime 90 btime 90"),
        ("winc", "go wtime 90 winc 5"),
        ("binc <ms>", "go wtime 90 btime 90 binc 5"),
        ("p1time", "go p1time 90"),
        ("p2time", "go p1time 90 p2time 90"),
        ("p1inc", "go p1time 90 p1inc 5"),
        ("p2inc <ms>", "go p1time 90 p2time 90 p2inc 5"),
        ("movestogo <n>", "go p1time 90 p2time 90 movestogo 3"),
        ("solve", "go solve nodes 2000"),
        ("infinite", "go infinite"),
        ("ponder", "go ponder"),
        ("perft <n>", "go perft 2 wtime 100 infinite"),
    ];
    let names: Vec<_> = parameters.iter().map(|&(name, _)| name).collect();
    let cells = first_cells("### `go`").into_iter();
    assert_eq!(cells.flat_map(code_spans).collect::<Vec<_>>(), names);
    let mut engine = Engine::start();
    for (name, line) in parameters {
        engine.send(line);
        match name {
            "perft <n>" => {
                // The counting is all that happens.
                assert_eq!(engine.until_prefix("Nodes searched: 100").len(), 11);
                engine.tell("stop");
                continue;
            }
            "infinite" | "ponder" => {
                engine.assert_searching();
                engine.send("stop");
            }
            _ => {}
        }
        assert!(engine.searched().turn.is_some(), "{line}");
    }
}

/// The table's head says which command each column is of.
#[test]
fn the_counts_are_right() {
    let mut engine = Engine::start();
    for row in cells("## Comparing move generators") {
        let (depth, counts) = row.split_first().expect("a depth");
        for (size, counts) in ["6", "8", "10"].iter().zip(counts.chunks(2)) {
            engine.tell(&format!("setoption name Board value {size}"));
            for (count, paths) in counts.iter().zip(["", " paths"]) {
                engine.send(&format!("perft {depth}{paths}"));
                let expected = format!("Nodes searched: {count}");
                let line = engine.next_line();
                assert_eq!(line, Some(expected), "{size}: {depth}{paths}");
            }
        }
    }
}

#[test]
fn the_starts_are_right() {
    let mut engine = Engine::start();
    for row in cells("### Rules") {
        engine.tell(&format!("setoption name Board value {}", row[0]));
        let text = engine.position();
        let (board, rest) = text.split_once(' ').expect("a position");
        assert_eq!(rest, format!("r {} {}", row[3], row[4]));
        // The names of the points with a token of each side.
        let mut points = [Vec::new(), Vec::new()];
        for (rank, text) in (1..).zip(board.rsplit('/')) {
            let (files, tokens) =
                text.split_at(text.len() - text.trim_start_matches(char::is_numeric).len());
            let first = files.parse().unwrap_or(0);
            for (file, token) in
                (b'a' + first..).zip(tokens.bytes().filter(u8::is_ascii_alphabetic))
            {
                points[usize::from(token == b't')].push(format!("{}{rank}", char::from(file)));
            }
        }
        for (mut points, cell) in points.into_iter().zip(&row[1..]) {
            let mut expected: Vec<_> = cell.split(' ').map(str::to_owned).collect();
            points.sort();
            expected.sort();
            assert_eq!(points, expected, "{text}");
        }
    }
}
