//! Certificates of small positions prove what the solver of all lines says, and their strategies
//! win.

mod common;

use std::collections::HashMap;

use common::{Proof, SIDES, Solver, canonical, proofs};
use jumpers_core::{BoardSize, Color, Eight, Position, Six, Size, Ten};
use jumpers_proof::{Cause, Place, Strategy, verify};

/// Proofs with more than one winner node a board.
const COUNT: usize = 150;

fn proved<S: Size>(seed: u64) {
    let size = usize::from(S::N);
    let (mut lost_root, mut teal, mut symmetric, mut over) = (0, 0, 0, 0);
    let mut most_nodes = 0;
    for (root, proof) in proofs(size, COUNT, seed) {
        let bytes = proof.bytes();
        let (read, loser_nodes) = Proof::check(&bytes).expect("a proof");
        assert_eq!(read, proof);
        let verified = verify(&bytes[..]).unwrap_or_else(|error| panic!("{root:?}: {error}"));
        assert_eq!(Some(verified.board), BoardSize::from_points(size));
        assert_eq!(verified.root, root.text());
        assert_eq!(verified.winner, Color::ALL[usize::from(proof.winner)]);
        assert_eq!(verified.winner_nodes, proof.winner_nodes);
        assert_eq!(verified.loser_nodes, loser_nodes);
        assert_eq!(u64::from(verified.longest_line), proof.longest_line);
        assert_eq!(verified.bytes, bytes.len() as u64);
        assert_eq!(verified.sha256, bytes[bytes.len() - 32..]);
        let winner_to_move = proof.winner() == root.to_move;
        assert_eq!(verified.winner_to_move(), winner_to_move);
        assert_eq!(Solver::default().wins(&root), Some(winner_to_move));
        lost_root += u32::from(!winner_to_move);
        teal += u32::from(proof.winner == 1);
        symmetric += u32::from(root == root.mirrored() && proof.winner_nodes > 1);
        over += u32::from(proof.longest_line == 0);
        most_nodes = most_nodes.max(proof.winner_nodes);
        follow::<S>(&bytes, &proof);
    }
    // All kinds are among them.
    for kind in [lost_root, teal, symmetric, over] {
        assert!(kind > 3, "{lost_root} {teal} {symmetric} {over}");
    }
    assert!(most_nodes > 30, "{most_nodes}");
}

/// Plays every line of a strategy, without mirror images.
fn follow<S: Size>(bytes: &[u8], proof: &Proof) {
    let strategy = Strategy::<S>::load(bytes).expect("a proof");
    assert_eq!(strategy.verified(), &verify(bytes).expect("a proof"));
    let root: Position<S> = proof.root.parse().expect("a position");
    let mut lines = HashMap::new();
    let line = longest(&strategy, &root, &mut lines);
    assert_eq!(u64::from(line), proof.longest_line, "{root}");
    // The root's mirror image is won by the mirrored turns.
    let mirrored = longest(&strategy, &root.mirrored(), &mut lines);
    assert_eq!(mirrored, line, "{root}");
}

fn longest<S: Size>(
    strategy: &Strategy<S>,
    position: &Position<S>,
    lines: &mut HashMap<Position<S>, u32>,
) -> u32 {
    if let Some(&line) = lines.get(position) {
        return line;
    }
    let after = |turn| {
        let mut next = *position;
        next.play(turn).expect("a legal turn");
        next
    };
    let line = if position.side_to_move() == strategy.verified().winner {
        let (turn, plies) = strategy.turn(position).expect("a turn of the strategy");
        let line = 1 + longest(strategy, &after(&turn), lines);
        assert_eq!(plies, line, "{position}");
        line
    } else {
        assert_eq!(strategy.turn(position), None, "{position}");
        let turns = position.turns();
        let replies = turns
            .iter()
            .map(|turn| 1 + longest(strategy, &after(turn), lines));
        replies.max().unwrap_or(0)
    };
    lines.insert(*position, line);
    line
}

#[test]
fn proofs_on_6x6_are_verified() {
    proved::<Six>(0);
}

#[test]
fn proofs_on_8x8_are_verified() {
    proved::<Eight>(100_000);
}

#[test]
fn proofs_on_10x10_are_verified() {
    proved::<Ten>(200_000);
}

/// The crate and the format mean the same canonical form and the same order of turns.
#[test]
fn canonical_forms_are_those_of_the_format() {
    fn compare<S: Size>() {
        let mut chance = common::Chance::from_seed(7);
        for _ in 0..500 {
            let made_up = common::made_up(S::N.into(), &mut chance);
            let position: Position<S> = made_up.text().parse().expect("a position");
            let expected = canonical(&made_up);
            assert_eq!(position.canonical().to_string(), expected.text());
        }
    }
    compare::<Six>();
    compare::<Eight>();
    compare::<Ten>();
}

#[test]
fn a_strategy_knows_its_own_positions_only() {
    let (root, proof) = proofs(6, 1, 0).pop().expect("a proof");
    let bytes = proof.bytes();
    let strategy = Strategy::<Six>::load(&bytes).expect("a proof");
    assert_eq!(strategy.turn(&Position::start()), None);
    // The same tokens with other reserves.
    let mut other = root.clone();
    other.reserve = other.reserve.map(|reserve| reserve + 1);
    other.to_move = SIDES[usize::from(proof.winner)];
    let other = other.text().parse().expect("a position");
    assert_eq!(strategy.turn(&other), None);
    let error = Strategy::<Ten>::load(&bytes).expect_err("another board");
    assert_eq!((error.offset, &error.place), (9, &Place::BoardSize));
    assert!(matches!(error.cause, Cause::OtherBoard { .. }), "{error}");
    let text = "byte 9, board size: a proof on the board of size 6 where one of size 10 is wanted";
    assert_eq!(error.to_string(), text);
}
