//! Engines that fail, disks that are full, journals that are taken.

use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

use jumpers_record::EndingKind;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, prlimit};

use crate::program::{Place, Run, wait_for_end, wait_for_lines};

#[test]
fn faults_of_engines_are_told_once_and_counted() {
    let place = Place::new();
    let run = place.succeed(
        "run --engine cmd=builtin:fault-crash name=bad option.Nonsense=1 --engine \
         cmd=builtin:random name=good --each depth=1 --rounds 6 --journal j",
    );
    let journal = place.journal("j");
    let games = journal.pairs.iter().flat_map(|pair| &pair.games);
    let crashes = games
        .filter(|game| game.ending.kind == EndingKind::Crash)
        .count();
    assert_eq!(crashes, 12);
    assert_eq!(
        run.stderr.matches("bad lost by crash").count(),
        1,
        "{}",
        run.stderr
    );
    assert_eq!(
        run.stderr.matches("warning: bad: ").count(),
        1,
        "{}",
        run.stderr
    );
    let warnings: Vec<_> = journal
        .pairs
        .iter()
        .flat_map(|pair| &pair.warnings)
        .collect();
    assert!(
        warnings
            .iter()
            .all(|warning| warning.engine == 0 && warning.count > 0)
    );
    assert!(
        warnings[0].text.contains("Nonsense"),
        "{}",
        warnings[0].text
    );
}

/// A shell that sets a limit, then becomes the program.
fn limited(place: &Place, limit: &str, arguments: &str) -> Run {
    let program = place.arena(arguments);
    let mut limited = Command::new("sh");
    let variables = program.get_envs();
    limited
        .arg("-c")
        .arg(format!("{limit}; exec \"$0\" \"$@\""))
        .arg(program.get_program())
        .args(program.get_args())
        .envs(variables.filter_map(|(name, value)| Some((name, value?))))
        .current_dir(place.path("."));
    Run::of(limited.output().unwrap())
}

/// That the system starts no more processes is no fault of the engines. What the program needs is
/// there when it begins, and then taken away.
#[test]
fn a_system_without_resources_makes_nobody_lose() {
    let place = Place::new();
    let child = place
        .arena(
            "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1 \
             restart=on --rounds 100000 --concurrency 2 --journal j",
        )
        .spawn()
        .unwrap();
    wait_for_lines(&place.path("j"), 3);
    let few = Rlimit {
        current: Some(4),
        maximum: Some(4),
    };
    prlimit(Some(Pid::from_child(&child)), Resource::Nofile, few).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    let last = run.stderr.lines().last().unwrap();
    assert!(
        last.starts_with("error: game ") && last.contains("cannot start"),
        "{last}"
    );
    let journal = place.journal("j");
    let mut games = journal.pairs.iter().flat_map(|pair| &pair.games);
    assert!(games.all(|game| game.ending.kind == EndingKind::Rules));
    place.expect_no_processes();
}

/// What is short for a moment is waited for: engines end and give back what they had.
#[test]
fn a_shortage_that_passes_ends_nothing() {
    let place = Place::new();
    let child = place
        .arena_heeding_signals(
            "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1 \
             restart=on --rounds 100000 --concurrency 2 --journal j",
        )
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(place.path("j")).unwrap().lines().count();
    wait_for_lines(&place.path("j"), 3);
    let pid = Pid::from_child(&child);
    let now = getrlimit(Resource::Nofile);
    let few = Rlimit {
        current: Some(4),
        ..now
    };
    let enough = prlimit(Some(pid), Resource::Nofile, few).unwrap();
    thread::sleep(Duration::from_millis(30));
    prlimit(Some(pid), Resource::Nofile, enough).unwrap();
    wait_for_lines(&place.path("j"), lines() + 10);
    kill_process(pid, Signal::INT).unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(130), "{}", run.stderr);
    let journal = place.journal("j");
    let mut games = journal.pairs.iter().flat_map(|pair| &pair.games);
    assert!(games.all(|game| game.ending.kind == EndingKind::Rules));
    place.expect_no_processes();
}

/// The limit of a file's size stands for the disk that is full.
#[test]
fn a_journal_that_cannot_be_written_stops_the_tournament() {
    let place = Place::new();
    let arguments = "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1 \
                     --rounds 40 --concurrency 2 --journal j";
    // The signal would end the program; without it the write fails. Sizes are in 512 bytes.
    let run = limited(&place, "trap '' XFSZ; ulimit -f 32", arguments);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    assert!(
        run.stderr.contains("error: j: write: File too large"),
        "{}",
        run.stderr
    );
    place.expect_no_processes();
    // What was written is whole, and there is a report of it.
    let journal = place.journal("j");
    assert!(!journal.pairs.is_empty() && journal.pairs.len() < 40);
    assert_eq!(journal.torn, 0);
    assert!(
        run.stdout
            .contains(&format!("{} of 40 pairs", journal.pairs.len()))
    );
    place.succeed(&format!("{arguments} --resume"));
    assert_eq!(place.journal("j").pairs.len(), 40);
}

#[test]
fn nobody_else_writes_a_journal() {
    let place = Place::new();
    let arguments = "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1 \
                     --rounds 100000 --journal j";
    let mut one = place.arena(arguments).spawn().unwrap();
    wait_for_lines(&place.path("j"), 2);
    let other = place.run(&format!("{arguments} --resume"));
    one.kill().unwrap();
    one.wait().unwrap();
    assert_eq!(other.status, Some(2));
    assert_eq!(
        other.stderr,
        "error: j: another runner is writing this journal\n"
    );
    place.expect_no_processes();
}
