//! Plays a session: realises the steps, sends them, and compares what is said with the model.

use std::time::Duration;

use crate::common::{Engine, START};
use crate::model::{Model, is_tame};
use crate::script::{Delivery, Ending, Step};
use crate::transcript;

/// What an engine says the same each time.
pub struct Known {
    /// From `id name` to the last option.
    pub identity: Vec<String>,
    pub help: Vec<String>,
}

impl Known {
    /// Asks an engine.
    pub fn ask() -> Self {
        let mut engine = Engine::start();
        engine.send("uci");
        let mut identity = engine.until(|line| line == "uciok");
        identity.pop();
        let help = engine.ask("help");
        assert_eq!(engine.query("fen"), START);
        Known { identity, help }
    }
}

/// Shows by its error that everything before it is done.
const LAST: &[u8] = b"the-last-line";

/// Sends what was kept back and a line.
fn deliver(engine: &mut Engine, kept: &mut Vec<u8>, line: &[u8], delivery: Delivery) {
    match delivery {
        Delivery::Joined => {
            kept.extend(line);
            return;
        }
        Delivery::Whole(millis) => std::thread::sleep(Duration::from_millis(millis.into())),
        Delivery::ByteByByte => {}
    }
    engine.send_bytes(&std::mem::take(kept));
    if matches!(delivery, Delivery::ByteByByte) {
        engine.send_byte_by_byte(line);
    } else {
        engine.send_bytes(line);
    }
}

/// Plays a session; what is wrong with it, and all that was sent and said.
pub fn play(known: &Known, steps: &[Step], ending: Ending) -> Result<(), String> {
    let mut model = Model::new(known);
    let mut engine = Engine::start();
    let mut kept = Vec::new();
    let mut sent = String::new();
    let mut send = |model: &mut Model<'_>, line: &[u8], delivery| {
        model.take(line);
        sent.push_str(&format!("{}\n", line.escape_ascii()));
        let line = [line, b"\n"].concat();
        deliver(&mut engine, &mut kept, &line, delivery);
    };
    for step in steps {
        let line = step.line(&model);
        if is_tame(&line) {
            send(&mut model, &line, step.delivery);
        }
    }
    if matches!(ending, Ending::Settled) {
        for line in [&b"position startpos"[..], b"query fen", LAST] {
            send(&mut model, line, Delivery::Joined);
        }
    }
    model.quit();
    engine.send_bytes(&kept);
    let is_settled = matches!(ending, Ending::Settled);
    let mut said = Vec::new();
    if is_settled {
        // What is not answered yet when the session ends may stay so.
        said =
            engine.until(|line| line.contains("error unknown-command: ") && line.contains("last"));
    }
    match ending {
        Ending::EndOfInput => engine.close_input(),
        Ending::Settled | Ending::Quit => engine.send("quit"),
    }
    let (rest, status) = engine.end();
    said.extend(rest);
    let checked = match status.code() {
        Some(0) => transcript::check(&model, &said, is_settled),
        code => Err(format!("the process ends with {code:?}")),
    };
    checked.map_err(|error| format!("{error}\nsent:\n{sent}said:\n{}", said.join("\n")))
}
