//! The format, byte for byte, and what is said of bytes that are not of it.

mod common;

use std::io::{self, Read};

use common::{Chance, Proof, number, sealed};
use jumpers_core::{Bitboard, BoardSize, Color, Position, Setup, Six, Square, Ten};
use jumpers_proof::{Cause, Place, Strategy, format, verify};
use sha2::{Digest, Sha256};

/// The page of the format.
const PAGE: &str = include_str!("../certificate.md");

/// The bytes of the page's example: two digits each, up to the first word that is none.
fn example() -> Vec<u8> {
    let (_, behind) = PAGE.split_once("```text\n").expect("an example");
    let (lines, _) = behind.split_once("```").expect("an end");
    let mut bytes = Vec::new();
    for line in lines.lines() {
        let (hex, _) = line.split_at(line.find("   ").unwrap_or(line.len()));
        for word in hex.split_whitespace() {
            bytes.push(u8::from_str_radix(word, 16).expect(line));
        }
    }
    bytes
}

#[test]
fn the_page_has_the_bytes_of_its_example() {
    // Worked out from the page, not taken from a program's output.
    let mut expected = Vec::new();
    expected.extend(b"JMPPROOF");
    expected.extend([1, 6]);
    expected.push(21);
    expected.extend(b"5t/5t/6/6/r5/r5 r 2 1");
    expected.extend([0, 3, 3]);
    expected.extend([1, 2, 0]);
    assert_eq!(expected.len(), 38);
    let trailer = Sha256::digest(&expected);
    // As the program sha256sum has it.
    let known = "586b36787e0d88310751c86a602d9a7dbf5cc3514d8baa677a6d88517fefa531";
    let hex: String = trailer.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, known);
    expected.extend(trailer);
    assert_eq!(example(), expected);
    // The same as a file, to try.
    assert_eq!(include_bytes!("../example.proof")[..], expected);
}

#[test]
fn the_example_proves_what_the_page_says() {
    let bytes = example();
    let verified = verify(&bytes[..]).expect("a proof");
    assert_eq!(
        verified.to_string(),
        "proved: Red, to move, wins 5t/5t/6/6/r5/r5 r 2 1 on 6x6 in at most 3 plies \
         (2 turns of its own), whatever Teal does: 3 winner nodes, 3 loser nodes, 70 bytes, \
         sha256 586b36787e0d88310751c86a602d9a7dbf5cc3514d8baa677a6d88517fefa531"
    );
    let (proof, loser_nodes) = Proof::check(&bytes).expect("a proof");
    assert_eq!((proof.body, loser_nodes), (vec![1, 2, 0], 3));

    // The turns that the page names, in their order.
    let texts = |position: &Position<Six>| -> Vec<String> {
        let mut turns = position.turns().to_vec();
        turns.sort();
        let texts = turns.iter().map(|turn| position.text_of(turn).to_string());
        texts.collect()
    };
    let after = |position: &Position<Six>, text: &str| {
        let mut next = *position;
        let turn = next.resolve_text(text).expect(text);
        next.play(&turn).expect(text);
        next
    };
    let root: Position<Six> = proof.root.parse().expect("a position");
    let first = root.canonical();
    assert_eq!(first.to_string(), "4tt/6/6/6/6/rr4 r 2 1");
    assert_eq!(texts(&first), ["a1-c1+d1", "a1-c1+c2"]);
    let second = after(&first, "a1-c1+c2");
    assert_eq!(texts(&second), ["f6-d6+d5", "f6-d6+c6"]);
    let strategy = Strategy::<Six>::load(&bytes).expect("a proof");
    for (reply, answer) in [("f6-d6+d5", "c1-a1+a2"), ("f6-d6+c6", "b1-d1+e1")] {
        let third = after(&second, reply);
        let all = "b1-d1+e1 b1-d1+d2 c1-a1+a2 c1-c3+b3 c1-c3+d3 c1-c3+c4";
        assert_eq!(texts(&third).join(" "), all);
        let (turn, plies) = strategy.turn(&third).expect("a turn");
        assert_eq!(
            (third.text_of(&turn).to_string().as_str(), plies),
            (answer, 1)
        );
        let outcome = after(&third, answer).outcome().expect("the end");
        assert_eq!(outcome.winner, Color::Red);
    }
    let (turn, plies) = strategy.turn(&root).expect("a turn");
    assert_eq!(
        (root.text_of(&turn).to_string().as_str(), plies),
        ("a1-a3+b3", 3)
    );
}

