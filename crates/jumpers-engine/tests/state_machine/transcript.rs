//! Compares what a session said with what the model expects.

use jumpers_core::BoardSize;
use jumpers_protocol::{Info, Reply};

use crate::common::{Rules, open};
use crate::model::{Answer, Job, Model, Work};

macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

/// Is a line from what runs beside the session?
fn is_of_work(line: &str) -> bool {
    const STARTS: [&str; 8] = [
        "info depth ",
        "info nodes ",
        "info string debug: ",
        "info string genfens ",
        "info string error perft: ",
        "info string error openings: ",
        "bestmove ",
        "Nodes searched: ",
    ];
    let is_divide = || {
        let count = line.split_once(": ").map(|(_, count)| count.parse::<u64>());
        matches!(count, Some(Ok(_)))
    };
    // One line of `help` begins like that, too.
    let is_help = line.starts_with("info string genfens <");
    !is_help && STARTS.iter().any(|start| line.starts_with(start))
        || line.starts_with("position ")
        || line.ends_with(" nps")
        || is_divide()
}

/// Is a line the last of its work?
fn is_last(work: &Work, line: &str) -> bool {
    match work {
        Work::Search { .. } => line.starts_with("bestmove "),
        Work::Count { .. } => {
            line.starts_with("Nodes searched: ") || line.starts_with("info string error perft: ")
        }
        Work::Bench => line.ends_with(" nps"),
        Work::Openings { .. } => {
            line.starts_with("info string genfens done ")
                || line.starts_with("info string error openings: ")
        }
    }
}

/// Checks a whole session. If it is not settled, it was ended before all was done and answered.
pub fn check(model: &Model<'_>, said: &[String], is_settled: bool) -> Result<(), String> {
    let (mut of_work, mut answers) = (Vec::new(), Vec::new());
    for (place, line) in said.iter().enumerate() {
        if is_of_work(line) {
            of_work.push((place, line.as_str()));
        } else {
            answers.push((place, line.as_str()));
        }
    }
    for ((_, line), (number, answer)) in answers.iter().zip(&model.answers) {
        let is_right = match answer {
            Answer::Is(text) => line == text,
            Answer::Begins(text) => line.starts_with(text),
        };
        ensure!(
            is_right,
            "line {number} is answered with {line}, not {answer:?}"
        );
    }
    let (found, expected) = (answers.len(), model.answers.len());
    let is_complete = found == expected || !is_settled && found < expected;
    ensure!(is_complete, "{found} answers, not {expected}");
    let debugs = |line: &str| line.starts_with("info string debug: ");
    let is_debugged = of_work.iter().any(|(_, line)| debugs(line));
    ensure!(
        model.debug_was_on || !is_debugged,
        "debug lines that nobody wants"
    );
    of_work.retain(|(_, line)| !debugs(line));
    // Where the answers of the commands with these numbers are.
    let numbers: Vec<_> = answers
        .iter()
        .zip(&model.answers)
        .map(|((place, _), (number, _))| (*number, *place))
        .collect();
    let mut rest = of_work.as_slice();
    for job in &model.jobs {
        let end = rest.iter().position(|(_, line)| is_last(&job.work, line));
        let Some(end) = end else {
            ensure!(!is_settled, "the work of line {} has no end", job.begun_by);
            return Ok(());
        };
        let (lines, others) = rest.split_at(end + 1);
        rest = others;
        check_place(job, lines, &numbers)?;
        let lines: Vec<_> = lines.iter().map(|(_, line)| *line).collect();
        check_job(job, &lines).map_err(|error| format!("line {}: {error}", job.begun_by))?;
    }
    ensure!(rest.is_empty(), "nobody asked for {rest:?}");
    Ok(())
}

/// The lines of a job come after what was before it and before what comes after it, and not as
/// long as it is held.
fn check_place(
    job: &Job,
    lines: &[(usize, &str)],
    numbers: &[(usize, usize)],
) -> Result<(), String> {
    let (Some((first, _)), Some((last, line))) = (lines.first(), lines.last()) else {
        return Ok(());
    };
    for (number, place) in numbers {
        ensure!(
            *number > job.begun_by || place < first,
            "{line} begins before line {number}"
        );
        let is_after = job.ended_by.is_some_and(|by| *number >= by);
        ensure!(
            !is_after || place > last,
            "{line} after the answer to line {number}"
        );
        let is_held = job.held_until.is_some_and(|until| *number < until);
        ensure!(
            !is_held || place < last,
            "{line} before the answer to line {number}"
        );
    }
    Ok(())
}

