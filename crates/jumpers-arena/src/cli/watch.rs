//! `arena watch`: kills the engines when the runner is gone.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::process::WATCHING;

/// Reads `+<group>` and `-<group>` lines until the end of the input, and kills the groups that are
/// left.
pub fn watch() -> ExitCode {
    // Only the end of the runner ends it. A handler that sets a flag which nobody reads.
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        if signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false))).is_err() {
            return ExitCode::FAILURE;
        }
    }
    let mut output = io::stdout();
    if output
        .write_all(WATCHING.as_bytes())
        .and_then(|()| output.flush())
        .is_err()
    {
        return ExitCode::FAILURE;
    }
    for group in read_groups(&mut io::stdin().lock()) {
        let _ = kill_process_group(group, Signal::KILL);
        // The leader, in case it is in another group by now.
        let _ = kill_process(group, Signal::KILL);
    }
    ExitCode::SUCCESS
}

/// The groups that are left at the end of the input.
fn read_groups(input: &mut impl BufRead) -> HashSet<Pid> {
    let mut groups = HashSet::new();
    // An error of the input is its end. A signal is no error here: the reader tries again.
    for line in input.lines().map_while(Result::ok) {
        if let Some(group) = line.strip_prefix('+').and_then(group) {
            groups.insert(group);
        } else if let Some(group) = line.strip_prefix('-').and_then(group) {
            groups.remove(&group);
        }
    }
    groups
}

/// The number of a group; never 0 or 1, which are this process's own and that of init.
fn group(text: &str) -> Option<Pid> {
    let number: i32 = text.parse().ok()?;
    if number > 1 {
        Pid::from_raw(number)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_and_go() {
        let text = "+20\n+30\n-20\n+1\n+0\n-5\n+-7\nhello\n+40\n+99";
        let groups = read_groups(&mut text.as_bytes());
        let mut groups: Vec<i32> = groups
            .iter()
            .map(|group| group.as_raw_nonzero().get())
            .collect();
        groups.sort_unstable();
        assert_eq!(groups, [30, 40, 99]);
    }
}
