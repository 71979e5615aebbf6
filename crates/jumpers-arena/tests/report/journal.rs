//! Journals made in code.

use std::time::Duration;

use jumpers_arena::contestant::{Contestant, Protocol};
use jumpers_arena::journal::{EngineWarnings, FORMAT, Header, PairEntry, VERSION, round_text};
use jumpers_arena::limit::{Clock, Limit};
use jumpers_arena::tournament::{EloModel, Format, OpeningsSummary, SprtConfig, Tournament};
use jumpers_record::{Ending, EndingKind, GameRecord, PlayerRecord, TurnRecord, Winner};

/// A tournament of engines with these names, 4 pairs for each two that meet.
pub fn header(format: Format, names: &[&str]) -> Header {
    Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        tournament: Tournament {
            event: "Test".to_owned(),
            format,
            rounds: 4,
            seed: 1,
            engines: names.iter().map(|name| contestant(name)).collect(),
            openings: OpeningsSummary {
                source: "openings.txt".to_owned(),
                count: 10,
                digest: "00".repeat(32),
            },
            sprt: None,
        },
        shard: None,
        started: "2026-01-02T03:04:05Z".to_owned(),
    }
}

fn contestant(name: &str) -> Contestant {
    Contestant {
        name: name.to_owned(),
        command: format!("./{}", name.to_lowercase()),
        args: vec!["--quiet".to_owned()],
        digest: None,
        directory: None,
        environment: vec![("TOKEN".to_owned(), "secret".to_owned())],
        protocol: Protocol::Uci,
        options: vec![
            ("Hash".to_owned(), Some("16".to_owned())),
            ("Clear Hash".to_owned(), None),
        ],
        limit: Limit {
            clock: Some(Clock {
                time: Duration::from_secs(10),
                increment: Duration::from_millis(100),
            }),
            ..Limit::default()
        },
        margin: Duration::from_millis(50),
        deadline: Duration::from_secs(60),
        ponder: false,
        restart: false,
    }
}

/// A test that takes few pairs.
pub fn sprt() -> SprtConfig {
    SprtConfig {
        elo0: 0.0,
        elo1: 200.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Logistic,
    }
}

/// The start of a board of this size.
pub fn start(board: u8) -> &'static str {
    match board {
        6 => "4tt/4tt/6/6/rr4/rr4 r 12 13",
        8 => "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20",
        _ => "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31",
    }
}

/// A pair of games on a board, with the winner of each, of 10 and 11 turns.
pub fn pair(
    header: &Header,
    index: u64,
    [first, second]: [usize; 2],
    board: u8,
    winners: [usize; 2],
) -> PairEntry {
    let player = |engine: usize| PlayerRecord {
        name: header.tournament.engines[engine].name.clone(),
        limit: header.tournament.engines[engine].limit.to_string(),
    };
    let game = |game: usize, [red, teal]: [usize; 2]| GameRecord {
        event: header.tournament.event.clone(),
        round: round_text(index, game),
        date: "2026-01-02T03:05:00Z".to_owned(),
        red: player(red),
        teal: player(teal),
        position: start(board).to_owned(),
        turns: (0..10 + game).map(|place| turn(index, place)).collect(),
        winner: if winners[game] == red {
            Winner::Red
        } else {
            Winner::Teal
        },
        ending: Ending::new(EndingKind::Rules, "no turn"),
    };
    PairEntry {
        index,
        first,
        second,
        opening: index % 10,
        finished: format!("2026-01-02T04:00:{:02}Z", index % 60),
        games: [game(0, [first, second]), game(1, [second, first])],
        warnings: Vec::new(),
    }
}

/// Pairs of a match from the points that the first engine has of them, the engines beginning in
/// turn, on the boards in turn.
pub fn match_pairs(header: &Header, points: &[usize]) -> Vec<PairEntry> {
    (0..)
        .zip(points)
        .map(|(index, points)| {
            let engines = if index % 2 == 0 { [0, 1] } else { [1, 0] };
            let winners = [[1, 1], [0, 1], [0, 0]][*points];
            pair(
                header,
                index,
                engines,
                [6, 8, 10][index as usize % 3],
                winners,
            )
        })
        .collect()
}

/// A turn that no other pair has in its place.
///
/// The first turn and every other take 100 ms and 1000 nodes and have depth 10, the rest 200 ms,
/// 4000 nodes and depth 12.
fn turn(index: u64, place: usize) -> TurnRecord {
    let odd = place % 2 == 1;
    TurnRecord {
        turn: format!("a1-c1+d{index}"),
        score: None,
        depth: Some(if odd { 12 } else { 10 }),
        nodes: Some(if odd { 4000 } else { 1000 }),
        time: Some(Duration::from_millis(if odd { 200 } else { 100 })),
        clock: None,
    }
}

/// Something that was wrong with an engine in a pair.
pub fn warning(engine: usize, count: u64, text: &str) -> EngineWarnings {
    EngineWarnings {
        engine,
        count,
        text: text.to_owned(),
    }
}

/// Makes a game end with a fault.
pub fn fault(game: &mut GameRecord, kind: EndingKind, detail: &str) {
    game.ending = Ending {
        kind,
        detail: detail.to_owned(),
        exit: (kind == EndingKind::Crash).then(|| "signal 11".to_owned()),
        stderr: match kind {
            EndingKind::Crash => vec!["panicked at <main>".to_owned(), "aborted".to_owned()],
            _ => Vec::new(),
        },
    };
}
