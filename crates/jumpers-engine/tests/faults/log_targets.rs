//! Targets of a log that are no regular file, and a file that is full.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::common::{BINARY, Engine};
use crate::log::{Place, entries, logging};

fn make_fifo(path: &str) {
    let status = Command::new("mkfifo").arg(path).status();
    assert!(status.expect("mkfifo").success());
}

/// Whatever it is, it neither blocks the engine nor takes a line, and the log before stays.
#[test]
fn what_is_no_regular_file_is_refused_and_the_old_log_stays() {
    let place = Place::new("refused-logs");
    make_fifo(&place.path("no-reader"));
    make_fifo(&place.path("never-read"));
    // A pipe that is open in both directions has a reader, which is this test.
    let never_read = OpenOptions::new()
        .read(true)
        .write(true)
        .open(place.path("never-read"))
        .expect("a pipe");
    fs::create_dir(place.path("directory")).expect("a directory");
    File::create(place.path("file")).expect("a file");
    for (target, link) in [
        ("no-reader", "link-to-no-reader"),
        ("never-read", "link-to-never-read"),
        ("directory", "link-to-directory"),
        ("missing/log", "link-to-nothing"),
        ("link-to-itself", "link-to-itself"),
    ] {
        symlink(place.path(target), place.path(link)).expect("a link");
    }
    let mut targets: Vec<_> = [
        "no-reader",
        "never-read",
        "directory",
        "link-to-no-reader",
        "link-to-never-read",
        "link-to-directory",
        "link-to-nothing",
        "link-to-itself",
        "missing/log",
        "file/log",
        "new-one/",
        &"z".repeat(5000),
    ]
    .map(|name| place.path(name))
    .to_vec();
    targets.extend(
        [
            "/dev/stdout",
            "/dev/stdin",
            "/dev/stderr",
            "/dev/full",
            "/dev/null",
            "/dev/zero",
            "/dev/fd/0",
            "/dev/fd/1",
            ".",
            "/",
        ]
        .map(str::to_owned),
    );
    let old = place.path("old");
    fs::write(&old, "2000-01-01T00:00:00Z > of another session\n").expect("a file");
    for work in ["", "go infinite", "go ponder", "perft 60"] {
        let mut engine = logging(&old);
        engine.send(work);
        for target in &targets {
            engine.send(&format!("setoption name Debug Log File value {target}"));
            let lines = engine.until_prefix("info string error ");
            let error = lines.last().expect("a line");
            let kind = "info string error log-file: ";
            assert!(error.starts_with(kind), "{target}: {error}");
            let ends = ["bestmove", "info string error perft"];
            let ended = |line: &String| ends.iter().any(|end| line.starts_with(end));
            assert!(!lines.iter().any(ended), "{target}: {lines:#?}");
            engine.send(&format!("query islegal after {}", target.len()));
            engine.until_prefix("response unsupported");
            let log = entries(&old);
            assert_eq!(log[0].text, "of another session");
            let (asked, answered) = (&log[log.len() - 2], &log[log.len() - 1]);
            if work.is_empty() {
                assert!(asked.is_from_client, "{target}: {asked:?}");
                assert_eq!(answered.text, "response unsupported", "{target}");
            }
        }
        engine.send("stop");
        engine.sync();
        engine.send("quit");
        assert!(engine.end().1.success());
    }
    drop(never_read);
    assert_eq!(fs::read(place.path("file")).expect("a file"), b"");
    assert!(!fs::exists(place.path("new-one")).expect("a directory"));
}

/// A file that may not grow: the log is given up once, and nothing else is.
#[test]
fn a_log_that_cannot_be_written_any_more() {
    let place = Place::new("full-log");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\"";
    let mut engine = Engine::start_as(Command::new("sh").args(["-c", script, BINARY]));
    engine.tell(&format!(
        "setoption name Debug Log File value {}",
        place.path("log")
    ));
    engine.send("go infinite");
    engine.send_bytes(&b"isready\n".repeat(1000));
    let mut lines = Vec::new();
    for _ in 0..1000 {
        lines.extend(engine.until(|line| line == "readyok"));
    }
    lines.retain(|line| line.starts_with("info string error "));
    let [error] = lines.as_slice() else {
        panic!("{lines:#?}");
    };
    assert!(error.contains(" log-file: "), "{error}");
    engine.assert_searching();
    engine.send("stop");
    engine.searched();
    engine.tell(&format!(
        "setoption name Debug Log File value {}",
        place.path("another")
    ));
    assert_eq!(entries(place.path("another")).len(), 2);
}
