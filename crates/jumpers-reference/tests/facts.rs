//! The facts about the rules that fast implementations rely on, checked on games played by
//! chance and on boards filled by chance.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{SIZES, mirrored_outcome, mirrored_path, position, sample};
use jumpers_reference::{Outcome, Path, Point, ReferencePosition, Side, Step};

/// How many games and made-up positions of each size a test looks at.
const GAMES: usize = 20;
const MADE_UPS: usize = 3_000;

/// The points that a token jumps to from a point: over which, onto which, whatever is there.
fn jumps(size: usize, (x, y): Point) -> Vec<(Point, Point)> {
    let mut jumps = Vec::new();
    if x >= 2 {
        jumps.push(((x - 1, y), (x - 2, y)));
    }
    if y >= 2 {
        jumps.push(((x, y - 1), (x, y - 2)));
    }
    if x + 2 < size {
        jumps.push(((x + 1, y), (x + 2, y)));
    }
    if y + 2 < size {
        jumps.push(((x, y + 1), (x, y + 2)));
    }
    jumps
}

/// The jumps over a token of one side onto an empty point.
fn open_jumps(
    grid: &[Vec<Option<Side>>],
    from: Point,
    side: Side,
) -> impl Iterator<Item = (Point, Point)> {
    jumps(grid.len(), from)
        .into_iter()
        .filter(move |&(over, onto)| {
            grid[over.1][over.0] == Some(side) && grid[onto.1][onto.0].is_none()
        })
}

/// All ends and captured points of captures from a point, with the captured tokens left on the
/// board until the end, where they can be neither captured again nor landed on.
fn late_captures(
    grid: &[Vec<Option<Side>>],
    from: Point,
    enemy: Side,
    captured: &BTreeSet<Point>,
    ends: &mut BTreeSet<(Point, BTreeSet<Point>)>,
) {
    let mut at_the_end = true;
    for (over, onto) in open_jumps(grid, from, enemy) {
        if !captured.contains(&over) {
            at_the_end = false;
            let mut captured = captured.clone();
            captured.insert(over);
            late_captures(grid, onto, enemy, &captured, ends);
        }
    }
    if at_the_end {
        ends.insert((from, captured.clone()));
    }
}

/// All turns, found in another way: hops by flood fill, captured tokens removed at the end.
fn turns_by_flood_fill(position: &ReferencePosition) -> BTreeSet<Outcome> {
    let (own, enemy) = (position.to_move, position.to_move.other());
    let mut captures = BTreeSet::new();
    let mut hops = BTreeSet::new();
    for y in 0..position.size {
        for x in 0..position.size {
            let from = (x, y);
            let mut grid = position.grid.clone();
            if grid[y][x].take() != Some(own) {
                continue;
            }
            let captures_from = |at: Point, turns: &mut BTreeSet<Outcome>| {
                let mut ends = BTreeSet::new();
                late_captures(&grid, at, enemy, &BTreeSet::new(), &mut ends);
                let found = !ends.iter().all(|(_, captured)| captured.is_empty());
                if found {
                    turns.extend(ends.into_iter().map(|(to, captured)| Outcome {
                        from,
                        to,
                        spawn: None,
                        captured,
                    }));
                }
                found
            };
            if captures_from(from, &mut captures) {
                continue;
            }
            let mut reached = vec![from];
            let mut next = 0;
            while next < reached.len() {
                let at = reached[next];
                next += 1;
                if at != from {
                    if captures_from(at, &mut hops) {
                        continue;
                    }
                    let mut neighbours = vec![(at.0 + 1, at.1), (at.0, at.1 + 1)];
                    neighbours.extend(at.0.checked_sub(1).map(|x| (x, at.1)));
                    neighbours.extend(at.1.checked_sub(1).map(|y| (at.0, y)));
                    for spawn in neighbours {
                        let row = grid.get(spawn.1);
                        if position.reserve[own.index()] > 0
                            && row.and_then(|row| row.get(spawn.0)) == Some(&None)
                        {
                            hops.insert(Outcome {
                                from,
                                to: at,
                                spawn: Some(spawn),
                                captured: BTreeSet::new(),
                            });
                        }
                    }
                }
                for (_, onto) in open_jumps(&grid, at, own) {
                    if !reached.contains(&onto) {
                        reached.push(onto);
                    }
                }
            }
        }
    }
    if captures.is_empty() { hops } else { captures }
}

/// Does this path begin with a hop and end with a capture?
fn hops_then_captures(path: &Path) -> bool {
    matches!(path.steps.first(), Some(Step::Hop(_)))
        && matches!(path.steps.last(), Some(Step::Capture(_)))
}

/// Fact 1: the parities of a jumping token, of captured points and of the spawn.
#[test]
fn jumps_keep_parity() {
    for (position, paths) in sample(11, GAMES, MADE_UPS) {
        for path in &paths {
            let (x, y) = path.start;
            for step in &path.steps {
                let landing = step.landing();
                assert_eq!((landing.0 % 2, landing.1 % 2), (x % 2, y % 2));
            }
            let outcome = path.outcome();
            for point in outcome.captured.iter().chain(&outcome.spawn) {
                assert_ne!((point.0 + point.1) % 2, (x + y) % 2, "{}", position.text());
            }
        }
    }
}

/// Fact 2: two different turns never give the same position.
#[test]
fn turns_are_told_apart_by_their_positions() {
    let mut several_paths = 0;
    for (position, paths) in sample(12, GAMES, MADE_UPS) {
        let turns = position.turns();
        let successors: BTreeSet<ReferencePosition> =
            turns.iter().map(|turn| position.play(turn)).collect();
        assert_eq!(successors.len(), turns.len(), "{}", position.text());
        several_paths += usize::from(paths.len() > turns.len());
    }
    assert!(several_paths > 0, "no turn had several paths");
}

