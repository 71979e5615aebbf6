//! Position texts: written, read back, and refused.

mod common;

use common::{check, made_up_strategy, on_every_size, reference};
use jumpers_core::{
    BoardSize, Color, Position, PositionTextError, Setup, Six, Size, SizeVisitor, Ten, study::Five,
};
use jumpers_reference::ReferencePosition;
use proptest::prelude::any;

on_every_size!(
    texts_are_read_back,
    the_start_is_that_of_the_reference,
    any_text_is_read_or_refused,
    damaged_texts_are_read_or_refused,
);

fn texts_are_read_back<S: Size>() {
    check(1_000, made_up_strategy::<S>(), |position| {
        let text = position.to_string();
        assert_eq!(text, reference(&position).text());
        assert_eq!(text.parse().as_ref(), Ok(&position));
        assert_eq!(text.parse().as_ref(), Ok(&position.setup()));
        assert_eq!(position.setup().to_string(), text);
        assert_eq!(format!("{position:?}"), text);
        assert_eq!(Position::from_setup(&position.setup()), Ok(position));
        // At the door there are the sizes of the game only.
        let points = usize::from(S::N);
        let size = BoardSize::from_points(points).ok_or(PositionTextError::RankCount(points));
        assert_eq!(BoardSize::of_position_text(&text), size);
    });
}

fn the_start_is_that_of_the_reference<S: Size>() {
    let start = Position::<S>::start();
    assert_eq!(
        start.to_string(),
        ReferencePosition::start(S::N.into()).text()
    );
    assert_eq!(start.check_material(), Ok(()));
}

