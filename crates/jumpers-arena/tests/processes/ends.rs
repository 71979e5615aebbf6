//! How processes end, and what is known of it.

use std::time::{Duration, Instant};

use jumpers_arena::process::{End, Exit, Launch, Process, ReadError};

use crate::scripts::{LONG, Scripts};

#[test]
fn the_last_lines_come_before_the_end() {
    let scripts = Scripts::new();
    let mut process = scripts.start("echo one; echo two; echo oh >&2; echo no >&2; exit 3");
    assert_eq!(scripts.line(&mut process), "one");
    assert_eq!(scripts.line(&mut process), "two");
    assert_eq!(scripts.end(&mut process), End::Exited(Exit::Status(3)));
    assert_eq!(process.stderr(), ["oh", "no"]);
    assert_eq!(process.start_failure(), None);
}

#[test]
fn a_signal_has_a_name() {
    let scripts = Scripts::new();
    let mut process = scripts.start("kill -SEGV $$");
    let end = scripts.end(&mut process);
    assert_eq!(end.to_string(), "signal 11 (SIGSEGV)");
}

#[test]
fn what_cannot_be_started_says_why() {
    let scripts = Scripts::new();
    let missing = scripts.path("missing");
    let text = scripts.path("text");
    std::fs::write(&text, "no program").expect("a file");
    for (program, reason) in [
        (missing, "No such file or directory"),
        (text, "Permission denied"),
    ] {
        let mut process =
            Process::start(&scripts.supervisor, &Launch::program(&program)).expect("a shim");
        assert_eq!(scripts.end(&mut process), End::Exited(Exit::Status(127)));
        let reason = format!("{reason}: {}", program.display());
        assert_eq!(process.start_failure(), Some(reason));
    }
}

#[test]
fn a_program_that_closes_its_output_is_not_waited_for() {
    let scripts = Scripts::new();
    let mut process = scripts.start("exec sleep 1000 >&-");
    assert_eq!(scripts.end(&mut process), End::ClosedOutput);
}

#[test]
fn the_end_is_seen_also_if_a_child_keeps_the_pipe() {
    let scripts = Scripts::new();
    let mut process = scripts.start("sleep 1000 & echo there; exit 4");
    assert_eq!(scripts.line(&mut process), "there");
    assert_eq!(scripts.end(&mut process), End::Exited(Exit::Status(4)));
}

#[test]
fn quit_waits_and_then_kills() {
    let scripts = Scripts::new();
    let mut obedient = scripts.start("read line; [ \"$line\" = quit ] && exit 7");
    assert_eq!(
        obedient.quit(LONG, &scripts.interrupt),
        Some(Exit::Status(7))
    );
    let mut stubborn = scripts.start("trap '' TERM; echo there; while :; do sleep 1; done");
    assert_eq!(scripts.line(&mut stubborn), "there");
    assert_eq!(
        stubborn.quit(Duration::from_millis(50), &scripts.interrupt),
        None
    );
    assert_eq!(stubborn.end(), Some(End::Exited(Exit::Signal(9))));
}

#[test]
fn an_interrupt_ends_a_wait() {
    let scripts = Scripts::new();
    let mut process = scripts.start("exec sleep 1000");
    let interrupt = scripts.interrupt.clone();
    let setter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.set();
    });
    let read = process.read_line(Instant::now() + LONG, &scripts.interrupt);
    assert_eq!(read, Err(ReadError::Interrupted));
    setter.join().expect("the thread");
}
