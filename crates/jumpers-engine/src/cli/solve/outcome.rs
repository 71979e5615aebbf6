//! What `jumpers-engine solve` prints.

use jumpers_core::{Position, Size};
use serde_json::{Value, json};

use crate::cli::print;
use crate::solve::{Bounds, Shortest, SolvedTurns, Statistics, Verdict, effort_text as effort};

/// What a run came to.
pub struct Outcome<S: Size> {
    pub verdict: Verdict,
    pub line: Vec<jumpers_core::Turn<S>>,
    /// The most plies that the winner needs.
    pub plies: Option<u32>,
    pub statistics: Statistics,
    /// The first turns, if they were asked for.
    pub turns: Option<SolvedTurns<S>>,
    /// The shortest win, if it was asked for.
    pub shortest: Option<Shortest<S>>,
}

/// What is told of a certificate that was written.
#[derive(Clone, Copy)]
pub struct Certificate {
    pub winner_nodes: usize,
    pub longest_line: u32,
    pub bytes: u64,
}

/// What is known of the plies of the shortest win.
pub fn bounds_text(bounds: Bounds) -> String {
    let Bounds { at_least, at_most } = bounds;
    match at_most {
        1 if bounds.is_exact() => "1 ply".to_owned(),
        _ if bounds.is_exact() => format!("{at_most} plies"),
        _ => format!("between {at_least} and {at_most} plies"),
    }
}

/// The texts of turns that follow each other.
fn texts<S: Size>(position: &Position<S>, line: &[jumpers_core::Turn<S>]) -> Vec<String> {
    let mut at = *position;
    let text = |turn: &jumpers_core::Turn<S>| {
        let text = at.text_of(turn).to_string();
        at.play_unchecked(turn);
        text
    };
    line.iter().map(text).collect()
}

/// A first turn in text.
struct FirstTurn {
    text: String,
    verdict: Verdict,
    nodes: u64,
    twin_of: Option<String>,
}

/// The first turns in the order of their texts.
fn first_turns<S: Size>(position: &Position<S>, solved: &SolvedTurns<S>) -> Vec<FirstTurn> {
    let text = |turn| position.text_of(turn).to_string();
    let mut turns: Vec<_> = solved
        .turns
        .iter()
        .map(|solved| FirstTurn {
            text: text(&solved.turn),
            verdict: solved.verdict,
            nodes: solved.nodes,
            twin_of: solved.twin_of.as_ref().map(text),
        })
        .collect();
    turns.sort_by(|a, b| a.text.cmp(&b.text));
    turns
}

/// Who wins, if that is known.
fn winner<S: Size>(position: &Position<S>, verdict: Verdict) -> Option<jumpers_core::Color> {
    let side = position.side_to_move();
    match verdict {
        Verdict::Win => Some(side),
        Verdict::Loss => Some(!side),
        Verdict::Unknown => None,
    }
}

/// Prints it for people.
pub fn print_outcome<S: Size>(position: &Position<S>, outcome: &Outcome<S>) {
    let Outcome {
        verdict,
        line,
        plies,
        statistics,
        turns,
        shortest,
    } = outcome;
    for turn in turns.iter().flat_map(|turns| first_turns(position, turns)) {
        let FirstTurn {
            text,
            verdict,
            nodes,
            twin_of,
        } = turn;
        match twin_of {
            Some(twin) => print(format_args!("{text}: {verdict}, mirror image of {twin}")),
            None => print(format_args!("{text}: {verdict}, {nodes} nodes")),
        }
    }
    match winner(position, *verdict) {
        Some(color) => print(format_args!("verdict: {verdict} ({color} wins)")),
        None => print(format_args!("verdict: {verdict}")),
    }
    let line = texts(position, line);
    if let Some(first) = line.first() {
        print(format_args!("turn: {first}"));
        print(format_args!("line: {}", line.join(" ")));
    }
    if let Some(plies) = plies {
        print(format_args!("plies to the end: at most {plies}"));
    }
    if let Some(shortest) = shortest {
        let bounds = bounds_text(shortest.bounds);
        print(format_args!("shortest win: {bounds}"));
        let line = texts(position, &shortest.line);
        if !line.is_empty() {
            print(format_args!("shortest line: {}", line.join(" ")));
        }
        print(format_args!(
            "nodes for the shortest win: {}",
            shortest.nodes
        ));
    }
    print(format_args!("nodes: {}", statistics.nodes));
    print(format_args!("nodes a second: {:.0}", statistics.rate()));
    print(format_args!("time: {:.3} s", statistics.time.as_secs_f64()));
    let Statistics { root, .. } = statistics;
    print(format_args!("proof number: {}", effort(root.proof)));
    print(format_args!("disproof number: {}", effort(root.disproof)));
    let fullness = f64::from(statistics.table_fullness) / 10.0;
    print(format_args!("table: {fullness:.1} % full"));
    print(format_args!("collections: {}", statistics.collections));
}

/// The same as an object.
pub fn as_json<S: Size>(
    position: &Position<S>,
    outcome: &Outcome<S>,
    is_interrupted: bool,
    saved: Option<u64>,
    written: Option<Certificate>,
) -> Value {
    let Outcome {
        verdict,
        line,
        plies,
        statistics,
        turns,
        shortest,
    } = outcome;
    let line = texts(position, line);
    // JSON has no number for what cannot be.
    let number = |effort: f32| (effort < crate::solve::Numbers::WIN.disproof).then_some(effort);
    let mut object = json!({
        "position": position.to_string(),
        "verdict": verdict.to_string(),
        "winner": winner(position, *verdict).map(|color| color.to_string().to_lowercase()),
        "turn": line.first(),
        "line": line,
        "plies_at_most": plies,
        "nodes": statistics.nodes,
        "nodes_per_second": statistics.rate().round() as u64,
        "time_ms": statistics.time.as_millis() as u64,
        "proof": number(statistics.root.proof),
        "disproof": number(statistics.root.disproof),
        "table_permille": statistics.table_fullness,
        "collections": statistics.collections,
        "interrupted": is_interrupted,
        "checkpoint_entries": saved,
        "certificate": written.map(|certificate| json!({
            "winner_nodes": certificate.winner_nodes,
            "longest_line": certificate.longest_line,
            "bytes": certificate.bytes,
        })),
    });
    if let Some(shortest) = shortest {
        object["shortest"] = json!({
            "plies_at_least": shortest.bounds.at_least,
            "plies_at_most": shortest.bounds.at_most,
            "line": texts(position, &shortest.line),
            "nodes": shortest.nodes,
        });
    }
    if let Some(turns) = turns {
        let turns = first_turns(position, turns).into_iter();
        object["turns"] = turns
            .map(|turn| {
                json!({
                    "turn": turn.text,
                    "verdict": turn.verdict.to_string(),
                    "nodes": turn.nodes,
                    "mirror_of": turn.twin_of,
                })
            })
            .collect();
    }
    object
}
