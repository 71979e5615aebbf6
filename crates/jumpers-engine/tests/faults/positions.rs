//! A position that is no position leaves the old one.

use crate::common::{DIALECTS, Engine, STARTS};

/// Texts that differ from a good one in the board.
fn wrong_boards() -> Vec<String> {
    let mut boards = Vec::new();
    for points in [1, 2, 3, 4, 5, 7, 9, 11, 12, 16, 100] {
        let empty = vec![points.to_string(); points].join("/");
        boards.push(empty.clone());
        // As many ranks as a board has, of another length; and the other way round.
        for ranks in [6, 8, 10] {
            boards.push(vec![points.to_string(); ranks].join("/"));
            boards.push(vec![ranks.to_string(); points].join("/"));
        }
        boards.push(format!("{empty}/"));
        boards.push(format!("/{empty}"));
    }
    for start in STARTS {
        let board = start.split(' ').next().expect("a board");
        let (first, rest) = board.split_once('/').expect("ranks");
        let (most, last) = board.rsplit_once('/').expect("ranks");
        let points = most.split('/').count() + 1;
        boards.extend([
            rest.to_owned(),
            most.to_owned(),
            format!("{board}/{last}"),
            format!("{first}/{board}"),
            format!("/{board}"),
            format!("{board}/"),
            format!("{most}//{last}"),
            format!("{most}/"),
            format!("/{rest}"),
            board.replace('/', "-"),
            board.replace('/', "\\"),
            board.replace('/', "|"),
            board.replace('/', " "),
            board.replace('/', ""),
            board.to_uppercase(),
            board.replace('r', "R"),
            board.replace('r', "w").replace('t', "b"),
            board.replace('t', "\u{442}"),
            board.replace('r', "p").replace('t', "P"),
            format!("\"{board}\""),
            format!("[{board}]"),
        ]);
        // Ranks that are too short, too long, or of runs that are none.
        for rank in [
            String::new(),
            "r".to_owned(),
            "0".to_owned(),
            "t0".to_owned(),
            format!("0{points}"),
            format!("{points}0"),
            format!("0{}", "r".repeat(points)),
            format!("{}0", "r".repeat(points)),
            format!("{}", points - 1),
            format!("{}", points + 1),
            format!("{points}r"),
            format!("r{points}"),
            "r".repeat(points + 1),
            "r".repeat(points - 1),
            "t".repeat(300),
            "x".repeat(points),
            ".".repeat(points),
            "_".repeat(points),
            format!("-{points}"),
            format!("+{points}"),
            format!("{points}."),
            format!("{points}.0"),
            format!("0x{points}"),
            "1e1".to_owned(),
            "\u{666}".to_owned(),
            "\u{ff16}".to_owned(),
            "\u{216b}".to_owned(),
            "255".to_owned(),
            "256".to_owned(),
            format!("{}", 256 + points),
            format!("{}", 65_536 + points),
            format!("{}", 4_294_967_296 + points as u64),
            format!("{}", 18_446_744_073_709_551_616 + points as u128),
            "9".repeat(1000),
        ] {
            boards.push(format!("{rank}/{rest}"));
            boards.push(format!("{most}/{rank}"));
        }
    }
    boards
}

/// What may not come behind a board.
const WRONG_FIELDS: [&str; 63] = [
    "",
    "r",
    "t",
    "r 12",
    "12 13",
    "r 12 13 0",
    "r 12 13 r",
    "r 12 13 14 15 16",
    "r r 12 13",
    "12 13 r",
    "12 r 13",
    "R 12 13",
    "T 12 13",
    "w 12 13",
    "b 12 13",
    "x 12 13",
    "0 12 13",
    "- 12 13",
    "rt 12 13",
    "rr 12 13",
    "red 12 13",
    "teal 12 13",
    "\u{433} 12 13",
    "r: 12 13",
    "r,12,13",
    "r/12/13",
    "r 12/13",
    "r 12,13",
    "r 12, 13",
    "r -1 13",
    "r 12 -1",
    "r -0 13",
    "r +1 13",
    "r 12 +1",
    "r 256 13",
    "r 12 256",
    "r 999 13",
    "r 268 13",
    "r 65548 13",
    "r 4294967308 13",
    "r 18446744073709551628 13",
    "r 340282366920938463463374607431768211468 13",
    "r 12 99999999999999999999999999999999999999999999",
    "r 1e2 13",
    "r 0x10 13",
    "r 1.0 13",
    "r 12. 13",
    "r .5 13",
    "r 12a 13",
    "r a12 13",
    "r twelve 13",
    "r nan 13",
    "r inf 13",
    "r \u{661} 13",
    "r \u{ff11} 13",
    "r 1\u{b2} 13",
    "r 12 1_3",
    "r - 13",
    "r 12 -",
    "r - -",
    "r 12 (none)",
    "r \"12\" 13",
    "r 12 13;",
];

/// Texts of other games, and no texts at all.
const OTHERS: [&str; 17] = [
    "nonsense",
    "/",
    "/////",
    "///// r 12 13",
    "6 r 12 13",
    "-",
    "0",
    "startpos",
    "fen",
    "(none)",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/8/8/8 r - - 0 1",
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w 0 1",
    "W:W31-50:B1-20",
    "x6/x6/x6/x6/x6/x6 1 1",
    "\u{1f3b2}\u{1f3b2}\u{1f3b2}",
];

