//! What the session should be like: its position, its options, its work, and what each line is
//! answered with.

use jumpers_core::{BoardSize, ResolveError};
use jumpers_protocol::{Command, Dialect, GoParams, PositionBase, Query};

use crate::common::{Rules, open, start};
use crate::play::Known;

/// What an answer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Is(String),
    Begins(String),
}

/// What is worked at.
pub enum Work {
    Search {
        /// The turns to choose from.
        allowed: Vec<String>,
        position: Box<dyn Rules>,
        /// So many best turns are told, at most.
        lines: usize,
        tells_ponder: bool,
        /// A proof has one line.
        solves: bool,
    },
    Count {
        /// What it comes to, if it is soon known and not stopped.
        total: Option<u64>,
        divide: Option<Vec<String>>,
    },
    Bench,
    Openings {
        count: u32,
        board: BoardSize,
    },
}

/// Work that was begun. Commands have numbers, in the order in which they are sent.
pub struct Job {
    pub work: Work,
    pub begun_by: usize,
    /// Before this command it does not end by itself: until then it is infinite or pondering.
    pub held_until: Option<usize>,
    is_held: bool,
    is_infinite: bool,
    /// Somebody has asked it to stop.
    pub is_stopped: bool,
    /// Its last line comes before the answer of this command.
    pub ended_by: Option<usize>,
}

/// A session as it should be.
pub struct Model<'a> {
    known: &'a Known,
    dialect: Option<Dialect>,
    pub board: BoardSize,
    multi_pv: usize,
    /// The position set, and those after each turn since; the last is the current one.
    game: Vec<Box<dyn Rules>>,
    pub jobs: Vec<Job>,
    /// The answers of the session, with the numbers of their commands.
    pub answers: Vec<(usize, Answer)>,
    pub debug_was_on: bool,
    number: usize,
}

/// The options with a number, and their bounds.
const NUMBERS: [(&str, i64, i64); 4] = [
    ("hash", 1, 1 << 20),
    ("threads", 1, 256),
    ("multipv", 1, 500),
    ("move overhead", 0, 10_000),
];

const SWITCHES: [&str; 4] = ["ponder", "ownbook", "proofsearch", "uci_analysemode"];

/// More than this is not asked for, since it may be had or not.
const MOST: [(&str, i64); 2] = [("hash", 32), ("threads", 8)];

/// May this be sent at all?
pub fn is_tame(line: &[u8]) -> bool {
    match Command::parse_bytes(line) {
        Ok(Some(Command::Quit)) => false,
        Ok(Some(Command::SetOption(params))) => {
            let name = params.name.to_ascii_lowercase();
            let number = params.value.and_then(|value| value.parse::<i64>().ok());
            let most = MOST.iter().find(|(n, _)| *n == name).map(|(_, most)| *most);
            name != "debug log file" && (number <= most || most.is_none())
        }
        _ => true,
    }
}

fn code_of(error: &ResolveError) -> &'static str {
    match error {
        ResolveError::Text(_) => "bad-turn",
        ResolveError::Ambiguous { .. } => "ambiguous-turn",
        _ => "illegal-turn",
    }
}

impl<'a> Model<'a> {
    /// A session that has just begun.
    pub fn new(known: &'a Known) -> Self {
        Model {
            known,
            dialect: None,
            board: BoardSize::Six,
            multi_pv: 1,
            game: vec![start(BoardSize::Six)],
            jobs: Vec::new(),
            answers: Vec::new(),
            debug_was_on: false,
            number: 0,
        }
    }

    /// The current position.
    pub fn position(&self) -> &dyn Rules {
        self.game.last().expect("a position").as_ref()
    }

