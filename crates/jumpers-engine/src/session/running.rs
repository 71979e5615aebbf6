//! What runs beside the session: searches and counts. Besides the session these alone write.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use jumpers_core::{PerftConfig, PerftError};
use jumpers_protocol::{PerftParams, Reply};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::StartError;
use super::proofs::Proofs;
use crate::board::{Answer, Board, TableSize};
use crate::memory;
use crate::options::{Change, Options};
use crate::output::Output;
use crate::request::Request;
use crate::search::{Control, Resources, Table};

/// What the jobs need; the session replaces it only while none runs.
#[derive(Clone)]
pub(super) struct Machinery {
    pub table: Arc<Table>,
    pub pool: Arc<ThreadPool>,
    pub proofs: Arc<Proofs>,
}

impl Machinery {
    /// A table and threads as the options want them.
    pub fn new(options: &Options) -> Result<Self, StartError> {
        if !memory::has_room_at_start(options.hash_mib) {
            return Err(StartError::Memory(options.hash_mib));
        }
        Ok(Machinery {
            table: Arc::new(Table::new(options.hash_mib)?),
            pool: new_pool(options.threads)?,
            proofs: Arc::default(),
        })
    }

    /// Forgets what searches found.
    pub fn forget(&mut self) {
        self.table.clear();
        self.proofs.forget();
    }

    /// The same with a new table or with other threads.
    pub fn changed(&self, change: Change, options: &Options) -> Result<Self, StartError> {
        let mut changed = self.clone();
        match change {
            Change::Hash => {
                changed.table = Arc::new(Table::new(options.hash_mib)?);
                changed.proofs = Arc::default();
            }
            Change::Threads => changed.pool = new_pool(options.threads)?,
            _ => {}
        }
        Ok(changed)
    }
}

/// Starts so many search threads.
pub(crate) fn new_pool(threads: usize) -> Result<Arc<ThreadPool>, StartError> {
    // One thread is the least that there can be: it is tried.
    if threads > 1 && !memory::has_room_for_threads(threads) {
        return Err(StartError::Threads(threads));
    }
    let builder = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("search-{index}"));
    Ok(builder.build().map(Arc::new)?)
}

/// What a job works with.
pub(super) struct Running<W> {
    pub output: Output<W>,
    pub board: Arc<dyn Board>,
    pub machinery: Machinery,
    pub control: Arc<Control>,
}

/// An accepted `go`.
pub(super) struct Search {
    /// Its number among all of the session.
    pub generation: u64,
    pub request: Request,
    /// Only `stop` makes it answer.
    pub infinite: bool,
    /// May the book answer?
    pub book: bool,
    /// The table in which to look for a proof first, if that is wanted.
    pub proofs: Option<TableSize>,
    /// Does `bestmove` tell the answer that is expected?
    pub tells_ponder: bool,
    pub debug: bool,
}

impl<W: Write + Send> Running<W> {
    /// Searches, then answers. Whatever happens, a `go` that was accepted has its `bestmove`.
    pub fn search(&self, search: &Search) {
        let Search {
            generation,
            request,
            ..
        } = search;
        if search.debug {
            self.text(format!("debug: search {generation} begins{request}"));
        }
        let thought = catch_unwind(AssertUnwindSafe(|| self.think(search)));
        let answer = thought.unwrap_or_else(|_| {
            self.output.line(internal_error());
            self.board.any_answer(request)
        });
        self.control.wait(search.infinite);
        if search.debug {
            let time = self.control.elapsed().as_millis();
            self.text(format!("debug: search {generation} ends after {time} ms"));
        }
        for info in answer.infos {
            self.output.line(Reply::Info(info));
        }
        self.output.line(Reply::BestMove {
            turn: answer.turn,
            ponder: answer.ponder.filter(|_| search.tells_ponder),
        });
    }

    fn think(&self, search: &Search) -> Answer {
        let request = &search.request;
        let book = search.book.then(|| self.board.book_answer(request));
        book.flatten().unwrap_or_else(|| {
            let report = |info| self.output.line(Reply::Info(info));
            let resources = self.resources();
            let board = self.board.as_ref();
            let table = search
                .proofs
                .map(|size| self.machinery.proofs.table(board, size));
            match table {
                Some(Ok(table)) => board.solve(request, &resources, &table, &report),
                Some(Err(error)) if request.solve => {
                    self.error("no-resources", format!("go: {error}"));
                    board.think(request, &resources, &report)
                }
                _ => board.think(request, &resources, &report),
            }
        })
    }

    pub fn text(&self, text: String) {
        self.output.line(Reply::info_string(text));
    }

    pub fn error(&self, code: &str, text: String) {
        self.output.line(Reply::Error {
            code: code.to_owned(),
            text,
        });
    }

    /// Writes what a perft counts.
    pub fn perft(&self, config: &PerftConfig, params: PerftParams) -> Result<(), PerftError> {
        let stop = self.control.stop_flag();
        let perft = self.board.perft(config, params.depth, stop, &|_| ())?;
        if params.divide {
            for (turn, count) in (perft.divide)().ok_or(PerftError::Stopped)? {
                if self.control.is_stopped() {
                    return Err(PerftError::Stopped);
                }
                self.output.line(Reply::divide(&turn, count));
            }
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

pub(super) fn internal_error() -> Reply {
    Reply::Error {
        code: "internal".to_owned(),
        text: "a job failed; please report the commands before".to_owned(),
    }
}