/// What is read from any text is written again as a text that means the same.
fn read_or_refuse<S: Size>(text: &str) {
    match text.parse::<Position<S>>() {
        Ok(position) => {
            let written = position.to_string();
            assert_eq!(written.parse(), Ok(position), "{text:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
    }
    let _ = BoardSize::of_position_text(text);
}

fn any_text_is_read_or_refused<S: Size>() {
    check(500, any::<String>(), |text| read_or_refuse::<S>(&text));
    check(500, "[rt0-9/ +-]{0,60}", |text| read_or_refuse::<S>(&text));
}

/// Good texts with one letter replaced, removed or put in.
fn damaged_texts_are_read_or_refused<S: Size>() {
    let letters = proptest::sample::select(vec!['r', 't', '0', '1', '9', '/', ' ', 'x', 'é']);
    let damage = (made_up_strategy::<S>(), any::<usize>(), 0..3, letters);
    check(1_000, damage, |(position, at, kind, letter)| {
        let good = position.to_string();
        let at = at % good.len();
        let mut text = good.clone();
        match kind {
            0 => text.insert(at, letter),
            1 => drop(text.remove(at)),
            _ => text.replace_range(at..=at, &letter.to_string()),
        }
        read_or_refuse::<S>(&text);
        if let Ok(read) = text.parse::<Position<S>>()
            && ReferencePosition::parse(&text).is_some()
        {
            assert_eq!(read.to_string(), text, "read as it stands");
        }
        if let Some(twin) = ReferencePosition::parse(&text)
            && twin.size == usize::from(S::N)
            && twin.reserve.iter().all(|&reserve| reserve <= 255)
        {
            assert!(text.parse::<Position<S>>().is_ok(), "{text}");
        }
    });
}

/// Each error with a text that causes it and the message that says where.
#[test]
fn errors_name_the_place() {
    let huge = "9".repeat(40);
    let long = "r".repeat(100);
    let table: &[(&str, &str)] = &[
        ("", "the position text has no board"),
        ("  ", "the position text has no board"),
        ("6/6/6/6/6/6", "the position text has no side to move"),
        ("6/6/6/6/6/6 r", "the position text has no reserve of Red"),
        (
            "6/6/6/6/6/6 r 1",
            "the position text has no reserve of Teal",
        ),
        ("6/6/6 r 0 0", "3 ranks: a board has 6, 8 or 10"),
        ("hello", "1 ranks: a board has 6, 8 or 10"),
        ("6/6/6/6/6/6/6 r 0 0", "7 ranks: a board has 6, 8 or 10"),
        (
            "8/8/8/8/8/8/8/8 r 0 0",
            "a board of size 8 where one of size 6 is wanted",
        ),
        ("7/6/6/6/6/6 r 0 0", "rank 6 has 7 points, not 6"),
        ("6/6/6/6/6/5 r 0 0", "rank 1 has 5 points, not 6"),
        ("6/6/6/6//6 r 0 0", "rank 2 has 0 points, not 6"),
        ("6/rrrttt1/6/6/6/6 r 0 0", "rank 5 has 7 points, not 6"),
        ("6/6/6/33/6/6 r 0 0", "rank 3 has 33 points, not 6"),
        (
            "6/6/rx4/6/6/6 r 0 0",
            "rank 4: 'x' is no token (r or t) and no run of empty points",
        ),
        (
            "6/6/6/6/6/5R r 0 0",
            "rank 1: 'R' is no token (r or t) and no run of empty points",
        ),
        (
            "6/é5/6/6/6/6 r 0 0",
            "rank 5: 'é' is no token (r or t) and no run of empty points",
        ),
        (
            "06/6/6/6/6/6 r 0 0",
            "rank 6: a run of empty points starts with 0",
        ),
        (
            "6/6/6/6/r0r4/6 r 0 0",
            "rank 2: a run of empty points starts with 0",
        ),
        ("6/6/6/6/6/6 R 0 0", "the side to move is \"R\", not r or t"),
        (
            "6/6/6/6/6/6 rt 0 0",
            "the side to move is \"rt\", not r or t",
        ),
        ("6/6/6/6/6/6 0 0", "the side to move is \"0\", not r or t"),
        ("6/6/6/6/6/6 r -1 0", "Red's reserve \"-1\" is not a number"),
        ("6/6/6/6/6/6 r +1 0", "Red's reserve \"+1\" is not a number"),
        (
            "6/6/6/6/6/6 r 0 1.5",
            "Teal's reserve \"1.5\" is not a number",
        ),
        (
            "6/6/6/6/6/6 r 256 0",
            "Red's reserve 256 is too large: 255 at most",
        ),
        (
            "6/6/6/6/6/6 t 0 1000",
            "Teal's reserve 1000 is too large: 255 at most",
        ),
        (
            "6/6/6/6/6/6 t 0 0 7",
            "\"7\" after the end of the position text",
        ),
    ];
    for &(text, message) in table {
        let error = text.parse::<Position<Six>>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
        let error = text.parse::<Setup<Six>>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    // However long the text is, the message is not.
    let floods = [
        format!("{huge}/6/6/6/6/6 r 0 0"),
        format!("6/6/6/6/6/6 {long} 0 0"),
        format!("6/6/6/6/6/6 r {huge} 0"),
        format!("6/6/6/6/6/6 r 0 {long}"),
        format!("6/6/6/6/6/6 r 0 0 {long}"),
        format!("{long}/6/6/6/6/6 r 0 0"),
        "/".repeat(10_000),
    ];
    for text in floods {
        let message = text.parse::<Position<Six>>().unwrap_err().to_string();
        assert!(message.len() < 120, "{message}");
    }
}

/// The values inside the errors, of which every kind occurs.
#[test]
fn errors_can_be_matched() {
    use PositionTextError as E;
    let error = |text: &str| text.parse::<Position<Six>>().unwrap_err();
    assert_eq!(error(""), E::MissingField("board"));
    assert_eq!(error("6/6 r 0 0"), E::RankCount(2));
    assert!(matches!(
        error("10/10/10/10/10/10/10/10/10/10 r 0 0"),
        E::OtherSize {
            found: BoardSize::Ten,
            expected: 6
        }
    ));
    assert_eq!(
        error("6/6/6/6/4/6 r 0 0"),
        E::RankLength {
            rank: 2,
            found: 4,
            expected: 6
        }
    );
    assert_eq!(
        error("6/6/6/6/6/r-4 r 0 0"),
        E::UnknownLetter {
            rank: 1,
            letter: '-'
        }
    );
    assert_eq!(error("6/0/6/6/6/6 r 0 0"), E::ZeroRun { rank: 5 });
    assert_eq!(error("6/6/6/6/6/6 - 0 0"), E::SideToMove("-".to_owned()));
    assert_eq!(
        error("6/6/6/6/6/6 r 0 x"),
        E::ReserveNotANumber {
            color: Color::Teal,
            found: "x".to_owned()
        }
    );
    assert_eq!(
        error("6/6/6/6/6/6 r 300 0"),
        E::ReserveTooLarge {
            color: Color::Red,
            found: "300".to_owned()
        }
    );
    assert_eq!(error("6/6/6/6/6/6 r 0 0 r"), E::Trailing("r".to_owned()));
}

/// A board for study has texts of its own, and a text is read for its size only.
#[test]
fn boards_for_study_are_read_where_they_are_asked_for() {
    let five = "3tt/3tt/5/rr3/rr3 r 8 9";
    assert_eq!(Position::<Five>::start().to_string(), five);
    assert_eq!(five.parse(), Ok(Position::<Five>::start()));
    let table = [
        ("", "the position text has no board"),
        (
            "2tt/2tt/rr2/rr2 r 6 6",
            "4 ranks where a board of size 5 is wanted",
        ),
        (
            "4tt/4tt/6/6/rr4/rr4 r 12 13",
            "a board of size 6 where one of size 5 is wanted",
        ),
        ("5/5/5/5/6 r 0 0", "rank 1 has 6 points, not 5"),
        ("5/5/5/5/5 r 0", "the position text has no reserve of Teal"),
    ];
    for (text, message) in table {
        let error = text.parse::<Position<Five>>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
        let error = text.parse::<Setup<Five>>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    // Where a size of the game is asked for, no other board is known.
    let error = five.parse::<Position<Six>>().unwrap_err();
    assert_eq!(error.to_string(), "5 ranks: a board has 6, 8 or 10");
    assert_eq!(
        BoardSize::of_position_text(five),
        Err(PositionTextError::RankCount(5))
    );
}

#[test]
fn runs_of_ten_are_read() {
    let text = "10/9r/r9/10/5t4/10/10/10/10/4rt4 t 255 0";
    assert_eq!(common::position::<Ten>(text).to_string(), text);
}

/// A made-up position may have any material; a game's position may not.
#[test]
fn the_strict_check_is_about_material() {
    struct Most;
    impl SizeVisitor for Most {
        type Output = [u32; 2];
        fn visit<S: Size>(self) -> [u32; 2] {
            let start = Position::<S>::start();
            // One token more in a reserve is one too many, for either side.
            for color in Color::ALL {
                let mut setup = start.setup();
                assert_eq!(setup.check_material(), Ok(()));
                setup.reserves[color] += 1;
                let error = setup.check_material().unwrap_err();
                assert_eq!(error.color, color);
                assert_eq!(error.on_board, 4);
                assert_eq!(u32::from(error.reserve) + 3, error.start);
                let position = Position::from_setup(&setup).expect("a made-up position");
                assert_eq!(position.check_material(), Err(error));
                // Tokens may be gone, and lie on the board instead of beside it.
                setup.reserves[color] -= 2;
                assert_eq!(setup.check_material(), Ok(()));
                setup.tokens[color] |= start.empty().first().into_iter().collect();
                assert_eq!(setup.check_material(), Ok(()));
            }
            Color::ALL.map(|color| start.tokens(color).len() + u32::from(start.reserve(color)))
        }
    }
    let most = BoardSize::ALL.map(|size| size.visit(Most));
    assert_eq!(most, [[16, 17], [24, 24], [34, 35]]);
    let error = "6/6/6/6/6/rr4 t 0 18"
        .parse::<Setup<Six>>()
        .expect("a text");
    assert_eq!(
        error.check_material().unwrap_err().to_string(),
        "Teal has 0 tokens on the board and 18 in reserve: more than the 17 of the start"
    );
}

/// A setup gives a point two tokens, which no text can.
#[test]
fn overlapping_tokens_are_refused() {
    let mut setup = Position::<Six>::start().setup();
    setup.tokens[Color::Teal] |= common::set("a1 b2 c3");
    let error = Position::from_setup(&setup).unwrap_err();
    assert_eq!(
        error.to_string(),
        "points with a token of both sides: {a1 b2}"
    );
}
