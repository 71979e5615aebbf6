//! Any bytes are a proof or a clean error, and so is any body with a good header and hash; the
//! strategy of what is a proof wins every line.

#![no_main]

use std::collections::HashMap;

use arbitrary::Arbitrary;
use jumpers_core::{BoardSize, Position, Size, SizeVisitor};
use jumpers_proof::{Strategy, verify};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

/// Roots with short games, and the starts.
const ROOTS: [(u8, &str); 8] = [
    (6, "6/6/6/6/6/rt4 r 0 0"),
    (6, "5t/5t/6/6/r5/r5 r 2 1"),
    (6, "4tt/6/6/6/6/rr4 r 1 1"),
    (6, "6/6/6/2t3/1rr3/6 t 1 1"),
    (6, "4tt/4tt/6/6/rr4/rr4 r 2 2"),
    (6, "4tt/4tt/6/6/rr4/rr4 r 12 13"),
    (8, "6tt/6tt/8/8/8/8/rr6/rr6 r 1 2"),
    (10, "8tt/8tt/10/10/10/10/10/10/rr8/rr8 t 1 0"),
];

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Bytes(&'a [u8]),
    Body {
        root: u8,
        teal_wins: bool,
        longest_line: u8,
        body: &'a [u8],
    },
}

struct Follow<'a>(&'a [u8]);

impl SizeVisitor for Follow<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let strategy = Strategy::<S>::load(self.0).expect("a proof");
        let verified = strategy.verified();
        let root: Position<S> = verified.root.parse().expect("a position");
        let line = longest(&strategy, &root, &mut HashMap::new());
        assert_eq!(line, verified.longest_line);
    }
}

/// Plays every line of a strategy, without mirror images.
fn longest<S: Size>(
    strategy: &Strategy<S>,
    position: &Position<S>,
    lines: &mut HashMap<Position<S>, u32>,
) -> u32 {
    if let Some(&line) = lines.get(position) {
        return line;
    }
    let mut line = 0;
    let turns = if position.side_to_move() == strategy.verified().winner {
        let (turn, plies) = strategy.turn(position).expect("a turn of the strategy");
        line = plies;
        [turn].into_iter().collect()
    } else {
        position.turns()
    };
    let mut found = 0;
    for turn in turns {
        let mut next = *position;
        next.play(&turn).expect("a legal turn");
        found = found.max(1 + longest(strategy, &next, lines));
    }
    assert!(line == 0 || line == found, "{position}");
    lines.insert(*position, found);
    found
}

fn read(bytes: &[u8]) {
    match verify(bytes) {
        Ok(verified) => {
            assert_eq!(verified.bytes, bytes.len() as u64);
            assert!(!verified.to_string().contains(char::is_control));
            verified.board.visit(Follow(bytes));
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
            assert!(error.offset <= bytes.len() as u64, "{message}");
            assert!(!error.is_unreadable(), "{message}");
            for board in BoardSize::ALL {
                board.visit(Refused(bytes));
            }
        }
    }
}

struct Refused<'a>(&'a [u8]);

impl SizeVisitor for Refused<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        assert!(Strategy::<S>::load(self.0).is_err());
    }
}

fuzz_target!(|input: Input<'_>| match input {
    Input::Bytes(bytes) => read(bytes),
    Input::Body {
        root,
        teal_wins,
        longest_line,
        body,
    } => {
        let (board, text) = ROOTS[usize::from(root) % ROOTS.len()];
        let mut bytes = b"JMPPROOF\x01".to_vec();
        bytes.extend([board, text.len() as u8]);
        bytes.extend(text.bytes());
        bytes.push(teal_wins.into());
        // A number ends with a byte that is less than 128.
        let mut nodes = body.iter().filter(|&&byte| byte < 128).count();
        while nodes >= 128 {
            bytes.push(nodes as u8 | 128);
            nodes /= 128;
        }
        bytes.push(nodes as u8);
        bytes.push(longest_line % 128);
        bytes.extend(body);
        let trailer = Sha256::digest(&bytes);
        bytes.extend(trailer);
        read(&bytes);
    }
});
