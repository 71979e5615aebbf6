//! The command line.

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};
use jumpers_core::{BoardSize, Counting, PerftConfig, PerftError, PerftProgress};
use jumpers_protocol::{Command, PositionBase, Reply};

use crate::bench;
use crate::board::{self, Board};
use crate::memory;
use crate::output::Output;
use crate::request::Request;
use crate::search::Control;
use crate::session::Session;

/// A longer line of input is refused.
const MOST_LINE_BYTES: usize = 64 << 20;
/// Lines that are read ahead of the session.
const LINES_AHEAD: usize = 64;
/// After `quit` and at the end of the input a search has so long to say its turn.
const QUIT_TIME: Duration = Duration::from_millis(80);
/// How often a long perft says how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

/// An engine for the board game Jumpers.
///
/// Without a command it speaks the protocol of protocol.md, in the style of UCI, on standard
/// input and output.
#[derive(Parser)]
#[command(name = "jumpers-engine", version)]
struct Cli {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Think about one position, print what the protocol prints, and exit.
    Go(GoArgs),
    /// Count the sequences of turns of a given length.
    Perft(PerftArgs),
    /// Search a fixed set of positions: the same nodes each time, and how fast.
    Bench {
        /// Plies to search each position.
        #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u8).range(1..))]
        depth: u8,
    },
}

#[derive(Args)]
struct Where {
    /// A position text, such as "4tt/4tt/6/6/rr4/rr4 r 12 13".
    #[arg(long, value_name = "P", conflicts_with = "board")]
    position: Option<String>,
    /// The start of the board of this size: 6, 8 or 10.
    #[arg(long, value_name = "N", default_value_t = BoardSize::Six)]
    board: BoardSize,
}

#[derive(Args)]
struct GoArgs {
    #[command(flatten)]
    place: Where,
    /// The parameters of the protocol's `go`, such as "movetime 1000" or "depth 12".
    #[arg(trailing_var_arg = true)]
    params: Vec<String>,
}

#[derive(Args)]
struct PerftArgs {
    #[command(flatten)]
    place: Where,
    /// Turns in a sequence.
    #[arg(long, value_name = "N", default_value_t = 6)]
    depth: u32,
    /// Count paths: each sequence of landing points is a turn of its own.
    #[arg(long)]
    paths: bool,
    /// Print the count of each first turn, too.
    #[arg(long)]
    divide: bool,
    /// Threads that count; 0 for one on each processor.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,
    /// MiB of memory for a table of positions already counted; 0 for none.
    #[arg(long, value_name = "MiB", default_value_t = 0)]
    hash: usize,
}

/// Runs the program: a command, or a session when there is none.
pub fn run(args: Vec<OsString>) -> ExitCode {
    // Some runners start an engine with arguments of their own: a first argument that is neither
    // a command nor a flag of ours does not keep the session from running.
    let known = [
        "go",
        "perft",
        "bench",
        "help",
        "-h",
        "--help",
        "-V",
        "--version",
    ];
    if let Some(first) = args.get(1)
        && !known.iter().any(|word| first == word)
    {
        warn(&format!(
            "arguments from {first:?} on are not known and ignored"
        ));
        return session();
    }
    let task = match Cli::try_parse_from(args) {
        Ok(cli) => cli.task,
        Err(error) => {
            // Writing help to a closed pipe is nobody's fault.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let result = match task {
        None => return session(),
        Some(Task::Go(args)) => go(&args),
        Some(Task::Perft(args)) => perft(&args),
        Some(Task::Bench { depth }) => run_bench(depth),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            warn(&message);
            ExitCode::from(2)
        }
    }
}

/// A line on standard error; one that nobody reads is lost.
fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "jumpers-engine: {message}");
}

