//! Games of any size behind one type.

mod common;

use common::{Chance, MANY_TURNS};
use jumpers_core::{BoardSize, Color, Position, Size, SizeVisitor};
use jumpers_record::{Referee, RefereeError};

/// A position of a known size beside the referee's game.
struct Compare<'a>(&'a Referee);

impl SizeVisitor for Compare<'_> {
    type Output = ();

    fn visit<S: Size>(self) {
        let game = self.0;
        let position: Position<S> = game.position().parse().expect("a position");
        assert_eq!(position.to_string(), game.position());
        assert_eq!(position.side_to_move(), game.side_to_move());
        assert_eq!(position.outcome().map(|o| o.winner), game.winner());
        assert_eq!(position.max_turns_left(), game.max_turns_left());
        assert_eq!(position.drawing(), game.drawing());
        let turns = position.turns();
        let mut texts: Vec<_> = turns
            .iter()
            .map(|turn| position.text_of(turn).to_string())
            .collect();
        texts.sort();
        assert_eq!(texts, game.legal_turns());
        assert_eq!(texts.len() as u64, game.count_legal());
        assert_eq!(game.perft(1), Ok(game.count_legal()));
    }
}

#[test]
fn games_agree_with_the_rules_at_each_ply() {
    for (board, seed) in BoardSize::ALL.into_iter().zip(1..) {
        let mut chance = Chance::from_seed(seed);
        let mut game = Referee::start_of(board);
        let mut positions = vec![game.position()];
        loop {
            assert_eq!(game.board(), board);
            board.visit(Compare(&game));
            let turns = game.legal_turns();
            if turns.is_empty() {
                break;
            }
            let turn = &turns[chance.below(turns.len())];
            assert_eq!(game.play(turn).as_ref(), Ok(turn));
            assert_eq!(game.turns().last(), Some(turn));
            positions.push(game.position());
        }
        assert_eq!(game.winner(), Some(!game.side_to_move()));
        assert_eq!(game.turns().len() + 1, positions.len());

        // A game that begins in the middle is the same from there on.
        let half = positions.len() / 2;
        let mut late = Referee::new(&positions[half]).expect("a position");
        for turn in &game.turns()[half..] {
            late.play(turn).expect("a legal turn");
        }
        assert_eq!(late.start(), positions[half]);
        assert_eq!(late.position(), game.position());

        // And all of it can be taken back.
        while let Some(position) = positions.pop() {
            assert_eq!(game.position(), position);
            let last = game.turns().last().cloned();
            assert_eq!(game.undo(), last);
        }
        assert_eq!(game.position(), game.start());
        assert!(game.turns().is_empty());
    }
}

#[test]
fn the_starts_and_their_perft() {
    for (board, text, count) in [
        (BoardSize::Six, "4tt/4tt/6/6/rr4/rr4 r 12 13", 12_036),
        (BoardSize::Eight, "6tt/6tt/8/8/8/8/rr6/rr6 r 20 20", 13_924),
        (
            BoardSize::Ten,
            "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31",
            13_924,
        ),
    ] {
        for game in [Referee::start_of(board), Referee::new(text).expect(text)] {
            assert_eq!((game.board(), game.start()), (board, text));
            assert_eq!((game.perft(0), game.perft(4)), (Ok(1), Ok(count)));
            assert_eq!(game.check_material(), Ok(()));
        }
    }
}

#[test]
fn a_wrong_turn_leaves_the_game_as_it_was() {
    let mut game = Referee::start_of(BoardSize::Six);
    game.play("a1-c1+d1").expect("a legal turn");
    let before = format!("{game:?}");
    for (turn, error) in [
        ("", "\"\": a point expected at character 1, not the end"),
        (
            "a1",
            "\"a1\": '-' or 'x' expected at character 3, not the end",
        ),
        (
            "f6-d6 ",
            "\"f6-d6 \": '-', 'x' or '+' expected at character 6, not ' '",
        ),
        ("f6-d6", "f6-d6: ambiguous, it fits f6-d6+c6 f6-d6+d5"),
        ("f6xd6", "f6xd6: not a legal turn"),
        ("a1-c1+d1", "a1-c1+d1: no token of the side to move on a1"),
        ("f6-h6+i6", "f6-h6+i6: h6 is not on the 6×6 board"),
    ] {
        let refused = game.play(turn).expect_err(turn);
        assert_eq!(refused.to_string(), error);
        assert!(matches!(refused, RefereeError::Turn(_)));
        assert_eq!(format!("{game:?}"), before);
    }
    assert_eq!(game.play("f6-d6+c6").as_deref(), Ok("f6-d6+c6"));
}

#[test]
fn other_texts_of_a_turn_are_played_as_the_canonical_one() {
    let game = Referee::new("6/6/t5/6/t5/rt4 r 5 5").expect("a position");
    for text in ["a1xa3xa5", "a1xa5", "a1xa3"] {
        let mut game = game.clone();
        assert_eq!(game.play(text).as_deref(), Ok("a1xa3xa5"), "{text}");
        assert_eq!(game.turns(), ["a1xa3xa5"]);
        assert_eq!(game.winner(), Some(Color::Red));
        let late = game.play("b1-d1+e1").expect_err("the game is over");
        assert_eq!(
            late.to_string(),
            "b1-d1+e1: the game is over, Red has won it"
        );
    }
    assert!(game.turns().is_empty());
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut game = Referee::start_of(BoardSize::Ten);
    game.play("a1-c1+d1").expect("a legal turn");
    let mut twin = game.clone();
    twin.play("j10-h10+g10").expect("a legal turn");
    assert_eq!((game.turns().len(), twin.turns().len()), (1, 2));
    assert_eq!(twin.undo().as_deref(), Some("j10-h10+g10"));
    assert_eq!(twin.position(), game.position());
    assert_eq!(format!("{twin:?}"), format!("{game:?}"));
}

#[test]
fn a_game_begins_with_a_position_only() {
    let game = Referee::new(" 6/6/6/6/6/rt4   r 00 0 ").expect("a position");
    assert_eq!(game.start(), "6/6/6/6/6/rt4 r 0 0");
    for (text, error) in [
        ("", "position: the position text has no board"),
        ("startpos", "position: 1 ranks: a board has 6, 8 or 10"),
        (
            "6/6/6/6/6/rt5 r 0 0",
            "position: rank 1 has 7 points, not 6",
        ),
        (
            "6/6/6/6/6/rt4 r 0",
            "position: the position text has no reserve of Teal",
        ),
    ] {
        assert_eq!(Referee::new(text).expect_err(text).to_string(), error);
    }
}

#[test]
fn hundreds_of_thousands_of_turns_do_not_matter() {
    let mut game = Referee::new(MANY_TURNS).expect("a position");
    assert_eq!(game.count_legal(), 303_300);
    let turns = game.legal_turns();
    assert_eq!(turns.len(), 303_300);
    let before = game.position();
    // Listing the turns each time would take hours.
    for turn in turns.iter().step_by(20) {
        assert_eq!(game.play(turn).as_ref(), Ok(turn));
        game.undo();
    }
    assert_eq!(game.position(), before);
    let error = game.check_material().expect_err("made up");
    assert!(error.to_string().starts_with("Teal has 50 "), "{error}");
}
