//! Searches: a `go` and what comes up to its `bestmove`.

use std::time::Duration;

use jumpers_protocol::{Dialect, Info, Reply};
use jumpers_record::Referee;

use super::bench::Bench;
use super::failure::{Verdict, shown, shown_lines};
use super::samples::line_of;
use super::subject::Subject;

/// What a search came to.
pub(super) struct Searched {
    /// The `info` lines that could be read, without those of text only.
    pub infos: Vec<Info>,
    /// The first `info` line that could not be read.
    pub unreadable: Option<String>,
    /// The turn; none if the engine says that there is none.
    pub turn: Option<String>,
    /// The answer that is expected.
    pub ponder: Option<String>,
    /// The whole line of the turn.
    pub best: String,
}

/// Is this line the end of a search?
pub(super) fn is_best(line: &str) -> bool {
    line == "bestmove" || line.starts_with("bestmove ")
}

/// How many of these lines end a search.
pub(super) fn count_best(lines: &[String]) -> usize {
    lines.iter().filter(|line| is_best(line)).count()
}

/// Clocks and increments in the words of a dialect.
pub(super) fn clocks(dialect: Dialect, time: i64, increment: i64) -> String {
    let [red, teal] = match dialect {
        Dialect::Uci => ["w", "b"],
        Dialect::Ugi => ["p1", "p2"],
    };
    format!("{red}time {time} {teal}time {time} {red}inc {increment} {teal}inc {increment}")
}

impl Bench<'_> {
    /// How long a `go` may take that has this limit, or none in time.
    pub fn allowance(&self, limit: Option<Duration>) -> Duration {
        let settings = self.settings;
        limit.map_or(settings.deadline, |limit| limit + settings.margin)
    }
}

impl Subject<'_> {
    /// Sets the position up. What the engine says to it is not looked at.
    pub fn set_up(&mut self, game: &Referee) -> Verdict {
        self.ask(&line_of(game)).map(drop)
    }

    /// Sends a `go` and waits for its `bestmove`.
    pub fn go(&mut self, line: &str, time: Duration) -> Verdict<Searched> {
        self.send(line);
        self.searched(time)
    }

    /// Waits for a `bestmove`.
    pub fn searched(&mut self, time: Duration) -> Verdict<Searched> {
        let lines = self.until("a line 'bestmove …'", time, is_best)?;
        self.read_search(&lines)
    }

    fn read_search(&self, lines: &[String]) -> Verdict<Searched> {
        let best = lines.last().cloned().unwrap_or_default();
        let Ok(Reply::BestMove { turn, ponder }) = best.parse() else {
            return self.failure("'bestmove' with a turn", format!("'{}'", shown(&best)));
        };
        let mut searched = Searched {
            infos: Vec::new(),
            unreadable: None,
            turn,
            ponder,
            best,
        };
        for line in lines.iter().filter(|line| line.starts_with("info ")) {
            match line.parse() {
                Ok(Reply::Info(info)) if info.string.is_none() => searched.infos.push(info),
                Ok(_) => {}
                Err(error) => {
                    let unreadable = format!("'{}' ({error})", shown(line));
                    searched.unreadable.get_or_insert(unreadable);
                }
            }
        }
        Ok(searched)
    }

    /// The turn should be legal here. Its canonical text comes back.
    pub fn expect_legal(&self, game: &Referee, searched: &Searched) -> Verdict<String> {
        let expected = || format!("a legal turn in {}", game.position());
        let Some(turn) = &searched.turn else {
            return self.failure(expected(), format!("'{}'", shown(&searched.best)));
        };
        match game.clone().play(turn) {
            Ok(text) => Ok(text),
            Err(error) => {
                let found = format!("'{}' ({error})", shown(&searched.best));
                self.failure(expected(), found)
            }
        }
    }

    /// Sets a position up, lets the engine search, and looks whether the turn is legal there.
    pub fn search_legal(
        &mut self,
        game: &Referee,
        line: &str,
        time: Duration,
    ) -> Verdict<Searched> {
        self.set_up(game)?;
        let searched = self.go(line, time)?;
        self.expect_legal(game, &searched)?;
        Ok(searched)
    }

    /// The same with a limit in time, which holds also where a search of little depth takes long.
    pub fn search_shortly(&mut self, game: &Referee) -> Verdict<Searched> {
        let time = self.bench().allowance(Some(Duration::from_millis(20)));
        self.search_legal(game, "go movetime 20", time)
    }

    /// The engine should be at this position: a turn that it finds is legal there.
    pub fn expect_at(&mut self, game: &Referee) -> Verdict {
        let searched = self.go("go depth 1", self.deadline())?;
        self.expect_legal(game, &searched)?;
        self.sync().map(drop)
    }

    /// What came should be nothing that ends a search.
    pub fn expect_no_best(&self, lines: &[String], expected: &str) -> Verdict {
        match count_best(lines) {
            0 => Ok(()),
            _ => self.failure(expected, shown_lines(lines)),
        }
    }
}
