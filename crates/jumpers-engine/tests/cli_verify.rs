//! The command that checks certificates of won positions.

mod common;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use common::{BINARY, run};

/// Red wins `5t/5t/6/6/r5/r5 r 2 1`: the example of the format's page.
const EXAMPLE: &[u8] = b"JMPPROOF\x01\x06\x155t/5t/6/6/r5/r5 r 2 1\x00\x03\x03\x01\x02\x00\
    \x58\x6b\x36\x78\x7e\x0d\x88\x31\x07\x51\xc8\x6a\x60\x2d\x9a\x7d\
    \xbf\x5c\xc3\x51\x4d\x8b\xaa\x67\x7a\x6d\x88\x51\x7f\xef\xa5\x31";

const PROVED: &str = "proved: Red, to move, wins 5t/5t/6/6/r5/r5 r 2 1 on 6x6 in at most 3 plies \
    (2 turns of its own), whatever Teal does: 3 winner nodes, 3 loser nodes, 70 bytes, \
    sha256 586b36787e0d88310751c86a602d9a7dbf5cc3514d8baa677a6d88517fefa531";

/// Runs with a certificate as standard input, which the argument `-` stands for.
fn run_on(input: &[u8]) -> Output {
    let mut child = Command::new(BINARY)
        .args(["verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // It need not read all of it.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the engine ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[track_caller]
fn assert_proved(output: &Output) {
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    let [proved, time] = lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(proved, PROVED);
    let ms = time.strip_prefix("verified in ").expect(time);
    let ms = ms.strip_suffix(" ms").expect(time);
    assert!(ms.parse::<f64>().expect(time) >= 0.0);
}

#[track_caller]
fn assert_refused(output: &Output, status: i32, message: &str) {
    assert_eq!(text(&output.stdout), "");
    let expected = format!("jumpers-engine: verify: {message}\n");
    assert_eq!(text(&output.stderr), expected);
    assert_eq!(output.status.code(), Some(status));
}

/// A file of this test run, which is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let name = format!("jumpers-verify-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut file = File::create(&path).expect("a file");
        file.write_all(bytes).expect("written");
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn proofs_are_verified() {
    assert_proved(&run_on(EXAMPLE));
    let file = Scratch::new("example.proof", EXAMPLE);
    assert_proved(&run(&["verify", file.path()]));
}

#[test]
fn what_is_no_proof_is_refused_in_a_line() {
    let mut other_turn = EXAMPLE.to_vec();
    other_turn[36] = 6;
    for (bytes, message) in [
        (&[][..], "byte 0, first bytes: it is cut off here"),
        (
            b"jumpers-game 1\n",
            "byte 0, first bytes: no certificate: it does not begin with JMPPROOF",
        ),
        (&EXAMPLE[..69], "byte 69, hash: it is cut off here"),
        (
            &EXAMPLE[..37],
            "byte 37, winner node 3, 2ttt1/6/6/6/2r3/1rr3 r 1 0: it is cut off here",
        ),
        (
            &[EXAMPLE, b"\n"].concat(),
            "byte 70, end: bytes behind the end of the certificate",
        ),
        (
            &other_turn,
            "byte 36, winner node 2, 3tt1/3t2/6/6/2r3/1rr3 r 1 0: \
             the turn's number is 6, not less than the number of turns, 6",
        ),
    ] {
        assert_refused(&run_on(bytes), 1, &format!("-: {message}"));
        let file = Scratch::new("refused.proof", bytes);
        let message = format!("{}: {message}", file.path());
        assert_refused(&run(&["verify", file.path()]), 1, &message);
    }
}

#[test]
fn what_cannot_be_read_has_a_status_of_its_own() {
    let missing = run(&["verify", "/no/such\nfile"]);
    let message = "/no/such\\nfile: No such file or directory (os error 2)";
    assert_refused(&missing, 2, message);
    let output = run(&["verify", "/"]);
    let message = "/: byte 0, first bytes: cannot read on: Is a directory (os error 21)";
    assert_refused(&output, 2, message);
    for args in [&["verify"][..], &["verify", "-", "-"], &["verify", "--x"]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
    }
}

#[test]
fn help_names_the_statuses() {
    let output = run(&["verify", "--help"]);
    assert_eq!(output.status.code(), Some(0));
    let help = text(&output.stdout);
    let statuses =
        "Exit status: 0 if the file is a proof, 1 if it is none, 2 if it cannot be read.";
    assert!(help.contains(statuses), "{help}");
    assert!(text(&run(&["--help"]).stdout).contains("  verify "));
}
