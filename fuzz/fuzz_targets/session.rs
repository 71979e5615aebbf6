//! Whole sessions in either dialect: any lines, with the work kept short. Each `go` that is
//! accepted answers with one `bestmove`, `isready` and every question have one answer, and the
//! other work has its last line.

#![no_main]

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jumpers_engine::output::Output;
use jumpers_engine::session::Session;
use jumpers_protocol::{Command, SetOptionParams};
use libfuzzer_sys::fuzz_target;

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no writer panics").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// May an option be set so? Not to much memory or many threads, and not to a file.
fn is_tame(params: &SetOptionParams) -> bool {
    let is = |name: &str| params.name.eq_ignore_ascii_case(name);
    let number = params.value.as_deref().and_then(|v| v.parse::<i64>().ok());
    let most = if is("Hash") || is("Threads") { 2 } else { 500 };
    !is("Debug Log File") && number.is_none_or(|number| number <= most)
}

/// Keeps a session short: little depth, few threads and little memory.
fn tame(command: Command) -> Option<Command> {
    match command {
        Command::Go(mut go) => {
            go.depth = Some(go.depth.unwrap_or(2).min(2));
            go.nodes = Some(go.nodes.unwrap_or(500).min(500));
            go.perft = go.perft.map(|depth| depth.min(2));
            (go.infinite, go.ponder) = (false, false);
            Some(Command::Go(go))
        }
        Command::Perft(mut perft) => {
            perft.depth = perft.depth.min(2);
            Some(Command::Perft(perft))
        }
        Command::Genfens(mut genfens) => {
            genfens.count = genfens.count.min(2);
            genfens.plies = Some(genfens.plies.unwrap_or(2).min(3));
            genfens.depth = Some(genfens.depth.unwrap_or(1).min(1));
            Some(Command::Genfens(genfens))
        }
        Command::SetOption(params) => is_tame(&params).then_some(Command::SetOption(params)),
        Command::Bench { .. } | Command::Quit => None,
        other => Some(other),
    }
}

/// What the commands are to be answered with.
#[derive(Default)]
struct Expected {
    handshakes: usize,
    ready: usize,
    searches: usize,
    questions: usize,
    counts: usize,
    openings: usize,
}

impl Expected {
    fn add(&mut self, command: &Command) {
        match command {
            Command::Handshake(_) => self.handshakes += 1,
            Command::IsReady => self.ready += 1,
            Command::Go(go) if go.perft.is_none() => self.searches += 1,
            Command::Go(_) | Command::Perft(_) => self.counts += 1,
            Command::Query(_) => self.questions += 1,
            Command::Genfens(_) => self.openings += 1,
            _ => {}
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let sink = Sink::default();
    let output = Output::new(sink.clone(), || ());
    let mut session = Session::with_hash(output, 1).expect("a session");
    let mut expected = Expected::default();
    for line in bytes.split(|&byte| byte == b'\n') {
        let Ok(Some(command)) = Command::parse_bytes(line) else {
            let _ = session.handle_line(line);
            continue;
        };
        if let Some(command) = tame(command) {
            expected.add(&command);
            let _ = session.handle(command);
        }
    }
    session.quit(Duration::from_secs(60));
    let written = sink.0.lock().expect("no writer panics");
    let text = std::str::from_utf8(&written).expect("replies are text");
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    let error = |of: &str| count(&format!("info string error {of}"));
    assert_eq!(
        count("uciok") + count("ugiok"),
        expected.handshakes,
        "{text}"
    );
    assert_eq!(count("readyok"), expected.ready, "{text}");
    assert_eq!(count("response "), expected.questions, "{text}");
    // A search that is refused, for one of its turns or for want of memory, says so instead.
    let refused: usize = [
        "illegal-turn: go",
        "ambiguous-turn: go",
        "bad-turn: go",
        "no-resources: go",
    ]
    .map(error)
    .iter()
    .sum();
    assert_eq!(count("bestmove ") + refused, expected.searches, "{text}");
    let counted = count("Nodes searched: ") + error("perft: ");
    assert_eq!(counted, expected.counts, "{text}");
    let made = count("info string genfens done ") + error("openings: ");
    assert_eq!(made, expected.openings, "{text}");
    assert_eq!(error("internal: "), 0, "{text}");
    assert!(
        text.lines()
            .all(|line| !line.is_empty() && line.trim() == line)
    );
});
