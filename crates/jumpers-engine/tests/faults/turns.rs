//! A turn that is not legal, anywhere among others, leaves the old position; and very many turns
//! are no trouble.

use jumpers_core::{BoardSize, Position, Size, SizeVisitor, Ten};

use crate::common::{DIALECTS, Engine, FINISHED, Rules, START, STARTS, open, start};

/// The longest game that a simple rule finds: nobody takes if there is another way, and nobody
/// makes the other take.
fn long_game(from: Box<dyn Rules>) -> Vec<String> {
    struct Longest(String);

    impl SizeVisitor for Longest {
        type Output = Vec<String>;

        fn visit<S: Size>(self) -> Self::Output {
            let mut position: Position<S> = self.0.parse().expect("a position");
            let mut texts = Vec::new();
            loop {
                let after = |turn| {
                    let mut next = position;
                    next.play_unchecked(turn);
                    next
                };
                let turns = position.turns();
                let best = turns.iter().max_by_key(|turn| {
                    let next = after(turn);
                    (next.has_turn(), !next.must_capture(), next.max_turns_left())
                });
                let Some(turn) = best else {
                    return texts;
                };
                texts.push(position.text_of(turn).to_string());
                position = after(turn);
            }
        }
    }

    let size = BoardSize::from_points(usize::from(from.points()));
    size.expect("a board").visit(Longest(from.text()))
}

/// The positions of a game, the first and the last included.
fn positions(from: &dyn Rules, turns: &[String]) -> Vec<Box<dyn Rules>> {
    let mut all = vec![from.copy()];
    for turn in turns {
        all.push(all[all.len() - 1].after(turn).expect("a legal turn"));
    }
    all
}

/// Turns that are wrong at any ply of a game that begins at the start of any board.
const WRONG: [(&str, &str); 24] = [
    ("a1-a1+a1", "illegal-turn"),
    ("a1-a1", "illegal-turn"),
    ("a1xa1", "illegal-turn"),
    ("a1-b1+c1", "illegal-turn"),
    ("a1-b2", "illegal-turn"),
    ("a1-f6+f5", "illegal-turn"),
    ("a1-j10+j9", "illegal-turn"),
    ("j10-i10+h10", "illegal-turn"),
    ("z9-z8", "illegal-turn"),
    ("a0-c0+d0", "bad-turn"),
    ("a1", "bad-turn"),
    ("a1c1d1", "bad-turn"),
    ("a1-c1+", "bad-turn"),
    ("a1-+d1", "bad-turn"),
    ("+d1", "bad-turn"),
    ("a1-c1+d1+d2", "bad-turn"),
    ("A1-C1+D1", "bad-turn"),
    ("a1\u{2013}c1+d1", "bad-turn"),
    ("e2e4", "bad-turn"),
    ("O-O", "bad-turn"),
    ("0000", "bad-turn"),
    ("(none)", "bad-turn"),
    ("null", "bad-turn"),
    ("-", "bad-turn"),
];

#[test]
fn a_turn_that_is_not_legal_is_named_with_its_place_and_leaves_the_old_position() {
    for (dialect, size) in [
        ("uci", BoardSize::Six),
        ("ugi", BoardSize::Eight),
        ("ugi", BoardSize::Ten),
    ] {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell(&format!("setoption name Board value {}", size.points()));
        let from = start(size);
        let turns = long_game(from.copy());
        let all = positions(from.as_ref(), &turns);
        let begin = &turns[..3];
        engine.tell(&format!("position startpos moves {}", begin.join(" ")));
        let before = all[3].text();
        let places = [0, 1, turns.len() / 2, turns.len() - 1];
        for (wrong, code) in WRONG {
            for place in places {
                let mut list = turns.clone();
                list[place] = wrong.to_owned();
                for line in [
                    format!("position startpos moves {}", list.join(" ")),
                    format!("position fen {} moves {}", from.text(), list.join(" ")),
                ] {
                    let error = engine.error(&line);
                    let named = format!(" turn {} of {}: ", place + 1, turns.len());
                    assert!(error.starts_with(&format!("{code}: ")), "{wrong}: {error}");
                    assert!(error.contains(&named) && error.contains(wrong), "{error}");
                }
                // The same, from where the game stands.
                if place >= begin.len() {
                    let list = &list[begin.len()..];
                    let error = engine.error(&format!("moves {}", list.join(" ")));
                    let number = place + 1 - begin.len();
                    let named = format!(" turn {number} of {}: ", list.len());
                    assert!(error.starts_with(&format!("{code}: ")), "{wrong}: {error}");
                    assert!(error.contains(&named) && error.contains(wrong), "{error}");
                }
            }
            assert_eq!(engine.query("fen"), before, "{wrong}");
            assert_eq!(engine.query(&format!("islegal {wrong}")), "false");
        }
        // Nothing of a refused list was played.
        engine.tell("moves ");
        engine.tell(&format!("moves {}", turns[3..].join(" ")));
        assert_eq!(engine.query("fen"), all[turns.len()].text());
        assert_eq!(engine.query("gameover"), "true");
    }
}