fn print(line: impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

impl Where {
    fn open(&self) -> Result<Box<dyn Board>, String> {
        let base = match &self.position {
            Some(text) => PositionBase::Fen(text.clone()),
            None => PositionBase::Startpos,
        };
        board::open(&base, self.board, &[]).map_err(|error| error.to_string())
    }
}

fn go(args: &GoArgs) -> Result<(), String> {
    let board = args.place.open()?;
    let line = format!("go {}", args.params.join(" "));
    let command = Command::parse(&line).map_err(|error| error.to_string())?;
    let Some(Command::Go(params)) = command else {
        return Err(format!("not the parameters of go: {:?}", args.params));
    };
    if params.infinite || params.ponder {
        return Err("go: infinite and ponder have no end here".to_owned());
    }
    let request = Request {
        turns: params.searchmoves.clone(),
        ..Request::default()
    };
    board.check(&request).map_err(|error| error.to_string())?;
    let output = Output::new(io::stdout(), || std::process::exit(0));
    let mut session = Session::new(output).map_err(|error| error.to_string())?;
    let _ = session.handle_line(format!("position fen {}", board.text()).as_bytes());
    let _ = session.handle(Command::Go(params));
    session.wait_for_job();
    Ok(())
}

fn perft(args: &PerftArgs) -> Result<(), String> {
    let board = args.place.open()?;
    if let Some(notice) = board.notice() {
        print(Reply::info_string(notice));
    }
    let config = PerftConfig {
        counting: if args.paths {
            Counting::Paths
        } else {
            Counting::Turns
        },
        threads: args.threads.into(),
        hash_mib: args.hash,
    };
    if !memory::has_room_for(args.hash) {
        return Err(PerftError::NoMemory(args.hash).to_string());
    }
    let start = Instant::now();
    let last = Mutex::new(start);
    let progress = |progress: PerftProgress| {
        let Ok(mut last) = last.try_lock() else {
            return;
        };
        if last.elapsed() >= PROGRESS_INTERVAL {
            *last = Instant::now();
            let PerftProgress { done, tasks, nodes } = progress;
            let seconds = start.elapsed().as_secs_f64();
            let _ = writeln!(
                io::stderr(),
                "perft: {done} of {tasks} subtrees, {nodes} sequences, {seconds:.1} s"
            );
        }
    };
    let stop = AtomicBool::new(false);
    let perft = board
        .perft(&config, args.depth, &stop, &progress)
        .map_err(|error| error.to_string())?;
    let (total, seconds) = (perft.total, start.elapsed().as_secs_f64());
    if args.divide {
        for (turn, count) in (perft.divide)().unwrap_or_default() {
            print(Reply::divide(&turn, count));
        }
    }
    print(Reply::nodes_searched(total));
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(
        io::stderr(),
        "perft: {seconds:.3} s, {rate:.1} million a second"
    );
    Ok(())
}

fn run_bench(depth: u8) -> Result<(), String> {
    let total = bench::run(depth, &Control::new(false), &|line| print(line));
    print(total.map_err(|error| error.to_string())?);
    Ok(())
}

/// What the session waits for.
enum Event {
    Line(Vec<u8>),
    LineTooLong,
    /// The end of the input, or nobody reads the output any more.
    Closed,
}

/// Reads commands from standard input until it ends or says `quit`.
fn session() -> ExitCode {
    let (events, inbox) = sync_channel(LINES_AHEAD);
    let closed = events.clone();
    // The reader may wait in its channel, and the session for the job that finds the output
    // closed: telling the session must wait for neither.
    let on_close = move || {
        std::thread::spawn(move || closed.send(Event::Closed));
    };
    let session = match Session::new(Output::new(io::stdout(), on_close)) {
        Ok(session) => session,
        Err(error) => {
            warn(&error.to_string());
            return ExitCode::FAILURE;
        }
    };
    std::thread::spawn(move || read_lines(io::stdin().lock(), &events));
    serve(session, &inbox);
    ExitCode::SUCCESS
}

fn serve<W: Write + Send + 'static>(mut session: Session<W>, inbox: &Receiver<Event>) {
    for event in inbox {
        let flow = match event {
            Event::Line(line) => session.handle_line(&line),
            Event::LineTooLong => {
                let text = format!("a line of more than {MOST_LINE_BYTES} bytes");
                session.error("line-too-long", text);
                ControlFlow::Continue(())
            }
            Event::Closed => ControlFlow::Break(()),
        };
        if flow.is_break() {
            break;
        }
    }
    session.quit(QUIT_TIME);
}

/// Sends the lines of `input`, without their ends, and then that it is closed.
fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let mut line = Vec::new();
        let most = MOST_LINE_BYTES as u64 + 1;
        let event = match input.by_ref().take(most).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => Event::Closed,
            Ok(_) if line.len() > MOST_LINE_BYTES && !line.ends_with(b"\n") => {
                skip_line(&mut input);
                Event::LineTooLong
            }
            Ok(_) => Event::Line(line),
        };
        let ends = matches!(event, Event::Closed);
        if events.send(event).is_err() || ends {
            return;
        }
    }
}

/// Reads up to the end of the line and forgets it.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (used, ends) = match input.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(place) => (place + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(used);
        if ends {
            return;
        }
    }
}
