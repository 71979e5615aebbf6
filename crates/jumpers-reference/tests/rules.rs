//! The rules, sentence by sentence, each on a position that shows it.

mod common;

use std::collections::BTreeSet;

use common::{SIZES, position, sample};
use jumpers_reference::{Path, ReferencePosition, Side};

/// The texts of all paths in a position, in order and separated by blanks.
fn paths(text: &str) -> String {
    let mut texts: Vec<String> = position(text).paths().iter().map(Path::text).collect();
    texts.sort();
    texts.join(" ")
}

/// The position after the turn that a path makes.
fn after(text: &str, path: &str) -> String {
    let position = position(text);
    let paths = position.paths();
    let path = paths
        .iter()
        .find(|candidate| candidate.text() == path)
        .unwrap_or_else(|| panic!("{path} is not a path in {text}"));
    position.play(&path.outcome()).text()
}

#[test]
fn the_example_of_two_hops_and_a_spawn() {
    let text = "6/6/6/6/2r3/rr4 r 5 5";
    assert_eq!(paths(text), "a1-c1+d1 a1-c1-c3+b3 a1-c1-c3+c4 a1-c1-c3+d3");
    assert_eq!(after(text, "a1-c1-c3+d3"), "6/6/6/2rr2/2r3/1r4 t 4 5");
}

#[test]
fn the_example_of_two_captures() {
    let text = "6/6/6/4t1/2rt2/6 r 3 3";
    assert_eq!(paths(text), "c2xe2xe4");
    assert_eq!(after(text, "c2xe2xe4"), "6/6/4r1/6/6/6 t 3 3");
}

#[test]
fn the_example_of_a_hop_and_a_capture() {
    let text = "6/6/6/3t2/1rr3/6 r 3 3";
    // The other token, c2, can hop over b2, and stops beside it.
    assert_eq!(paths(text), "b2-d2xd4 c2-a2+a1 c2-a2+a3");
    assert_eq!(after(text, "b2-d2xd4"), "6/6/3r2/6/2r3/6 t 3 3");
}

#[test]
fn a_side_without_a_turn_has_lost() {
    // No token, no jump, no landing point, no reserve.
    for text in [
        "6/6/6/6/6/6 r 3 3",
        "6/6/6/6/6/r1r3 r 3 3",
        "6/6/6/6/6/rrtttt r 3 3",
        "6/6/6/6/6/rr4 r 0 3",
    ] {
        assert!(!position(text).has_turn(), "{text}");
        assert_eq!(paths(text), "", "{text}");
        assert_eq!(position(text).perft(1), 0, "{text}");
        assert_eq!(position(text).perft_paths(2), 0, "{text}");
        assert_eq!(position(text).perft(0), 1, "{text}");
    }
}

#[test]
fn jumps_are_along_the_lines_only() {
    assert_eq!(paths("6/6/6/6/1t4/r5 r 3 3"), "");
    assert_eq!(paths("6/6/6/6/1r4/r5 r 3 3"), "");
    // All four directions.
    let cross = "6/6/2t3/1trt2/2t3/6 r 3 3";
    assert_eq!(paths(cross), "c3xa3 c3xc1 c3xc5 c3xe3");
}

#[test]
fn jumps_do_not_leave_the_board_nor_land_on_tokens() {
    assert_eq!(paths("6/6/6/6/6/tr4 r 3 3"), "");
    assert_eq!(paths("6/6/6/6/6/rtr3 r 3 3"), "");
    assert_eq!(paths("6/6/6/6/6/rtt3 r 3 3"), "");
    assert_eq!(paths("6/6/6/6/6/tttttr r 3 3"), "");
    // The line does not go on round the edge of the board.
    assert_eq!(paths("6/6/6/6/t5/4rt r 3 3"), "");
}

#[test]
fn a_captured_token_goes_to_no_reserve() {
    assert_eq!(after("6/6/6/6/6/rt4 r 3 3", "a1xc1"), "6/6/6/6/6/2r3 t 3 3");
}

#[test]
fn if_any_own_token_can_capture_the_turn_must_be_a_capture() {
    let quiet = "6/3rr1/6/6/6/r5 r 3 3";
    assert_eq!(paths(quiet), "d5-f5+f4 d5-f5+f6 e5-c5+b5 e5-c5+c4 e5-c5+c6");
    // With a token on b1, a1 can capture, and the hops of the other two are off.
    assert_eq!(paths("6/3rr1/6/6/6/rt4 r 3 3"), "a1xc1");
}

