//! A session: commands in, replies out, at most one job running beside it.
//!
//! The session reads a command at once whatever is going on. A search, a perft or a bench is a
//! job on a thread of its own, which is the only other writer. A command that changes what a job
//! works with ends the job first: its `bestmove` comes before anything else happens.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jumpers_core::{BoardSize, Counting, PerftConfig};
use jumpers_protocol::{
    Command, Dialect, Excerpt, GenfensParams, GoParams, PerftParams, Reply, SetOptionParams,
};

use crate::bench;
use crate::board::{self, Board, BoardError, TableSize};
use crate::jobs::{Ending, JobThread, Started};
use crate::log::Log;
use crate::openings::{self, OpeningsConfig};
use crate::options::{Change, Options};
use crate::output::Output;
use crate::perfect;
use crate::request::{Request, Situation, as_depth};
use crate::search::Control;

mod answers;
mod proofs;
mod running;

pub(crate) use running::new_pool;
use running::{Machinery, Running, Search, internal_error};

/// A running search, perft or bench, or the making of openings.
struct Job {
    control: Arc<Control>,
    started: Started,
}

/// A session that writes to `W`.
pub struct Session<W: Write + Send + 'static> {
    output: Output<W>,
    options: Options,
    /// That of the first handshake.
    dialect: Option<Dialect>,
    debug: bool,
    board: Arc<dyn Board>,
    machinery: Machinery,
    job_thread: JobThread,
    job: Option<Job>,
    /// How many times a `go` was accepted: the number of the last search.
    generation: u64,
}

