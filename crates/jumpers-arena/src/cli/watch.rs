//! `arena watch`: kills the engines when the runner is gone.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::process::{WATCHING, kill_marked};

/// Reads `+<group>`, `-<group>` and `=<mark>` lines until the end of the input, and kills the groups
/// that are left, and the processes that have the mark.
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
    let Engines { groups, mark } = read_engines(&mut io::stdin().lock());
    for group in groups {
        let _ = kill_process_group(group, Signal::KILL);
        // The leader, in case it is in another group by now.
        let _ = kill_process(group, Signal::KILL);
    }
    if let Some(mark) = mark {
        kill_marked(&mark);
    }
    ExitCode::SUCCESS
}

/// What is to be killed.
#[derive(Default)]
struct Engines {
    groups: HashSet<Pid>,
    mark: Option<String>,
}

/// What is left at the end of the input.
fn read_engines(input: &mut impl BufRead) -> Engines {
    let mut engines = Engines::default();
    // An error of the input is its end. A signal is no error here: the reader tries again.
    for line in input.lines().map_while(Result::ok) {
        if let Some(group) = line.strip_prefix('+').and_then(group) {
            engines.groups.insert(group);
        } else if let Some(group) = line.strip_prefix('-').and_then(group) {
            engines.groups.remove(&group);
        } else if let Some(mark) = line.strip_prefix('=') {
            engines.mark = Some(mark.to_owned()).filter(|mark| !mark.is_empty());
        }
    }
    engines
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
        let text = "+20\n+30\n-20\n+1\n+0\n-5\n+-7\nhello\n+40\n=a-b\n+99";
        let Engines { groups, mark } = read_engines(&mut text.as_bytes());
        assert_eq!(mark.as_deref(), Some("a-b"));
        let mut groups: Vec<i32> = groups
            .iter()
            .map(|group| group.as_raw_nonzero().get())
            .collect();
        groups.sort_unstable();
        assert_eq!(groups, [30, 40, 99]);
    }
}