fn check_job(job: &Job, lines: &[&str]) -> Result<(), String> {
    let (last, before) = lines.split_last().ok_or("no lines")?;
    match &job.work {
        Work::Search { .. } => check_search(&job.work, before, last),
        Work::Count { total, divide } => {
            let Some(count) = last.strip_prefix("Nodes searched: ") else {
                ensure!(job.is_stopped, "a count that nobody stopped has no end");
                return Ok(());
            };
            if let Some(total) = total {
                ensure!(count == total.to_string(), "{count} sequences, not {total}");
            }
            let parts = before.iter().filter_map(|line| line.split_once(": "));
            let (turns, counts): (Vec<_>, Vec<_>) = parts.unzip();
            let sum: u64 = counts.iter().filter_map(|c| c.parse::<u64>().ok()).sum();
            match divide {
                None => ensure!(before.is_empty(), "{before:?}"),
                Some(expected) => {
                    ensure!(turns == *expected, "{turns:?} counted, not {expected:?}");
                    ensure!(sum.to_string() == count, "the counts add up to {sum}");
                }
            }
            Ok(())
        }
        Work::Bench => {
            ensure!(
                before.iter().all(|line| line.starts_with("position ")),
                "{before:?}"
            );
            Ok(())
        }
        Work::Openings { count, board } => {
            ensure!(before.len() <= *count as usize, "too many openings");
            let done = last.strip_prefix("info string genfens done ");
            let is_all = done == Some(&count.to_string()) && before.len() == *count as usize;
            ensure!(is_all || done.is_none(), "{last} after {}", before.len());
            check_openings(before, *board)
        }
    }
}

fn check_openings(lines: &[&str], board: BoardSize) -> Result<(), String> {
    let mut seen = Vec::new();
    for line in lines {
        let text = line.strip_prefix("info string genfens ");
        let position = text
            .and_then(open)
            .ok_or_else(|| format!("{line} is no opening"))?;
        ensure!(
            position.points() == board.points(),
            "{line} is on another board"
        );
        ensure!(!position.is_over(), "{line} is over");
        seen.push(position.reflected());
    }
    seen.sort();
    seen.dedup();
    ensure!(seen.len() == lines.len(), "an opening twice");
    Ok(())
}

fn check_search(work: &Work, before: &[&str], last: &str) -> Result<(), String> {
    let Work::Search {
        allowed,
        position,
        lines,
        tells_ponder,
        solves,
    } = work
    else {
        return Ok(());
    };
    let mut infos: Vec<Info> = Vec::new();
    for line in before {
        match line.parse() {
            Ok(Reply::Info(info)) if info.score.is_some() => infos.push(info),
            Ok(Reply::Info(info)) if info.currmove.is_some() => {}
            Ok(Reply::Info(info)) if *solves && is_proof_progress(&info) => {}
            _ => return Err(format!("{line} in a search")),
        }
    }
    for info in &infos {
        check_line(position.as_ref(), info)?;
        let number = info.multipv.ok_or("a line without its number")?;
        ensure!(
            (1..=*lines).contains(&(number as usize)),
            "line {number} of {lines}"
        );
        let first = info.pv.first();
        ensure!(
            first.is_none_or(|turn| allowed.contains(turn)),
            "{first:?} is not asked for"
        );
    }
    // At the end there is one for each of the best turns, if it was not cut before it had them.
    let expected = (*lines).min(allowed.len()).max(1);
    let end = infos.iter().rposition(|info| info.multipv == Some(1));
    let block = &infos[end.ok_or("no line before the answer")?..];
    let numbers = block.iter().filter_map(|info| info.multipv);
    ensure!(
        numbers.eq(1..=block.len() as u32),
        "lines before {last} are not in order"
    );
    // The first iteration may not be over.
    let is_cut = matches!(block[0].depth, Some(0 | 1));
    ensure!(
        block.len() == expected || is_cut || *solves && block.len() == 1,
        "not {expected} lines before {last}"
    );
    let words: Vec<_> = last.split(' ').collect();
    match words.as_slice() {
        ["bestmove", "(none)"] => ensure!(allowed.is_empty(), "{last}, but there are turns"),
        ["bestmove", turn] => ensure!(allowed.iter().any(|a| a == turn), "{last} is not allowed"),
        ["bestmove", turn, "ponder", reply] => {
            ensure!(*tells_ponder, "{last} in UGI");
            ensure!(allowed.iter().any(|a| a == turn), "{last} is not allowed");
            let next = position.after(turn).map_err(|error| error.to_string())?;
            ensure!(
                next.turns().iter().any(|t| t == reply),
                "{last}: the reply is not legal"
            );
        }
        _ => return Err(last.to_owned()),
    }
    Ok(())
}

/// Does a line say how far a proof is?
fn is_proof_progress(info: &Info) -> bool {
    let text = info.string.as_deref().unwrap_or_default();
    info.nodes.is_some() && text.starts_with("proof ") && text.contains(" disproof ")
}

/// Each turn of a line is legal, and its canonical text.
fn check_line(position: &dyn Rules, info: &Info) -> Result<(), String> {
    let mut at = position.copy();
    for turn in &info.pv {
        ensure!(
            at.meant(turn).as_ref() == Ok(turn),
            "{info}: {turn} is not legal"
        );
        at = at.after(turn).map_err(|error| error.to_string())?;
    }
    Ok(())
}
