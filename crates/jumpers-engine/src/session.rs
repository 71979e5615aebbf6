//! A session: commands in, replies out, at most one job running beside it.
//!
//! The session reads a command at once whatever is going on. A search, a perft or a bench is a
//! job on a thread of its own, which is the only other writer. A command that changes what a job
//! works with ends the job first: its `bestmove` comes before anything else happens.

use std::io::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use jumpers_core::{PerftConfig, PerftError};
use jumpers_protocol::{Command, GoParams, PositionParams, Reply, SetOptionParams};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bench;
use crate::board::{self, Board};
use crate::jobs::{Ending, JobThread, Started};
use crate::options::{Change, Options};
use crate::output::Output;
use crate::request::{Request, as_depth};
use crate::search::{Control, Resources, Table};

/// Replies to `help`.
const HELP: &[&str] = &[
    "commands: uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit",
    "commands for people: d (or print), eval, bench [depth], help",
    "position (startpos | fen <position>) [moves <turn> ...]",
    "go [searchmoves <turn> ...] [movetime|depth|nodes|mate|wtime|btime|winc|binc|movestogo <n>] [infinite] [ponder]",
    "go perft <depth>",
];

/// What the jobs need; the session replaces it only while none runs.
#[derive(Clone)]
struct Machinery {
    table: Arc<Table>,
    pool: Arc<ThreadPool>,
}

/// A running search, perft or bench.
struct Job {
    control: Arc<Control>,
    started: Started,
}

/// A session that writes to `W`.
pub struct Session<W: Write + Send + 'static> {
    output: Output<W>,
    options: Options,
    board: Arc<dyn Board>,
    machinery: Machinery,
    job_thread: JobThread,
    job: Option<Job>,
}

