//! Perfect play on 6×6 from the built-in certificate.

mod common;

use std::collections::HashSet;

use common::{DIALECTS, Engine, FINISHED, LOSS_IN_1, START, Searched, WIN_IN_1};
use jumpers_core::{BoardSize, Color, Eight, Position, Six, Size, Ten, Turn};
use jumpers_engine::book::{self, BookScore};
use jumpers_engine::perfect;
use jumpers_engine::players::{Rng, greedy_turn, random_turn, seeded};
use jumpers_protocol::{Info, Score};
use rand::RngExt;

type Red = Position<Six>;

#[test]
fn the_shipped_certificate_is_a_proof_that_red_wins() {
    let proved = jumpers_proof::verify(perfect::CERTIFICATE).expect("a proof");
    assert_eq!(proved.board, BoardSize::Six);
    assert_eq!(proved.root, START);
    assert_eq!(proved.winner, Color::Red);
    assert!(proved.winner_to_move());
    let (_, plies) = perfect::find(&Red::start()).expect("the root");
    assert_eq!(plies, proved.longest_line);
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&format!("\n{proved}\n")), "{proved}");
}

/// A weak player of Teal.
fn weak_turn(kind: u64, position: &Red, chance: &mut Rng) -> Option<Turn<Six>> {
    match kind % 3 {
        0 => random_turn(position, chance),
        1 => greedy_turn(position, chance),
        _ if chance.random() => random_turn(position, chance),
        _ => greedy_turn(position, chance),
    }
}

/// What the certificate says in a game, which must not get worse.
struct Bound {
    /// The plies that were played.
    played: u32,
    /// The plies that the game lasts at most.
    most: u32,
}

impl Bound {
    fn new() -> Self {
        Bound {
            played: 0,
            most: u32::MAX,
        }
    }

    /// Red is told that there are so many plies left at most.
    fn told(&mut self, left: u32) {
        assert!(self.played + left <= self.most, "the bound grows");
        self.most = self.played + left;
    }

    fn play(&mut self, position: &mut Red, turn: &Turn<Six>) {
        position.play(turn).expect("a legal turn");
        self.played += 1;
        assert!(self.played <= self.most, "the bound is not kept");
    }
}

/// The answer of the certificate, which must have the position and its mirror image.
fn answer(position: &Red) -> (Turn<Six>, u32) {
    let found = perfect::find(position);
    let (turn, plies) = found.unwrap_or_else(|| panic!("not covered: {position}"));
    let mirrored = position.mirrored();
    if mirrored != *position {
        assert_eq!(perfect::find(&mirrored), Some((turn.mirrored(), plies)));
    }
    (turn, plies)
}

#[test]
fn red_wins_against_1980_opponents() {
    let mut games = HashSet::new();
    for seed in 0..1980 {
        let mut chance = seeded(seed);
        let mut position = Red::start();
        let mut bound = Bound::new();
        let mut game = Vec::new();
        loop {
            if chance.random() {
                position = position.mirrored();
            }
            let (turn, left) = answer(&position);
            bound.told(left);
            bound.play(&mut position, &turn);
            game.push(position.canonical());
            let Some(turn) = weak_turn(seed, &position, &mut chance) else {
                break;
            };
            assert_eq!(perfect::find(&position), None, "Teal is to move");
            bound.play(&mut position, &turn);
        }
        let outcome = position.outcome().expect("the game is over");
        assert_eq!(outcome.winner, Color::Red, "{seed}");
        games.insert(game);
    }
    // Weak players lose soon, so that many games are the same.
    assert!(games.len() > 200, "{}", games.len());
}

/// A session that plays from the certificate. It is not waited for: the first `go` comes at once.
fn perfect_engine(dialect: &str) -> Engine {
    let mut engine = Engine::start_speaking(dialect);
    engine.send("setoption name OwnBook value true");
    engine
}

/// A mate as a dialect counts it.
fn mate(plies: u32, dialect: &str) -> Score {
    Score::mate(if dialect == "ugi" {
        plies as i32
    } else {
        plies.div_ceil(2) as i32
    })
}

/// What is said without a search.
fn known(depth: u32, score: Score, turn: &str) -> Info {
    Info {
        depth: Some(depth),
        multipv: Some(1),
        score: Some(score),
        nodes: Some(0),
        nps: Some(0),
        time: Some(0),
        pv: vec![turn.to_owned()],
        ..Info::default()
    }
}

/// Checks that an answer is that of the certificate.
fn check_perfect(searched: &Searched, position: &Red, dialect: &str) -> (Turn<Six>, u32) {
    let (turn, plies) = answer(position);
    let text = position.text_of(&turn).to_string();
    assert_eq!(
        searched.infos,
        [known(plies, mate(plies, dialect), &text)],
        "{position}"
    );
    assert_eq!(searched.turn, Some(text));
    assert_eq!(searched.ponder, None);
    (turn, plies)
}

fn is_search(searched: &Searched) -> bool {
    searched.infos.iter().all(|info| info.seldepth.is_some())
}

/// The position and the turns that led to it, of which the client may mirror all: the start is its
/// own mirror image.
#[derive(Default)]
struct Played(Vec<Turn<Six>>);

impl Played {
    fn mirror(&mut self) {
        for turn in &mut self.0 {
            *turn = turn.mirrored();
        }
    }

    fn position(&self) -> Red {
        let mut position = Red::start();
        for turn in &self.0 {
            position.play(turn).expect("a legal turn");
        }
        position
    }

