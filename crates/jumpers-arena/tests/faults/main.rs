//! Players with a fault: when it shows, and that they play properly otherwise. What games and
//! tables of rules make of them is tested there.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use jumpers_arena::fault::FaultKind;

/// A guard against hanging only.
const DEADLINE: Duration = Duration::from_secs(60);

/// What an engine with a fault wrote, and how it ended.
struct Ended {
    lines: Vec<String>,
    errors: String,
    status: ExitStatus,
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .arg("fault")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts")
}

/// Sends all of these lines to an engine, and waits for its end.
fn talk(arguments: &[&str], lines: &[&str]) -> Ended {
    let mut child = start(arguments);
    let mut input = child.stdin.take().expect("its input is a pipe");
    let text = format!("{}\n", lines.join("\n"));
    // It need not read it.
    std::thread::spawn(move || input.write_all(text.as_bytes()));
    let mut output = child.stdout.take().expect("its output is a pipe");
    let mut errors = child.stderr.take().expect("its errors are a pipe");
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let (mut bytes, mut text) = (Vec::new(), String::new());
        let read = output.read_to_end(&mut bytes);
        let read = read.and_then(|_| errors.read_to_string(&mut text));
        sender.send(read.map(|_| (bytes, text)))
    });
    let read = receiver.recv_timeout(DEADLINE);
    if read.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().expect("the engine ends");
    let (bytes, errors) = read.expect("the output ends").expect("it can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ended {
        lines: text.lines().map(str::to_owned).collect(),
        errors,
        status,
    }
}

/// The lines that are not about the search.
fn without_info(ended: &Ended) -> Vec<&str> {
    let lines = ended.lines.iter().map(String::as_str);
    lines
        .filter(|line| !line.starts_with("info depth"))
        .collect()
}

#[test]
fn all_kinds_have_names_of_their_own() {
    let mut names: Vec<_> = FaultKind::ALL.iter().map(|kind| kind.name()).collect();
    assert!(names.contains(&"no-bestmove-turn".to_owned()));
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
    let unknown = talk(&["no-such-fault"], &[]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn a_fault_shows_after_some_turns_of_each_game() {
    let game = ["go", "isready", "go", "isready", "go", "isready"];
    let lines = [&["uginewgame"], &game[..], &["uginewgame"], &game[..3]].concat();
    let ended = talk(&["illegal-turn", "--after", "2"], &lines);
    let is_wrong: Vec<_> = without_info(&ended)
        .into_iter()
        .filter(|line| line.starts_with("bestmove"))
        .map(|line| line == "bestmove a1-a1+a2")
        .collect();
    assert_eq!(is_wrong, [false, false, true, false, false]);
}

#[test]
fn a_fault_shows_after_some_games() {
    let lines = ["uginewgame", "go", "uginewgame", "go", "uginewgame", "go"];
    let ended = talk(&["no-bestmove-turn", "--after-games", "2"], &lines);
    let best: Vec<_> = without_info(&ended);
    assert!(best[..2].iter().all(|line| line.len() > "bestmove".len()));
    assert_eq!(best[2..], ["bestmove"]);
}

#[test]
fn a_crash_has_a_status_and_words() {
    let ended = talk(&["crash", "--after", "1"], &["isready", "go", "go", "go"]);
    assert_eq!(without_info(&ended).len(), 2, "{:?}", ended.lines);
    assert_eq!(ended.status.code(), Some(3));
    assert_eq!(ended.errors.lines().count(), 2, "{}", ended.errors);
    let at_start = talk(&["crash-at-start"], &["uci"]);
    assert_eq!(at_start.lines, [""; 0]);
    assert_eq!(at_start.status.code(), Some(3));
}

#[cfg(unix)]
#[test]
fn an_abort_is_a_signal() {
    use std::os::unix::process::ExitStatusExt;

    let ended = talk(&["abort"], &["isready", "go"]);
    assert_eq!(ended.lines, ["readyok"]);
    assert_eq!(ended.status.code(), None);
    assert_eq!(ended.status.signal(), Some(6));
}

#[test]
fn an_engine_that_does_not_end_runs_on() {
    let mut child = start(&["slow-quit"]);
    let mut input = child.stdin.take().expect("its input is a pipe");
    input.write_all(b"quit\nisready\n").expect("it reads");
    drop(input);
    let mut output = child.stdout.take().expect("its output is a pipe");
    let mut ready = [0; 8];
    output
        .read_exact(&mut ready)
        .expect("it answers after quit");
    assert_eq!(&ready, b"readyok\n");
    let until = Instant::now() + Duration::from_millis(300);
    while Instant::now() < until {
        assert!(child.try_wait().expect("it can be asked").is_none());
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn what_comes_too_late_comes_after_the_time() {
    let mut child = start(&["clock-forfeit", "--delay", "400"]);
    let mut input = child.stdin.take().expect("its input is a pipe");
    let start = Instant::now();
    input
        .write_all(b"go wtime 100 btime 200\n")
        .expect("it reads");
    let mut output = child.stdout.take().expect("its output is a pipe");
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.contains("bestmove") {
        let count = output.read(&mut buffer).expect("it goes on");
        assert!(count > 0, "{text}");
        text.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    assert!(start.elapsed() >= Duration::from_millis(600));
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn the_player_with_the_fault_can_be_chosen() {
    let player = ["bad-movelist", "--player", "shallow", "--seed", "4"];
    let ended = talk(&player, &["uci", "movelist"]);
    assert_eq!(ended.lines[0], "id name Jumpers player shallow");
    assert!(ended.lines[2].contains(" default 4 "), "{:?}", ended.lines);
    let turns = ended.lines.last().map(|line| line.split(' ').count());
    assert_eq!(turns, Some(10));
}
