//! Journals that are not as they should be: each defect is one clear error with the line's number.

use std::path::Path;

use jumpers_arena::journal::{
    EngineWarnings, Entry, Header, Interrupt, Journal, PairEntry, Shard, encode,
};
use jumpers_arena::openings::Openings;
use jumpers_arena::tournament::{Format, Tournament};
use jumpers_record::{EndingKind, TurnRecord, Winner};

use crate::simulation::{entry, header, journal_text, openings, tournament};

fn setting() -> (Tournament, Openings) {
    let openings = openings(2);
    (tournament(Format::RoundRobin, 3, 2, &openings), openings)
}

fn refused(bytes: &[u8]) -> String {
    let journal = Journal::read(Path::new("j"), bytes, None, |_| Ok(()));
    let error = journal.expect_err("it is refused").to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

/// A journal of these entries behind its header.
fn with(header: &Header, entries: &[Entry]) -> String {
    let header = Entry::Header(header.clone());
    let entries = std::iter::once(&header).chain(entries);
    entries.map(|entry| encode(entry).unwrap()).collect()
}

#[test]
fn files_without_a_header() {
    for text in [
        "",
        "{",
        "{\"crc\":\"00000000\",\"entry\":{\"header\":",
        "no line feed",
    ] {
        assert_eq!(
            refused(text.as_bytes()),
            "j: not a journal: there is no complete first line"
        );
    }
    let (tournament, openings) = setting();
    let text = journal_text(&tournament, &openings, None);
    let (_, pairs) = text.split_once('\n').unwrap();
    assert_eq!(
        refused(pairs.as_bytes()),
        "j: line 1: not a header, with which a journal begins"
    );
    for (text, part) in [
        (&b"\n"[..], "j: line 1: not an entry of a journal: EOF"),
        (
            b"hello\n",
            "j: line 1: not an entry of a journal: expected value",
        ),
        (
            b"{}\n",
            "j: line 1: not an entry of a journal: missing field `crc`",
        ),
        (b"\xff\xfe\n", "j: line 1: not an entry of a journal: "),
        (
            b"{\"crc\":\"00000000\",\"entry\":1}\n",
            "j: line 1: damaged: its checksum is 00000000",
        ),
        (
            b"{\"crc\":\"83dcefb7\",\"entry\":1}\n",
            "j: line 1: not a header, with which a journal begins",
        ),
    ] {
        let error = refused(text);
        assert!(error.starts_with(part), "{error}");
    }
}

#[test]
fn headers_of_other_formats_and_versions() {
    let (tournament, _) = setting();
    let good = header(&tournament, None);
    type Change = fn(&mut Header);
    let cases: [(Change, &str); 6] = [
        (
            |header| header.format = "chess".to_owned(),
            "j: line 1: its format is 'chess', not 'jumpers-arena'",
        ),
        (
            |header| header.version = 2,
            "j: line 1: its format has version 2, and this program reads version 1",
        ),
        (
            |header| {
                header.shard = Some(Shard {
                    number: 3,
                    count: 2,
                })
            },
            "j: line 1: no such shard: 3/2",
        ),
        (
            |header| {
                header.shard = Some(Shard {
                    number: 0,
                    count: 0,
                })
            },
            "j: line 1: no such shard: 0/0",
        ),
        (
            |header| header.tournament.rounds = 0,
            "j: line 1: no such tournament: rounds: there must be at least 1",
        ),
        (
            |header| header.tournament.openings.count = u64::MAX,
            "j: line 1: no such tournament: openings: there are 18446744073709551615, \
             not from 1 to 10000000",
        ),
    ];
    for (change, expected) in cases {
        let mut header = good.clone();
        change(&mut header);
        assert_eq!(refused(with(&header, &[]).as_bytes()), expected);
    }
    // A later version may have other fields.
    let entry = "{\"header\":{\"format\":\"jumpers-arena\",\"version\":7,\"players\":[]}}";
    let checksum = crc32fast::hash(entry.as_bytes());
    let line = format!("{{\"crc\":\"{checksum:08x}\",\"entry\":{entry}}}\n");
    assert_eq!(
        refused(line.as_bytes()),
        "j: line 1: its format has version 7, and this program reads version 1"
    );
    let line = line.replace(":7,", ":1,");
    let entry = entry.replace(":7,", ":1,");
    let line = line.replacen(
        &format!("{checksum:08x}"),
        &format!("{:08x}", crc32fast::hash(entry.as_bytes())),
        1,
    );
    assert!(refused(line.as_bytes()).contains("line 1: not an entry of a journal: unknown field"));
}

#[test]
fn damaged_lines_in_the_middle() {
    let (tournament, openings) = setting();
    let text = journal_text(&tournament, &openings, None);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let replaced = |line: &str| {
        let mut lines = lines.clone();
        lines[2] = line;
        refused(lines.concat().as_bytes())
    };
    assert!(replaced("\n").starts_with("j: line 3: not an entry of a journal: EOF"));
    assert!(replaced("garbage\n").starts_with("j: line 3: not an entry of a journal"));
    // What a kill leaves may stand at the end only.
    let torn = &lines[2][..lines[2].len() / 2];
    assert!(replaced(torn).starts_with("j: line 3: not an entry of a journal"));
    let changed = lines[2].replace("\"winner\":\"red\"", "\"winner\":\"tea\"");
    assert!(replaced(&changed).starts_with("j: line 3: damaged: its checksum is "));
    assert_eq!(replaced(lines[0]), "j: line 3: a second header");
    assert_eq!(
        replaced(lines[1]),
        "j: line 3: pair 0 stands twice, first in line 2"
    );
    let unknown = "{\"crc\":\"c4dd9a5f\",\"entry\":{\"pear\":1}}\n";
    let checksum = crc32fast::hash(b"{\"pear\":1}");
    let unknown = unknown.replace("c4dd9a5f", &format!("{checksum:08x}"));
    assert!(
        replaced(&unknown).contains("line 3: not an entry of a journal: unknown variant `pear`")
    );
}

#[test]
fn pairs_that_are_not_in_the_schedule() {
    let (tournament, openings) = setting();
    let good = entry(&tournament, &openings, 4);
    let refused = |change: fn(&mut PairEntry), shard: Option<&str>| {
        let mut pair = good.clone();
        change(&mut pair);
        let shard = shard.map(|shard| shard.parse().unwrap());
        let header = header(&tournament, shard);
        refused(with(&header, &[Entry::Pair(Box::new(pair))]).as_bytes())
    };
    let error = refused(|pair| pair.index = 6, None);
    assert_eq!(
        error,
        "j: line 2: pair 6 is not in the schedule, which has 6 pairs"
    );
    let error = refused(|_| (), Some("1/2").filter(|_| 4 % 2 == 1).or(Some("2/2")));
    assert_eq!(error, "j: line 2: pair 4 is not in shard 2/2");
    let error = refused(|pair| pair.first = 1, None);
    let expected = good.first;
    assert_eq!(
        error,
        format!("j: line 2: pair 4: its first is 1, and the schedule has {expected}")
    );
    let error = refused(|pair| pair.second = 9, None);
    assert!(
        error.starts_with("j: line 2: pair 4: its second is 9"),
        "{error}"
    );
    let error = refused(
        |pair| {
            pair.warnings.push(EngineWarnings {
                engine: 1,
                count: 1,
                text: String::new(),
            });
        },
        None,
    );
    assert_eq!(
        error,
        "j: line 2: pair 4: a warning about engine 1, which does not play in it"
    );
    let error = refused(|pair| pair.opening += 1, None);
    assert!(
        error.starts_with("j: line 2: pair 4: its opening is "),
        "{error}"
    );
}

#[test]
fn games_that_are_not_those_of_the_pair() {
    let (tournament, openings) = setting();
    let good = entry(&tournament, &openings, 0);
    type Change = fn(&mut PairEntry);
    let cases: [(Change, &str); 14] = [
        (
            |pair| pair.games[0].round.clear(),
            "1.1: its round is '', not '1.1'",
        ),
        (
            |pair| pair.games.swap(0, 1),
            "1.1: its round is '1.2', not '1.1'",
        ),
        (
            |pair| pair.games[1].event = "other".to_owned(),
            "1.2: its event is 'other', not 'test'",
        ),
        (
            |pair| pair.games[1].red.name = "gamma".to_owned(),
            "1.2: its Red is 'gamma', not 'beta'",
        ),
        (
            |pair| pair.games[1].teal.name = "gamma".to_owned(),
            "1.2: its Teal is 'gamma', not 'alpha'",
        ),
        (
            |pair| pair.games[0].red.limit = "depth 1".to_owned(),
            "1.1: its Red's limit is 'depth 1', not 'movetime 100'",
        ),
        (
            |pair| pair.games[0].teal.limit.clear(),
            "1.1: its Teal's limit is '', not 'movetime 100'",
        ),
        (
            |pair| pair.games[1].position = "4tt/6/6/6/6/rr4 r 1 2".to_owned(),
            "1.2: its position is '4tt/6/6/6/6/rr4 r 1 2', not '",
        ),
        (
            |pair| pair.games[0].position = "nonsense".to_owned(),
            "1.1: position: ",
        ),
        (
            |pair| pair.games[0].winner = Winner::None,
            "1.1 has no winner",
        ),
        (
            |pair| pair.games[1].ending.kind = EndingKind::Interrupt,
            "1.2 has no winner",
        ),
        (
            |pair| {
                let game = &mut pair.games[0];
                game.winner = match game.winner {
                    Winner::Red => Winner::Teal,
                    _ => Winner::Red,
                };
            },
            "1.1: the winner is ",
        ),
        (
            |pair| pair.games[0].turns[0] = TurnRecord::new("a1-a9"),
            "1.1: turn 1, by Red: ",
        ),
        (
            |pair| {
                pair.games[0].turns.pop();
            },
            "1.1: the ending is rules, but ",
        ),
    ];
    for (change, expected) in cases {
        let mut pair = good.clone();
        change(&mut pair);
        let text = with(&header(&tournament, None), &[Entry::Pair(Box::new(pair))]);
        let error = refused(text.as_bytes());
        let expected = format!("j: line 2: game {expected}");
        assert!(error.starts_with(&expected), "{error}, not {expected}");
    }
}

#[test]
fn an_opening_is_one_position() {
    // Without the openings at hand, all games of one are compared with the first.
    let (tournament, openings) = setting();
    let mut pairs = [0, 1].map(|index| entry(&tournament, &openings, index));
    let other = crate::simulation::openings(6);
    let other = crate::simulation::games(
        &tournament,
        &other,
        &jumpers_arena::schedule::ScheduledPair {
            opening: 4,
            ..jumpers_arena::schedule::Schedule::new(&tournament)
                .pair(1)
                .unwrap()
        },
    );
    pairs[1].games = other;
    let entries = pairs.map(|pair| Entry::Pair(Box::new(pair)));
    let error = refused(with(&header(&tournament, None), &entries).as_bytes());
    assert!(
        error.starts_with("j: line 3: game 2.1: its position is '3ttt/6/6/6/6/rr4 r 3 2', not '"),
        "{error}"
    );
}

#[test]
fn notes_of_stops_name_pairs_of_the_schedule() {
    let (tournament, _) = setting();
    let interrupt = |unfinished: Vec<u64>| {
        Entry::Interrupt(Interrupt {
            signal: "SIGTERM".to_owned(),
            unfinished,
            at: String::new(),
        })
    };
    let header = header(&tournament, Some("1/2".parse().unwrap()));
    let error = refused(with(&header, &[interrupt(vec![0, 6])]).as_bytes());
    assert_eq!(
        error,
        "j: line 2: pair 6 is not in the schedule, which has 6 pairs"
    );
    let error = refused(with(&header, &[interrupt(vec![1])]).as_bytes());
    assert_eq!(error, "j: line 2: pair 1 is not in shard 1/2");
}
