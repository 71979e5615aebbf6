//! What is asked for.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use jumpers_arena::runner::slots;

use crate::program::{Place, Run};

const TWO: &str = "--engine cmd=builtin:random --engine cmd=builtin:greedy";

#[test]
fn the_simplest_match() {
    let place = Place::new();
    let run = place.succeed(&format!("run {TWO} --each depth=1 --rounds 3"));
    assert!(
        run.stdout.contains("builtin:random against builtin:greedy"),
        "{}",
        run.stdout
    );
    assert!(run.stderr.starts_with("journal: arena-"), "{}", run.stderr);
    let name = run
        .stderr
        .lines()
        .next()
        .unwrap()
        .strip_prefix("journal: ")
        .unwrap();
    let journal = place.journal(name);
    assert_eq!(journal.pairs.len(), 3);
    assert_eq!(journal.header.tournament.openings.source, "builtin:6");
    // Another one in the same directory has a journal of its own.
    place.succeed(&format!("run {TWO} --each depth=1 --rounds 1 --quiet"));
    assert_eq!(fs::read_dir(place.path(".")).unwrap().count(), 2);
    place.expect_no_processes();
}

#[test]
fn a_quiet_match_says_nothing_but_its_report() {
    let place = Place::new();
    let run = place.succeed(&format!(
        "run {TWO} --each depth=1 --rounds 2 --quiet --report json"
    ));
    assert_eq!(run.stderr, "");
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["pairings"].as_array().unwrap().len(), 1);
    let run = place.succeed(&format!(
        "run {TWO} --each depth=1 --rounds 2 --quiet --report csv --html report.html"
    ));
    assert_eq!(run.stdout.lines().count(), 5);
    assert!(
        fs::read_to_string(place.path("report.html"))
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
}

#[test]
fn a_configuration_file_says_what_the_command_line_does() {
    let place = Place::new();
    place.succeed(
        "run --engine cmd=builtin:random name=A arg=--seed arg=3 option.Hash=1 --engine \
         cmd=builtin:greedy ponder=off env.X=1 --engine cmd=builtin:greedy depth=2 nodes=50 \
         --each depth=1 margin=7 --format gauntlet --rounds 3 --seed 9 --event Cup \
         --openings random:board=6,plies=3,count=2 --journal one --concurrency 2",
    );
    fs::write(
        place.path("config.json"),
        r#"{
            "event": "Cup", "format": "gauntlet", "rounds": 3, "seed": 9, "concurrency": 2,
            "openings": "random:board=6,plies=3,count=2", "journal": "two", "quiet": true,
            "each": { "depth": 1, "margin": "7" },
            "engines": [
                { "cmd": "builtin:random", "name": "A", "arg": ["--seed", "3"], "option.Hash": 1 },
                { "cmd": "builtin:greedy", "ponder": false, "env.X": "1" },
                { "cmd": "builtin:greedy", "depth": 2, "nodes": 50 }
            ]
        }"#,
    )
    .unwrap();
    let run = place.succeed("run --config config.json");
    assert!(
        run.stderr
            .lines()
            .all(|line| line.starts_with("warning: A: ")),
        "{}",
        run.stderr
    );
    let (one, two) = (place.journal("one"), place.journal("two"));
    assert_eq!(one.header.tournament, two.header.tournament);
    assert_eq!(one.header.tournament.engines[1].name, "builtin:greedy-1");
    assert_eq!(place.report("one"), place.report("two"));
    // The command line comes first.
    place.succeed("run --config config.json --journal three --rounds 1 --each depth=2");
    let three = place.journal("three").header.tournament;
    assert_eq!((three.rounds, three.seed), (1, 9));
    assert_eq!(three.engines[0].limit.to_string(), "depth 2");
    assert_eq!(three.engines[0].margin.as_millis(), 7);
}

#[test]
fn more_rounds_than_openings_are_told() {
    let place = Place::new();
    let run = place.succeed(&format!(
        "run {TWO} --each depth=1 --rounds 5 --openings random:count=2,plies=3 --journal j"
    ));
    let notice = "notice: 5 rounds are more than the 2 openings: they are played again";
    assert!(run.stderr.contains(notice), "{}", run.stderr);
    let openings: Vec<u64> = place
        .journal("j")
        .pairs
        .iter()
        .map(|pair| pair.opening)
        .collect();
    assert_eq!(openings[0], openings[2]);
    assert_ne!(openings[0], openings[1]);
}