#[test]
fn what_is_proved_is_said_in_words() {
    let proof = |root: &str, winner, winner_nodes, longest_line, body: &[u64]| {
        let proof = Proof {
            board: 6,
            root: root.to_owned(),
            winner,
            winner_nodes,
            longest_line,
            body: body.to_vec(),
        };
        let text = verify(&proof.bytes()[..]).expect(root).to_string();
        text.split_once(" bytes, sha256 ")
            .expect("a hash")
            .0
            .to_owned()
    };
    assert_eq!(
        proof("6/6/6/6/6/rt4 r 0 0", 0, 1, 1, &[0]),
        "proved: Red, to move, wins 6/6/6/6/6/rt4 r 0 0 on 6x6 in at most 1 ply \
         (1 turn of its own), whatever Teal does: 1 winner node, 1 loser node, 66"
    );
    assert_eq!(
        proof("4tt/6/6/6/6/rr4 r 0 1", 1, 0, 0, &[]),
        "proved: Teal has won 4tt/6/6/6/6/rr4 r 0 1 on 6x6, as Red, to move, has no turn: \
         0 winner nodes, 1 loser node, 67"
    );
    assert_eq!(
        proof("4tt/6/6/6/6/rr4 r 1 1", 1, 2, 2, &[0, 1]),
        "proved: Teal wins 4tt/6/6/6/6/rr4 r 1 1 on 6x6 in at most 2 plies \
         (1 turn of its own), whatever Red, to move, does: 2 winner nodes, 3 loser nodes, 69"
    );
}

/// A header of parts that can be wrong.
fn with(magic: &[u8], version: &[u8], board: &[u8], text: &str, rest: &[u8]) -> Vec<u8> {
    let length = number(text.len() as u64);
    sealed([magic, version, board, &length, text.as_bytes(), rest].concat())
}

/// What is said of bytes that are no proof.
#[track_caller]
fn refused(bytes: &[u8]) -> (u64, Place, String) {
    let error = verify(bytes).expect_err("no proof");
    let text = error.to_string();
    let behind = text.strip_prefix(&format!("byte {}, {}: ", error.offset, error.place));
    (
        error.offset,
        error.place,
        behind.expect("a cause").to_owned(),
    )
}

const WON: &str = "6/6/6/6/6/rt4 r 0 0";
const MAGIC: &[u8] = b"JMPPROOF";

#[test]
fn headers_are_read_strictly() {
    let good = with(MAGIC, &[1], &[6], WON, &[0, 1, 1, 0]);
    verify(&good[..]).expect("a proof");
    assert_eq!(good[..8], format::MAGIC);
    let over = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02];
    let endless = [0x80; 30];
    let largest = number(u64::MAX);
    let cases: [(Vec<u8>, u64, Place, &str); 16] = [
        (
            with(b"JMPPROOE", &[1], &[6], WON, &[0, 1, 1, 0]),
            0,
            Place::Magic,
            "no certificate: it does not begin with JMPPROOF",
        ),
        (vec![], 0, Place::Magic, "it is cut off here"),
        (
            with(MAGIC, &[2], &[6], WON, &[0, 1, 1, 0]),
            8,
            Place::Version,
            "version 2 is not known, only version 1",
        ),
        (
            with(MAGIC, &[0], &[6], WON, &[0, 1, 1, 0]),
            8,
            Place::Version,
            "version 0 is not known, only version 1",
        ),
        (
            with(MAGIC, &[0x81, 0], &[6], WON, &[0, 1, 1, 0]),
            8,
            Place::Version,
            "a number that is not in its shortest form",
        ),
        (
            with(MAGIC, &over, &[6], WON, &[0, 1, 1, 0]),
            8,
            Place::Version,
            "a number of more than 64 bits",
        ),
        (
            with(MAGIC, &endless, &[6], WON, &[0, 1, 1, 0]),
            8,
            Place::Version,
            "a number of more than 64 bits",
        ),
        (
            with(MAGIC, &largest, &[6], WON, &[0, 1, 1, 0]),
            8,
            Place::Version,
            "version 18446744073709551615 is not known, only version 1",
        ),
        (
            with(MAGIC, &[1], &[7], WON, &[0, 1, 1, 0]),
            9,
            Place::BoardSize,
            "no board of size 7: the sizes are 6, 8 and 10",
        ),
        (
            with(MAGIC, &[1], &largest, WON, &[0, 1, 1, 0]),
            9,
            Place::BoardSize,
            "no board of size 18446744073709551615: the sizes are 6, 8 and 10",
        ),
        (
            with(MAGIC, &[1], &[8], WON, &[0, 1, 1, 0]),
            11,
            Place::Root,
            "a board of size 6 where one of size 8 is wanted",
        ),
        (
            with(MAGIC, &[1], &[6], WON, &[2, 1, 1, 0]),
            30,
            Place::Winner,
            "the winner is 0 for Red or 1 for Teal, not 2",
        ),
        (
            with(MAGIC, &[1], &[6], WON, &[0, 0x81, 0, 1, 0]),
            31,
            Place::WinnerNodes,
            "a number that is not in its shortest form",
        ),
        (
            with(MAGIC, &[1], &[6], WON, &[0, 2, 1, 0]),
            31,
            Place::WinnerNodes,
            "2 winner nodes are claimed, and the strategy has 1",
        ),
        (
            with(MAGIC, &[1], &[6], WON, &[0, 1, 3, 0]),
            32,
            Place::LongestLine,
            "3 plies are claimed, and the longest line has 1",
        ),
        (
            with(MAGIC, &[1], &[6], WON, &[&[0, 1][..], &over, &[0]].concat()),
            32,
            Place::LongestLine,
            "a number of more than 64 bits",
        ),
    ];
    for (bytes, offset, place, cause) in cases {
        assert_eq!(refused(&bytes), (offset, place, cause.to_owned()));
    }
}

