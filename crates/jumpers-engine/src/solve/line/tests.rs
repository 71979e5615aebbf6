use jumpers_core::Six;
use rayon::ThreadPoolBuilder;

use super::*;
use crate::players::{random_turn, seeded};
use crate::search::Control;
use crate::solve::{Solver, Verdict};

/// Late positions, and whether Red, which is to move, wins.
const LATE: [(&str, bool); 2] = [
    ("4tt/6/6/6/6/rr4 r 2 1", true),
    ("4tt/6/6/6/6/rr4 r 1 1", false),
];

/// Red wins, not at once.
const WON: &str = "4tt/4tt/6/6/rr4/rr4 r 4 3";

#[test]
fn what_the_table_has_lost_is_found_again() {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let control = Control::new(false);
    let mut solver = Solver::<Six>::new(1).unwrap();
    let position: Position<Six> = WON.parse().unwrap();
    let limits = SolveLimits::default();
    let solution = solver.solve(&position, limits, &pool, &control, &|_| ());
    assert_eq!(solution.verdict, Verdict::Win);
    solver.clear();
    let prover = solver.prover(&pool, &control);
    assert!(winning(&choices(solver.table(), &position)).is_none());
    let turn = prover.winning_turn(&position, SolveLimits::default());
    let next = after(&position, &turn.unwrap());
    let mut again = Solver::<Six>::new(1).unwrap();
    let solution = again.solve(&next, SolveLimits::default(), &pool, &control, &|_| ());
    assert_eq!(solution.verdict, Verdict::Loss);
    again.clear();
    assert_eq!(again.table().fullness(), 0);
    // A limit ends it, without a verdict that has no turn.
    let limits = SolveLimits {
        nodes: Some(1),
        time: None,
    };
    let solution = again.solve(&position, limits, &pool, &control, &|_| ());
    assert_eq!(solution.verdict, Verdict::Unknown);
    let numbers = solution.statistics.root;
    assert!(!numbers.is_proved() && !solution.line.is_empty());
    // A stop ends it without a turn.
    solver.clear();
    control.stop();
    let prover = solver.prover(&pool, &control);
    let none = prover.winning_turn(&position, SolveLimits::default());
    assert_eq!(none, None);
}

#[test]
fn the_longest_line_of_short_games() {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let control = Control::new(false);
    let solver = Solver::<Six>::new(1).unwrap();
    for (text, is_win) in LATE {
        let position: Position<Six> = text.parse().unwrap();
        let prover = solver.prover(&pool, &control);
        let solution = prover.solve(&position, SolveLimits::default(), &|_| ());
        assert_eq!(solution.verdict == Verdict::Win, is_win);
        let plies = prover.most_plies(&position, is_win, &solution.line, None);
        assert_eq!(plies, if is_win { 3 } else { 2 }, "{text}");
        assert_eq!(solution.line.len() as u32, plies);
        // Without time the bound is that of every game, ended by the winner.
        let none = Some(Duration::ZERO);
        let bound = prover.most_plies(&position, is_win, &[], none);
        assert!(bound >= plies && bound <= position.max_turns_left());
        assert_eq!(bound % 2 == 1, is_win);
    }
}

/// A position of random play.
fn random(seed: u64) -> Option<Position<Six>> {
    let mut chance = seeded(seed);
    let mut position = Position::start();
    for _ in 0..18 {
        position.play_unchecked(&random_turn(&position, &mut chance)?);
    }
    Some(position)
}

#[test]
fn what_is_known_to_lose_is_left_out_unless_it_is_all() {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let control = Control::new(false);
    let mut solver = Solver::<Six>::new(4).unwrap();
    let limits = SolveLimits {
        nodes: Some(20_000),
        time: None,
    };
    let mut mixed = 0;
    for position in (0..60).filter_map(random) {
        solver.clear();
        let turns = position.turns();
        let table = solver.table();
        assert_eq!(open_turns(table, &position, &turns), turns.to_vec());
        let prover = solver.prover(&pool, &control);
        let solved = prover.solve_turns(&position, &turns, false, limits, &|_| ());
        let of = |is_wanted: fn(Verdict) -> bool| {
            let found = solved.turns.iter().filter(|turn| is_wanted(turn.verdict));
            found.map(|turn| turn.turn).collect::<Vec<_>>()
        };
        let open = of(|verdict| verdict != Verdict::Loss);
        let lost = of(|verdict| verdict == Verdict::Loss);
        assert_eq!(open_turns(table, &position, &lost), lost);
        if !open.is_empty() && !lost.is_empty() {
            assert_eq!(open_turns(table, &position, &turns), open);
            mixed += 1;
        }
    }
    assert!(mixed > 5, "{mixed}");
}
