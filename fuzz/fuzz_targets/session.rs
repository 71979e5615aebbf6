//! Whole sessions: any lines, with searches kept short. Each `go` that is accepted answers with
//! one `bestmove`, and `isready` is always answered.

#![no_main]

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jumpers_engine::output::Output;
use jumpers_engine::session::Session;
use jumpers_protocol::Command;
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

/// Keeps a session short: little depth, few threads and little memory.
fn tame(command: Command) -> Option<Command> {
    match command {
        Command::Go(mut go) => {
            go.depth = Some(go.depth.unwrap_or(2).min(2));
            go.nodes = Some(500);
            go.perft = go.perft.map(|depth| depth.min(2));
            (go.infinite, go.ponder) = (false, false);
            Some(Command::Go(go))
        }
        Command::SetOption(params) => {
            let value = params.value.as_deref().and_then(|v| v.parse::<i64>().ok());
            value
                .is_none_or(|value| value <= 10)
                .then_some(Command::SetOption(params))
        }
        Command::Bench { .. } | Command::Quit => None,
        other => Some(other),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let sink = Sink::default();
    let mut session = Session::new(Output::new(sink.clone(), || ())).expect("a session");
    let (mut ready, mut searches) = (0, 0);
    for line in bytes.split(|&byte| byte == b'\n') {
        let Ok(Some(command)) = Command::parse_bytes(line) else {
            let _ = session.handle_line(line);
            continue;
        };
        if let Some(command) = tame(command) {
            ready += usize::from(command == Command::IsReady);
            searches += usize::from(matches!(&command, Command::Go(go) if go.perft.is_none()));
            let _ = session.handle(command);
        }
    }
    session.quit(Duration::from_secs(60));
    let written = sink.0.lock().expect("no writer panics");
    let text = std::str::from_utf8(&written).expect("replies are text");
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("readyok"), ready);
    // A search that is refused, for one of its turns, says so instead.
    let refused = count("info string error illegal-turn: go")
        + count("info string error ambiguous-turn: go")
        + count("info string error bad-turn: go");
    assert_eq!(count("bestmove") + refused, searches, "{text}");
    assert!(
        text.lines()
            .all(|line| !line.is_empty() && line.trim() == line)
    );
});
