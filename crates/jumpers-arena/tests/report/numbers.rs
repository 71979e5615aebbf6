//! Numbers worked out by hand.

use jumpers_arena::report::{Games, Report, ReportError};
use jumpers_arena::tournament::Format;
use jumpers_record::{EndingKind, Winner};

use crate::journal::{fault, header, match_pairs, pair, warning};

fn close(found: Option<f64>, expected: f64) {
    let found = found.expect("a number");
    assert!((found - expected).abs() < 1e-3, "{found}, not {expected}");
}

#[test]
fn a_match_of_four_pairs() {
    let header = header(Format::Match, &["A", "B"]);
    // Boards 6, 8, 10, 6.
    let report = Report::new(&header, &match_pairs(&header, &[2, 2, 1, 2])).unwrap();
    assert_eq!((report.progress.pairs, report.progress.games), (4, 8));
    assert_eq!(report.progress.scheduled_pairs, 4);
    assert!(report.progress.complete);

    let [pairing] = &report.pairings[..] else {
        panic!("{:?}", report.pairings)
    };
    assert_eq!((&pairing.engine[..], &pairing.opponent[..]), ("A", "B"));
    let all = &pairing.standing.all;
    assert_eq!((all.games, all.won, all.lost), (8, 7, 1));
    assert_eq!((all.pairs.lost, all.pairs.split, all.pairs.won), (0, 1, 3));
    close(all.score.value, 0.875);
    // 400 log10(7)
    close(all.elo.value, 338.0392);
    // The mean of a pair is 7/8, its deviation √(3/64): t = (3/8) / (√3/8) = √3;
    // normalised Elo is t / √2 · 800 / ln 10.
    close(
        all.normalized_elo.value,
        3f64.sqrt() / 2f64.sqrt() * 347.4356,
    );
    let boards: Vec<(u8, u64, u64)> = pairing
        .standing
        .boards
        .iter()
        .map(|on| (on.board, on.figure.won, on.figure.lost))
        .collect();
    assert_eq!(boards, [(6, 4, 0), (8, 2, 0), (10, 1, 1)]);
    let split = &pairing.standing.boards[2].figure;
    assert_eq!((split.elo.value, split.los), (Some(0.0), Some(0.5)));
    let won = &pairing.standing.boards[1].figure;
    assert_eq!((won.elo.value, won.elo.high), (None, None));
    // The only pair: the lower end is where it is won with exp(−3.84146 / 2) = 0.14650.
    let won_with = (-3.841_459f64 / 2.0).exp();
    close(won.elo.low, 400.0 * (won_with / (1.0 - won_with)).log10());
}

#[test]
fn colours_are_counted_by_who_was_red() {
    let header = header(Format::Match, &["A", "B"]);
    // A is Red in games 1.1, 2.2, 3.1, 4.2. In the split pair A wins its first game.
    let report = Report::new(&header, &match_pairs(&header, &[2, 0, 1, 1])).unwrap();
    let all = &report.colors.share.all;
    // Pair 1: A wins as Red and as Teal. Pair 2: B likewise. Pair 3: A wins as Red, and B as Red.
    // Pair 4: B is Red in the first game, which A wins; in the second A is, which B wins.
    assert_eq!((all.games, all.red, all.teal), (8, 4, 4));
    let boards: Vec<(u8, u64, u64)> = report
        .colors
        .share
        .boards
        .iter()
        .map(|on| (on.board, on.figure.red, on.figure.teal))
        .collect();
    assert_eq!(boards, [(6, 1, 3), (8, 1, 1), (10, 2, 0)]);
    close(report.colors.share.boards[0].figure.share.value, 0.25);
    let advantage: Vec<u8> = report.colors.advantage.iter().map(|on| on.board).collect();
    assert_eq!(advantage, [6, 8, 10]);
}

