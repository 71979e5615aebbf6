//! What an engine cannot do.

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Verdict, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::{LOST, MARK};
use crate::compliance::search::count_best;
use crate::compliance::subject::Subject;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "errors.unknown",
        level: Level::Required,
        scope: Scope::Once,
        asks: "no line that cannot be understood ends the engine or begins a search",
        check: unknown,
    },
    Rule {
        id: "errors.position",
        level: Level::Required,
        scope: Scope::Once,
        asks: "a position that cannot be read leaves the old one",
        check: position,
    },
    Rule {
        id: "errors.turn",
        level: Level::Required,
        scope: Scope::Once,
        asks: "a turn that is not legal among those of a position leaves the old position",
        check: turn,
    },
    Rule {
        id: "errors.go",
        level: Level::Required,
        scope: Scope::Once,
        asks: "a go with an error is refused, or has one bestmove, and does no harm",
        check: go,
    },
    Rule {
        id: "errors.reported",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "each error is one line 'info string error <code>: …', with its code",
        check: reported,
    },
    Rule {
        id: "errors.turn-named",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "the error names the turn that is not legal, and its place",
        check: turn_named,
    },
    Rule {
        id: "errors.go-refused",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "a go with an error has no bestmove",
        check: go_refused,
    },
];

const UNKNOWN: [&str; 8] = [
    "hello",
    "xyzzy 1 2 3",
    "d4 e5 positions",
    "GO depth 1",
    "{\"id\": 1}",
    "-1",
    "debug maybe",
    "setoption",
];

/// Positions of no board, with too few or too many words, with numbers that are too large, and
/// those of other games.
const POSITIONS: [&str; 16] = [
    "position",
    "position here",
    "position fen",
    "position fen moves a1-c1+d1",
    "position fen nonsense",
    "position fen 4tt/4tt/6/6/rr4 r 12 13",
    "position fen 4tt/4tt/6/6/rr4/rr4",
    "position fen 4tt/4tt/6/6/rr4/rr4 r",
    "position fen 4tt/4tt/6/6/rr4/rr4 x 12 13",
    "position fen 4tt/4tt/6/6/rr4/rr3 r 12 13",
    "position fen 4tt/4tt/6/6/rr4/rr5 r 12 13",
    "position fen 7/7/7/7/7/7/7 r 1 1",
    "position fen 4tt/4tt/6/6/rr4/rr4 r 256 13",
    "position fen 4tt/4tt/6/6/rr4/rr4 r -1 99999999999999999999",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position startpos a1-c1+d1",
];

/// Turns that are not legal, at the beginning, in the middle and at the end, after the end of a
/// game, and texts that are no turns.
const TURNS: [&str; 7] = [
    "position startpos moves a1-c1",
    "position startpos moves a1-c1+d1 a1-c1+d1 f6-d6+c6",
    "position startpos moves a1-c1+d1 f6-d6+c6 a1-a3+a4 a1-a3+a4",
    "position startpos moves e2e4",
    "position startpos moves a1-c1+d1 j10-j8+j7",
    "position fen 4tt/6/6/6/6/rr4 r 0 1 moves a1-c1+d1",
    "position startpos moves a1-c1+d1 moves f6-d6+c6",
];

const GOS: [&str; 14] = [
    "go depth",
    "go depth 12x",
    "go depth -1",
    "go depth 99999999999",
    "go nodes 99999999999999999999999",
    "go nodes -5",
    "go movetime 1e3",
    "go movetime 9223372036854775808",
    "go wtime btime 50000",
    "go wtime 100 btime",
    "go movestogo -3 wtime 100 btime 100",
    "go deep 3",
    "go depth depth 2",
    "go searchmoves",
];

fn unknown(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    subject.set_up(&bench.game(MARK)?)?;
    for line in UNKNOWN {
        let lines = subject.ask(line)?;
        subject.expect_no_best(&lines, "no bestmove")?;
    }
    subject.expect_at(&bench.game(MARK)?)
}

/// Each of these lines leaves the marked position.
fn keeps_position(bench: &Bench<'_>, refused: &[&str]) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(MARK)?;
    subject.set_up(&game)?;
    for line in refused {
        let lines = subject.ask(line)?;
        subject.expect_no_best(&lines, "no bestmove")?;
        subject.expect_at(&game)?;
    }
    Ok(())
}