/// Facts 1 and 3: hops may be found by flood fill, and captured tokens removed late.
#[test]
fn flood_fill_finds_the_same_turns() {
    let mut hop_captures = 0;
    for (position, paths) in sample(13, GAMES, MADE_UPS) {
        let turns: BTreeSet<Outcome> = paths.iter().map(Path::outcome).collect();
        assert_eq!(turns_by_flood_fill(&position), turns, "{}", position.text());
        hop_captures += usize::from(paths.iter().any(hops_then_captures));
    }
    assert!(hop_captures > 0, "no hop turned into captures");
}

/// Fact 3: whether a hopping token must capture at a point depends on its start and that point
/// only, not on the way there.
#[test]
fn captures_after_hops_do_not_depend_on_the_way() {
    for (position, paths) in sample(14, GAMES, MADE_UPS) {
        let mut captures_at: BTreeMap<(Point, Point), bool> = BTreeMap::new();
        for path in &paths {
            for (index, step) in path.steps.iter().enumerate() {
                if let Step::Hop(landing) = *step {
                    let captures = matches!(path.steps.get(index + 1), Some(Step::Capture(_)));
                    let known = *captures_at.entry((path.start, landing)).or_insert(captures);
                    assert_eq!(known, captures, "{}", position.text());
                }
            }
        }
    }
}

/// Fact 4: a hop turn that turns into captures never ends on its start; a pure capture can.
#[test]
fn only_pure_captures_return() {
    let mut hop_captures = 0;
    let mut returns = 0;
    for (position, paths) in sample(15, GAMES, MADE_UPS) {
        for path in &paths {
            let outcome = path.outcome();
            let hops_then_captures = hops_then_captures(path);
            hop_captures += usize::from(hops_then_captures);
            if outcome.to == outcome.from {
                assert!(!hops_then_captures, "{}", position.text());
                assert_eq!(outcome.spawn, None);
                returns += 1;
            }
        }
    }
    assert!(hop_captures > 0 && returns > 0);
}

/// Fact 5: no capture turn takes more than 10, 21 or 34 tokens.
#[test]
fn captures_are_not_longer_than_proved() {
    for (position, paths) in sample(16, GAMES, MADE_UPS) {
        let longest = match position.size {
            4 => 4,
            5 | 6 => 10,
            7 | 8 => 21,
            _ => 34,
        };
        for path in &paths {
            assert!(path.outcome().captured.len() <= longest);
        }
    }
}

/// The largest number of tokens that a turn takes.
fn longest_capture(position: &ReferencePosition) -> usize {
    let captured = position.turns().into_iter().map(|turn| turn.captured.len());
    captured.max().unwrap_or(0)
}

/// Fact 5: with an enemy token on every point that a token can ever capture, the longest turn
/// takes exactly 10 and 21, wherever it starts; and so on the boards for study.
#[test]
fn the_longest_captures_of_the_smaller_boards() {
    let full = [
        ("6/1t1t2/t1t1t1/1t1t2/t1t1t1/1t1t2 r 0 0", 10),
        (
            "8/1t1t1t2/t1t1t1t1/1t1t1t2/t1t1t1t1/1t1t1t2/t1t1t1t1/1t1t1t2 r 0 0",
            21,
        ),
        ("4/1t2/t1t1/1t2 r 0 0", 4),
        ("1t1t1/t1t1t/1t1t1/t1t1t/1t1t1 r 0 0", 10),
        (
            "1t1t1t1/t1t1t1t/1t1t1t1/t1t1t1t/1t1t1t1/t1t1t1t/1t1t1t1 r 0 0",
            21,
        ),
    ];
    for (text, expected) in full {
        let full = position(text);
        let mut longest = 0;
        for y in (0..full.size).step_by(2) {
            for x in (0..full.size).step_by(2) {
                let mut position = full.clone();
                position.grid[y][x] = Some(Side::Red);
                longest = longest.max(longest_capture(&position));
            }
        }
        assert_eq!(longest, expected, "{text}");
    }
}

/// Fact 5: a turn that takes 34 tokens exists on the largest board.
#[test]
fn the_longest_capture_of_the_largest_board() {
    let position = position(
        "10/1t3t1t2/t1t1t1t1t1/1t1t1t1tr1/2t1t1t1t1/1t1t1t1t2/t1t1t1t3/1t1t1t1t2/2t1t1t1t1/3t3t2 r 0 0",
    );
    assert_eq!(longest_capture(&position), 34);
}

/// Fact 6: reflection in the a1 diagonal commutes with everything.
#[test]
fn the_rules_are_symmetric() {
    for size in SIZES {
        let start = ReferencePosition::start(size);
        assert_eq!(start.mirrored(), start);
    }
    for (position, paths) in sample(17, GAMES, MADE_UPS) {
        let mirrored = position.mirrored();
        assert_eq!(mirrored.mirrored(), position);
        let there: BTreeSet<Path> = mirrored.paths().into_iter().collect();
        let here: BTreeSet<Path> = paths.iter().map(mirrored_path).collect();
        assert_eq!(there, here, "{}", position.text());
        for path in &paths {
            let turn = path.outcome();
            assert_eq!(
                mirrored.play(&mirrored_outcome(&turn)),
                position.play(&turn).mirrored(),
                "{}",
                position.text()
            );
        }
    }
}
