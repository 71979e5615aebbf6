//! Journals that are written, torn and gone on with.

use std::fs;
use std::path::Path;

use jumpers_arena::journal::{
    Entry, Interrupt, Journal, JournalError, JournalWriter, decode, encode,
};
use jumpers_arena::tournament::Format;
use proptest::prelude::*;

use crate::simulation::{entry, header, journal_text, openings, results, tournament};

#[test]
fn what_is_written_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let openings = openings(3);
    let tournament = tournament(Format::Match, 2, 4, &openings);
    let header = header(&tournament, None);
    let mut writer = JournalWriter::create(&path, &header).unwrap();
    let pairs: Vec<_> = [2, 0]
        .map(|index| entry(&tournament, &openings, index))
        .into();
    let interrupt = Interrupt {
        signal: "SIGINT".to_owned(),
        unfinished: vec![1, 3],
        at: "2026-01-02T03:04:05Z".to_owned(),
    };
    let entries: Vec<Entry> = pairs
        .iter()
        .map(|pair| Entry::Pair(Box::new(pair.clone())))
        .chain([Entry::Interrupt(interrupt.clone())])
        .collect();
    writer.append(&entries).unwrap();
    let expected = Journal {
        pairs,
        interrupts: vec![interrupt],
        ..Journal::new(header.clone())
    };
    // It can be read while it is written.
    assert_eq!(Journal::open(&path).unwrap(), expected);
    drop(writer);
    let (_, journal) = JournalWriter::resume(&path, &header, &openings).unwrap();
    assert_eq!(journal, expected);
}

#[test]
fn lines_are_as_documented() {
    let openings = openings(1);
    let tournament = tournament(Format::Match, 2, 1, &openings);
    let text = journal_text(&tournament, &openings, None);
    let line = text.lines().nth(1).unwrap();
    let (checksum, entry) = line
        .strip_prefix("{\"crc\":\"")
        .and_then(|rest| rest.split_once("\",\"entry\":"))
        .unwrap();
    let entry = entry.strip_suffix('}').unwrap();
    assert_eq!(
        checksum,
        format!("{:08x}", crc32fast::hash(entry.as_bytes()))
    );
    assert!(entry.starts_with("{\"pair\":{\"index\":0,\"first\":0,\"second\":1,"));
    let value: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let header = &value["entry"]["header"];
    assert_eq!(header["format"], "jumpers-arena");
    assert_eq!(header["version"], 1);
    assert_eq!(header["tournament"]["engines"][0]["limit"], "movetime 100");
    assert_eq!(header["tournament"]["engines"][0]["deadline"], 60000);
}

/// A journal cut at any byte is read as far as its lines are complete.
#[test]
fn a_journal_cut_anywhere_is_read() {
    let openings = openings(2);
    let tournament = tournament(Format::RoundRobin, 3, 1, &openings);
    let text = journal_text(&tournament, &openings, None);
    let whole = read(&text);
    let header = text.find('\n').unwrap();
    for length in 0..=text.len() {
        let cut = &text.as_bytes()[..length];
        let journal = Journal::read(Path::new("j"), cut, None, |_| Ok(()));
        if length <= header {
            assert!(matches!(journal, Err(JournalError::NoHeader(_))));
            continue;
        }
        let journal = journal.unwrap();
        let complete = text[..length].rfind('\n').unwrap() + 1;
        assert_eq!(journal.torn, (length - complete) as u64);
        let lines = text[..length].matches('\n').count();
        assert_eq!(journal.pairs, whole.pairs[..lines - 1]);
    }
}

/// Cuts a journal, goes on with what is left, and plays the pairs that are missing.
#[test]
fn a_journal_cut_anywhere_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let openings = openings(2);
    let tournament = tournament(Format::RoundRobin, 3, 1, &openings);
    let header = header(&tournament, None);
    let text = journal_text(&tournament, &openings, None);
    let whole = read(&text);
    // Each length takes several syncs to the disk, so not all of them: those around the ends of
    // lines, and some between.
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end).collect();
    let near = |length: usize| ends.iter().any(|&end| length.abs_diff(end) <= 2);
    let lengths = (0..=text.len()).filter(|&length| length % 97 == 0 || near(length));
    for length in lengths {
        fs::write(&path, &text[..length]).unwrap();
        let (mut writer, journal) = JournalWriter::resume(&path, &header, &openings).unwrap();
        assert_eq!(journal.pairs, whole.pairs[..journal.pairs.len()]);
        let missing: Vec<Entry> = whole.pairs[journal.pairs.len()..]
            .iter()
            .map(|pair| Entry::Pair(Box::new(pair.clone())))
            .collect();
        writer.append(&missing).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert_eq!(results(&Journal::open(&path).unwrap()), results(&whole));
}

