//! What several test files need: records by chance.

#![allow(dead_code, reason = "not every test file uses every helper")]

use std::time::Duration;

use jumpers_core::{BoardSize, Color};
use jumpers_protocol::{Bound, Score, ScoreValue};
use jumpers_record::{
    Ending, EndingKind, GameRecord, PlayerRecord, Referee, TurnRecord, Winner, read_records,
};
use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};

/// Over 300,000 turns; the material is made up.
pub const MANY_TURNS: &str = "t1t1t1t1tr/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/\
     1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/rt1t1t1t1t r 1 1";

/// A game with everything that a record can have.
pub const FULL: &str = r"jumpers-game 1
event: Spring
round: 12.1
date: 2026-03-01T10:00:00Z
red: Alpha 1.0
teal: Beta \\ \u{7}
red-limit: 10+0.1
teal-limit: nodes 1000
position: 4tt/4tt/6/6/rr4/rr4 r 12 13
winner: red
ending: crash
detail: the process ended
exit: signal 11
stderr: thread 'main' panicked
stderr:
stderr: \u{20} note
turns:
a1-c1+d1 score cp -35 lowerbound depth 12 nodes 123456 time 99.871 clock 5901.003
f6-d6+c6 score mate 3 time 0.000001
b1-b3+b4
end
";

/// Runs a property on values of a strategy, the same ones at every run, and leaves no files.
pub fn check<T: Strategy>(cases: u32, strategy: T, property: impl Fn(T::Value)) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let outcome = TestRunner::new_with_rng(config, rng).run(&strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// Any text, with more of those characters that are special than chance has.
pub fn any_text() -> impl Strategy<Value = String> {
    let special = " \\\n\r\t:\0\u{1b}\u{85}\u{2028}\u{feff}nrtu{}20".chars();
    let letter = prop_oneof![
        prop::sample::select(special.collect::<Vec<_>>()),
        prop::char::range(' ', '~'),
        any::<char>(),
    ];
    prop::collection::vec(letter, 0..12).prop_map(String::from_iter)
}

fn any_time() -> impl Strategy<Value = Option<Duration>> {
    let any_at_all = (any::<u64>(), 0..1_000_000_000u32);
    prop::option::of(prop_oneof![
        any::<u32>().prop_map(|micros| Duration::from_micros(micros.into())),
        any_at_all.prop_map(|(seconds, nanos)| Duration::new(seconds, nanos)),
    ])
}

fn any_score() -> impl Strategy<Value = Option<Score>> {
    let bounds = vec![Bound::Exact, Bound::Lower, Bound::Upper];
    let kinds = vec![
        ScoreValue::Centipawns as fn(i32) -> ScoreValue,
        ScoreValue::Mate,
    ];
    let score = (
        prop::sample::select(kinds),
        any::<i32>(),
        prop::sample::select(bounds),
    );
    prop::option::of(score.prop_map(|(kind, value, bound)| Score {
        value: kind(value),
        bound,
    }))
}

pub fn any_turn() -> impl Strategy<Value = TurnRecord> {
    let turn = "[a-j]([1-9]|10)([-x][a-j]([1-9]|10)){1,4}(\\+[a-j]([1-9]|10))?";
    let fields = (
        any_score(),
        any::<Option<u32>>(),
        any::<Option<u64>>(),
        any_time(),
        any_time(),
    );
    (turn, fields).prop_map(|(turn, (score, depth, nodes, time, clock))| TurnRecord {
        turn,
        score,
        depth,
        nodes,
        time,
        clock,
    })
}

/// Any record; its game makes no sense.
pub fn any_record() -> impl Strategy<Value = GameRecord> {
    let texts = prop::array::uniform9(any_text());
    let stderr = prop::collection::vec(any_text(), 0..4);
    let turns = prop::collection::vec(any_turn(), 0..5);
    let exit = prop::option::of(any_text());
    let winner = prop::sample::select(Winner::ALL.to_vec());
    let kind = prop::sample::select(EndingKind::ALL.to_vec());
    (texts, stderr, turns, exit, winner, kind).prop_map(
        |(texts, stderr, turns, exit, winner, kind)| {
            let [
                event,
                round,
                date,
                red,
                teal,
                red_limit,
                teal_limit,
                position,
                detail,
            ] = texts;
            GameRecord {
                event,
                round,
                date,
                red: PlayerRecord {
                    name: red,
                    limit: red_limit,
                },
                teal: PlayerRecord {
                    name: teal,
                    limit: teal_limit,
                },
                position,
                turns,
                winner,
                ending: Ending {
                    kind,
                    detail,
                    exit,
                    stderr,
                },
            }
        },
    )
}

/// All games of a text.
pub fn games(text: &[u8]) -> Result<Vec<GameRecord>, jumpers_record::RecordError> {
    read_records(text).collect()
}

/// Chance that comes out the same at every run: Marsaglia's xorshift on 64 bits.
pub struct Chance(u64);

impl Chance {
    pub fn from_seed(seed: u64) -> Self {
        Chance((seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5555_5555_5555_5555).max(1))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize) % bound
    }
}

/// A game by chance from the start of a board to its end.
pub fn random_game(board: BoardSize, chance: &mut Chance) -> GameRecord {
    let mut game = Referee::start_of(board);
    while game.winner().is_none() {
        let turns = game.legal_turns();
        let turn = &turns[chance.below(turns.len())];
        game.play(turn).expect("a legal turn");
    }
    record_of(&game)
}

/// The record of a game that is over.
pub fn record_of(game: &Referee) -> GameRecord {
    let player = |color: Color| PlayerRecord {
        name: format!("{color}'s player"),
        limit: "nodes 1".to_owned(),
    };
    GameRecord {
        event: String::new(),
        round: "1.1".to_owned(),
        date: String::new(),
        red: player(Color::Red),
        teal: player(Color::Teal),
        position: game.start().to_owned(),
        turns: game.turns().iter().map(TurnRecord::new).collect(),
        winner: game.winner().expect("a game that is over").into(),
        ending: Ending::new(EndingKind::Rules, "no turn"),
    }
}
