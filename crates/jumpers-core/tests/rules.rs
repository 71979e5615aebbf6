//! The rules sentence by sentence, on positions made by hand. The right answers are worked out
//! from the rules in the comments, not taken from any program.

mod common;

use common::{after, position, set, square, turn, turn_texts};
use jumpers_core::{Color, Position, ResolveError, Six, Turn};

/// Asserts which turns a position has, by their canonical texts in the order of their bytes,
/// and how many paths they have together.
fn expect(text: &str, turns: &[&str], paths: u64) -> Position<Six> {
    let position = position(text);
    assert_eq!(turn_texts(&position), turns, "{text}");
    assert_eq!(position.count_turns(), turns.len() as u64, "{text}");
    assert_eq!(position.count_paths(), paths, "{text}");
    assert_eq!(position.has_turn(), !turns.is_empty(), "{text}");
    position
}

fn assert_illegal(position: &Position<Six>, text: &str) {
    let error = position.resolve_text(text);
    assert!(
        matches!(
            error,
            Err(ResolveError::Illegal { .. } | ResolveError::MustCapture { .. })
        ),
        "{text}: {error:?}"
    );
}

#[test]
fn the_start_has_ten_turns() {
    // a1 hops east over b1 or north over a2, b1 north over b2, a2 east over b2; b2 has nobody
    // to hop over. From c1 the empty neighbours are d1 and c2, from a3 a4 and b3; b3 has a3,
    // c3 and b4, c2 has d2, c1 and c3. No second hop: no own token is next to a landing point
    // but the one just hopped over.
    let turns = [
        "a1-a3+a4", "a1-a3+b3", "a1-c1+c2", "a1-c1+d1", "a2-c2+c1", "a2-c2+c3", "a2-c2+d2",
        "b1-b3+a3", "b1-b3+b4", "b1-b3+c3",
    ];
    expect("4tt/4tt/6/6/rr4/rr4 r 12 13", &turns, 10);
}

#[test]
fn any_capture_will_do_however_many_tokens_it_takes() {
    // a1 takes b1 and stops on c1, or takes a2 and then a4. There is no majority rule.
    let turns = ["a1xa3xa5", "a1xc1"];
    let position = expect("6/6/t5/6/t5/rt4 r 5 5", &turns, 2);
    // Captured tokens go to nobody's reserve, and captures spawn nothing.
    let next = after(&position, "a1xc1");
    assert_eq!(next.to_string(), "6/6/t5/6/t5/2r3 t 5 5");
    assert_eq!(
        after(&position, "a1xa3xa5").to_string(),
        "6/r5/6/6/6/1t4 t 5 5"
    );
}

#[test]
fn any_token_that_can_capture_may() {
    expect("6/6/6/6/6/rt1rt1 r 5 5", &["a1xc1", "d1xf1"], 2);
}

#[test]
fn a_capture_goes_on_while_it_can() {
    // After a2, a4 can be taken, so a turn cannot end on a3.
    let position = expect("6/6/t5/6/t5/r5 r 5 5", &["a1xa3xa5"], 1);
    let stop_early = Turn {
        from: square("a1"),
        to: square("a3"),
        spawn: None,
        captured: set("a2"),
    };
    assert!(!position.is_legal(&stop_early));
    // No other token may go on in its place, although c3 could take c2 as well.
    expect("6/6/6/2r3/2t3/rt4 r 5 5", &["a1xc1", "c3xc1"], 2);
}

#[test]
fn a_capture_is_made_when_there_is_one() {
    // a1 could hop over b1, but d1 can capture.
    let position = expect("6/6/6/6/6/rr1rt1 r 5 5", &["d1xf1"], 1);
    assert!(position.must_capture());
    let error = position.resolve_text("a1-c1+c2").unwrap_err();
    assert!(matches!(error, ResolveError::MustCapture { .. }));
    assert_eq!(position.captures().len(), 1);
}

#[test]
fn jumps_follow_the_lines_over_one_token_onto_an_empty_point() {
    // No diagonal jump from b2 over c3.
    expect("6/6/6/2t3/1r4/6 r 5 5", &[], 0);
    // Not over two tokens, not onto a token, not from afar.
    expect("6/6/6/6/6/rtt3 r 5 5", &[], 0);
    expect("6/6/6/6/6/rtr3 r 5 5", &[], 0);
    expect("6/6/6/6/6/r1t3 r 5 5", &[], 0);
    // Not beyond the edges: not off the board, and not round to the next rank.
    expect("6/6/6/6/t5/5r r 5 5", &[], 0);
    expect("6/6/6/6/t5/4r1 r 5 5", &[], 0);
    expect("5t/r5/6/6/6/6 r 5 5", &[], 0);
    expect("t5/r5/6/6/6/6 r 5 5", &[], 0);
    // f1 hops over e1, but e1 not over f1.
    expect("6/6/6/6/6/4rr r 5 5", &["f1-d1+c1", "f1-d1+d2"], 2);
}