fn read(text: &str) -> Journal {
    Journal::read(Path::new("journal"), text.as_bytes(), None, |_| Ok(())).unwrap()
}

#[test]
fn a_new_journal_needs_a_place_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let openings = openings(1);
    let header = header(&tournament(Format::Match, 2, 1, &openings), None);
    let create = |name: &str| {
        let path = directory.path().join(name);
        JournalWriter::create(&path, &header).map(drop)
    };
    let text = encode(&Entry::Header(header.clone())).unwrap();
    for (name, there) in [
        ("empty", ""),
        ("one", "{"),
        ("checksum", "{\"crc\":\"12"),
        ("torn", &text[..text.len() - 1]),
    ] {
        fs::write(directory.path().join(name), there).unwrap();
        create(name).unwrap();
        assert_eq!(
            fs::read_to_string(directory.path().join(name)).unwrap(),
            text
        );
    }
    for (name, there) in [
        ("journal", text.as_str()),
        ("line", "\n"),
        ("letter", "Dear reader"),
        ("json", "{\"crc\":\"zz"),
        (
            "other",
            "{\"crc\":\"00000000\",\"entry\":{\"header\":{\"format\":\"x\"",
        ),
    ] {
        fs::write(directory.path().join(name), there).unwrap();
        let error = create(name).unwrap_err().to_string();
        assert!(error.contains("there is a file already"), "{name}: {error}");
        assert_eq!(
            fs::read_to_string(directory.path().join(name)).unwrap(),
            there
        );
    }
}

#[test]
fn places_where_no_journal_can_be() {
    let directory = tempfile::tempdir().unwrap();
    let openings = openings(1);
    let header = header(&tournament(Format::Match, 2, 1, &openings), None);
    let error = |path: &Path| {
        let create = JournalWriter::create(path, &header)
            .unwrap_err()
            .to_string();
        let resume = JournalWriter::resume(path, &header, &openings)
            .unwrap_err()
            .to_string();
        assert_eq!(create, resume);
        assert!(!create.contains('\n') && create.starts_with(path.to_str().unwrap()));
        create
    };
    assert!(error(directory.path()).contains("not a regular file"));
    assert!(error(&directory.path().join("no/such")).contains("create: No such file"));
    #[cfg(unix)]
    {
        assert!(error(Path::new("/dev/null")).contains("not a regular file"));
        let error = Journal::open(Path::new("/dev/zero"))
            .unwrap_err()
            .to_string();
        assert_eq!(error, "/dev/zero: not a regular file");
    }
    let error = Journal::open(&directory.path().join("none"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("none: open: No such file"), "{error}");
}

#[test]
fn nobody_else_writes_a_journal() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let openings = openings(1);
    let header = header(&tournament(Format::Match, 2, 1, &openings), None);
    let writer = JournalWriter::create(&path, &header).unwrap();
    let expected = format!("{}: another runner is writing this journal", path.display());
    let error = JournalWriter::resume(&path, &header, &openings).unwrap_err();
    assert_eq!(error.to_string(), expected);
    let error = JournalWriter::create(&path, &header).unwrap_err();
    assert_eq!(error.to_string(), expected);
    drop(writer);
    JournalWriter::resume(&path, &header, &openings).unwrap();
}

#[test]
fn the_journal_of_another_tournament_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let openings = openings(2);
    let one = tournament(Format::Match, 2, 2, &openings);
    let text = journal_text(&one, &openings, None);
    fs::write(&path, &text).unwrap();
    let refuse = |header, expected: &str| {
        let error = JournalWriter::resume(&path, &header, &openings)
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            format!(
                "{}: the journal of another tournament: {expected}",
                path.display()
            )
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    };
    let mut other = one.clone();
    other.engines[1].digest = Some("12ab".to_owned());
    refuse(header(&other, None), "engine 2 digest: none, not \"12ab\"");
    let mut other = one.clone();
    other.seed = 7;
    refuse(header(&other, None), "seed: 5, not 7");
    refuse(
        header(&one, Some("1/2".parse().unwrap())),
        "shard: none, not 1/2",
    );
}

