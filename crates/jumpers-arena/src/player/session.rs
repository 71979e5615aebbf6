//! A player's session: commands in, replies out.

use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use jumpers_core::{BoardSize, Color};
use jumpers_protocol::{
    Command, Dialect, GoParams, Info, PerftParams, Query, Reply, SetOptionParams,
};
use jumpers_record::Referee;

use super::answer;
use super::change::{self, Refusal};
use super::count::{self, Count};
use super::hooks::{Fate, Hooks, Saying, Sayings};
use super::kind::{PlayerKind, Wish};
use super::options::{Change, Options};

/// At the end a count may go on for so long.
const LAST_COUNT: Duration = Duration::from_millis(70);

/// What a session waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of the input, its end left out or not.
    Line(Vec<u8>),
    /// A line of the input was too long to be kept; it had more than so many bytes.
    LineTooLong(usize),
    /// The count of this number has ended.
    Counted(u64),
    /// The input has ended, or nobody reads the output any more.
    Closed,
}

/// What a session does beside reading.
enum State {
    Idle,
    /// The answer to a `go` is ready, and has to wait.
    Waiting {
        answer: Vec<Reply>,
        infinite: bool,
        ponder: bool,
    },
    Counting(Count),
}

/// A session of a player that writes to `W`.
pub struct Session<W, H> {
    kind: PlayerKind,
    /// The seed in the declaration of the option.
    first_seed: u64,
    options: Options,
    dialect: Option<Dialect>,
    game: Referee,
    state: State,
    /// How many counts there were.
    counts: u64,
    events: Sender<Event>,
    output: W,
    hooks: H,
    /// Replies are dropped, and not shown to the hooks.
    silent: bool,
    /// The first failure to write.
    failure: Option<io::Error>,
}

impl<W: Write, H: Hooks> Session<W, H> {
    /// A session at the start of the standard board. `events` takes what the session has to
    /// [`handle`](Session::handle) later.
    pub fn new(kind: PlayerKind, seed: u64, events: Sender<Event>, output: W, hooks: H) -> Self {
        let board = BoardSize::default();
        Session {
            kind,
            first_seed: seed,
            options: Options { seed, board },
            dialect: None,
            game: Referee::start_of(board),
            state: State::Idle,
            counts: 0,
            events,
            output,
            hooks,
            silent: false,
            failure: None,
        }
    }

    /// The hooks.
    pub fn hooks(&mut self) -> &mut H {
        &mut self.hooks
    }

    /// What is written to.
    pub fn output(&mut self) -> &mut W {
        &mut self.output
    }

