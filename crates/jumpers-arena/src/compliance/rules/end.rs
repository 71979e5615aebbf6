//! How a session ends.

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Verdict, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::search::count_best;
use crate::compliance::subject::Subject;
use crate::process::Exit;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "end.quit",
        level: Level::Required,
        scope: Scope::Once,
        asks: "quit ends the engine",
        check: quit,
    },
    Rule {
        id: "end.quit-in-search",
        level: Level::Required,
        scope: Scope::Once,
        asks: "quit in a search ends the engine",
        check: quit_in_search,
    },
    Rule {
        id: "end.input",
        level: Level::Required,
        scope: Scope::Once,
        asks: "the end of the input ends the engine",
        check: input,
    },
    Rule {
        id: "end.input-in-search",
        level: Level::Required,
        scope: Scope::Once,
        asks: "the end of the input in a search ends the engine",
        check: input_in_search,
    },
    Rule {
        id: "end.output",
        level: Level::Required,
        scope: Scope::Once,
        asks: "when nobody reads its output an engine ends, at the latest when it writes",
        check: output,
    },
    Rule {
        id: "end.alone",
        level: Level::Required,
        scope: Scope::Once,
        asks: "when the engine has ended no other process has its output open",
        check: alone,
    },
    Rule {
        id: "end.output-idle",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "that nobody reads its output is noticed also when nothing is written",
        check: output_idle,
    },
    Rule {
        id: "end.status",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "the exit status is 0, and a search has its bestmove before",
        check: status,
    },
];

/// An engine that searches until it is stopped.
fn searching<'a>(bench: &'a Bench<'a>) -> Verdict<Subject<'a>> {
    let mut subject = bench.playing()?;
    subject.ask("position startpos")?;
    subject.send("go infinite");
    subject.listen()?;
    Ok(subject)
}

fn quit(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    subject.send("quit");
    subject.ended().map(drop)
}

fn quit_in_search(bench: &Bench<'_>) -> Verdict {
    let mut subject = searching(bench)?;
    subject.send("quit");
    subject.ended().map(drop)
}

fn input(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    subject.close_input();
    subject.ended().map(drop)
}

fn input_in_search(bench: &Bench<'_>) -> Verdict {
    let mut subject = searching(bench)?;
    subject.close_input();
    subject.ended().map(drop)
}

fn output(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    subject.close_output();
    subject.send("isready");
    subject.send("go depth 1");
    subject.send("isready");
    subject.ended().map(drop)
}

fn output_idle(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    subject.close_output();
    subject.ended().map(drop)
}

fn alone(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    subject.send("quit");
    subject.close_input();
    subject.ended()?;
    if subject.left_output_open() {
        return subject.failure("no other process", "one that has the engine's output open");
    }
    Ok(())
}

fn status(bench: &Bench<'_>) -> Verdict {
    let mut subject = searching(bench)?;
    subject.send("quit");
    let (exit, lines) = subject.ended()?;
    if exit != Exit::Status(0) {
        return subject.failure("exit status 0", exit.to_string());
    }
    if count_best(&lines) != 1 {
        return subject.failure("a bestmove before the end", shown_lines(&lines));
    }
    Ok(())
}
