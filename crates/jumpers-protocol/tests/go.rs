//! Tables of `go`, and of lines that are none.

mod common;

use common::{check, check_errors};
use jumpers_protocol::{Command, CommandError, GoError, GoParams, ValueError};

#[test]
fn go() {
    let all = GoParams {
        searchmoves: vec!["a1-c1+d1".to_owned(), "b2-d2+d1".to_owned()],
        ponder: true,
        clock: [Some(1), Some(2)],
        increment: [Some(3), Some(4)],
        movestogo: Some(5),
        depth: Some(6),
        nodes: Some(u64::MAX),
        mate: Some(8),
        movetime: Some(9),
        infinite: true,
        solve: true,
        perft: Some(u32::MAX),
    };
    let all_text = "go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 \
                    nodes 18446744073709551615 mate 8 movetime 9 perft 4294967295 infinite \
                    solve searchmoves a1-c1+d1 b2-d2+d1";
    let clocks = |red, teal| GoParams {
        clock: [Some(red), Some(teal)],
        ..GoParams::default()
    };
    check(&[
        ("go", Command::Go(GoParams::default()), "go"),
        (all_text, Command::Go(all.clone()), all_text),
        (
            "go searchmoves a1-c1+d1 b2-d2+d1 solve perft 4294967295 infinite p1time 1 p2time 2 p1inc 3 \
             p2inc 4 ponder movetime 9 mate 8 nodes 18446744073709551615 depth 6 movestogo 5",
            Command::Go(all),
            all_text,
        ),
        (
            "go wtime -30 btime 0",
            Command::Go(clocks(-30, 0)),
            "go wtime -30 btime 0",
        ),
        // The last one counts, under either name.
        (
            "go wtime 1 p2time 2 p1time 3 btime 4",
            Command::Go(clocks(3, 4)),
            "go wtime 3 btime 4",
        ),
        (
            "go searchmoves a1 depth 3 searchmoves b1 depth 4",
            Command::Go(GoParams {
                searchmoves: vec!["b1".to_owned()],
                depth: Some(4),
                ..GoParams::default()
            }),
            "go depth 4 searchmoves b1",
        ),
    ]);
}

#[test]
fn go_errors() {
    check_errors(&[
        (
            "go wtime btime 50000",
            "missing-value",
            "go: no value for wtime at word 3: expected a whole number from \
             -9223372036854775808 to 9223372036854775807, found 'btime'",
        ),
        (
            "go depth",
            "missing-value",
            "go: no value for depth at word 3: expected a whole number from 0 to 4294967295, \
             found the end of the line",
        ),
        (
            "go depth 12x",
            "bad-number",
            "go: bad value for depth at word 3: expected a whole number from 0 to 4294967295, \
             found '12x'",
        ),
        (
            "go depth -1",
            "bad-number",
            "go: bad value for depth at word 3: expected a whole number from 0 to 4294967295, \
             found '-1'",
        ),
        (
            "go infinite nodes 18446744073709551616",
            "bad-number",
            "go: bad value for nodes at word 4: expected a whole number from 0 to \
             18446744073709551615, found '18446744073709551616'",
        ),
        (
            "go movetime 1.5",
            "bad-number",
            "go: bad value for movetime at word 3: expected a whole number from \
             -9223372036854775808 to 9223372036854775807, found '1.5'",
        ),
        (
            "go searchmoves depth 3",
            "missing-value",
            "go: no value for searchmoves at word 3: expected a turn, found 'depth'",
        ),
        (
            "go fast",
            "unknown-parameter",
            "go: unknown parameter 'fast' at word 2",
        ),
        (
            "go depth 3 4",
            "unknown-parameter",
            "go: unknown parameter '4' at word 4",
        ),
        (
            "x go é",
            "unknown-parameter",
            r"go: unknown parameter '\u{e9}' at word 3",
        ),
    ]);
    for parameter in ["wtime", "p2time", "binc", "p1inc", "movetime"] {
        let line = format!("go {parameter} 9223372036854775808");
        let Err(CommandError::Go(GoError::Value(ValueError::BadNumber {
            parameter: name, ..
        }))) = Command::parse(&line)
        else {
            panic!("{line}");
        };
        assert_eq!(name, parameter);
    }
    for parameter in ["movestogo", "depth", "mate", "perft"] {
        let error = Command::parse(&format!("go {parameter} 4294967296")).unwrap_err();
        assert_eq!(error.code(), "bad-number", "{parameter}");
    }
}
