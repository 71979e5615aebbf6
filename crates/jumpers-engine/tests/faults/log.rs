//! The log of a session: every line, whole and in order, in a file and in nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Engine, START};

/// A directory for one test.
pub struct Place(PathBuf);

impl Place {
    /// An empty one.
    pub fn new(test: &str) -> Self {
        let name = format!("jumpers-{test}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir(&directory).expect("a directory");
        Place(directory)
    }

    /// A file in it.
    pub fn path(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An entry of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Not from the engine.
    pub is_from_client: bool,
    /// What it said.
    pub text: String,
}

/// The entries, each of which must have its form.
pub fn entries(path: impl AsRef<Path>) -> Vec<Entry> {
    let log = fs::read_to_string(path).expect("a log");
    assert!(log.is_empty() || log.ends_with('\n'), "{log}");
    log.lines().map(entry).collect()
}

fn entry(line: &str) -> Entry {
    let (time, rest) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
    let date_and_time = time.strip_suffix('Z').and_then(|time| time.split_once('T'));
    let (date, time) = date_and_time.unwrap_or_else(|| panic!("{line}"));
    assert_eq!(date.split('-').count(), 3, "{line}");
    assert_eq!(time.split(':').count(), 3, "{line}");
    let (mark, text) = rest.split_once(' ').unwrap_or((rest, ""));
    assert!([">", "<"].contains(&mark), "{line}");
    Entry {
        is_from_client: mark == ">",
        text: text.to_owned(),
    }
}

/// The lines of one direction.
fn texts(entries: &[Entry], from_client: bool) -> Vec<&str> {
    let some = entries.iter().filter(|e| e.is_from_client == from_client);
    some.map(|entry| entry.text.as_str()).collect()
}

/// An engine that keeps a log.
pub fn logging(path: &str) -> Engine {
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name Debug Log File value {path}"));
    engine
}

#[test]
fn a_log_in_a_file_that_is_new_or_old_or_has_a_name_of_several_words() {
    let place = Place::new("good-logs");
    fs::write(place.path("old"), "2000-01-01T00:00:00Z > before\n").expect("a file");
    for (name, before) in [("new", 0), ("old", 1), ("with spaces in it.log", 0)] {
        let path = place.path(name);
        logging(&path);
        let log = entries(&path);
        assert_eq!(texts(&log[before..], true), ["isready"], "{name}");
        assert_eq!(texts(&log[before..], false), ["readyok"], "{name}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(place.path("new"), place.path("link")).expect("a link");
        logging(&place.path("link"));
        assert_eq!(entries(place.path("new")).len(), 4);
    }
}

/// The lines of both directions, the strangest among them, and the order of question and answer.
#[test]
fn every_line_is_in_the_log_whole_and_in_order() {
    let place = Place::new("whole-log");
    let path = place.path("log");
    let mut engine = Engine::start_speaking("ugi");
    engine.tell("setoption name Threads value 2");
    engine.tell("setoption name MultiPV value 10");
    engine.send(&format!("setoption name Debug Log File value {path}"));
    let long = format!("moves {}", "a1-c1+d1 ".repeat(10_000).trim_end());
    let mut sent = vec!["position startpos", "nonsense of \u{1f3b2}", "", &long];
    for round in 0..100 {
        sent.extend(["go depth 4", "isready", "query fen", "query the time"]);
        if round % 7 == 0 {
            sent.extend(["uci", "d", "divide 2", "undo", "go depth x"]);
        }
    }
    sent.extend(["go infinite", "isready", "isready", "stop"]);
    engine.send_bytes((sent.join("\n") + "\r\n").as_bytes());
    let mut received = Vec::new();
    for _ in 0..sent.iter().filter(|line| line.starts_with("go ")).count() {
        let ends = ["bestmove ", "info string error bad-number: "];
        received.extend(engine.until(|line| ends.iter().any(|end| line.starts_with(end))));
    }
    received.extend(engine.sync());
    received.push("readyok".to_owned());
    sent.push("isready");
    let log = entries(&path);
    assert!(texts(&log, true) == sent, "{log:#?}");
    assert!(texts(&log, false) == received, "{log:#?}");
    for (question, answer) in [("isready", "readyok"), ("go depth 4", "bestmove ")] {
        let mut open = 0;
        for entry in &log {
            if entry.is_from_client && entry.text == question {
                open += 1;
            } else if !entry.is_from_client && entry.text.starts_with(answer) {
                open -= 1;
            }
            let fewest = if answer == "readyok" { 0 } else { -1 };
            assert!(open >= fewest, "{answer} before its {question}");
        }
    }
}

/// Bytes that are no text, and control characters, leave a line a line.
#[test]
fn a_line_of_any_bytes_is_one_line_of_the_log() {
    let place = Place::new("log-of-bytes");
    let path = place.path("log");
    let mut engine = logging(&path);
    let lines: [&[u8]; 8] = [
        b"\xff\xfe\xc0\xaf",
        b"nothing\0\0of\x1b[2Jthis\x07",
        b"\r\r\rnothing\r\r",
        "nothing\u{85}\u{2028}\u{2029}".as_bytes(),
        b"\x0b\x0cnothing",
        b"> nothing",
        b"2000-01-01T00:00:00Z < readyok",
        b"\t nothing \t",
    ];
    for line in lines {
        engine.send_bytes(&[line, b"\n"].concat());
    }
    engine.sync();
    let log = entries(&path);
    let errors = texts(&log, false);
    let errors = errors
        .iter()
        .filter(|line| line.contains("unknown-command"));
    assert_eq!(errors.count(), lines.len());
    // Before them and behind them the engine was asked whether it was ready.
    assert_eq!(texts(&log, true).len(), lines.len() + 2);
    for entry in &log {
        assert!(!entry.text.contains(char::is_control), "{entry:?}");
    }
}

/// What the client has read is in the file, however soon it looks, also when the engine is killed.
#[test]
fn a_reply_that_was_read_is_in_the_log() {
    let place = Place::new("read-replies");
    let path = place.path("log");
    let mut engine = logging(&path);
    for round in 0..300 {
        let line = format!("position fen nonsense{round}");
        engine.send(&line);
        let reply = engine.next_line().expect("a line");
        let log = entries(&path);
        assert_eq!(log[log.len() - 2].text, line);
        assert_eq!(log[log.len() - 1].text, reply);
    }
    for _ in 0..30 {
        engine.send("go depth 3");
        let lines = engine.until_best_move();
        let log = entries(&path);
        assert!(
            texts(&log, false).ends_with(&lines.iter().map(String::as_str).collect::<Vec<_>>())
        );
    }
    engine.send("go infinite");
    let seen = engine.until_prefix("info depth 3 ");
    drop(engine);
    let log = entries(&path);
    let replies = texts(&log, false);
    assert!(replies.contains(&seen[seen.len() - 1].as_str()));
}

/// Each line is in the log that was open then, and the search goes on.
#[test]
fn a_log_is_changed_and_closed_while_the_engine_searches() {
    let place = Place::new("changed-logs");
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 10");
    engine.send(&format!(
        "setoption name Debug Log File value {}",
        place.path("0")
    ));
    engine.send("go infinite");
    for number in 1..10 {
        engine.send_bytes(&b"isready\n".repeat(20));
        let path = place.path(&number.to_string());
        engine.send(&format!("setoption name Debug Log File value {path}"));
    }
    engine.send("isready");
    let mut received = Vec::new();
    for _ in 0..181 {
        received.extend(engine.until(|line| line == "readyok"));
    }
    engine.send("setoption name Debug Log File value <empty>");
    received.extend(engine.ask("query fen"));
    let is_turn = |line: &String| line.starts_with("bestmove");
    assert!(!received.iter().any(is_turn), "{received:#?}");
    engine.assert_searching();
    engine.send("stop");
    engine.searched();
    let mut logged = Vec::new();
    for number in 0..10 {
        let log = entries(place.path(&number.to_string()));
        let asked = texts(&log, true);
        let last = asked.last().expect("a line");
        assert!(last.starts_with("setoption name Debug Log File"), "{last}");
        logged.extend(texts(&log, false).into_iter().map(str::to_owned));
    }
    assert!(received.starts_with(&logged), "{received:#?}\n{logged:#?}");
    let fen = format!("response {START}");
    assert!(logged.contains(&"readyok".to_owned()) && !logged.contains(&fen));
}

#[test]
fn a_line_that_is_too_long_is_a_note_in_the_log() {
    let place = Place::new("long-line-in-log");
    let path = place.path("log");
    let mut engine = logging(&path);
    for round in 1..3 {
        let megabyte = b"quit ".repeat((1 << 20) / 5);
        for _ in 0..66 {
            engine.send_bytes(&megabyte);
        }
        engine.send_bytes(b"\n");
        assert_eq!(engine.sync().len(), 1);
        assert_eq!(engine.query("fen"), START);
        assert!(fs::metadata(&path).expect("a file").len() < 10_000);
        let log = entries(&path);
        let is_error = |entry: &&Entry| entry.text.contains("error line-too-long: ");
        assert_eq!(log.iter().filter(is_error).count(), round);
        let error = log.iter().rposition(|entry| is_error(&entry)).expect("it");
        // Something stands for the line, before the error.
        let note = &log[..error];
        assert!(note.iter().rev().any(|entry| entry.is_from_client));
        // The first `isready`, and for each round the note and three lines.
        assert_eq!(texts(&log, true).len(), 1 + 4 * round, "{log:#?}");
    }
}

/// Two sessions that share a log do not cut each other's lines.
#[test]
fn two_sessions_in_one_log() {
    let place = Place::new("shared-log");
    let path = place.path("log");
    let mut engines = [logging(&path), logging(&path)];
    for engine in &mut engines {
        engine.send_bytes(&b"isready\n".repeat(500));
    }
    for engine in &mut engines {
        (0..500).for_each(|_| assert_eq!(engine.next_line().as_deref(), Some("readyok")));
        assert_eq!(engine.query("board"), "6");
    }
    let log = entries(&path);
    let ready = log.iter().filter(|entry| entry.text == "readyok");
    // One each from the beginning and from the last question.
    assert_eq!(ready.count(), 1004);
}
