//! The lines that an engine reads.

use jumpers_record::Referee;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Verdict, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::{MARK, line_of, up_to};

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "lines.crlf",
        level: Level::Required,
        scope: Scope::Once,
        asks: "lines may end with CR LF",
        check: crlf,
    },
    Rule {
        id: "lines.spaces",
        level: Level::Required,
        scope: Scope::Once,
        asks: "any number of spaces and tabs stands between words and at the ends",
        check: spaces,
    },
    Rule {
        id: "lines.empty",
        level: Level::Required,
        scope: Scope::Once,
        asks: "lines without a word are skipped",
        check: empty,
    },
    Rule {
        id: "lines.pieces",
        level: Level::Required,
        scope: Scope::Once,
        asks: "a line may come in pieces, and several at once",
        check: pieces,
    },
    Rule {
        id: "lines.bytes",
        level: Level::Required,
        scope: Scope::Once,
        asks: "NUL, control characters and bytes that are not UTF-8 do no harm",
        check: bytes,
    },
    Rule {
        id: "lines.long-game",
        level: Level::Required,
        scope: Scope::Once,
        asks: "a position line has the turns of a whole game",
        check: long_game,
    },
    Rule {
        id: "lines.long-word",
        level: Level::Required,
        scope: Scope::Once,
        asks: "a line of 100,000 letters, or words, does no harm",
        check: long_word,
    },
    Rule {
        id: "lines.empty-moves",
        level: Level::Required,
        scope: Scope::Once,
        asks: "moves without a turn behind it is no error",
        check: empty_moves,
    },
    Rule {
        id: "lines.unknown-words",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "words before the first known command are skipped",
        check: unknown_words,
    },
    Rule {
        id: "lines.separators",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "NUL, control characters and the byte order mark separate words",
        check: separators,
    },
    Rule {
        id: "lines.too-long",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "a line of 9 MiB is the error line-too-long",
        check: too_long,
    },
    Rule {
        id: "lines.last",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "a last line without an LF counts",
        check: last,
    },
];

/// Sends bytes that set the marked position up, and looks whether the engine is there.
fn sets_up(bench: &Bench<'_>, bytes: &[u8]) -> Verdict {
    let mut subject = bench.playing()?;
    subject.send_bytes(bytes);
    subject.sync()?;
    subject.expect_at(&bench.game(MARK)?)
}

fn crlf(bench: &Bench<'_>) -> Verdict {
    sets_up(bench, format!("position fen {MARK}\r\n").as_bytes())
}

fn spaces(bench: &Bench<'_>) -> Verdict {
    let words = format!("position fen {MARK}").replace(' ', " \t  ");
    sets_up(bench, format!("\t  {words}  \t\n").as_bytes())
}

fn pieces(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for piece in format!("position startpos\nposition fen {MARK}\nucinewgame\n")
        .as_bytes()
        .chunks(5)
    {
        subject.send_bytes(piece);
    }
    subject.sync()?;
    subject.expect_at(&bench.game(MARK)?)?;
    let lines = format!("position startpos\nisready\nposition fen {MARK}\nisready\n");
    subject.send_bytes(lines.as_bytes());
    for _ in 0..2 {
        subject.until("readyok twice", subject.deadline(), |line| {
            line == "readyok"
        })?;
    }
    subject.expect_at(&bench.game(MARK)?)
}

/// Sends bytes that say nothing, and looks whether the engine is where it was.
fn does_no_harm(bench: &Bench<'_>, bytes: &[u8]) -> Verdict<Vec<String>> {
    let mut subject = bench.playing()?;
    subject.set_up(&bench.game(MARK)?)?;
    subject.send_bytes(bytes);
    let lines = subject.sync()?;
    subject.expect_no_best(&lines, "no bestmove")?;
    subject.expect_at(&bench.game(MARK)?)?;
    Ok(lines)
}

fn empty(bench: &Bench<'_>) -> Verdict {
    does_no_harm(bench, b"\n\n   \n\t\n\r\n \t \r\n\n").map(drop)
}

fn bytes(bench: &Bench<'_>) -> Verdict {
    let noise = b"\0\n\xff\xfe\0abc\xc3\x28 \x1b[2J\x07\n\x80\n\xed\xa0\x80 \xf5\n\0\0\0\n";
    does_no_harm(bench, noise).map(drop)
}

fn long_word(bench: &Bench<'_>) -> Verdict {
    let mut line = vec![b'x'; 100_000];
    line.push(b'\n');
    does_no_harm(bench, &line)?;
    let words = format!("{}\n", "word ".repeat(20_000));
    does_no_harm(bench, words.as_bytes()).map(drop)
}

fn long_game(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for game in &bench.samples.games {
        let before = up_to(game, game.turns().len().saturating_sub(1));
        subject.search_legal(&before, "go depth 1", subject.deadline())?;
    }
    Ok(())
}

fn empty_moves(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for line in [
        "position startpos moves ".to_owned(),
        format!("position fen {MARK} moves"),
    ] {
        let lines = subject.ask(&line)?;
        let is_error = |line: &String| line.starts_with("info string error");
        if lines.iter().any(is_error) {
            return subject.failure("no error", shown_lines(&lines));
        }
    }
    subject.expect_at(&bench.game(MARK)?)
}

fn unknown_words(bench: &Bench<'_>) -> Verdict {
    sets_up(
        bench,
        format!("joho please position fen {MARK}\n").as_bytes(),
    )
}

fn separators(bench: &Bench<'_>) -> Verdict {
    let line = format!("\u{feff}position fen {MARK}").replace(' ', "\0\u{1f} \u{a0}");
    sets_up(bench, format!("{line}\n").as_bytes())
}

fn too_long(bench: &Bench<'_>) -> Verdict {
    bench.reporting()?;
    let mut line = vec![b'x'; 9 << 20];
    line.push(b'\n');
    let lines = does_no_harm(bench, &line)?;
    let [only] = lines.as_slice() else {
        return bench.failure("one error", shown_lines(&lines));
    };
    if only.starts_with("info string error line-too-long: ") {
        Ok(())
    } else {
        bench.failure("the error line-too-long", shown_lines(&lines))
    }
}

fn last(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game: Referee = bench.game(MARK)?;
    subject.send_bytes(format!("{}\nisready", line_of(&game)).as_bytes());
    subject.close_input();
    let is_ready = |line: &str| line == "readyok";
    subject
        .until("readyok", subject.deadline(), is_ready)
        .map(drop)
}