/// Why a session cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The memory for the first table is not to be had.
    #[error(transparent)]
    Table(#[from] crate::search::NoMemory),
    /// A search thread is not to be had.
    #[error("cannot start a search thread: {0}")]
    Pool(#[from] rayon::ThreadPoolBuildError),
    /// The thread that jobs run on is not to be had.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

fn new_pool(threads: usize) -> Result<Arc<ThreadPool>, rayon::ThreadPoolBuildError> {
    let builder = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("search-{index}"));
    builder.build().map(Arc::new)
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session at the start of the default board.
    ///
    /// # Errors
    /// If the memory or the thread that it needs is not to be had.
    pub fn new(output: Output<W>) -> Result<Self, StartError> {
        let options = Options::default();
        Ok(Session {
            output,
            board: Arc::from(board::start(options.board)),
            machinery: Machinery {
                table: Arc::new(Table::new(options.hash_mib)?),
                pool: new_pool(options.threads)?,
            },
            options,
            job_thread: JobThread::start()?,
            job: None,
        })
    }

    /// Does what a line says; breaks when it says to quit.
    pub fn handle_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        match Command::parse_bytes(line) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(command)) => self.handle(command),
            Err(error) => {
                self.reply(Reply::from(&error));
                ControlFlow::Continue(())
            }
        }
    }

    /// Does what a command says; breaks when it says to quit.
    pub fn handle(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Uci => self.identify(),
            Command::IsReady => self.reply(Reply::ReadyOk),
            Command::SetOption(params) => self.set_option(&params),
            Command::UciNewGame => {
                self.end_job();
                self.machinery.table.clear();
            }
            Command::Position(params) => self.set_position(&params),
            Command::Go(params) => self.go(&params),
            Command::Stop => self.stop_job(),
            Command::PonderHit => {
                if let Some(job) = &self.job {
                    job.control.ponder_hit();
                }
            }
            Command::Display => self.display(),
            Command::Eval => self.text(format!("evaluation {}", self.board.evaluation())),
            Command::Bench { depth } => self.bench(depth),
            Command::Debug(_) => {}
            Command::Help => HELP.iter().for_each(|line| self.text(*line)),
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    /// Reports an error of the input.
    pub fn error(&self, code: &str, text: impl Into<String>) {
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

    fn identify(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.reply(Reply::IdName(format!("Jumpers {version}")));
        self.reply(Reply::IdAuthor(env!("CARGO_PKG_AUTHORS").to_owned()));
        for declaration in Options::declarations() {
            self.reply(Reply::Option(declaration));
        }
        self.reply(Reply::UciOk);
    }

    fn set_option(&mut self, params: &SetOptionParams) {
        let before = self.options;
        let mut options = before;
        match options.set(params) {
            Err(error) => self.error(error.code(), error.to_string()),
            Ok(Change::None) => self.options = options,
            Ok(change) => {
                self.end_job();
                self.options = options;
                if let Err(reason) = self.apply(change) {
                    self.options = before;
                    self.error("no-resources", format!("setoption: {reason}"));
                }
            }
        }
    }

    /// Makes a change of the options happen. When it fails everything is as before.
    fn apply(&mut self, change: Change) -> Result<(), StartError> {
        match change {
            Change::None => {}
            Change::Hash => self.machinery.table = Arc::new(Table::new(self.options.hash_mib)?),
            Change::Threads => self.machinery.pool = new_pool(self.options.threads)?,
            Change::ClearHash => self.machinery.table.clear(),
            Change::Board => self.board = Arc::from(board::start(self.options.board)),
        }
        Ok(())
    }

    fn set_position(&mut self, params: &PositionParams) {
        match board::open(&params.base, self.options.board, &params.moves) {
            Ok(board) => {
                self.end_job();
                if let Some(notice) = board.notice() {
                    self.text(notice);
                }
                self.board = Arc::from(board);
            }
            Err(error) => self.error(error.code(), error.to_string()),
        }
    }

    fn display(&self) {
        for line in self.board.drawing() {
            self.text(line);
        }
        self.text(format!("fen {}", self.board.text()));
    }

    fn go(&mut self, params: &GoParams) {
        if let Some(depth) = params.perft {
            self.perft(depth);
            return;
        }
        let request = Request::of_go(
            params,
            self.board.side_to_move(),
            self.options.move_overhead,
        );
        if let Err(error) = self.board.check(&request) {
            self.error(error.code(), error.to_string());
            return;
        }
        let infinite = params.infinite;
        // The clock runs from here, also while the search before has its last word.
        let control = Control::new(params.ponder);
        self.end_job();
        self.start_job(control, move |job| {
            let resources = job.resources();
            let report = |info| job.output.line(Reply::Info(info));
            // Whatever happens, a `go` that was accepted has its `bestmove`.
            let thought = catch_unwind(AssertUnwindSafe(|| {
                job.board.think(&request, &resources, &report)
            }));
            let answer = thought.unwrap_or_else(|_| {
                job.output.line(internal_error());
                job.board.any_answer(&request)
            });
            job.control.wait(infinite);
            job.output.line(Reply::Info(answer.info));
            job.output.line(Reply::BestMove {
                turn: answer.turn,
                ponder: answer.ponder,
            });
        });
    }

    fn perft(&mut self, depth: u32) {
        self.end_job();
        let config = PerftConfig {
            threads: self.options.threads,
            ..PerftConfig::default()
        };
        self.start_job(Control::new(false), move |job| {
            if let Err(error) = job.perft(&config, depth) {
                job.output.line(Reply::Error {
                    code: "perft".to_owned(),
                    text: format!("go perft: {error}"),
                });
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
                Err(error) => job.output.line(Reply::Error {
                    code: "no-resources".to_owned(),
                    text: format!("bench: {error}"),
                }),
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

/// What a job works with.
struct Running<W> {
    output: Output<W>,
    board: Arc<dyn Board>,
    machinery: Machinery,
    control: Arc<Control>,
}

impl<W: Write> Running<W> {
    /// Writes what a perft counts.
    fn perft(&self, config: &PerftConfig, depth: u32) -> Result<(), PerftError> {
        let stop = self.control.stop_flag();
        let perft = self.board.perft(config, depth, stop, &|_| ())?;
        for (turn, count) in (perft.divide)().ok_or(PerftError::Stopped)? {
            if self.control.is_stopped() {
                return Err(PerftError::Stopped);
            }
            self.output.line(Reply::divide(&turn, count));
        }
        self.output.line(Reply::nodes_searched(perft.total));
        Ok(())
    }

    fn resources(&self) -> Resources<'_> {
        Resources {
            table: &self.machinery.table,
            pool: &self.machinery.pool,
            control: &self.control,
        }
    }
}

fn internal_error() -> Reply {
    Reply::Error {
        code: "internal".to_owned(),
        text: "a job failed; please report the commands before".to_owned(),
    }
}

#[cfg(test)]
mod tests;
