//! Engines that say the right thing at the wrong time.

use std::time::{Duration, Instant};

use jumpers_protocol::{Command, GoParams, Reply};

use crate::player::{Fate, Hooks, Sayings};

/// A reply that is said later.
#[derive(Default)]
struct Later(Option<(Instant, Reply)>);

impl Later {
    fn keep(&mut self, reply: Reply, delay: Duration) {
        self.0 = Some((Instant::now() + delay, reply));
    }

    fn wakes_in(&self) -> Option<Duration> {
        let (time, _) = self.0.as_ref()?;
        Some(time.saturating_duration_since(Instant::now()))
    }

    fn wake(&mut self, sayings: &mut Sayings) {
        if let Some((_, reply)) = self.0.take() {
            sayings.reply(reply);
        }
    }
}

/// `bestmove` comes late after a `stop` or `ponderhit`.
pub(super) struct LateBestmove {
    delay: Duration,
    is_stopped: bool,
    later: Later,
}

impl LateBestmove {
    pub fn new(delay: Duration) -> Self {
        LateBestmove {
            delay,
            is_stopped: false,
            later: Later::default(),
        }
    }
}

impl Hooks for LateBestmove {
    fn command(&mut self, command: &Command, sayings: &mut Sayings) -> Fate {
        self.is_stopped = matches!(command, Command::Stop | Command::PonderHit);
        if matches!(command, Command::Go(_)) {
            self.later.wake(sayings);
        }
        Fate::Done
    }

    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        match reply {
            Reply::BestMove { .. } if self.is_stopped => self.later.keep(reply, self.delay),
            other => sayings.reply(other),
        }
    }

    fn wakes_in(&self) -> Option<Duration> {
        self.later.wakes_in()
    }

    fn wake(&mut self, sayings: &mut Sayings) {
        self.later.wake(sayings);
    }
}

/// Another `bestmove` comes a while after each.
pub(super) struct StrayBestmove {
    delay: Duration,
    later: Later,
}

impl StrayBestmove {
    pub fn new(delay: Duration) -> Self {
        StrayBestmove {
            delay,
            later: Later::default(),
        }
    }
}

impl Hooks for StrayBestmove {
    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        if let Reply::BestMove { .. } = &reply {
            self.later.wake(sayings);
            self.later.keep(reply.clone(), self.delay);
        }
        sayings.reply(reply);
    }

    fn wakes_in(&self) -> Option<Duration> {
        self.later.wakes_in()
    }

    fn wake(&mut self, sayings: &mut Sayings) {
        self.later.wake(sayings);
    }
}

/// `bestmove` comes when the time is up.
pub(super) struct ClockForfeit {
    delay: Duration,
    time: Option<Duration>,
    later: Later,
}

impl ClockForfeit {
    pub fn new(delay: Duration) -> Self {
        ClockForfeit {
            delay,
            time: None,
            later: Later::default(),
        }
    }
}

/// The longest time in a `go`, if there is one.
fn longest_time(go: &GoParams) -> Option<Duration> {
    let times = [go.movetime, go.clock[0], go.clock[1]];
    let longest = times.into_iter().flatten().max()?;
    Some(Duration::from_millis(u64::try_from(longest).unwrap_or(0)))
}

impl Hooks for ClockForfeit {
    fn command(&mut self, command: &Command, sayings: &mut Sayings) -> Fate {
        if let Command::Go(go) = command {
            self.later.wake(sayings);
            let waits = go.infinite || go.ponder;
            self.time = longest_time(go).filter(|_| !waits);
        }
        Fate::Done
    }

    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        match (&reply, self.time) {
            (Reply::BestMove { .. }, Some(time)) => {
                // A time that is out of all bounds is not waited for.
                let time = time.min(super::FOREVER);
                self.later.keep(reply, time + self.delay);
            }
            _ => sayings.reply(reply),
        }
    }

    fn wakes_in(&self) -> Option<Duration> {
        self.later.wakes_in()
    }

    fn wake(&mut self, sayings: &mut Sayings) {
        self.later.wake(sayings);
    }
}

/// Does not answer `isready` while it waits for `stop`.
#[derive(Default)]
pub(super) struct BusyNotReady {
    is_busy: bool,
}

impl Hooks for BusyNotReady {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        match command {
            Command::Go(go) => self.is_busy = go.infinite || go.ponder,
            Command::IsReady if self.is_busy => return Fate::Ignored,
            _ => {}
        }
        Fate::Done
    }

    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        if let Reply::BestMove { .. } = &reply {
            self.is_busy = false;
        }
        sayings.reply(reply);
    }
}
