//! Output that nobody reads.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::process::Stdio;

use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::{Errno, write};
use rustix::pipe::pipe;
use rustix::process::{Pid, Signal, kill_process};

use crate::program::{Place, wait_for_end, wait_for_lines};

const TWO: &str = "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1";

/// Both ends of a pipe that has no room left: whoever writes to it waits.
fn full_pipe() -> (OwnedFd, OwnedFd) {
    let (reader, writer) = pipe().unwrap();
    fcntl_setfl(&writer, OFlags::NONBLOCK).unwrap();
    for size in [4096, 1] {
        loop {
            match write(&writer, &[b'x'; 4096][..size]) {
                Ok(_) => {}
                Err(Errno::AGAIN) => break,
                Err(error) => panic!("{error}"),
            }
        }
    }
    fcntl_setfl(&writer, OFlags::empty()).unwrap();
    (reader, writer)
}

/// The journal grows, and the first signal ends the program.
#[test]
fn nobody_reads_standard_error() {
    let place = Place::new();
    let (_reader, writer) = full_pipe();
    let child = place
        .arena(&format!("{TWO} --rounds 100000 --journal j"))
        .stderr(Stdio::from(writer))
        .spawn()
        .unwrap();
    wait_for_lines(&place.path("j"), 10);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(143));
    let journal = place.journal("j");
    assert_eq!(journal.interrupts.len(), 1);
    // The report does not wait either.
    let played = format!("{} of 100000 pairs", journal.pairs.len());
    assert!(run.stdout.contains(&played), "{}", run.stdout);
    place.expect_no_processes();
}

/// A tournament that is at its end waits for whoever reads its report, but not if a signal comes.
#[test]
fn nobody_reads_the_report() {
    let place = Place::new();
    let (_reader, writer) = full_pipe();
    let child = place
        .arena(&format!("{TWO} --rounds 3 --journal j"))
        .stdout(Stdio::from(writer))
        .spawn()
        .unwrap();
    wait_for_lines(&place.path("j"), 4);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(143), "{}", run.stderr);
    assert_eq!(place.journal("j").pairs.len(), 3);
    place.expect_no_processes();
}

/// As when the terminal is gone.
#[test]
fn a_report_that_cannot_be_written_does_not_hide_the_signal() {
    let place = Place::new();
    let child = place
        .arena_heeding_signals(&format!("{TWO} --rounds 100000 --journal j"))
        .stdout(File::options().write(true).open("/dev/full").unwrap())
        .spawn()
        .unwrap();
    wait_for_lines(&place.path("j"), 3);
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(129), "{}", run.stderr);
    assert!(
        run.stderr.contains("\nerror: standard output: "),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("\nstopped by SIGHUP"), "{}", run.stderr);
}
