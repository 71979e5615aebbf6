//! No engine outlives its runner, which is the program `arena run`. The engines ignore all that can
//! be ignored, and have children that do so, too.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;

use crate::scripts::wait_until;

/// A variable in the environment of engines, and of all that they start.
const MARK: &str = "ARENA_ENGINE_MARK";

/// An engine that nothing ends but SIGKILL.
const STUBBORN: &str = "
    trap '' HUP INT QUIT TERM PIPE
    sleep 1000 &
    (sleep 1000 & sleep 1000) &
    while :; do
        read -r line || sleep 1
        case $line in
            uci) echo uciok;;
            isready) echo readyok;;
            go*) AT_GO;;
        esac
    done";

/// What leaves its group, its session and its parent, and stays.
const RUNAWAY: &str = "
    setsid sh -c 'trap \"\" HUP INT QUIT TERM; (setsid sleep 1000 & sleep 1000) &' &
    wait";

/// What an engine does at its first `go`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtGo {
    /// Nothing, so that the first game goes on for ever.
    Wait,
    /// It breaks the protocol, and so is killed and started again, game after game.
    Fail,
    /// It starts processes that leave its group.
    RunAway,
}

/// A runner, and its engines' mark.
struct Runner {
    child: Child,
    mark: String,
    _directory: TempDir,
}

impl Runner {
    fn start(name: &str, at_go: AtGo) -> Self {
        let mark = format!("{name}-{}", std::process::id());
        let directory = TempDir::new().expect("a temporary directory");
        let commands = match at_go {
            AtGo::Wait => ":",
            AtGo::Fail => "echo bestmove",
            AtGo::RunAway => RUNAWAY,
        };
        let script = directory.path().join("engine");
        fs::write(&script, STUBBORN.replace("AT_GO", commands)).expect("a script");
        let engine = |name: &str| {
            [
                "--engine".to_owned(),
                format!("name={name}"),
                "cmd=/bin/sh".to_owned(),
                format!("arg={}", script.display()),
                format!("env.{MARK}={mark}"),
                "nodes=1".to_owned(),
                "restart=on".to_owned(),
            ]
        };
        let child = Command::new(env!("CARGO_BIN_EXE_arena"))
            .current_dir(directory.path())
            .arg("run")
            .args(engine("one"))
            .args(engine("two"))
            .args(["--rounds", "1000000", "--quiet", "--journal", "journal"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("a runner");
        Runner {
            child,
            mark,
            _directory: directory,
        }
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
    let mut runner = Runner::start("killed", AtGo::Wait);
    runner.wait_for_engines();
    let watcher = runner.watcher().expect("a watcher");
    runner.kill();
    runner.wait_until_alone();
    wait_until(|| !has_process(watcher));
}

#[test]
fn engines_die_with_all_that_is_in_the_group_of_the_runner() {
    let runner = Runner::start("group", AtGo::Wait);
    runner.wait_for_engines();
    kill_process_group(runner.pid(), Signal::KILL).expect("a group to kill");
    runner.wait_until_alone();
}

#[test]
fn engines_die_whenever_the_runner_is_killed() {
    for round in 0..12 {
        // This one starts engines all the time.
        let mut runner = Runner::start(&format!("round-{round}"), AtGo::Fail);
        wait_until(|| !runner.engines().is_empty());
        std::thread::sleep(Duration::from_millis(7 * round));
        runner.kill();
        runner.wait_until_alone();
    }
}

#[test]
fn engines_die_with_a_runner_that_is_interrupted() {
    let mut runner = Runner::start("interrupted", AtGo::Wait);
    runner.wait_for_engines();
    let watcher = runner.watcher().expect("a watcher");
    // As Ctrl-C does: all in the group of the runner.
    kill_process_group(runner.pid(), Signal::INT).expect("a runner to interrupt");
    assert_eq!(runner.child.wait().expect("a status").code(), Some(130));
    // The children of the engines were sent SIGKILL, which may take a moment.
    runner.wait_until_alone();
    assert!(!has_process(watcher));
}

#[test]
fn engines_die_with_the_runner_also_if_the_watcher_was_killed() {
    let mut runner = Runner::start("unwatched", AtGo::Fail);
    runner.wait_for_engines();
    let first = runner.watcher().expect("a watcher");
    kill_process(first, Signal::KILL).expect("a watcher to kill");
    wait_until(|| runner.watcher().is_some_and(|watcher| watcher != first));
    runner.wait_for_engines();
    runner.kill();
    runner.wait_until_alone();
}

/// Whether a process was started that is the leader of a session, which is none of the engines'
/// groups.
fn has_runaway(runner: &Runner) -> bool {
    runner.engines().into_iter().any(|pid| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default();
        // State, parent, group, session.
        fields.split_whitespace().nth(3) == Some(&pid.to_string()) && command == b"sleep\x001000\0"
    })
}

#[test]
fn what_leaves_its_group_dies_with_a_killed_runner() {
    let mut runner = Runner::start("runaway-killed", AtGo::RunAway);
    wait_until(|| has_runaway(&runner));
    runner.kill();
    runner.wait_until_alone();
}

#[test]
fn what_leaves_its_group_dies_at_the_end_of_the_runner() {
    let mut runner = Runner::start("runaway-ended", AtGo::RunAway);
    wait_until(|| has_runaway(&runner));
    let watcher = runner.watcher().expect("a watcher");
    // Also if the watcher was stopped.
    kill_process(watcher, Signal::STOP).expect("a watcher to stop");
    kill_process(runner.pid(), Signal::INT).expect("a runner to interrupt");
    assert_eq!(runner.child.wait().expect("a status").code(), Some(130));
    runner.wait_until_alone();
    assert!(!has_process(watcher));
}

#[test]
fn a_watcher_is_not_ended_by_what_ends_a_terminal() {
    let mut runner = Runner::start("hung-up", AtGo::Wait);
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
