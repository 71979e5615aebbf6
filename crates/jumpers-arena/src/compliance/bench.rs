//! What a rule works with.

use std::cell::{OnceCell, RefCell};

use jumpers_core::BoardSize;
use jumpers_protocol::Dialect;
use jumpers_record::Referee;

use super::Settings;
use super::failure::{Broken, Failure, Verdict};
use super::form::Form;
use super::samples::{MARK, Samples};
use super::subject::Subject;
use crate::process::{Interrupt, Process, Supervisor};

/// What a rule works with.
pub(super) struct Bench<'a> {
    pub settings: &'a Settings,
    pub dialect: Dialect,
    pub samples: &'a Samples,
    pub form: &'a RefCell<Form>,
    pub supervisor: &'a Supervisor,
    pub interrupt: &'a Interrupt,
    /// Why an ordinary search fails, if it does; empty if none was tried.
    pub ordinary: OnceCell<Option<Failure>>,
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

    /// An engine after its handshake that finds a turn in an ordinary search. So a rule about
    /// something else is not said to be broken when the searches are.
    pub fn playing(&'a self) -> Verdict<Subject<'a>> {
        if self.ordinary.get().is_none() {
            let game = self.game(MARK)?;
            let mut subject = self.ready()?;
            let failure = match subject
                .set_up(&game)
                .and_then(|()| subject.expect_at(&game))
            {
                Err(Broken::Failure(failure)) => Some(failure),
                other => other.map(|()| None)?,
            };
            // It was empty.
            let _ = self.ordinary.set(failure);
        }
        match self.ordinary.get() {
            Some(Some(failure)) => Err(Broken::NoTurns(failure.clone())),
            _ => self.ready(),
        }
    }

    /// The same if it has this option.
    pub fn playing_with_option(&'a self, name: &str) -> Verdict<Subject<'a>> {
        let subject = self.playing()?;
        let mut options = subject.options().iter();
        if options.any(|option| option.name.eq_ignore_ascii_case(name)) {
            Ok(subject)
        } else {
            Err(Broken::Absent(format!("no option {name}")))
        }
    }

    /// The same if it says what is wrong with a line: one that never does lacks the error replies.
    pub fn reporting(&'a self) -> Verdict<Subject<'a>> {
        let mut subject = self.playing()?;
        let lines = subject.ask("hello")?;
        if lines
            .iter()
            .any(|line| line.starts_with("info string error"))
        {
            Ok(subject)
        } else {
            Err(Broken::Absent("no error reply to 'hello'".to_owned()))
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
