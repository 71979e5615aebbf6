//! A referee that knows no rules: it asks the engines whose turn it is, whether the game is over
//! and who has won, as the runners for generic games do.

use std::time::Instant;

use crate::common::Engine;
use crate::record::{Clocks, Record};
use crate::{LIMITS, OPENINGS};

/// An engine as the referee sees it.
struct Player(Engine);

impl Player {
    fn start(board: &str) -> Self {
        let mut player = Player(Engine::start());
        player.0.send("ugi");
        player.0.until(|line| line == "ugiok");
        // One that no engine has, and one in another case.
        player.0.send("setoption name Move Time value 3");
        player
            .0
            .send(&format!("setoption name BOARD value {board}"));
        player.is_ready();
        player
    }

    fn is_ready(&mut self) {
        self.0.send("isready");
        self.0.until(|line| line == "readyok");
    }

    /// The second of exactly two words, split at single spaces; other lines are skipped.
    fn word(&mut self, first: &str) -> String {
        let lines = self.0.until(|line| line.starts_with(first));
        let line = lines.last().expect("a line");
        let words: Vec<_> = line.split(' ').collect();
        let [word, answer] = words.as_slice() else {
            panic!("{line:?} has not two words");
        };
        assert_eq!(*word, first);
        (*answer).to_owned()
    }

    fn query(&mut self, question: &str) -> String {
        self.0.send(&format!("query {question}"));
        self.word("response")
    }

    fn is(&mut self, question: &str) -> bool {
        match self.query(question).as_str() {
            "true" => true,
            "false" => false,
            other => panic!("{question}: {other}"),
        }
    }
}

/// One game of the first engine, Red, against the second.
fn referee(players: &mut [Player; 2], opening: &str, limits: &str) -> Record {
    let mut record = Record {
        opening: opening.to_owned(),
        turns: Vec::new(),
        result: String::new(),
    };
    for player in &mut *players {
        player.is_ready();
        player.0.send("uginewgame");
        player.0.send(&record.command());
        player.query("p1turn");
    }
    let mut clocks = Clocks::new(60);
    loop {
        let position = record.command();
        // The first engine says whose turn it is, also if it is the other's.
        players[0].0.send(&position);
        let side = usize::from(!players[0].is("p1turn"));
        let mover = &mut players[side];
        mover.is_ready();
        mover.0.send(&position);
        mover.0.send(&position);
        if mover.is("gameover") {
            break;
        }
        let go = match limits {
            "clocks" => clocks.parameters(["p1", "p2"]),
            limits => limits.to_owned(),
        };
        let begin = Instant::now();
        mover.0.send(&format!("go {go}"));
        record.turns.push(mover.word("bestmove"));
        clocks.take(side, begin.elapsed());
    }
    let results = players.each_mut().map(|player| {
        player.is_ready();
        player.0.send(&record.command());
        assert!(player.is("gameover"));
        player.query("result")
    });
    assert_eq!(results[0], results[1], "{record:#?}");
    record.result = results[0].clone();
    record
}

/// All openings, whatever board option `Board` has, each with another kind of limit.
fn games(board: usize) {
    let name = ["6", "8", "10"][board];
    let mut players = [Player::start(name), Player::start(name)];
    players[1].0.send("setoption name Threads value 2");
    for (i, opening) in OPENINGS.iter().enumerate() {
        for turned in 0..2 {
            let limits = LIMITS[(i + board + turned) % LIMITS.len()];
            referee(&mut players, opening, limits).check(board);
            players.reverse();
        }
    }
    for player in &mut players {
        player.0.send("quit");
        assert!(player.0.end().1.success());
    }
}

#[test]
fn a_referee_without_rules_on_6x6() {
    games(0);
}

#[test]
fn a_referee_without_rules_on_8x8() {
    games(1);
}

#[test]
fn a_referee_without_rules_on_10x10() {
    games(2);
}

/// As some speak it: no handshake but questions, arguments, an empty list of turns, and turns one
/// by one.
#[test]
fn other_habits() {
    let mut player = Player(Engine::start_as(
        std::process::Command::new(crate::common::BINARY).args(["--game", "jumpers"]),
    ));
    assert!(player.is("p1turn"));
    assert!(!player.is("gameover"));
    player.0.send("ugi");
    player.0.until(|line| line == "ugiok");
    player.0.send("uginewgame");
    player.0.send("position startpos moves ");
    let mut record = Record {
        opening: "startpos".to_owned(),
        turns: Vec::new(),
        result: String::new(),
    };
    while !player.is("gameover") {
        player.0.send("go nodes 50");
        let turn = player.word("bestmove");
        player.0.send(&format!("query islegal {turn}"));
        assert_eq!(player.word("response"), "true");
        player.0.send(&format!("moves {turn}"));
        record.turns.push(turn);
    }
    record.result = player.query("result");
    record.check(0);
}