/// Each bad argument is one clear error with exit status 2, and nothing is played or written.
#[test]
fn bad_arguments_are_refused() {
    let place = Place::new();
    fs::write(place.path("bad.json"), "{ \"rounds\": \"x\" }").unwrap();
    fs::write(place.path("key.json"), "{ \"engines\": [ { \"st\": 5 } ] }").unwrap();
    fs::write(
        place.path("twice.json"),
        "{ \"engines\": [ { \"cmd\": \"sh\" } ] }",
    )
    .unwrap();
    fs::write(place.path("openings"), "startpos\nnonsense\n").unwrap();
    fs::write(place.path("text"), "text").unwrap();
    let good = format!("{TWO} --each depth=1");
    for (arguments, expected) in [
        ("", "no engines: give two or more with --engine cmd=PROGRAM"),
        (
            "--engine cmd=builtin:random depth=1",
            "match needs two engines, and there is one",
        ),
        ("--engine depth=1", "engine 1: no cmd: which program is it?"),
        (
            "--engine cmd",
            "--engine, number 1: 'cmd': expected KEY=VALUE",
        ),
        ("--engine cmd=builtin:no", "no built-in player 'no'"),
        ("--engine cmd=./none", "./none: there is no such program"),
        ("--engine cmd=./text", "./text: not a file that can be run"),
        (
            TWO,
            "engine 'builtin:random' has no limit: give it tc, movetime, nodes or depth",
        ),
        ("GOOD --each tc=x", "--each: tc: 'x' is no clock"),
        ("GOOD --rounds 0", "rounds: there must be at least 1"),
        ("GOOD --rounds -1", "'--rounds <N>': not a whole number"),
        (
            "GOOD --rounds x",
            "'--rounds <N>': not a whole number of at most 64 bits",
        ),
        (
            "GOOD --seed 18446744073709551616",
            "'--seed <N>': not a whole number",
        ),
        (
            "GOOD --concurrency 0",
            "concurrency: 0 is not from 1 to 1024",
        ),
        (
            "GOOD --concurrency 99999",
            "concurrency: 99999 is not from 1 to 1024",
        ),
        (
            "GOOD --rounds 1024 --pin --concurrency 1024",
            "--pin: 1024 games at once on 1 CPUs each are 1024",
        ),
        (
            "GOOD --format knockout",
            "'knockout' is not match, round-robin or gauntlet",
        ),
        ("GOOD --report pdf", "'pdf' is not text, json or csv"),
        ("GOOD --shard 3/2", "'3/2' is no shard"),
        ("GOOD --openings none", "none: No such file"),
        ("GOOD --openings builtin:7", "builtin:7"),
        ("GOOD --openings openings", "line 2"),
        ("GOOD --sprt", "--sprt"),
        ("GOOD --sprt elo0=0", "--sprt: elo1 is missing"),
        (
            "GOOD --sprt elo0=0 elo1=x",
            "--sprt: elo1: 'x' is no number",
        ),
        ("GOOD --sprt elo0=0 elo0=1", "--sprt: elo0 stands twice"),
        (
            "GOOD --sprt elo0=0 elo1=5 model=b",
            "--sprt: model: 'b' is not normalized or logistic",
        ),
        ("GOOD --sprt elo0=0 elo1=5 x=1", "--sprt: 'x': no such key"),
        ("GOOD --sprt elo0=5 elo1=5", "elo0 must be less than elo1"),
        ("GOOD --sprt elo0=nan elo1=5", "elo0 is NaN"),
        ("GOOD --sprt elo0=0 elo1=5 alpha=0", "alpha is 0"),
        (
            "GOOD --format gauntlet --sprt elo0=0 elo1=5",
            "sprt: the test is for a match of two engines",
        ),
        ("GOOD --journal .", ".: not a regular file"),
        ("GOOD --journal /dev/full", "/dev/full: not a regular file"),
        ("GOOD --journal no/such", "no/such: create: No such file"),
        ("GOOD --journal text", "text: there is a file already"),
        (
            "GOOD --journal text --resume",
            "text: not a journal: there is no complete first line",
        ),
        ("GOOD --resume", "--resume needs --journal"),
        ("GOOD --html no/such", "no/such: No such file"),
        ("GOOD --config none", "none: No such file"),
        (
            "GOOD --config bad.json",
            "bad.json: invalid type: string \"x\"",
        ),
        ("--config key.json", "key.json: 'st': no such key"),
        ("GOOD --config twice.json", "engines are given both"),
        ("--resume --journal none", "none: open: No such file"),
        (
            "--resume --journal text --rounds 5",
            "--rounds is given but no engines",
        ),
        ("--fast", "--fast"),
    ] {
        let arguments = format!("run {}", arguments.replace("GOOD", &good));
        let run = place.run(arguments.trim_end());
        assert_eq!(run.status, Some(2), "{arguments}: {}", run.stderr);
        assert!(
            run.stderr.starts_with("error: "),
            "{arguments}: {}",
            run.stderr
        );
        assert_eq!(
            run.stderr.matches("error: ").count(),
            1,
            "{arguments}: {}",
            run.stderr
        );
        assert!(run.stderr.contains(expected), "{arguments}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments}");
    }
    assert_eq!(fs::read_dir(place.path(".")).unwrap().count(), 5);
}

