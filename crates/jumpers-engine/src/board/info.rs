//! What the search finds as `info`: values become scores and turns texts.

use jumpers_core::{Position, Size, Turn};
use jumpers_protocol::{self as protocol, Info, Score};

use crate::book::BookScore;
use crate::search::{Bound, Line, Report, plies_to_end};

/// The `info` of each line. A mate counts the turns of both sides, or those of the winner.
pub fn of_report<S: Size>(
    position: &Position<S>,
    in_plies: bool,
    report: &Report<S>,
) -> impl Iterator<Item = Info> {
    let nps = report.nodes as f64 / report.time.as_secs_f64().max(1e-6);
    report.lines().zip(1..).map(move |(line, place)| Info {
        depth: Some(line.depth.into()),
        seldepth: Some(line.selective_depth as u32),
        multipv: Some(place),
        score: Some(of_line(line, in_plies)),
        nodes: Some(report.nodes),
        nps: Some(nps as u64),
        hashfull: Some(report.table_fullness),
        time: Some(report.time.as_millis() as u64),
        pv: texts(position, &line.turns),
        ..Info::default()
    })
}

/// The score that the book has.
pub fn of_book(score: BookScore, in_plies: bool) -> Score {
    match score {
        BookScore::Centipawns(value) => Score::centipawns(value),
        BookScore::Mate(plies) => mate(plies, in_plies),
    }
}

fn of_line<S: Size>(line: &Line<S>, in_plies: bool) -> Score {
    let score = match plies_to_end(line.value) {
        Some(plies) => mate(plies, in_plies),
        None => Score::centipawns(line.value),
    };
    let bound = match line.bound {
        Bound::Exact => protocol::Bound::Exact,
        Bound::Lower => protocol::Bound::Lower,
        Bound::Upper => protocol::Bound::Upper,
    };
    Score { bound, ..score }
}

/// A win in so many plies, or a loss if that is not positive.
pub fn mate(plies: i32, in_plies: bool) -> Score {
    Score::mate(match plies {
        _ if in_plies => plies,
        win if win > 0 => (win + 1) / 2,
        loss => loss / 2,
    })
}

/// The texts of turns that follow each other.
pub fn texts<S: Size>(position: &Position<S>, turns: &[Turn<S>]) -> Vec<String> {
    let mut at = *position;
    let text = |turn: &Turn<S>| {
        let text = at.text_of(turn).to_string();
        at.play_unchecked(turn);
        text
    };
    turns.iter().map(text).collect()
}
