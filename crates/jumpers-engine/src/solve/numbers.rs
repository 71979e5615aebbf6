//! Proof numbers: how much it takes to prove or to refute that the side to move wins.
//!
//! They are estimates of an effort, so they need not be whole. What they start with, at a position
//! that nothing is known of, is in [`estimate`](super::estimate).

/// More than any effort: what has been refuted cannot be proved.
pub const INFINITE: f32 = 1e30;
/// No sum of efforts gets greater, so that it stays apart from [`INFINITE`].
const MOST: f32 = 1e28;

/// The proof number and the disproof number of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// What it takes to prove that the side to move wins.
    pub proof: f32,
    /// What it takes to prove that it loses.
    pub disproof: f32,
}

impl Numbers {
    /// The side to move wins.
    pub const WIN: Numbers = Numbers {
        proof: 0.0,
        disproof: INFINITE,
    };
    /// The side to move loses.
    pub const LOSS: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0.0,
    };

    /// Is it proved that the side to move wins?
    #[inline(always)]
    pub fn is_win(self) -> bool {
        self.proof == 0.0
    }

    /// Is it proved that the side to move loses?
    #[inline(always)]
    pub fn is_loss(self) -> bool {
        self.disproof == 0.0
    }

    /// Is either proved?
    #[inline(always)]
    pub fn is_proved(self) -> bool {
        self.is_win() || self.is_loss()
    }

    pub(super) fn to_bits(self) -> u64 {
        u64::from(self.proof.to_bits()) << 32 | u64::from(self.disproof.to_bits())
    }

    pub(super) fn from_bits(bits: u64) -> Self {
        Numbers {
            proof: f32::from_bits((bits >> 32) as u32),
            disproof: f32::from_bits(bits as u32),
        }
    }
}

/// An effort that is neither nothing nor endless.
pub fn bounded(effort: f32) -> f32 {
    effort.min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_keep_numbers() {
        let open = Numbers {
            proof: 0.1,
            disproof: 3e20,
        };
        for numbers in [Numbers::WIN, Numbers::LOSS, open] {
            assert_eq!(Numbers::from_bits(numbers.to_bits()), numbers);
        }
    }
}