#[test]
fn the_choice_of_token_and_route_is_free() {
    // One capture by a1, or two by f6: there is no majority rule.
    assert_eq!(paths("4tr/3t2/6/6/6/rt4 r 3 3"), "a1xc1 f6xd6xd4");
    // One capture upwards, or two to the right.
    assert_eq!(paths("6/6/6/6/t5/rt1t2 r 3 3"), "a1xa3 a1xc1xe1");
}

#[test]
fn a_capturing_token_goes_on_while_it_can() {
    assert_eq!(paths("6/6/6/4t1/6/rt1t2 r 3 3"), "a1xc1xe1");
    assert_eq!(paths("6/6/6/6/4t1/rt1t2 r 3 3"), "a1xc1xe1xe3");
    // It is the same token that goes on: b3 could now capture b2, but has to wait.
    assert_eq!(paths("6/6/6/1r4/1t4/rt4 r 3 3"), "a1xc1");
}

#[test]
fn a_capturing_token_does_not_hop_and_does_not_spawn() {
    assert_eq!(paths("6/6/6/6/6/rt1r2 r 3 3"), "a1xc1");
}

#[test]
fn a_capture_may_return_to_the_start_and_end_there() {
    let square = "6/6/6/1t4/t1t3/rt4 r 1 1";
    assert_eq!(paths(square), "a1xa3xc3xc1xa1 a1xc1xc3xa3xa1");
    assert_eq!(after(square, "a1xa3xc3xc1xa1"), "6/6/6/6/6/r5 t 1 1");
}

#[test]
fn a_capture_may_pass_through_its_start_and_other_points_twice() {
    // c3 goes round the square at its lower left, and leaves it upwards.
    let through_start = "6/6/2t3/1tr3/t1t3/1t4 r 0 0";
    assert_eq!(
        paths(through_start),
        "c3xa3xa1xc1xc3xc5 c3xc1xa1xa3xc3xc5 c3xc5"
    );
    // a3 comes to c3, goes round the square at its lower right, and passes c3 again.
    let crossing = "6/6/2t3/rt1t2/2t1t1/3t2 r 0 0";
    assert_eq!(
        paths(crossing),
        "a3xc3xc1xe1xe3xc3xc5 a3xc3xc5 a3xc3xe3xe1xc1xc3xc5"
    );
}

#[test]
fn a_captured_token_is_gone() {
    // At c1 there is nothing left to jump over, back to a1.
    assert_eq!(paths("6/6/6/6/6/rt4 r 3 3"), "a1xc1");
}

#[test]
fn a_hop_never_lands_on_a_visited_point() {
    // Round the square of own tokens from either neighbour, but never back onto a1.
    let square = "6/6/6/1r4/r1r3/rr4 r 1 1";
    let texts = paths(square);
    let rounds: Vec<&str> = texts
        .split(' ')
        .filter(|text| text.starts_with("a1") && text.matches('-').count() >= 3)
        .collect();
    assert_eq!(rounds, ["a1-a3-c3-c1+d1", "a1-c1-c3-a3+a4"]);
    assert!(!texts.contains("-a1"));
}

#[test]
fn a_hopping_token_that_can_capture_must() {
    // At c1 it may neither stop nor hop on over d1.
    assert_eq!(paths("6/6/6/6/2t3/rr1r2 r 5 5"), "a1-c1xc3");
    // Without the token on c2 it may do both.
    assert_eq!(
        paths("6/6/6/6/6/rr1r2 r 5 5"),
        "a1-c1+c2 a1-c1-e1+e2 a1-c1-e1+f1"
    );
}

#[test]
fn after_a_capture_there_are_captures_only() {
    // From c3 it could hop over d3, or spawn at b3; it does neither.
    assert_eq!(paths("6/6/6/3r2/2t3/rr4 r 5 5"), "a1-c1xc3");
}

#[test]
fn after_a_hop_a_capture_may_revisit() {
    // a1 hops to c1, goes round the square above, and is on c1 again when it can go no further.
    let round = "6/6/6/3t2/2t1t1/rr1t2 r 5 5";
    assert_eq!(paths(round), "a1-c1xc3xe3xe1xc1 a1-c1xe1xe3xc3xc1");
}

#[test]
fn to_stop_after_a_hop_there_must_be_a_spawn() {
    // The start is empty now, but it is not next to the token.
    assert_eq!(paths("6/6/6/6/6/rr4 r 1 0"), "a1-c1+c2 a1-c1+d1");
    assert_eq!(
        after("6/6/6/6/6/rr4 r 1 0", "a1-c1+d1"),
        "6/6/6/6/6/1rrr2 t 0 0"
    );
    // No reserve, no stop. The opponent's reserve is of no use.
    assert_eq!(paths("6/6/6/6/6/rr4 r 0 9"), "");
}

