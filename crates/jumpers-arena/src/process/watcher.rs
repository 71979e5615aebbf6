//! The runner's end of the watcher, a process that kills the engines when the runner is gone.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process};

use super::exit;
use super::wait::{timeout, wait_for_exit};

/// How long the watcher may take to start, and to take in a line.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long the watcher may take to end before it is taken for one that somebody has stopped.
const STOPPED: Duration = Duration::from_secs(2);

/// How long it may take to end then, before it is killed: longer than it looks for what is left of
/// the engines.
const ENDING: Duration = Duration::from_secs(4);

/// What the watcher says when it is there.
pub(crate) const WATCHING: &str = "watching\n";

#[derive(Debug)]
pub(super) struct Watcher {
    executable: PathBuf,
    mark: String,
    child: Child,
    /// Closes when the runner ends, however it does. `None` once it is given up.
    lifeline: Option<ChildStdin>,
    groups: HashSet<Pid>,
}

impl Watcher {
    pub(super) fn start(executable: &Path, mark: &str) -> io::Result<Self> {
        let mut command = Command::new(executable);
        // In a group of its own, so that Ctrl-C does not end it before the runner.
        let mut child = command
            .arg0("arena")
            .arg("watch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let lifeline = child.stdin.take();
        let mut watcher = Watcher {
            executable: executable.to_owned(),
            mark: mark.to_owned(),
            child,
            lifeline,
            groups: HashSet::new(),
        };
        watcher.expect_watching()?;
        if let Some(lifeline) = &watcher.lifeline {
            ioctl_fionbio(lifeline, true)?;
        }
        watcher.tell(&format!("={mark}\n"))?;
        Ok(watcher)
    }

    /// Waits until the watcher says that it is there.
    fn expect_watching(&mut self) -> io::Result<()> {
        let missing = || io::Error::other("it does not watch");
        let mut output = self.child.stdout.take().ok_or_else(missing)?;
        let deadline = Instant::now() + PATIENCE;
        let mut said = Vec::new();
        while said.len() < WATCHING.len() {
            let mut fds = [PollFd::new(&output, PollFlags::IN)];
            match poll(&mut fds, Some(&timeout(deadline))) {
                Ok(0) => return Err(missing()),
                Err(rustix::io::Errno::INTR) => continue,
                Ok(_) => {}
                Err(error) => return Err(error.into()),
            }
            let mut bytes = [0; WATCHING.len()];
            match output.read(&mut bytes)? {
                0 => return Err(missing()),
                count => said.extend_from_slice(&bytes[..count]),
            }
        }
        if said != WATCHING.as_bytes() {
            return Err(missing());
        }
        Ok(())
    }

    pub(super) fn announce(&mut self, group: Pid) -> io::Result<()> {
        self.groups.insert(group);
        let told = self.tell(&line('+', group)).or_else(|_| self.replace());
        if told.is_err() {
            self.groups.remove(&group);
        }
        told
    }

    pub(super) fn withdraw(&mut self, group: Pid) {
        self.groups.remove(&group);
        if self.tell(&line('-', group)).is_err() {
            // If there is no other watcher the next engine cannot be started, and says so.
            let _ = self.replace();
        }
    }

    /// Has another one take over if it has ended.
    pub(super) fn check(&mut self) {
        if exit::look(Pid::from_child(&self.child)).is_some() {
            let _ = self.replace();
        }
    }

    /// Somebody killed or stopped the watcher: another one takes over.
    fn replace(&mut self) -> io::Result<()> {
        // Not ended by its lifeline: it would kill the groups.
        let _ = self.child.kill();
        let mut other = Watcher::start(&self.executable, &self.mark)?;
        let lines: String = self.groups.iter().map(|&group| line('+', group)).collect();
        other.groups.clone_from(&self.groups);
        other.tell(&lines)?;
        *self = other;
        Ok(())
    }

    /// Writes to the watcher, as far as the pipe has room or soon gets it.
    fn tell(&mut self, lines: &str) -> io::Result<()> {
        let lifeline = self.lifeline.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let deadline = Instant::now() + PATIENCE;
        let mut bytes = lines.as_bytes();
        while !bytes.is_empty() {
            match lifeline.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let mut fds = [PollFd::new(lifeline, PollFlags::OUT)];
                    if poll(&mut fds, Some(&timeout(deadline))) == Ok(0) {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn line(sign: char, group: Pid) -> String {
    format!("{sign}{}\n", group.as_raw_nonzero())
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.lifeline = None;
        let pid = Pid::from_child(&self.child);
        let ends = |patience| wait_for_exit(pid, None, Instant::now() + patience).is_some();
        let mut has_ended = ends(STOPPED);
        if !has_ended {
            // If somebody has stopped it, it can do its work now.
            let _ = kill_process(pid, Signal::CONT);
            has_ended = ends(ENDING);
        }
        if !has_ended {
            let _ = self.child.kill();
            has_ended = ends(STOPPED);
        }
        if has_ended {
            let _ = self.child.wait();
        }
    }
}
