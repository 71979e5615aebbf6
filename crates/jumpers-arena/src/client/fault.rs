//! What an engine did wrong.

use jumpers_record::{Ending, EndingKind};

use super::dialogue::State;
use super::{Client, seconds};
use crate::process::End;

impl Client {
    /// It broke the protocol. The first fault counts.
    pub(super) fn accuse(&mut self, detail: String) {
        if self.fault.is_none() {
            self.fault = Some(self.ending(EndingKind::ProtocolError, detail));
        }
    }

    pub(super) fn crash(&self, end: End) -> Ending {
        let when = match self.dialogue.state {
            State::Handshake => "in the handshake",
            State::Syncing | State::Checking => "before readyok",
            State::Thinking => "in its turn",
            State::Idle | State::Pondering | State::Stopping => "in the opponent's turn",
        };
        let (kind, detail) = match end {
            End::Exited(_) => (
                EndingKind::Crash,
                match self.process.start_failure() {
                    Some(reason) => format!("cannot start: {reason}"),
                    None => format!("it ended {when}"),
                },
            ),
            End::ClosedOutput | End::ClosedInput => (EndingKind::Crash, format!("{end} {when}")),
            End::LineTooLong => (EndingKind::ProtocolError, end.to_string()),
        };
        self.ending(kind, detail)
    }

    /// It has not said this word within the contestant's deadline.
    pub(super) fn silent(&self, word: &str) -> Ending {
        let detail = format!(
            "no {word} within {} s{}",
            seconds(self.deadline),
            self.unread()
        );
        self.ending(EndingKind::Stall, detail)
    }

    /// What is to be added if it has not even read what it was told.
    pub(super) fn unread(&self) -> &'static str {
        if self.process.has_unsent() {
            ", and it does not read its input"
        } else {
            ""
        }
    }

    /// A fault of the engine, with what is known of it.
    pub(crate) fn ending(&self, kind: EndingKind, detail: String) -> Ending {
        Ending {
            kind,
            detail,
            exit: self.process.exit().map(|exit| exit.to_string()),
            stderr: self.process.stderr(),
        }
    }
}