    /// Turns that follow each other from a position, as long as there are any.
    pub fn walk(&self, from: Box<dyn Rules>, choices: &[u16]) -> String {
        let mut position = from;
        let mut texts = Vec::new();
        for choice in choices {
            let turns = position.turns();
            let Some(turn) = crate::script::pick(&turns, *choice) else {
                break;
            };
            position = position.after(turn).expect("a legal turn");
            texts.push(turn.clone());
        }
        texts.join(" ")
    }

    /// Takes notice of a line.
    pub fn take(&mut self, line: &[u8]) {
        self.number += 1;
        match Command::parse_bytes(line) {
            Ok(None) => {}
            Ok(Some(command)) => self.obey(command),
            Err(error) => self.refuse(error.code()),
        }
    }

    /// Takes notice of a `quit` or of the end of the input.
    pub fn quit(&mut self) {
        self.number += 1;
        self.stop();
    }

    fn answer(&mut self, answer: Answer) {
        self.answers.push((self.number, answer));
    }

    fn say(&mut self, text: impl Into<String>) {
        self.answer(Answer::Is(text.into()));
    }

    fn refuse(&mut self, code: &str) {
        self.answer(Answer::Begins(format!("info string error {code}: ")));
    }

    /// Ends the running work.
    fn end(&mut self) {
        self.stop();
        if let Some(job) = self.jobs.last_mut() {
            job.ended_by.get_or_insert(self.number);
        }
    }

    fn stop(&mut self) {
        self.release(true);
        if let Some(job) = self.jobs.last_mut() {
            job.is_stopped = true;
        }
    }

    /// Lets a job that is held end; only a stop does so if it is infinite.
    fn release(&mut self, is_stop: bool) {
        if let Some(job) = self.jobs.last_mut()
            && job.is_held
            && (is_stop || !job.is_infinite)
        {
            job.is_held = false;
            job.held_until = Some(self.number);
        }
    }