#[test]
fn lengths_and_efforts() {
    let header = header(Format::Match, &["A", "B"]);
    let entries = vec![
        pair(&header, 0, [0, 1], 6, [0, 1]),
        pair(&header, 2, [0, 1], 8, [0, 1]),
    ];
    let report = Report::new(&header, &entries).unwrap();
    let six = &report.lengths[0];
    assert_eq!((six.board, six.figure.games), (6, 2));
    assert_eq!((six.figure.shortest, six.figure.longest), (10, 11));
    assert_eq!(six.figure.counts, [1, 1]);
    close(Some(six.figure.mean), 10.5);

    // In each pair A has five turns as Red and five as Teal, and B five as Teal and six as Red.
    let [a, b] = &report.efforts[..] else {
        panic!("{:?}", report.efforts)
    };
    assert_eq!((a.turns, b.turns), (20, 22));
    close(a.depth, 11.0);
    close(a.nodes, 2500.0);
    close(b.depth, (5.0 * 12.0 + 6.0 * 10.0) / 11.0);
    close(b.nodes, (5.0 * 4000.0 + 6.0 * 1000.0) / 11.0);
    let times = report.times.unwrap();
    let a = &times.engines[0];
    close(a.mean_ms, 150.0);
    close(a.longest_ms, 200.0);
    close(a.nodes_per_second, 2500.0 / 0.150);
    assert_eq!(times.started, "2026-01-02T03:04:05Z");
    assert_eq!(times.finished.as_deref(), Some("2026-01-02T04:00:02Z"));
}

/// Where Teal begins, the turns are counted from Teal's.
#[test]
fn turns_belong_to_their_side() {
    let header = header(Format::Match, &["A", "B"]);
    let mut entries = vec![pair(&header, 0, [0, 1], 6, [0, 1])];
    for game in &mut entries[0].games {
        game.position = game.position.replace(" r ", " t ");
        game.turns.truncate(1);
    }
    let report = Report::new(&header, &entries).unwrap();
    // B is Teal in the first game and A in the second.
    assert_eq!(report.efforts[0].turns, 1);
    assert_eq!(report.efforts[1].turns, 1);
    entries[0].games[1].turns.clear();
    let report = Report::new(&header, &entries).unwrap();
    assert_eq!(report.efforts[0].turns, 0);
    assert_eq!(report.efforts[0].depth, None);
    assert_eq!(report.efforts[1].turns, 1);
}

#[test]
fn faults_are_those_of_the_loser() {
    let header = header(Format::Match, &["A", "B"]);
    let mut entries = match_pairs(&header, &[2, 0]);
    fault(&mut entries[0].games[0], EndingKind::Crash, "exited");
    fault(&mut entries[1].games[1], EndingKind::Time, "12 ms late");
    let report = Report::new(&header, &entries).unwrap();
    let counts = |engine: usize| -> Vec<u64> {
        let kinds = &report.losses[engine].kinds;
        kinds.iter().map(|count| count.games).collect()
    };
    // rules, time, stall, crash, illegal-turn, protocol-error
    assert_eq!(counts(0), [1, 1, 0, 0, 0, 0]);
    assert_eq!(counts(1), [1, 0, 0, 1, 0, 0]);
    assert_eq!((report.losses[0].lost, report.losses[1].lost), (2, 2));

    let [crash, time] = &report.faults[..] else {
        panic!("{:?}", report.faults)
    };
    assert_eq!((&crash.round[..], crash.pair, crash.game), ("1.1", 0, 1));
    assert_eq!((&crash.engine[..], &crash.opponent[..]), ("B", "A"));
    assert_eq!(
        (crash.side, crash.turns, crash.board),
        (Winner::Teal, 10, 6)
    );
    assert_eq!(crash.exit.as_deref(), Some("signal 11"));
    assert_eq!(crash.stderr.len(), 2);
    assert_eq!((&time.round[..], time.kind), ("2.2", EndingKind::Time));
    // A is Red in the second game of the second pair.
    assert_eq!((&time.engine[..], time.side), ("A", Winner::Red));
}

