//! The sequential test of a match.

use jumpers_arena::report::{Report, SprtReport};
use jumpers_arena::stats::{Decision, PairScore, Sprt};
use jumpers_arena::tournament::Format;
use jumpers_record::EndingKind;

use crate::journal::{fault, header, match_pairs, sprt};

fn report(points: &[usize], missing: &[u64]) -> (Report, SprtReport) {
    let mut header = header(Format::Match, &["A", "B"]);
    header.tournament.sprt = Some(sprt());
    header.tournament.rounds = 100;
    let mut entries = match_pairs(&header, points);
    fault(
        &mut entries[points.len() - 1].games[0],
        EndingKind::Time,
        "late",
    );
    entries.retain(|entry| !missing.contains(&entry.index));
    let report = Report::new(&header, &entries).unwrap();
    let sprt = report.sprt.clone().unwrap();
    (report, sprt)
}

/// The test, pair by pair.
fn expected(points: &[usize]) -> (Sprt, Option<u64>) {
    let mut test = Sprt::new(&sprt()).unwrap();
    for (pairs, &points) in (1..).zip(points) {
        if test.record(PairScore::ALL[points]) != Decision::Continue {
            return (test, Some(pairs));
        }
    }
    (test, None)
}

#[test]
fn the_verdict_falls_where_the_bound_is_reached() {
    for (points, decision) in [
        ([2, 2, 1].repeat(30), Decision::AcceptH1),
        ([0, 0, 1].repeat(30), Decision::AcceptH0),
    ] {
        let (report, sprt) = report(&points, &[]);
        let (test, after) = expected(&points);
        let after = after.unwrap();
        assert_eq!((sprt.decision, test.decision()), (decision, decision));
        assert_eq!(sprt.decided_after, Some(after));
        assert_eq!(sprt.pairs, *test.counts());
        assert_eq!(
            (sprt.llr, sprt.lower, sprt.upper),
            (test.llr(), test.lower(), test.upper())
        );
        assert_eq!((&sprt.engine[..], &sprt.opponent[..]), ("A", "B"));

        // Nothing else counts the pairs behind it.
        let behind = points.len() as u64 - after;
        let beyond = sprt.beyond.unwrap();
        assert_eq!((beyond.pairs.pairs(), beyond.faults.len()), (behind, 1));
        assert_eq!(sprt.waiting, 0);
        assert_eq!(report.progress.pairs, after);
        assert_eq!(report.pairings[0].standing.all.pairs, sprt.pairs);
        assert_eq!(report.faults, []);
        assert!(report.progress.complete);

        // From nothing to the verdict.
        let (first, last) = (sprt.course[0], sprt.course[sprt.course.len() - 1]);
        assert_eq!((first.pairs, first.llr), (0, 0.0));
        assert_eq!((last.pairs, last.llr), (after, sprt.llr));
    }
}

#[test]
fn a_missing_pair_stops_the_test() {
    let points = [2, 2, 1].repeat(30);
    let (report, sprt) = report(&points, &[3]);
    let (test, _) = expected(&points[..3]);
    assert_eq!(
        (sprt.decision, sprt.decided_after),
        (Decision::Continue, None)
    );
    assert_eq!((sprt.llr, sprt.pairs), (test.llr(), *test.counts()));
    assert_eq!((sprt.waiting, sprt.beyond), (86, None));
    // What was played counts.
    assert_eq!(report.progress.pairs, 89);
    assert_eq!(report.faults.len(), 1);
    assert!(!report.progress.complete);
}

#[test]
fn no_verdict_yet() {
    let (report, sprt) = report(&[1, 2, 0], &[]);
    assert_eq!((sprt.decision, sprt.waiting), (Decision::Continue, 0));
    assert_eq!(report.progress.pairs, 3);
    assert!(
        report
            .to_text()
            .contains("SPRT of A against B: no verdict yet")
    );
}

#[test]
fn bounds_of_no_test_are_refused() {
    let mut header = header(Format::Match, &["A", "B"]);
    let mut bounds = sprt();
    bounds.elo1 = f64::NAN;
    header.tournament.sprt = Some(bounds);
    let error = Report::new(&header, &[]).unwrap_err().to_string();
    assert!(error.starts_with("SPRT: elo1 is NaN"), "{error}");
}
