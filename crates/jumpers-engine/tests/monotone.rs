//! More tokens in one's own reserve are never worse: by brute force on small boards.
//!
//! The proof: what must capture, and what a hop may do, depends on the board alone, and to stop
//! takes a reserve of at least one. So each turn that is legal with some reserve is legal with one
//! more, and the turns of the other side do not depend on it; the rest is induction on the length
//! of the game.

mod common;

use common::exhaustive::Exhaustive;
use common::solver::{after, solved};
use common::{FINISHED, LOSS_IN_1, WIN_IN_1, WIN_IN_2, random_game};
use jumpers_core::study::{Five, Four};
use jumpers_core::{Color, Position, Setup, Six, Size, Square};
use jumpers_engine::players::seeded;
use rand::RngExt;

/// The position with these reserves, and this side to move.
fn with<S: Size>(position: &Position<S>, reserves: [u8; 2], side_to_move: Color) -> Position<S> {
    let setup = Setup {
        reserves,
        side_to_move,
        ..position.setup()
    };
    Position::from_setup(&setup).expect("no overlap")
}

/// Does this side win? `None` if the search gives up.
fn wins_for<S: Size>(
    search: &mut Exhaustive<S>,
    position: &Position<S>,
    color: Color,
) -> Option<bool> {
    let wins = search.wins(position)?;
    Some(wins == (position.side_to_move() == color))
}

/// Compares, with each side to move, all pairs of reserves up to `most` that differ by one token
/// of one side. `None` if the search gives up; else in how many of them the token changes who
/// wins.
fn check_all_reserves<S: Size>(
    search: &mut Exhaustive<S>,
    position: &Position<S>,
    most: u8,
) -> Option<usize> {
    let mut changes = 0;
    for side_to_move in Color::ALL {
        for red in 0..=most {
            for teal in 0..=most {
                let fewer = with(position, [red, teal], side_to_move);
                for color in Color::ALL {
                    if fewer.reserve(color) == most {
                        continue;
                    }
                    let mut reserves = [red, teal];
                    reserves[color] += 1;
                    let more = with(position, reserves, side_to_move);
                    let before = wins_for(search, &fewer, color)?;
                    let now = wins_for(search, &more, color)?;
                    assert!(
                        now || !before,
                        "{color} wins {fewer}, but not with one token more: {more}"
                    );
                    changes += usize::from(now != before);
                }
            }
        }
    }
    Some(changes)
}

#[test]
fn from_the_start_of_the_smallest_board() {
    // Up to more than there are at the start.
    let mut search = Exhaustive::new(200_000);
    let changes = check_all_reserves(&mut search, &Position::<Four>::start(), 9);
    assert_ne!(changes.expect("few positions"), 0);
}

/// Boards of 4×4 filled by chance, of all densities.
fn made_up_positions(count: usize) -> Vec<Position<Four>> {
    let mut chance = seeded(8);
    let mut position = || {
        let mut setup = Position::<Four>::start().setup();
        setup.tokens = Default::default();
        let empty_in_100 = chance.random_range(0..100);
        for square in Square::all() {
            if chance.random_range(0..100) >= empty_in_100 {
                setup.tokens[chance.random_range(0..2)] |= square.into();
            }
        }
        Position::from_setup(&setup).expect("no overlap")
    };
    (0..count).map(|_| position()).collect()
}

#[test]
fn in_made_up_positions_on_the_smallest_board() {
    check_positions(&made_up_positions(500), 4, 50_000, 500, 1_000);
}

/// Positions of games by chance, of any ply or close to the end.
fn positions_of_games<S: Size>(games: u64, closest: usize) -> Vec<Position<S>> {
    let mut chance = seeded(7);
    let mut positions = Vec::new();
    for seed in 0..games {
        let game = random_game(&Position::<S>::start(), seed);
        let least = game.len().saturating_sub(closest);
        positions.push(game[chance.random_range(least..game.len())].0);
    }
    positions
}

/// Checks positions, with the search giving up on some of them. At least so many are checked to
/// the end, and a token changes who wins at least so often.
fn check_positions<S: Size>(
    positions: &[Position<S>],
    most: u8,
    known: usize,
    least_checked: usize,
    least_changes: usize,
) {
    let (mut checked, mut changes) = (0, 0);
    for position in positions {
        if let Some(found) = check_all_reserves(&mut Exhaustive::new(known), position, most) {
            checked += 1;
            changes += found;
        }
    }
    assert!(checked >= least_checked, "{checked} positions checked");
    assert!(changes >= least_changes, "{changes} changes");
}

#[test]
fn in_games_on_the_smallest_board() {
    check_positions(&positions_of_games::<Four>(300, 40), 4, 50_000, 300, 1_000);
}

#[test]
fn late_in_games_on_the_board_of_five() {
    check_positions(&positions_of_games::<Five>(60, 20), 3, 100_000, 50, 300);
}

#[test]
fn late_in_games_on_the_standard_board() {
    check_positions(&positions_of_games::<Six>(60, 16), 2, 60_000, 50, 200);
}

/// The search that looks at every line agrees with the one that counts the plies to the end, and
/// with positions whose winner can be seen.
#[test]
fn every_line_is_looked_at() {
    for (text, wins) in [
        (FINISHED, false),
        (WIN_IN_1, true),
        (LOSS_IN_1, false),
        (WIN_IN_2, true),
    ] {
        let position: Position<Six> = text.parse().expect("a position text");
        assert_eq!(Exhaustive::new(1_000).wins(&position), Some(wins), "{text}");
    }
    let mut counts = [0; 2];
    for (position, mut solver) in solved::<Six>(100, 1) {
        let plies = solver.solve(&position).expect("solved before");
        let mut search = Exhaustive::new(60_000);
        assert_eq!(search.wins(&position), Some(plies > 0), "{position}");
        counts[usize::from(plies > 0)] += 1;
        // The definition, turn by turn.
        let turns = position.turns();
        let mut nexts = turns.iter().map(|turn| after(&position, turn));
        let can_win = nexts.any(|next| search.wins(&next) == Some(false));
        assert_eq!(can_win, plies > 0, "{position}");
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// Who wins from the starts of the small boards, those of 5×5 with small reserves.
#[test]
fn small_starts_have_known_winners() {
    let start = Position::<Four>::start();
    assert_eq!(Exhaustive::new(10_000).wins(&start), Some(true));
    let mut search = Exhaustive::new(200_000);
    let wins = [1, 2, 3, 4].map(|reserve| {
        let start = with(&Position::<Five>::start(), [reserve; 2], Color::Red);
        search.wins(&start)
    });
    assert_eq!(wins, [false, false, false, true].map(Some));
}

/// A limit is kept, and what was found before it was met stays.
#[test]
fn the_search_gives_up() {
    let start = Position::<Five>::start();
    let mut search = Exhaustive::new(1_000);
    assert_eq!(search.wins(&start), None);
    assert_eq!(search.known(), 1_000);
    assert_eq!(search.wins(&start), None);
    let over: Position<Five> = "5/5/5/5/r4 t 0 0".parse().expect("a position text");
    assert_eq!(Exhaustive::new(0).wins(&over), None);
    assert_eq!(Exhaustive::new(1).wins(&over), Some(false));
}
