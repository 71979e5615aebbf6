//! A player on standard input and output.

use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};

use super::hooks::Hooks;
use super::kind::PlayerKind;
use super::session::{Event, Session};

/// A longer line is refused.
const MOST_LINE_BYTES: usize = 8 << 20;
/// So many lines are read ahead.
const MOST_LINES_AHEAD: usize = 16;

/// Speaks the protocol until the input ends or says `quit`, or nobody reads the output any more.
pub fn serve(kind: PlayerKind, seed: u64, mut hooks: impl Hooks) -> ExitCode {
    hooks.start();
    let (events, inbox) = channel();
    let (ahead, done) = sync_channel(MOST_LINES_AHEAD);
    let (reader, watcher) = (events.clone(), events.clone());
    let read = move || read_lines(io::stdin().lock(), &reader, &ahead);
    let watch = move || {
        wait_for_closed_output();
        // A session that has ended need not be told.
        let _ = watcher.send(Event::Closed);
    };
    for (name, work) in [
        ("reader", Box::new(read) as Box<dyn FnOnce() + Send>),
        ("output-watch", Box::new(watch)),
    ] {
        if let Err(error) = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(work)
        {
            let _ = writeln!(io::stderr(), "arena: cannot start a thread: {error}");
            return ExitCode::FAILURE;
        }
    }
    let mut session = Session::new(kind, seed, events, io::stdout(), hooks);
    while let Some(event) = next(&inbox, &mut session) {
        let is_line = matches!(event, Event::Line(_) | Event::LineTooLong(_));
        if session.handle(event).is_break() {
            break;
        }
        if is_line {
            // The reader may have ended.
            let _ = done.try_recv();
        }
    }
    ExitCode::SUCCESS
}

/// The next event; the hooks are woken until it comes.
fn next<W: Write, H: Hooks>(inbox: &Receiver<Event>, session: &mut Session<W, H>) -> Option<Event> {
    loop {
        let Some(time) = session.hooks().wakes_in() else {
            return inbox.recv().ok();
        };
        match inbox.recv_timeout(time) {
            Ok(event) => return Some(event),
            Err(RecvTimeoutError::Timeout) => session.wake(),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Sends the lines of `input`, and then that it has ended.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>, ahead: &SyncSender<()>) {
    loop {
        let mut line = Vec::new();
        let most = MOST_LINE_BYTES as u64 + 1;
        let event = match input.by_ref().take(most).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => Event::Closed,
            Ok(_) if line.len() > MOST_LINE_BYTES && !line.ends_with(b"\n") => {
                skip_line(&mut input);
                Event::LineTooLong(MOST_LINE_BYTES)
            }
            Ok(_) => Event::Line(line),
        };
        let ends = event == Event::Closed;
        if ahead.send(()).is_err() || events.send(event).is_err() || ends {
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

/// Returns when standard output is a pipe or a terminal whose other end is gone.
#[cfg(unix)]
fn wait_for_closed_output() {
    use rustix::event::{PollFd, PollFlags, poll};

    let stdout = io::stdout();
    loop {
        // An error or a hang-up is told whatever is asked for.
        let mut output = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut output, None) {
            Err(rustix::io::Errno::INTR) => {}
            // Where the system does not tell, the next line that is written will.
            Err(_) => loop {
                std::thread::park();
            },
            Ok(_) => return,
        }
    }
}

/// There is no such notice here: the next line that is written tells.
#[cfg(not(unix))]
fn wait_for_closed_output() {
    loop {
        std::thread::park();
    }
}
