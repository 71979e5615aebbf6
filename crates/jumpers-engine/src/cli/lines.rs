//! A session on standard input and output.

use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use jumpers_protocol::Command;

use super::warn;
use crate::closing;
use crate::output::{Activity, Output};
use crate::session::Session;

/// A longer line of input is refused.
const MOST_LINE_BYTES: usize = 8 << 20;
/// So many bytes are read ahead of the session, and the line that exceeds them.
const MOST_BYTES_AHEAD: usize = 16 << 20;
/// What a line takes besides its bytes.
const LINE_OVERHEAD: usize = 64;
/// How often the reader looks whether it may read on.
const READ_INTERVAL: Duration = Duration::from_millis(1);
/// After `quit` and at the end of the input a search has so long to say its turn, and each command
/// before has so long.
const QUIT_TIME: Duration = Duration::from_millis(70);

/// What the session waits for.
enum Event {
    /// A line, and when it came.
    Line(Vec<u8>, Instant),
    LineTooLong,
    /// The end of the input, or nobody reads the output any more.
    Closed,
}

/// Reads commands from standard input until it ends or says `quit`.
pub fn session() -> ExitCode {
    let (events, inbox) = channel();
    let close = Close(events.clone());
    let ahead = Arc::new(AtomicUsize::new(0));
    let on_close = close.clone();
    let output = Output::new(io::stdout(), move || on_close.close());
    let activity = output.activity();
    let session = match Session::new(output) {
        Ok(session) => session,
        Err(error) => {
            warn(&error.to_string());
            return ExitCode::FAILURE;
        }
    };
    let (bytes_ahead, done) = (Arc::clone(&ahead), activity.clone());
    let read = move || {
        read_lines(io::stdin().lock(), &events, &bytes_ahead);
        // The session ends by itself, unless it has too much to do or nobody takes what it says.
        closing::wait_until_idle(&activity, QUIT_TIME);
        std::process::exit(0);
    };
    let reader = std::thread::Builder::new().name("reader".to_owned());
    let started = closing::watch_output(move || close.close()).and_then(|()| reader.spawn(read));
    if let Err(error) = started {
        warn(&format!("cannot start a thread: {error}"));
        return ExitCode::FAILURE;
    }
    serve(session, &inbox, &ahead, &done);
    ExitCode::SUCCESS
}

/// What to do when nobody reads the output any more.
#[derive(Clone)]
struct Close(Sender<Event>);

impl Close {
    /// Ends the session. There is nothing more to say, so whatever it is doing may be cut off.
    fn close(self) {
        // A session that has ended need not be told.
        let _ = self.0.send(Event::Closed);
        let end = || {
            std::thread::sleep(QUIT_TIME);
            std::process::exit(0);
        };
        // Without a thread that waits the end comes at once.
        if std::thread::Builder::new().spawn(end).is_err() {
            std::process::exit(0);
        }
    }
}

fn serve<W: Write + Send + 'static>(
    mut session: Session<W>,
    inbox: &Receiver<Event>,
    ahead: &AtomicUsize,
    done: &Activity,
) {
    for event in inbox {
        done.step();
        let flow = match event {
            Event::Line(line, arrival) => {
                ahead.fetch_sub(line.len() + LINE_OVERHEAD, Ordering::Relaxed);
                session.handle_line_of(&line, arrival)
            }
            Event::LineTooLong => {
                session.refuse_line(format!("a line of more than {MOST_LINE_BYTES} bytes"));
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

/// Sends the lines of `input`, without their ends, up to `quit`, and then that it is closed.
///
/// It reads on while the session is busy, so that it sees the end of the input in time.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>, ahead: &AtomicUsize) {
    loop {
        while ahead.load(Ordering::Relaxed) > MOST_BYTES_AHEAD {
            std::thread::sleep(READ_INTERVAL);
        }
        let mut line = Vec::new();
        let most = MOST_LINE_BYTES as u64 + 1;
        let event = match input.by_ref().take(most).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => Event::Closed,
            Ok(_) if line.len() > MOST_LINE_BYTES && !line.ends_with(b"\n") => {
                skip_line(&mut input);
                Event::LineTooLong
            }
            Ok(_) => Event::Line(line, Instant::now()),
        };
        let ends = match &event {
            Event::Line(line, _) => {
                ahead.fetch_add(line.len() + LINE_OVERHEAD, Ordering::Relaxed);
                is_quit(line)
            }
            Event::LineTooLong => false,
            Event::Closed => true,
        };
        if events.send(event).is_err() || ends {
            return;
        }
    }
}

/// Is this line, if it is a short one, a `quit`?
fn is_quit(line: &[u8]) -> bool {
    line.len() < 1024 && matches!(Command::parse_bytes(line), Ok(Some(Command::Quit)))
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
