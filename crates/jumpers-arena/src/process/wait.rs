//! Waiting, always with a deadline.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Pid;

use super::exit::{self, Exit};
use super::{Interrupt, Process};

/// How often is looked, where the system cannot tell, whether a process has ended.
const LOOK: Duration = Duration::from_millis(5);

/// Why a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// There may be lines, or a process may have ended.
    Ready,
    /// The deadline has passed. There may be lines all the same, and ends.
    Deadline,
    /// The runner is to stop.
    Interrupted,
}

/// The moment that comes so long after another one, or in a year if it is farther.
pub fn after(start: Instant, duration: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    start + duration.min(YEAR)
}

/// The time from now to then.
pub(super) fn timeout(deadline: Instant) -> Timespec {
    let duration = deadline.saturating_duration_since(Instant::now());
    Timespec {
        tv_sec: duration.as_secs().try_into().unwrap_or(i32::MAX.into()),
        tv_nsec: duration.subsec_nanos().into(),
    }
}

/// Waits until one of the processes has written something or has ended, or until more can be
/// written to it. Reads a piece of the output of each that has some, writes what can be written,
/// and takes note of ends.
///
/// After it take all lines ([`Process::next_line`]) and look at the ends ([`Process::end`]): lines
/// that are not taken are kept, but when there are too many nothing more is read.
pub fn wait(processes: &mut [&mut Process], deadline: Instant, interrupt: &Interrupt) -> Wake {
    if interrupt.is_set() {
        return Wake::Interrupted;
    }
    let mut until = deadline;
    for process in processes.iter_mut() {
        process.flush();
        if process.look_at_end() {
            return Wake::Ready;
        }
        until = process.patience().map_or(until, |end| end.min(until));
    }
    let mut fds = Vec::with_capacity(1 + 4 * processes.len());
    fds.push(PollFd::new(interrupt, PollFlags::IN));
    let polled: Vec<_> = processes
        .iter()
        .map(|process| process.add_fds(&mut fds))
        .collect();
    let found = poll(&mut fds, Some(&timeout(until)));
    let now = Instant::now();
    let ready: Vec<PollFlags> = fds.iter().map(PollFd::revents).collect();
    drop(fds);
    if interrupt.is_set() {
        return Wake::Interrupted;
    }
    match found {
        Ok(_) => {
            let mut ready = ready[1..].iter().map(|flags| !flags.is_empty());
            for (process, polled) in processes.iter_mut().zip(polled) {
                process.serve(polled, &mut ready, now);
            }
        }
        Err(Errno::INTR) => {}
        // No memory for the call: it is tried again, but not in a circle without a pause.
        Err(_) => std::thread::sleep(LOOK),
    }
    if now >= deadline {
        Wake::Deadline
    } else {
        Wake::Ready
    }
}

/// Waits until the child has ended; `None` if it has not by then.
pub(super) fn wait_for_exit(pid: Pid, pidfd: Option<&OwnedFd>, deadline: Instant) -> Option<Exit> {
    loop {
        if let Some(exit) = exit::look(pid) {
            return Some(exit);
        }
        let now = Instant::now();
        if now >= deadline {
            return None;
        }
        match pidfd {
            Some(fd) => {
                let mut fds = [PollFd::new(fd, PollFlags::IN)];
                let _ = poll(&mut fds, Some(&timeout(deadline)));
            }
            None => std::thread::sleep(LOOK.min(deadline - now)),
        }
    }
}

/// A descriptor that becomes readable when the process ends, where there is such a thing.
#[cfg(target_os = "linux")]
pub(super) fn open_pidfd(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

/// A descriptor that becomes readable when the process ends, where there is such a thing.
#[cfg(not(target_os = "linux"))]
pub(super) fn open_pidfd(_pid: Pid) -> Option<OwnedFd> {
    None
}
