//! What a rule works with.

use std::cell::RefCell;
use std::time::Duration;

use jumpers_core::BoardSize;
use jumpers_protocol::Dialect;
use jumpers_record::Referee;

use super::Settings;
use super::failure::{Broken, Failure, Verdict};
use super::form::Form;
use super::samples::Samples;
use super::subject::Subject;
use crate::process::{Interrupt, Process, Supervisor};

/// How long nothing is said when something should not be said: what comes later is not seen.
pub(super) const QUIET: Duration = Duration::from_millis(300);

/// What a rule works with.
pub(super) struct Bench<'a> {
    pub settings: &'a Settings,
    pub dialect: Dialect,
    pub samples: &'a Samples,
    pub form: &'a RefCell<Form>,
    pub supervisor: &'a Supervisor,
    pub interrupt: &'a Interrupt,
}

impl<'a> Bench<'a> {
    /// An engine to which nothing has been said.
    pub fn start(&'a self) -> Verdict<Subject<'a>> {
        match Process::start(self.supervisor, &self.settings.launch) {
            Ok(process) => Ok(Subject::new(self, process)),
            Err(error) => Err(Broken::NotReady(Failure {
                sent: Vec::new(),
                expected: "that the engine starts".to_owned(),
                found: error.to_string(),
            })),
        }
    }

    /// An engine after its handshake that has this option.
    pub fn ready_with_option(&'a self, name: &str) -> Verdict<Subject<'a>> {
        let subject = self.ready()?;
        let mut options = subject.options().iter();
        if options.any(|option| option.name.eq_ignore_ascii_case(name)) {
            Ok(subject)
        } else {
            Err(Broken::Absent(format!("no option {name}")))
        }
    }

    /// A game that begins at this position.
    pub fn game(&self, position_text: &str) -> Verdict<Referee> {
        let game = Referee::new(position_text);
        game.or_else(|error| self.failure("a position", error.to_string()))
    }

    /// A game from the start of the standard board.
    pub fn start_of_six(&self) -> Referee {
        Referee::start_of(BoardSize::Six)
    }

    /// A failure without what was sent.
    pub fn failure<T>(&self, expected: &str, found: String) -> Verdict<T> {
        Err(Broken::Failure(Failure {
            sent: Vec::new(),
            expected: expected.to_owned(),
            found,
        }))
    }

    /// An engine after its handshake.
    pub fn ready(&'a self) -> Verdict<Subject<'a>> {
        let mut subject = self.start()?;
        subject.get_ready().map_err(Broken::before_the_rule)?;
        Ok(subject)
    }
}
