//! Journals merged.

use std::fs;
use std::path::{Path, PathBuf};

use jumpers_arena::journal::{Journal, MergeError, Merged, Shard, merge};
use jumpers_arena::openings::Openings;
use jumpers_arena::tournament::{Format, Tournament};

use crate::simulation::{journal_text, openings, results, tournament};

fn setting() -> (Tournament, Openings) {
    let openings = openings(3);
    (tournament(Format::RoundRobin, 3, 4, &openings), openings)
}

fn journal(tournament: &Tournament, openings: &Openings, shard: Option<&str>) -> Journal {
    let shard: Option<Shard> = shard.map(|shard| shard.parse().unwrap());
    let text = journal_text(tournament, openings, shard);
    Journal::read(Path::new("j"), text.as_bytes(), None, |_| Ok(())).unwrap()
}

fn merged(journals: Vec<Journal>) -> Result<Merged, MergeError> {
    let journals = journals.into_iter().enumerate();
    merge(
        journals
            .map(|(number, journal)| (PathBuf::from(format!("j{number}")), journal))
            .collect(),
    )
}

#[test]
fn shards_in_any_order_make_the_whole() {
    let (tournament, openings) = setting();
    let whole = journal(&tournament, &openings, None);
    for order in [
        ["1/3", "2/3", "3/3"],
        ["3/3", "1/3", "2/3"],
        ["2/3", "3/3", "1/3"],
    ] {
        let shards = order.map(|shard| journal(&tournament, &openings, Some(shard)));
        assert_eq!(
            shards.iter().map(|shard| shard.pairs.len()).sum::<usize>(),
            12
        );
        let merged = merged(shards.into()).unwrap();
        assert_eq!(merged.journal, whole);
        assert_eq!(merged.missing, []);
        assert_eq!(results(&merged.journal), results(&whole));
    }
}

#[test]
fn what_is_missing_is_told() {
    let (tournament, openings) = setting();
    let shard = |shard| journal(&tournament, &openings, Some(shard));
    assert_eq!(
        merged(vec![shard("1/2")]).unwrap().missing,
        [(1, 1), (3, 3), (5, 5), (7, 7), (9, 9), (11, 11)]
    );
    let mut one = shard("1/2");
    one.pairs.remove(2);
    let merged = merged(vec![one, shard("2/2")]).unwrap();
    assert_eq!(merged.missing, [(4, 4)]);
    assert_eq!(merged.journal.pairs.len(), 11);
    let mut none = journal(&tournament, &openings, None);
    none.pairs.clear();
    assert_eq!(self::merged(vec![none]).unwrap().missing, [(0, 11)]);
}

#[test]
fn overlaps_must_agree() {
    let (tournament, openings) = setting();
    let whole = journal(&tournament, &openings, None);
    let shard = journal(&tournament, &openings, Some("2/3"));
    let both = merged(vec![shard.clone(), whole.clone()]).unwrap();
    assert_eq!(both.journal, whole);
    let mut changed = shard;
    changed.pairs[1].finished = "2026-01-02T03:04:07Z".to_owned();
    let error = merged(vec![whole, changed]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "j0 and j1 both have pair 5, and it is not the same"
    );
}

#[test]
fn other_tournaments_are_refused() {
    let (tournament, openings) = setting();
    let one = journal(&tournament, &openings, Some("1/2"));
    let mut other = tournament.clone();
    other.seed = 1;
    let other = journal(&other, &openings, Some("2/2"));
    let error = merged(vec![one.clone(), other]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "j0 and j1 are journals of different tournaments: seed: 1, not 5"
    );
    assert_eq!(
        merged(vec![]).unwrap_err().to_string(),
        "no journals to merge"
    );
    // The same tournament, as far as it says, but from other positions.
    let mut forged = tournament.clone();
    forged.openings = crate::simulation::openings(6).summary();
    let forged_openings = crate::simulation::openings(6);
    let mut other = journal(&forged, &forged_openings, Some("2/2"));
    other.header.tournament = tournament.clone();
    other.pairs.truncate(1);
    other.pairs[0].opening = one.pairs[0].opening;
    let error = merged(vec![one, other]).unwrap_err().to_string();
    assert!(error.starts_with("j1: "), "{error}");
}

#[test]
fn the_earliest_start_counts() {
    let (tournament, openings) = setting();
    let mut shards = ["1/2", "2/2"].map(|shard| journal(&tournament, &openings, Some(shard)));
    shards[1].header.started = "2026-01-01T00:00:00Z".to_owned();
    let merged = merged(shards.into()).unwrap();
    assert_eq!(merged.journal.header.started, "2026-01-01T00:00:00Z");
}

#[test]
fn merged_journals_are_written_whole_or_not_at_all() {
    let (tournament, openings) = setting();
    let whole = journal(&tournament, &openings, None);
    let merged = merged(vec![whole.clone()]).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out");
    merged.write(&path).unwrap();
    assert_eq!(Journal::open(&path).unwrap(), whole);
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        journal_text(&tournament, &openings, None)
    );
    let error = merged.write(&path).unwrap_err().to_string();
    assert!(error.contains("there is a file already"), "{error}");
    let error = merged
        .write(&directory.path().join("no/out"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("write: No such file"), "{error}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}