#[test]
fn games_must_begin_from_the_openings() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let (one, other) = (openings(1), openings(2));
    // A tournament that claims to have the first openings, played with others.
    let mut claimed = tournament(Format::Match, 2, 2, &other);
    fs::write(&path, journal_text(&claimed, &other, None)).unwrap();
    JournalWriter::resume(&path, &header(&claimed, None), &other).unwrap();
    claimed.openings = one.summary();
    fs::write(&path, journal_text(&claimed, &other, None)).unwrap();
    let swapped =
        jumpers_arena::openings::Openings::read("test", "4tt/5t/6/6/6/rr4 r 2 2".as_bytes())
            .unwrap();
    let error = JournalWriter::resume(&path, &header(&claimed, None), &swapped).unwrap_err();
    let expected = "line 2: game 1.1: its position is '4tt/6/6/6/6/rr4 r 2 2', \
                    not '4tt/5t/6/6/6/rr4 r 2 2'";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_is_an_error() {
    // The limit of a file's size stands for the disk: see the tests of the program. Here the
    // device that is always full is reached by a link, and refused as no regular file.
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    std::os::unix::fs::symlink("/dev/full", &path).unwrap();
    let openings = openings(1);
    let header = header(&tournament(Format::Match, 2, 1, &openings), None);
    let error = JournalWriter::create(&path, &header)
        .unwrap_err()
        .to_string();
    assert!(error.contains("not a regular file"), "{error}");
}

proptest! {
    /// No bytes make the reader panic, and none but its own lines are read.
    #[test]
    fn any_line_is_refused_or_was_written(line in "[ -~]{0,80}") {
        if let Ok(entry) = decode(line.as_bytes()) {
            let again = encode(&entry).unwrap();
            prop_assert_eq!(again.trim_end(), line);
        }
    }

    #[test]
    fn a_changed_byte_is_noticed(place in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let openings = openings(1);
        let tournament = tournament(Format::Match, 2, 1, &openings);
        let text = journal_text(&tournament, &openings, None);
        let mut bytes = text.clone().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        let journal = Journal::read(Path::new("journal"), bytes.as_slice(), None, |_| Ok(()));
        // A change of the last byte makes the last line a torn one.
        match journal {
            Ok(journal) => {
                prop_assert_eq!(place, text.len() - 1);
                prop_assert!(journal.torn > 0 && journal.pairs.is_empty());
            }
            Err(error) => prop_assert!(error.to_string().starts_with("journal: line ")),
        }
    }
}

/// What would be lost is not written.
#[test]
fn a_journal_that_somebody_else_changes_is_not_written() {
    let openings = openings(1);
    let tournament = tournament(Format::Match, 2, 4, &openings);
    let header = header(&tournament, None);
    let pair = |index| Entry::Pair(Box::new(entry(&tournament, &openings, index)));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let failure = |change: &dyn Fn()| {
        let mut writer = JournalWriter::create(&path, &header).unwrap();
        writer.append([&pair(0)]).unwrap();
        change();
        let after = fs::read(&path).ok();
        let error = writer.append([&pair(1)]).unwrap_err().to_string();
        assert_eq!(fs::read(&path).ok(), after);
        let _ = fs::remove_file(&path);
        let begin = format!("{}: ", path.display());
        error.strip_prefix(&begin).unwrap().to_owned()
    };
    let gone = "the journal that is being written is no longer there";
    assert_eq!(failure(&|| fs::remove_file(&path).unwrap()), gone);
    let replace = || {
        fs::copy(&path, directory.path().join("copy")).unwrap();
        fs::rename(directory.path().join("copy"), &path).unwrap();
    };
    assert_eq!(failure(&replace), gone);
    let changed = failure(&|| fs::write(&path, "").unwrap());
    let expected = "the journal was changed while it was written: it has 0 bytes, not ";
    assert!(changed.starts_with(expected), "{changed}");
    let longer = || {
        let mut text = fs::read(&path).unwrap();
        text.push(b'x');
        fs::write(&path, text).unwrap();
    };
    let changed = failure(&longer);
    assert!(
        changed.contains("changed while it was written"),
        "{changed}"
    );
}
