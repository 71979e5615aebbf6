//! Games written as records.

use std::fs;

use jumpers_record::{GameRecord, read_records};

use crate::program::Place;

#[test]
fn games_are_exported() {
    let place = Place::new();
    place.succeed(
        "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1 --rounds 4 \
         --journal j --concurrency 2 --event Cup",
    );
    let mut pairs = place.journal("j").pairs;
    pairs.sort_by_key(|pair| pair.index);
    let games: Vec<GameRecord> = pairs.into_iter().flat_map(|pair| pair.games).collect();
    let run = place.succeed("export j");
    let read: Result<Vec<GameRecord>, _> = read_records(run.stdout.as_bytes()).collect();
    assert_eq!(read.unwrap(), games);
    assert_eq!(run.stderr, "");
    place.succeed("export j -o games");
    assert_eq!(fs::read_to_string(place.path("games")).unwrap(), run.stdout);

    let run = place.succeed("export j --game 3.2");
    assert_eq!(run.stdout.parse::<GameRecord>().unwrap(), games[5]);
    for (arguments, status, expected) in [
        ("export j --game 5.1", 2, "error: j: there is no game 5.1\n"),
        (
            "export none",
            2,
            "error: none: open: No such file or directory (os error 2)\n",
        ),
        (
            "export games",
            2,
            "error: games: line 1: not an entry of a journal: ",
        ),
        (
            "export j -o no/such",
            1,
            "error: no/such: No such file or directory (os error 2)\n",
        ),
        (
            "export j -o /dev/full",
            1,
            "error: /dev/full: No space left on device (os error 28)\n",
        ),
    ] {
        let run = place.run(arguments);
        assert_eq!(run.status, Some(status));
        assert!(run.stderr.starts_with(expected), "{}", run.stderr);
        assert_eq!(run.stdout, "");
    }
}