#[test]
fn a_position_that_is_no_position_leaves_the_old_one() {
    let mut texts: Vec<_> = OTHERS.iter().map(|&text| text.to_owned()).collect();
    texts.extend(
        wrong_boards()
            .iter()
            .map(|board| format!("{board} r 12 13")),
    );
    for start in STARTS {
        let board = start.split(' ').next().expect("a board");
        texts.extend(
            WRONG_FIELDS
                .iter()
                .map(|fields| format!("{board} {fields}")),
        );
    }
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell("position startpos moves a1-c1+d1");
        let before = engine.query("fen");
        for text in &texts {
            engine.refuses(&format!("position fen {text}"), "bad-position");
            engine.refuses(
                &format!("position fen {text} moves a1-c1+d1"),
                "bad-position",
            );
            assert_eq!(engine.query("fen"), before, "{text}");
        }
        assert_eq!(engine.position(), before);
        let searched = engine.go("go depth 2");
        assert!(searched.turn.is_some());
    }
}

#[test]
fn a_position_command_that_is_cut_or_has_words_out_of_place_leaves_the_old_one() {
    let [six, eight, _] = STARTS;
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell(&format!("position fen {eight} moves a1-c1+d1"));
        let before = engine.query("fen");
        for (line, code) in [
            ("position", "missing-position"),
            ("position\t", "missing-position"),
            ("position fen", "missing-position-text"),
            ("position fen moves", "missing-position-text"),
            ("position fen moves a1-c1+d1", "missing-position-text"),
            ("position moves", "missing-position"),
            ("position moves a1-c1+d1", "missing-position"),
            ("position start", "unknown-position"),
            ("position Startpos", "unknown-position"),
            ("position FEN", "unknown-position"),
            ("position position startpos", "unknown-position"),
            ("position current moves a1-c1+d1", "unknown-position"),
            ("position startposmoves", "unknown-position"),
            (&format!("position {six}"), "unknown-position"),
            ("position startpos startpos", "unexpected-word"),
            ("position startpos a1-c1+d1", "unexpected-word"),
            ("position startpos move a1-c1+d1", "unexpected-word"),
            ("position startpos Moves a1-c1+d1", "unexpected-word"),
            ("position startpos, moves a1-c1+d1", "unknown-position"),
            (&format!("position startpos fen {six}"), "unexpected-word"),
            (&format!("position fen {six} a1-c1+d1"), "bad-position"),
            (&format!("position fen {six} move a1-c1+d1"), "bad-position"),
            (&format!("position fen fen {six}"), "bad-position"),
            (&format!("position fen startpos {six}"), "bad-position"),
            ("position startpos moves moves a1-c1+d1", "bad-turn"),
            ("position startpos moves a1-c1+d1 moves", "bad-turn"),
            ("position startpos moves fen", "bad-turn"),
        ] {
            engine.refuses(line, code);
            assert_eq!(engine.query("fen"), before, "{line}");
        }
    }
}

/// What is not wrong, however odd: no turns, and spaces of any kind and number.
#[test]
fn an_empty_list_of_turns_is_none() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        for start in STARTS {
            for line in [
                format!("position fen {start}"),
                format!("position fen {start} moves"),
                format!("position fen {start} moves "),
                format!("position  fen\t{start}\tmoves\t\r"),
                format!("position fen {} ", start.replace(' ', "   ")),
            ] {
                engine.tell("position startpos moves a1-c1+d1");
                engine.tell(&line);
                assert_eq!(engine.query("fen"), start, "{line}");
            }
        }
        for line in [
            "position startpos",
            "position startpos moves ",
            "position startpos moves",
        ] {
            engine.tell(line);
            assert_eq!(engine.query("fen"), STARTS[0]);
            engine.tell("moves");
            engine.tell("moves ");
            assert_eq!(engine.query("fen"), STARTS[0]);
        }
    }
}

/// No error and no exit: these are positions, if not of a game.
#[test]
fn odd_positions_are_positions() {
    let mut engine = Engine::start_speaking("ugi");
    for (text, over, best) in [
        // Nobody has a token, or one has them all.
        ("6/6/6/6/6/6 r 0 0", "true", None),
        ("6/6/6/6/6/6 t 255 255", "true", None),
        (
            "rrrrrr/rrrrrr/rrrrrr/rrrrrr/rrrrrr/rrrrrr r 255 255",
            "true",
            None,
        ),
        (
            "rrrrrr/rrrrrr/rrrrrr/rrrrrr/rrrrrr/rrrrrr t 255 255",
            "true",
            None,
        ),
        ("8/8/8/8/8/8/8/r7 r 0 0", "true", None),
        (
            "10/10/10/10/10/10/10/10/10/rr8 r 1 0",
            "false",
            Some("bestmove a1-c1+"),
        ),
        ("6/6/6/6/6/rt4 r 0 0", "false", Some("bestmove a1xc1")),
        ("6/6/6/6/6/rt4 t 0 0", "true", None),
    ] {
        let line = format!("position fen {text}");
        engine.ask(&line);
        assert_eq!(engine.query("fen"), text);
        assert_eq!(engine.query("gameover"), over, "{text}");
        for go in ["go depth 3", "go movetime 1", "go p1time 1 p2time 1"] {
            engine.send(go);
            let lines = engine.until_best_move();
            let last = lines.last().expect("a line");
            let best = best.unwrap_or("bestmove (none)");
            assert!(last.starts_with(best), "{text}: {last}");
        }
    }
}