    fn begin(&mut self, work: Work, is_infinite: bool, is_pondering: bool) {
        self.end();
        self.jobs.push(Job {
            work,
            begun_by: self.number,
            held_until: None,
            is_held: is_infinite || is_pondering,
            is_infinite,
            is_stopped: false,
            ended_by: None,
        });
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Handshake(dialect) => {
                self.dialect.get_or_insert(dialect);
                let known = self.known;
                known.identity.iter().for_each(|line| self.say(line));
                self.say(match dialect {
                    Dialect::Uci => "uciok",
                    Dialect::Ugi => "ugiok",
                });
            }
            Command::IsReady => self.say("readyok"),
            Command::SetOption(params) => self.set_option(&params.name, params.value.as_deref()),
            Command::NewGame => self.end(),
            Command::Position(params) => {
                let base = match params.base {
                    PositionBase::Startpos => Some(start(self.board)),
                    PositionBase::Fen(text) => open(&text),
                };
                let Some(base) = base else {
                    return self.refuse("bad-position");
                };
                self.play(vec![base], &params.moves, true);
            }
            Command::Moves(turns) if turns.is_empty() => {}
            Command::Moves(turns) => self.play(self.game.clone(), &turns, false),
            Command::Undo { turns: 0 } => {}
            Command::Undo { turns } => match (self.game.len()).checked_sub(turns as usize) {
                None | Some(0) => self.refuse("nothing-to-undo"),
                Some(left) => {
                    self.end();
                    self.game.truncate(left);
                }
            },
            Command::Go(params) => self.go(&params),
            Command::Stop => self.stop(),
            Command::PonderHit => self.release(false),
            Command::Query(query) => {
                let response = self.response(&query);
                self.say(format!("response {response}"));
            }
            Command::Display => {
                for _ in 0..=self.position().points() {
                    self.answer(Answer::Begins("info string ".to_owned()));
                }
                self.say(format!("info string fen {}", self.position().text()));
            }
            Command::Perft(params) => self.count(params.depth, params.paths, params.divide),
            Command::Genfens(params) => {
                let (count, board) = (params.count, self.board);
                self.begin(Work::Openings { count, board }, false, false);
            }
            Command::Bench { .. } => self.begin(Work::Bench, false, false),
            Command::Eval => self.answer(Answer::Begins("info string evaluation ".to_owned())),
            Command::Debug(on) => self.debug_was_on |= on,
            Command::Help => {
                let known = self.known;
                known.help.iter().for_each(|line| self.say(line));
            }
            Command::Quit => unreachable!("it is not sent"),
        }
    }

    fn play(&mut self, mut game: Vec<Box<dyn Rules>>, turns: &[String], is_new: bool) {
        for turn in turns {
            match game[game.len() - 1].after(turn) {
                Ok(next) => game.push(next),
                Err(error) => return self.refuse(code_of(&error)),
            }
        }
        self.end();
        self.game = game;
        if is_new && !self.position().has_material_of_a_game() {
            self.answer(Answer::Begins(
                "info string notice: a made-up position: ".to_owned(),
            ));
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let name = name.to_ascii_lowercase();
        let number = value.and_then(|value| value.parse::<i64>().ok());
        let bounds = NUMBERS.iter().find(|(n, _, _)| *n == name);
        let is_good = match (name.as_str(), bounds) {
            (_, Some((_, least, most))) => number.is_some_and(|n| (*least..=*most).contains(&n)),
            ("clear hash", _) => true,
            ("board", _) => matches!(value, Some("6" | "8" | "10")),
            (name, _) if SWITCHES.contains(&name) => value.is_some_and(|v| {
                ["true", "false"]
                    .iter()
                    .any(|word| v.eq_ignore_ascii_case(word))
            }),
            _ => return self.refuse("unknown-option"),
        };
        if !is_good {
            return self.refuse("bad-option-value");
        }
        match name.as_str() {
            "hash" | "threads" | "clear hash" => self.end(),
            "board" => {
                self.end();
                let size = value.and_then(|value| value.parse().ok());
                self.board = size.expect("a size");
                self.game = vec![start(self.board)];
            }
            "multipv" => self.multi_pv = number.expect("a number") as usize,
            _ => {}
        }
    }

    fn go(&mut self, params: &GoParams) {
        if let Some(depth) = params.perft {
            return self.count(depth, false, true);
        }
        let position = self.position().copy();
        let mut allowed = Vec::new();
        for text in &params.searchmoves {
            match position.meant(text) {
                Ok(turn) => allowed.push(turn),
                Err(error) => return self.refuse(code_of(&error)),
            }
        }
        if allowed.is_empty() {
            allowed = position.turns();
        }
        allowed.sort();
        allowed.dedup();
        let work = Work::Search {
            allowed,
            position,
            lines: self.multi_pv,
            tells_ponder: self.dialect != Some(Dialect::Ugi),
            solves: params.solve,
        };
        self.begin(work, params.infinite, params.ponder);
    }

    fn count(&mut self, depth: u32, paths: bool, divide: bool) {
        let position = self.position();
        let total = (depth <= 3 && !paths).then(|| position.perft(depth));
        let divide = (divide && depth > 0).then(|| position.turns());
        self.begin(Work::Count { total, divide }, false, false);
    }

    fn response(&self, query: &Query) -> String {
        let position = self.position();
        match query {
            Query::GameOver => position.is_over().to_string(),
            Query::P1Turn => position.is_first_to_move().to_string(),
            Query::Result => match (position.is_over(), position.is_first_to_move()) {
                (false, _) => "none".to_owned(),
                (true, true) => "p2win".to_owned(),
                (true, false) => "p1win".to_owned(),
            },
            Query::Fen => position.text(),
            Query::Board => position.points().to_string(),
            Query::IsLegal(turn) => position.meant(turn).is_ok().to_string(),
            Query::MoveList => match position.turns() {
                turns if turns.is_empty() => "(none)".to_owned(),
                turns => turns.join(" "),
            },
            Query::Unknown(_) => "unsupported".to_owned(),
        }
    }
}
