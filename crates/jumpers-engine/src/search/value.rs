//! Values of positions: hundredths of a reserve token, or a win or loss and when it comes.

/// A value for the side to move.
pub type Value = i32;

/// More than any value.
pub const INFINITE: Value = 32_000;
/// A won game that is over. A win in `n` plies is worth `n` less.
const WIN: Value = 31_000;
/// Values beyond this, and below its negative, are proved wins and losses. No game is as long as
/// the difference: reserves of 255 make 1,220 plies.
const PROVED: Value = 29_000;
/// The largest value that an evaluation may have.
pub const MAX_EVALUATION: Value = 20_000;

/// The value of having no turn `ply` plies after the root.
pub const fn lost_at(ply: usize) -> Value {
    ply as Value - WIN
}

/// Is this the value of a proved win or loss?
pub const fn is_proved(value: Value) -> bool {
    value.abs() > PROVED
}

/// For a proved value the plies to the end: positive for a win, zero or negative for a loss.
pub const fn plies_to_end(value: Value) -> Option<i32> {
    if !is_proved(value) {
        None
    } else if value > 0 {
        Some(WIN - value)
    } else {
        Some(-(WIN + value))
    }
}

/// A value at `ply` as seen from there, for the table: plies to the end count from the position.
pub const fn to_table(value: Value, ply: usize) -> Value {
    if value > PROVED {
        value + ply as Value
    } else if value < -PROVED {
        value - ply as Value
    } else {
        value
    }
}

/// The inverse of [`to_table`].
pub const fn from_table(value: Value, ply: usize) -> Value {
    if value > PROVED {
        value - ply as Value
    } else if value < -PROVED {
        value + ply as Value
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_to_the_end_of_proved_values() {
        assert_eq!(plies_to_end(lost_at(0)), Some(0));
        assert_eq!(plies_to_end(lost_at(4)), Some(-4));
        assert_eq!(plies_to_end(-lost_at(3)), Some(3));
        assert_eq!(plies_to_end(MAX_EVALUATION), None);
        assert_eq!(plies_to_end(-MAX_EVALUATION), None);
    }

    #[test]
    fn table_values_count_from_their_position() {
        // A loss at ply 7 found at ply 5 is a loss in two plies wherever the position occurs.
        let stored = to_table(lost_at(7), 5);
        assert_eq!(stored, lost_at(2));
        assert_eq!(from_table(stored, 9), lost_at(11));
        assert_eq!(from_table(to_table(-lost_at(7), 5), 5), -lost_at(7));
        assert_eq!(from_table(to_table(123, 5), 9), 123);
    }
}
