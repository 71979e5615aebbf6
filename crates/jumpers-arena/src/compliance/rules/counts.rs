//! Counts of sequences of turns.

use jumpers_core::BoardSize;
use jumpers_record::Referee;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Broken, Verdict, shown, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::count;
use crate::compliance::subject::Subject;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "counts.perft",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "perft counts sequences of turns",
        check: perft,
    },
    Rule {
        id: "counts.paths",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "perft … paths counts sequences of paths",
        check: paths,
    },
    Rule {
        id: "counts.divide",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "divide and go perft have a line for each first turn, sorted, and the sum",
        check: divide,
    },
    Rule {
        id: "counts.stopped",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "a count can be stopped, which is the error perft",
        check: stopped,
    },
];

/// Counts are made as deep as they have so many sequences at most.
const MOST: u64 = 20_000;
/// And no deeper than this.
const DEEPEST: u32 = 4;

fn is_total(line: &str) -> bool {
    line.starts_with("Nodes searched: ")
}

/// An engine that counts.
fn counting<'a>(bench: &'a Bench<'a>) -> Verdict<Subject<'a>> {
    let mut subject = bench.ready()?;
    subject.send("perft 1");
    let is_end = |line: &str| is_total(line) || line.starts_with("info string error");
    let lines = subject.until("a count", subject.deadline(), is_end);
    match lines {
        Ok(lines) if lines.last().is_some_and(|line| is_total(line)) => Ok(subject),
        Ok(lines) => Err(Broken::Absent(shown_lines(&lines))),
        Err(Broken::Failure(failure)) => Err(Broken::Absent(failure.to_string())),
        Err(other) => Err(other),
    }
}

/// What the engine counts.
fn counted(subject: &mut Subject<'_>, line: &str) -> Verdict<Vec<String>> {
    subject.send(line);
    subject.until("'Nodes searched: …'", subject.deadline(), is_total)
}

fn total(lines: &[String]) -> Option<u64> {
    lines.last()?.rsplit(' ').next()?.parse().ok()
}

/// Positions with the depths to which they are counted, and what is counted then.
fn cases(bench: &Bench<'_>, paths: bool, divide: bool) -> Vec<(Referee, u32, Vec<String>)> {
    let mut games: Vec<_> = BoardSize::ALL.map(Referee::start_of).into();
    games.extend(bench.samples.positions(3));
    let mut cases = Vec::new();
    for game in games {
        for depth in 0..=DEEPEST {
            let Some(lines) = count(&game.position(), depth, paths, divide) else {
                break;
            };
            let sequences = total(&lines).unwrap_or(0);
            cases.push((game.clone(), depth, lines));
            // A turn leads to a hundred others at most, in most positions.
            if sequences * 20 > MOST || sequences == 0 {
                break;
            }
        }
    }
    cases
}

fn totals_agree(bench: &Bench<'_>, paths: bool) -> Verdict {
    let mut subject = counting(bench)?;
    let words = if paths { " paths" } else { "" };
    for (game, depth, expected) in cases(bench, paths, false) {
        subject.set_up(&game)?;
        let found = counted(&mut subject, &format!("perft {depth}{words}"))?;
        if total(&found) != total(&expected) || found.len() > 1 {
            let expected = format!("{} in {}", shown_lines(&expected), game.position());
            return subject.failure(expected, shown_lines(&found));
        }
    }
    Ok(())
}

fn perft(bench: &Bench<'_>) -> Verdict {
    totals_agree(bench, false)
}

fn paths(bench: &Bench<'_>) -> Verdict {
    totals_agree(bench, true)
}

fn divide(bench: &Bench<'_>) -> Verdict {
    let mut subject = counting(bench)?;
    let mut compare = |line: &str, paths: bool| {
        for (game, depth, expected) in cases(bench, paths, true) {
            subject.set_up(&game)?;
            let words = if paths { " paths" } else { "" };
            let found = counted(&mut subject, &format!("{line} {depth}{words}"))?;
            let mut pairs = found.iter().zip(&expected);
            if let Some((found, expected)) = pairs.find(|(found, expected)| found != expected) {
                let place = game.position();
                let expected = format!("'{}' in {place}", shown(expected));
                return subject.failure(expected, format!("'{}'", shown(found)));
            }
            if found.len() != expected.len() {
                let expected = format!("{} lines in {}", expected.len(), game.position());
                return subject.failure(expected, format!("{} lines", found.len()));
            }
        }
        Ok(())
    };
    compare("divide", false)?;
    compare("go perft", false)?;
    compare("divide", true)
}

fn stopped(bench: &Bench<'_>) -> Verdict {
    let mut subject = counting(bench)?;
    subject.ask("position startpos")?;
    subject.send("perft 40");
    subject.sync()?;
    subject.send("stop");
    let is_end = |line: &str| line.starts_with("info string error perft: ");
    subject.until("'info string error perft: …'", subject.deadline(), is_end)?;
    subject.sync().map(drop)
}