/// Why a session cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The memory for the first table is not to be had.
    #[error(transparent)]
    Table(#[from] crate::search::NoMemory),
    /// The process may not take the memory that it needs at least.
    #[error("no memory for a table of {0} MiB and the threads")]
    Memory(usize),
    /// The memory for the search threads is not to be had.
    #[error("no memory for {0} search threads")]
    Threads(usize),
    /// A search thread is not to be had.
    #[error("cannot start a search thread: {0}")]
    Pool(#[from] rayon::ThreadPoolBuildError),
    /// The thread that jobs run on is not to be had.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session at the start of the default board.
    ///
    /// # Errors
    /// If the memory or the thread that it needs is not to be had.
    pub fn new(output: Output<W>) -> Result<Self, StartError> {
        Self::with_hash(output, Options::default().hash_mib)
    }

    /// The same with a table of so many MiB.
    ///
    /// # Errors
    /// If the memory or the thread that it needs is not to be had.
    pub fn with_hash(output: Output<W>, hash_mib: usize) -> Result<Self, StartError> {
        let options = Options {
            hash_mib,
            ..Options::default()
        };
        Ok(Session {
            output,
            board: Arc::from(board::start(options.board)),
            machinery: Machinery::new(&options)?,
            options,
            dialect: None,
            debug: false,
            job_thread: JobThread::start()?,
            job: None,
            generation: 0,
        })
    }

    /// Does what a line says; breaks when it says to quit.
    pub fn handle_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.handle_line_of(line, Instant::now())
    }

    /// The same for a line that came in at this time: the clock of a `go` runs since then.
    pub fn handle_line_of(&mut self, line: &[u8], arrival: Instant) -> ControlFlow<()> {
        self.output.record_input(line);
        match Command::parse_bytes(line) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(command)) => self.handle_at(command, arrival),
            Err(error) => {
                self.reply(Reply::from(&error));
                ControlFlow::Continue(())
            }
        }
    }

    /// Does what a command says; breaks when it says to quit.
    pub fn handle(&mut self, command: Command) -> ControlFlow<()> {
        self.handle_at(command, Instant::now())
    }

    fn handle_at(&mut self, command: Command, arrival: Instant) -> ControlFlow<()> {
        match command {
            Command::Handshake(dialect) => self.identify(dialect),
            Command::IsReady => {
                self.prepare();
                self.reply(Reply::ReadyOk);
            }
            Command::SetOption(params) => self.set_option(&params),
            Command::NewGame => {
                self.end_job();
                self.machinery.forget();
            }
            Command::Position(params) => {
                let board = board::open(&params.base, self.options.board, &params.moves);
                let notice = board.as_ref().ok().and_then(|board| board.notice());
                self.set_board(board, notice);
            }
            Command::Moves(turns) if turns.is_empty() => {}
            Command::Moves(turns) => self.set_board(self.board.play(&turns), None),
            Command::Undo { turns: 0 } => {}
            Command::Undo { turns } => self.set_board(self.board.undo(turns), None),
            Command::Go(params) => self.go(&params, arrival),
            Command::Stop => self.stop_job(),
            Command::PonderHit => {
                if let Some(job) = &self.job {
                    job.control.ponder_hit(arrival);
                }
            }
            Command::Query(query) => self.reply(Reply::Response(self.response(&query))),
            Command::Display => self.display(),
            Command::Eval => self.text(format!("evaluation {}", self.board.evaluation())),
            Command::Perft(params) if params.divide => self.perft("divide", params),
            Command::Perft(params) => self.perft("perft", params),
            Command::Genfens(params) => self.genfens(&params),
            Command::Bench { depth } => self.bench(depth),
            Command::Debug(on) => self.debug = on,
            Command::Help => self.help(),
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    /// Reports a line that is too long to be read.
    pub fn refuse_line(&self, reason: String) {
        self.output.record_input(format!("({reason})").as_bytes());
        self.error("line-too-long", reason);
    }

    /// Reports an error of the input.
    fn error(&self, code: &str, text: impl Into<String>) {
        self.reply(Reply::Error {
            code: code.to_owned(),
            text: text.into(),
        });
    }

    /// Tells the running job, if there is one, to end, and waits for its last line no longer
    /// than `most`.
    pub fn quit(mut self, most: Duration) {
        self.stop_job();
        if let Some(job) = self.job.take() {
            let _ = job.started.wait_for(most);
        }
    }

    fn stop_job(&self) {
        if let Some(job) = &self.job {
            job.control.stop();
        }
    }

    /// Ends the running job, if there is one, and waits for its last line.
    fn end_job(&mut self) {
        self.stop_job();
        self.wait_for_job();
    }

    /// Waits until the running job, if there is one, ends by itself.
    pub fn wait_for_job(&mut self) {
        if let Some(job) = self.job.take()
            && job.started.wait() == Ending::Failed
        {
            self.reply(internal_error());
        }
    }

    fn reply(&self, reply: Reply) {
        self.output.line(reply);
    }

    fn text(&self, text: impl Into<String>) {
        self.reply(Reply::info_string(text));
    }

    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    fn set_option(&mut self, params: &SetOptionParams) {
        let mut options = self.options.clone();
        let change = match options.set(params) {
            Ok(change) => change,
            Err(error) => return self.error(error.code(), error.to_string()),
        };
        match change {
            Change::None => {}
            Change::LogFile => match Log::open_or_none(&options.log_file) {
                Ok(log) => self.output.log_to(log),
                Err(error) => {
                    let path = Excerpt::new(&options.log_file);
                    return self.error("log-file", format!("setoption: {path}: {error}"));
                }
            },
            Change::ClearHash => {
                self.end_job();
                self.machinery.forget();
            }
            Change::Board => {
                self.end_job();
                self.board = Arc::from(board::start(options.board));
            }
            Change::Hash | Change::Threads => match self.machinery.changed(change, &options) {
                Ok(machinery) => {
                    self.end_job();
                    self.machinery = machinery;
                }
                Err(reason) => {
                    let text = format!("setoption: {reason}; nothing has changed");
                    return self.error("no-resources", text);
                }
            },
        }
        if options.own_book && !self.options.own_book {
            perfect::load_soon();
        }
        self.options = options;
    }

    /// Waits until what a `go` may need is there: the certificate of the board.
    fn prepare(&self) {
        if self.options.own_book && self.board.size() == BoardSize::Six {
            perfect::load();
        }
    }

    fn set_board(&mut self, board: Result<Box<dyn Board>, BoardError>, notice: Option<String>) {
        match board {
            Ok(board) => {
                self.end_job();
                if let Some(notice) = notice {
                    self.text(notice);
                }
                self.board = Arc::from(board);
            }
            Err(error) => self.error(error.code(), error.to_string()),
        }
    }

    fn go(&mut self, params: &GoParams, arrival: Instant) {
        if let Some(depth) = params.perft {
            let params = PerftParams {
                depth,
                paths: false,
                divide: true,
            };
            return self.perft("go perft", params);
        }
        let request = self.request(params);
        if let Err(error) = self.board.check(&request) {
            return self.error(error.code(), error.to_string());
        }
        let proofs = TableSize::of_request(&request, self.options.hash_mib);
        if let (true, Some(size)) = (request.solve, proofs) {
            // A job that runs goes on if there is no memory.
            let room = self.machinery.proofs.check(self.board.size(), size);
            if let Err(error) = room {
                return self.error("no-resources", format!("go: {error}"));
            }
        }
        // The clock runs also while the search before has its last word.
        let control = Control::since(arrival, params.ponder);
        self.end_job();
        self.generation += 1;
        let search = Search {
            generation: self.generation,
            infinite: params.infinite,
            tells_ponder: self.dialect() == Dialect::Uci,
            debug: self.debug,
            book: self.may_use_book(params),
            proofs,
            request,
        };
        self.start_job(control, move |job| job.search(&search));
    }

    /// What a `go` asks for here.
    fn request(&self, params: &GoParams) -> Request {
        let situation = Situation {
            side: self.board.side_to_move(),
            turns_left: self.board.max_turns_left(),
            overhead: self.options.move_overhead,
            ponders: self.options.ponder,
            mate_in_plies: self.dialect() == Dialect::Ugi,
        };
        let Options {
            proof_search,
            analyse,
            multi_pv,
            ..
        } = self.options;
        // What is asked for is more than a turn, or the same turn each time.
        let asks_for_search = params.depth.is_some() || params.nodes.is_some() || params.solve;
        Request {
            lines: multi_pv,
            exhaustive: analyse,
            proof_search: proof_search && !analyse && multi_pv == 1 && !asks_for_search,
            ..Request::of_go(params, &situation)
        }
    }

    /// The certificate and the book answer when nothing but a turn within a time is asked for.
    fn may_use_book(&self, params: &GoParams) -> bool {
        let Options {
            own_book,
            analyse,
            multi_pv,
            ..
        } = self.options;
        let asks_for_search = params.infinite
            || params.ponder
            || params.depth.is_some()
            || params.nodes.is_some()
            || params.mate.is_some()
            || params.solve
            || !params.searchmoves.is_empty();
        own_book && !analyse && multi_pv == 1 && !asks_for_search
    }

    fn perft(&mut self, command: &'static str, params: PerftParams) {
        self.end_job();
        let config = PerftConfig {
            threads: self.options.threads,
            counting: if params.paths {
                Counting::Paths
            } else {
                Counting::Turns
            },
            ..PerftConfig::default()
        };
        self.start_job(Control::new(false), move |job| {
            if let Err(error) = job.perft(&config, params) {
                job.error("perft", format!("{command}: {error}"));
            }
        });
    }

    fn genfens(&mut self, params: &GenfensParams) {
        self.end_job();
        let config = OpeningsConfig::of_params(params, self.options.board);
        self.start_job(Control::new(false), move |job| {
            let reply = |reply| job.output.line(reply);
            if let Err(error) = openings::reply_with(&config, &job.control, &reply) {
                job.error(error.code(), format!("genfens: {error}"));
            }
        });
    }

    fn bench(&mut self, depth: Option<u32>) {
        self.end_job();
        let depth = depth.map_or(bench::DEFAULT_DEPTH, as_depth);
        self.start_job(Control::new(false), move |job| {
            let line = |line: &str| job.output.line(Reply::Text(line.to_owned()));
            match bench::run(depth, &job.control, &line) {
                Ok(total) => line(&total.to_string()),
                Err(error) => job.error("no-resources", format!("bench: {error}")),
            }
        });
    }

    /// Runs a job beside the session; there must be none.
    fn start_job(&mut self, control: Control, run: impl FnOnce(&Running<W>) + Send + 'static) {
        let control = Arc::new(control);
        let running = Running {
            output: self.output.clone(),
            board: Arc::clone(&self.board),
            machinery: self.machinery.clone(),
            control: Arc::clone(&control),
        };
        let started = self.job_thread.run(move || run(&running));
        self.job = Some(Job { control, started });
    }
}

impl<W: Write + Send + 'static> Drop for Session<W> {
    fn drop(&mut self) {
        self.stop_job();
    }
}

#[cfg(test)]
mod tests;