#[test]
fn a_rebuilt_engine_is_not_mixed_in() {
    let place = Place::new();
    let engine = |text: &str| {
        let path = place.path("engine");
        let script = format!("#!/bin/sh\n# {text}\nexec {} player random\n", arena());
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let run = |arguments: &str| -> Run {
        place.run(&format!(
            "run {arguments} --engine cmd=./engine --engine cmd=builtin:greedy --each depth=1 \
             --rounds 2 --journal j"
        ))
    };
    engine("one");
    assert_eq!(run("--quiet").status, Some(0));
    engine("two");
    for resumed in [run("--resume"), place.run("run --resume --journal j")] {
        assert_eq!(resumed.status, Some(2));
        let expected = "error: j: the journal of another tournament: engine 1 digest: \"";
        assert!(resumed.stderr.starts_with(expected), "{}", resumed.stderr);
    }
    engine("one");
    assert_eq!(run("--resume").status, Some(0));
    assert_eq!(place.run("run --resume --journal j").status, Some(0));
}

fn arena() -> &'static str {
    env!("CARGO_BIN_EXE_arena")
}

#[test]
fn engines_may_run_elsewhere() {
    let place = Place::new();
    fs::create_dir(place.path("there")).unwrap();
    let path = place.path("there/engine");
    fs::write(
        &path,
        format!(
            "#!/bin/sh\ntouch ran-here\nexec {} player random\n",
            arena()
        ),
    )
    .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    place.succeed(
        "run --engine cmd=./engine dir=there --engine cmd=builtin:greedy --each depth=1 --rounds 1 \
         --journal j",
    );
    assert!(place.path("there/ran-here").exists());
    assert!(
        place.journal("j").header.tournament.engines[0]
            .digest
            .is_some()
    );
}

/// Engines that write down on which CPUs they may run.
fn pinned(place: &Place, arguments: &str) -> (Run, Vec<String>) {
    let path = place.path("engine");
    let script = format!(
        "#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status > $NAME\nexec {} player random\n",
        arena()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let run = place.run(&format!(
        "run --engine env.NAME=a --engine env.NAME=b --each cmd=./engine depth=1 --rounds 2 \
         --pin {arguments}"
    ));
    let cpus = ["a", "b"].map(|name| {
        let text = fs::read_to_string(place.path(name)).unwrap_or_default();
        text.split_whitespace().last().unwrap_or("").to_owned()
    });
    (run, cpus.into())
}

#[test]
fn games_can_have_cpus_of_their_own() {
    let place = Place::new();
    let (run, cpus) = pinned(&place, "--quiet");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    // One CPU for both, since they take turns.
    assert_eq!(cpus[0], cpus[1]);
    cpus[0].parse::<usize>().unwrap();
}

#[test]
fn engines_that_think_at_the_same_time_have_cpus_of_their_own() {
    let place = Place::new();
    let (run, cpus) = pinned(&place, "--each ponder=on");
    if slots::available().unwrap().len() < 2 {
        assert!(
            run.stderr.contains("--pin: 1 games at once on 2 CPUs"),
            "{}",
            run.stderr
        );
        return;
    }
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let cpus: Vec<usize> = cpus.iter().map(|cpu| cpu.parse().unwrap()).collect();
    assert_ne!(cpus[0], cpus[1]);
}
