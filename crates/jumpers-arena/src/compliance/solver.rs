//! Checks of what an engine says to be proved.

use jumpers_record::Referee;

/// So many positions are looked at for a check, at most.
const MOST_NODES: u32 = 20_000;

/// A win or a loss within some turns of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The side to move wins within so many turns.
    Win(u32),
    /// The side to move loses within so many turns.
    Loss(u32),
    /// A number of turns in which nobody wins or loses: the winner makes the last one.
    Absurd(i32),
}

impl Claim {
    /// What `mate <n>` claims, in turns of both sides or in turns of the winner.
    pub fn new(mate: i32, in_plies: bool) -> Claim {
        let turns = mate.unsigned_abs();
        match (mate > 0, in_plies) {
            (true, true) if turns.is_multiple_of(2) => Claim::Absurd(mate),
            (false, true) if !turns.is_multiple_of(2) => Claim::Absurd(mate),
            (true, true) => Claim::Win(turns),
            (false, true) => Claim::Loss(turns),
            (true, false) => Claim::Win(turns.saturating_mul(2) - 1),
            (false, false) => Claim::Loss(turns.saturating_mul(2)),
        }
    }
}

/// Why a claim is wrong; `None` if it is right, or about more turns than `most`, or too many
/// positions would have to be looked at.
pub(super) fn refuted(game: &Referee, claim: Claim, most: u32) -> Option<String> {
    let mut solver = Solver { nodes: 0 };
    let mut game = game.clone();
    match claim {
        Claim::Win(turns) if turns <= most => (solver.wins(&mut game, turns) == Some(false))
            .then(|| format!("the side to move cannot force a win in {turns} turns")),
        Claim::Loss(turns) if turns <= most => (solver.loses(&mut game, turns) == Some(false))
            .then(|| format!("the side to move need not lose in {turns} turns")),
        Claim::Absurd(turns) => Some(format!("nobody wins or loses in {turns} turns")),
        Claim::Win(_) | Claim::Loss(_) => None,
    }
}

struct Solver {
    nodes: u32,
}

impl Solver {
    /// Does the side to move win within so many turns? `None` if that is too much to find out.
    fn wins(&mut self, game: &mut Referee, turns: u32) -> Option<bool> {
        if turns == 0 {
            return Some(false);
        }
        self.any_turn(game, |solver, game| solver.loses(game, turns - 1))
    }

    /// Does the side to move lose within so many turns?
    fn loses(&mut self, game: &mut Referee, turns: u32) -> Option<bool> {
        if game.winner().is_some() {
            return Some(true);
        }
        if turns == 0 {
            return Some(false);
        }
        let escapes = self.any_turn(game, |solver, game| Some(!solver.wins(game, turns - 1)?));
        Some(!escapes?)
    }

    /// Is there a turn after which this holds?
    fn any_turn(
        &mut self,
        game: &mut Referee,
        holds: impl Fn(&mut Solver, &mut Referee) -> Option<bool>,
    ) -> Option<bool> {
        for turn in game.legal_turns() {
            self.nodes += 1;
            if self.nodes > MOST_NODES || game.play(&turn).is_err() {
                return None;
            }
            let found = holds(self, game);
            game.undo();
            if found? {
                return Some(true);
            }
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refuted(position: &str, claim: Claim) -> bool {
        refuted(&Referee::new(position).unwrap(), claim, 5).is_some()
    }

    #[test]
    fn claims_count_turns_of_both_sides() {
        assert_eq!(Claim::new(2, false), Claim::Win(3));
        assert_eq!(Claim::new(-2, false), Claim::Loss(4));
        assert_eq!(Claim::new(3, true), Claim::Win(3));
        assert_eq!(Claim::new(-2, true), Claim::Loss(2));
        assert_eq!(Claim::new(0, true), Claim::Loss(0));
        assert_eq!(Claim::new(2, true), Claim::Absurd(2));
        assert_eq!(Claim::new(-1, true), Claim::Absurd(-1));
    }

    #[test]
    fn right_claims_are_not_refuted() {
        let last = "6/6/6/6/6/rt4 r 0 0";
        assert!(!is_refuted(last, Claim::Win(1)));
        assert!(!is_refuted(last, Claim::Win(3)));
        assert!(is_refuted(last, Claim::Loss(2)));
        let three = "4tt/6/6/6/6/rr4 r 2 1";
        assert!(is_refuted(three, Claim::Win(1)));
        assert!(!is_refuted(three, Claim::Win(3)));
        let lost = "4tt/6/6/6/6/rr4 r 0 1";
        assert!(!is_refuted(lost, Claim::Loss(0)));
        assert!(is_refuted(lost, Claim::Win(1)));
        let start = "4tt/4tt/6/6/rr4/rr4 r 12 13";
        for claim in [Claim::Win(1), Claim::Loss(2), Claim::Absurd(2)] {
            assert!(is_refuted(start, claim), "{claim:?}");
        }
    }

    #[test]
    fn what_is_too_far_away_is_not_looked_at() {
        let start = "4tt/4tt/6/6/rr4/rr4 r 12 13";
        assert!(!is_refuted(start, Claim::Win(7)));
    }
}
