//! Engines as the command line gives them.

use std::fs;

use jumpers_arena::contestant::Protocol;
use jumpers_arena::engine_spec::{EngineSpec, contestants};

fn spec(words: &str) -> EngineSpec {
    EngineSpec::parse(words.split(' ')).unwrap()
}

#[test]
fn all_keys_are_read() {
    let spec = EngineSpec::parse([
        "cmd=./engine=1",
        "name=The engine",
        "arg=--fast",
        "arg=",
        "dir=/tmp",
        "env.A=1",
        "env.B=x=y",
        "proto=ugi",
        "option.Hash=16",
        "option.Move Overhead=5",
        "option.Clear Hash",
        "option.Book=",
        "tc=10+0.1",
        "nodes=1000",
        "depth=8",
        "margin=0",
        "deadline=5000",
        "ponder=off",
        "restart=on",
    ])
    .unwrap();
    assert_eq!(spec.command.as_deref(), Some("./engine=1"));
    assert_eq!(spec.args, ["--fast", ""]);
    assert_eq!(spec.environment[1], ("B".to_owned(), "x=y".to_owned()));
    assert_eq!(spec.protocol, Some(Protocol::Ugi));
    assert_eq!(spec.options[2], ("Clear Hash".to_owned(), None));
    assert_eq!(spec.options[3], ("Book".to_owned(), Some(String::new())));
    assert_eq!(spec.clock.unwrap().to_string(), "10+0.1");
    assert_eq!((spec.ponder, spec.restart), (Some(false), Some(true)));
}

#[test]
fn what_is_no_key_or_no_value_is_refused() {
    for (words, expected) in [
        ("engine", "'engine': expected KEY=VALUE"),
        ("option", "'option': expected KEY=VALUE"),
        ("st=5", "'st': no such key; there are cmd, name, arg, dir"),
        ("=5", "'': no such key"),
        ("env.=5", "'env.': no such key"),
        ("option.=5", "'option.': no such key"),
        ("cmd=", "cmd: the value is empty"),
        ("name=", "name: the value is empty"),
        ("cmd=a cmd=b", "cmd stands twice"),
        ("env.A=1 env.A=2", "env.A stands twice"),
        ("option.Hash=1 option.hash=2", "option.hash stands twice"),
        ("proto=xboard", "proto: 'xboard' is not uci or ugi"),
        ("ponder=1", "ponder: '1' is not on or off"),
        ("restart=", "restart: '' is not on or off"),
        ("tc=40/60", "tc: '40/60' is no clock"),
        ("tc=inf", "tc: 'inf' is no clock"),
        ("movetime=0", "movetime: a time of 0"),
        ("movetime=1.5", "movetime: '1.5' is no time"),
        (
            "tc=1 movetime=5",
            "movetime: a clock (tc) and a movetime exclude",
        ),
        ("nodes=0", "nodes: '0' is no whole number from 1"),
        ("nodes=-1", "nodes: '-1' is no whole number from 1"),
        (
            "depth=99999999999",
            "depth: '99999999999' is no whole number from 1 to 4294967295",
        ),
        ("margin=x", "margin: 'x' is no time"),
        ("deadline=0", "deadline: a time of 0"),
        ("arg=a\0b", "arg: the value has a character NUL"),
        ("option.A=1\n2", "option.A: the value has a line break"),
    ] {
        let error = EngineSpec::parse(words.split(' ')).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{words}: {error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn defaults_fill_what_is_left_out() {
    let each = spec("tc=10+0.1 nodes=5 option.Hash=16 option.Threads=2 arg=x env.A=1 margin=7");
    let one = spec("cmd=a movetime=5 option.hash=1 env.A=2").with_defaults(&each);
    assert_eq!(one.clock, None);
    assert_eq!(one.movetime.unwrap().as_millis(), 5);
    assert_eq!(one.nodes, Some(5));
    assert_eq!(one.margin.unwrap().as_millis(), 7);
    assert_eq!(one.args, ["x"]);
    assert_eq!(one.environment, [("A".to_owned(), "2".to_owned())]);
    let options: Vec<_> = one.options.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(options, ["Threads", "hash"]);
    let other = spec("cmd=a arg=y").with_defaults(&each);
    assert_eq!(other.clock, each.clock);
    assert_eq!(other.args, ["y"]);
}

#[test]
fn names_come_from_files_and_are_numbered() {
    let names = |words: &[&str]| -> Vec<String> {
        let specs = words.iter().map(|words| spec(words)).collect();
        let contestants = contestants(specs, &spec("depth=1")).unwrap();
        contestants.into_iter().map(|engine| engine.name).collect()
    };
    assert_eq!(
        names(&["cmd=builtin:random", "cmd=builtin:greedy"]),
        ["builtin:random", "builtin:greedy"]
    );
    assert_eq!(
        names(&[
            "cmd=builtin:random",
            "cmd=builtin:random",
            "cmd=builtin:random name=x"
        ]),
        ["builtin:random-1", "builtin:random-2", "x"]
    );
    assert_eq!(
        names(&[
            "cmd=builtin:random",
            "cmd=builtin:greedy name=builtin:random"
        ]),
        ["builtin:random-1", "builtin:random"]
    );
    assert_eq!(
        names(
            &[
                "cmd=builtin:random",
                "cmd=builtin:random",
                "cmd=x name=builtin:random-1"
            ]
            .map(|words| if words.starts_with("cmd=x") {
                "cmd=builtin:greedy name=builtin:random-1"
            } else {
                words
            })
        ),
        ["builtin:random-2", "builtin:random-3", "builtin:random-1"]
    );
}

#[test]
fn programs_are_found_and_have_a_digest() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("an-engine");
    fs::write(&path, "abc").unwrap();
    let one = |words: String| contestants(vec![spec(&words)], &spec("depth=1"));
    let command = format!("cmd={}", path.display());

    let error = one(command.clone()).unwrap_err().to_string();
    assert!(
        error.ends_with("an-engine: not a file that can be run"),
        "{error}"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let engine = one(command.clone()).unwrap().remove(0);
        assert_eq!(engine.name, "an-engine");
        // SHA-256 of "abc", from FIPS 180-2.
        assert_eq!(
            engine.digest.as_deref(),
            Some("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        );
        let dir = format!("cmd=./an-engine dir={}", directory.path().display());
        assert_eq!(one(dir).unwrap()[0].digest, engine.digest);
        let sh = one("cmd=sh".to_owned()).unwrap().remove(0);
        assert!(sh.executable().unwrap().unwrap().is_absolute());
    }

    for (words, part) in [
        ("name=x", "engine 1: no cmd"),
        (
            "cmd=/no/such/engine",
            "engine 1 (engine): /no/such/engine: there is no such program",
        ),
        (
            "cmd=no-such-engine",
            "no-such-engine: there is no such program in PATH",
        ),
        ("cmd=/", "/: not a file that can be run"),
        (
            "cmd=sh dir=/no/such",
            "/no/such: there is no such directory",
        ),
    ] {
        let error = one(words.to_owned()).unwrap_err().to_string();
        assert!(error.contains(part), "{words}: {error}");
    }
}

#[test]
fn threads_are_what_the_option_says() {
    let threads = |words: &str| {
        let each = spec("cmd=builtin:random depth=1");
        contestants(vec![spec(words)], &each).unwrap()[0].threads()
    };
    assert_eq!(threads("name=x"), 1);
    assert_eq!(threads("option.threads=4"), 4);
    assert_eq!(threads("option.Threads=0"), 1);
    assert_eq!(threads("option.Threads=many"), 1);
}