    /// The line that goes there.
    fn command(&self) -> String {
        let mut command = "position startpos".to_owned();
        let mut position = Red::start();
        for (i, turn) in self.0.iter().enumerate() {
            command.push_str(if i == 0 { " moves " } else { " " });
            command.push_str(&position.text_of(turn).to_string());
            position.play(turn).expect("a legal turn");
        }
        command
    }
}

/// Plays a game as Red through a session, with a millisecond a turn, and wins it.
fn win(
    engine: &mut Engine,
    dialect: &str,
    seed: u64,
    reply: &mut dyn FnMut(&Played) -> Option<Turn<Six>>,
) {
    let mut chance = seeded(seed);
    let mut bound = Bound::new();
    let mut played = Played::default();
    loop {
        if chance.random() {
            played.mirror();
        }
        let mut position = played.position();
        engine.send(&played.command());
        let searched = engine.go("go movetime 1");
        let (turn, left) = check_perfect(&searched, &position, dialect);
        bound.told(left);
        bound.play(&mut position, &turn);
        played.0.push(turn);
        let Some(turn) = reply(&played) else {
            assert!(!position.has_turn(), "{position}");
            return;
        };
        bound.play(&mut position, &turn);
        played.0.push(turn);
    }
}

#[test]
fn a_session_wins_with_a_millisecond_a_turn() {
    for dialect in DIALECTS {
        let mut engine = perfect_engine(dialect);
        for seed in 2000..2006 {
            let mut chance = seeded(seed);
            win(&mut engine, dialect, seed, &mut |played| {
                weak_turn(seed, &played.position(), &mut chance)
            });
        }
    }
}

#[test]
fn a_session_wins_against_the_search() {
    let mut engine = perfect_engine("uci");
    let mut opponent = Engine::start();
    for seed in 3000..3008 {
        opponent.tell("ucinewgame");
        let go = ["go depth 3", "go nodes 2000"][seed as usize % 2];
        let mut chance = seeded(seed);
        win(&mut engine, "uci", seed, &mut |played| {
            let position = played.position();
            if played.0.len() == 1 {
                // The games shall not be all the same.
                return random_turn(&position, &mut chance);
            }
            opponent.send(&played.command());
            opponent.go(go).check(&position)
        });
    }
}

/// What is not in the certificate is answered from the book as without it.
#[test]
fn other_positions_of_the_book_have_its_answers() {
    let mut engine = perfect_engine("ugi");
    let mut covered = 0;
    for position in book::positions::<Six>() {
        for position in [position, position.mirrored()] {
            engine.send(&format!("position fen {position}"));
            let searched = engine.go("go movetime 1");
            if perfect::find(&position).is_some() {
                check_perfect(&searched, &position, "ugi");
                covered += 1;
                continue;
            }
            let entry = book::find(&position).expect("an entry");
            let text = position.text_of(&entry.turn).to_string();
            let score = match entry.score {
                BookScore::Centipawns(value) => Score::centipawns(value),
                BookScore::Mate(plies) => Score::mate(plies),
            };
            assert_eq!(
                searched.infos,
                [known(entry.depth.into(), score, &text)],
                "{position}"
            );
        }
    }
    // The start, and what Teal may answer to the certificate's first turn.
    let (first, _) = answer(&Red::start());
    let mut next = Red::start();
    next.play(&first).expect("a legal turn");
    let answers = next.turns().len();
    assert!(covered > answers, "{covered}, {answers}");
    assert!(covered < 2 * 56 - 10, "{covered}");
}

fn has_only_its_book<S: Size>(engine: &mut Engine) {
    let start = Position::<S>::start();
    assert_eq!(perfect::find(&start), None);
    let entry = book::find(&start).expect("an entry");
    engine.send(&format!("setoption name Board value {}", S::N));
    let searched = engine.go("go movetime 1");
    let text = start.text_of(&entry.turn).to_string();
    assert_eq!(searched.turn, Some(text));
    assert_eq!(searched.last().depth, Some(entry.depth.into()));
}

#[test]
fn other_boards_have_only_their_book() {
    let mut engine = perfect_engine("uci");
    has_only_its_book::<Eight>(&mut engine);
    has_only_its_book::<Ten>(&mut engine);
    // A position of another size than the option's.
    engine.send(&format!("position fen {START}"));
    let searched = engine.go("go movetime 1");
    check_perfect(&searched, &Red::start(), "uci");
}

#[test]
fn positions_that_neither_has_are_searched() {
    let mut engine = perfect_engine("uci");
    for text in [FINISHED, WIN_IN_1, LOSS_IN_1] {
        engine.send(&format!("position fen {text}"));
        assert!(is_search(&engine.go("go movetime 1")), "{text}");
    }
}

#[test]
fn who_asks_for_a_search_gets_one() {
    let mut engine = perfect_engine("uci");
    check_perfect(&engine.go("go movetime 1"), &Red::start(), "uci");
    for go in [
        "go depth 1",
        "go nodes 10",
        "go mate 1 movetime 1",
        "go movetime 1 searchmoves a1-c1+d1",
    ] {
        assert!(is_search(&engine.go(go)), "{go}");
    }
    for (go, end) in [("go infinite", "stop"), ("go ponder", "stop")] {
        engine.send(go);
        engine.send(end);
        assert!(is_search(&engine.searched()), "{go}");
    }
    for (name, on, off) in [
        ("MultiPV", "2", "1"),
        ("UCI_AnalyseMode", "true", "false"),
        ("OwnBook", "false", "true"),
    ] {
        engine.send(&format!("setoption name {name} value {on}"));
        assert!(is_search(&engine.go("go movetime 1")), "{name}");
        engine.send(&format!("setoption name {name} value {off}"));
        check_perfect(&engine.go("go movetime 1"), &Red::start(), "uci");
    }
}
