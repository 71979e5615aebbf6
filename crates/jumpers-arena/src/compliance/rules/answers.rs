//! What comes before `bestmove`.

use jumpers_protocol::{Bound, Dialect, ScoreValue};

use crate::compliance::bench::Bench;
use crate::compliance::failure::Verdict;
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::LOST;
use crate::compliance::solver::{Claim, refuted};

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "info.score",
        level: Level::Required,
        scope: Scope::Each,
        asks: "an info with a score comes before bestmove, and all info lines can be read",
        check: score,
    },
    Rule {
        id: "info.pv",
        level: Level::Required,
        scope: Scope::Each,
        asks: "the turns of a pv are legal one after the other",
        check: pv,
    },
    Rule {
        id: "info.mate",
        level: Level::Required,
        scope: Scope::Each,
        asks: "a win or loss that is said to be proved is one, in moves in UCI and in plies in UGI",
        check: mate,
    },
    Rule {
        id: "info.lost",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "the score of a finished game is mate 0",
        check: lost,
    },
    Rule {
        id: "info.lines",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "with MultiPV each of the best turns has a line of its own",
        check: lines,
    },
];

fn score(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for game in bench.samples.open_positions(2) {
        for line in ["go movetime 5", "go nodes 1"] {
            let searched = subject.search_legal(&game, line, bench.allowance(None))?;
            if let Some(found) = searched.unreadable {
                return subject.failure("an info that can be read", found);
            }
            if !searched.infos.iter().any(|info| info.score.is_some()) {
                return subject.failure("an info with a score", "none before bestmove");
            }
        }
    }
    Ok(())
}

fn pv(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for game in bench.samples.open_positions(4) {
        let searched = subject.search_shortly(&game)?;
        for info in &searched.infos {
            let mut next = game.clone();
            for turn in info.pv.iter().chain(&info.currmove) {
                if info.currmove.as_ref() == Some(turn) {
                    next = game.clone();
                }
                if let Err(error) = next.play(turn) {
                    let found = format!("'{}' ({error})", info.pv.join(" "));
                    let expected = format!("legal turns from {}", game.position());
                    return subject.failure(expected, found);
                }
            }
        }
    }
    Ok(())
}

/// Wins and losses that are farther away are not looked at.
const MOST_PLIES: u32 = 3;

fn mate(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for game in bench.samples.open_positions(8) {
        let searched = subject.search_shortly(&game)?;
        for info in &searched.infos {
            let Some(score) = info.score.filter(|score| score.bound == Bound::Exact) else {
                continue;
            };
            let ScoreValue::Mate(mate) = score.value else {
                continue;
            };
            // A line about another turn than the best does not tell what the position is worth.
            if info.multipv.is_some_and(|line| line > 1) {
                continue;
            }
            let claim = Claim::new(mate, bench.dialect == Dialect::Ugi);
            if let Some(reason) = refuted(&game, claim, MOST_PLIES) {
                let expected = format!("a score that is right in {}", game.position());
                return subject.failure(expected, format!("'score {score}', but {reason}"));
            }
        }
    }
    Ok(())
}

fn lost(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    subject.set_up(&bench.game(LOST)?)?;
    let searched = subject.go("go depth 1", subject.deadline())?;
    let mut scores = searched.infos.iter().filter_map(|info| info.score);
    match scores.next_back().map(|score| score.to_string()) {
        Some(score) if score == "mate 0" => Ok(()),
        found => subject.failure(
            "'score mate 0'",
            found.map_or_else(|| "none".to_owned(), |score| format!("'score {score}'")),
        ),
    }
}

fn lines(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing_with_option("MultiPV")?;
    subject.ask("setoption name MultiPV value 3")?;
    let game = bench.game("4tt/4tt/6/6/rr4/1rrr2 t 11 13")?;
    let searched = subject.search_legal(&game, "go depth 3", subject.deadline())?;
    for number in 1..=3 {
        let of_line = searched
            .infos
            .iter()
            .rfind(|info| info.multipv == Some(number));
        if of_line.is_none_or(|info| info.pv.is_empty()) {
            return subject.failure(format!("an info with 'multipv {number}'"), "none");
        }
    }
    Ok(())
}
