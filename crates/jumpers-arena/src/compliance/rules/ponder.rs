//! Pondering.

use std::time::Duration;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Verdict, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::search::clocks;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "ponder.stop",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "go ponder waits for stop, and the next go is not disturbed",
        check: stop,
    },
    Rule {
        id: "ponder.hit",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "go ponder waits for ponderhit, and then has a turn in time",
        check: hit,
    },
    Rule {
        id: "ponder.idle",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "ponderhit out of place says nothing and does nothing",
        check: idle,
    },
];

const POSITION: &str = "4tt/4tt/6/6/rr4/1rrr2 t 11 13";

fn stop(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(POSITION)?;
    subject.set_up(&game)?;
    for _ in 0..2 {
        subject.send(&format!("go ponder {}", clocks(bench.dialect, 200, 10)));
        let lines = subject.listen()?;
        subject.expect_no_best(&lines, "no bestmove before stop")?;
        subject.send("stop");
        let searched = subject.searched(bench.allowance(None))?;
        subject.expect_legal(&game, &searched)?;
        subject.search_legal(&game, "go depth 2", subject.deadline())?;
        let lines = subject.sync()?;
        subject.expect_no_best(&lines, "one bestmove for each go")?;
    }
    Ok(())
}

fn hit(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(POSITION)?;
    subject.set_up(&game)?;
    for limit in [clocks(bench.dialect, 200, 10), "movetime 50".to_owned()] {
        subject.send(&format!("go ponder {limit}"));
        let lines = subject.listen()?;
        subject.expect_no_best(&lines, "no bestmove before ponderhit")?;
        subject.send("ponderhit");
        let time = Duration::from_millis(200);
        let searched = subject.searched(bench.allowance(Some(time)))?;
        subject.expect_legal(&game, &searched)?;
        let lines = subject.sync()?;
        subject.expect_no_best(&lines, "one bestmove")?;
    }
    Ok(())
}

fn idle(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let game = bench.game(POSITION)?;
    subject.set_up(&game)?;
    let lines = subject.ask("ponderhit")?;
    if !lines.is_empty() {
        return subject.failure("nothing", shown_lines(&lines));
    }
    subject.send("go infinite");
    let mut lines = subject.ask("ponderhit")?;
    lines.extend(subject.listen()?);
    subject.expect_no_best(&lines, "no bestmove before stop")?;
    subject.send("stop");
    let searched = subject.searched(bench.allowance(None))?;
    subject.expect_legal(&game, &searched).map(drop)
}