#[test]
fn a_capture_may_end_where_it_began() {
    // a1 takes b1, c2, b3, a2 in this order or the other one: one turn, two paths.
    let position = expect("6/6/6/1t4/t1t3/rt4 r 1 1", &["a1xa3xc3xc1xa1"], 2);
    let next = after(&position, "a1xc1xc3xa3xa1");
    assert_eq!(next.to_string(), "6/6/6/6/6/r5 t 1 1");
    // Teal has no token left to move with, whatever the reserve.
    assert_eq!(next.outcome().map(|end| end.winner), Some(Color::Red));
}

#[test]
fn a_capture_may_go_on_through_its_start() {
    // c3 can go round the four tokens in the south-west first, back to c3, and must then take
    // d3; or it takes d3 at once, and ends on e3.
    let turns = ["c3xa3xa1xc1xc3xe3", "c3xe3"];
    expect("6/6/6/1trt2/t1t3/1t4 r 0 0", &turns, 3);
}

#[test]
fn a_capture_may_come_back_to_a_point() {
    // From c3 the token goes on north at once, or after the round through a3, a1 and c1.
    let turns = ["e3xc3xa3xa1xc1xc3xc5", "e3xc3xc5"];
    expect("6/6/2t3/1t1tr1/t1t3/1t4 r 0 0", &turns, 3);
}

#[test]
fn a_hop_ends_with_a_spawn_next_to_it() {
    // b1 stays, so c1 has two empty neighbours. It is not the start that is filled, nor any
    // other point far away, nor one on the diagonal.
    let position = expect("6/6/6/6/6/rr4 r 7 0", &["a1-c1+c2", "a1-c1+d1"], 2);
    let next = after(&position, "a1-c1+d1");
    assert_eq!(next.to_string(), "6/6/6/6/6/1rrr2 t 6 0");
    for text in ["a1-c1+a1", "a1-c1+b1", "a1-c1+d2", "a1-c1+c3", "a1-c1+f6"] {
        assert_illegal(&position, text);
    }
}

#[test]
fn the_last_token_of_the_reserve_can_be_spawned() {
    let position = expect("6/6/6/6/6/rr4 r 1 5", &["a1-c1+c2", "a1-c1+d1"], 2);
    let next = after(&position, "a1-c1+c2");
    assert_eq!(next.to_string(), "6/6/6/6/2r3/1rr3 t 0 5");
}

#[test]
fn a_spawn_may_be_in_a_corner() {
    let turns = ["f3-f5+e5", "f3-f5+f6", "f4-f2+e2", "f4-f2+f1"];
    expect("6/6/5r/5r/6/6 r 3 0", &turns, 4);
}

#[test]
fn hops_never_come_back_to_a_point() {
    // a1 goes round b2 either way, but not back to a1. c1 has d1 to spawn on, c3 has c4 and
    // d3, a3 has a4; each is reached in both directions.
    let turns = ["a1-a3+a4", "a1-a3-c3+c4", "a1-a3-c3+d3", "a1-c1+d1"];
    let position = expect("6/6/6/1r4/r1r3/rr4 r 4 4", &turns, 8);
    assert_eq!(
        turn(&position, "a1-c1-c3-a3+a4"),
        turn(&position, "a1-a3+a4")
    );
    assert_illegal(&position, "a1-c1-c3-a3-a1+b2");
    assert_illegal(&position, "a1-c1-c3-c1+d1");
    assert_illegal(&position, "a1-c1-a1+b2");
}

#[test]
fn a_hopping_token_that_can_capture_must() {
    // On c1 the token can take c2: it may neither stop there nor hop on over d1, and after the
    // capture it may neither hop over d3 nor spawn.
    let position = expect("6/6/6/3r2/2t3/rr1r2 r 5 5", &["a1-c1xc3"], 1);
    assert!(!position.must_capture());
    assert!(position.captures().is_empty());
    for text in ["a1-c1+b2", "a1-c1-e1+e2", "a1-c1xc3-e3+e2", "a1-c1xc3+c4"] {
        assert_illegal(&position, text);
    }
    assert_eq!(
        after(&position, "a1-c1xc3").to_string(),
        "6/6/6/2rr2/6/1r1r2 t 5 5"
    );
}

