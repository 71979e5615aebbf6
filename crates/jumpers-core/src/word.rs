//! The machine words that boards are kept in.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// An unsigned integer wide enough for one bit a point. Sealed: `u64` and `u128`.
pub trait Word:
    crate::size::sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// The number of set bits.
    fn count_ones(self) -> u32;
    /// The index of the lowest set bit, or the word's width if there is none.
    fn trailing_zeros(self) -> u32;
    /// The word without its lowest set bit; zero stays zero.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The low and the high 64 bits.
    fn halves(self) -> [u64; 2];
    /// The word with these low and high 64 bits; those that do not fit are dropped.
    fn from_halves(halves: [u64; 2]) -> Self;
}

macro_rules! impl_word {
    ($word:ty, $high:expr, $join:expr) => {
        impl crate::size::sealed::Sealed for $word {}

        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn halves(self) -> [u64; 2] {
                let high: fn($word) -> u64 = $high;
                [self as u64, high(self)]
            }

            #[inline(always)]
            fn from_halves(halves: [u64; 2]) -> Self {
                let join: fn([u64; 2]) -> $word = $join;
                join(halves)
            }
        }
    };
}

impl_word!(u64, |_| 0, |[low, _]| low);
impl_word!(u128, |word| (word >> 64) as u64, |[low, high]| {
    u128::from(high) << 64 | u128::from(low)
});
