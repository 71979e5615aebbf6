//! The built-in players: what they say, and that they play the same games for the same seed.

mod chance;
mod games;
mod sessions;

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// A guard against hanging only.
const DEADLINE: Duration = Duration::from_secs(60);

/// What a player says to all of this input, and its exit status.
fn talk(arguments: &[&str], input: &[u8]) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .arg("player")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the player starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let mut stdout = child.stdout.take().expect("its output is a pipe");
    let input = input.to_vec();
    std::thread::spawn(move || stdin.write_all(&input));
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        sender.send(stdout.read_to_string(&mut text).map(|_| text))
    });
    let text = receiver.recv_timeout(DEADLINE);
    if text.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().expect("the player ends");
    let text = text.expect("the output ends").expect("the output is UTF-8");
    (text, status.code())
}

/// The lines that a player says to these lines.
fn replies(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let (text, status) = talk(arguments, format!("{}\n", lines.join("\n")).as_bytes());
    assert_eq!(status, Some(0));
    text.lines().map(str::to_owned).collect()
}
