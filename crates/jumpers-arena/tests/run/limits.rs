//! What there is only so much of.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::{Place, Run, wait_for_end};

const TWO: &str = "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1";

/// Runs the program under a limit of open files.
fn limited(place: &Place, limit: &str, arguments: &str) -> Run {
    let child = Command::new("sh")
        .args(["-c", &format!("ulimit {limit} && exec \"$0\" {arguments}")])
        .arg(env!("CARGO_BIN_EXE_arena"))
        .current_dir(place.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_end(child)
}

#[test]
fn the_limit_of_open_files_is_raised() {
    let place = Place::new();
    let arguments = format!("{TWO} --rounds 16 --concurrency 8 --journal j");
    let run = limited(&place, "-S -n 40", &arguments);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(place.journal("j").pairs.len(), 16);
}

#[test]
fn games_that_need_too_many_files_are_refused() {
    let place = Place::new();
    let arguments = format!("{TWO} --rounds 100 --concurrency 40 --journal j");
    let run = limited(&place, "-n 256", &arguments);
    assert_eq!(run.status, Some(2), "{}", run.stderr);
    let expected = "error: concurrency: 40 games at once may have ";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    let expected = " files open, and the limit is 256 (ulimit -n)\n";
    assert!(run.stderr.ends_with(expected), "{}", run.stderr);
    assert!(!place.path("j").exists());
}

/// The pair is found at once, however far behind it is.
#[test]
fn the_last_of_many_shards() {
    let place = Place::new();
    let child = place
        .arena(&format!(
            "{TWO} --rounds 1000000000 --shard 999999999/999999999 --journal j"
        ))
        .spawn()
        .unwrap();
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let pairs = place.journal("j").pairs;
    assert_eq!(pairs.len(), 1);
    assert_eq!(pairs[0].index, 999_999_998);
}

#[test]
fn a_configuration_file_without_end() {
    let place = Place::new();
    let run = wait_for_end(place.arena("run --config /dev/zero").spawn().unwrap());
    assert_eq!(run.status, Some(2));
    assert_eq!(run.stderr, "error: /dev/zero: longer than 16777216 bytes\n");
}

/// Tournaments that are begun in the same second have journals of their own.
#[test]
fn default_journals_do_not_collide() {
    let place = Place::new();
    let children: Vec<_> = (0..6)
        .map(|_| place.arena(&format!("{TWO} --rounds 2")).spawn().unwrap())
        .collect();
    for child in children {
        let run = wait_for_end(child);
        assert_eq!(run.status, Some(0), "{}", run.stderr);
    }
    let entries: Vec<_> = fs::read_dir(place.path(".")).unwrap().collect();
    assert_eq!(entries.len(), 6);
    for entry in entries {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert_eq!(place.journal(&name).pairs.len(), 2);
    }
}

/// Openings that came from standard input are needed there again.
#[test]
fn openings_of_standard_input_are_asked_for_again() {
    let place = Place::new();
    let run = |arguments: &str, openings: &str| {
        fs::write(place.path("openings"), openings).unwrap();
        let file = fs::File::open(place.path("openings")).unwrap();
        let mut command = place.arena(arguments);
        Run::of(command.stdin(file).output().unwrap())
    };
    let begun = run(
        &format!("{TWO} --rounds 2 --openings - --journal j"),
        "startpos\n",
    );
    assert_eq!(begun.status, Some(0), "{}", begun.stderr);
    for openings in ["", "startpos 8\n"] {
        let run = run("run --resume --journal j", openings);
        assert_eq!(run.status, Some(2));
        let expected = "; the openings came from standard input, where they are needed again to \
                        go on\n";
        assert!(run.stderr.ends_with(expected), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    let run = run("run --resume --journal j", "startpos\n");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
}
