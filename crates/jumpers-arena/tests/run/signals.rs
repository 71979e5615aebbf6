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
        let child = place
            .arena_heeding_signals(&format!("{LONG} my_journal"))
            .spawn()
            .unwrap();
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
        .arena_heeding_signals(
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
        .arena_heeding_signals(&format!("{LONG} j --report csv"))
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
        let child = place
            .arena_heeding_signals(&format!("{LONG} j"))
            .spawn()
            .unwrap();
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

/// The time in which the runner was stopped is no engine's.
#[test]
fn a_runner_that_was_stopped_for_a_while_holds_it_against_nobody() {
    let place = Place::new();
    // An engine whose turns take time, but much less than it has.
    place.script(
        "slow",
        "exec 3>>goes; while read -r line; do case $line in uci) echo uciok;; isready) echo \
         readyok;; go*) echo >&3; sleep 1; echo bestmove a1-a3+a4;; quit) exit;; esac; done",
    );
    let child = place
        .arena_heeding_signals(
            "run --engine cmd=./slow name=slow movetime=5000 margin=3000 --engine \
             cmd=builtin:random name=random depth=1 --rounds 1 --journal j",
        )
        .spawn()
        .unwrap();
    wait_for_lines(&place.path("goes"), 1);
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::STOP).unwrap();
    std::thread::sleep(std::time::Duration::from_secs(9));
    kill_process(pid, Signal::CONT).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let journal = place.journal("j");
    // It was begun again: the first turn was asked for once more.
    let goes = std::fs::read_to_string(place.path("goes")).unwrap();
    let pairs = &journal.pairs;
    assert_eq!(pairs.len(), 1);
    let mut played = 0;
    for game in &pairs[0].games {
        assert_ne!(game.ending.kind, EndingKind::Time, "{:?}", game.ending);
        let is_red = game.red.name == "slow";
        let turns = game.turns.len() + usize::from(game.ending.kind != EndingKind::Rules);
        played += if is_red { turns.div_ceil(2) } else { turns / 2 };
    }
    assert!(goes.lines().count() > played, "{goes:?} {played}");
}
