//! What goes through the pipes, however much it is.

use std::time::Instant;

use jumpers_arena::process::{STDERR_LINE_BYTES, STDERR_LINES};

use crate::scripts::{LONG, Scripts};

#[test]
fn lines_go_both_ways() {
    let scripts = Scripts::new();
    let mut cat = scripts.start("exec cat");
    for text in ["hello", "", "x y  z"] {
        cat.send(text);
        assert_eq!(scripts.line(&mut cat), text);
    }
}

#[test]
fn a_line_that_is_longer_than_the_pipes_goes_both_ways() {
    let scripts = Scripts::new();
    let mut cat = scripts.start("exec cat");
    let line = "a1-c1+d1 ".repeat(100_000);
    cat.send(&line);
    cat.send("next");
    assert_eq!(scripts.line(&mut cat), line);
    assert_eq!(scripts.line(&mut cat), "next");
    assert!(!cat.has_unsent());
}

#[test]
fn standard_error_is_read_however_much_there_is() {
    let scripts = Scripts::new();
    let mut process = scripts.start(
        "head -c 5000000 /dev/zero | tr '\\000' x >&2; echo >&2\n\
         i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo complaint $i >&2; done\n\
         echo done; read line",
    );
    assert_eq!(scripts.line(&mut process), "done");
    // The last lines may come after it.
    process.send("");
    let end = process.read_line(Instant::now() + LONG, &scripts.interrupt);
    assert!(end.is_err());
    let lines = process.stderr();
    assert_eq!(lines.len(), STDERR_LINES);
    assert!(lines.iter().all(|line| line.len() <= STDERR_LINE_BYTES));
    assert_eq!(lines.last().map(String::as_str), Some("complaint 3000"));
}

#[test]
fn a_line_says_when_it_was_read() {
    let scripts = Scripts::new();
    let mut process = scripts.start("echo one; read line; echo two; read line");
    let one = process.read_line(Instant::now() + LONG, &scripts.interrupt);
    let between = Instant::now();
    process.send("");
    let two = process.read_line(Instant::now() + LONG, &scripts.interrupt);
    assert!(one.expect("a line").at <= between);
    assert!(two.expect("a line").at >= between);
}
