//! An engine's turn, and the time for it.

use std::time::{Duration, Instant};

use jumpers_record::{Ending, EndingKind};

use super::{Client, Report, STOP_GRACE, State, seconds, wait};
use crate::process::{Wake, after};

/// What time an engine has for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRules {
    /// What its clock has left, or the time for a turn. Without it the turn must come within the
    /// contestant's deadline, and a later one is no time forfeit but a stall.
    pub allowance: Option<Duration>,
    /// How much more it may use. As long as that it may take to say that it is ready for a turn; what
    /// it takes more is time for the turn.
    pub margin: Duration,
}

/// An engine's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its turn, not checked; none if it says that there is none, `bestmove (none)`.
    pub turn: Option<String>,
    /// The answer that it expects, not checked.
    pub ponder: Option<String>,
    /// How long it took, in whole microseconds: from before `go`, `ponderhit` or, if it pondered on
    /// another turn, `stop` was written until `bestmove` was read. If it was long in saying that it is
    /// ready for `go`, what that took beyond the margin is part of it.
    pub time: Duration,
    /// What it said of its search.
    pub report: Report,
}

/// What went wrong, and with whom.
#[derive(Debug)]
pub(crate) struct Failure {
    /// With the engine that was not to move.
    pub(crate) is_of_other: bool,
    pub(crate) ending: Ending,
}

impl Failure {
    fn of_mover(ending: Ending) -> Self {
        Failure {
            is_of_other: false,
            ending,
        }
    }
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// With what was expected.
    Idle,
    /// Without.
    Late,
}

/// Waits until nothing more is expected of `mover`. Reads what `other` says, too.
pub(super) fn until_idle(
    mover: &mut Client,
    mut other: Option<&mut Client>,
    limit: Instant,
) -> Result<Wait, Failure> {
    let mut wake = Wake::Ready;
    loop {
        if mover.dialogue.state == State::Idle {
            return Ok(Wait::Idle);
        }
        if let Some(fault) = &mover.fault {
            return Err(Failure::of_mover(fault.clone()));
        }
        if let Some(fault) = other.as_ref().and_then(|other| other.fault.as_ref()) {
            return Err(Failure {
                is_of_other: true,
                ending: fault.clone(),
            });
        }
        match wake {
            Wake::Ready => {}
            Wake::Deadline => return Ok(Wait::Late),
            Wake::Interrupted => {
                let ending = Ending::new(EndingKind::Interrupt, "the runner was stopped");
                return Err(Failure::of_mover(ending));
            }
        }
        wake = match &mut other {
            Some(other) => wait(&mut [mover, other], limit),
            None => wait(&mut [mover], limit),
        };
    }
}

/// Waits until `mover` is ready for a `go`. All that it was asked for before must have come: now a
/// `bestmove` is an error.
///
/// Its time may run already, from `started` on. If it does not, and the turn has a limit in time, it
/// runs from the moment when the answer has taken as long as the margin: else an engine could think
/// for nothing before it says `readyok`. Returns since when it runs, if it does.
pub(crate) fn ready(
    mover: &mut Client,
    other: Option<&mut Client>,
    time: &TimeRules,
    started: Option<Instant>,
) -> Result<Option<Instant>, Failure> {
    if mover.is_ready {
        return Ok(started);
    }
    mover.drop_old_output();
    let asked = Instant::now();
    mover.tell("isready");
    mover.dialogue.state = State::Checking;
    let runs_from = started.unwrap_or_else(|| after(asked, time.margin));
    let deadline = after(asked, mover.deadline);
    let forfeit_at = time
        .allowance
        .map(|allowance| after(runs_from, allowance.saturating_add(time.margin)));
    let limit = forfeit_at.map_or(deadline, |at| at.min(deadline));
    match (until_idle(mover, other, limit)?, time.allowance) {
        (Wait::Idle, allowance) => {
            mover.is_ready = true;
            let is_charged = allowance.is_some() && mover.process.read_at() > runs_from;
            Ok(started.or(is_charged.then_some(runs_from)))
        }
        (Wait::Late, Some(allowance)) if limit < deadline => {
            mover.started = runs_from;
            let ending = forfeit(mover, "readyok", allowance, time, None);
            Err(Failure::of_mover(ending))
        }
        (Wait::Late, _) => Err(Failure::of_mover(mover.silent("readyok"))),
    }
}

/// Waits for the turn that `mover` was asked for.
pub(crate) fn answer(
    mover: &mut Client,
    mut other: Option<&mut Client>,
    time: &TimeRules,
) -> Result<Answer, Failure> {
    let limit = limit(mover, time);
    if until_idle(mover, other.as_deref_mut(), limit)? == Wait::Late {
        return Err(late(mover, other, time));
    }
    let Some(best) = mover.dialogue.best.take() else {
        let ending = mover.ending(EndingKind::ProtocolError, "no bestmove".to_owned());
        return Err(Failure::of_mover(ending));
    };
    let used = micros(best.at.saturating_duration_since(mover.started));
    if let Some(allowance) = time.allowance
        && used > allowance.saturating_add(time.margin)
    {
        let ending = forfeit(mover, "bestmove", allowance, time, Some(used));
        return Err(Failure::of_mover(ending));
    }
    Ok(Answer {
        turn: best.turn,
        ponder: best.ponder,
        time: used,
        report: best.report,
    })
}

/// Waits for the end of the search that `mover` was told to stop.
pub(crate) fn stopped(
    mover: &mut Client,
    mut other: Option<&mut Client>,
    time: &TimeRules,
) -> Result<(), Failure> {
    let limit = limit(mover, time);
    match until_idle(mover, other.as_deref_mut(), limit)? {
        Wait::Idle => Ok(()),
        Wait::Late => Err(late(mover, other, time)),
    }
}

fn limit(mover: &Client, time: &TimeRules) -> Instant {
    match time.allowance {
        Some(allowance) => after(mover.started, allowance.saturating_add(time.margin)),
        None => after(mover.started, mover.deadline),
    }
}

/// The turn did not come in time: waits a little more, to tell how late it is.
fn late(mover: &mut Client, other: Option<&mut Client>, time: &TimeRules) -> Failure {
    let Some(allowance) = time.allowance else {
        return Failure::of_mover(mover.silent("bestmove"));
    };
    mover.process.send("stop");
    let limit = after(Instant::now(), STOP_GRACE);
    let used = match until_idle(mover, other, limit) {
        Err(failure) if failure.ending.kind == EndingKind::Interrupt => return failure,
        // It was late before anybody broke something.
        Err(_) | Ok(Wait::Late) => None,
        Ok(Wait::Idle) => {
            let best = mover.dialogue.best.take();
            best.map(|best| micros(best.at.saturating_duration_since(mover.started)))
        }
    };
    Failure::of_mover(forfeit(mover, "bestmove", allowance, time, used))
}

/// A loss on time: so much was used, or this word has not come.
fn forfeit(
    mover: &Client,
    word: &str,
    allowance: Duration,
    time: &TimeRules,
    used: Option<Duration>,
) -> Ending {
    let mut detail = match used {
        Some(used) => format!("used {} s", seconds(used)),
        None => format!("no {word} after {} s", seconds(mover.started.elapsed())),
    };
    detail += &format!(
        " of {} s, margin {} s",
        seconds(allowance),
        seconds(time.margin)
    );
    detail += mover.unread();
    mover.ending(EndingKind::Time, detail)
}

fn micros(duration: Duration) -> Duration {
    // A u64 of microseconds is enough for 584,000 years.
    Duration::from_micros(duration.as_micros().try_into().unwrap_or(u64::MAX))
}
