//! Signals.

use std::fs;
use std::time::Instant;

use jumpers_record::EndingKind;
use rustix::process::{Pid, Signal, kill_process};

use crate::program::{PATIENCE, Place, wait_for_end, wait_for_lines};

const LONG: &str = "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1 \
                    --rounds 100000 --concurrency 2 --journal";

#[test]
fn signals_stop_a_tournament() {
    for (signal, name, status) in [
        (Signal::INT, "SIGINT", 130),
        (Signal::TERM, "SIGTERM", 143),
        (Signal::HUP, "SIGHUP", 129),
    ] {
        let place = Place::new();
        let child = place.arena(&format!("{LONG} my_journal")).spawn().unwrap();
        wait_for_lines(&place.path("my_journal"), 3);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let run = wait_for_end(child);
        assert_eq!(run.status, Some(status), "{}", run.stderr);
        let expected =
            format!("stopped by {name}; to go on: arena run --resume --journal my_journal\n");
        assert!(run.stderr.ends_with(&expected), "{}", run.stderr);
        place.expect_no_processes();
        let journal = place.journal("my_journal");
        assert_eq!(journal.interrupts.len(), 1);
        assert_eq!(journal.interrupts[0].signal, name);
        // There is a report of what was played.
        let played = format!("{} of 100000 pairs", journal.pairs.len());
        assert!(run.stdout.contains(&played), "{}", run.stdout);
    }
}

/// A hanging engine does not keep the program from ending.
#[test]
fn a_stop_does_not_wait_for_engines() {
    let place = Place::new();
    let child = place
        .arena(
            "run --engine cmd=builtin:fault-hang --engine cmd=builtin:random --each depth=1 \
             deadline=8000000000 --journal j",
        )
        .spawn()
        .unwrap();
    wait_for_lines(&place.path("j"), 1);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(143), "{}", run.stderr);
    let journal = place.journal("j");
    assert_eq!(journal.pairs.len(), 0);
    assert!(journal.interrupts[0].unfinished.len() <= 1);
    place.expect_no_processes();
}

/// The report cannot be written to a pipe that is full and that nobody reads.
#[test]
fn a_second_signal_ends_the_program_at_once() {
    let place = Place::new();
    let child = place
        .arena(&format!("{LONG} j --report csv"))
        .spawn()
        .unwrap();
    // A line of the report has more than 100 bytes, and a pipe has room for 65,536.
    wait_for_lines(&place.path("j"), 1000);
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::TERM).unwrap();
    let begun = Instant::now();
    while !fs::read_to_string(place.path("j"))
        .unwrap()
        .contains("\"interrupt\"")
    {
        assert!(begun.elapsed() < PATIENCE, "no note of the stop");
    }
    kill_process(pid, Signal::INT).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(130), "{}", run.stderr);
    assert!(!run.stderr.contains("stopped by"), "{}", run.stderr);
    place.expect_no_processes();
}

/// Cluster managers send a signal to all processes of a job, to the engines perhaps first.
#[test]
fn engines_that_are_stopped_as_well_are_not_at_fault() {
    for signal in [Signal::TERM, Signal::KILL, Signal::TERM, Signal::KILL] {
        let place = Place::new();
        let child = place.arena(&format!("{LONG} j")).spawn().unwrap();
        wait_for_lines(&place.path("j"), 3);
        let mut killed = 0;
        for (id, line) in place.processes() {
            if line.contains(" player ") {
                let _ = kill_process(Pid::from_raw(id).unwrap(), signal);
                killed += 1;
            }
        }
        assert!(killed > 0);
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        let run = wait_for_end(child);
        assert_eq!(run.status, Some(143), "{}", run.stderr);
        place.expect_no_processes();
        let journal = place.journal("j");
        assert_eq!(journal.interrupts.len(), 1);
        let mut games = journal.pairs.iter().flat_map(|pair| &pair.games);
        assert!(games.all(|game| game.ending.kind == EndingKind::Rules));
    }
}