#[test]
fn root_texts_are_read_strictly() {
    for (text, cause) in [
        (
            "6/6/6/6/6/rt4 r 00 0",
            "the position text is not in its canonical form, 6/6/6/6/6/rt4 r 0 0",
        ),
        (
            "6/6/6/6/6/rt4 r 0 0 ",
            "the position text is not in its canonical form, 6/6/6/6/6/rt4 r 0 0",
        ),
        (
            "6/6/6/6/6/rt4\nr 0 0",
            "the position text is not in its canonical form, 6/6/6/6/6/rt4 r 0 0",
        ),
        ("51/6/6/6/6/rt4 r 0 0", "rank 6 has 51 points, not 6"),
        ("6/6/6/6/6/rt31 r 0 0", "rank 1 has 33 points, not 6"),
        (
            "6/6/6/6/6/rt4 r 0 256",
            "Teal's reserve 256 is too large: 255 at most",
        ),
        (
            "6/6/6/6/6/rt4 r 0",
            "the position text has no reserve of Teal",
        ),
        (
            "6/6/6/6/6/rt4 r 0 0 0",
            "\"0\" after the end of the position text",
        ),
        ("", "the position text has no board"),
        (
            "6/6/6/6/6/rt4 r 0 \u{660}",
            "the position text is not ASCII",
        ),
    ] {
        let bytes = with(MAGIC, &[1], &[6], text, &[0, 1, 1, 0]);
        assert_eq!(
            refused(&bytes),
            (11, Place::Root, cause.to_owned()),
            "{text}"
        );
    }
    // The other bytes that are no text.
    let mut bytes = [MAGIC, &[1, 6, 19]].concat();
    bytes.extend([0xff; 19]);
    let cause = "the position text is not ASCII";
    assert_eq!(refused(&bytes), (11, Place::Root, cause.to_owned()));
    // The longest text there is, and one byte more.
    let longest = "rtrtrt/trtrtr/rtrtrt/trtrtr/rtrtrt/trtrtr r 255 255";
    assert_eq!(
        longest.len() as u64,
        format::most_text_bytes(BoardSize::Six)
    );
    let proof = Proof {
        board: 6,
        root: longest.to_owned(),
        winner: 1,
        winner_nodes: 0,
        longest_line: 0,
        body: vec![],
    };
    verify(&proof.bytes()[..]).expect("a proof");
    for length in [52, 1 << 20, u64::MAX] {
        let bytes = [MAGIC, &[1, 6], &number(length), longest.as_bytes()].concat();
        let cause = format!("a position text of {length} bytes: 51 at most");
        assert_eq!(refused(&bytes), (10, Place::Root, cause));
    }
}

