//! What a client that knows no rules has noted of a game.

use crate::common::{STARTS, open};

/// A game as it was played.
#[derive(Debug)]
pub struct Record {
    /// `startpos` or a position text.
    pub opening: String,
    pub turns: Vec<String>,
    /// `p1win`, `p2win`, or what else the engines said.
    pub result: String,
}

impl Record {
    /// The `position` command that leads to the end of the game so far.
    pub fn command(&self) -> String {
        let mut command = match self.opening.as_str() {
            "startpos" => "position startpos".to_owned(),
            text => format!("position fen {text}"),
        };
        if !self.turns.is_empty() {
            command.push_str(" moves ");
            command.push_str(&self.turns.join(" "));
        }
        command
    }

    /// Checks that all turns are legal, that the game is over then and not before, and who has
    /// won; `board` is that of `startpos`.
    pub fn check(&self, board: usize) {
        let text = match self.opening.as_str() {
            "startpos" => STARTS[board],
            text => text,
        };
        let mut position = open(text).expect("a position");
        for turn in &self.turns {
            assert!(!position.is_over(), "{self:#?}");
            assert_eq!(position.meant(turn).as_ref(), Ok(turn), "{self:#?}");
            position = position.after(turn).expect("a legal turn");
        }
        assert!(position.is_over(), "{self:#?}");
        let result = if position.is_first_to_move() {
            "p2win"
        } else {
            "p1win"
        };
        assert_eq!(self.result, result, "{self:#?}");
    }
}

/// A clock for each side, with an increment.
pub struct Clocks([i64; 2]);

/// What each turn adds, in milliseconds.
const INCREMENT: i64 = 2;

impl Clocks {
    /// So many milliseconds for each.
    pub fn new(millis: i64) -> Self {
        Clocks([millis; 2])
    }

    /// The parameters of `go`, with the names of a dialect.
    pub fn parameters(&self, [first, second]: [&str; 2]) -> String {
        let [red, teal] = self.0;
        let time = format!("{first}time {red} {second}time {teal}");
        let increment = |name| format!("{name}inc {INCREMENT}");
        format!("{time} {} {}", increment(first), increment(second))
    }

    /// Takes the time of a turn. Nobody loses by it: that would depend on the machine.
    pub fn take(&mut self, side: usize, time: std::time::Duration) {
        let left = self.0[side] - time.as_millis() as i64 + INCREMENT;
        self.0[side] = left.max(1);
    }
}