#[test]
fn warnings_are_counted_by_engine_and_text() {
    let header = header(Format::Match, &["A", "B"]);
    let mut entries = match_pairs(&header, &[2, 0, 1]);
    entries[0].warnings = vec![warning(1, 2, "no option 'Hsah'"), warning(0, 1, "odd")];
    entries[2].warnings = vec![warning(1, 3, "no option 'Hsah'"), warning(1, 1, "odd")];
    let report = Report::new(&header, &entries).unwrap();
    let found: Vec<(&str, u64, &str)> = report
        .warnings
        .iter()
        .map(|one| (&one.engine[..], one.count, &one.text[..]))
        .collect();
    let expected = [
        ("A", 1, "odd"),
        ("B", 5, "no option 'Hsah'"),
        ("B", 1, "odd"),
    ];
    assert_eq!(found, expected);
    // They are no faults.
    assert_eq!(report.faults, []);
    assert_eq!(report.comparable().warnings, []);
}

#[test]
fn three_engines() {
    let header = header(Format::RoundRobin, &["A", "B", "C"]);
    let entries = vec![
        pair(&header, 0, [0, 1], 6, [1, 1]),
        pair(&header, 1, [2, 0], 6, [0, 2]),
        pair(&header, 2, [1, 2], 6, [1, 2]),
    ];
    let report = Report::new(&header, &entries).unwrap();
    assert_eq!(report.progress.scheduled_pairs, 12);
    assert!(!report.progress.complete);
    let met: Vec<String> = report
        .pairings
        .iter()
        .map(|pairing| {
            let all = &pairing.standing.all;
            format!(
                "{}{} {}-{}",
                pairing.engine, pairing.opponent, all.won, all.lost
            )
        })
        .collect();
    assert_eq!(met, ["AB 0-2", "AC 1-1", "BC 1-1"]);
    // B won 3 of 4, C 2 of 4, A 1 of 4.
    let ranked: Vec<(u64, &str, u64, u64)> = report
        .ratings
        .iter()
        .map(|row| (row.rank, &row.engine[..], row.won, row.lost))
        .collect();
    assert_eq!(ranked, [(1, "B", 3, 1), (2, "C", 2, 2), (3, "A", 1, 3)]);
    let sum: f64 = report
        .ratings
        .iter()
        .filter_map(|row| row.rating.value)
        .sum();
    close(Some(sum), 0.0);
    let rows: Vec<&str> = report
        .crosstable
        .iter()
        .map(|row| &row.engine[..])
        .collect();
    assert_eq!(rows, ["B", "C", "A"]);
    let b = &report.crosstable[0].cells;
    assert_eq!(b[..2], [None, Some(Games { won: 1, lost: 1 })]);
    assert_eq!(b[2], Some(Games { won: 2, lost: 0 }));
    assert_eq!(
        report.crosstable[2].cells[0],
        Some(Games { won: 0, lost: 2 })
    );
    // A series for each engine, the last point its score.
    let last: Vec<(u64, f64)> = report
        .scores
        .iter()
        .map(|series| series.points.last().unwrap())
        .map(|point| (point.pairs, point.score))
        .collect();
    assert_eq!(last, [(2, 0.25), (2, 0.75), (2, 0.5)]);
}

#[test]
fn the_score_over_time() {
    let header = header(Format::Match, &["A", "B"]);
    let report = Report::new(&header, &match_pairs(&header, &[2, 0, 1, 2])).unwrap();
    let [series] = &report.scores[..] else {
        panic!("{:?}", report.scores)
    };
    let points: Vec<(u64, f64)> = series
        .points
        .iter()
        .map(|point| (point.pairs, point.score))
        .collect();
    assert_eq!(points, [(1, 1.0), (2, 0.5), (3, 0.5), (4, 0.625)]);
    for point in &series.points {
        assert!(0.0 <= point.low && point.low <= point.score, "{point:?}");
        assert!(point.score <= point.high && point.high <= 1.0, "{point:?}");
    }

    // Many pairs are thinned out, and the last point is that of all.
    let report = Report::new(&header, &match_pairs(&header, &[2, 0, 1, 2].repeat(500))).unwrap();
    let points = &report.scores[0].points;
    assert_eq!(points.len(), 200);
    assert_eq!(points[0].pairs, 1);
    assert_eq!((points[199].pairs, points[199].score), (2000, 0.625));
    assert!(points[199].high - points[199].low < 0.05);
}