#[test]
fn without_an_empty_neighbour_it_cannot_stop() {
    // At c1 there is no room, but it can hop on to e1.
    assert_eq!(
        paths("6/6/6/2t3/2t3/rr1r2 r 5 5"),
        "a1-c1-e1+e2 a1-c1-e1+f1"
    );
    // With e1 taken too it is stuck at c1, and so is e1. A turn that cannot be completed is none.
    assert_eq!(paths("6/6/6/2t3/2t3/rr1rrr r 5 5"), "");
}

#[test]
fn with_an_empty_reserve_only_hops_that_end_in_a_capture_are_legal() {
    assert_eq!(paths("6/6/6/3t2/1rr3/6 r 0 5"), "b2-d2xd4");
    assert_eq!(
        paths("6/6/6/3t2/1rr3/6 r 1 5"),
        "b2-d2xd4 c2-a2+a1 c2-a2+a3"
    );
}

#[test]
fn a_capture_opened_for_another_token_is_irrelevant() {
    // When c1 is gone, a1 could capture b1. But c1 may stop all the same.
    let opened = "6/6/6/6/2r3/rtr3 r 5 5";
    assert_eq!(paths(opened), "c1-c3+b3 c1-c3+c4 c1-c3+d3");
}

#[test]
fn every_turn_shortens_the_game() {
    for (position, paths) in sample(3, 5, 200) {
        let side = position.to_move;
        let tokens = |position: &ReferencePosition, side: Side| {
            let grid = position.grid.iter().flatten();
            grid.filter(|&&point| point == Some(side)).count()
        };
        for path in &paths {
            let turn = path.outcome();
            let next = position.play(&turn);
            let (own, enemy) = (side.index(), side.other().index());
            let spawned = usize::from(turn.spawn.is_some());
            let captured = turn.captured.len();
            assert!(spawned + captured >= 1 && spawned * captured == 0);
            assert_eq!(next.to_move, side.other());
            assert_eq!(
                next.reserve[own] as usize + spawned,
                position.reserve[own] as usize
            );
            assert_eq!(next.reserve[enemy], position.reserve[enemy]);
            assert_eq!(tokens(&next, side), tokens(&position, side) + spawned);
            assert_eq!(
                tokens(&next, side.other()) + captured,
                tokens(&position, side.other())
            );
        }
    }
}

#[test]
fn limits_are_exact() {
    for (position, paths) in sample(4, 3, 200) {
        let count = paths.len();
        let turns: BTreeSet<_> = paths.iter().map(Path::outcome).collect();
        assert_eq!(position.turns(), turns);
        assert_eq!(position.paths_up_to(count).as_ref(), Some(&paths));
        assert_eq!(position.turns_up_to(count).as_ref(), Some(&turns));
        if let Some(less) = count.checked_sub(1) {
            assert_eq!(position.paths_up_to(less), None);
            assert_eq!(position.turns_up_to(less), None);
        }
        assert_eq!(position.has_turn(), count > 0);
        assert_eq!(position.perft(1), turns.len() as u64);
        assert_eq!(position.perft_paths(1), count as u64);
    }
}

#[test]
fn games_end_in_time() {
    let mut chance = common::Chance::from_seed(5);
    for size in SIZES {
        let reserves: u32 = ReferencePosition::start(size).reserve.iter().sum();
        // Every token spawned and every token captured takes a turn of its own at most.
        let longest = 2 * reserves as usize + 8;
        for _ in 0..20 {
            let game = common::playout(size, &mut chance);
            assert!(game.len() - 1 <= longest);
        }
    }
}

/// A board with a red token on c3 and, up to file i, a token of one side on every point where
/// x + y is odd. File j is empty, so there is room for spawns on it.
fn lattice(side: char) -> ReferencePosition {
    let even_rank = format!("{side}1").repeat(5);
    let odd_rank = format!("1{side}").repeat(5);
    let mut lattice = position(&format!(
        "{}{even_rank}/{odd_rank} r 5 5",
        format!("{even_rank}/{odd_rank}/").repeat(4)
    ));
    for row in &mut lattice.grid {
        row[9] = None;
    }
    lattice.grid[2][2] = Some(Side::Red);
    lattice
}

/// Made-up positions with millions of paths are given up in no time.
#[test]
fn explosions_are_given_up() {
    for side in ['r', 't'] {
        let lattice = lattice(side);
        assert_eq!(lattice.paths_up_to(10_000), None);
        assert_eq!(lattice.turns_up_to(10_000), None);
        assert!(lattice.has_turn());
    }
}
