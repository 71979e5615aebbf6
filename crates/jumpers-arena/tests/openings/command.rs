use std::io::Write;
use std::process::{Command, Output, Stdio};

use super::{START, START_8, load, read, texts};

/// What `arena openings` does with these arguments and this input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .arg("openings")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that fails early need not read on.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("an end")
}

/// Standard output of a run that succeeds.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments, b"");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn what_is_printed_is_a_file_of_the_same_openings() {
    for source in ["builtin:8", "random:board=6/10,count=9,seed=4"] {
        let openings = load(source, 0).expect("openings");
        let printed = printed(&[source]);
        let again = read(&printed).expect("openings");
        assert_eq!(texts(&again), texts(&openings));
        let summary = openings.summary();
        let first = printed.lines().next().expect("a line");
        assert_eq!(
            first,
            format!(
                "# {}: {count} of {count} openings, SHA-256 {}",
                summary.source,
                summary.digest,
                count = summary.count
            )
        );
    }
}

#[test]
fn a_seed_gives_the_order_of_a_tournament() {
    use jumpers_arena::openings::Order;

    let openings = load("builtin:6", 0).expect("openings");
    let order = Order::new(openings.len(), 3);
    let expected: Vec<&str> = (0..5)
        .map(|turn| {
            openings
                .get(order.opening(turn))
                .expect("an opening")
                .text()
        })
        .collect();
    let printed = printed(&["builtin:6", "--seed", "3", "--count", "5"]);
    let found: Vec<&str> = printed.lines().skip(1).collect();
    assert_eq!(found, expected);
    assert_ne!(found, texts(&openings)[..5]);
}

#[test]
fn standard_input_and_notices() {
    let output = run(&["-"], b"startpos 8\r\nstartpos\nstartpos\n");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = printed.lines().skip(1).collect();
    assert_eq!(lines, [START_8, START]);
    assert_eq!(
        String::from_utf8(output.stderr).expect("UTF-8"),
        "arena: openings -: line 3 repeats line 2; repeated openings are left out\n"
    );
}

#[test]
fn errors_are_one_line_and_a_status() {
    for (arguments, input, message) in [
        (
            &["-"][..],
            "startpos\nnothing\n",
            "arena: openings -, line 2: 1 ranks: a board has 6, 8 or 10\n",
        ),
        (
            &["-", "--count", "3"],
            "startpos\n",
            "arena: --count 3: there are 1 openings in -\n",
        ),
        (&["-"], "", "arena: openings -: there are none\n"),
    ] {
        let output = run(arguments, input.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        assert_eq!(String::from_utf8(output.stderr).expect("UTF-8"), message);
    }
    for arguments in [
        &[][..],
        &["builtin:7"],
        &["random:count=0"],
        &["builtin:6", "--count", "0"],
        &["builtin:6", "--seed", "-1"],
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(message.starts_with("error: "), "{message}");
    }
}

/// As `head` does.
#[test]
fn a_closed_output_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["openings", "random:count=20000,plies=6"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}
