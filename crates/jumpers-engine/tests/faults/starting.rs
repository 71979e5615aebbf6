//! The start of a process that may have little: it works, or says why not.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use crate::common::BINARY;

/// Runs the engine with these arguments and this input under a limit of `ulimit`.
fn run(limit: &str, args: &[&str], input: &str) -> Output {
    let script = format!("{limit} && exec \"$0\" \"$@\"");
    let mut child = Command::new("sh")
        .args(["-c", &script, BINARY])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    // An engine that did not start reads nothing.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("an end")
}

/// Is there enough for what every program needs before its first line?
fn is_loaded(limit: &str) -> bool {
    run(limit, &["--version"], "").status.success()
}

/// Did the session work? If it did not it must have said why, in one line.
fn works(limit: &str) -> bool {
    // The certificate is loaded, or there is no memory for it, which is no fault.
    says_ready(limit, "setoption name OwnBook value true\nisready\nquit\n");
    says_ready(limit, "isready\nquit\n")
}

/// Did a session with this input say that it was ready, and nothing else?
fn says_ready(limit: &str, input: &str) -> bool {
    let output = run(limit, &[], input);
    let errors = String::from_utf8_lossy(&output.stderr);
    let status = output.status;
    assert_eq!(status.signal(), None, "{limit}: {status}, {errors}");
    assert!(!errors.contains("panicked"), "{limit}: {errors}");
    if status.success() {
        assert_eq!(output.stdout, b"readyok\n", "{limit}: {errors}");
        return true;
    }
    assert_eq!(status.code(), Some(1), "{limit}: {errors}");
    assert_eq!(output.stdout, b"", "{limit}");
    assert_eq!(errors.lines().count(), 1, "{limit}: {errors}");
    assert!(errors.starts_with("jumpers-engine: "), "{limit}: {errors}");
    false
}

/// The least amount, in KiB, that is enough, between one that is not and one that is.
fn least(mut too_little: usize, mut enough: usize, is_enough: impl Fn(usize) -> bool) -> usize {
    assert!(is_enough(enough));
    while enough - too_little > 8 {
        let between = usize::midpoint(too_little, enough);
        if is_enough(between) {
            enough = between;
        } else {
            too_little = between;
        }
    }
    enough
}

/// From what the loader needs to what is enough, and somewhat more.
#[test]
fn address_space_from_far_too_little_to_enough() {
    let limit = |kib: usize| format!("ulimit -v {kib}");
    let loaded = least(0, 1 << 20, |kib| is_loaded(&limit(kib)));
    let mut worked = 0;
    let mut failed = 0;
    // Steps of no round number, so that the last page and the last mapping are met.
    let mut kib = loaded + 8;
    while worked < 40 {
        if works(&limit(kib)) {
            worked += 1;
        } else {
            failed += 1;
        }
        kib += 1 + kib / 83 + 64 * (failed % 7);
        assert!(kib < 4 << 20, "{kib} KiB are not enough");
    }
    assert!(failed > 10, "{failed}");
    // Close to the least that is enough, by the page.
    let enough = least(loaded, kib, |kib| works(&limit(kib)));
    for kib in (enough.saturating_sub(400)..enough + 400).step_by(12) {
        works(&limit(kib));
    }
}

#[test]
fn few_files_and_little_stack() {
    for limit in (3..12).map(|files| format!("ulimit -n {files}")) {
        if is_loaded(&limit) {
            assert!(works(&limit), "{limit}");
        }
    }
    for limit in [64, 128, 256, 1024].map(|kib| format!("ulimit -s {kib}")) {
        if is_loaded(&limit) {
            assert!(works(&limit), "{limit}");
        }
    }
}
