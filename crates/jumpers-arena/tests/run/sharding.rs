//! Tournaments in shares.

use std::fs;

use jumpers_arena::runner::Verdict;

use crate::program::Place;

const THREE: &str = "run --engine cmd=builtin:random --engine cmd=builtin:greedy --engine \
                     cmd=builtin:shallow --each nodes=50 --rounds 7 --seed 3";

#[test]
fn merged_shards_are_the_whole() {
    let place = Place::new();
    place.succeed(&format!("{THREE} --journal whole"));
    for shard in 1..=3 {
        place.succeed(&format!(
            "{THREE} --shard {shard}/3 --journal {shard} --concurrency 2"
        ));
        assert_eq!(place.journal(&shard.to_string()).pairs.len(), 7);
    }
    let run = place.run("merge out 3 1");
    assert_eq!(run.status, Some(1));
    assert_eq!(
        run.stderr,
        "error: 7 of 21 pairs are missing: 2, 5, 8, 11, 14, 17, 20; \
         --partial makes the journal without them\n"
    );
    assert!(!place.path("out").exists());
    let run = place.succeed("merge part 3 1 --partial");
    assert_eq!(
        run.stderr,
        "notice: 7 of 21 pairs are missing: 2, 5, 8, 11, 14, 17, 20\n"
    );
    assert_eq!(place.journal("part").pairs.len(), 14);

    let run = place.succeed("merge out 3 1 2 part");
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    assert_eq!(place.report("out"), place.report("whole"));
    let indices: Vec<u64> = place
        .journal("out")
        .pairs
        .iter()
        .map(|pair| pair.index)
        .collect();
    assert_eq!(indices, (0..21).collect::<Vec<u64>>());
    // A journal that was merged goes on as any other.
    place.succeed("run --resume --journal part");
    assert_eq!(place.report("part"), place.report("whole"));

    for (arguments, expected) in [
        ("merge out 1 2 3", "error: out: there is a file already"),
        (
            "merge new whole out",
            "error: whole and out both have pair 1, and it is not the same",
        ),
        ("merge new none", "error: none: open: No such file"),
        ("merge new", "error: the following required arguments"),
    ] {
        let run = place.run(arguments);
        assert_eq!(run.status, Some(2), "{}", run.stderr);
        assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    }
    assert!(!place.path("new").exists());
    let run = place.run(&format!("{THREE} --shard 1/3 --resume --journal 2"));
    assert_eq!(
        run.stderr,
        "error: 2: the journal of another tournament: shard: 2/3, not 1/3\n"
    );
}

#[test]
fn the_test_is_decided_in_the_merged_journal() {
    let place = Place::new();
    let arguments = "run --engine cmd=builtin:greedy --engine cmd=builtin:random --each nodes=50 \
                     --rounds 60 --sprt elo0=0 elo1=50 model=logistic";
    let whole = place.succeed(&format!("{arguments} --journal whole"));
    let whole_journal = place.journal("whole");
    let config = whole_journal.header.tournament.sprt.unwrap();
    let verdict = |pairs| {
        let mut verdict = Verdict::new(&config).unwrap();
        for pair in pairs {
            verdict.record(pair);
        }
        (verdict.is_decided(), verdict.sprt().counts().pairs())
    };
    let (decided, pairs) = verdict(&whole_journal.pairs);
    assert!(decided && pairs < 60, "{}", whole.stdout);
    for shard in ["1", "2"] {
        place.succeed(&format!("{arguments} --shard {shard}/2 --journal {shard}"));
        assert_eq!(place.journal(shard).pairs.len(), 30);
    }
    // Pairs beyond the deciding one are not needed.
    let text = fs::read_to_string(place.path("2")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(place.path("2"), lines[..30].join("\n") + "\n").unwrap();
    place.succeed("merge out 1 2");
    let merged = place.journal("out");
    assert_eq!(verdict(&merged.pairs), (true, pairs));
    assert_eq!(place.report("out"), place.report("whole"));
}
