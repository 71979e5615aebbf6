//! Turns and positions, as the rules of the game have them.

use std::collections::BTreeSet;

use jumpers_record::Referee;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Broken, Verdict, shown, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::{OTHER_PATHS, up_to};
use crate::compliance::subject::Subject;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "turns.fen",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "query fen is the position that the rules lead to",
        check: fen,
    },
    Rule {
        id: "turns.board",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "query board is the size of the board",
        check: board,
    },
    Rule {
        id: "turns.movelist",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "movelist and query movelist are all legal turns, each once",
        check: movelist,
    },
    Rule {
        id: "turns.canonical",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "turns are written with the fewest points and the smallest text, and sorted",
        check: canonical,
    },
    Rule {
        id: "turns.legality",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "query islegal is true for legal turns and false for all else",
        check: legality,
    },
    Rule {
        id: "turns.other-paths",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "any path of a turn is read, and an abbreviation that fits no other turn",
        check: other_paths,
    },
    Rule {
        id: "turns.moves",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "moves plays on and undo takes back, as a whole or not at all",
        check: moves,
    },
];

/// An engine that answers this question about the position.
fn answering<'a>(bench: &'a Bench<'a>, question: &str) -> Verdict<Subject<'a>> {
    let mut subject = bench.ready()?;
    match subject.known_response(question)? {
        Some(_) => Ok(subject),
        None => Err(Broken::Absent(format!("no answer to '{question}'"))),
    }
}

fn fen(bench: &Bench<'_>) -> Verdict {
    let mut subject = answering(bench, "query fen")?;
    for game in bench.samples.positions(20) {
        subject.set_up(&game)?;
        subject.expect_response("query fen", &game.position())?;
    }
    Ok(())
}

fn board(bench: &Bench<'_>) -> Verdict {
    let mut subject = answering(bench, "query board")?;
    for game in bench.samples.positions(1) {
        subject.set_up(&game)?;
        subject.expect_response("query board", &game.board().to_string())?;
    }
    Ok(())
}

/// The turns that the engine lists.
fn listed(subject: &mut Subject<'_>, question: &str) -> Verdict<Vec<String>> {
    let list = subject.response(question)?;
    let turns = list.split(' ').filter(|turn| *turn != "(none)");
    Ok(turns.map(str::to_owned).collect())
}

fn movelist(bench: &Bench<'_>) -> Verdict {
    let mut subject = answering(bench, "query movelist")?;
    for game in bench.samples.positions(20) {
        subject.set_up(&game)?;
        let expected: BTreeSet<_> = game.legal_turns().into_iter().collect();
        for question in ["movelist", "query movelist"] {
            let mut found = BTreeSet::new();
            for turn in listed(&mut subject, question)? {
                let Ok(text) = game.clone().play(&turn) else {
                    return subject.failure("legal turns", shown(&turn));
                };
                if !found.insert(text) {
                    return subject.failure("each turn once", shown(&turn));
                }
            }
            if let Some(missing) = expected.difference(&found).next() {
                let found = format!("{} turns without it", found.len());
                let place = game.position();
                return subject.failure(format!("{missing} in the list in {place}"), found);
            }
        }
    }
    Ok(())
}

fn canonical(bench: &Bench<'_>) -> Verdict {
    let mut subject = answering(bench, "query movelist")?;
    for game in bench.samples.positions(10) {
        subject.set_up(&game)?;
        let found = listed(&mut subject, "query movelist")?;
        let mut sorted = found.clone();
        sorted.sort();
        if sorted != found {
            return subject.failure("sorted turns", shown(&found.join(" ")));
        }
        for turn in found {
            let text = game.clone().play(&turn).unwrap_or_default();
            if text != turn && !text.is_empty() {
                return subject.failure(format!("the text {text}"), shown(&turn));
            }
        }
    }
    Ok(())
}

/// So many turns of other positions are asked about.
const MOST_OTHERS: usize = 12;

fn legality(bench: &Bench<'_>) -> Verdict {
    let mut subject = answering(bench, "query islegal a1-c1+d1")?;
    let games = bench.samples.positions(4);
    let mut others: Vec<String> = ["a1", "a1-", "hello", "a1-a1+a2", "a0-a2+a3", "k1-m1+n1"]
        .map(str::to_owned)
        .into();
    for game in &games {
        subject.set_up(game)?;
        let legal = game.legal_turns();
        // Legal turns without their last point are legal if they fit one turn.
        let cut = legal.iter().take(3);
        let cut = cut.filter_map(|turn| Some(turn.rsplit_once(['-', 'x', '+'])?.0.to_owned()));
        let asked: BTreeSet<_> = legal
            .iter()
            .take(3 * MOST_OTHERS)
            .cloned()
            .chain(cut)
            .chain(others.iter().rev().take(MOST_OTHERS).cloned())
            .collect();
        for turn in asked {
            let expected = game.clone().play(&turn).is_ok().to_string();
            subject.expect_response(&format!("query islegal {turn}"), &expected)?;
        }
        others.extend(legal.into_iter().take(4));
    }
    Ok(())
}

fn other_paths(bench: &Bench<'_>) -> Verdict {
    let mut subject = answering(bench, "query fen")?;
    for (position, other, canonical) in OTHER_PATHS {
        let mut game = bench.game(position)?;
        subject.ask(&format!("position fen {position} moves {other}"))?;
        game.play(canonical).ok();
        subject.expect_response("query fen", &game.position())?;
    }
    Ok(())
}

fn moves(bench: &Bench<'_>) -> Verdict {
    let mut subject = answering(bench, "query fen")?;
    subject.set_up(&bench.start_of_six())?;
    subject.ask("moves a1-c1+d1")?;
    if subject.response("query fen")? == bench.start_of_six().position() {
        return Err(Broken::Absent("'moves' does nothing".to_owned()));
    }
    for game in &bench.samples.games {
        play_and_take_back(&mut subject, game)?;
    }
    Ok(())
}

fn play_and_take_back(subject: &mut Subject<'_>, game: &Referee) -> Verdict {
    let turns = game.turns();
    let at = |plies: usize| up_to(game, plies).position();
    subject.set_up(&up_to(game, 0))?;
    for (place, turn) in turns.iter().enumerate().take(5) {
        subject.ask(&format!("moves {turn}"))?;
        subject.expect_response("query fen", &at(place + 1))?;
    }
    let rest = turns.get(5..).unwrap_or_default();
    subject.ask(&format!("moves {}", rest.join(" ")))?;
    subject.expect_response("query fen", &at(turns.len()))?;
    let lines = subject.ask("undo")?;
    if !lines.is_empty() {
        return subject.failure("nothing", shown_lines(&lines));
    }
    subject.expect_response("query fen", &at(turns.len().saturating_sub(1)))?;
    subject.ask(&format!("undo {}", turns.len()))?;
    subject.expect_response("query fen", &at(turns.len().saturating_sub(1)))?;
    subject.ask("undo 0")?;
    subject.ask("undo 2")?;
    subject.expect_response("query fen", &at(turns.len().saturating_sub(3)))?;
    subject.ask(&format!("undo {}", turns.len().saturating_sub(3)))?;
    subject.expect_response("query fen", &at(0))?;
    if let [first, ..] = turns {
        subject.ask(&format!("moves {first} {first}"))?;
        subject.expect_response("query fen", &at(0))?;
    }
    Ok(())
}
