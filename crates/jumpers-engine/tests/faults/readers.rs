//! Clients that read slowly or not at all, and long commands in front of the end.

use std::io::{Read, Write};
use std::time::Duration;

use crate::common::{Engine, MANY_TURNS, wait};
use crate::endings::Piped;

/// How it is told to end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Quit,
    ClosedInput,
}

const WAYS: [Way; 2] = [Way::Quit, Way::ClosedInput];

/// Some thousand legal turns: their list does not fit in a pipe.
const SOME_TURNS: &str = "t1t1t1t1tr/1t1t1t1t1t/t1t1t1t1t1/1t1t1t1t1t/t1t1t1t1t1/\
     1t1t1t1t1t/t1t1t1t1t1/10/10/r9 r 1 1";

/// Reads pieces of so many bytes with pauses between, to the end.
fn read_slowly(output: &mut impl Read, bytes: usize, pause: Duration) -> Vec<u8> {
    let mut all = Vec::new();
    let mut piece = vec![0; bytes];
    loop {
        match output.read(&mut piece).expect("a pipe") {
            0 => return all,
            read => all.extend(&piece[..read]),
        }
        std::thread::sleep(pause);
    }
}

/// Is everything that comes behind the first byte of an answer read by a client that reads so
/// slowly, though the session is ended at once?
///
/// A busy machine may keep the client from reading for so long that it looks as if it had stopped,
/// so it may try a few times.
fn gets_all(position: &str, way: Way, bytes: usize, pause: Duration) {
    let mut engine = Engine::start();
    engine.ask(&format!("position fen {position}"));
    let list = engine.response("movelist");
    assert!(list.len() > 200_000, "{}", list.len());
    let expected = format!("response {list}\nreadyok\n");
    for _ in 0..5 {
        let Piped {
            mut child,
            input,
            mut output,
        } = Piped::start(&format!("position fen {position}"));
        let mut input = Some(input);
        let mut send = |line: &str| {
            let input = input.as_mut().expect("it is open");
            writeln!(input, "{line}").expect("the engine reads");
        };
        send("movelist");
        send("isready");
        let mut first = [0];
        output.read_exact(&mut first).expect("an answer");
        match way {
            Way::Quit => send("quit"),
            Way::ClosedInput => drop(input.take()),
        }
        let rest = read_slowly(&mut output, bytes, pause);
        assert!(wait(&mut child).success());
        let found = [first.to_vec(), rest].concat();
        assert!(expected.as_bytes().starts_with(&found), "{way:?}");
        if found.len() == expected.len() {
            return;
        }
    }
    panic!("{way:?}, {bytes} bytes each {pause:?}: cut off");
}

#[test]
fn a_slow_reader_gets_all_of_a_long_line() {
    for way in WAYS {
        for (kib, millis) in [(4, 2), (16, 10), (64, 20), (1024, 30)] {
            gets_all(SOME_TURNS, way, kib << 10, Duration::from_millis(millis));
        }
    }
}

#[test]
fn a_slow_reader_gets_all_of_the_longest_line() {
    for way in WAYS {
        gets_all(MANY_TURNS, way, 1 << 16, Duration::from_millis(3));
    }
}

/// Nobody takes the answers, and nobody closes the output either.
#[test]
fn a_client_that_never_reads_does_not_keep_the_engine() {
    let many = format!("position fen {MANY_TURNS}");
    for (before, lines) in [
        ("", "d\n".repeat(20_000)),
        ("", "help\nuci\nmovelist\n".repeat(3000)),
        ("", "nonsense\n".repeat(50_000)),
        ("go infinite", "d\n".repeat(20_000)),
        (
            "setoption name MultiPV value 500",
            "go depth 9\n".repeat(500),
        ),
        (&many, "movelist\n".to_owned()),
        (&many, "divide 1\nisready\n".to_owned()),
        (&many, "go perft 1\nd\nmovelist\n".to_owned()),
    ] {
        for way in WAYS {
            for pause in [0, 300] {
                let mut piped = Piped::start(before);
                let mut input = piped.input;
                input.write_all(lines.as_bytes()).expect("it is read");
                std::thread::sleep(Duration::from_millis(pause));
                if way == Way::Quit {
                    writeln!(input, "quit").expect("it is read");
                } else {
                    drop(input);
                }
                let shown = &lines[..lines.len().min(20)];
                let status = wait(&mut piped.child);
                assert!(status.success(), "{before}, {shown}, {way:?}: {status}");
                drop(piped.output);
            }
        }
    }
}

/// It has read half of a line when it stops reading.
#[test]
fn a_client_that_stops_reading_in_a_line_does_not_keep_the_engine() {
    for way in WAYS {
        let mut piped = Piped::start(&format!("position fen {MANY_TURNS}"));
        let mut input = piped.input;
        writeln!(input, "movelist").expect("it is read");
        let mut half = vec![0; 1 << 20];
        piped.output.read_exact(&mut half).expect("an answer");
        if way == Way::Quit {
            writeln!(input, "quit").expect("it is read");
        } else {
            drop(input);
        }
        assert!(wait(&mut piped.child).success(), "{way:?}");
        drop(piped.output);
    }
}

/// So many of them take longer than the test waits, if they are not cut off.
#[test]
fn commands_that_take_long_do_not_keep_the_engine() {
    let many = format!("position fen {MANY_TURNS}");
    for (before, lines) in [
        (&*many, "movelist\n".repeat(500)),
        (&many, "query movelist\n".repeat(500)),
        (
            "",
            "setoption name Hash value 2048\nsetoption name Hash value 2047\n".repeat(100),
        ),
        (
            "setoption name Hash value 2048",
            "ucinewgame\nsetoption name Clear Hash\n".repeat(200),
        ),
        (
            "go infinite",
            "setoption name Hash value 2048\ngo infinite\nsetoption name Hash value 1\n".repeat(50),
        ),
    ] {
        for way in WAYS {
            let piped = Piped::start(before);
            let (mut child, mut input, mut output) = (piped.child, piped.input, piped.output);
            input.write_all(lines.as_bytes()).expect("it is read");
            if way == Way::Quit {
                writeln!(input, "quit").expect("it is read");
            } else {
                drop(input);
            }
            let reader = std::thread::spawn(move || {
                std::io::copy(&mut output, &mut std::io::sink()).expect("bytes")
            });
            let shown = &lines[..lines.len().min(40)];
            let status = wait(&mut child);
            assert!(status.success(), "{before}, {shown}, {way:?}: {status}");
            reader.join().expect("no panic");
        }
    }
}
