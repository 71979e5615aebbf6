//! Processes that have a runner's mark in their environment.

#[cfg(target_os = "linux")]
use std::time::Duration;

/// How long is looked for processes that do not die, or are ever new.
#[cfg(target_os = "linux")]
const SEARCH: Duration = Duration::from_secs(2);

/// Kills all processes but this one that have the mark, until there are none, for a while
/// at most.
#[cfg(target_os = "linux")]
pub(crate) fn kill_marked(mark: &str) {
    use std::time::Instant;

    /// How long a process may take to die before it is killed again.
    const DYING: Duration = Duration::from_millis(5);

    let variable = format!("{}={mark}", super::launch::MARK);
    let deadline = Instant::now() + SEARCH;
    while kill_all(variable.as_bytes()) > 0 && Instant::now() < deadline {
        std::thread::sleep(DYING);
    }
}

/// Kills all processes but this one that have the mark, where the system tells which they are.
#[cfg(not(target_os = "linux"))]
pub(crate) fn kill_marked(_mark: &str) {}

/// Kills those that have this variable in their environment, and returns how many they were.
#[cfg(target_os = "linux")]
fn kill_all(variable: &[u8]) -> usize {
    use rustix::process::{
        Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal,
    };

    let Ok(entries) = std::fs::read_dir("/proc") else {
        return 0;
    };
    let mut count = 0;
    for entry in entries.flatten() {
        let number = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        let Some(pid) = number.and_then(Pid::from_raw) else {
            continue;
        };
        if pid == getpid() {
            continue;
        }
        // Opened before the environment is read: so the signal goes to the process that has it, also
        // if that ends meanwhile and another one gets its number.
        let pidfd = pidfd_open(pid, PidfdFlags::empty());
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment
            .split(|&byte| byte == 0)
            .any(|entry| entry == variable)
        {
            let _ = match pidfd {
                Ok(pidfd) => pidfd_send_signal(pidfd, Signal::KILL),
                Err(_) => kill_process(pid, Signal::KILL),
            };
            count += 1;
        }
    }
    count
}
