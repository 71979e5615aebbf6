//! Tournaments in which everything is decided by seeds.

use std::time::Duration;

use jumpers_arena::contestant::{Contestant, Protocol};
use jumpers_arena::journal::{
    Entry, FORMAT, Header, Journal, PairEntry, Shard, VERSION, encode, round_text,
};
use jumpers_arena::limit::Limit;
use jumpers_arena::openings::Openings;
use jumpers_arena::schedule::{Schedule, ScheduledPair};
use jumpers_arena::tournament::{Format, Tournament};
use jumpers_record::{Ending, EndingKind, GameRecord, PlayerRecord, Referee, TurnRecord, Winner};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Openings with few tokens, so that games are short.
pub fn openings(count: usize) -> Openings {
    let all = [
        "4tt/6/6/6/6/rr4 r 2 2",
        "4tt/5t/6/6/6/rr4 r 2 2",
        "4tt/6/6/6/r5/rr4 r 2 2",
        "4tt/4t1/6/6/6/rr4 r 2 3",
        "3ttt/6/6/6/6/rr4 r 3 2",
        "6tt/6t1/8/8/8/8/r7/rr6 r 2 2",
    ];
    let text = all[..count].join("\n");
    Openings::read("test", text.as_bytes()).unwrap()
}

pub fn contestant(name: &str) -> Contestant {
    Contestant {
        name: name.to_owned(),
        command: "builtin:random".to_owned(),
        args: Vec::new(),
        directory: None,
        environment: Vec::new(),
        protocol: Protocol::Uci,
        options: Vec::new(),
        limit: Limit {
            movetime: Some(Duration::from_millis(100)),
            ..Limit::default()
        },
        margin: Duration::ZERO,
        deadline: Duration::from_secs(60),
        ponder: false,
        restart: false,
        digest: None,
    }
}

pub fn tournament(format: Format, engines: usize, rounds: u64, openings: &Openings) -> Tournament {
    let names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
    Tournament {
        event: "test".to_owned(),
        format,
        rounds,
        seed: 5,
        engines: names[..engines]
            .iter()
            .map(|name| contestant(name))
            .collect(),
        openings: openings.summary(),
        sprt: None,
    }
}

pub fn header(tournament: &Tournament, shard: Option<Shard>) -> Header {
    Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        tournament: tournament.clone(),
        shard,
        started: "2026-01-02T03:04:05Z".to_owned(),
    }
}

/// A game of random turns, the same for the same seed.
fn game(position: &str, seed: u64) -> (Vec<TurnRecord>, Winner) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut referee = Referee::new(position).unwrap();
    let mut turns = Vec::new();
    loop {
        if let Some(winner) = referee.winner() {
            return (turns, winner.into());
        }
        let legal = referee.legal_turns();
        let turn = &legal[random.random_range(0..legal.len())];
        turns.push(TurnRecord::new(referee.play(turn).unwrap()));
    }
}

/// Both games of a pair.
pub fn games(
    tournament: &Tournament,
    openings: &Openings,
    pair: &ScheduledPair,
) -> [GameRecord; 2] {
    let position = openings.get(pair.opening).unwrap().text();
    let player = |engine: usize| PlayerRecord {
        name: tournament.engines[engine].name.clone(),
        limit: tournament.engines[engine].limit.to_string(),
    };
    [0, 1].map(|number| {
        let sides = [pair.first, pair.second];
        let (turns, winner) = game(position, 2 * pair.index + number as u64);
        GameRecord {
            event: tournament.event.clone(),
            round: round_text(pair.index, number),
            date: String::new(),
            red: player(sides[number]),
            teal: player(sides[1 - number]),
            position: position.to_owned(),
            turns,
            winner,
            ending: Ending::new(EndingKind::Rules, "no turn"),
        }
    })
}

/// The entry of a pair.
pub fn entry(tournament: &Tournament, openings: &Openings, index: u64) -> PairEntry {
    let pair = Schedule::new(tournament).pair(index).unwrap();
    PairEntry {
        index,
        first: pair.first,
        second: pair.second,
        opening: pair.opening,
        finished: "2026-01-02T03:04:06Z".to_owned(),
        games: games(tournament, openings, &pair),
        warnings: Vec::new(),
    }
}

/// A journal as a text: the pairs of the tournament, or of its shard.
pub fn journal_text(tournament: &Tournament, openings: &Openings, shard: Option<Shard>) -> String {
    let mut text = encode(&Entry::Header(header(tournament, shard))).unwrap();
    for index in 0..tournament.pairs() {
        if shard.is_none_or(|shard| shard.contains(index)) {
            let pair = entry(tournament, openings, index);
            text += &encode(&Entry::Pair(Box::new(pair))).unwrap();
        }
    }
    text
}

/// What a journal says of who won, in the order of the schedule: what tables are made of.
pub fn results(journal: &Journal) -> Vec<(u64, usize, usize, u64, [Winner; 2])> {
    let mut results: Vec<_> = journal
        .pairs
        .iter()
        .map(|pair| {
            let winners = [pair.games[0].winner, pair.games[1].winner];
            (pair.index, pair.first, pair.second, pair.opening, winners)
        })
        .collect();
    results.sort_by_key(|result| result.0);
    results
}
