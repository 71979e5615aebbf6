//! `protocol.md` says what the engine does: its tables against the program.

mod common;

use common::{Engine, START};
use jumpers_engine::options::Options;
use jumpers_protocol::Reply;

const PROTOCOL: &str = include_str!("../../../protocol.md");

/// The codes of all errors that the sources can produce.
const CODES: [&str; 20] = [
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
    "unknown-option",
    "bad-option-value",
    "no-resources",
    "perft",
    "line-too-long",
    "internal",
];

/// The table under a heading.
fn table(heading: &str) -> Vec<&'static str> {
    let mut lines = PROTOCOL.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "{heading}");
    lines
        .take_while(|line| !line.starts_with('#'))
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .collect()
}

/// The first cells of the table under a heading, without its head.
fn first_cells(heading: &str) -> Vec<&'static str> {
    let rows = table(heading);
    let cells = rows[2..].iter().map(|row| {
        let cell = row[1..].split(" | ").next();
        cell.expect("a cell").trim()
    });
    cells.collect()
}

/// The word in the code span that a cell is.
fn code(cell: &'static str) -> &'static str {
    cell.trim_matches('`')
}

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
    let codes: Vec<_> = first_cells("## Errors").into_iter().map(code).collect();
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
    // Three more need more than a line; the one that is left is a fault of the engine.
    let provoked = |code| {
        examples.iter().any(|&(_, c)| c == code)
            || ["no-resources", "perft", "line-too-long", "internal"].contains(&code)
    };
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
fn a_line_that_is_too_long_is_an_error() {
    let mut engine = Engine::start();
    engine.send_bytes(&vec![b'a'; (64 << 20) + 1]);
    engine.send(" and more");
    assert!(engine.sync()[0].starts_with("info string error line-too-long: "));
    // The longest one that is read.
    engine.send_bytes(&b"a ".repeat(32 << 20));
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
    // Also while the engine searches, whose turn comes first.
    engine.send("go infinite");
    engine.send("setoption name Hash value 2000");
    let lines = engine.until_prefix("info string error no-resources: ");
    assert!(lines[lines.len() - 2].starts_with("bestmove "));
    assert!(engine.go("go depth 3").turn.is_some());
}

#[test]
fn every_command_is_accepted() {
    // What the table has, what to send, and how what comes back begins.
    let commands = [
        ("`uci`", "uci", "id name"),
        ("`isready`", "isready", "readyok"),
        (
            "`setoption name <name> [value <value>]`",
            "setoption name Hash value 8",
            "",
        ),
        ("`ucinewgame`", "ucinewgame", ""),
        (
            "`position startpos [moves <turn> …]`",
            "position startpos moves a1-c1+d1",
            "",
        ),
        (
            "`position fen <position> [moves <turn> …]`",
            "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13 moves a1-c1+d1 f6-d6+c6",
            "",
        ),
        ("`go …`", "go depth 1", "info depth 1 "),
        ("`go perft <n>`", "go perft 1", ""),
        ("`stop`", "stop", ""),
        ("`ponderhit`", "ponderhit", ""),
        ("`d` or `print`", "d", "info string "),
        ("`eval`", "eval", "info string evaluation "),
        ("`bench [depth]`", "bench 1", "position 1 of "),
        ("`debug on`, `debug off`", "debug on", ""),
        ("`help`", "help", "info string uci | ugi "),
        ("`quit`", "quit", ""),
    ];
    let names: Vec<_> = commands.iter().map(|&(name, _, _)| name).collect();
    assert_eq!(first_cells("## Commands"), names);
    let mut engine = Engine::start();
    for (_, line, start) in commands {
        engine.send(line);
        if !start.is_empty() {
            let lines = engine.until_prefix(start);
            assert_eq!(lines.len(), 1, "{line}: {lines:#?}");
        }
        match line {
            "quit" => assert!(engine.end().1.success()),
            "go depth 1" => assert!(engine.searched().turn.is_some()),
            "go perft 1" => drop(engine.until_prefix("Nodes searched: ")),
            "bench 1" => drop(engine.until(|line| line.ends_with(" nps"))),
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
        ("`searchmoves <turn> …`", "go depth 1 searchmoves a1-c1+d1"),
        ("`movetime <ms>`", "go movetime 20"),
        ("`depth <n>`", "go depth 2"),
        ("`nodes <n>`", "go nodes 50"),
        ("`mate <n>`", "go mate 3 depth 2"),
        (
            "`wtime`, `btime`, `winc`, `binc <ms>`",
            "go wtime 90 btime 90 winc 5 binc 5",
        ),
        ("`movestogo <n>`", "go p1time 90 p2time 90 movestogo 3"),
        ("`infinite`", "go infinite"),
        ("`ponder`", "go ponder"),
    ];
    let names: Vec<_> = parameters.iter().map(|&(name, _)| name).collect();
    let cells = first_cells("### `go`");
    assert_eq!(cells[..cells.len() - 1], names);
    assert_eq!(cells[cells.len() - 1], "`perft <n>`");
    let mut engine = Engine::start();
    for (_, line) in parameters {
        engine.send(line);
        if ["go infinite", "go ponder"].contains(&line) {
            engine.assert_searching();
            engine.send("stop");
        }
        assert!(engine.searched().turn.is_some(), "{line}");
    }
    // With others, too: the counting is all that happens.
    engine.send("go perft 2 wtime 100 infinite");
    let lines = engine.until_prefix("Nodes searched: 100");
    assert_eq!(lines.len(), 11);
    engine.tell("stop");
}
