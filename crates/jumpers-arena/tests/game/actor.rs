//! Engines that say what a test has them say: shell scripts, made on the fly.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use jumpers_arena::contestant::{Contestant, Protocol};
use jumpers_arena::game::{GameStart, Seat, play_game};
use jumpers_arena::limit::{Clock, Limit};
use jumpers_arena::process::{Interrupt, Supervisor};
use jumpers_record::{GameRecord, Referee};
use tempfile::TempDir;

/// The start of the standard board.
pub const START: &str = "4tt/4tt/6/6/rr4/rr4 r 12 13";

/// Red takes a token and has won.
pub const ONE_TURN: &str = "6/6/6/6/6/rt4 r 0 0";

/// What an engine says to a line: shell commands for patterns of the shell's `case`. The first
/// pattern that the line matches counts, and none of the usual answers is given.
#[derive(Clone, Default)]
pub struct Actor {
    /// Shell commands at its start.
    pub first: String,
    /// Answers that go before the usual ones.
    pub cases: Vec<(String, String)>,
    /// What it does at its n-th `go`, with `ponder` or without.
    pub turns: Vec<String>,
}

impl Actor {
    /// An engine that makes these turns one after the other.
    pub fn of_turns(turns: &[&str]) -> Self {
        Actor {
            turns: turns
                .iter()
                .map(|turn| format!("echo bestmove {turn}"))
                .collect(),
            ..Actor::default()
        }
    }

    /// Adds an answer.
    pub fn on(mut self, pattern: &str, commands: &str) -> Self {
        self.cases.push((pattern.to_owned(), commands.to_owned()));
        self
    }

    fn script(&self, log: &str) -> String {
        let mut script = format!(
            "log={log}\nn=0\n{}\nwhile IFS= read -r line; do\nprintf '%s\\n' \"$line\" >>\"$log\"\n\
             case $line in\n",
            self.first
        );
        for (pattern, commands) in &self.cases {
            script += &format!("{pattern}) {commands};;\n");
        }
        script += "uci|ugi) echo \"id name Actor\"; echo \"${line}ok\";;\n\
                   isready) echo readyok;;\nquit) exit 0;;\ngo*) n=$((n+1)); case $n in\n";
        for (number, commands) in self.turns.iter().enumerate() {
            script += &format!("{}) {commands};;\n", number + 1);
        }
        script + "esac;;\nesac\ndone\n"
    }
}

/// Two seats, and what is needed to play.
pub struct Stage {
    directory: TempDir,
    pub supervisor: Supervisor,
    pub interrupt: Interrupt,
}

impl Stage {
    pub fn new() -> Self {
        Stage {
            directory: TempDir::new().expect("a temporary directory"),
            supervisor: Supervisor::new(env!("CARGO_BIN_EXE_arena")).expect("a supervisor"),
            interrupt: Interrupt::new().expect("an interrupt"),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The contestant that is this actor.
    pub fn contestant(&self, name: &str, actor: &Actor, limit: Limit) -> Contestant {
        let script = self.path(&format!("{name}.sh"));
        let log = self.path(&format!("{name}.log"));
        fs::write(&script, actor.script(&log.display().to_string())).expect("a script");
        Contestant {
            name: name.to_owned(),
            command: "/bin/sh".to_owned(),
            args: vec![script.display().to_string()],
            directory: None,
            environment: Vec::new(),
            protocol: Protocol::Uci,
            options: Vec::new(),
            limit,
            margin: Duration::from_secs(60),
            deadline: Duration::from_secs(60),
            ponder: false,
            restart: false,
            digest: None,
        }
    }

    pub fn seat(&self, contestant: Contestant) -> Seat {
        Seat::new(contestant, Vec::new(), &self.supervisor, &self.interrupt)
    }

    /// The seat of this actor.
    pub fn actor(&self, name: &str, actor: &Actor, limit: Limit) -> Seat {
        self.seat(self.contestant(name, actor, limit))
    }

    /// What an actor was told.
    pub fn told(&self, name: &str) -> Vec<String> {
        let log = fs::read_to_string(self.path(&format!("{name}.log"))).expect("a log");
        log.lines().map(str::to_owned).collect()
    }

    pub fn play(&self, red: &mut Seat, teal: &mut Seat, position: &str) -> GameRecord {
        let start = GameStart {
            event: "test".to_owned(),
            round: "1.1".to_owned(),
            position: position.to_owned(),
        };
        play_game([red, teal], &start)
    }
}

/// The first legal turn of each position, up to the end of the game.
pub fn a_game(position: &str) -> Vec<String> {
    let mut referee = Referee::new(position).expect("a position");
    while referee.winner().is_none() {
        let turns = referee.legal_turns();
        referee.play(&turns[0]).expect("a legal turn");
    }
    referee.turns().to_vec()
}

/// The turns of a game that Red (0) or Teal (1) makes.
pub fn turns_of(game: &[String], side: usize) -> Vec<&str> {
    game.iter()
        .skip(side)
        .step_by(2)
        .map(String::as_str)
        .collect()
}

/// A limit of nodes.
pub fn nodes(nodes: u64) -> Limit {
    Limit {
        nodes: Some(nodes),
        ..Limit::default()
    }
}

/// A clock.
pub fn clock(time: Duration, increment: Duration) -> Limit {
    Limit {
        clock: Some(Clock { time, increment }),
        ..Limit::default()
    }
}

/// The `position` line of the start and these turns.
pub fn position_line(turns: &[String]) -> String {
    let mut line = format!("position fen {START}");
    if !turns.is_empty() {
        line += &format!(" moves {}", turns.join(" "));
    }
    line
}

/// The `position` lines of a game for Red's turns (0) or Teal's (1).
pub fn position_lines(game: &[String], side: usize) -> Vec<String> {
    let counts = (side..game.len()).step_by(2);
    counts.map(|count| position_line(&game[..count])).collect()
}

/// The turns of a record.
pub fn turn_texts(record: &GameRecord) -> Vec<&str> {
    record.turns.iter().map(|turn| turn.turn.as_str()).collect()
}

/// A line with `#` for what clocks show.
pub fn mask_clocks(line: &str) -> String {
    let mut is_clock = false;
    let words = line.split(' ').map(|word| {
        let masked = if is_clock { "#" } else { word };
        is_clock = ["wtime", "btime", "p1time", "p2time"].contains(&word);
        masked
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Compares lines one by one, for short messages.
pub fn assert_lines(found: &[String], expected: &[String]) {
    for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "line {number}");
    }
    assert_eq!(found.len(), expected.len());
}