#[test]
fn nothing_played() {
    for (format, names) in [
        (Format::Match, &["A", "B"][..]),
        (Format::RoundRobin, &["A", "B", "C"]),
        (Format::Gauntlet, &["A", "B", "C"]),
    ] {
        let report = Report::new(&header(format, names), &[]).unwrap();
        assert_eq!(report.progress.games, 0);
        assert_eq!(report.ratings.len(), names.len());
        assert!(report.faults.is_empty() && report.lengths.is_empty());
        if let [pairing] = &report.pairings[..] {
            let all = &pairing.standing.all;
            assert_eq!(
                (all.score.value, all.elo.value, all.los),
                (None, None, None)
            );
        }
    }
}

/// Every number is finite, and there is one wherever a result has one, for all small results.
#[test]
fn numbers_are_finite() {
    let header = header(Format::Match, &["A", "B"]);
    for lost in 0..4 {
        for split in 0..4 {
            for won in 0..4 {
                let points = [vec![0; lost], vec![1; split], vec![2; won]].concat();
                let report = Report::new(&header, &match_pairs(&header, &points)).unwrap();
                let all = &report.pairings[0].standing.all;
                let extreme = split == 0 && (lost == 0 || won == 0);
                assert_eq!(all.elo.value.is_none(), extreme, "{points:?}");
                assert_eq!(all.normalized_elo.value.is_none(), extreme);
                assert_eq!(all.elo.low.is_some(), won + split > 0);
                assert_eq!(all.elo.high.is_some(), lost + split > 0);
                assert_eq!(all.los.is_some(), !points.is_empty());
                for text in [report.to_text(), report.to_html()] {
                    for bad in ["NaN", "\"inf", "-inf", " inf", "+inf", ">inf", "inf%"] {
                        assert!(!text.contains(bad), "{points:?}: {bad}");
                    }
                }
            }
        }
    }
}

#[test]
fn contradictions_are_refused() {
    let header = header(Format::Match, &["A", "B"]);
    let good = match_pairs(&header, &[2, 1]);
    assert!(Report::new(&header, &good).is_ok());
    let refused = |change: &dyn Fn(&mut Vec<jumpers_arena::journal::PairEntry>)| -> ReportError {
        let mut entries = good.clone();
        change(&mut entries);
        Report::new(&header, &entries).unwrap_err()
    };
    for (error, text) in [
        (
            refused(&|pairs| pairs[1].index = 0),
            "pair 0 is there twice",
        ),
        (
            refused(&|pairs| pairs[1].first = 7),
            "pair 1: engine 7 of a tournament of 2, counted from 0",
        ),
        (
            refused(&|pairs| pairs[1].warnings = vec![warning(2, 1, "odd")]),
            "pair 1: engine 2 of a tournament of 2, counted from 0",
        ),
        (
            refused(&|pairs| pairs[1].first = 0),
            "pair 1: engine 0 plays itself",
        ),
        (
            refused(&|pairs| pairs[0].games[1].red.name = "C".to_owned()),
            "pair 0, game 2: \"C\" plays red, and it should be \"B\"",
        ),
        (
            refused(&|pairs| pairs[0].games[1].winner = Winner::None),
            "pair 0, game 2: nobody has won",
        ),
        (
            refused(&|pairs| pairs[0].games[1].position.push('1')),
            "pair 0: its games begin from different positions",
        ),
        (
            refused(&|pairs| {
                for game in &mut pairs[0].games {
                    game.position = "6/6".to_owned();
                }
            }),
            "pair 0, game 1: 2 ranks: ",
        ),
    ] {
        let found = error.to_string();
        assert!(found.starts_with(text), "{found}");
        assert!(!found.contains('\n'));
    }
}
