//! How soon a win has to come: the question a limited search asks of a position.

use jumpers_core::Color;

/// Without a limit the question is who wins. With one it is whether one side, the one that is
/// looked for, wins within so many plies; if it does not, that counts as a win of the other side.
///
/// The side that is looked for makes the last turn of its win. So it is the side to move if an odd
/// number of plies is left, and otherwise the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(
    /// One more than the plies that are left; 0 for no limit.
    u8,
);

impl Limit {
    /// No limit.
    pub const NONE: Limit = Limit(0);
    /// The most plies of a limit.
    pub const MOST: u8 = u8::MAX - 1;

    /// So many plies, at most [`Limit::MOST`].
    pub fn of(plies: u8) -> Self {
        debug_assert!(plies <= Self::MOST);
        Limit(plies.saturating_add(1))
    }

    /// The plies that are left, if there is a limit.
    #[inline(always)]
    pub fn left(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    /// What is left after a turn. There must be no limit or at least one ply left.
    #[inline(always)]
    #[must_use]
    pub fn after_turn(self) -> Self {
        debug_assert!(self.0 != 1);
        Limit(self.0.saturating_sub(1))
    }

    /// The eight bits it is stored in.
    #[inline(always)]
    pub(super) fn bits(self) -> u8 {
        self.0
    }

    pub(super) fn from_bits(bits: u8) -> Self {
        Limit(bits)
    }

    /// The side that is looked for, if there is a limit.
    fn looked_for(self, side_to_move: Color) -> Option<Color> {
        let left = self.left()?;
        Some(match left % 2 {
            1 => side_to_move,
            _ => !side_to_move,
        })
    }

    /// Does an answer to this question, that `winner` wins, answer another question about the same
    /// position in the same way?
    pub fn answers(self, winner: Color, side_to_move: Color, asked: Limit) -> bool {
        let [stored_for, asked_for] = [self, asked].map(|limit| limit.looked_for(side_to_move));
        if stored_for.is_none_or(|side| side == winner) {
            // It does win, and needs at most so many plies.
            asked_for != Some(winner) || stored_for.is_some() && asked.0 >= self.0
        } else {
            // The other side does not win within so many plies. Later it may.
            asked_for == stored_for && asked.0 <= self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a limited question comes to where a side wins after so many plies with best play.
    fn answer(truth: (Color, u8), limit: Limit, side_to_move: Color) -> Color {
        let (winner, plies) = truth;
        match limit.looked_for(side_to_move) {
            Some(side) if side == winner && Limit::of(plies).0 > limit.0 => !side,
            _ => winner,
        }
    }

    fn limits() -> impl Strategy<Value = Limit> {
        (0..12u8).prop_map(Limit::from_bits)
    }

    proptest! {
        /// An answer counts exactly if it follows in each game: whoever wins, and however late.
        #[test]
        fn an_answer_counts_where_it_follows(
            stored in limits(),
            asked in limits(),
            red_moves in any::<bool>(),
            red_wins in any::<bool>(),
        ) {
            let color = |is_red| if is_red { Color::Red } else { Color::Teal };
            let (side, winner) = (color(red_moves), color(red_wins));
            // All games: the winner makes the last turn.
            let truths = (0..16u8).map(|plies| {
                let is_odd = plies % 2 == 1;
                (if is_odd { side } else { !side }, plies)
            });
            let follows = truths
                .filter(|&truth| answer(truth, stored, side) == winner)
                .all(|truth| answer(truth, asked, side) == winner);
            prop_assert_eq!(stored.answers(winner, side, asked), follows);
        }
    }

    #[test]
    fn plies_are_counted_down() {
        assert_eq!(Limit::NONE.left(), None);
        assert_eq!(Limit::NONE.after_turn(), Limit::NONE);
        assert_eq!(Limit::of(3).after_turn(), Limit::of(2));
        assert_eq!(Limit::of(1).after_turn().left(), Some(0));
        assert_eq!(Limit::of(Limit::MOST).left(), Some(Limit::MOST));
    }
}
