//! What stands between a session and those it talks to.

use std::time::Duration;

use jumpers_protocol::{Command, Reply};

/// What becomes of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is done.
    Done,
    /// It is as if it had not come.
    Ignored,
    /// It is as if another one had come.
    Instead(Command),
}

/// Something to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    /// A reply, with a line feed behind it.
    Reply(Reply),
    /// Bytes as they are.
    Bytes(Vec<u8>),
}

/// What is written instead of a reply, or besides all replies, and what is done then.
#[derive(Clone, Debug, Default)]
pub struct Sayings {
    /// What is written.
    pub said: Vec<Saying>,
    /// Commands that the session does then as if they had come; [`Hooks`] see neither them nor
    /// the replies to them, which are dropped.
    pub then: Vec<Command>,
}

impl Sayings {
    /// Adds a reply.
    pub fn reply(&mut self, reply: Reply) {
        self.said.push(Saying::Reply(reply));
    }

    /// Adds a line of any text.
    pub fn text(&mut self, text: &str) {
        self.said.push(Saying::Bytes(format!("{text}\n").into()));
    }
}

/// Sees what comes in and what goes out, and may change it. What is not overridden changes nothing.
pub trait Hooks {
    /// Called once, before anything is read or written.
    fn start(&mut self) {}

    /// A command has come.
    fn command(&mut self, _command: &Command, _sayings: &mut Sayings) -> Fate {
        Fate::Done
    }

    /// The session replies.
    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        sayings.reply(reply);
    }

    /// When to be called next, if nothing else happens before.
    fn wakes_in(&self) -> Option<Duration> {
        None
    }

    /// The time of [`Hooks::wakes_in`] has passed.
    fn wake(&mut self, _sayings: &mut Sayings) {}

    /// The input has ended, or nobody reads the output any more, or `quit` has come. The program
    /// ends when this returns.
    fn end(&mut self) {}
}

/// Changes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHooks;

impl Hooks for NoHooks {}