/// Each breaks another rule; worked out by hand.
#[test]
fn each_rule_can_be_broken() {
    let mut engine = Engine::start_speaking("ugi");
    for (text, turn, code) in [
        // Teal's token, an empty point, and a hop over nothing.
        (START, "f6-d6+c6", "illegal-turn"),
        (START, "c3-e3+f3", "illegal-turn"),
        (START, "a1-a5+a6", "illegal-turn"),
        // No token is placed, or not beside the token, or on a token, or off the board.
        (START, "a1-c1+b2", "illegal-turn"),
        (START, "a1-c1+b1", "illegal-turn"),
        (START, "a1-c1+e1", "illegal-turn"),
        (START, "a1-c1+c10", "illegal-turn"),
        (START, "a1-c1", "ambiguous-turn"),
        // A hop is no capture, and there is none.
        (START, "a1xc1", "illegal-turn"),
        (START, "a1xc1+d1", "illegal-turn"),
        // Captures are forced, and go on while they can.
        ("6/6/6/6/rr4/rrt3 r 5 5", "a1-a3+a4", "illegal-turn"),
        ("6/6/6/6/rr4/rrt3 r 5 5", "b1-b3+b4", "illegal-turn"),
        ("6/6/6/6/6/rt1t2 r 5 5", "a1xc1+c2", "illegal-turn"),
        ("4t1/6/6/6/6/rt1t2 r 5 5", "a1xc1xe1xe3", "illegal-turn"),
        // Not onto a point already visited by hops.
        ("6/6/6/6/1r4/r5 r 5 5", "a1-c1-a1+b1", "illegal-turn"),
        // Without a reserve a hop must end in a capture.
        ("4tt/6/6/6/rr4/rr4 r 0 5", "a1-c1+d1", "illegal-turn"),
        // The game is over.
        (FINISHED, "a1-c1+d1", "illegal-turn"),
        ("4tt/6/6/6/6/rr4 r 0 1", "b1-d1+d2", "illegal-turn"),
    ] {
        engine.ask(&format!("position fen {text}"));
        for line in [
            format!("position fen {text} moves {turn}"),
            format!("moves {turn}"),
        ] {
            engine.refuses(&line, code);
            assert_eq!(engine.query("fen"), text, "{line}");
        }
        assert_eq!(
            engine.query(&format!("islegal {turn}")),
            "false",
            "{text}: {turn}"
        );
    }
}

/// As clients send a game: the whole of it again at each ply, and each turn by itself.
#[test]
fn the_longest_games_in_one_line() {
    for (text, least) in [
        (STARTS[0], 20),
        (STARTS[1], 35),
        (STARTS[2], 55),
        ("8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 255 255", 200),
    ] {
        let mut engine = Engine::start_speaking("ugi");
        let from = open(text).expect("a position");
        let mut turns = long_game(from.copy());
        if turns.len() < least {
            turns = by_chance(text);
        }
        assert!(turns.len() >= least, "{text}: {}", turns.len());
        let all = positions(from.as_ref(), &turns);
        for ply in (0..=turns.len()).rev() {
            engine.ask(&format!(
                "position fen {text} moves {}",
                turns[..ply].join(" ")
            ));
            assert_eq!(engine.query("fen"), all[ply].text());
        }
        for (turn, after) in turns.iter().zip(&all[1..]) {
            assert_eq!(engine.query(&format!("islegal {turn}")), "true");
            engine.tell(&format!("moves {turn}"));
            assert_eq!(engine.query("fen"), after.text());
        }
        assert_eq!(engine.query("gameover"), "true");
        assert_ne!(engine.query("result"), "none");
        assert_eq!(engine.query("movelist"), "(none)");
        // And back again.
        for before in all[..turns.len()].iter().rev() {
            engine.tell("undo");
            assert_eq!(engine.query("fen"), before.text());
        }
        engine.refuses("undo", "nothing-to-undo");
        engine.tell(&format!("moves {}", turns.join(" ")));
        engine.refuses(&format!("undo {}", turns.len() + 1), "nothing-to-undo");
        engine.tell(&format!("undo {}", turns.len()));
        assert_eq!(engine.query("fen"), text);
    }
}

/// The longest of some games by chance.
fn by_chance(text: &str) -> Vec<String> {
    let from: Position<Ten> = text.parse().expect("a position");
    let game = (0..200)
        .map(|seed| crate::common::random_game(&from, seed))
        .max_by_key(Vec::len)
        .expect("a game");
    let text = |(position, turn): &(Position<Ten>, _)| position.text_of(turn).to_string();
    game.iter().map(text).collect()
}

#[test]
fn thousands_of_turns_that_are_none() {
    for dialect in DIALECTS {
        let mut engine = Engine::start_speaking(dialect);
        engine.tell("position startpos moves a1-c1+d1");
        let before = engine.query("fen");
        for count in [1000, 30_000] {
            for (turn, place, code) in [
                ("a1-c1+d1", 2, "illegal-turn"),
                ("zebra", 1, "bad-turn"),
                ("a1-c1", 1, "ambiguous-turn"),
                ("moves", 1, "bad-turn"),
            ] {
                let list = vec![turn; count].join(" ");
                let error = engine.error(&format!("position startpos moves {list}"));
                assert!(error.starts_with(&format!("{code}: ")), "{error}");
                assert!(
                    error.contains(&format!(" turn {place} of {count}: ")),
                    "{error}"
                );
                let error = engine.error(&format!("moves {list}"));
                assert!(error.contains(&format!(" turn 1 of {count}: ")), "{error}");
                assert!(error.len() < 400, "{error}");
                assert_eq!(engine.query("fen"), before);
            }
        }
        // One turn of thousands of landing points.
        for long in [
            "a1".to_owned() + &"-c1".repeat(5000),
            "a1".to_owned() + &"-".repeat(5000),
        ] {
            let error = engine.error(&format!("moves {long}"));
            assert!(error.len() < 400, "{error}");
            assert_eq!(engine.query(&format!("islegal {long}")), "false");
        }
        assert_eq!(engine.query("fen"), before);
    }
}
