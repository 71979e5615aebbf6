use jumpers_arena::openings::{MOST_BYTES_A_LINE, Openings};
use jumpers_core::BoardSize;

use super::{START, START_8, START_10, read, texts};

#[test]
fn boards_comments_and_ends_of_lines_are_mixed() {
    let file = format!(
        "\u{feff}# a set\r\n\r\n{START}\r\n  \t \n  {START_8} # the start\n\tstartpos\t10 \n\
         4tt/4tt/6/6/rr4/1rrr2   t 11   13#\n##\n#{START_8}\n5t/4tt/r5/r3t1/1rrrt1/1r2t1 r 10 11"
    );
    let openings = read(file).expect("openings");
    assert_eq!(
        texts(&openings),
        [
            START,
            START_8,
            START_10,
            "4tt/4tt/6/6/rr4/1rrr2 t 11 13",
            "5t/4tt/r5/r3t1/1rrrt1/1r2t1 r 10 11",
        ]
    );
    assert_eq!(openings.len(), 5);
    assert!(openings.notices().is_empty());
    let boards: Vec<BoardSize> = openings.iter().map(|opening| opening.board()).collect();
    let [six, eight, ten] = BoardSize::ALL;
    assert_eq!(boards, [six, eight, ten, six, six]);
    assert_eq!(openings.get(1).expect("the second").text(), START_8);
    assert_eq!(openings.get(5), None);
    assert_eq!(openings.get(u64::MAX), None);
}

#[test]
fn startpos_is_the_start_of_a_board() {
    let openings = read("startpos 8\nstartpos\nstartpos 10\n").expect("openings");
    assert_eq!(texts(&openings), [START_8, START, START_10]);
}

/// Of equal openings in other words there is one; mirror images are not equal.
#[test]
fn repeated_openings_are_left_out_with_a_notice() {
    let openings = read(format!("startpos\n\n{START}\n")).expect("openings");
    assert_eq!(texts(&openings), [START]);
    assert_eq!(
        openings.notices(),
        ["openings set.txt: line 3 repeats line 1; repeated openings are left out"]
    );
    let openings = read("startpos\nstartpos 8\n".repeat(4)).expect("openings");
    assert_eq!(openings.len(), 2);
    assert_eq!(
        openings.notices(),
        [
            "openings set.txt: line 3 repeats line 1, line 4 repeats line 2, \
             line 5 repeats line 1, 3 more repeat others; repeated openings are left out"
        ]
    );
    let mirrored = "4tt/4tt/6/r5/rr4/1rr3 r 11 12\n4tt/4tt/6/6/rrr3/r1r3 r 11 12\n";
    assert_eq!(read(mirrored).expect("openings").len(), 2);
}

#[test]
fn errors_say_what_and_where() {
    let long = format!("{START} #{}", "-".repeat(MOST_BYTES_A_LINE));
    for (file, error) in [
        ("", "openings set.txt: there are none"),
        (
            "\u{feff}\n# none\n \r\n",
            "openings set.txt: there are none",
        ),
        (
            "startpos\n\n4tt/4tt/6/6/rr4 r 12 13\n",
            "openings set.txt, line 3: 5 ranks: a board has 6, 8 or 10",
        ),
        (
            "startpos 7",
            "openings set.txt, line 1: startpos: no board of size \"7\": the sizes are 6, 8 and 10",
        ),
        (
            "startpos 6 moves",
            "openings set.txt, line 1: startpos is followed by a board size or by nothing",
        ),
        (
            "4tt/4tt/6/6/rr4/rr4 r 12",
            "openings set.txt, line 1: the position text has no reserve of Teal",
        ),
        (
            "4tt/4tt/6/6/rr4/rr4 r 12 13 0 1",
            "openings set.txt, line 1: \"0\" after the end of the position text",
        ),
        (
            "# made up\n4tt/4tt/6/6/rr4/rr4 r 13 13",
            "openings set.txt, line 2: Red has 4 tokens on the board and 13 in reserve: more than \
             the 16 of the start",
        ),
        (
            "4tt/4tt/6/6/6/r5 r 12 13",
            "openings set.txt, line 1: the game is over: the side to move has no turn",
        ),
        (
            "startpos\n\u{feff}startpos 8\n",
            "openings set.txt, line 2: 1 ranks: a board has 6, 8 or 10",
        ),
        (&long, "openings set.txt, line 1: longer than 4096 bytes"),
    ] {
        let found = read(file).expect_err(file).to_string();
        assert_eq!(found, error, "{file:?}");
        assert_eq!(found.lines().count(), 1, "{found:?}");
    }
    let error = read(b"startpos\nstartp\xf6s\n").expect_err("Latin 1");
    assert_eq!(error.to_string(), "openings set.txt, line 2: not UTF-8");
}

/// What comes for ever without the end of a line is no opening, and found out soon.
#[test]
fn endless_lines() {
    let error = Openings::read("zero", std::io::repeat(b'4')).expect_err("no opening");
    assert_eq!(
        error.to_string(),
        "openings zero, line 1: longer than 4096 bytes"
    );
}

#[test]
fn the_longest_line_is_an_opening() {
    for end in ["", "\n", "\r\n"] {
        let comment = "-".repeat(MOST_BYTES_A_LINE - START.len() - 1);
        let openings = read(format!("{START}#{comment}{end}")).expect("openings");
        assert_eq!(openings.len(), 1, "{end:?}");
    }
}

/// `printf '…\n' | sha256sum` says the same.
#[test]
fn the_digest_is_of_the_openings_in_order() {
    let summary = read("startpos # first\n").expect("openings").summary();
    assert_eq!(summary.source, "set.txt");
    assert_eq!(summary.count, 1);
    assert_eq!(
        summary.digest,
        "be70641aaa71301c0972074c9f322dea7ca3eebaa91129cafef2f32e932ec38c"
    );
    let one = read("startpos\nstartpos 8").expect("openings").summary();
    let other = read("startpos 8\nstartpos").expect("openings").summary();
    assert_ne!(one.digest, other.digest);
}
