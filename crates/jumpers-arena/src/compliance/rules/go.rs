//! Searches, and how long they take.

use std::time::Duration;

use jumpers_protocol::Dialect;
use jumpers_record::Referee;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Broken, Verdict, shown, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::{LOST, MARK};
use crate::compliance::search::{clocks, count_best};

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "go.legal",
        level: Level::Required,
        scope: Scope::Each,
        asks: "the turn is legal: captures, loops, made-up positions, games by lot on all boards",
        check: legal,
    },
    Rule {
        id: "go.depth",
        level: Level::Required,
        scope: Scope::Each,
        asks: "go depth has a legal turn",
        check: depth,
    },
    Rule {
        id: "go.nodes",
        level: Level::Required,
        scope: Scope::Each,
        asks: "go nodes has a legal turn",
        check: nodes,
    },
    Rule {
        id: "go.movetime",
        level: Level::Required,
        scope: Scope::Each,
        asks: "go movetime has a legal turn in time",
        check: movetime,
    },
    Rule {
        id: "go.clock",
        level: Level::Required,
        scope: Scope::Each,
        asks: "a clock, with increments and movestogo or without, has a legal turn in time",
        check: clock,
    },
    Rule {
        id: "go.no-time",
        level: Level::Required,
        scope: Scope::Each,
        asks: "a millisecond, none, or less, on the clock or for a turn, has a legal turn",
        check: no_time,
    },
    Rule {
        id: "go.first-limit",
        level: Level::Required,
        scope: Scope::Each,
        asks: "the first of several limits ends the search",
        check: first_limit,
    },
    Rule {
        id: "go.once",
        level: Level::Required,
        scope: Scope::Each,
        asks: "each go has exactly one bestmove",
        check: once,
    },
    Rule {
        id: "go.form",
        level: Level::Required,
        scope: Scope::Each,
        asks: "bestmove is the turn alone in UGI, and may have 'ponder <legal turn>' behind it in UCI",
        check: form,
    },
    Rule {
        id: "go.finished",
        level: Level::Required,
        scope: Scope::Each,
        asks: "in a finished game the answer is 'bestmove (none)'",
        check: finished,
    },
    Rule {
        id: "go.searchmoves",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "searchmoves is what the engine chooses among, and does not outlast the go",
        check: searchmoves,
    },
    Rule {
        id: "go.bare",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "go without a limit takes about a second",
        check: bare,
    },
    Rule {
        id: "go.other-clock",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "the clocks of the other dialect are understood",
        check: other_clock,
    },
    Rule {
        id: "go.mate",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "go mate 1 finds a win in one turn",
        check: mate,
    },
];

/// A position in which the only turn takes the last token.
const LAST: &str = "6/6/6/6/6/rt4 r 0 0";
const SECOND: Duration = Duration::from_secs(1);

fn legal(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    for game in bench.samples.open_positions(6) {
        subject.search_shortly(&game)?;
    }
    Ok(())
}

/// Some positions, for what is tried with several limits.
fn positions(bench: &Bench<'_>) -> Verdict<[Referee; 3]> {
    let start = "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31";
    Ok([
        bench.game(MARK)?,
        bench.game("4tt/4tt/6/6/rr4/1rrr2 t 11 13")?,
        bench.game(start)?,
    ])
}

/// Each of these lines has a legal turn within this limit, or within the deadline.
fn all_legal(bench: &Bench<'_>, lines: &[String], limit: Option<Duration>) -> Verdict {
    let mut subject = bench.ready()?;
    for game in positions(bench)? {
        for line in lines {
            subject.search_legal(&game, line, bench.allowance(limit))?;
        }
    }
    Ok(())
}

fn depth(bench: &Bench<'_>) -> Verdict {
    all_legal(
        bench,
        &[1, 2, 3].map(|depth| format!("go depth {depth}")),
        None,
    )
}

fn nodes(bench: &Bench<'_>) -> Verdict {
    all_legal(
        bench,
        &[1, 10, 500].map(|nodes| format!("go nodes {nodes}")),
        None,
    )
}

fn movetime(bench: &Bench<'_>) -> Verdict {
    let lines = ["go movetime 50".to_owned()];
    all_legal(bench, &lines, Some(Duration::from_millis(50)))
}

fn clock(bench: &Bench<'_>) -> Verdict {
    let lines = [
        format!("go {}", clocks(bench.dialect, 200, 10)),
        format!("go {} movestogo 2", clocks(bench.dialect, 200, 0)),
    ];
    all_legal(bench, &lines, Some(Duration::from_millis(200)))
}

fn no_time(bench: &Bench<'_>) -> Verdict {
    let mut lines: Vec<_> = [1, 0, -1, -1000]
        .into_iter()
        .flat_map(|time| {
            [
                format!("go movetime {time}"),
                format!("go {}", clocks(bench.dialect, time, 0)),
            ]
        })
        .collect();
    lines.push(format!("go {} movestogo 1", clocks(bench.dialect, 1, 1)));
    all_legal(bench, &lines, Some(Duration::from_millis(1)))
}

