//! The tables in CSV.

use std::collections::HashMap;
use std::time::Duration;

use jumpers_arena::journal::{Header, PairEntry};
use jumpers_arena::report::{CsvTable, write_csv};
use jumpers_arena::tournament::Format;
use jumpers_record::EndingKind;

use crate::journal::{fault, header, match_pairs, pair, sprt};

/// The rows, each by its columns' names.
fn rows(header: &Header, entries: &[PairEntry], table: CsvTable) -> Vec<HashMap<String, String>> {
    let mut bytes = Vec::new();
    write_csv(header, entries, table, &mut bytes).unwrap();
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn games() {
    let header = header(Format::Match, &["A, \"the\" one", "B"]);
    let mut entries = match_pairs(&header, &[2, 1]);
    fault(
        &mut entries[1].games[1],
        EndingKind::Crash,
        "exited,\nor \"so\"",
    );
    entries.reverse();
    let rows = rows(&header, &entries, CsvTable::Games);
    let column = |name: &str| -> Vec<&str> { rows.iter().map(|row| &row[name][..]).collect() };
    assert_eq!(column("round"), ["1.1", "1.2", "2.1", "2.2"]);
    assert_eq!(column("pair"), ["0", "0", "1", "1"]);
    assert_eq!(column("game"), ["1", "2", "1", "2"]);
    assert_eq!(column("board"), ["6", "6", "8", "8"]);
    let a = "A, \"the\" one";
    assert_eq!(column("red"), [a, "B", "B", a]);
    assert_eq!(column("winner"), ["red", "teal", "teal", "teal"]);
    assert_eq!(column("winner_name"), [a, a, a, "B"]);
    assert_eq!(column("ending"), ["rules", "rules", "rules", "crash"]);
    assert_eq!(column("detail")[3], "exited,\nor \"so\"");
    assert_eq!(column("exit"), ["", "", "", "signal 11"]);
    assert_eq!(column("turns"), ["10", "11", "10", "11"]);
    assert_eq!(column("red_time_ms"), ["500", "600", "500", "600"]);
    assert_eq!(column("teal_time_ms"), ["1000"; 4]);
    assert_eq!(column("counted"), ["true"; 4]);
}

#[test]
fn pairs() {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.sprt = Some(sprt());
    let entries = match_pairs(&header, &[2, 2, 1].repeat(20));
    let rows = rows(&header, &entries, CsvTable::Pairs);
    assert_eq!(rows.len(), 60);
    // The second pair begins with B as Red.
    let second = &rows[1];
    assert_eq!((&second["first"][..], &second["second"][..]), ("B", "A"));
    assert_eq!(
        (&second["points_first"][..], &second["points_second"][..]),
        ("0", "2")
    );
    assert_eq!(
        (&second["winner_1"][..], &second["turns_2"][..]),
        ("A", "11")
    );
    // The pairs behind the verdict are there, and said not to count.
    let counted = rows
        .iter()
        .take_while(|row| row["counted"] == "true")
        .count();
    assert!(counted < 60);
    assert!(rows[counted..].iter().all(|row| row["counted"] == "false"));
}

#[test]
fn ratings_and_pairings() {
    let header = header(Format::RoundRobin, &["A", "B", "C"]);
    let entries = [
        pair(&header, 0, [0, 1], 6, [0, 0]),
        pair(&header, 1, [2, 0], 8, [0, 2]),
    ];
    let ratings = rows(&header, &entries, CsvTable::Ratings);
    assert_eq!(ratings.len(), 3);
    assert_eq!(
        (&ratings[0]["rank"][..], &ratings[0]["engine"][..]),
        ("1", "A")
    );
    assert_eq!(
        (&ratings[0]["won"][..], &ratings[0]["score"][..]),
        ("3", "0.75")
    );
    assert!(ratings[0]["rating"].parse::<f64>().unwrap() > 0.0);

    let pairings = rows(&header, &entries, CsvTable::Pairings);
    let of: Vec<String> = pairings
        .iter()
        .map(|row| format!("{}{} {}", row["engine"], row["opponent"], row["board"]))
        .collect();
    assert_eq!(of, ["AB all", "AB 6", "AC all", "AC 8"]);
    // All won: no Elo, but a lower end.
    assert_eq!(
        (&pairings[0]["elo"][..], &pairings[0]["elo_high"][..]),
        ("", "")
    );
    assert!(pairings[0]["elo_low"].parse::<f64>().is_ok());
    assert_eq!(
        (&pairings[2]["elo"][..], &pairings[2]["los"][..]),
        ("0", "0.5")
    );
}

#[test]
fn without_pairs_there_are_the_names_of_columns() {
    let header = header(Format::Match, &["A", "B"]);
    for (table, first, rows) in [
        (CsvTable::Games, "round,pair,game,", 0),
        (CsvTable::Pairs, "pair,first,second,", 0),
        (CsvTable::Ratings, "rank,engine,rating,", 2),
        (CsvTable::Pairings, "engine,opponent,board,", 1),
    ] {
        let mut bytes = Vec::new();
        write_csv(&header, &[], table, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.starts_with(first), "{text}");
        assert_eq!(text.lines().count(), 1 + rows);
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }
}

#[test]
fn times_are_in_whole_microseconds() {
    let header = header(Format::Match, &["A", "B"]);
    let mut entries = match_pairs(&header, &[1]);
    for turn in &mut entries[0].games[0].turns {
        turn.time = Some(Duration::from_micros(100_100));
    }
    let rows = rows(&header, &entries, CsvTable::Games);
    assert_eq!(rows[0]["red_time_ms"], "500.5");
}

#[test]
fn an_engine_without_games_has_no_rating() {
    let header = header(Format::RoundRobin, &["A", "B", "C"]);
    let entries = [pair(&header, 0, [0, 1], 6, [0, 1])];
    let ratings = rows(&header, &entries, CsvTable::Ratings);
    let last = ratings.iter().find(|row| row["engine"] == "C").unwrap();
    for column in ["rating", "rating_low", "rating_high", "score"] {
        assert_eq!(last[column], "", "{column}");
    }
}