#[test]
fn captures_after_hops_go_on_and_may_come_back() {
    // Having hopped to c1 the token takes all of c2, d3, e2, d1, round to c1 again.
    let turns = ["a1-c1xc3xe3xe1xc1"];
    expect("6/6/6/3t2/2t1t1/rr1t2 r 5 5", &turns, 2);
}

#[test]
fn with_an_empty_reserve_hops_must_end_in_a_capture() {
    // The token cannot stop on c1 to spawn, but it goes on to c3 and takes c4.
    expect("6/6/2t3/6/2r3/rr4 r 0 5", &["a1-c1-c3xc5"], 1);
    // With a reserve it may stop on c1, where d1 is free, but not on c3.
    let turns = ["a1-c1+d1", "a1-c1-c3xc5"];
    expect("6/6/2t3/6/2r3/rr4 r 1 5", &turns, 2);
    // It is the reserve of the side to move that counts.
    let position = expect("6/6/6/6/6/rr4 r 0 5", &[], 0);
    assert_illegal(&position, "a1-c1+d1");
    expect("6/6/6/6/6/tt4 t 5 0", &[], 0);
    expect("6/6/6/6/6/tt4 t 0 5", &["a1-c1+c2", "a1-c1+d1"], 2);
}

#[test]
fn without_room_to_spawn_a_hop_must_go_on() {
    // On a1 the token has no empty neighbour, but it can hop on to c1.
    let turns = ["a2-a4+a5", "a2-a4+b4", "a3-a1-c1+c2", "a3-a1-c1+d1"];
    expect("6/6/6/r5/r5/1r4 r 9 0", &turns, 4);
    // With c1 occupied, neither a3 nor c1 can hop to a1.
    let turns = ["a2-a4+a5", "a2-a4+b4", "b1-d1+d2", "b1-d1+e1"];
    expect("6/6/6/r5/r5/1rr3 r 9 0", &turns, 4);
}

#[test]
fn a_capture_that_a_hop_opens_for_another_token_is_irrelevant() {
    // When a1 has left, c1 could take b1. That changes nothing in this turn.
    expect("6/6/6/6/r5/rtr3 r 4 4", &["a1-a3+a4", "a1-a3+b3"], 2);
    // In the next turn of the same side it is a capture like any other.
    let position = position::<Six>("6/6/6/r5/r5/1tr3 r 4 4");
    assert!(position.must_capture());
    assert_eq!(turn_texts(&position), ["c1xa1"]);
}

#[test]
fn the_side_without_a_turn_loses() {
    let lost = [
        // No token on the board; the reserve does not help.
        "6/6/6/6/6/5t r 5 5",
        "6/6/6/6/6/6 r 5 5",
        // A single token has nobody to hop over.
        "6/6/6/6/6/r4t r 12 0",
        // All blocked.
        "6/6/6/t5/t5/rtt3 r 5 5",
        // Every hop ends where a spawn would be needed, from an empty reserve.
        "6/6/6/6/6/rr4 r 0 5",
        // The only hop, a3-a1, has no room for a spawn and does not go on.
        "6/t5/t5/r5/r5/1rtt2 r 9 5",
        // A full board.
        "rtrtrt/trtrtr/rtrtrt/trtrtr/rtrtrt/trtrtr r 1 1",
    ];
    for text in lost {
        let position = expect(text, &[], 0);
        assert_eq!(position.outcome().map(|end| end.winner), Some(Color::Teal));
        assert!(position.turns().is_empty());
    }
    let start = Position::<Six>::start();
    assert_eq!(start.outcome(), None);
}

#[test]
fn red_begins_and_turns_alternate() {
    let mut position = Position::<Six>::start();
    let turns = ["a1-c1+d1", "f6-d6+c6", "a2-c2+c3", "f5-d5+c5"];
    for (text, side) in turns.iter().zip([Color::Red, Color::Teal].iter().cycle()) {
        assert_eq!(position.side_to_move(), *side);
        position = after(&position, text);
    }
    assert_eq!(position.to_string(), "2ttt1/2ttt1/6/2r3/1rr3/1rrr2 r 10 11");
}
