//! Questions that a runner asks which does not know the rules.

use jumpers_core::Color;
use jumpers_protocol::Dialect;
use jumpers_record::Referee;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Broken, Verdict};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::subject::Subject;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "query.p1turn",
        level: Level::RequiredInUgi,
        scope: Scope::Each,
        asks: "query p1turn says whether it is Red's turn",
        check: p1turn,
    },
    Rule {
        id: "query.gameover",
        level: Level::RequiredInUgi,
        scope: Scope::Each,
        asks: "query gameover says whether the side to move has no turn",
        check: gameover,
    },
    Rule {
        id: "query.result",
        level: Level::RequiredInUgi,
        scope: Scope::Each,
        asks: "query result says who has won",
        check: result,
    },
    Rule {
        id: "query.unknown",
        level: Level::RequiredInUgi,
        scope: Scope::Each,
        asks: "each query has one response, also one that the engine does not know",
        check: unknown,
    },
    Rule {
        id: "query.in-search",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "questions are answered in a search",
        check: in_search,
    },
];

/// Asks about all positions.
fn asks(bench: &Bench<'_>, question: &str, answer: impl Fn(&Referee) -> &'static str) -> Verdict {
    let mut subject = bench.ready()?;
    needs(&mut subject, question)?;
    for game in bench.samples.positions(8) {
        subject.set_up(&game)?;
        subject.expect_response(question, answer(&game))?;
    }
    Ok(())
}

/// UCI has no questions: an engine that does not answer one there does without it.
pub(super) fn has(subject: &mut Subject<'_>, question: &str) -> Verdict<bool> {
    let is_ugi = subject.bench().dialect == Dialect::Ugi;
    Ok(is_ugi || subject.known_response(question)?.is_some())
}

fn needs(subject: &mut Subject<'_>, question: &str) -> Verdict {
    if has(subject, question)? {
        Ok(())
    } else {
        Err(Broken::Absent(format!("no answer to '{question}'")))
    }
}

fn truth(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

fn p1turn(bench: &Bench<'_>) -> Verdict {
    asks(bench, "query p1turn", |game| {
        truth(game.side_to_move() == Color::Red)
    })
}

fn gameover(bench: &Bench<'_>) -> Verdict {
    asks(bench, "query gameover", |game| {
        truth(game.winner().is_some())
    })
}

fn result(bench: &Bench<'_>) -> Verdict {
    asks(bench, "query result", |game| match game.winner() {
        None => "none",
        Some(Color::Red) => "p1win",
        Some(Color::Teal) => "p2win",
    })
}

fn unknown(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.ready()?;
    needs(&mut subject, "query p1turn")?;
    for question in ["query weather", "query how are you", "query"] {
        subject.expect_response(question, "unsupported")?;
    }
    Ok(())
}

fn in_search(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for question in ["query p1turn", "query gameover", "query result"] {
        needs(&mut subject, question)?;
    }
    let game = bench.game("4tt/4tt/6/6/rr4/1rrr2 t 11 13")?;
    subject.set_up(&game)?;
    subject.send("go infinite");
    let lines = subject.listen()?;
    subject.expect_no_best(&lines, "no bestmove before stop")?;
    subject.expect_response("query p1turn", "false")?;
    subject.expect_response("query gameover", "false")?;
    subject.expect_response("query result", "none")?;
    subject.send("stop");
    let searched = subject.searched(bench.allowance(None))?;
    subject.expect_legal(&game, &searched).map(drop)
}
