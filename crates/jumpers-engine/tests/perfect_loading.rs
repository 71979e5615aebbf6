//! When the built-in certificate is loaded: nothing else may use it in this process.

use std::io::sink;

use jumpers_core::{Eight, Position, Six, Ten};
use jumpers_engine::output::Output;
use jumpers_engine::perfect;
use jumpers_engine::session::Session;

#[test]
fn only_who_needs_the_certificate_waits_for_it() {
    assert_eq!(perfect::find(&Position::<Eight>::start()), None);
    assert_eq!(perfect::find(&Position::<Ten>::start()), None);
    let mut session = Session::new(Output::new(sink(), || ())).expect("a session");
    for line in [
        "uci",
        "isready",
        "ucinewgame",
        "position startpos",
        "go movetime 1",
    ] {
        assert!(session.handle_line(line.as_bytes()).is_continue());
    }
    session.wait_for_job();
    assert!(!perfect::is_loaded());

    // From "readyok" on no turn waits.
    for line in ["setoption name OwnBook value true", "isready"] {
        assert!(session.handle_line(line.as_bytes()).is_continue());
    }
    assert!(perfect::is_loaded());
    assert!(perfect::find(&Position::<Six>::start()).is_some());
}