    /// Does what has to be done; breaks when it is the last.
    pub fn handle(&mut self, event: Event) -> ControlFlow<()> {
        let flow = match event {
            Event::Line(line) => match Command::parse_bytes(&line) {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(command)) => self.hear(command),
                Err(error) => {
                    self.reply(Reply::from(&error));
                    ControlFlow::Continue(())
                }
            },
            Event::LineTooLong(bytes) => {
                self.error(
                    "line-too-long",
                    format!("a line of more than {bytes} bytes"),
                );
                ControlFlow::Continue(())
            }
            Event::Counted(number) => {
                if number == self.counts {
                    self.end_count();
                }
                ControlFlow::Continue(())
            }
            Event::Closed => ControlFlow::Break(()),
        };
        if flow.is_break() {
            self.end();
        }
        match self.failure {
            Some(_) => ControlFlow::Break(()),
            None => flow,
        }
    }

    /// Lets the hooks say what they have waited for.
    pub fn wake(&mut self) {
        let mut sayings = Sayings::default();
        self.hooks.wake(&mut sayings);
        self.say(sayings);
    }

    fn hear(&mut self, command: Command) -> ControlFlow<()> {
        let mut sayings = Sayings::default();
        let fate = self.hooks.command(&command, &mut sayings);
        self.say(sayings);
        match fate {
            Fate::Done => self.obey(command),
            Fate::Ignored => ControlFlow::Continue(()),
            Fate::Instead(other) => self.obey(other),
        }
    }

    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Handshake(dialect) => self.identify(dialect),
            Command::IsReady => self.reply(Reply::ReadyOk),
            Command::SetOption(params) => self.set_option(&params),
            Command::NewGame => self.end_job(),
            Command::Position(params) => {
                self.set_game(change::opened(&params, self.options.board), true)
            }
            Command::Moves(turns) if turns.is_empty() => {}
            Command::Moves(turns) => {
                self.set_game(change::played(self.game.clone(), &turns, "moves"), false);
            }
            Command::Undo { turns: 0 } => {}
            Command::Undo { turns } => {
                self.set_game(change::undone(self.game.clone(), turns), false)
            }
            Command::Go(params) => self.go(&params),
            Command::Stop => self.end_job(),
            Command::PonderHit => self.ponder_hit(),
            Command::Query(query) => self.reply(Reply::Response(self.response(&query))),
            Command::Display => self.text(format!("fen {}", self.game.position())),
            Command::Perft(params) => self.perft(params),
            Command::Debug(_) => {}
            Command::Help => self.text(format!("the player {}; see protocol.md", self.kind)),
            Command::Genfens(_) | Command::Bench { .. } | Command::Eval => {
                let text = format!("the player {} has no such command", self.kind);
                self.error("unsupported", text);
            }
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    /// Has the last word.
    fn end(&mut self) {
        if let State::Counting(count) = &self.state {
            count.wait(LAST_COUNT);
        }
        self.end_job();
        self.hooks.end();
    }

    /// Writes what a running job has to say, which ends it.
    fn end_job(&mut self) {
        match mem::replace(&mut self.state, State::Idle) {
            State::Idle => {}
            State::Waiting { answer, .. } => self.reply_all(answer),
            State::Counting(count) => self.reply_all(count.stop()),
        }
    }

    fn end_count(&mut self) {
        match mem::replace(&mut self.state, State::Idle) {
            State::Counting(count) => self.reply_all(count.join()),
            other => self.state = other,
        }
    }

    fn identify(&mut self, dialect: Dialect) {
        self.dialect.get_or_insert(dialect);
        self.reply(Reply::IdName(format!("Jumpers player {}", self.kind)));
        self.reply(Reply::IdAuthor(env!("CARGO_PKG_AUTHORS").to_owned()));
        for declaration in Options::declarations(self.first_seed) {
            self.reply(Reply::Option(declaration));
        }
        self.reply(Reply::HandshakeOk(dialect));
    }

    fn set_option(&mut self, params: &SetOptionParams) {
        match self.options.set(params) {
            Ok(Change::None) => {}
            Ok(Change::Board) => {
                self.end_job();
                self.game = Referee::start_of(self.options.board);
            }
            Err(error) => self.error(error.code(), error.to_string()),
        }
    }

    fn set_game(&mut self, game: Result<Referee, Refusal>, is_new: bool) {
        let game = match game {
            Ok(game) => game,
            Err(error) => return self.error(error.code(), error.to_string()),
        };
        self.end_job();
        if is_new && let Err(error) = game.check_material() {
            self.text(format!("notice: a made-up position: {error}"));
        }
        self.game = game;
    }

    fn go(&mut self, params: &GoParams) {
        if let Some(depth) = params.perft {
            return self.perft(PerftParams {
                depth,
                paths: false,
                divide: true,
            });
        }
        let wish = Wish {
            seed: self.options.seed,
            depth: params.depth,
            nodes: params.nodes.map(|nodes| nodes.max(1)),
            mate: params.mate.is_some(),
            turns: params.searchmoves.clone(),
        };
        let began = Instant::now();
        let choice = answer::choose(&self.game.position(), self.kind, &wish);
        let choice = match choice.map_err(Refusal::SearchTurn) {
            Ok(choice) => choice,
            Err(error) => return self.error(error.code(), error.to_string()),
        };
        self.end_job();
        let dialect = self.dialect.unwrap_or_default();
        let mut expected = choice.line.iter();
        let best = Reply::BestMove {
            turn: expected.next().cloned(),
            ponder: expected.next().cloned().filter(|_| dialect == Dialect::Uci),
        };
        let info = Info {
            depth: Some(choice.depth),
            multipv: Some(1),
            score: Some(choice.worth.score(dialect)),
            nodes: Some(choice.nodes),
            time: Some(began.elapsed().as_millis() as u64),
            pv: choice.line,
            ..Info::default()
        };
        let answer = vec![Reply::Info(info), best];
        if params.infinite || params.ponder {
            self.state = State::Waiting {
                answer,
                infinite: params.infinite,
                ponder: params.ponder,
            };
        } else {
            self.reply_all(answer);
        }
    }

    fn ponder_hit(&mut self) {
        if let State::Waiting {
            infinite, ponder, ..
        } = &mut self.state
            && mem::replace(ponder, false)
            && !*infinite
        {
            self.end_job();
        }
    }

    fn perft(&mut self, params: PerftParams) {
        self.end_job();
        self.counts += 1;
        let (events, number) = (self.events.clone(), self.counts);
        // Nobody waits for a count any more once the session has ended.
        let on_end = move || drop(events.send(Event::Counted(number)));
        match Count::start(self.game.position(), params, on_end) {
            Ok(count) => self.state = State::Counting(count),
            Err(error) => self.reply(count::failed(error)),
        }
    }

    /// The answer to a question.
    fn response(&self, query: &Query) -> String {
        let game = &self.game;
        match query {
            Query::GameOver => game.winner().is_some().to_string(),
            Query::P1Turn => (game.side_to_move() == Color::Red).to_string(),
            Query::Result => match game.winner() {
                None => "none",
                Some(Color::Red) => "p1win",
                Some(Color::Teal) => "p2win",
            }
            .to_owned(),
            Query::Fen => game.position(),
            Query::Board => game.board().to_string(),
            Query::IsLegal(turn) => game.clone().play(turn).is_ok().to_string(),
            Query::MoveList => match game.legal_turns() {
                turns if turns.is_empty() => "(none)".to_owned(),
                turns => turns.join(" "),
            },
            Query::Unknown(_) => "unsupported".to_owned(),
        }
    }

    fn error(&mut self, code: &str, text: String) {
        self.reply(Reply::Error {
            code: code.to_owned(),
            text,
        });
    }

    fn text(&mut self, text: String) {
        self.reply(Reply::info_string(text));
    }

    fn reply_all(&mut self, replies: Vec<Reply>) {
        for reply in replies {
            self.reply(reply);
        }
    }

    fn reply(&mut self, reply: Reply) {
        if self.silent {
            return;
        }
        let mut sayings = Sayings::default();
        self.hooks.reply(reply, &mut sayings);
        self.say(sayings);
    }

    fn say(&mut self, sayings: Sayings) {
        for saying in sayings.said {
            let bytes = match saying {
                Saying::Reply(reply) => format!("{reply}\n").into_bytes(),
                Saying::Bytes(bytes) => bytes,
            };
            if self.failure.is_none() {
                let written = self.output.write_all(&bytes);
                self.failure = written.and_then(|()| self.output.flush()).err();
            }
        }
        for command in sayings.then {
            let silent = mem::replace(&mut self.silent, true);
            // What hooks want done does not end the session.
            let _ = self.obey(command);
            self.silent = silent;
        }
    }
}
