//! The opening book.

mod common;

use std::collections::BTreeSet;
use std::num::{NonZeroU64, NonZeroUsize};

use common::random_game;
use jumpers_core::{BoardSize, Eight, Position, Six, Size, SizeVisitor, Ten};
use jumpers_engine::book::{
    self, BookEntry, BookError, BookLine, BookLineError, BookScore, find, work_out,
};
use jumpers_engine::search::Control;

/// Positions of each board: the start, those after the 10 turns, which are 5 and their mirror
/// images, and those after the 100 pairs of turns, likewise.
const POSITIONS: usize = 1 + 5 + 50;

/// The lines of the boards of this size.
fn lines<S: Size>() -> Vec<BookLine<S>> {
    book::lines()
        .filter(|line| BoardSize::of_position_text(line).map(BoardSize::points) == Ok(S::N))
        .map(|line| {
            line.parse()
                .unwrap_or_else(|error| panic!("{line}: {error}"))
        })
        .collect()
}

fn after<S: Size>(position: &Position<S>, entry: &BookEntry<S>) -> Position<S> {
    let mut next = *position;
    next.play(&entry.turn).expect("a legal turn");
    next
}

/// Runs a check for the board of each size.
macro_rules! on_every_size {
    ($($name:ident),* $(,)?) => {$(
        #[test]
        fn $name() {
            struct Check;
            impl SizeVisitor for Check {
                type Output = ();
                fn visit<S: Size>(self) {
                    checks::$name::<S>();
                }
            }
            for size in BoardSize::ALL {
                size.visit(Check);
            }
        }
    )*};
}

on_every_size!(
    the_book_has_the_positions_that_it_should,
    every_line_is_as_it_would_be_written,
    every_position_is_found_and_so_is_its_mirror_image,
    other_positions_are_not_found,
    proved_scores_agree_with_each_other,
);

mod checks {
    use super::*;

    pub fn the_book_has_the_positions_that_it_should<S: Size>() {
        let found: Vec<_> = lines::<S>().iter().map(|line| line.position).collect();
        assert_eq!(found, book::positions::<S>());
        assert_eq!(found.len(), POSITIONS);
        // The slow twin: every pair of turns, and the smaller of two texts.
        let texts =
            |position: &Position<S>| [position.to_string(), position.mirrored().to_string()];
        let mut all = BTreeSet::new();
        let start = Position::<S>::start();
        all.insert(texts(&start).into_iter().min());
        for first in start.turns() {
            let mut one = start;
            one.play(&first).expect("a legal turn");
            all.insert(texts(&one).into_iter().min());
            for second in one.turns() {
                let mut two = one;
                two.play(&second).expect("a legal turn");
                all.insert(texts(&two).into_iter().min());
            }
        }
        let found = found
            .iter()
            .map(|position| texts(position).into_iter().min());
        assert_eq!(found.collect::<BTreeSet<_>>(), all);
    }

    pub fn every_line_is_as_it_would_be_written<S: Size>() {
        let texts = book::lines()
            .filter(|line| BoardSize::of_position_text(line).map(BoardSize::points) == Ok(S::N));
        for (line, text) in lines::<S>().iter().zip(texts) {
            assert_eq!(line.to_string(), text);
            assert_eq!(line.position.canonical(), line.position);
            assert!(line.position.is_legal(&line.entry.turn), "{text}");
            assert!(line.entry.depth > 0, "{text}");
        }
    }

    pub fn every_position_is_found_and_so_is_its_mirror_image<S: Size>() {
        for BookLine { position, entry } in lines::<S>() {
            assert_eq!(find(&position), Some(entry));
            let mirrored = position.mirrored();
            let found = find(&mirrored).expect("an entry");
            assert_eq!((found.score, found.depth), (entry.score, entry.depth));
            let next = after(&mirrored, &found);
            assert_eq!(next.canonical(), after(&position, &entry).canonical());
            if mirrored != position {
                assert_eq!(next, after(&position, &entry).mirrored());
            }
        }
    }

    pub fn other_positions_are_not_found<S: Size>() {
        for seed in 0..50 {
            let game = random_game(&Position::<S>::start(), seed);
            for (i, (position, _)) in game.iter().enumerate() {
                assert_eq!(find(position).is_some(), i <= book::PLIES, "{position}");
            }
        }
        let mut setup = Position::<S>::start().setup();
        setup.reserves[0] -= 1;
        let other = Position::from_setup(&setup).expect("no overlap");
        assert_eq!(find(&other), None);
    }

    /// A turn that wins leads to positions that are not won for the other side.
    pub fn proved_scores_agree_with_each_other<S: Size>() {
        for BookLine { position, entry } in lines::<S>() {
            let BookScore::Mate(plies) = entry.score else {
                continue;
            };
            assert_eq!(plies > 0, plies % 2 != 0, "{position}");
            assert!(plies.unsigned_abs() <= position.max_turns_left());
            if let Some(BookEntry {
                score: BookScore::Mate(next),
                ..
            }) = find(&after(&position, &entry))
            {
                assert_eq!(next <= 0, plies > 0, "{position}");
            }
        }
    }
}

