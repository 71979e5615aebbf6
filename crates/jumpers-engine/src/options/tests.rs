//! The options without a session.

use super::*;

fn set(options: &mut Options, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
    options.set(&SetOptionParams {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    })
}

#[test]
fn defaults_are_those_declared() {
    let options = Options::default();
    assert_eq!(options.hash_mib, 64);
    assert_eq!(options.threads, 1);
    assert_eq!(options.multi_pv, 1);
    assert_eq!(options.move_overhead, 10);
    assert_eq!(options.board, BoardSize::Six);
    assert!(options.proof_search);
    assert!(!options.ponder && !options.own_book && !options.analyse);
    assert_eq!(options.log_file, "");
}

#[test]
fn names_in_any_case_and_bounds() {
    let mut options = Options::default();
    assert_eq!(set(&mut options, "hASH", Some("16")), Ok(Change::Hash));
    assert_eq!(options.hash_mib, 16);
    assert_eq!(set(&mut options, "board", Some("10")), Ok(Change::Board));
    assert_eq!(options.board, BoardSize::Ten);
    assert_eq!(set(&mut options, "Clear hash", None), Ok(Change::ClearHash));
    assert_eq!(set(&mut options, "multipv", Some("500")), Ok(Change::None));
    assert_eq!(options.multi_pv, 500);
    assert_eq!(set(&mut options, "ownbook", Some("TRUE")), Ok(Change::None));
    assert!(options.own_book);
    assert_eq!(
        set(&mut options, "debug log file", Some("a b.log")),
        Ok(Change::LogFile)
    );
    assert_eq!(options.log_file, "a b.log");
    let before = options.clone();
    for (name, value) in [
        ("Hash", Some("0")),
        ("Hash", Some("x")),
        ("Hash", Some("99999999999999999999")),
        ("Hash", None),
        ("Threads", Some("257")),
        ("Move Overhead", Some("-1")),
        ("Board", Some("7")),
        ("MultiPV", Some("0")),
        ("MultiPV", Some("501")),
        ("Ponder", Some("yes")),
        ("OwnBook", None),
        ("Debug Log File", None),
    ] {
        let error = set(&mut options, name, value).unwrap_err();
        assert_eq!(error.code(), "bad-option-value", "{name} {value:?}");
    }
    let error = set(&mut options, "Nope", Some("1")).unwrap_err();
    assert_eq!(error.code(), "unknown-option");
    assert_eq!(options, before, "a refused value changes nothing");
}