#[test]
fn bodies_are_read_strictly() {
    let node = |number| Place::Node {
        number,
        position: WON.to_owned(),
    };
    let header = |rest: &[u8]| with(MAGIC, &[1], &[6], WON, rest);
    assert_eq!(
        verify(&header(&[0, 1, 1, 1])[..])
            .expect_err("no such turn")
            .to_string(),
        "byte 33, winner node 1, 6/6/6/6/6/rt4 r 0 0: \
         the turn's number is 1, not less than the number of turns, 1"
    );
    let cause = "a number that is not in its shortest form";
    assert_eq!(
        refused(&header(&[0, 1, 1, 0x80, 0])),
        (33, node(1), cause.to_owned())
    );
    let over = [&[0, 1, 1][..], &[0xff; 9], &[2]].concat();
    let cause = "a number of more than 64 bits";
    assert_eq!(refused(&header(&over)), (33, node(1), cause.to_owned()));
    let cause = "one more than the 0 winner nodes of the header";
    assert_eq!(
        refused(&header(&[0, 0, 1])),
        (33, node(1), cause.to_owned())
    );
    // Nothing is set aside for nodes that are only claimed.
    for claimed in [2, 1 << 40, u64::MAX] {
        let rest = [&[0][..], &number(claimed), &[1, 0]].concat();
        let cause = format!("{claimed} winner nodes are claimed, and the strategy has 1");
        assert_eq!(refused(&header(&rest)), (31, Place::WinnerNodes, cause));
        let bytes = header(&rest);
        let cut = bytes.len() - 33;
        assert_eq!(
            refused(&bytes[..cut]),
            (cut as u64, node(1), "it is cut off here".to_owned())
        );
    }
    // Teal does not win: at the first turn it is at an end.
    let mut bytes = header(&[1, 0, 0]);
    let at = Place::Node {
        number: 1,
        position: "6/6/6/6/6/2r3 t 0 0".to_owned(),
    };
    let cause = "Teal, said to win, is to move and has no turn";
    assert_eq!(refused(&bytes), (33, at, cause.to_owned()));
    // So it is if the root itself is lost.
    bytes = with(MAGIC, &[1], &[6], "4tt/6/6/6/6/rr4 r 0 1", &[0, 1, 1, 0]);
    let at = Place::Node {
        number: 1,
        position: "4tt/6/6/6/6/rr4 r 0 1".to_owned(),
    };
    let cause = "Red, said to win, is to move and has no turn";
    assert_eq!(refused(&bytes), (35, at, cause.to_owned()));
}

#[test]
fn trailers_are_read_strictly() {
    let good = with(MAGIC, &[1], &[6], WON, &[0, 1, 1, 0]);
    let mut bytes = good.clone();
    bytes[65] ^= 1;
    let cause = "the last 32 bytes are not the SHA-256 of those before";
    assert_eq!(refused(&bytes), (34, Place::Trailer, cause.to_owned()));
    let cut = (65, Place::Trailer, "it is cut off here".to_owned());
    assert_eq!(refused(&good[..65]), cut);
    let cause = "bytes behind the end of the certificate";
    let bytes = [&good[..], b"\n"].concat();
    assert_eq!(refused(&bytes), (66, Place::End, cause.to_owned()));
}

/// A position of Red's tokens only, so that any turn wins, with this many turns or more.
fn easily_won(least: usize) -> Position<Ten> {
    let mut chance = Chance::from_seed(9);
    loop {
        let tokens = Square::all().filter(|_| chance.below(100) < 40).collect();
        let setup = Setup {
            tokens: [tokens, Bitboard::EMPTY],
            reserves: [9, 9],
            side_to_move: Color::Red,
        };
        let position = Position::from_setup(&setup).expect("no point has two tokens");
        if position.turns().len() >= least {
            return position;
        }
    }
}

/// A turn's number of more than one byte.
#[test]
fn numbers_of_several_bytes_are_read() {
    let root = easily_won(140);
    let mut turns = root.canonical().turns().to_vec();
    turns.sort();
    let proof = |number| Proof {
        board: 10,
        root: root.to_string(),
        winner: 0,
        winner_nodes: 1,
        longest_line: 1,
        body: vec![number],
    };
    for index in [0, 127, 128, turns.len() - 1] {
        let bytes = proof(index as u64).bytes();
        let strategy = Strategy::<Ten>::load(&bytes).expect("a proof");
        let (turn, _) = strategy.turn(&root.canonical()).expect("a turn");
        assert_eq!(turn, turns[index]);
    }
    let (number, turns) = (turns.len() as u64, turns.len());
    let error = verify(&proof(number).bytes()[..]).expect_err("no such turn");
    assert_eq!(error.cause, Cause::NoSuchTurn { number, turns });
}

/// Hands out a byte at a time with interruptions, then an error.
struct Slow<'a>(&'a [u8], bool, Option<io::ErrorKind>);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match (self.0.split_first(), self.2) {
            (Some((&first, rest)), _) => {
                buffer[0] = first;
                self.0 = rest;
                Ok(1)
            }
            (None, Some(kind)) => Err(kind.into()),
            (None, None) => Ok(0),
        }
    }
}

#[test]
fn readers_can_be_slow_and_fail() {
    let bytes = example();
    let verified = verify(Slow(&bytes, false, None)).expect("a proof");
    assert_eq!(Ok(verified), verify(&bytes[..]));
    for length in 0..=bytes.len() {
        let broken = Slow(&bytes[..length], false, Some(io::ErrorKind::TimedOut));
        let error = verify(broken).expect_err("an error");
        assert!(error.is_unreadable(), "{error}");
        assert_eq!(error.offset, length as u64);
        let text = error.to_string();
        assert!(text.ends_with(": cannot read on: timed out"), "{text}");
    }
}