#[test]
fn the_book_has_nothing_else() {
    assert_eq!(book::lines().count(), 3 * POSITIONS);
    let remarks: Vec<_> = book::TEXT
        .lines()
        .filter(|line| line.starts_with('#'))
        .collect();
    let command = format!("# jumpers-engine book --nodes {}", book::NODES);
    assert_eq!(remarks, [command]);
    assert!(book::TEXT.starts_with('#') && book::TEXT.ends_with('\n'));
}

/// Searches that prove a win soon are short. The other lines are what the command makes that the
/// first line names.
#[test]
fn the_search_finds_the_quick_wins_of_the_book_again() {
    let quick: Vec<_> = lines::<Six>()
        .into_iter()
        .filter(|line| matches!(line.entry.score, BookScore::Mate(1..=11)))
        .collect();
    assert!(!quick.is_empty());
    for line in quick {
        let found = work_out(&line.position, book::NODES, &Control::new(false));
        assert_eq!(found.expect("memory"), Some(line));
    }
}

fn make(nodes: u64, threads: usize) -> Vec<String> {
    let nodes = NonZeroU64::new(nodes).expect("not zero");
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let mut lines = Vec::new();
    book::make(nodes, threads, &Control::new(false), &mut |line| {
        lines.push(line.to_owned());
    })
    .expect("a book");
    lines
}

#[test]
fn a_quick_book_is_the_same_each_time() {
    let made = make(200, 1);
    assert_eq!(made, make(200, 3));
    assert_eq!(made.len(), 1 + 3 * POSITIONS);
    assert_eq!(made[0], "# jumpers-engine book --nodes 200");
    for (made, line) in made[1..].iter().zip(book::lines()) {
        assert_eq!(made.split(';').next(), line.split(';').next());
    }
}

#[test]
fn making_can_be_stopped() {
    let control = Control::new(false);
    let mut lines = 0;
    let result = book::make(NonZeroU64::MAX, NonZeroUsize::MIN, &control, &mut |_| {
        lines += 1;
        control.stop();
    });
    assert!(matches!(result, Err(BookError::Stopped)), "{result:?}");
    assert_eq!(lines, 1);
}

#[test]
fn a_finished_game_has_no_line() {
    let control = Control::new(false);
    let finished: Position<Six> = common::FINISHED.parse().expect("a position");
    assert_eq!(
        work_out(&finished, NonZeroU64::MIN, &control).expect("memory"),
        None
    );
    let won: Position<Six> = common::WIN_IN_1.parse().expect("a position");
    let line = work_out(&won, NonZeroU64::new(100).expect("not zero"), &control);
    let line = line.expect("memory").expect("a turn");
    assert_eq!(
        line.to_string(),
        format!("{}; a1xc1 mate 1 1", common::WIN_IN_1)
    );
}

#[test]
fn lines_that_are_none() {
    let start = common::START;
    let parse = |text: &str| text.parse::<BookLine<Six>>();
    for text in [
        "a1-c1+d1 cp 10 5",
        "a1-c1+d1 cp -10 5",
        "a1-c1+d1 mate -12 200",
    ] {
        let text = format!("{start}; {text}");
        assert_eq!(parse(&text).expect("a line").to_string(), text);
    }
    for text in [
        "",
        start,
        &format!("{start};a1-c1+d1 cp 10 5"),
        &format!("{start}; a1-c1+d1 cp 10"),
        &format!("{start}; a1-c1+d1 cp 10 5 5"),
        &format!("{start}; a1-c1+d1  cp 10 5"),
    ] {
        assert_eq!(parse(text), Err(BookLineError::Form), "{text:?}");
    }
    let error = |answer: &str| parse(&format!("{start}; {answer}")).expect_err("no line");
    assert!(matches!(error("a1-c1+e5 cp 1 1"), BookLineError::Turn(_)));
    assert!(matches!(error("x cp 1 1"), BookLineError::Turn(_)));
    for (answer, score) in [
        ("a1-c1+d1 cp x 1", "cp x"),
        ("a1-c1+d1 mat 1 1", "mat 1"),
        ("a1-c1+d1 cp 99999999999 1", "cp 99999999999"),
    ] {
        assert_eq!(error(answer), BookLineError::Score(score.to_owned()));
    }
    for depth in ["256", "-1", "x"] {
        let answer = format!("a1-c1+d1 cp 1 {depth}");
        assert_eq!(error(&answer), BookLineError::Depth(depth.to_owned()));
    }
    let other = format!("{}; a1-c1+d1 cp 1 1", Position::<Eight>::start());
    assert!(matches!(parse(&other), Err(BookLineError::Position(_))));
    assert!(other.parse::<BookLine<Ten>>().is_err());
    assert!(other.parse::<BookLine<Eight>>().is_ok());
}
