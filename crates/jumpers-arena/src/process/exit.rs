//! How a process ended.

use std::fmt;

use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// How a process ended. Prints as `exit status 1` or `signal 11 (SIGSEGV)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// Nobody knows: the system keeps no statuses for this runner, since whoever started it let
    /// SIGCHLD be ignored.
    Unknown,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Exit::Unknown => f.write_str("unknown exit status"),
            Exit::Status(status) => write!(f, "exit status {status}"),
            Exit::Signal(number) => {
                write!(f, "signal {number}")?;
                match signal_hook::low_level::signal_name(number) {
                    Some(name) => write!(f, " ({name})"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// How a child ended, if it has. It stays a zombie, so that its number stays its own.
pub(super) fn look(pid: Pid) -> Option<Exit> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = match waitid(WaitId::Pid(pid), options) {
        Ok(status) => status?,
        Err(Errno::CHILD) => return Some(Exit::Unknown),
        Err(_) => return None,
    };
    match (status.exit_status(), status.terminating_signal()) {
        (Some(status), _) => Some(Exit::Status(status)),
        (None, Some(signal)) => Some(Exit::Signal(signal)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        assert_eq!(Exit::Status(1).to_string(), "exit status 1");
        assert_eq!(Exit::Signal(11).to_string(), "signal 11 (SIGSEGV)");
        assert_eq!(Exit::Signal(9).to_string(), "signal 9 (SIGKILL)");
        assert_eq!(Exit::Signal(60).to_string(), "signal 60");
    }
}
