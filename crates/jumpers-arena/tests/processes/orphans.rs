//! No engine outlives its runner.
//!
//! The runner is this test program, started again for the test [`runner`] alone. Its engines ignore
//! all that can be ignored, and have children that do so, too.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use jumpers_arena::contestant::Contestant;
use jumpers_arena::game::{GameStart, Seat, play_game};
use jumpers_arena::process::{Interrupt, Supervisor};
use jumpers_record::EndingKind;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::json;
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::scripts::wait_until;

/// The runner plays with engines whose environment has this variable, with the value of its own
/// `RUNNER_MARK`.
const MARK: &str = "ARENA_ENGINE_MARK";
const RUNNER_MARK: &str = "ARENA_RUNNER_MARK";

/// An engine that nothing ends but SIGKILL. It never answers a `go`, unless it is to hurry.
const STUBBORN: &str = "
    trap '' HUP INT QUIT TERM PIPE
    sleep 1000 &
    (sleep 1000 & sleep 1000) &
    while :; do
        read -r line || sleep 1
        case $line in
            uci) echo uciok;;
            isready) echo readyok;;
            go*) $AT_GO;;
        esac
    done";

fn engine(name: &str, mark: &str, at_go: &str) -> Contestant {
    let minute = json!({"secs": 60, "nanos": 0});
    let json = json!({
        "name": name,
        "command": "/bin/sh",
        "args": ["-c", STUBBORN.replace("$AT_GO", at_go)],
        "environment": [[MARK, mark]],
        "limit": {"nodes": 1},
        "margin": minute,
        "deadline": minute,
        "restart": true,
    });
    serde_json::from_value(json).expect("a contestant")
}

/// Plays until it is told to stop by SIGINT. Run by the other tests.
#[test]
#[ignore = "the program that the other tests run"]
fn runner() {
    let Ok(mark) = std::env::var(RUNNER_MARK) else {
        return;
    };
    let interrupt = Interrupt::new().expect("an interrupt");
    let mut signals = Signals::new([SIGINT]).expect("signals");
    let setter = interrupt.clone();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            setter.set();
        }
    });
    let supervisor = Supervisor::new(env!("CARGO_BIN_EXE_arena")).expect("a supervisor");
    let at_go = if mark.contains("hasty") {
        "echo bestmove"
    } else {
        ":"
    };
    let mut seats = ["red", "teal"].map(|name| {
        Seat::new(
            engine(name, &mark, at_go),
            Vec::new(),
            &supervisor,
            &interrupt,
        )
    });
    loop {
        let [red, teal] = &mut seats;
        let start = GameStart {
            event: String::new(),
            round: String::new(),
            position: "4tt/4tt/6/6/rr4/rr4 r 12 13".to_owned(),
        };
        if play_game([red, teal], &start).ending.kind == EndingKind::Interrupt {
            break;
        }
    }
}

/// A runner, and its engines' mark.
struct Runner {
    child: Child,
    mark: String,
}

impl Runner {
    fn start(name: &str) -> Self {
        let mark = format!("{name}-{}", std::process::id());
        let program = std::env::current_exe().expect("this program");
        let child = Command::new(program)
            .args(["--ignored", "--exact", "orphans::runner"])
            .env(RUNNER_MARK, &mark)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("a runner");
        Runner { child, mark }
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The processes that have the mark in their environment: engines and all that they started.
    fn engines(&self) -> BTreeSet<i32> {
        let variable = format!("{MARK}={}", self.mark);
        let is_engine = |pid: &i32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment
                .split(|&byte| byte == 0)
                .any(|entry| entry == variable.as_bytes())
        };
        processes().filter(is_engine).collect()
    }

    /// The watcher of the runner.
    fn watcher(&self) -> Option<Pid> {
        let parent = format!(" {} ", self.child.id());
        let mut watchers = processes().filter(|pid| {
            let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            command == b"arena\0watch\0"
                && stat
                    .rsplit(')')
                    .next()
                    .is_some_and(|rest| rest[2..].starts_with(&parent))
        });
        watchers.next().and_then(Pid::from_raw)
    }

    /// Waits until both engines and their children run.
    fn wait_for_engines(&self) {
        // Each engine is a shell and three more at least.
        wait_until(|| self.engines().len() >= 8);
    }

    fn kill(&mut self) {
        kill_process(self.pid(), Signal::KILL).expect("a runner to kill");
        self.child.wait().expect("its status");
    }

    fn wait_until_alone(&self) {
        wait_until(|| self.engines().is_empty());
    }
}

impl Drop for Runner {
    /// Leaves nothing behind if a test fails.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        for pid in self.engines().into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

#[test]
fn engines_die_with_a_killed_runner() {
    let mut runner = Runner::start("killed");
    runner.wait_for_engines();
    let watcher = runner.watcher().expect("a watcher");
    runner.kill();
    runner.wait_until_alone();
    wait_until(|| !has_process(watcher));
}

#[test]
fn engines_die_whenever_the_runner_is_killed() {
    for round in 0..12 {
        // This one starts engines all the time, since they break the protocol.
        let mut runner = Runner::start(&format!("hasty-{round}"));
        wait_until(|| !runner.engines().is_empty());
        std::thread::sleep(Duration::from_millis(7 * round));
        runner.kill();
        runner.wait_until_alone();
    }
}

#[test]
fn engines_die_with_a_runner_that_is_interrupted() {
    let mut runner = Runner::start("interrupted");
    runner.wait_for_engines();
    let watcher = runner.watcher().expect("a watcher");
    // As Ctrl-C does: all in the group of the runner.
    kill_process_group(runner.pid(), Signal::INT).expect("a runner to interrupt");
    assert!(runner.child.wait().expect("a status").success());
    assert!(runner.engines().is_empty());
    assert!(!has_process(watcher));
}

#[test]
fn engines_die_with_the_runner_also_if_the_watcher_was_killed() {
    let mut runner = Runner::start("hasty-unwatched");
    runner.wait_for_engines();
    let first = runner.watcher().expect("a watcher");
    kill_process(first, Signal::KILL).expect("a watcher to kill");
    wait_until(|| runner.watcher().is_some_and(|watcher| watcher != first));
    runner.wait_for_engines();
    runner.kill();
    runner.wait_until_alone();
}

#[test]
fn a_watcher_is_not_ended_by_what_ends_a_terminal() {
    let mut runner = Runner::start("hung-up");
    runner.wait_for_engines();
    let watcher = runner.watcher().expect("a watcher");
    for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
        kill_process(watcher, signal).expect("a watcher");
    }
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(runner.watcher(), Some(watcher));
    runner.kill();
    runner.wait_until_alone();
}

/// Whether there is such a process, and not only what it left for its parent.
fn has_process(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}