fn first_limit(bench: &Bench<'_>) -> Verdict {
    let time = Duration::from_millis(100);
    let soon = "go depth 1000000 movetime 100".to_owned();
    all_legal(bench, &[soon], Some(time))?;
    all_legal(bench, &["go depth 1 movetime 3600000".to_owned()], None)
}

fn once(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    let game = bench.game("4tt/4tt/6/6/rr4/1rrr2 t 11 13")?;
    let clock = format!("go {}", clocks(bench.dialect, 100, 0));
    for line in ["go depth 2", "go nodes 20", "go movetime 30", &clock] {
        subject.search_legal(&game, line, bench.allowance(None))?;
        let lines = subject.sync()?;
        subject.expect_no_best(&lines, "one bestmove")?;
        let lines = subject.listen()?;
        subject.expect_no_best(&lines, "one bestmove")?;
    }
    Ok(())
}

fn form(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    for game in bench.samples.open_positions(3) {
        let searched = subject.search_shortly(&game)?;
        let words: Vec<_> = searched.best.split(' ').collect();
        let found = || format!("'{}'", shown(&searched.best));
        match (bench.dialect, &words[..]) {
            (_, [_, _]) => {}
            (Dialect::Ugi, _) => return subject.failure("'bestmove <turn>'", found()),
            (Dialect::Uci, [_, turn, "ponder", answer]) => {
                let mut next = game.clone();
                let expected = next.play(turn).and_then(|_| next.play(answer));
                if let Err(error) = expected {
                    let found = format!("{} ({error})", found());
                    return subject.failure("a legal answer behind 'ponder'", found);
                }
            }
            (Dialect::Uci, _) => {
                return subject.failure("'bestmove <turn> [ponder <turn>]'", found());
            }
        }
    }
    Ok(())
}

fn finished(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    for text in [LOST, LAST] {
        let mut game = bench.game(text)?;
        if game.winner().is_none() {
            // The last turn takes the last token.
            let turn = game.legal_turns().swap_remove(0);
            let _ = game.play(&turn);
        }
        for line in ["go depth 1", "go movetime 20"] {
            subject.set_up(&game)?;
            let searched = subject.go(line, bench.allowance(None))?;
            if searched.turn.is_some() {
                let found = format!("'{}'", shown(&searched.best));
                return subject.failure("'bestmove (none)'", found);
            }
            let lines = subject.sync()?;
            subject.expect_no_best(&lines, "one bestmove")?;
        }
    }
    Ok(())
}

fn searchmoves(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    for game in positions(bench)? {
        for turn in game.legal_turns() {
            let line = format!("go depth 1 searchmoves {turn}");
            let searched = subject.search_legal(&game, &line, subject.deadline())?;
            if subject.expect_legal(&game, &searched)? != turn {
                let found = format!("'{}'", shown(&searched.best));
                return subject.failure(format!("the turn {turn}"), found);
            }
        }
    }
    // In this position none of those turns is legal.
    let game = bench.game(LAST)?;
    subject.search_legal(&game, "go depth 1", subject.deadline())?;
    Ok(())
}

fn bare(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    let game = bench.game("4tt/4tt/6/6/rr4/1rrr2 t 11 13")?;
    subject.search_legal(&game, "go", bench.allowance(Some(2 * SECOND)))?;
    Ok(())
}

fn other_clock(bench: &Bench<'_>) -> Verdict {
    let other = match bench.dialect {
        Dialect::Uci => Dialect::Ugi,
        Dialect::Ugi => Dialect::Uci,
    };
    let mut subject = bench.ready()?;
    subject.set_up(&bench.game(MARK)?)?;
    let line = format!("go {}", clocks(other, 100, 10));
    let lines = subject.ask(&line)?;
    if lines
        .iter()
        .any(|line| line.starts_with("info string error"))
    {
        return Err(Broken::Absent(shown_lines(&lines)));
    }
    if count_best(&lines) == 0 {
        subject.searched(bench.allowance(Some(Duration::from_millis(100))))?;
    }
    Ok(())
}

fn mate(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    let mut games = bench.samples.open_positions(30);
    games.retain(wins_at_once);
    for game in games.iter().take(10).chain([&bench.game(LAST)?]) {
        let searched = subject.search_legal(game, "go mate 1", subject.deadline())?;
        let mut next = game.clone();
        next.play(&subject.expect_legal(game, &searched)?).ok();
        if next.winner().is_none() {
            let expected = format!("a turn that wins at once in {}", game.position());
            return subject.failure(expected, format!("'{}'", shown(&searched.best)));
        }
    }
    Ok(())
}

/// Does a turn end the game?
fn wins_at_once(game: &Referee) -> bool {
    game.legal_turns().iter().any(|turn| {
        let mut next = game.clone();
        next.play(turn).is_ok() && next.winner().is_some()
    })
}
