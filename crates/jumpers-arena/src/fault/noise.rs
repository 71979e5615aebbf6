//! Engines that say too much, or in the wrong form.

use std::io::{self, Write};

use jumpers_protocol::{Command, Reply};

use crate::player::{Fate, Hooks, Saying, Sayings};

/// Says this again and again at a `go`, and nothing else from then on.
pub(super) struct Flood(pub &'static [u8]);

impl Hooks for Flood {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        if !matches!(command, Command::Go(_)) {
            return Fate::Done;
        }
        let flood = self.0.repeat(1000);
        let mut output = io::stdout().lock();
        while output.write_all(&flood).is_ok() {}
        std::process::exit(0)
    }
}

/// Bytes that are no text, in a line before each reply.
pub(super) fn garbage(reply: Reply, sayings: &mut Sayings) {
    let noise = b"\xff\xfe\0\x01\x80 bestmov\xe9 \0\x1b[2J \xc3\x28\n";
    sayings.said.push(Saying::Bytes(noise.to_vec()));
    sayings.reply(reply);
}

/// CR LF at the end of the line.
pub(super) fn cr_lf(reply: Reply, sayings: &mut Sayings) {
    sayings.text(&format!("{reply}\r"));
}

/// Two spaces between words, and one behind them.
pub(super) fn spaces(reply: Reply, sayings: &mut Sayings) {
    sayings.text(&format!("{} ", reply.to_string().replace(' ', "  ")));
}