fn position(bench: &Bench<'_>) -> Verdict {
    keeps_position(bench, &POSITIONS)
}

fn turn(bench: &Bench<'_>) -> Verdict {
    keeps_position(bench, &TURNS)
}

/// What an engine says to a `go` that it should refuse, stopped after a moment if it works.
fn said_to(subject: &mut Subject<'_>, line: &str) -> Verdict<Vec<String>> {
    let mut lines = subject.ask(line)?;
    if lines.is_empty() {
        lines.extend(subject.listen()?);
    }
    if count_best(&lines) == 0 {
        lines.extend(subject.ask("stop")?);
    }
    Ok(lines)
}

fn go(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(MARK)?;
    for line in GOS {
        subject.set_up(&game)?;
        let mut lines = said_to(&mut subject, line)?;
        if count_best(&lines) == 0 {
            // It may come a moment after the stop.
            lines.extend(subject.listen()?);
        }
        if count_best(&lines) > 1 {
            return subject.failure("one bestmove or none", shown_lines(&lines));
        }
    }
    subject.set_up(&game)?;
    subject.expect_at(&game)
}

fn go_refused(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.reporting()?;
    subject.set_up(&bench.game(MARK)?)?;
    for line in GOS {
        let lines = said_to(&mut subject, line)?;
        subject.expect_no_best(&lines, "no bestmove")?;
    }
    Ok(())
}

/// Lines with an error, and its code.
const CODES: [(&str, &str); 28] = [
    ("hello", "unknown-command"),
    ("position", "missing-position"),
    ("position here", "unknown-position"),
    ("position fen moves a1-c1+d1", "missing-position-text"),
    ("position startpos a1-c1+d1", "unexpected-word"),
    ("position fen 6/6 r 1 1", "bad-position"),
    ("position fen 4tt/4tt/6/6/rr4/rr4 r 256 0", "bad-position"),
    ("position startpos moves e2e4", "bad-turn"),
    ("position startpos moves a1-c1+d1 a1-c1+d1", "illegal-turn"),
    ("moves a1-c1+d1", "illegal-turn"),
    ("moves zz", "bad-turn"),
    ("moves c1-e1", "ambiguous-turn"),
    ("undo", "nothing-to-undo"),
    ("undo x", "bad-number"),
    ("undo 1 2", "unexpected-word"),
    ("setoption", "missing-name"),
    ("setoption name value 3", "missing-name"),
    ("setoption name Certainly Not value 3", "unknown-option"),
    ("go depth", "missing-value"),
    ("go wtime btime 50000", "missing-value"),
    ("go depth 12x", "bad-number"),
    ("go nodes -1", "bad-number"),
    ("go depth 4294967296", "bad-number"),
    ("go deep 3", "unknown-parameter"),
    ("go searchmoves f6-d6+c6", "illegal-turn"),
    ("perft", "missing-value"),
    ("perft x", "bad-number"),
    ("debug maybe", "bad-value"),
];

/// A position for the table above: Red has a hop that two turns begin with.
const FOR_CODES: &str = "6/6/6/6/6/2rr2 r 5 5";

fn reported(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.reporting()?;
    subject.set_up(&bench.game(FOR_CODES)?)?;
    for (line, code) in CODES {
        let lines = said_to(&mut subject, line)?;
        let start = format!("info string error {code}: ");
        match lines.as_slice() {
            [only] if only.starts_with(&start) => {}
            _ => {
                let expected = format!("only '{start}…' after '{line}'");
                return subject.failure(expected, shown_lines(&lines));
            }
        }
    }
    subject.set_up(&bench.game(LOST)?)?;
    Ok(())
}

fn turn_named(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.reporting()?;
    let lines =
        subject.ask("position startpos moves a1-c1+d1 f6-d6+c6 b2-d2+e2 b1-b3+b4 a1-a3+a4")?;
    let names_it = |line: &String| {
        let mut words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
        // The third of the turns, the sixth of the words.
        line.contains("b2-d2+e2") && words.any(|word| word == "3" || word == "6")
    };
    if lines.iter().any(names_it) {
        Ok(())
    } else {
        subject.failure(
            "an error that names b2-d2+e2 and its place",
            shown_lines(&lines),
        )
    }
}
