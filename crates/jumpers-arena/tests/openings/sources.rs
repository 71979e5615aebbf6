use std::fs;

use jumpers_arena::openings::{Builtin, RandomOpenings, Source};
use jumpers_core::BoardSize;

use super::{START, load, texts};

#[test]
fn sources_print_as_themselves() {
    for text in [
        "-",
        "builtin:6",
        "builtin:8",
        "builtin:10",
        "builtin:all",
        "random:board=6,plies=4,count=100",
        "random:board=10/6,plies=0,count=1,seed=18446744073709551615",
        "some/set.txt",
        "./builtin:6",
        " ",
    ] {
        let source: Source = text.parse().expect(text);
        assert_eq!(source.to_string(), text);
    }
    let defaults = Source::Random(RandomOpenings::default());
    assert_eq!("random:".parse(), Ok(defaults));
    let some = RandomOpenings {
        boards: vec![BoardSize::Eight],
        plies: 6,
        count: 20,
        seed: Some(3),
    };
    assert_eq!(
        "random:seed=3,count=20,board=8,plies=6".parse(),
        Ok(Source::Random(some))
    );
    assert_eq!("builtin:all".parse(), Ok(Source::Builtin(Builtin::All)));
}

#[test]
fn wrong_sources_are_named() {
    for (text, error) in [
        (
            "",
            "no source of openings: a file, -, builtin:… or random:…",
        ),
        (
            "builtin:7",
            "no set builtin:7: there are builtin:6, builtin:8, builtin:10 and builtin:all",
        ),
        (
            "random:size=6",
            "random openings: \"size=6\" is none of board=N, plies=N, count=N, seed=N",
        ),
        (
            "random:board=6,",
            "random openings: \"\" is none of board=N, plies=N, count=N, seed=N",
        ),
        (
            "random:seed=1,plies=2,seed=1",
            "random openings: seed is there twice",
        ),
        (
            "random:count=0",
            "random openings: count=0: a whole number from 1 to 1000000",
        ),
        (
            "random:count=1000001",
            "random openings: count=1000001: a whole number from 1 to 1000000",
        ),
        (
            "random:plies=-1",
            "random openings: plies=-1: a whole number from 0 to 4294967295",
        ),
        (
            "random:seed=18446744073709551616",
            "random openings: seed=18446744073709551616: a whole number from 0 to \
             18446744073709551615",
        ),
        (
            "random:board=6/8/6",
            "random openings: board=6/8/6: 6, 8 or 10, or several of these, each once: 6/8/10",
        ),
        (
            "random:board=",
            "random openings: board=: 6, 8 or 10, or several of these, each once: 6/8/10",
        ),
    ] {
        let found = text.parse::<Source>().expect_err(text).to_string();
        assert_eq!(found, error, "{text}");
    }
}

#[test]
fn files_are_read_and_others_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("set.txt");
    let name = path.to_str().expect("UTF-8");
    fs::write(&path, "# one\nstartpos\n").expect("a file");
    let openings = load(name, 0).expect("openings");
    assert_eq!(texts(&openings), [START]);
    assert_eq!(openings.summary().source, name);
    // The summary's source leads to the same openings.
    assert_eq!(
        load(&openings.summary().source, 9).expect("again"),
        openings
    );

    for missing in ["missing.txt", ""] {
        let path = directory.path().join(missing);
        let error = load(path.to_str().expect("UTF-8"), 0).expect_err("no file");
        let error = error.to_string();
        assert!(
            error.starts_with(&format!("openings {}: ", path.display())),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1);
    }
}
