//! Searches that are stopped, and what is said while they run.

use jumpers_record::Referee;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Verdict, shown, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::{LOST, MARK, line_of};
use crate::compliance::search::is_best;
use crate::compliance::subject::Subject;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "stop.infinite",
        level: Level::Required,
        scope: Scope::Each,
        asks: "go infinite has its bestmove after stop, and not before",
        check: infinite,
    },
    Rule {
        id: "stop.decided",
        level: Level::Required,
        scope: Scope::Each,
        asks: "that holds where there is one turn, where the game is won, and where it is over",
        check: decided,
    },
    Rule {
        id: "stop.ready",
        level: Level::Required,
        scope: Scope::Each,
        asks: "isready is answered in a search",
        check: ready,
    },
    Rule {
        id: "stop.idle",
        level: Level::Required,
        scope: Scope::Each,
        asks: "stop without a search says nothing and does not end the next one",
        check: idle,
    },
    Rule {
        id: "stop.at-once",
        level: Level::Required,
        scope: Scope::Each,
        asks: "go and stop in one write have one bestmove, and so have stop and go",
        check: at_once,
    },
    Rule {
        id: "stop.again",
        level: Level::Required,
        scope: Scope::Each,
        asks: "search after search can be stopped, each with one bestmove for its position",
        check: again,
    },
    Rule {
        id: "stop.go",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "go in a search ends it with its bestmove",
        check: go,
    },
    Rule {
        id: "stop.position",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "position in a search ends it with its bestmove, and an error leaves it alone",
        check: position,
    },
];

/// A position in which there is much to think about.
const OPEN: &str = "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31";

/// Searches until a stop, which is some time after the `go`.
fn waits(bench: &Bench<'_>, subject: &mut Subject<'_>, game: &Referee, legal: bool) -> Verdict {
    subject.set_up(game)?;
    subject.send("go infinite");
    let lines = subject.listen()?;
    subject.expect_no_best(&lines, "no bestmove before stop")?;
    subject.send("stop");
    let searched = subject.searched(bench.allowance(None))?;
    if legal {
        subject.expect_legal(game, &searched)?;
    } else if searched.turn.is_some() {
        let found = format!("'{}'", shown(&searched.best));
        return subject.failure("'bestmove (none)'", found);
    }
    let lines = subject.sync()?;
    subject.expect_no_best(&lines, "one bestmove")
}

fn infinite(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    waits(bench, &mut subject, &bench.game(OPEN)?, true)
}

fn decided(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for text in ["6/6/6/6/6/rt4 r 0 0", "6/6/6/1t4/t1t3/rt4 r 0 3"] {
        waits(bench, &mut subject, &bench.game(text)?, true)?;
    }
    waits(bench, &mut subject, &bench.game(LOST)?, false)
}

fn ready(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(OPEN)?;
    subject.set_up(&game)?;
    subject.send("go infinite");
    for _ in 0..3 {
        let lines = subject.sync()?;
        subject.expect_no_best(&lines, "no bestmove before stop")?;
    }
    subject.send("stop");
    let searched = subject.searched(bench.allowance(None))?;
    subject.expect_legal(&game, &searched).map(drop)
}

fn idle(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(OPEN)?;
    subject.set_up(&game)?;
    for _ in 0..3 {
        let lines = subject.ask("stop")?;
        if !lines.is_empty() {
            return subject.failure("nothing", shown_lines(&lines));
        }
    }
    subject.send("stop");
    waits(bench, &mut subject, &game, true)
}

fn at_once(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(OPEN)?;
    subject.set_up(&game)?;
    for _ in 0..5 {
        for bytes in [&b"go infinite\nstop\n"[..], b"stop\ngo depth 1\n"] {
            subject.send_bytes(bytes);
            let searched = subject.searched(bench.allowance(None))?;
            subject.expect_legal(&game, &searched)?;
            let lines = subject.sync()?;
            subject.expect_no_best(&lines, "one bestmove")?;
        }
    }
    Ok(())
}

fn again(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let games = [OPEN, MARK, "4tt/4tt/6/6/rr4/1rrr2 t 11 13"];
    for text in games.iter().cycle().take(9) {
        let game = bench.game(text)?;
        subject.send(&line_of(&game));
        subject.send("go infinite");
        subject.send("stop");
        let searched = subject.searched(bench.allowance(None))?;
        subject.expect_legal(&game, &searched)?;
    }
    let lines = subject.sync()?;
    subject.expect_no_best(&lines, "one bestmove for each go")
}

fn go(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(OPEN)?;
    subject.set_up(&game)?;
    subject.send("go infinite");
    subject.send("go depth 1");
    for _ in 0..2 {
        let searched = subject.searched(bench.allowance(None))?;
        subject.expect_legal(&game, &searched)?;
    }
    let lines = subject.sync()?;
    subject.expect_no_best(&lines, "two bestmoves")
}

fn position(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let (first, second) = (bench.game(OPEN)?, bench.game(MARK)?);
    subject.set_up(&first)?;
    subject.send("go infinite");
    let mut lines = subject.ask("position fen nonsense")?;
    lines.extend(subject.ask("setoption name Certainly Not value 1")?);
    subject.expect_no_best(&lines, "no bestmove after an error")?;
    let lines = subject.ask(&line_of(&second))?;
    let Some(best) = lines.iter().position(|line| is_best(line)) else {
        return subject.failure("a bestmove before readyok", shown_lines(&lines));
    };
    let turn = lines[best].split(' ').nth(1).unwrap_or_default();
    if first.clone().play(turn).is_err() {
        let found = format!("'{}'", shown(&lines[best]));
        return subject.failure("a turn of the position that was searched", found);
    }
    subject.expect_at(&second)
}
